"""Commands: what the user orders is written, noted or forgotten at once."""

from dataclasses import replace

import pytest

from dualmem.model.act import AddNote, Affirm, Negate, RemoveItem, SetField, UnknownTarget
from dualmem.model.decision import Say
from dualmem.model.event import Event, EventKind
from dualmem.model.note import Note
from dualmem.model.reading import Refusal
from dualmem.model.span import Span
from dualmem.model.value import Value
from tests.unit import samples
from tests.unit.grounding.acting import SAID, ended, proposed, stated, turn, words_of, written
from tests.unit.grounding.houses import BARE, DAY, NAME, PRICE, QUOTED_LIST, ROOMS, TAGS, TWO_DAYS, WAITS

SUPERSEDED = EventKind.UPDATE_SUPERSEDED


# -- writing -----------------------------------------------------------------------------------------------------------
def test_a_command_writes_at_once_and_tells_old_and_new() -> None:
    given = stated("Villa")
    done = turn(SetField(field=NAME, stated=given), held={NAME: "Hut"})
    assert done.decision.events == (written(EventKind.FIELD_SET, NAME, "Hut", "Villa", words_of(given)),)
    assert done.says == (Say(key="set", field=NAME, value="Villa", old="Hut"),)


def test_a_command_ends_what_waits_for_the_field() -> None:
    done = turn(SetField(field=NAME, stated=stated("Hut")), queue=(WAITS, QUOTED_LIST))
    assert done.decision.events[0] == ended(WAITS, SUPERSEDED, "commanded")
    assert done.decision.queue == (QUOTED_LIST,)


def test_a_command_with_the_stored_value_writes_nothing_and_says_it_is_so() -> None:
    done = turn(SetField(field=NAME, stated=stated("Hut")), held={NAME: "Hut"}, queue=(WAITS,))
    assert done.decision.events == (ended(WAITS, SUPERSEDED, "commanded"),)
    assert done.says == (Say(key="set", field=NAME, value="Hut", old="Hut"),)


def test_a_command_without_a_value_asks_for_it() -> None:
    done = turn(SetField(field=DAY, stated=stated(None, "soon", refusal=Refusal(reason="no_such_day"))))
    assert done.says == (Say(key="invalid", field=DAY, reason="no_such_day", details={"words": "soon"}),)
    assert done.decision.asks_value_of == (DAY,)


def test_a_command_with_no_value_at_all_has_a_reason_too() -> None:
    done = turn(SetField(field=DAY, stated=stated(None, "soon")))
    assert done.says == (Say(key="invalid", field=DAY, reason="not_a_value", details={"words": "soon"}),)
    assert done.decision.asks_value_of == (DAY,)


def test_a_refused_value_is_asked_for_again() -> None:
    done = turn(SetField(field=NAME, stated=stated("x" * 21, "xxx")), queue=(WAITS,))
    details = {"words": "xxx", "max": "20", "length": "21"}
    assert done.says == (Say(key="invalid", field=NAME, reason="too_long", details=details),)
    assert done.decision.asks_value_of == (NAME,)
    assert (done.decision.events, done.decision.queue) == ((), (WAITS,))


def test_a_list_that_is_full_is_not_asked_for_again() -> None:
    done = turn(SetField(field=ROOMS, stated=stated(("a", "b", "c", "d"))))
    assert (done.says[0].key, done.says[0].reason) == ("invalid", "full")
    assert done.decision.asks_value_of == ()


@pytest.mark.parametrize(("path", "value"), [(PRICE, BARE), (DAY, TWO_DAYS)], ids=["no currency", "two readings"])
def test_a_command_that_is_not_clear_waits_and_is_shown(path: str, value: Value) -> None:
    waits = samples.update(path, samples.yuan(1) if path == PRICE else samples.day("2026-01-01"), "1.1")
    given = stated(value)
    done = turn(SetField(field=path, stated=given), queue=(waits,))
    (update,) = done.decision.queue
    assert done.decision.events == (ended(waits, SUPERSEDED, "restated"), proposed(update))
    assert (update.value, update.origin, update.provenance) == (value, "answer", words_of(given))
    assert (done.decision.show_now, done.says) == (("9.1",), ())


