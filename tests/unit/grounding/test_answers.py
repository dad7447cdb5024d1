"""Answers: what a yes, a no, a correction and an answer do to what waits."""

from dataclasses import replace

import pytest

from dualmem.model.act import Affirm, Answer, Correct, Negate
from dualmem.model.decision import Say
from dualmem.model.event import EventKind
from dualmem.model.pending import PendingUpdate
from dualmem.model.reading import Refusal
from dualmem.model.value import Ambiguous, Value
from tests.unit import samples
from tests.unit.grounding.acting import CONTEXT, SAID, ended, proposed, stated, turn, words_of, written
from tests.unit.grounding.houses import BARE, DAY, EUROS, FEE, LIST, NAME, OTHER, PRICE, QUOTED, ROOMS, STATE

REJECTED, SUPERSEDED = EventKind.UPDATE_REJECTED, EventKind.UPDATE_SUPERSEDED
CONFIRMED = EventKind.UPDATE_CONFIRMED


def own(update: PendingUpdate) -> object:
    """Give the provenance of what is confirmed: its own words, this turn's actor, time and operation."""
    return update.provenance._replace(actor="user", at=samples.NOW, operation="op-1")


# -- yes ---------------------------------------------------------------------------------------------------------------
def test_a_yes_writes_what_was_shown_in_its_own_words() -> None:
    done = turn(Affirm(update="1.1"), shown=(QUOTED,))
    assert done.decision.events == (written(CONFIRMED, NAME, None, "Villa", own(QUOTED), update="1.1"),)
    assert done.says == (Say(key="written", field=NAME, value="Villa"),)
    assert done.decision.queue == ()


def test_a_yes_tells_the_value_before() -> None:
    done = turn(Affirm(update="1.1"), shown=(QUOTED,), held={NAME: "Hut"})
    assert done.says == (Say(key="written", field=NAME, value="Villa", old="Hut"),)


def test_a_yes_is_recorded_as_that_of_who_gave_it() -> None:
    done = turn(Affirm(update="1.1"), shown=(QUOTED,), context=replace(CONTEXT, actor="operator:li", operation="op-7"))
    assert (done.event.provenance.actor, done.event.provenance.operation) == ("operator:li", "op-7")


def test_a_yes_ends_what_else_waits_for_the_field() -> None:
    elsewhere = samples.update(FEE, EUROS, "1.4")
    done = turn(Affirm(update="1.1"), shown=(QUOTED,), queue=(OTHER, elsewhere))
    assert done.decision.events[1:] == (ended(OTHER, SUPERSEDED, "written"),)
    assert done.decision.queue == (elsewhere,)


def test_a_yes_to_what_does_not_wait_any_more_does_nothing() -> None:
    done = turn(Affirm(update="7.7"), queue=(QUOTED,))
    assert (done.decision.events, done.says, done.decision.queue) == ((), (), (QUOTED,))


def test_a_yes_to_the_stored_value_confirms_and_changes_nothing() -> None:
    done = turn(Affirm(update="1.1"), shown=(QUOTED,), held={NAME: "Villa"})
    assert (done.event.kind, done.event.changes, done.event.update) == (CONFIRMED, (), "1.1")
    assert done.event.provenance == own(QUOTED)
    assert done.says == (Say(key="reaffirmed", field=NAME, value="Villa"),)
    assert done.decision.queue == ()


LISTS: tuple[tuple[Value | None, PendingUpdate, Value | None, str], ...] = (
    (None, LIST, ("b", "c"), "appended"),
    (("a", "b"), LIST, ("a", "b", "c"), "appended"),
    (("a",), replace(LIST, value="bed"), ("a", "bed"), "appended"),
    (("a", "b"), replace(LIST, action="remove"), ("a",), "removed"),
    (("bed", "b"), replace(LIST, action="remove", value="bed"), ("b",), "removed"),
    (("a", "b"), replace(LIST, action="set"), ("b", "c"), "written"),
)


@pytest.mark.parametrize(("stored", "update", "expected", "key"), LISTS)
def test_a_yes_to_a_list_update_adds_or_takes_items(
    stored: Value | None, update: PendingUpdate, expected: Value | None, key: str
) -> None:
    done = turn(Affirm(update="1.3"), shown=(update,), held={} if stored is None else {ROOMS: stored})
    assert done.event.changes[0].new == expected
    assert done.says == (Say(key=key, field=ROOMS, value=update.value, old=stored if key == "written" else None),)


