"""Wishes in ordinary words, in answer to what was shown."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from dualmem.memory import Memory
from dualmem.testing.fakes import CountingIds, FixedClock, PlainVault
from dualmem.testing.seed import Start, seed
from dualmem.values.codec import to_json

ZONE = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 11, 29, 9, tzinfo=ZONE)
SCHEMA = """dualmem: schema/1
id: trip
version: 1
languages: [zh, en]
timezone: Asia/Shanghai
fields:
  trip:
    fields:
      people: {type: integer, labels: {zh: [人数], en: [number of people]}}
      start: {type: date, labels: {zh: [入住日期], en: [check in date]}}
      end: {type: date, labels: {zh: [退房日期], en: [check out date]}}
      stay: {type: duration, labels: {zh: [天数], en: [stay length]}}
"""
SHOWN = {"people": 2, "start": "2026-12-05", "end": "2026-12-08", "stay": "P3D"}


def said(text: str, folder: Path, shown: Mapping[str, object] = SHOWN) -> dict[str, object]:
    """Give what is held after one turn that answers a showing."""
    path = folder / "trip.yaml"
    path.write_text(SCHEMA, encoding="utf-8")
    with Memory.open(
        schema=str(path), rules=[], vault=PlainVault(), clock=FixedClock(NOW), ids=CountingIds()
    ) as memory:
        start = [{"field": f"trip.{name}", "value": value, "quote": "x"} for name, value in shown.items()]
        seed(memory, "u", "c", Start(shown=start, language="en"))
        memory.hear("u", text, conversation="c").reply()
        return {path[5:]: to_json(held.value) for path, held in memory.state("u").fields.items()}


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("No, I want to stay for 6 days", {"stay": "P6D"}),
        ("不，我要住6天", {"stay": "P6D"}),
        ("Could you make it 4 people instead?", {"people": 4}),
        ("能不能改成4个人？", {"people": 4}),
        ("Scratch that, we actually need four seats", {"people": 4}),
        ("No, I want to check in on December 6", {"start": "2026-12-06"}),
        ("I will need it until December 9", {"end": "2026-12-09"}),
        ("No, make it four people for 5 days", {"people": 4, "stay": "P5D"}),
        ("My friend is ill so I only need it for 1 person", {"people": 1}),
    ],
)
def test_a_wish_in_ordinary_words_corrects_the_field_that_its_value_fits(
    text: str, held: dict[str, object], tmp_path: Path
) -> None:
    assert said(text, tmp_path) == held


@pytest.mark.parametrize(
    "text",
    [
        "No, I have a meeting on the 11th",
        "不，我11号要开会",
        "我11号要开会",
        "Please schedule a meeting on December 20",
        "My flight is on December 9",
        "Could you tell me if 4 people can stay?",
        "Maybe I want to stay for 6 days",
        "可能要6天",
    ],
)
def test_what_is_about_something_else_asked_or_doubted_writes_nothing(text: str, tmp_path: Path) -> None:
    assert said(text, tmp_path) == {}


@pytest.mark.parametrize("text", ["No, I need 3 rooms", "No, 3 rooms", "不，我要3间房"])
def test_a_count_of_something_else_feeds_no_field(text: str, tmp_path: Path) -> None:
    assert said(text, tmp_path, {"people": 2}) == {}


def test_a_value_that_two_fields_could_take_is_asked(tmp_path: Path) -> None:
    assert said("No, I want it on December 20", tmp_path) == {}


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("No, maybe 6 days", {}),
        ("不，可能6天", {}),
        ("No, I need a few days", {}),
        ("for the morning 11", {}),
        ("better make it the one on December 9 for my stay", {}),
        ("number 1 is right", {"people": 2}),
        ("it is partly right, the check-in date must be December 6", {"start": "2026-12-06"}),
        ("No, wait make it 3 people", {"people": 3}),
        ("No, get me a place for 3 people, I can't wait", {"people": 3}),
        (
            "No, I check in on December 6 and check out the next day, December 9",
            {"start": "2026-12-06", "end": "2026-12-09"},
        ),
        ("No, I want to check in on December 6 and check out the next day", {"start": "2026-12-06"}),
        ("I can't make December 5. I'd rather check in on December 6", {"start": "2026-12-06"}),
        ("我5号没空，改成6号入住", {"start": "2026-12-06"}),
    ],
)
def test_doubt_ordinals_hours_and_days_that_do_not_suit_correct_nothing(
    text: str, held: dict[str, object], tmp_path: Path
) -> None:
    assert said(text, tmp_path) == held
