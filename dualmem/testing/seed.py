"""Seed: puts a memory into the middle of a conversation, for tests and benches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from dualmem.grounding import operator
from dualmem.grounding.change import source
from dualmem.memory import Memory
from dualmem.model.conversation import Conversation
from dualmem.model.decision import Decision
from dualmem.model.event import Event, EventKind
from dualmem.model.pending import PendingUpdate, Shown
from dualmem.values.codec import from_json

Waiting = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Where a conversation starts.

    Attributes:
        state: Field path to value in JSON form: what is stored.
        shown: Updates that the last reply showed, in order: field, value, quote (list fields: the items to add).
        queued: Updates that wait and were not shown, in the same form.
        asked: Field paths whose value the last reply asked for.
        model_asks: The last reply held a question of the model's own.
        language: Language of the conversation so far.
    """

    state: Mapping[str, object] = field(default_factory=dict)
    shown: Sequence[Waiting] = ()
    queued: Sequence[Waiting] = ()
    asked: Sequence[str] = ()
    model_asks: bool = False
    language: str | None = None


def seed(memory: Memory, subject: str, conversation: str, start: Start) -> None:
    """Write a start as one operator's act, with its audit records.

    Raises:
        UnknownField, InvalidValue: The start does not fit the schema.
    """
    is_empty = not (start.state or start.shown or start.queued)
    memory.act(
        subject,
        lambda now: _decided(now, start),
        actor="operator:seed",
        conversation=conversation,
        tag="start" if is_empty else None,
    )


def _decided(now: operator.Memory, start: Start) -> Decision:
    """Give the decision that makes the start."""
    events: list[Event] = []
    for path, value in start.state.items():
        events += operator.set_field(now, path, from_json(now.schema.field(path), value)).events
    waiting = [*start.shown, *start.queued]
    queue = tuple(_update(now, one, f"{now.context.turn}.{n}") for n, one in enumerate(waiting, start=1))
    events += [
        Event(
            kind=EventKind.UPDATE_PROPOSED, provenance=one.provenance, field=one.field, update=one.id, value=one.value
        )
        for one in queue
    ]
    count = len(start.shown)
    queue = tuple(
        replace(one, shown_count=1, shown_user_turn=1) if index < count else one for index, one in enumerate(queue)
    )
    kept = Conversation(
        id=now.conversation.id,
        language=start.language,
        user_turns=1,
        shown=tuple(
            Shown(update=one.id, ordinal=n, field=one.field, value=one.value) for n, one in enumerate(queue[:count], 1)
        ),
        shown_at=now.context.now if count else None,
        asked=tuple(start.asked),
        has_model_question=start.model_asks,
        replied_turn=now.context.turn,
    )
    return Decision(events=tuple(events), queue=queue, conversation=kept)


def _update(now: operator.Memory, waiting: Waiting, name: str) -> PendingUpdate:
    """Give one waiting update."""
    path = str(waiting["field"])
    spec = now.schema.field(path)
    value = from_json(spec, waiting["value"])
    return PendingUpdate(
        id=name,
        field=path,
        value=value,
        action="append" if spec.type == "list" else "set",
        origin="rule",
        provenance=source(now.context)._replace(
            actor="user", channel="user", quote=str(waiting.get("quote", "")) or None
        ),
        user_turn=1,
        proposed_at=now.context.now,
    )