def test_a_yes_that_takes_the_last_item_leaves_nothing() -> None:
    done = turn(Affirm(update="1.3"), shown=(replace(LIST, action="remove"),), held={ROOMS: ("b", "c")})
    assert done.event == written(CONFIRMED, ROOMS, ("b", "c"), None, own(LIST), update="1.3")
    assert done.says == (Say(key="removed", field=ROOMS, value=("b", "c")),)
    assert ROOMS not in done.state.fields


def test_a_yes_to_a_value_that_the_field_refuses_says_why_and_keeps_it_waiting() -> None:
    bad = samples.update(NAME, "x" * 21, "1.1", words="xxx")
    done = turn(Affirm(update="1.1"), shown=(bad,))
    details = {"words": "xxx", "max": "20", "length": "21"}
    assert done.says == (Say(key="invalid", field=NAME, reason="too_long", details=details),)
    assert (done.decision.events, done.decision.queue, done.decision.asks_value_of) == ((), (bad,), ())


def test_a_refused_value_without_words_is_told_without() -> None:
    done = turn(Affirm(update="1.1"), shown=(samples.update(NAME, "x" * 21, "1.1"),))
    assert done.says[0].details["words"] == ""


HOPELESS = (
    ({STATE: "sold"}, samples.update(STATE, "free", "1.1"), "no_move"),
    ({"notes.a": "1", "notes.b": "2"}, samples.update("notes.c", "3", "1.1"), "full"),
    ({ROOMS: ("x", "y", "z")}, samples.update(ROOMS, ("b",), "1.1", action="append"), "full"),
)


@pytest.mark.parametrize(("held", "update", "reason"), HOPELESS, ids=lambda value: str(value)[:12])
def test_a_yes_to_what_can_not_be_any_more_ends_it(held: dict[str, Value], update: PendingUpdate, reason: str) -> None:
    done = turn(Affirm(update="1.1"), shown=(update,), held=held)
    assert done.decision.events == (ended(update, REJECTED, reason),)
    assert (done.says[0].key, done.says[0].reason) == ("invalid", reason)
    assert done.decision.queue == ()


def test_a_yes_to_an_amount_without_a_currency_asks_for_it() -> None:
    bare = samples.update(PRICE, BARE, "1.1")
    done = turn(Affirm(update="1.1"), shown=(bare,))
    assert (done.decision.events, done.decision.show_now) == ((), ("1.1",))
    assert done.says == (Say(key="which_value", field=PRICE),)


# -- no ----------------------------------------------------------------------------------------------------------------
def test_a_no_ends_what_was_shown() -> None:
    done = turn(Negate(update="1.1"), shown=(QUOTED,), queue=(OTHER,))
    assert done.decision.events == (ended(QUOTED, REJECTED, "refused"),)
    assert done.says == (Say(key="refused", field=NAME, value="Villa"),)
    assert (done.decision.queue, done.decision.asks_value_of) == ((OTHER,), ())


def test_a_no_may_ask_for_the_value() -> None:
    done = turn(Negate(update="1.1", asks=True), Negate(update="1.2", asks=True), shown=(QUOTED, OTHER))
    assert done.decision.asks_value_of == (NAME,)


def test_a_no_to_a_conflict_keeps_the_stored_value() -> None:
    done = turn(Negate(update="1.1", asks=True), shown=(replace(QUOTED, is_conflict=True),), held={NAME: "Hut"})
    assert done.says == (Say(key="kept", field=NAME, value="Hut"),)
    assert done.decision.asks_value_of == ()


def test_a_no_to_a_conflict_with_what_is_gone_by_now_refuses() -> None:
    done = turn(Negate(update="1.1"), shown=(replace(QUOTED, is_conflict=True),))
    assert done.says == (Say(key="refused", field=NAME, value="Villa"),)


def test_a_no_beside_a_stored_value_without_conflict_refuses() -> None:
    done = turn(Negate(update="1.3"), shown=(LIST,), held={ROOMS: ("a",)})
    assert done.says == (Say(key="refused", field=ROOMS, value=("b", "c")),)


