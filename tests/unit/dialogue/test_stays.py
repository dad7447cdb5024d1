"""Answers to a stay that was read back: places, days, counts, and what is only wished for."""

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo

import pytest

from dualmem.memory import Memory
from dualmem.schema.load import load_schema
from dualmem.schema.spec import Schema
from dualmem.testing.fakes import CountingIds, FixedClock, PlainVault
from dualmem.testing.seed import Start, seed
from dualmem.values.codec import to_json

NOW = datetime(2026, 11, 29, 9, tzinfo=ZoneInfo("Asia/Shanghai"))
SCHEMA = """dualmem: schema/1
id: stay
version: 1
languages: [zh, en]
timezone: Asia/Shanghai
fields:
  stay:
    labels: {zh: [住宿], en: [stay]}
    fields:
      town: {type: text, max_length: 80, labels: {zh: [城市], en: [city]}}
      guests: {type: integer, labels: {zh: [人数], en: [number of guests]}}
      arrival: {type: date, labels: {zh: [入住日期], en: [check-in date]}}
      departure: {type: date, labels: {zh: [退房日期], en: [check-out date]}}
  film:
    labels: {zh: [电影], en: [film]}
    fields:
      title: {type: text, max_length: 80, labels: {zh: [片名], en: [title]}}
      captions: {type: text, max_length: 80, labels: {zh: [字幕], en: [caption language]}}
"""
SHOWN: Mapping[str, object] = {
    "stay.town": "Lisbon",
    "stay.guests": 2,
    "stay.arrival": "2026-12-05",
    "stay.departure": "2026-12-15",
}
FILM: Mapping[str, object] = {"film.title": "The Long Voyage"}


@cache
def schema() -> Schema:
    return load_schema(SCHEMA.encode())


def said(text: str, shown: Mapping[str, object] = SHOWN) -> tuple[dict[str, object], dict[str, object]]:
    """Give what is held after one turn that answers a showing, and what then waits."""
    with Memory.open(schema=schema(), vault=PlainVault(), clock=FixedClock(NOW), ids=CountingIds()) as memory:
        start = [{"field": name, "value": value, "quote": "x"} for name, value in shown.items()]
        seed(memory, "u", "c", Start(shown=start, language="en"))
        memory.hear("u", text, conversation="c").reply()
        held = {path: to_json(one.value) for path, one in memory.state("u").fields.items()}
        return held, {one.field: to_json(one.value) for one in memory.pending("u")}


@pytest.mark.parametrize(
    "text", ["No, Portland, on the 9th", "No, I'd like Madrid, on the 9th", "Not Lisbon, Oslo, the 9th"]
)
def test_a_day_that_two_shown_fields_take_is_written_to_neither(text: str) -> None:
    held, waiting = said(text)
    assert held == {}
    assert waiting["stay.arrival"] == "2026-12-05"
    assert waiting["stay.departure"] == "2026-12-15"


@pytest.mark.parametrize(
    ("text", "town"),
    [
        ("No, I'd like to go to Porto, Portugal", "Porto"),
        ("Sorry, I meant Kyoto, Japan", "Kyoto"),
        ("No, make it Austin, Texas please", "Austin"),
    ],
)
def test_a_region_behind_a_place_is_no_other_place(text: str, town: str) -> None:
    held, waiting = said(text)
    assert held == {}
    assert waiting == {**SHOWN, "stay.town": town}


@pytest.mark.parametrize(
    "text",
    [
        "I'm not going to Lisbon. I'm travelling to Porto.",
        "We won't be staying in Lisbon, we'll be staying in Porto",
        "I'm not flying to Lisbon but to Porto",
        "I've decided to go to Porto",
    ],
)
def test_a_place_one_does_not_go_to_is_not_confirmed_and_the_other_is_shown(text: str) -> None:
    held, waiting = said(text)
    assert held == {}
    assert waiting.get("stay.town") in (None, "Porto")


def test_a_place_one_is_not_going_to_alone_stays_open() -> None:
    assert said("I'm not going to Lisbon alone") == ({}, dict(SHOWN))


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("It'd be better if we just take 3 guests", "stay.guests", 3),
        ("Some of us fell ill. It's better if you book for 3 guests", "stay.guests", 3),
        ("It would be easier if we check out on December 12", "stay.departure", "2026-12-12"),
    ],
)
def test_what_would_be_better_is_shown_again(text: str, name: str, value: object) -> None:
    assert said(text) == ({}, {**SHOWN, name: value})


@pytest.mark.parametrize(
    "text",
    ["It would be better if there were 3 guests", "Yes, it'd be better if they are cheap", "Better if you ask Tom"],
)
def test_what_is_not_so_or_not_ours_to_say_stays_a_condition(text: str) -> None:
    assert said(text) == ({}, dict(SHOWN))


@pytest.mark.parametrize(
    "text",
    ["Okay, but one correction. 3 guests need to check in.", "All right, but one change: 3 guests have to check in"],
)
def test_to_check_in_is_no_reserve(text: str) -> None:
    assert said(text) == ({**SHOWN, "stay.guests": 3}, {})


@pytest.mark.parametrize("text", ["Yes, but I need to check in with my wife", "Yes, need to check in with Tom first"])
def test_to_check_in_with_somebody_is_one(text: str) -> None:
    assert said(text) == ({}, dict(SHOWN))


@pytest.mark.parametrize("text", ["I'd prefer popcorn", "No, I want a hand", "i need help", "give me coffee"])
def test_a_thing_in_small_letters_that_is_wished_for_is_no_written_name(text: str) -> None:
    assert said(text, FILM)[0] == {}


@pytest.mark.parametrize("text", ["Actually, I'd prefer captions.", "No, I want English captions"])
def test_the_word_of_another_field_is_no_name(text: str) -> None:
    held, waiting = said(text, FILM)
    assert held == {}
    assert waiting.get("film.title") in (None, "The Long Voyage")


def test_a_name_in_capitals_that_is_wished_for_is_written() -> None:
    assert said("Actually, I'd prefer Green Book", FILM) == ({"film.title": "Green Book"}, {})
