"""Change: what a write makes stale, which waiting updates it supersedes, and where it comes from."""

from collections.abc import Iterable, Sequence

from dualmem.model.conversation import TurnContext
from dualmem.model.event import Event, EventKind
from dualmem.model.pending import PendingUpdate
from dualmem.model.provenance import Provenance
from dualmem.model.state import State
from dualmem.schema.spec import Schema


def source(context: TurnContext) -> Provenance:
    """Give the provenance of what this step does without words of a turn."""
    return Provenance(
        at=context.now,
        actor=context.actor,
        channel=context.channel,
        conversation=context.conversation or None,
        turn=context.turn,
        speaker=context.speaker,
        operation=context.operation,
        zone=context.zone,
    )


def confirmed(said: Provenance, context: TurnContext) -> Provenance:
    """Give the provenance of a value that this turn confirms: its words are those of the turn that said it."""
    return Provenance(  # in order: twenty are made where a yes is for all that was shown
        context.now,
        context.actor,
        said.channel,
        said.conversation,
        said.turn,
        said.speaker,
        context.operation,
        said.span,
        said.quote,
        said.words,
        said.rule,
        said.zone,
    )


def stale(schema: Schema, state: State, changed: Iterable[str]) -> tuple[str, ...]:
    """Give the held fields that depend on a changed one."""
    if schema.depended_on.isdisjoint(changed):
        return ()
    paths = set(changed)
    return tuple(
        path for path in state.fields if (spec := schema.find(path)) is not None and paths & set(spec.depends_on)
    )


def end(kind: EventKind, update: PendingUpdate, context: TurnContext, reason: str) -> Event:
    """Give the event that ends a waiting update without writing."""
    return Event(
        kind=kind,
        provenance=source(context),
        field=update.field,
        update=update.id,
        value=update.value,
        reason=reason,
    )


def supersede(
    path: str, queue: Sequence[PendingUpdate], context: TurnContext, reason: str
) -> tuple[tuple[Event, ...], tuple[PendingUpdate, ...]]:
    """Give the events and the queue after a write that leaves no update of its field waiting."""
    gone = [update for update in queue if update.field == path]
    events = tuple(end(EventKind.UPDATE_SUPERSEDED, update, context, reason) for update in gone)
    return events, tuple(update for update in queue if update.field != path)