def test_a_no_to_what_does_not_wait_any_more_does_nothing() -> None:
    done = turn(Negate(update="7.7"), queue=(QUOTED,))
    assert (done.decision.events, done.says) == ((), ())


# -- a correction ------------------------------------------------------------------------------------------------------
def test_a_correction_writes_the_other_value() -> None:
    other = stated("Castle")
    done = turn(Correct(update="1.1", stated=other, rule="r"), shown=(QUOTED,), held={NAME: "Hut"})
    update = PendingUpdate(
        id="9.1",
        field=NAME,
        value="Castle",
        origin="answer",
        provenance=words_of(other, "r"),
        user_turn=2,
        proposed_at=samples.NOW,
        is_conflict=True,
    )
    assert done.decision.events == (
        ended(QUOTED, SUPERSEDED, "corrected"),
        proposed(update),
        written(CONFIRMED, NAME, "Hut", "Castle", words_of(other, "r"), update="9.1", reason="stated"),
    )
    assert done.says == (Say(key="written", field=NAME, value="Castle", old="Hut"),)
    assert done.decision.queue == ()


def test_a_correction_ends_what_else_waits_for_the_field() -> None:
    done = turn(Correct(update="1.1", stated=stated("Castle")), shown=(QUOTED,), queue=(OTHER,))
    assert done.decision.events[-1] == ended(OTHER, SUPERSEDED, "written")
    assert done.decision.queue == ()


def test_a_correction_to_the_stored_value_writes_nothing() -> None:
    done = turn(Correct(update="1.1", stated=stated("Hut")), shown=(QUOTED,), held={NAME: "Hut"})
    assert done.decision.events == (ended(QUOTED, SUPERSEDED, "corrected"),)
    assert done.says == (Say(key="reaffirmed", field=NAME, value="Hut"),)


@pytest.mark.parametrize("value", ["d", ("d",)])
def test_a_correction_of_items_is_one_of_items(value: Value) -> None:
    done = turn(Correct(update="1.3", stated=stated(value)), shown=(LIST,))
    assert done.state.value(ROOMS) == ("d",)


def test_a_correction_that_the_field_refuses_keeps_all_and_shows_it_again() -> None:
    done = turn(Correct(update="1.1", stated=stated("x" * 21, "xxx")), shown=(QUOTED,))
    details = {"words": "xxx", "max": "20", "length": "21"}
    assert done.says == (Say(key="invalid", field=NAME, reason="too_long", details=details),)
    assert (done.decision.events, done.decision.queue, done.decision.show_now) == ((), (QUOTED,), ("1.1",))


def test_a_correction_that_is_no_value_tells_its_reason() -> None:
    done = turn(
        Correct(update="1.1", stated=stated(None, "soon", refusal=Refusal(reason="no_such_day"))), shown=(QUOTED,)
    )
    assert done.says == (Say(key="invalid", field=NAME, reason="no_such_day", details={"words": "soon"}),)


def test_a_correction_without_a_value_is_no_value() -> None:
    done = turn(Correct(update="1.1", stated=stated(None, "soon")), shown=(QUOTED,))
    assert done.says == (Say(key="invalid", field=NAME, reason="not_a_value", details={"words": "soon"}),)
    assert done.decision.show_now == ("1.1",)


UNCLEAR = (
    (PRICE, BARE),
    (DAY, Ambiguous((samples.day("2026-03-04"), samples.day("2026-04-03")))),
)


@pytest.mark.parametrize(("path", "value"), UNCLEAR, ids=["no currency", "two readings"])
def test_a_correction_that_is_not_clear_waits_and_is_shown(path: str, value: Value) -> None:
    before = samples.update(path, EUROS if path == PRICE else samples.day("2026-01-01"), "1.1", action="set")
    other = stated(value)
    done = turn(Correct(update="1.1", stated=other, rule="r"), shown=(before,))
    (update,) = done.decision.queue
    assert (update.id, update.value, update.origin, update.provenance) == ("9.1", value, "answer", words_of(other, "r"))
    assert done.decision.show_now == ("9.1",)
    assert done.kinds == [SUPERSEDED, EventKind.UPDATE_PROPOSED]
    assert update.action == "set"