# -- maps --------------------------------------------------------------------------------------------------------------
def test_a_new_entry_of_a_map_with_room_is_written() -> None:
    done = turn(SetField(field="notes.b", stated=stated("2")), held={"notes.a": "1"})
    assert done.state.value("notes.b") == "2"


def test_a_new_entry_of_a_full_map_is_refused_and_not_asked_for() -> None:
    done = turn(SetField(field="notes.c", stated=stated("3", "three")), held={"notes.a": "1", "notes.b": "2"})
    details = {"words": "three", "max": "2"}
    assert done.says == (Say(key="invalid", field="notes.c", reason="full", details=details),)
    assert (done.decision.events, done.decision.asks_value_of) == ((), ())


def test_an_entry_that_is_there_is_changed_in_a_full_map_too() -> None:
    done = turn(SetField(field="notes.b", stated=stated("3")), held={"notes.a": "1", "notes.b": "2"})
    assert done.state.value("notes.b") == "3"


def test_what_is_held_beside_a_map_takes_no_room_in_it() -> None:
    done = turn(SetField(field="notes.b", stated=stated("2")), held={"notes.a": "1", NAME: "x", "facts.a": "y"})
    assert done.state.value("notes.b") == "2"


def test_the_oldest_entry_of_a_map_that_archives_makes_room() -> None:
    held = {"facts.a": samples.held("1", version=1), "facts.b": samples.held("2", version=2)}
    done = turn(SetField(field="facts.c", stated=stated("3")), held=held)
    assert {path: one.value for path, one in done.state.fields.items()} == {"facts.b": "2", "facts.c": "3"}
    assert done.says[0] == Say(key="archived", field="facts.a", value="1")


MEMBERS: dict[str, Value] = {"members.a.area": "x", "members.a.since": samples.day("2026-01-01"), "members.b.area": "y"}


def test_a_further_field_of_an_entry_is_written_in_a_full_map() -> None:
    done = turn(SetField(field="members.b.since", stated=stated(samples.day("2026-01-02"))), held=MEMBERS)
    assert done.state.value("members.b.since") == samples.day("2026-01-02")


def test_an_entry_of_several_fields_counts_once() -> None:
    held = {path: value for path, value in MEMBERS.items() if path.startswith("members.a")}
    assert turn(SetField(field="members.b.area", stated=stated("y")), held=held).state.value("members.b.area") == "y"


def test_the_oldest_entry_leaves_with_all_its_fields() -> None:
    held = {path.replace("members", "guests"): value for path, value in MEMBERS.items()}
    done = turn(SetField(field="guests.c.area", stated=stated("z")), held=held)
    assert set(done.state.fields) == {"guests.b.area", "guests.c.area"}
    assert [note.text for note in done.decision.notes] == ["a.area: x", "a.since: 2026-01-01"]


# -- appending ---------------------------------------------------------------------------------------------------------
def append(*items: str) -> SetField:
    return SetField(field=ROOMS, stated=stated(items), is_append=True)


def test_further_items_are_added_and_told() -> None:
    act = append("b")
    done = turn(act, held={ROOMS: ("a",)})
    assert done.event == written(EventKind.FIELD_SET, ROOMS, ("a",), ("a", "b"), words_of(act.stated))
    assert done.says == (Say(key="appended", field=ROOMS, value=("b",)),)


def test_the_first_item_of_a_list_may_be_added() -> None:
    done = turn(SetField(field=ROOMS, stated=stated("a"), is_append=True))
    assert done.state.value(ROOMS) == ("a",)


def test_an_item_that_is_there_is_a_duplicate() -> None:
    done = turn(SetField(field=ROOMS, stated=stated("a"), is_append=True), held={ROOMS: ("a",)})
    assert (done.decision.events, done.says) == ((), (Say(key="duplicate", field=ROOMS, value=("a",)),))


def test_only_the_new_ones_of_several_items_are_added() -> None:
    done = turn(append("a", "b"), held={ROOMS: ("a",)})
    assert done.says == (Say(key="appended", field=ROOMS, value=("b",)),)
    assert done.state.value(ROOMS) == ("a", "b")


def test_items_for_a_full_list_are_refused() -> None:
    done = turn(append("d"), held={ROOMS: ("a", "b", "c")})
    assert done.decision.events == ()
    assert (done.says[0].key, done.says[0].reason, done.says[0].details["words"]) == ("invalid", "full", "('d',)")
    assert done.decision.asks_value_of == ()


