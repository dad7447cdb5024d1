"""Undo: take back what the last writing turn of this conversation changed."""

from dataclasses import replace

from dualmem.grounding.change import stale
from dualmem.grounding.workbench import Workbench
from dualmem.model.conversation import WritingTurn
from dualmem.model.event import Change, Event, EventKind
from dualmem.values.compare import equal


def undo(bench: Workbench) -> None:
    """Take back the last writing turn, or say why not; the turn before it is next."""
    writes = bench.conversation.writes
    if not writes:
        bench.say("undo_nothing")
        return
    last = writes[-1]
    if not (last.changes or last.notes or last.removed_notes or last.tasks):
        bench.say("undo_only_erased", fields=last.erased)
        bench.conversation = replace(bench.conversation, writes=writes[:-1])
        return
    clash = _clash(bench, last)
    if clash is not None:
        held = bench.state.fields.get(clash.field)
        bench.say("undo_conflict", clash.field, value=held.value if held is not None else None)
        return
    bench.is_undo = True
    bench.conversation = replace(bench.conversation, writes=writes[:-1])
    _restore(bench, last)
    _notes(bench, last)
    if last.erased:
        bench.say("undo_erased", fields=last.erased)


def _clash(bench: Workbench, turn: WritingTurn) -> Change | None:
    """Give the first change whose field holds something else now."""
    for change in turn.changes:
        now = bench.held(change.field)
        is_same = now is change.new if now is None or change.new is None else equal(now, change.new)
        if not is_same:
            return change
    return None


def _restore(bench: Workbench, turn: WritingTurn) -> None:
    if not turn.changes:
        return
    changes = tuple(
        Change(
            field=change.field,
            old=change.new,
            new=change.old,
            restored_from=change.restored_from if change.old is not None else None,
            restored_at=change.restored_at if change.old is not None else None,
        )
        for change in turn.changes
    )
    bench.commit(
        Event(
            kind=EventKind.TURN_UNDONE,
            provenance=bench.provenance(),
            field=changes[0].field if len(changes) == 1 else None,
            changes=changes,
            made_stale=stale(bench.schema, bench.state, [change.field for change in changes]),
            item=str(turn.turn),
        )
    )
    for change in changes:
        bench.say("undone", change.field, value=change.new, old=change.old)


def _notes(bench: Workbench, turn: WritingTurn) -> None:
    texts = {note.id: note.text for note in bench.held_notes}
    for note in turn.notes:
        bench.removed_notes.append(note)
        bench.events.append(Event(kind=EventKind.NOTE_REMOVED, provenance=bench.provenance(), item=note))
        bench.say("undone_note", details={"text": texts.get(note, "")})
