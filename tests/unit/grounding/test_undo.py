"""Undo: what the last writing turn changed is taken back, or it is said why not."""

from datetime import timedelta

import pytest

from dualmem.model.act import Undo
from dualmem.model.conversation import WritingTurn
from dualmem.model.decision import Say
from dualmem.model.event import Change, Event, EventKind
from dualmem.model.note import Note
from dualmem.model.state import Held
from dualmem.model.value import Value
from tests.unit import samples
from tests.unit.grounding.acting import SAID, Turned, turn

NAME, PRICE, FEE = ("house.name", "house.price", "house.fee")
FIRST = samples.origin("it was Hut")
THEN = samples.NOW - timedelta(days=1)
RENAMED = Change(field=NAME, old="Hut", new="Villa", restored_from=FIRST, restored_at=THEN)


def undone(*turns: WritingTurn, held: dict[str, Value | Held] | None = None, notes: tuple[Note, ...] = ()) -> Turned:
    return turn(Undo(), held=held, notes=notes, writes=turns)


def wrote(*changes: Change, number: int = 7, **more: object) -> WritingTurn:
    return WritingTurn(turn=number, version=1, changes=changes, **more)  # type: ignore[arg-type]


def test_where_nothing_was_written_there_is_nothing_to_undo() -> None:
    done = undone()
    assert (done.decision.events, done.says) == ((), (Say(key="undo_nothing"),))


def test_an_undo_restores_the_value_with_where_it_came_from() -> None:
    done = undone(wrote(RENAMED), held={NAME: "Villa"})
    change = Change(field=NAME, old="Villa", new="Hut", restored_from=FIRST, restored_at=THEN)
    assert done.event == Event(kind=EventKind.TURN_UNDONE, provenance=SAID, field=NAME, changes=(change,), item="7")
    assert done.says == (Say(key="undone", field=NAME, value="Hut", old="Villa"),)
    assert done.state.value(NAME) == "Hut"


def test_an_undo_of_the_first_value_takes_it_away() -> None:
    done = undone(wrote(RENAMED._replace(old=None)), held={NAME: "Villa"})
    assert done.event.changes == (Change(field=NAME, old="Villa"),)
    assert done.state.fields == {}


def test_an_undo_of_a_clear_brings_the_value_back() -> None:
    done = undone(wrote(RENAMED._replace(new=None)))
    assert done.state.value(NAME) == "Hut"


def test_the_turn_before_is_next_and_an_undo_is_not_undone() -> None:
    before = wrote(RENAMED, number=3)
    assert undone(before, wrote(RENAMED), held={NAME: "Villa"}).decision.conversation.writes == (before,)


def test_several_changes_are_undone_in_one_event() -> None:
    price = Change(field=PRICE, old=samples.yuan(1), new=samples.yuan(2))
    done = undone(wrote(RENAMED, price), held={NAME: "Villa", PRICE: samples.yuan(2), FEE: samples.yuan(3)})
    assert (done.event.field, [change.field for change in done.event.changes]) == (None, [NAME, PRICE])
    assert done.event.made_stale == (FEE,)
    assert [say.field for say in done.says] == [NAME, PRICE]


@pytest.mark.parametrize(
    ("change", "now"),
    [(RENAMED, "Castle"), (RENAMED, None), (RENAMED._replace(new=None), "Castle")],
    ids=["another value", "none any more", "one again"],
)
def test_what_was_changed_elsewhere_since_is_left(change: Change, now: str | None) -> None:
    last = wrote(Change(field=PRICE, old=None, new=samples.yuan(2)), change)
    held: dict[str, Value | Held] = {PRICE: samples.yuan(2)} | ({NAME: now} if now else {})
    done = undone(last, held=held)
    assert (done.decision.events, done.says) == ((), (Say(key="undo_conflict", field=NAME, value=now),))
    assert done.decision.conversation.writes == (last,)


def test_an_equal_value_is_no_conflict() -> None:
    change = Change(field=PRICE, old=None, new=samples.yuan("2.0"))
    assert undone(wrote(change), held={PRICE: samples.yuan(2)}).says[0].key == "undone"


def test_a_turn_that_only_erased_is_passed() -> None:
    before = wrote(RENAMED, number=3)
    done = undone(before, wrote(erased=(FEE,)))
    assert (done.decision.events, done.says) == ((), (Say(key="undo_only_erased", fields=(FEE,)),))
    assert done.decision.conversation.writes == (before,)


def test_what_a_turn_erased_beside_its_changes_stays_erased() -> None:
    done = undone(wrote(RENAMED, erased=(FEE,)), held={NAME: "Villa"})
    assert done.says[-1] == Say(key="undo_erased", fields=(FEE,))


def test_a_turn_without_erasures_says_nothing_of_them() -> None:
    assert [say.key for say in undone(wrote(RENAMED), held={NAME: "Villa"}).says] == ["undone"]


def test_notes_of_the_turn_are_removed() -> None:
    kept = Note(id="n7.1", text="the key", at=samples.NOW, provenance=SAID)
    done = undone(wrote(notes=("n7.1", "n7.2")), notes=(kept,))
    assert done.decision.events == tuple(
        Event(kind=EventKind.NOTE_REMOVED, provenance=SAID, item=note) for note in ("n7.1", "n7.2")
    )
    assert done.decision.removed_notes == ("n7.1", "n7.2")
    assert done.says == (
        Say(key="undone_note", details={"text": "the key"}),
        Say(key="undone_note", details={"text": ""}),
    )


@pytest.mark.parametrize("more", [{"removed_notes": ("n1",)}, {"tasks": ("t",)}], ids=["removed notes", "tasks"])
def test_a_turn_that_changed_no_field_is_undone_too(more: dict[str, object]) -> None:
    done = undone(wrote(**more))  # type: ignore[arg-type]
    assert (done.says, done.decision.conversation.writes) == ((), ())
