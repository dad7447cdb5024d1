"""Left open: what an answer leaves undecided, to be shown again, or to another person."""

from dataclasses import replace

import pytest

from dualmem.model.act import Affirm, AskField, AskWhich, LeaveOpen, Undecided
from dualmem.model.decision import Say
from dualmem.model.event import EventKind
from dualmem.model.pending import PendingUpdate
from dualmem.model.value import Ambiguous
from tests.unit import samples
from tests.unit.grounding.acting import CONTEXT, turn
from tests.unit.grounding.houses import DAY, LIST, NAME, QUOTED, ROOMS

REJECTED, SUPERSEDED = EventKind.UPDATE_REJECTED, EventKind.UPDATE_SUPERSEDED
CONFIRMED = EventKind.UPDATE_CONFIRMED


# -- what is left open -------------------------------------------------------------------------------------------------
def test_a_question_which_value_holds_names_the_values() -> None:
    done = turn(AskWhich(update="1.1", options=("Villa", "Hut")), shown=(QUOTED,))
    assert done.says == (Say(key="which_value", field=NAME, options=("Villa", "Hut")),)
    assert (done.decision.show_now, done.decision.queue, done.decision.events) == (("1.1",), (QUOTED,), ())


def test_one_value_is_only_shown_again() -> None:
    done = turn(AskWhich(update="1.1", options=("Villa",)), shown=(QUOTED,))
    assert (done.says, done.decision.show_now) == ((), ("1.1",))


def test_a_value_with_two_readings_asks_by_itself() -> None:
    update = samples.update(DAY, Ambiguous((samples.day("2026-03-04"), samples.day("2026-04-03"))), "1.1")
    done = turn(AskWhich(update="1.1", options=("a", "b")), shown=(update,))
    assert (done.says, done.decision.show_now) == ((), ("1.1",))


def test_a_question_about_what_does_not_wait_any_more_is_not_asked() -> None:
    done = turn(AskWhich(update="7.7", options=("a", "b")), queue=(QUOTED,))
    assert (done.says, done.decision.show_now) == ((), ())


def test_a_question_which_field_a_value_is_for_shows_them_again() -> None:
    done = turn(AskField(updates=("1.1", "1.3", "7.7"), value="x"), shown=(QUOTED, LIST))
    assert done.says == (Say(key="which_field", fields=(NAME, ROOMS), value="x"),)
    assert done.decision.show_now == ("1.1", "1.3")


def test_what_a_partial_answer_left_is_shown_again() -> None:
    done = turn(LeaveOpen(updates=("1.1", "1.3")), shown=(QUOTED, LIST))
    assert (done.decision.show_now, done.says) == (("1.1", "1.3"), ())


def test_what_was_passed_over_for_a_newer_update_rests() -> None:
    old, new = replace(QUOTED, shown_count=2), replace(LIST, id="3.1")
    done = turn(Affirm(update="3.1"), LeaveOpen(updates=("1.1",)), shown=(old, new))
    assert done.decision.show_now == ()
    again = turn(Affirm(update="3.1"), LeaveOpen(updates=("1.1",)), shown=(replace(QUOTED, shown_count=1), new))
    assert again.decision.show_now == ("1.1",)


def test_what_is_not_decided_is_said_once() -> None:
    done = turn(Undecided(updates=("1.1",)), Undecided(updates=("1.3",)), shown=(QUOTED, LIST))
    assert done.says == (Say(key="not_answered"),)
    assert (done.decision.show_now, done.decision.queue) == ((), (QUOTED, LIST))


def test_where_nothing_is_undecided_nothing_is_said() -> None:
    assert turn(Undecided(), shown=(QUOTED,)).says == ()


def said_by(speaker: str | None, **more: object) -> PendingUpdate:
    return replace(QUOTED, provenance=QUOTED.provenance._replace(speaker=speaker), **more)  # type: ignore[arg-type]


def test_what_another_person_said_is_put_to_them_again() -> None:
    done = turn(Undecided(updates=("1.1", "1.3")), shown=(said_by("wei"), LIST))
    assert done.says == (Say(key="not_yours"),)
    assert done.decision.show_now == ("1.1",)


def test_it_is_said_once_that_something_is_not_the_speakers() -> None:
    done = turn(Undecided(updates=("1.1",)), Undecided(updates=("1.1",)), shown=(said_by("wei"),))
    assert done.says == (Say(key="not_yours"),)


@pytest.mark.parametrize(
    ("update", "speaker"),
    [
        (said_by("li"), "li"),
        (said_by(None), "li"),
        (said_by("wei"), None),
        (said_by("wei", origin="offer"), "li"),
    ],
    ids=["their own", "nobody's", "said by nobody", "an offer"],
)
def test_what_may_be_answered_by_the_speaker_is_just_not_answered(update: PendingUpdate, speaker: str | None) -> None:
    done = turn(Undecided(updates=("1.1",)), shown=(update,), context=replace(CONTEXT, speaker=speaker))
    assert done.says == (Say(key="not_answered"),)
    assert done.decision.show_now == ()


def test_what_does_not_wait_any_more_is_nobodys() -> None:
    assert turn(Undecided(updates=("7.7",))).says == (Say(key="not_answered"),)