def test_items_that_were_just_added_do_not_wait_any_more() -> None:
    done = turn(append("b"), queue=(QUOTED_LIST,))
    (left,) = done.decision.queue
    assert (left.value, left.action, left.origin, left.provenance) == (("c",), "append", "rule", QUOTED_LIST.provenance)
    assert (left.user_turn, left.proposed_at) == (QUOTED_LIST.user_turn, QUOTED_LIST.proposed_at)
    assert done.decision.events[1:] == (ended(QUOTED_LIST, SUPERSEDED, "changed"), proposed(left))


def test_where_all_that_waits_was_added_nothing_waits() -> None:
    done = turn(append("b", "c"), queue=(QUOTED_LIST,))
    assert done.decision.queue == ()
    assert done.decision.events[1:] == (ended(QUOTED_LIST, SUPERSEDED, "changed"),)


def test_other_items_go_on_waiting() -> None:
    done = turn(append("d"), queue=(QUOTED_LIST, WAITS))
    assert done.decision.queue == (QUOTED_LIST, WAITS)
    assert len(done.decision.events) == 1


def test_a_waiting_value_that_is_no_list_is_left() -> None:
    odd = replace(QUOTED_LIST, value="b")
    assert turn(append("b"), queue=(odd,)).decision.queue == (odd,)


# -- targets and notes -------------------------------------------------------------------------------------------------
def test_an_unknown_target_names_the_nearest_field() -> None:
    (said,) = turn(UnknownTarget(name="house.nam")).says
    assert (said.key, said.details) == ("unknown_field", {"name": "house.nam", "nearest": NAME})


def test_an_unknown_target_that_is_like_nothing_has_no_nearest() -> None:
    (said,) = turn(UnknownTarget(name="天气预报")).says
    assert said.details == {"name": "天气预报", "nearest": ""}


def noting(text: str) -> AddNote:
    return AddNote(text=text, span=Span(0, len(text)))


def test_a_note_is_kept() -> None:
    done = turn(noting("  the key is under the mat "))
    text = "the key is under the mat"
    assert done.decision.notes == (Note(id="n9.1", text=text, at=samples.NOW, provenance=SAID),)
    assert done.event == Event(kind=EventKind.NOTE_ADDED, provenance=SAID, item="n9.1", text=text)
    assert done.says == (Say(key="note_added", details={"text": text}),)


def test_two_notes_of_a_turn_have_two_ids() -> None:
    assert [note.id for note in turn(noting("one"), noting("two")).decision.notes] == ["n9.1", "n9.2"]


@pytest.mark.parametrize(("text", "reason"), [("  ", "empty"), ("<script>x", "unclean")])
def test_what_is_no_note_is_refused(text: str, reason: str) -> None:
    done = turn(noting(text))
    assert (done.decision.notes, done.says) == ((), (Say(key="note_refused", reason=reason),))


def test_a_note_that_is_kept_already_is_a_duplicate() -> None:
    kept = Note(id="n1.1", text="The Key", at=samples.NOW, provenance=SAID)
    done = turn(noting("the key"), notes=(kept,))
    assert (done.decision.notes, done.says) == ((), (Say(key="note_duplicate", details={"text": "the key"}),))


def test_a_note_of_the_same_turn_is_a_duplicate_too() -> None:
    done = turn(noting("one"), noting("ONE"))
    assert [say.key for say in done.says] == ["note_added", "note_duplicate"]


# -- list items --------------------------------------------------------------------------------------------------------
def test_an_item_is_taken_out_of_its_list() -> None:
    done = turn(RemoveItem(words="bath", field=ROOMS), held={ROOMS: ("bath", "kitchen")})
    assert done.event == written(EventKind.FIELD_SET, ROOMS, ("bath", "kitchen"), ("kitchen",))
    assert done.says == (Say(key="removed", field=ROOMS, value=("bath",)),)
    assert done.decision.erased == ()


def test_the_last_item_leaves_an_empty_field() -> None:
    done = turn(RemoveItem(words="bath"), held={ROOMS: ("bath",)})
    assert done.event == written(EventKind.FIELD_CLEARED, ROOMS, ("bath",), None)


