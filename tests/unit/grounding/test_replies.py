"""Replies: what a committed reply offers, shows and asks."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from dualmem.grounding.reply import decide_reply
from dualmem.model.candidate import Candidate, Extraction
from dualmem.model.conversation import Conversation
from dualmem.model.decision import Decision
from dualmem.model.event import Event, EventKind
from dualmem.model.finding import Question
from dualmem.model.pending import PendingUpdate, Shown
from dualmem.model.reading import Refusal
from dualmem.model.span import Span
from dualmem.model.utterance import Clause, Mood, Utterance
from dualmem.model.value import Ambiguous, Money, Value
from dualmem.schema.lexicon import load_lexicons
from dualmem.text import fold
from tests.unit import samples
from tests.unit.grounding.acting import CONTEXT, SAID, SCHEMA, ended, proposed
from tests.unit.grounding.test_informs import candidate

NAME, PRICE, FEE, STATE, ROOMS, DEPOSIT = (
    f"house.{name}" for name in ("name", "price", "fee", "state", "rooms", "deposit")
)
HERE = replace(CONTEXT, actor="assistant", speaker=None)
OURS = SAID._replace(actor="assistant", speaker=None)
SUPERSEDED = EventKind.UPDATE_SUPERSEDED
FIVE = Money(currency="EUR", amount=Decimal(5))
SIX = Money(currency="EUR", amount=Decimal(6))


def draft(*clauses: tuple[str, Mood], candidates: Sequence[Candidate] = (), **more: object) -> Extraction:
    """Give what match would find in a draft of these clauses."""
    text, made = "", []
    for number, (words, mood) in enumerate(clauses):
        begin = len(text)
        text += words
        made.append(Clause(index=number, span=Span(begin, len(text)), mood=mood, sentence=number))
        text += " "
    utterance = Utterance(folded=fold(text), clauses=tuple(made))
    return Extraction(utterance=utterance, candidates=tuple(candidates), **more)  # type: ignore[arg-type]


def said(path: str, value: Value | None, words: str = "Hut", **more: object) -> Candidate:
    return candidate(path, value, words, **{"speaker": "assistant", **more})


def reply(
    extraction: Extraction,
    *,
    queue: Sequence[PendingUpdate] = (),
    held: dict[str, Value] | None = None,
    question: Question | None = None,
    **talk: object,
) -> Decision:
    return decide_reply(
        extraction,
        schema=SCHEMA,
        lexicon=load_lexicons(()),
        state=samples.state(held),
        queue=queue,
        conversation=samples.talk(**{"user_turns": 4, "language": "en", **talk}),
        context=HERE,
        question=question or Question(),
    )


def offered(path: str, value: Value, number: str = "9.51", **more: object) -> PendingUpdate:
    provenance = OURS._replace(span=Span(16, 19), quote="it is Hut", rule="r")
    given: dict[str, object] = {
        "id": number,
        "field": path,
        "value": value,
        "origin": "offer",
        "provenance": provenance,
        "user_turn": 4,
        "proposed_at": samples.NOW,
        "shown_count": 1,
        "shown_user_turn": 4,
        **more,
    }
    return PendingUpdate(**given)  # type: ignore[arg-type]


def showing(update: str, path: str, value: Value) -> Event:
    return Event(kind=EventKind.UPDATE_SHOWN, provenance=OURS, field=path, update=update, value=value)


STATEMENT = draft(("it is Hut.", "stated"), candidates=[said(NAME, "Hut")])


# -- offers of statements ----------------------------------------------------------------------------------------------
def test_a_value_that_the_assistant_states_is_an_offer() -> None:
    decision = reply(STATEMENT)
    assert decision.queue == (offered(NAME, "Hut"),)
    assert decision.events == (proposed(offered(NAME, "Hut")), showing("9.51", NAME, "Hut"))


def test_an_offer_counts_as_shown_with_the_digest_of_its_words() -> None:
    decision = reply(STATEMENT)
    digest = hashlib.sha256(b"Hut").hexdigest()
    assert decision.conversation.shown == (
        Shown(update="9.51", ordinal=1, field=NAME, value="Hut", digest=digest, is_offer=True),
    )
    assert decision.conversation.shown_at == samples.NOW


@pytest.mark.parametrize(("language", "words"), [("en", "vacant"), ("zh", "空闲"), (None, "vacant")])
def test_the_digest_is_of_the_words_in_the_language_of_the_talk(language: str | None, words: str) -> None:
    decision = reply(draft(("it is Hut.", "stated"), candidates=[said(STATE, "free")]), language=language)
    assert decision.conversation.shown[0].digest == hashlib.sha256(words.encode()).hexdigest()


NO_OFFER = {
    "asked": said(NAME, "Hut", mood="asked"),
    "negated": said(NAME, "Hut", mood="negated"),
    "blocked": said(NAME, "Hut", is_blocked=True),
    "the user's": said(NAME, "Hut", speaker="user"),
    "no value": said(NAME, None, refusal=Refusal(reason="not_a_value")),
    "of a field that must be confirmed by name": said(DEPOSIT, FIVE),
    "of no field": said("old.field", "x"),
    "refused": said(NAME, "x" * 21),
}


@pytest.mark.parametrize("what", NO_OFFER)
def test_what_is_not_stated_as_a_fitting_value_is_no_offer(what: str) -> None:
    decision = reply(draft(("it is Hut!", "stated"), candidates=[NO_OFFER[what]]))
    assert (decision.queue, decision.events, decision.conversation.shown) == ((), (), ())
    assert decision.conversation.shown_at is None


@pytest.mark.parametrize("text", ["it is hut,", "it is hut.", "就是它。", "it is hut, "])
def test_a_statement_with_a_tag_behind_it_is_an_offer(text: str) -> None:
    extraction = draft((text, "asked"), ("ok?", "asked"), candidates=[said(NAME, "Hut", mood="asked")])
    assert [update.value for update in reply(extraction).queue] == ["Hut"]


@pytest.mark.parametrize("text", ["is it hut?", "hut? yes.", "is it hut"])
def test_a_question_is_no_statement_with_a_tag(text: str) -> None:
    extraction = draft((text, "asked"), candidates=[said(NAME, "Hut", mood="asked")])
    assert reply(extraction).queue == ()


def test_a_candidate_of_no_clause_is_no_statement_with_a_tag() -> None:
    extraction = draft(("it is hut,", "asked"), candidates=[said(NAME, "Hut", mood="asked", clause=7)])
    assert reply(extraction).queue == ()


def test_an_item_is_offered_as_a_list() -> None:
    assert reply(draft(("it is Hut.", "stated"), candidates=[said(ROOMS, "a")])).queue[0].value == ("a",)
    assert reply(draft(("it is Hut.", "stated"), candidates=[said(ROOMS, ("a",))])).queue[0].value == ("a",)


def test_the_stored_value_is_no_offer() -> None:
    assert reply(STATEMENT, held={NAME: "Hut"}).queue == ()
    assert reply(STATEMENT, held={NAME: "Villa"}).queue == (offered(NAME, "Hut", is_conflict=True),)


def test_two_values_of_one_field_are_offered_neither() -> None:
    both = draft(("it is Hut.", "stated"), candidates=[said(NAME, "Hut"), said(FEE, FIVE), said(NAME, "Villa")])
    assert [update.field for update in reply(both).queue] == [FEE]


def test_a_value_that_is_said_twice_is_one_offer() -> None:
    both = draft(("it is Hut.", "stated"), candidates=[said(NAME, "Hut"), said(NAME, "Hut")])
    decision = reply(both)
    assert [update.value for update in decision.queue] == ["Hut"]
    assert len(decision.conversation.shown) == 1


def test_items_of_a_list_do_not_contest_each_other() -> None:
    both = draft(("it is Hut.", "stated"), candidates=[said(ROOMS, ("a",)), said(ROOMS, ("b",))])
    decision = reply(both)
    assert [update.value for update in decision.queue] == [("b",)]
    assert [item.value for item in decision.conversation.shown] == [("b",)]


def test_a_value_that_is_none_contests_nothing() -> None:
    nothing = said(NAME, None, refusal=Refusal(reason="not_a_value"))
    extraction = draft(("it is Hut.", "stated"), candidates=[nothing, said(NAME, "Hut")])
    assert [update.value for update in reply(extraction).queue] == ["Hut"]


def test_what_waits_already_is_shown_and_not_proposed_again() -> None:
    waits = samples.update(NAME, "Hut", "1.1")
    decision = reply(STATEMENT, queue=(waits,))
    assert decision.queue == (replace(waits, shown_count=1, shown_user_turn=4),)
    assert decision.events == (showing("1.1", NAME, "Hut"),)


def test_an_offer_does_not_take_the_place_of_what_the_user_said() -> None:
    waits = samples.update(NAME, "Villa", "1.1")
    decision = reply(STATEMENT, queue=(waits,))
    assert (decision.queue, decision.events, decision.conversation.shown) == ((waits,), (), ())


def test_a_new_offer_takes_the_place_of_an_older_one() -> None:
    waits = samples.update(NAME, "Villa", "1.1", origin="offer")
    other = samples.update(FEE, FIVE, "1.2")
    decision = reply(STATEMENT, queue=(waits, other))
    assert decision.queue == (other, offered(NAME, "Hut"))
    ended_by_us = ended(waits, SUPERSEDED, "new offer")._replace(provenance=OURS)
    assert decision.events[0] == ended_by_us


def test_offers_are_numbered_after_the_updates_of_the_turn() -> None:
    queue = (samples.update(FEE, FIVE, "9.3"), samples.update(PRICE, FIVE, "8.70"))
    assert reply(STATEMENT, queue=queue).queue[-1].id == "9.54"


# -- offers of questions -----------------------------------------------------------------------------------------------
def test_a_question_that_names_a_field_and_a_value_is_an_offer() -> None:
    decision = reply(draft(("Well.", "stated"), (" Is the price 5 euros?", "asked")))
    (update,) = decision.queue
    assert (update.field, update.value, update.origin) == (PRICE, FIVE, "offer")
    assert update.provenance == OURS._replace(span=Span(20, 27), quote="Is the price 5 euros?")
    assert decision.conversation.has_model_question is False


QUESTIONS = {
    "not asked": ("the price is 5 euros.", "stated"),
    "names no field": ("is it 5 euros?", "asked"),
    "names no value": ("what is the price?", "asked"),
    "two values": ("is the price 5 euros or 6 euros?", "asked"),
    "a range": ("is the price 5 to 6 euros?", "asked"),
    "a field that is not offered": ("is the fee 5 euros?", "asked"),
    "a field that must be confirmed by name": ("is the deposit 5 euros?", "asked"),
}


@pytest.mark.parametrize("what", QUESTIONS)
def test_other_questions_are_no_offer(what: str) -> None:
    text, mood = QUESTIONS[what]
    assert reply(draft((text, mood))).queue == ()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "path", "value"),
    [
        ("is the rent 500?", "house.rent", samples.yuan(500)),
        ("is the line 13800138000?", "house.line", "+8613800138000"),
        ("is the state vacant?", "house.state", "free"),
        ("is the code h-001?", "house.code", "H-001"),
        ("is the day 12.15?", "house.day", samples.day("2026-12-15")),
    ],
)
def test_a_question_is_read_as_its_field_reads(text: str, path: str, value: Value) -> None:
    assert [(update.field, update.value) for update in reply(draft((text, "asked"))).queue] == [(path, value)]


def test_a_value_that_a_question_says_twice_is_one() -> None:
    assert [one.value for one in reply(draft(("is the price 5 euros, 5 euros?", "asked"))).queue] == [FIVE]


def test_a_question_for_the_stored_value_is_no_offer() -> None:
    assert reply(draft(("is the price 5 euros?", "asked")), held={PRICE: FIVE}).queue == ()


def test_two_questions_with_two_values_offer_neither() -> None:
    assert reply(draft(("is the price 5 euros?", "asked"), ("价格是6欧元吗？", "asked"))).queue == ()


# -- questions of the assistant's own ----------------------------------------------------------------------------------
OWN = {
    "none": ((("fine.", "stated"),), False),
    "a question": ((("where do you want to live?", "asked"),), True),
    "a short question": ((("is it far?", "asked"),), True),
    "nothing but marks": (((" ?!", "asked"),), False),
    "beside an offer": ((("it is Hut.", "stated"), ("is that ok with you?", "asked")), False),
    "a short one beside an offer": ((("it is Hut.", "stated"), ("good for you", "asked")), False),
    "twelve letters beside an offer": ((("it is Hut.", "stated"), ("why not him?", "asked")), False),
    "thirteen letters beside an offer": ((("it is Hut.", "stated"), ("why not there", "asked")), True),
    "six characters beside an offer": ((("it is Hut.", "stated"), ("要不要再大些？", "asked")), False),
    "seven characters beside an offer": ((("it is Hut.", "stated"), ("要不要再大一些？", "asked")), True),
    "whether it is acceptable": ((("it is Hut.", "stated"), ("这个价格您觉得可以接受吗？", "asked")), True),
    "whether it is all right": ((("it is Hut.", "stated"), ("您觉得这个可以吗？", "asked")), False),
    "another one beside an offer": ((("it is Hut.", "stated"), ("and where do you live now?", "asked")), True),
    "one after one about the offer": (
        (("it is Hut.", "stated"), ("ok?", "asked"), ("and where do you live now?", "asked")),
        True,
    ),
}


@pytest.mark.parametrize("what", OWN)
def test_a_question_of_the_assistants_own_is_noted(what: str) -> None:
    clauses, has_question = OWN[what]
    candidates = [said(NAME, "Hut")] if clauses[0][0].startswith("it") else []
    decision = reply(draft(*clauses, candidates=candidates))  # type: ignore[arg-type]
    assert decision.conversation.has_model_question is has_question


def test_the_question_that_is_an_offer_is_not_another_one() -> None:
    extraction = draft(("it is Hut,", "asked"), candidates=[said(NAME, "Hut", mood="asked")])
    assert reply(extraction).conversation.has_model_question is False


# -- showing and asking ------------------------------------------------------------------------------------------------
WAITS = samples.update(FEE, FIVE, "1.1", shown_count=2)
ITEM = Shown(update="1.1", ordinal=1, field=FEE, value=FIVE, digest="ab")
GONE = Shown(update="7.7", ordinal=2, field=NAME, value="x")


def test_what_the_question_shows_is_counted_and_remembered() -> None:
    decision = reply(draft(), queue=(WAITS,), question=Question(shown=(ITEM, GONE)))
    assert decision.conversation.shown == (ITEM,)
    assert decision.queue == (replace(WAITS, shown_count=3, shown_user_turn=4),)
    assert decision.events == (showing("1.1", FEE, FIVE),)


def test_offers_are_counted_on_behind_what_the_question_shows() -> None:
    decision = reply(STATEMENT, queue=(WAITS,), question=Question(shown=(ITEM,)))
    assert [(item.update, item.ordinal, item.is_offer) for item in decision.conversation.shown] == [
        ("1.1", 1, False),
        ("9.51", 2, True),
    ]


def test_what_is_shown_and_offered_is_shown_once() -> None:
    offer = draft(("it is Hut.", "stated"), candidates=[said(FEE, FIVE)])
    assert reply(offer, queue=(WAITS,), question=Question(shown=(ITEM,))).conversation.shown == (ITEM,)


def test_a_reply_remembers_what_it_asked_and_warned_of() -> None:
    question = Question(asked=(NAME,), forget=(FEE,), asked_missing=("a", "b"), warned=("x:a", "x:b"))
    before: dict[str, object] = {
        "asked_missing": ("b", "c"),
        "warned": ("x:b", "x:c"),
        "unanswered_turn": 9,
        "asked": ("old",),
        "shown": (GONE,),
        "shown_at": samples.NOW,
        "waiting_forget": ("old",),
        "questioned": ("old",),
        "topics": ("play",),
    }
    extraction = draft(asks=("house.name", "garden.size"), topics=("work",))
    assert reply(extraction, question=question, **before).conversation == Conversation(
        id="c",
        user_turns=4,
        language="en",
        asked=(NAME,),
        waiting_forget=(FEE,),
        asked_missing=("b", "c", "a"),
        warned=("x:b", "x:c", "x:a"),
        questioned=("house.name", "garden.size"),
        topics=("house", "work", "play"),
    )


def test_a_range_and_two_readings_are_not_asked_values() -> None:
    two = Ambiguous((samples.day("2026-03-04"), samples.day("2026-04-03")))
    decision = reply(draft(("it is Hut.", "stated"), candidates=[said("house.day", two)]))
    assert [update.value for update in decision.queue] == [two]


def test_a_field_that_refuses_the_move_is_not_offered() -> None:
    extraction = draft(("it is Hut.", "stated"), candidates=[said(STATE, "free")])
    assert reply(extraction, held={STATE: "sold"}).queue == ()
