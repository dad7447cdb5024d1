"""One turn's acts on a small schema, decided without text, rules or lexicon."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from dualmem.grounding.decide import decide
from dualmem.model.act import Act, Stated
from dualmem.model.candidate import Extraction
from dualmem.model.conversation import TurnContext
from dualmem.model.decision import Decision, Say
from dualmem.model.event import Change, Event, EventKind
from dualmem.model.note import Note
from dualmem.model.pending import PendingUpdate, Shown
from dualmem.model.provenance import Provenance
from dualmem.model.span import Span
from dualmem.model.state import Held, State, fold
from dualmem.model.utterance import Folded, Utterance
from dualmem.model.value import Value
from dualmem.schema.load import load_schema
from tests.unit import samples

SCHEMA = load_schema(Path(__file__).with_name("house.yaml"))
CONTEXT = TurnContext(now=samples.NOW, zone="Asia/Shanghai", turn=9, conversation="c", speaker="li", operation="op-1")
SAID = Provenance(
    at=samples.NOW,
    actor="user",
    channel="user",
    conversation="c",
    turn=9,
    speaker="li",
    operation="op-1",
    zone="Asia/Shanghai",
)
NOTHING = Extraction(utterance=Utterance(folded=Folded("", "", (0,), ()), clauses=()))


@dataclass(frozen=True)
class Turned:
    """What one turn did."""

    decision: Decision
    state: State

    @property
    def kinds(self) -> list[EventKind]:
        return [event.kind for event in self.decision.events]

    @property
    def says(self) -> tuple[Say, ...]:
        return self.decision.says

    @property
    def event(self) -> Event:
        (event,) = self.decision.events
        return event


def turn(
    *acts: Act,
    held: Mapping[str, Value | Held] | None = None,
    queue: Sequence[PendingUpdate] = (),
    shown: Sequence[PendingUpdate] = (),
    notes: Sequence[Note] = (),
    extraction: Extraction = NOTHING,
    context: TurnContext = CONTEXT,
    **talk: object,
) -> Turned:
    """Decide one turn in which the updates ``shown`` were shown by the reply before."""
    before = samples.talk(
        **{
            "language": "en",
            "shown": tuple(
                Shown(update=one.id, ordinal=number, field=one.field, value=one.value)
                for number, one in enumerate(shown, 1)
            ),
            **talk,
        }
    )
    state = samples.state(held)
    decision = decide(
        acts,
        extraction,
        schema=SCHEMA,
        state=state,
        queue=(*shown, *queue),
        conversation=before,
        context=context,
        notes=notes,
    )
    return Turned(decision, fold(state, decision.events))


def stated(value: Value | None, words: str = "", **more: object) -> Stated:
    return Stated(value=value, words=words or str(value), quote=f"it is {words or value}", span=Span(6, 9), **more)  # type: ignore[arg-type]


def words_of(one: Stated, rule: str | None = None) -> Provenance:
    return SAID._replace(span=one.span, quote=one.quote, words=one.words, rule=rule)


def ended(update: PendingUpdate, kind: EventKind, reason: str, *, is_hidden: bool = False) -> Event:
    return Event(
        kind=kind,
        provenance=SAID,
        field=update.field,
        update=update.id,
        value=None if is_hidden else update.value,
        reason=reason,
    )


def written(
    kind: EventKind, path: str, old: Value | None, new: Value | None, provenance: Provenance = SAID, **more: object
) -> Event:
    change = Change(field=path, old=old, new=new)
    return Event(kind=kind, provenance=provenance, field=path, changes=(change,), **more)  # type: ignore[arg-type]


def proposed(update: PendingUpdate) -> Event:
    return Event(
        kind=EventKind.UPDATE_PROPOSED,
        provenance=update.provenance,
        field=update.field,
        update=update.id,
        value=update.value,
        reason=update.origin,
    )
