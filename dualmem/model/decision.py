"""Decision: what a turn changes and what dualmem has to say about it.

Keys of Say (grounding emits them, ``ask`` renders them; either may add one). Names in brackets are the attributes
that a key needs; everything known of the field (provenance, waiting value, expiry) is looked up by ``ask`` itself.

    written       [field value old]     written by the user's yes, correction or answer; old is None where none was
    set           [field value old]     written by a command
    appended      [field value]         items added to a list (value: tuple of these items)
    archived      [field value]         the oldest item or entry left a full field (value: tuple for a list)
    removed       [field value]         items taken out of a list (value: tuple)
    reaffirmed    [field value]         the stored value was said again
    duplicate     [field value]         the items are in the list already
    refused       [field value]         a waiting update was refused
    kept          [field value]         an inconsistency was answered with no: the stored value stays
    cleared, erased [field | fields]    已清除（可撤销） / 已彻底删除
    forget_group  [field fields]        a group forget is shown and waits (field: the group's path or None; the fields;
                                        details how: erase|clear); sets Question.forget
    forget_kept   []                    the group forget was refused: nothing was deleted
    nothing_to_forget [field | details name]
    which_item    [field options]       several list items fit
    no_such_item  [field, details words]
    undone        [field value old]     old: the value taken back, value: the value restored (None: absent)
    undone_note, undone_task [details text]
    undo_erased   [fields]              stays gone
    undo_only_erased, undo_nothing []   refused
    undo_conflict [field value]         changed elsewhere since (details by, at where known)
    note_added, note_removed, note_erased, note_duplicate [details text]
    note_refused  [reason]
    recall        [field | fields, details name]   answered from state and queue; name: the user's word for it
    recall_unknown [details name]       the words name nothing: 没有关于「…」的记忆。
    listing       []                    everything held and waiting
    listing_note  [details text at]     one note of a listing or a recall
    why           [field]               quote, turn, rule, who confirmed
    invalid       [field reason, details words and those of the refusal]
    which_value   [field options]       ambiguous, or two values: asks which holds
    which_field   [fields value]        the value fits several fields
    unknown_field [details name nearest]   a command named no field
    plain_again   []                    suspect characters: say it again plainly
    off_record    []
    restored      [details target]      a rollback
    not_answered  []                    undecided: nothing was written
    not_yours     []                    answered by somebody else than whose update it is: nothing was written
    expired_update [field value]        a waiting update expired
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from dualmem.model.conversation import Conversation
from dualmem.model.event import Event
from dualmem.model.note import Note
from dualmem.model.pending import PendingUpdate
from dualmem.model.value import Value

_NO_DETAILS: Mapping[str, str] = MappingProxyType({})


class Say(NamedTuple):
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
    details: Mapping[str, str] = _NO_DETAILS
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