def test_a_correction_of_what_does_not_wait_any_more_does_nothing() -> None:
    done = turn(Correct(update="7.7", stated=stated("Castle")), queue=(QUOTED,))
    assert (done.decision.events, done.says) == ((), ())


# -- an answer ---------------------------------------------------------------------------------------------------------
def test_an_answer_is_written_at_once() -> None:
    given = stated("Villa")
    done = turn(Answer(field=NAME, stated=given), queue=(OTHER,))
    assert done.kinds == [EventKind.UPDATE_PROPOSED, CONFIRMED, SUPERSEDED]
    assert done.decision.events[1] == written(
        CONFIRMED, NAME, None, "Villa", words_of(given), update="9.1", reason="stated"
    )
    assert done.decision.events[0].reason == "answer"
    assert done.says == (Say(key="written", field=NAME, value="Villa"),)


def test_an_answer_that_is_no_value_is_asked_again() -> None:
    done = turn(Answer(field=DAY, stated=stated(None, "soon", refusal=Refusal(reason="no_such_day"))))
    assert done.says == (Say(key="invalid", field=DAY, reason="no_such_day", details={"words": "soon"}),)
    assert done.decision.asks_value_of == (DAY,)


def test_an_answer_without_a_value_is_no_value() -> None:
    done = turn(Answer(field=DAY, stated=stated(None, "soon")))
    assert done.says == (Say(key="invalid", field=DAY, reason="not_a_value", details={"words": "soon"}),)
    assert done.decision.asks_value_of == (DAY,)


def test_an_answer_that_the_field_refuses_is_asked_again() -> None:
    done = turn(Answer(field=NAME, stated=stated("x" * 21, "xxx")))
    details = {"words": "xxx", "max": "20", "length": "21"}
    assert done.says == (Say(key="invalid", field=NAME, reason="too_long", details=details),)
    assert done.decision.asks_value_of == (NAME,)


def test_an_answer_for_what_is_full_is_not_asked_again() -> None:
    done = turn(Answer(field=ROOMS, stated=stated("d")), held={ROOMS: ("a", "b", "c")})
    assert (done.says[0].reason, done.decision.asks_value_of) == ("full", ())


ITEMS: tuple[tuple[Value | None, Value, Value], ...] = (
    (None, "a", ("a",)),
    (("a",), "b", ("a", "b")),
    (("a",), ("a", "b"), ("a", "b")),
)


@pytest.mark.parametrize(("stored", "value", "expected"), ITEMS)
def test_an_answer_for_a_list_adds_to_it(stored: Value | None, value: Value, expected: Value) -> None:
    done = turn(Answer(field=ROOMS, stated=stated(value)), held={} if stored is None else {ROOMS: stored})
    assert done.state.value(ROOMS) == expected


def test_an_answer_in_other_words_waits_and_is_shown() -> None:
    given = stated("Villa")
    done = turn(Answer(field=NAME, stated=given, is_open=True), queue=(OTHER,))
    (update,) = done.decision.queue
    assert done.decision.events == (ended(OTHER, SUPERSEDED, "restated"), proposed(update))
    assert (update.value, update.action, update.origin, update.provenance) == (
        "Villa",
        "set",
        "answer",
        words_of(given),
    )
    assert done.decision.show_now == ("9.1",)


@pytest.mark.parametrize("value", ["b", ("b",)])
def test_an_answer_for_a_list_in_other_words_waits_as_further_items(value: Value) -> None:
    done = turn(Answer(field=ROOMS, stated=stated(value), is_open=True), held={ROOMS: ("a",)})
    (update,) = done.decision.queue
    assert (update.value, update.action) == (("b",), "append")


@pytest.mark.parametrize(("path", "value"), UNCLEAR, ids=["no currency", "two readings"])
def test_an_answer_that_is_not_clear_waits_and_is_shown(path: str, value: Value) -> None:
    done = turn(Answer(field=path, stated=stated(value)))
    assert [update.value for update in done.decision.queue] == [value]
    assert done.decision.show_now == ("9.1",)


def test_no_event_is_made_without_the_names_of_the_turn() -> None:
    assert turn(Negate(update="1.1"), shown=(QUOTED,)).event.provenance == SAID
