"""Whole turns: what is counted, what expires, what is told, and what an undo later finds."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from dualmem.grounding.topics import stored_topics, topics_after
from dualmem.model.act import (
    AddNote,
    Affirm,
    Answer,
    Forget,
    ForgetAnswer,
    Inform,
    ListMemory,
    Negate,
    PlainAgain,
    Recall,
    Remark,
    Renew,
    SetField,
    Undo,
    Why,
)
from dualmem.model.candidate import Extraction
from dualmem.model.conversation import WritingTurn
from dualmem.model.decision import Say
from dualmem.model.event import Change, EventKind
from dualmem.model.note import Note
from dualmem.model.span import Span
from dualmem.model.utterance import Clause, Folded, Utterance
from tests.unit import samples
from tests.unit.grounding.acting import CONTEXT, NOTHING, SAID, ended, stated, turn
from tests.unit.grounding.test_informs import candidate

NAME, PRICE, FEE, TAGS, ROOMS = (f"house.{name}" for name in ("name", "price", "fee", "tags", "rooms"))
WAITS = samples.update(NAME, "Villa", "1.1")
LIST = samples.update(ROOMS, ("b", "c"), "1.3", action="append")
EXPIRED = EventKind.UPDATE_EXPIRED
TOOL = replace(CONTEXT, channel="tool")


# -- counting and expiring ---------------------------------------------------------------------------------------------
def test_a_turn_of_the_user_is_counted() -> None:
    assert turn(user_turns=4).decision.conversation.user_turns == 5


def test_a_turn_of_a_tool_is_not_counted() -> None:
    assert turn(user_turns=4, context=TOOL).decision.conversation.user_turns == 4


def test_an_update_expires_after_the_turns_of_its_conversation() -> None:
    assert turn(queue=(WAITS,), user_turns=3).decision.queue == (WAITS,)
    done = turn(queue=(WAITS,), user_turns=4)
    assert (done.decision.queue, done.decision.events) == ((), (ended(WAITS, EXPIRED, "turns"),))
    assert done.says == ()


def test_turns_of_a_tool_let_nothing_expire() -> None:
    assert turn(queue=(WAITS,), user_turns=9, context=TOOL).decision.queue == (WAITS,)


@pytest.mark.parametrize(("conversation", "is_gone"), [("c", True), (None, False), ("other", False)])
def test_turns_count_for_what_was_proposed_in_this_conversation(conversation: str | None, *, is_gone: bool) -> None:
    update = replace(WAITS, provenance=WAITS.provenance._replace(conversation=conversation))
    assert (turn(queue=(update,), user_turns=9).decision.queue == ()) is is_gone


def test_an_update_expires_with_age_in_any_conversation() -> None:
    update = replace(WAITS, provenance=WAITS.provenance._replace(conversation="other"))
    old = replace(update, proposed_at=samples.NOW - timedelta(hours=24))
    older = replace(old, proposed_at=old.proposed_at - timedelta(seconds=1))
    assert turn(queue=(old,)).decision.queue == (old,)
    assert turn(queue=(older,)).decision.events == (ended(older, EXPIRED, "age"),)


def test_what_was_shown_and_expires_is_told() -> None:
    done = turn(shown=(WAITS,), queue=(LIST,), user_turns=4)
    assert done.says == (Say(key="expired_update", field=NAME, value="Villa"),)
    assert done.kinds == [EXPIRED, EXPIRED]


def test_after_a_turn_without_a_reply_nothing_counts_as_shown() -> None:
    assert turn(shown=(WAITS,), user_turns=4, unanswered_turn=8).says == ()


# -- what is told ------------------------------------------------------------------------------------------------------
def note(number: int, text: str) -> Note:
    at = datetime(2026, 11, number, 8, 5, tzinfo=samples.ZONE)
    return Note(id=f"n{number}", text=text, at=at, provenance=SAID)


NOTES = tuple(note(number, f"red door {number}") for number in range(1, 8))


def told(number: int, text: str) -> Say:
    return Say(key="listing_note", details={"text": text, "at": f"2026-11-{number:02} 08:05"})


def test_a_question_for_one_field_is_answered_by_it() -> None:
    assert turn(Recall(fields=(NAME,), name="the name")).says == (
        Say(key="recall", field=NAME, details={"name": "the name"}),
    )


def test_a_question_for_several_fields_is_answered_by_them() -> None:
    assert turn(Recall(fields=(NAME, FEE), name="all")).says == (
        Say(key="recall", fields=(NAME, FEE), details={"name": "all"}),
    )


def test_a_question_for_no_field_is_answered_by_the_latest_notes() -> None:
    assert turn(Recall(name="red door"), notes=NOTES).says == tuple(
        told(number, f"red door {number}") for number in (7, 6, 5, 4, 3)
    )


def test_a_note_must_hold_every_word_that_is_asked_for() -> None:
    notes = (note(1, "red door"), note(2, "red roof"), note(3, "blue door"))
    assert turn(Recall(name="the red door"), notes=(note(1, "a red door"),)).says[0].key == "recall_unknown"
    assert turn(Recall(name="red door"), notes=notes).says == (told(1, "red door"),)


@pytest.mark.parametrize("name", ["garden", ""])
def test_a_question_that_nothing_answers_says_so(name: str) -> None:
    assert turn(Recall(name=name), notes=NOTES).says == (Say(key="recall_unknown", details={"name": name}),)


def test_a_list_of_all_ends_with_the_latest_notes() -> None:
    expected = (Say(key="listing"), *(told(number, f"red door {number}") for number in (3, 4, 5, 6, 7)))
    assert turn(ListMemory(), notes=NOTES).says == expected


def test_a_question_why_is_about_its_field() -> None:
    assert turn(Why(field=FEE), shown=(WAITS,)).says == (Say(key="why", field=FEE),)


def test_a_question_why_without_a_field_is_about_what_was_shown_first() -> None:
    assert turn(Why(), shown=(WAITS, LIST)).says == (Say(key="why", field=NAME),)


def test_a_question_why_without_a_field_is_about_what_was_written_last() -> None:
    wrote = WritingTurn(turn=3, version=1, changes=(Change(field=FEE), Change(field=NAME)))
    writes = (WritingTurn(turn=2, version=1, changes=(Change(field=FEE),)), wrote, WritingTurn(turn=4, version=1))
    assert turn(Why(), writes=writes).says == (Say(key="why", field=NAME),)


def test_a_question_why_about_nothing_is_not_answered() -> None:
    assert turn(Why()).says == ()


def test_hidden_characters_are_asked_again_with_what_was_shown() -> None:
    done = turn(PlainAgain(), shown=(WAITS,), queue=(LIST,))
    assert (done.says, done.decision.show_now) == ((Say(key="plain_again"),), ("1.1",))


def test_a_value_that_is_to_be_renewed_is_asked_for() -> None:
    done = turn(Renew(field=NAME, is_wanted=True), held={NAME: "Hut"})
    assert (done.decision.asks_value_of, done.says) == ((NAME,), ())


def test_a_value_that_is_not_to_be_renewed_stays() -> None:
    done = turn(Renew(field=NAME, is_wanted=False), held={NAME: "Hut"})
    assert (done.decision.asks_value_of, done.says) == ((), (Say(key="kept", field=NAME, value="Hut"),))


# -- is the turn answered ----------------------------------------------------------------------------------------------
def heard(*moods: str) -> Extraction:
    clauses = tuple(Clause(index=n, span=Span(0, 0), mood=mood, sentence=0) for n, mood in enumerate(moods))  # type: ignore[arg-type]
    return Extraction(utterance=Utterance(folded=Folded("", "", (0,), ()), clauses=clauses))


WORK, IDLE = Remark(is_work_request=True), Remark()
SET = SetField(field=NAME, stated=stated("Villa"))
ANSWERED = {
    "a command": ((SET, IDLE), NOTHING, True),
    "a command without a remark": ((SET,), NOTHING, True),
    "a command and work": ((SET, WORK), NOTHING, False),
    "a recall and work": ((Recall(fields=(NAME,)), WORK), NOTHING, True),
    "a list and work": ((ListMemory(), WORK), NOTHING, True),
    "a why and work": ((Why(field=NAME), WORK), NOTHING, True),
    "a command, a recall and work": ((SET, Recall(fields=(NAME,)), WORK), NOTHING, False),
    "a yes": ((Affirm(update="1.1"), IDLE), heard("stated"), True),
    "a no": ((Negate(update="1.1"), IDLE), heard("stated"), True),
    "an answer": ((Answer(field=NAME, stated=stated("x")), IDLE), heard(), True),
    "a yes without a remark": ((Affirm(update="1.1"),), heard("stated"), False),
    "a yes and work": ((Affirm(update="1.1"), WORK), heard("stated"), False),
    "a yes and a question": ((Affirm(update="1.1"), IDLE), heard("stated", "asked"), False),
    "a yes and a quote": ((Affirm(update="1.1"), IDLE), heard("data", "stated"), False),
    "nothing": ((IDLE,), NOTHING, False),
}


@pytest.mark.parametrize("what", ANSWERED)
def test_a_turn_is_answered_by_memory_where_it_asks_nothing_else(what: str) -> None:
    acts, extraction, is_answered = ANSWERED[what]
    done = turn(*acts, shown=(WAITS,), extraction=extraction)  # type: ignore[arg-type]
    assert done.decision.is_answered is is_answered


def test_a_decision_passes_the_remark_on() -> None:
    done = turn(Remark(mentioned=(NAME,), is_work_request=True, is_statement_only=True))
    assert done.decision.mentioned == (NAME,)
    assert (done.decision.is_work_request, done.decision.is_statement_only) == (True, True)


def test_a_turn_without_a_remark_mentions_nothing() -> None:
    done = turn()
    assert (done.decision.mentioned, done.decision.is_work_request, done.decision.is_statement_only) == (
        (),
        False,
        False,
    )


# -- topics ------------------------------------------------------------------------------------------------------------
def test_a_turn_speaks_of_the_groups_of_its_events_and_labels() -> None:
    done = turn(
        SET,
        extraction=replace(NOTHING, topics=("work", "play")),
        topics=("old", "house"),
        questioned=("house.name",),
    )
    assert done.decision.conversation.topics == ("play", "work", "house", "old")
    assert done.decision.conversation.questioned == ()


def test_a_turn_of_a_tool_speaks_of_nothing() -> None:
    done = turn(extraction=replace(NOTHING, topics=("work",)), context=TOOL, questioned=("house.name",))
    assert (done.decision.conversation.topics, done.decision.conversation.questioned) == ((), ("house.name",))


def test_four_topics_are_kept_the_last_first_and_each_once() -> None:
    before = samples.talk(topics=("a", "b", "c"))
    assert topics_after(before, ["d", "", "b", "e"]) == ("e", "b", "d", "a")


def test_what_is_stored_was_spoken_of_in_the_order_it_was_written() -> None:
    held = {
        "a.x": samples.held("1", version=1),
        "b.x": samples.held("1", version=3),
        "c": samples.held("1", version=4),
        "a.y": samples.held("1", version=2),
    }
    assert stored_topics(samples.state(held)) == ("b", "a")


# -- a group that waits to be forgotten --------------------------------------------------------------------------------
def test_a_group_that_waits_to_be_forgotten_waits_for_one_turn() -> None:
    assert turn(waiting_forget=(NAME,)).decision.conversation.waiting_forget == ()


def test_a_turn_of_a_tool_leaves_it_waiting() -> None:
    assert turn(waiting_forget=(NAME,), context=TOOL).decision.conversation.waiting_forget == (NAME,)


def test_another_group_takes_its_place() -> None:
    forget = Forget(fields=(FEE,), name="house", group="house")
    done = turn(forget, held={FEE: samples.yuan(1)}, waiting_forget=(NAME,))
    assert done.decision.conversation.waiting_forget == (FEE,)


# -- what an undo finds later ------------------------------------------------------------------------------------------
def test_a_write_is_remembered_with_where_the_old_value_came_from() -> None:
    hut = samples.held("Hut", version=4)
    done = turn(SET, held={NAME: hut})
    change = Change(field=NAME, old="Hut", new="Villa", restored_from=hut.provenance, restored_at=hut.at)
    assert done.decision.conversation.writes == (WritingTurn(turn=9, version=2, changes=(change,)),)


def test_two_writes_of_a_field_are_one_change() -> None:
    done = turn(SET, SetField(field=NAME, stated=stated("Castle")), held={NAME: "Hut"})
    ((change,),) = (one.changes for one in done.decision.conversation.writes)
    assert (change.old, change.new) == ("Hut", "Castle")


def test_a_change_there_and_back_is_none() -> None:
    done = turn(SET, SetField(field=NAME, stated=stated("Hut")), held={NAME: "Hut"})
    assert done.decision.conversation.writes == ()


def test_a_field_that_was_written_and_cleared_is_no_change() -> None:
    done = turn(SET, Forget(fields=(NAME,), name="it"))
    assert done.decision.conversation.writes == ()


def test_a_cleared_field_is_a_change() -> None:
    done = turn(Forget(fields=(NAME,), name="it"), held={NAME: "Hut"})
    assert [change.new for change in done.decision.conversation.writes[0].changes] == [None]


def test_an_erased_field_leaves_no_value_in_any_write() -> None:
    before = (
        WritingTurn(turn=3, version=1, changes=(Change(field=NAME, new="Hut"), Change(field=FEE)), erased=("a",)),
        WritingTurn(turn=4, version=1, changes=(Change(field=FEE),)),
    )
    done = turn(SET, Forget(fields=(NAME,), name="it", is_erase=True), held={NAME: "Hut"}, writes=before)
    assert done.decision.conversation.writes == (
        WritingTurn(turn=3, version=1, changes=(Change(field=FEE),), erased=("a", NAME)),
        before[1],
        WritingTurn(turn=9, version=3, erased=(NAME,)),
    )


def test_a_turn_that_writes_nothing_is_not_remembered() -> None:
    assert turn(Inform(candidate=candidate(NAME, "Hut"))).decision.conversation.writes == ()


def test_a_note_is_remembered_for_undo() -> None:
    done = turn(AddNote(text="x", span=Span(0, 1)))
    assert done.decision.conversation.writes == (WritingTurn(turn=9, version=0, notes=("n9.1",)),)


def test_an_undo_is_not_remembered() -> None:
    wrote = WritingTurn(turn=3, version=1, changes=(Change(field=NAME, new="Hut"),))
    assert turn(Undo(), held={NAME: "Hut"}, writes=(wrote,)).decision.conversation.writes == ()


def test_twenty_writing_turns_are_remembered() -> None:
    before = tuple(WritingTurn(turn=number, version=1, notes=("n",)) for number in range(20))
    writes = turn(SET, writes=before).decision.conversation.writes
    assert [one.turn for one in writes] == [*range(1, 20), 9]


def test_what_depends_on_a_written_field_is_stale() -> None:
    price = SetField(field=PRICE, stated=stated(samples.yuan(5)))
    done = turn(price, held={FEE: samples.yuan(1), NAME: "Hut"})
    assert done.event.made_stale == (FEE,)


def test_an_erased_field_is_named_once() -> None:
    forget = Forget(fields=(NAME,), name="it", is_erase=True)
    done = turn(forget, SET, forget, held={NAME: "Hut"})
    assert done.decision.erased == (NAME,)


def test_an_update_that_ended_in_the_turn_is_not_shown() -> None:
    done = turn(PlainAgain(), PlainAgain(), Negate(update="1.1"), shown=(WAITS, LIST))
    assert done.decision.show_now == ("1.3",)


# -- what a full list lets go ------------------------------------------------------------------------------------------
def tag(*items: str) -> SetField:
    return SetField(field=TAGS, stated=stated(items), is_append=True)


def test_the_oldest_item_of_a_full_list_leaves_with_a_note() -> None:
    done = turn(tag("c"), held={TAGS: ("a", "b")})
    assert done.state.value(TAGS) == ("b", "c")
    assert done.says[0] == Say(key="archived", field=TAGS, value=("a",))
    (kept,) = done.decision.notes
    assert (kept.id, kept.text, kept.provenance) == ("n9.1", "tags: a", SAID)
    assert done.kinds == [EventKind.NOTE_ADDED, EventKind.FIELD_SET]


def test_several_items_leave_where_several_come() -> None:
    done = turn(tag("c", "d", "e"), held={TAGS: ("a", "b")})
    assert done.state.value(TAGS) == ("d", "e")
    assert [kept.text for kept in done.decision.notes] == ["tags: a", "tags: b", "tags: c"]


@pytest.mark.parametrize(("language", "text"), [("zh", "标签: a"), ("fr", "tags: a"), (None, "tags: a")])
def test_the_note_is_in_the_language_of_the_talk(language: str | None, text: str) -> None:
    assert turn(tag("c"), held={TAGS: ("a", "b")}, language=language).decision.notes[0].text == text


def test_of_a_sensitive_field_no_note_is_kept() -> None:
    path = "house.secrets"
    done = turn(SetField(field=path, stated=stated(("b",)), is_append=True), held={path: ("a",)})
    assert done.says[0] == Say(key="removed", field=path, value=("a",))
    assert (done.decision.notes, done.state.value(path)) == ((), ("b",))


def test_the_entry_of_a_full_map_that_was_written_longest_ago_leaves_with_a_note() -> None:
    held = {"facts.b": samples.held("2", version=5), "facts.a": samples.held("1", version=6)}
    done = turn(SetField(field="facts.c", stated=stated("3")), held=held)
    assert [(event.kind, event.field, event.reason) for event in done.decision.events] == [
        (EventKind.FIELD_CLEARED, "facts.b", "archived"),
        (EventKind.NOTE_ADDED, None, None),
        (EventKind.FIELD_SET, "facts.c", None),
    ]
    assert done.decision.events[0].provenance == SAID
    assert done.decision.notes[0].text == "b: 2"


def test_an_entry_that_is_changed_lets_none_go() -> None:
    held = {"facts.a": "1", "facts.b": "2"}
    done = turn(SetField(field="facts.b", stated=stated("3")), held=held)
    assert (len(done.state.fields), done.decision.notes) == (2, ())


def test_a_map_with_room_lets_none_go() -> None:
    done = turn(SetField(field="facts.b", stated=stated("3")), held={"facts.a": "1", "notes.a": "1"})
    assert done.decision.notes == ()


def test_a_forgotten_group_is_answered() -> None:
    assert turn(ForgetAnswer(is_yes=True), Remark(), held={NAME: "x"}, waiting_forget=(NAME,)).decision.is_answered
