"""Undo: take back what the last writing turn of this conversation changed."""

from dataclasses import replace

from dualmem.grounding.change import stale
from dualmem.grounding.ledger import Ledger
from dualmem.model.conversation import WritingTurn
from dualmem.model.event import Change, Event, EventKind
from dualmem.values.compare import equal


def undo(ledger: Ledger) -> None:
    """Take back the last writing turn, or say why not; the turn before it is next."""
    writes = ledger.conversation.writes
    if not writes:
        ledger.say("undo_nothing")
        return
    last = writes[-1]
    if not (last.changes or last.notes or last.removed_notes or last.tasks):
        ledger.say("undo_only_erased", fields=last.erased)
        ledger.conversation = replace(ledger.conversation, writes=writes[:-1])
        return
    clash = _clash(ledger, last)
    if clash is not None:
        held = ledger.state.fields.get(clash.field)
        ledger.say("undo_conflict", clash.field, value=held.value if held is not None else None)
        return
    ledger.is_undo = True
    ledger.conversation = replace(ledger.conversation, writes=writes[:-1])
    _restore(ledger, last)
    _notes(ledger, last)
    if last.erased:
        ledger.say("undo_erased", fields=last.erased)


def _clash(ledger: Ledger, turn: WritingTurn) -> Change | None:
    """Give the first change whose field holds something else now."""
    for change in turn.changes:
        now = ledger.state.value(change.field)
        is_same = now is change.new if now is None or change.new is None else equal(now, change.new)
        if not is_same:
            return change
    return None


def _restore(ledger: Ledger, turn: WritingTurn) -> None:
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
    ledger.commit(
        Event(
            kind=EventKind.TURN_UNDONE,
            provenance=ledger.provenance(),
            field=changes[0].field if len(changes) == 1 else None,
            changes=changes,
            made_stale=stale(ledger.schema, ledger.state, [change.field for change in changes]),
            item=str(turn.turn),
        )
    )
    for change in changes:
        ledger.say("undone", change.field, value=change.new, old=change.old)


def _notes(ledger: Ledger, turn: WritingTurn) -> None:
    texts = {note.id: note.text for note in ledger.held_notes}
    for note in turn.notes:
        ledger.removed_notes.append(note)
        ledger.events.append(Event(kind=EventKind.NOTE_REMOVED, provenance=ledger.provenance(), item=note))
        ledger.say("undone_note", details={"text": texts.get(note, "")})
