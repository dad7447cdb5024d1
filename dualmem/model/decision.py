"""Decision: what a turn changes and what dualmem has to say about it."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from dualmem.model.conversation import Conversation
from dualmem.model.event import Event
from dualmem.model.note import Note
from dualmem.model.pending import PendingUpdate
from dualmem.model.value import Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """One thing to tell the user, in no language yet; ``ask`` renders it from the message files.

    Attributes:
        key: Message key (written, refused, cleared, erased, undone, note_added, recall, recall_unknown, listing, why,
            invalid, full, which_value, off_record, …).
        field: Field path it is about.
        value: Value it is about.
        old: Value before.
        reason: Refusal reason key (model.reading.Refusal.reason).
        details: Further words for the message.
        fields: Several field paths (a group forget, an undo).
        options: Values to choose between.
    """

    key: str
    field: str | None = None
    value: Value | None = None
    old: Value | None = None
    reason: str | None = None
    details: Mapping[str, str] = dataclasses.field(default_factory=lambda: MappingProxyType({}))
    fields: tuple[str, ...] = ()
    options: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What grounding decided for one turn. The only source of writes.

    Attributes:
        events: In order; the state after the turn is the fold of these.
        queue: The whole queue after the turn.
        conversation: The conversation after the turn (shown updates are cleared by the next reply, not here).
        says: What to tell the user, in order.
        notes: Notes added.
        removed_notes: Ids of notes removed.
        erased: Field paths (or note ids) to scrub from history after the commit.
        show_now: Ids of pending updates that the reply must show.
        is_answered: dualmem's own words answer the turn (a command, a recall, an undo): the model is not needed.
        is_off_record: The turn's text is not stored.
        asks_value_of: Field paths whose value is asked for (after a refusal).
        mentioned: Field paths whose label or value the turn mentions.
        is_statement_only: The turn was nothing but statements that proposed.
        is_work_request: The turn asks for work of the task (so that a missing field may hold the reply).
    """

    events: tuple[Event, ...] = ()
    queue: tuple[PendingUpdate, ...] = ()
    conversation: Conversation
    says: tuple[Say, ...] = ()
    notes: tuple[Note, ...] = ()
    removed_notes: tuple[str, ...] = ()
    erased: tuple[str, ...] = ()
    show_now: tuple[str, ...] = ()
    is_answered: bool = False
    is_off_record: bool = False
    asks_value_of: tuple[str, ...] = ()
    mentioned: tuple[str, ...] = ()
    is_statement_only: bool = False
    is_work_request: bool = False
