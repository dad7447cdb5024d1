"""Answers in ordinary words to a whole booking that was read back."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import cache
from types import MappingProxyType
from zoneinfo import ZoneInfo

import pytest

from dualmem.memory import Memory
from dualmem.model.field import Choice
from dualmem.schema.load import load_schema
from dualmem.schema.spec import PatternSpec, RuleSet, RuleSpec, Schema
from dualmem.testing.fakes import CountingIds, FixedClock, PlainVault
from dualmem.testing.seed import Start, seed
from dualmem.values.codec import to_json

ZONE = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 11, 29, 9, tzinfo=ZONE)
SCHEMA = """dualmem: schema/1
id: booking
version: 1
languages: [zh, en]
timezone: Asia/Shanghai
fields:
  booking:
    labels: {zh: [订单], en: [booking, transfer, song]}
    fields:
      people: {type: integer, labels: {zh: [人数], en: [number of tickets]}}
      day: {type: date, labels: {zh: [日期], en: [pickup date]}}
      hour: {type: time, labels: {zh: [时间], en: [pickup time]}}
      insured: {type: boolean, labels: {zh: [保险], en: [insurance]}}
      kind:
        type: choice
        labels: {zh: [类型], en: [kind]}
        choices: {flat: {labels: {en: regular}}, deep: {labels: {en: 3d}}}
"""
SHOWN: Mapping[str, object] = {"people": 2, "day": "2026-12-05", "hour": "16:00", "insured": False, "kind": "flat"}


INSURED = "booking.insured"
WORDS = {"true": ("with insurance", "insurance please", "insurance"), "false": ("without insurance", "no insurance")}


@cache
def schema() -> Schema:
    """Give the schema, with words of a developer's own for its flag."""
    loaded = load_schema(SCHEMA.encode())
    choices = {key: Choice(key=key, synonyms=words) for key, words in WORDS.items()}
    flag = replace(loaded.fields[INSURED], choices=MappingProxyType(choices))
    return replace(loaded, fields=MappingProxyType({**loaded.fields, INSURED: flag}))


@cache
def rules() -> RuleSet:
    pattern = PatternSpec(text="(?P<value>(?:any |with |without |no )?insurance)", language="en")
    rule = RuleSpec(id="flag", field=INSURED, patterns=(pattern,), clauses=("stated", "negated"))
    return RuleSet(schema_id="booking", rules=(rule,))


def said(text: str, shown: Mapping[str, object] = SHOWN) -> tuple[dict[str, object], dict[str, object]]:
    """Give what is held after one turn that answers a showing, and what then waits."""
    with Memory.open(
        schema=schema(), rules=[rules()], vault=PlainVault(), clock=FixedClock(NOW), ids=CountingIds()
    ) as memory:
        start = [{"field": f"booking.{name}", "value": value, "quote": "x"} for name, value in shown.items()]
        seed(memory, "u", "c", Start(shown=start, language="en"))
        memory.hear("u", text, conversation="c").reply()
        held = {path[8:]: to_json(one.value) for path, one in memory.state("u").fields.items()}
        return held, {one.field[8:]: to_json(one.value) for one in memory.pending("u")}


@pytest.mark.parametrize(
    "text",
    [
        "Yes buy the tickets",
        "Yes please start the song. Who sings it?",
        "Yes, please make the booking",
        "Please make the transfer",
        "Yes, I want to transfer it",
        "That's the booking I want",
        "Sounds like what I wanted",
        "Yes please, how long will the transfer take?",
        "Okay, how long will the transfer take?",
        "Sure thing, what does the booking include?",
        "Sounds good. Tell me the address and if pets are allowed",
        "Yes, get me the booking",
        "Everything sounds correct, however what is the rating of the booking?",
        "Yes, that is correct. Please give me their website and booking policy.",
        "That is right and can you tell me if the booking allows refunds?",
    ],
)
def test_an_order_to_do_what_was_shown_and_a_question_about_it_let_the_yes_stand(text: str) -> None:
    assert said(text) == (dict(SHOWN), {})


@pytest.mark.parametrize(
    "text",
    [
        "Change the booking",
        "Yes, change the booking",
        "Get me the booking details",
        "Give me the booking",
        "Yes find another song",
        "Yes if you can tell me the price",
    ],
)
def test_a_change_that_is_not_said_and_a_wish_for_something_else_leave_all_open(text: str) -> None:
    assert said(text) == ({}, dict(SHOWN))


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("I'd like it in 3d", "kind", "deep"),
        ("Pick up at 1:30 pm please", "hour", "13:30"),
        ("Could I have the pickup date changed to December 9?", "day", "2026-12-09"),
        ("Wait, we're four now", "people", 4),
        ("I won't need insurance", "insured", False),
    ],
)
def test_a_wish_for_another_value_corrects_the_field_that_its_words_name(
    text: str,
    name: str,
    value: object,
) -> None:
    shown = {**SHOWN, "insured": True}
    assert said(text, shown) == ({name: value}, {key: one for key, one in shown.items() if key != name})


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("Can I get 3 tickets?", "people", 3),
        ("I need one more ticket, so 3 altogether", "people", 3),
        ("A little earlier please, 3 pm", "hour", "15:00"),
        ("I'd prefer the afternoon, 3 pm", "hour", "15:00"),
    ],
)
def test_a_value_that_is_asked_for_or_comes_of_a_difference_is_shown_again(
    text: str,
    name: str,
    value: object,
) -> None:
    assert said(text) == ({}, {**SHOWN, name: value})


def test_a_difference_alone_corrects_nothing() -> None:
    assert said("I need one more ticket") == ({}, dict(SHOWN))


def test_otherwise_says_that_the_rest_is_right() -> None:
    assert said("It's for 3 tickets, otherwise it's right") == ({**SHOWN, "people": 3}, {})


def test_a_day_of_the_month_that_counts_nothing_shown_makes_the_other_one_a_day_too() -> None:
    held, _ = said("No, not the 5th, the 6th")
    assert held == {"day": "2026-12-06"}


def test_a_no_right_before_a_flag_is_of_the_flag() -> None:
    held, _ = said("No insurance please", {**SHOWN, "insured": True})
    assert held == {"insured": False}


def test_a_flag_said_again_behind_a_mere_no_is_left_open() -> None:
    held, waiting = said("Nope. No insurance")
    assert (held, waiting) == ({}, dict(SHOWN))


@pytest.mark.parametrize(
    ("text", "people"),
    [("I want three for the 2nd.", 3), ("No, get me 5 for the 2nd", 5), ("We need 4 on the 2nd please", 4)],
)
def test_a_count_that_is_wished_for_a_figure_is_for_a_day(text: str, people: int) -> None:
    assert said(text)[0] == {"people": people, "day": "2026-12-02"}


@pytest.mark.parametrize(
    "text", ["Yes for the first, no for the 3rd", "no on the 2nd", "yes to the 1st, no to the 2nd"]
)
def test_an_item_that_is_judged_is_no_day(text: str) -> None:
    assert "2026-12-02" not in said(text)[0].values()
    assert "2026-12-03" not in said(text)[0].values()
