"""Operate: an act outside a conversation (API, command line, panel, import), from read to commit."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from dualmem import records
from dualmem.ledger import Opened, Step
from dualmem.model.conversation import TurnContext
from dualmem.model.decision import Decision
from dualmem.model.event import Event
from dualmem.model.settings import Settings
from dualmem.model.state import fold
from dualmem.turn.hear import snapshot_tag, turn_context
from dualmem.turn.house import House, Incoming
from dualmem.turn.write import write

Decide = Callable[[Opened, TurnContext], Decision]


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Who acts, and how.

    Attributes:
        tenant: Tenant id.
        subject: Subject id.
        actor: user, ``operator:<name>`` or system.
        channel: api, cli, panel, import, …
        operation: Operation id.
        conversation: Conversation id; empty for none.
        command: Name of a destructive command: a ``pre_<command>`` snapshot is taken first.
        settings: New settings of the subject.
        tag: Tag of a snapshot to take.
    """

    tenant: str
    subject: str
    actor: str
    channel: str
    operation: str
    conversation: str = ""
    command: str | None = None
    settings: Settings | None = None
    tag: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActResult:
    """What a repeated operation gets again.

    Attributes:
        events: What happened.
    """

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A committed act.

    Attributes:
        opened: The memory after it.
        events: What happened.
        decision: What was decided; None for a repeated operation.
    """

    opened: Opened
    events: tuple[Event, ...]
    decision: Decision | None = None


def operate(house: House, act: Act, decide: Decide) -> Done:
    """Decide on what is stored now, and commit; decided anew where somebody else wrote meanwhile.

    A decision without events writes nothing at all.
    """
    message = Incoming(
        tenant=act.tenant,
        subject=act.subject,
        conversation=act.conversation,
        text="",
        operation=act.operation,
        channel=act.channel,
    )

    def decided(opened: Opened) -> tuple[Decision, Step | None]:
        context = replace(turn_context(house, message, opened), actor=act.actor)
        decision = house.protector(act.tenant, act.subject).decision(decide(opened, context), "", "")
        is_nothing = not decision.events and act.tag is None
        return decision, None if is_nothing else _step(act, opened, context, decision)

    written = write(house, message, decided, lambda _passed: None)
    opened, sealed = written.opened, written.sealed
    if sealed is not None:
        return Done(opened=sealed.after, events=sealed.events, decision=written.decided)
    if written.decided is not None:
        return Done(opened=opened, events=(), decision=written.decided)
    return Done(opened=opened, events=records.load(ActResult, opened.result or b"").events)


def _step(act: Act, opened: Opened, context: TurnContext, decision: Decision) -> Step:
    """Give the step of an act."""
    state = fold(opened.state, decision.events)
    return Step(
        opened=opened,
        decision=decision,
        context=context,
        speaker=act.actor,
        in_window=False,
        result=records.dump(ActResult(events=decision.events)),
        settings=act.settings,
        tag=act.tag or snapshot_tag(opened, state, context, command=act.command),
    )
