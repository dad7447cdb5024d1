"""Informs: what statements of the user propose, reaffirm or contradict."""

from dataclasses import replace

import pytest

from dualmem.model.act import Inform, OffRecord
from dualmem.model.candidate import Candidate
from dualmem.model.decision import Say
from dualmem.model.event import Event, EventKind
from dualmem.model.pending import PendingUpdate
from dualmem.model.reading import Refusal
from dualmem.model.span import Span
from dualmem.model.value import Value
from tests.unit import samples
from tests.unit.grounding.acting import SAID, ended, proposed, turn

NAME, FEE, ROOMS, CODE, DAY = (f"house.{name}" for name in ("name", "fee", "rooms", "code", "day"))
WAITS = samples.update(NAME, "Villa", "1.1")
LIST = samples.update(ROOMS, ("b", "c"), "1.3", action="append")
SUPERSEDED, REJECTED = EventKind.UPDATE_SUPERSEDED, EventKind.UPDATE_REJECTED


def candidate(path: str, value: Value | None, words: str = "Hut", lead: str = "it is ", **more: object) -> Candidate:
    """Give a candidate whose quote is the lead and the words."""
    at = 10 + len(lead)
    given: dict[str, object] = {
        "rule": "r",
        "field": path,
        "value": value,
        "span": Span(at, at + len(words)),
        "folded": Span(at, at + len(words)),
        "cue": Span(10, at + len(words)),
        "quote": f"{lead}{words}",
        "clause": 0,
        "mood": "stated",
        **more,
    }
    return Candidate(**given)  # type: ignore[arg-type]


def inform(*candidates: Candidate, **more: object) -> object:
    return turn(*(Inform(candidate=one) for one in candidates), **more)  # type: ignore[arg-type]


HUT = candidate(NAME, "Hut")
SAID_SO = SAID._replace(span=Span(16, 19), quote="it is Hut", words="Hut", rule="r")


def waiting(path: str, value: Value, **more: object) -> PendingUpdate:
    given: dict[str, object] = {
        "id": "9.1",
        "field": path,
        "value": value,
        "provenance": SAID_SO,
        "user_turn": 2,
        "proposed_at": samples.NOW,
        **more,
    }
    return PendingUpdate(**given)  # type: ignore[arg-type]


def test_a_statement_is_proposed_in_its_own_words() -> None:
    done = inform(HUT)
    update = waiting(NAME, "Hut")
    assert done.decision.queue == (update,)
    assert done.decision.events == (proposed(update),)
    assert (done.says, done.state.fields) == ((), {})


def test_another_value_than_the_stored_one_is_a_conflict() -> None:
    assert inform(HUT, held={NAME: "Villa"}).decision.queue == (waiting(NAME, "Hut", is_conflict=True),)


def test_a_newer_statement_ends_the_waiting_one() -> None:
    done = inform(HUT, queue=(WAITS, LIST))
    assert done.decision.events == (ended(WAITS, SUPERSEDED, "restated"), proposed(waiting(NAME, "Hut")))
    assert done.decision.queue == (LIST, waiting(NAME, "Hut"))


def test_what_waits_already_is_not_proposed_again() -> None:
    done = inform(candidate(NAME, "Villa"), queue=(WAITS,))
    assert (done.decision.events, done.decision.queue) == ((), (WAITS,))


def test_a_statement_of_the_stored_value_reaffirms_it() -> None:
    done = inform(HUT, held={NAME: "Hut"})
    assert done.decision.events == (
        Event(kind=EventKind.VALUE_REAFFIRMED, provenance=SAID_SO, field=NAME, value="Hut"),
    )
    assert (done.decision.queue, done.says) == ((), ())


def test_a_reaffirmed_value_ends_the_conflict_that_waits() -> None:
    conflict = replace(WAITS, is_conflict=True)
    done = inform(HUT, held={NAME: "Hut"}, queue=(conflict,))
    assert done.decision.events[1:] == (ended(conflict, REJECTED, "stored value stated"),)
    assert done.says == (Say(key="kept", field=NAME, value="Hut"),)


def test_a_reaffirmed_value_leaves_what_waits_without_a_conflict() -> None:
    done = inform(HUT, held={NAME: "Hut"}, queue=(WAITS,))
    assert (done.decision.queue, done.says) == ((WAITS,), ())


def test_a_bare_value_reaffirms_nothing() -> None:
    conflict = replace(WAITS, is_conflict=True)
    done = inform(replace(HUT, is_bare=True), held={NAME: "Hut"}, queue=(conflict,))
    assert (done.decision.events, done.decision.queue) == ((), (conflict,))


