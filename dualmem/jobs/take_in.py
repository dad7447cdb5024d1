"""Take in: what an intake holds, decided as one act: waiting updates, or an operator's set."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from dualmem.errors import DualmemError
from dualmem.grounding import operator
from dualmem.grounding.change import source
from dualmem.jobs.intake import Arrival, Intake, NoteArrival
from dualmem.model.decision import Decision
from dualmem.model.event import Event, EventKind
from dualmem.model.field import FieldSpec
from dualmem.model.note import Note
from dualmem.model.pending import PendingUpdate
from dualmem.model.reading import Refusal
from dualmem.model.state import Held, fold
from dualmem.values.compare import equal
from dualmem.values.validate import validate

SAME = "is remembered already"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What became of an import.

    Attributes:
        written: Field paths written at once.
        waiting: Field paths that wait for a yes.
        notes: Number of notes added.
        same: What was there already.
        left_out: What was not taken, and why.
    """

    written: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    notes: int = 0
    same: tuple[str, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()

    def rows(self) -> Iterator[tuple[str, str]]:
        """Give what came in, and what became of it."""
        yield from ((path, "written") for path in self.written)
        yield from ((path, "waits for a yes") for path in self.waiting)
        if self.notes:
            yield f"{self.notes} notes", "added"
        yield from ((path, SAME) for path in self.same)
        yield from ((what, f"left out: {why}") for what, why in self.left_out)


def take_in(
    memory: operator.Memory, intake: Intake, *, is_trusted: bool, notes: Sequence[Note] = ()
) -> tuple[Decision, Report]:
    """Decide on everything that came in, as one act; what is there already changes nothing.

    Args:
        memory: What is there now.
        intake: What came in.
        is_trusted: Values are written at once, as an operator's set, with their own times where the file says them.
        notes: The notes that are there.
    """
    work = _Work(memory, list(intake.left_out))
    kept = [one for one in intake.arrivals if one.at is not None and is_trusted and not one.is_pending]
    work.bring_back(kept)
    for arrival in intake.arrivals:
        if arrival in kept:
            continue
        if is_trusted and not arrival.is_pending:
            work.set(arrival)
        else:
            work.propose(arrival)
    for note in intake.notes:
        work.note(note, notes)
    return work.decision()


def told(events: Iterable[Event]) -> Report:
    """Give the report of an import that was done before, from what happened then."""
    happened = tuple(events)
    return Report(
        written=tuple(dict.fromkeys(change.field for event in happened for change in event.changes)),
        waiting=tuple(str(one.field) for one in happened if one.kind is EventKind.UPDATE_PROPOSED),
        notes=sum(1 for one in happened if one.kind is EventKind.NOTE_ADDED),
    )


class _Work:
    """One act, decided piece by piece: each piece sees what the ones before it made."""

    def __init__(self, memory: operator.Memory, left_out: list[tuple[str, str]]) -> None:
        self._memory = memory
        self._events: list[Event] = []
        self._notes: list[Note] = []
        self._written: list[str] = []
        self._waiting: list[str] = []
        self._same: list[str] = []
        self._left_out = left_out

    def decision(self) -> tuple[Decision, Report]:
        """Give the whole act and its report."""
        whole = replace(self._memory.decision(self._events), notes=tuple(self._notes))
        report = Report(
            written=tuple(self._written),
            waiting=tuple(self._waiting),
            notes=len(self._notes),
            same=tuple(self._same),
            left_out=tuple(self._left_out),
        )
        return whole, report

    def bring_back(self, arrivals: Iterable[Arrival]) -> None:
        """Write values with the times and sources they had, as one event."""
        target: dict[str, Held] = {}
        for arrival in arrivals:
            checked = self._checked(arrival)
            if checked is not None and arrival.at is not None:
                said = arrival.provenance or source(self._memory.context)
                target[arrival.field] = checked._replace(at=arrival.at, provenance=said)
        changed = [path for path, held in target.items() if not _is_held(self._memory, path, held)]
        self._same += [path for path in target if path not in changed]
        self._take(operator.roll_back(self._memory, target, name="import", fields=tuple(target)) if changed else None)
        self._written += changed

    def set(self, arrival: Arrival) -> None:
        """Write a value at once."""
        checked = self._checked(arrival)
        if checked is None:
            return
        if _is_held(self._memory, arrival.field, checked):
            self._same.append(arrival.field)
            return
        self._take(operator.set_field(self._memory, arrival.field, arrival.value))
        self._written.append(arrival.field)

    def propose(self, arrival: Arrival) -> None:
        """Let a value wait."""
        checked = self._checked(arrival)
        if checked is None:
            return
        waits = [update.value for update in self._memory.queue if update.field == arrival.field]
        if _is_held(self._memory, arrival.field, checked) or any(equal(arrival.value, one) for one in waits):
            self._same.append(arrival.field)
            return
        quote = arrival.provenance.quote if arrival.provenance else None
        decision = operator.propose(self._memory, arrival.field, arrival.value, quote=quote, origin="import")
        self._take(self._numbered(decision))
        self._waiting.append(arrival.field)

    def note(self, arrival: NoteArrival, known: Sequence[Note]) -> None:
        """Add a note that is not there yet."""
        spec = FieldSpec(path="notes", type="text", is_clean=self._memory.schema.is_clean)
        checked = validate(spec, arrival.text)
        what = f"note {len(self._notes) + 1}"
        if isinstance(checked, Refusal) or not isinstance(checked, str):
            self._left_out.append((what, checked.reason if isinstance(checked, Refusal) else "it is no text"))
            return
        if any(note.text == checked and arrival.at in (None, note.at) for note in (*known, *self._notes)):
            self._same.append(what)
            return
        decision = operator.add_note(self._memory, checked, tags=arrival.tags, importance=arrival.importance)
        ((note,), (event,)) = decision.notes, decision.events
        note = replace(note, id=f"n{self._memory.context.turn}.{len(self._notes) + 1}", at=arrival.at or note.at)
        self._notes.append(note)
        self._events.append(event._replace(item=note.id))

    def _checked(self, arrival: Arrival) -> Held | None:
        """Give the value as its field keeps it, or leave it out."""
        context = self._memory.context
        value = arrival.value
        try:
            if arrival.is_sealed and isinstance(value, str) and "*" in value:
                self._memory.schema.field(arrival.field)
            else:
                value = operator.fitting(self._memory, arrival.field, value)
        except DualmemError as error:
            self._left_out.append((arrival.field, str(error)))
            return None
        return Held(value=value, version=0, at=context.now, provenance=source(context))

    def _numbered(self, decision: Decision) -> Decision:
        """Give a proposal an id of its own: an act has only one turn for all of them."""
        number = len(self._waiting) + 1
        name = f"{self._memory.context.turn}.{number}"
        update: PendingUpdate = replace(decision.queue[-1], id=name)
        *before, event = decision.events
        return replace(decision, queue=(*decision.queue[:-1], update), events=(*before, event._replace(update=name)))

    def _take(self, decision: Decision | None) -> None:
        """Go on from what a piece made."""
        if decision is None:
            return
        self._events += decision.events
        state = fold(self._memory.state, decision.events)
        self._memory = replace(self._memory, state=state, queue=decision.queue)


def _is_held(memory: operator.Memory, path: str, held: Held) -> bool:
    """Tell whether a field holds this value already."""
    stored = memory.state.value(path)
    return stored is not None and equal(stored, held.value)
