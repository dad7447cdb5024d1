"""An operator's turn: the memory it meets, and the events it makes."""

from collections.abc import Mapping
from datetime import timedelta

from dualmem.grounding.operator import Memory
from dualmem.model.conversation import Conversation, TurnContext
from dualmem.model.event import Change, Event, EventKind
from dualmem.model.pending import PendingUpdate
from dualmem.model.provenance import Provenance
from dualmem.model.state import Held
from dualmem.model.value import Value
from tests.unit import samples

LATER = samples.NOW + timedelta(hours=1)
CONTEXT = TurnContext(
    now=LATER,
    zone="Asia/Shanghai",
    turn=9,
    conversation="",
    actor="operator:li",
    channel="cli",
    speaker="li",
    operation="op-1",
)
SAID = Provenance(
    at=LATER, actor="operator:li", channel="cli", turn=9, speaker="li", operation="op-1", zone="Asia/Shanghai"
)
OLD, NEW = samples.yuan(500_000), samples.yuan(600_000)
WAITS = samples.update(samples.BUDGET, OLD, "1.1")
OTHER = samples.update(samples.PHASE, "design", "1.2")
LIST = samples.update(samples.CONSTRAINTS, ("b", "c"), "1.3", action="append")
ALONE = Conversation(id="")


def memory(
    held: Mapping[str, Value | Held] | None = None,
    queue: tuple[PendingUpdate, ...] = (),
    conversation: Conversation = ALONE,
) -> Memory:
    return Memory(
        schema=samples.SCHEMA, state=samples.state(held), queue=queue, conversation=conversation, context=CONTEXT
    )


def superseded(update: PendingUpdate, reason: str, *, is_hidden: bool = False) -> Event:
    return Event(
        kind=EventKind.UPDATE_SUPERSEDED,
        provenance=SAID,
        field=update.field,
        update=update.id,
        value=None if is_hidden else update.value,
        reason=reason,
    )


def wrote(kind: EventKind, *changes: Change, **more: object) -> Event:
    return Event(kind=kind, provenance=SAID, field=changes[0].field, changes=changes, **more)  # type: ignore[arg-type]