def test_a_statement_of_no_field_of_the_schema_is_left() -> None:
    done = inform(candidate("old.field", "x"), HUT)
    assert [update.field for update in done.decision.queue] == [NAME]


# -- several statements of one field -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("first_is_bare", "second_is_bare", "expected"),
    [(False, False, "Castle"), (True, False, "Castle"), (False, True, "Hut"), (True, True, "Hut")],
)
def test_the_last_named_statement_of_a_field_counts(
    *, first_is_bare: bool, second_is_bare: bool, expected: str
) -> None:
    first, second = replace(HUT, is_bare=first_is_bare), candidate(NAME, "Castle", is_bare=second_is_bare)
    assert [update.value for update in inform(first, second).decision.queue] == [expected]


def test_a_bare_value_that_only_says_again_what_is_stored_leaves_the_next_one() -> None:
    bare = replace(HUT, is_bare=True)
    done = inform(bare, candidate(NAME, "Castle", is_bare=True), held={NAME: "Hut"})
    assert [update.value for update in done.decision.queue] == ["Castle"]


def test_statements_of_two_fields_wait_both() -> None:
    done = inform(HUT, candidate(FEE, samples.yuan(5)), candidate(ROOMS, "a"))
    assert [(update.id, update.field) for update in done.decision.queue] == [
        ("9.1", NAME),
        ("9.2", FEE),
        ("9.3", ROOMS),
    ]


# -- what is no value --------------------------------------------------------------------------------------------------
def test_a_value_that_the_field_refuses_is_told_and_asked_for() -> None:
    done = inform(candidate(NAME, "x" * 21, "xxx"))
    details = {"words": "xxx", "max": "20", "length": "21"}
    assert done.says == (Say(key="invalid", field=NAME, reason="too_long", details=details),)
    assert (done.decision.asks_value_of, done.decision.queue) == ((NAME,), ())


def test_words_that_are_no_value_are_told_with_their_reason() -> None:
    done = inform(candidate(DAY, None, "the 31st of June", refusal=Refusal(reason="no_such_day")))
    details = {"words": "the 31st of June"}
    assert done.says == (Say(key="invalid", field=DAY, reason="no_such_day", details=details),)
    assert done.decision.asks_value_of == (DAY,)


def test_words_without_a_value_and_a_reason_are_passed_over() -> None:
    done = inform(candidate(DAY, None, "soon"))
    assert (done.says, done.decision.queue) == ((), ())


@pytest.mark.parametrize("reason", ["unclean", "invisible", "mixed_scripts", "not_a_value", "no_choice"])
def test_some_reasons_are_not_told_of_a_statement(reason: str) -> None:
    done = inform(candidate(DAY, None, "x", refusal=Refusal(reason=reason)))
    assert (done.says, done.decision.asks_value_of) == ((), ())


def test_a_bare_value_that_is_refused_is_passed_over() -> None:
    assert inform(candidate(NAME, "x" * 21, is_bare=True)).says == ()


def test_a_new_entry_of_a_full_map_is_told_and_not_asked_for() -> None:
    done = inform(candidate("notes.c", "3", "three"), held={"notes.a": "1", "notes.b": "2"})
    details = {"words": "three", "max": "2"}
    assert done.says == (Say(key="invalid", field="notes.c", reason="full", details=details),)
    assert (done.decision.queue, done.decision.asks_value_of) == ((), ())


# -- bare ids ----------------------------------------------------------------------------------------------------------
def test_a_bare_id_is_proposed_where_there_is_none() -> None:
    assert [one.value for one in inform(candidate(CODE, "H-001", is_bare=True)).decision.queue] == ["H-001"]


def test_a_bare_id_beside_a_stored_one_may_be_anything() -> None:
    assert inform(candidate(CODE, "H-002", is_bare=True), held={CODE: "H-001"}).decision.queue == ()


def test_a_bare_id_beside_a_waiting_one_may_be_anything() -> None:
    waits = samples.update(CODE, "H-001", "1.1")
    assert inform(candidate(CODE, "H-002", is_bare=True), queue=(waits,)).decision.queue == (waits,)


def test_a_named_id_beside_a_stored_one_is_a_conflict() -> None:
    assert inform(candidate(CODE, "H-002"), held={CODE: "H-001"}).decision.queue[0].is_conflict


def test_a_bare_value_of_another_type_beside_a_stored_one_is_a_conflict() -> None:
    assert inform(replace(HUT, is_bare=True), held={NAME: "Villa"}).decision.queue[0].is_conflict