def test_an_item_may_be_erased() -> None:
    done = turn(RemoveItem(words="bath", field=ROOMS, is_erase=True), held={ROOMS: ("bath", "kitchen")})
    assert done.decision.erased == (ROOMS,)


def test_an_item_that_is_nowhere_is_told_with_its_field() -> None:
    done = turn(RemoveItem(words="attic", field=TAGS), held={ROOMS: ("attic",)})
    assert done.says == (Say(key="no_such_item", field=TAGS, details={"words": "attic"}),)


def test_an_item_that_is_nowhere_is_told_with_a_held_list() -> None:
    done = turn(RemoveItem(words="attic"), held={NAME: "attic", TAGS: ("red",)})
    assert done.says == (Say(key="no_such_item", field=TAGS, details={"words": "attic"}),)


def test_an_item_that_is_nowhere_is_told_with_the_first_list_where_none_is_held() -> None:
    assert turn(RemoveItem(words="attic"), held={NAME: "x"}).says[0].field == ROOMS


def test_several_items_with_the_words_are_asked_about() -> None:
    done = turn(RemoveItem(words="room"), held={ROOMS: ("bath room", "bed room"), NAME: "room"})
    assert done.says == (Say(key="which_item", field=ROOMS, options=("bath room", "bed room")),)
    assert done.decision.events == ()


def test_the_item_that_is_just_the_words_is_meant() -> None:
    done = turn(RemoveItem(words="bath"), held={ROOMS: ("Bath ", "bath room")})
    assert done.state.value(ROOMS) == ("bath room",)


def test_two_items_that_are_just_the_words_are_asked_about() -> None:
    done = turn(RemoveItem(words="bath"), held={ROOMS: ("bath",), TAGS: ("bath",)})
    assert done.says[0].key == "which_item"


def test_the_item_that_was_shown_is_meant() -> None:
    shown = samples.update(ROOMS, ("bed room", "b"), "1.3", action="append")
    done = turn(RemoveItem(words="room"), held={TAGS: ("bath room",)}, shown=(shown,))
    assert done.says == (Say(key="removed", field=ROOMS, value=("bed room",)),)
    assert done.state.value(TAGS) == ("bath room",)


def test_an_item_is_taken_out_of_what_waits() -> None:
    done = turn(RemoveItem(words="b"), shown=(QUOTED_LIST,))
    (left,) = done.decision.queue
    assert (left.value, left.action, left.provenance) == (("c",), "append", QUOTED_LIST.provenance)
    assert done.decision.events == (ended(QUOTED_LIST, SUPERSEDED, "changed"), proposed(left))
    assert done.says == (Say(key="removed", field=ROOMS, value=("b",)),)
    assert done.decision.show_now == (left.id,)


def test_the_only_waiting_item_leaves_nothing_waiting() -> None:
    done = turn(RemoveItem(words="b"), shown=(replace(QUOTED_LIST, value=("b",)),))
    assert (done.decision.queue, done.decision.show_now) == ((), ())


def test_a_yes_beside_a_removed_item_is_for_what_is_left() -> None:
    done = turn(RemoveItem(words="b"), Affirm(update="1.3"), shown=(QUOTED_LIST,))
    assert done.state.value(ROOMS) == ("c",)


def test_a_no_beside_a_removed_item_is_for_what_is_left() -> None:
    done = turn(Negate(update="1.3"), RemoveItem(words="b"), shown=(QUOTED_LIST,))
    assert done.decision.queue == ()
    assert done.says[-1] == Say(key="refused", field=ROOMS, value=("c",))


def test_a_yes_beside_an_item_that_was_not_found_binds_no_list() -> None:
    done = turn(RemoveItem(words="attic"), Affirm(update="1.3"), Affirm(update="1.1"), shown=(QUOTED_LIST, WAITS))
    assert done.decision.queue == (QUOTED_LIST,)
    assert done.decision.show_now == ("1.3",)
    assert done.state.value(NAME) == "Villa"


def test_only_texts_hold_words() -> None:
    odd = samples.update(ROOMS, (5, "five"), "1.3")
    done = turn(RemoveItem(words="five"), shown=(odd,))
    assert done.says[0].value == ("five",)