# -- lists -------------------------------------------------------------------------------------------------------------
def test_an_item_waits_to_be_added() -> None:
    done = inform(candidate(ROOMS, "a", "Hut"))
    assert done.decision.queue == (waiting(ROOMS, ("a",), action="append"),)
    assert done.decision.events == (proposed(waiting(ROOMS, ("a",), action="append")),)


def test_items_of_one_turn_wait_together_under_the_first_quote() -> None:
    done = inform(candidate(ROOMS, "a", "Hut"), candidate(ROOMS, ("b", "a"), "others"))
    said = SAID_SO._replace(span=None, words=None)
    assert done.decision.queue == (waiting(ROOMS, ("a", "b"), action="append", provenance=said),)


def test_an_item_that_is_held_is_not_proposed() -> None:
    done = inform(candidate(ROOMS, ("a", "b")), held={ROOMS: ("a",)})
    assert [update.value for update in done.decision.queue] == [("b",)]
    assert inform(candidate(ROOMS, "a"), held={ROOMS: ("a",)}).decision.events == ()


def test_an_item_that_waits_is_not_proposed_again() -> None:
    assert inform(candidate(ROOMS, "b"), queue=(LIST,)).decision.queue == (LIST,)


def test_a_further_item_waits_together_with_those_before() -> None:
    done = inform(candidate(ROOMS, "a"), queue=(LIST,))
    update = waiting(ROOMS, ("b", "c", "a"), action="append")
    assert done.decision.queue == (update,)
    assert done.decision.events == (ended(LIST, SUPERSEDED, "extended"), proposed(update))
    assert done.decision.show_now == ()


def test_items_that_were_shown_are_shown_again_with_the_further_one() -> None:
    assert inform(candidate(ROOMS, "a"), shown=(LIST,)).decision.show_now == ("9.1",)


def test_a_further_item_beside_another_kind_of_update_waits_for_itself() -> None:
    other = replace(LIST, action="set", value=("b",))
    done = inform(candidate(ROOMS, "a"), queue=(other,))
    assert [(update.id, update.value) for update in done.decision.queue] == [("1.3", ("b",)), ("9.1", ("b", "a"))]


def test_a_waiting_value_that_is_no_list_holds_no_items() -> None:
    other = replace(LIST, action="set", value="b")
    assert inform(candidate(ROOMS, "b"), queue=(other,)).decision.queue[-1].value == ("b",)


def test_items_that_are_too_many_are_told_and_not_asked_for() -> None:
    done = inform(candidate(ROOMS, "d", "Hut"), held={ROOMS: ("a", "b", "c")})
    assert (done.says[0].key, done.says[0].field, done.says[0].reason) == ("invalid", ROOMS, "full")
    assert done.says[0].details["words"] == "Hut"
    assert (done.decision.queue, done.decision.asks_value_of) == ((), ())


def test_what_waits_counts_for_the_room_in_a_list() -> None:
    done = inform(candidate(ROOMS, ("d", "e")), queue=(LIST,))
    assert (done.says[0].reason, done.decision.queue) == ("full", (LIST,))


def test_an_unclean_item_is_passed_over_in_silence() -> None:
    done = inform(candidate(ROOMS, "<script>x"))
    assert (done.says, done.decision.queue) == ((), ())


def test_an_item_that_is_no_value_is_passed_over() -> None:
    done = inform(candidate(ROOMS, None, refusal=Refusal(reason="not_a_value")), candidate(ROOMS, "a"))
    assert [update.value for update in done.decision.queue] == [("a",)]


# -- the words of a value ----------------------------------------------------------------------------------------------
MOVED = {
    "in the quote": (HUT, "Hut"),
    "the whole quote": (candidate(NAME, "Hut", lead=""), "Hut"),
    "where folding moved the quote": (replace(HUT, quote="it is  Hut"), "it is  Hut"),
    "where folding moved the value": (replace(HUT, span=Span(16, 20)), "it is Hut"),
    "where the value stands before the cue": (replace(HUT, cue=Span(17, 26)), "it is Hut"),
}


@pytest.mark.parametrize("what", MOVED)
def test_the_words_of_a_value_are_cut_from_its_quote(what: str) -> None:
    given, words = MOVED[what]
    assert inform(given).decision.queue[0].provenance.words == words


# -- off the record ----------------------------------------------------------------------------------------------------
def test_what_is_said_off_the_record_is_not_proposed() -> None:
    done = turn(OffRecord(), Inform(candidate=HUT))
    assert (done.decision.queue, done.decision.events) == ((), ())
    assert (done.says, done.decision.is_off_record) == ((Say(key="off_record"),), True)
