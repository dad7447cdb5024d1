"""What is replaced: old values that name what the new one is for, and a yes or a no beside a change."""

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from dualmem.memory import Memory
from dualmem.testing.fakes import CountingIds, FixedClock, PlainVault
from dualmem.testing.seed import Start, seed
from dualmem.values.codec import to_json

NOW = datetime(2026, 11, 29, 9, tzinfo=ZoneInfo("Asia/Shanghai"))
SCHEMA = """dualmem: schema/1
id: trip
version: 1
languages: [en, zh]
timezone: Asia/Shanghai
fields:
  trip:
    fields:
      guest: {type: text, max_length: 80, labels: {en: [guest name], zh: [客人姓名]}}
      place: {type: text, max_length: 80, labels: {en: [address], zh: [地址]}}
      people: {type: integer, labels: {en: [number of people], zh: [人数]}}
      start: {type: date, labels: {en: [check in date], zh: [入住日期]}}
      end: {type: date, labels: {en: [check out date], zh: [退房日期]}}
"""
RULES = r"""dualmem: rules/1
for: trip
rules:
  - id: start
    field: trip.start
    patterns: {any: ['{value}']}
    match: [{text: on December 5, value: "2026-12-05"}]
    no_match: [{text: later}]
  - id: end
    field: trip.end
    patterns: {any: ['{value}'], en: ['(?:to|until)\s+(?:the )?{value}']}
    match: [{text: until December 8, value: "2026-12-08"}]
    no_match: [{text: later}]
"""
SHOWN = {"guest": "Anna", "place": "Union Plaza", "people": 2, "start": "2026-12-05", "end": "2026-12-08"}


def after(text: str, folder: Path) -> tuple[dict[str, object], dict[str, object]]:
    """Give what is held and what waits after one turn that answers a showing."""
    schema, rules = folder / "trip.yaml", folder / "rules.yaml"
    schema.write_text(SCHEMA, encoding="utf-8")
    rules.write_text(RULES, encoding="utf-8")
    with Memory.open(
        schema=str(schema), rules=[str(rules)], vault=PlainVault(), clock=FixedClock(NOW), ids=CountingIds()
    ) as memory:
        shown = [{"field": f"trip.{name}", "value": value, "quote": "x"} for name, value in SHOWN.items()]
        seed(memory, "u", "c", Start(shown=shown, language="en"))
        exchange = memory.hear("u", text, conversation="c")
        exchange.reply()
        held = {path[5:]: to_json(one.value) for path, one in memory.state("u").fields.items()}
        return held, {one.field[5:]: to_json(one.value) for one in exchange.shown}


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("No, please change the check in date to December 6", {"start": "2026-12-06"}),
        ("不对，把入住日期改成12月6号", {"start": "2026-12-06"}),
    ],
)
def test_a_no_before_a_command_refuses_nothing_else(text: str, held: dict[str, object], tmp_path: Path) -> None:
    now, waits = after(text, tmp_path)
    assert now == held
    assert waits.keys() == SHOWN.keys() - held.keys()


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("Not the 8th, the 9th", {"end": "2026-12-09"}),
        ("I want the 9th instead of the 8th", {"end": "2026-12-09"}),
        ("Instead of 2 I want 4 people", {"people": 4}),
        ("I need 4 people, not 2", {"people": 4}),
        ("I'm busy the 5th but will be free the 6th", {"start": "2026-12-06"}),
        ("The 8th doesn't work for me. How about the 9th?", {"end": "2026-12-09"}),
        ("Would you mind changing it to 4 people?", {"people": 4}),
        ("I think 4 people would be better", {"people": 4}),
    ],
)
def test_an_old_value_says_what_the_new_one_is_for(text: str, held: dict[str, object], tmp_path: Path) -> None:
    assert after(text, tmp_path)[0] == held


@pytest.mark.parametrize("text", ["Change Anna to Bertram", "Bertram instead of Anna", "not Anna, Bertram"])
def test_a_name_that_replaces_a_shown_one_is_shown_again(text: str, tmp_path: Path) -> None:
    held, waits = after(text, tmp_path)
    assert held == {}
    assert waits["guest"] == "Bertram"


@pytest.mark.parametrize("text", ["Change Anna to bertram", "Yes, but make it Bertram"])
def test_a_change_that_was_not_read_confirms_no_old_value(text: str, tmp_path: Path) -> None:
    assert after(text, tmp_path)[0] == {}


@pytest.mark.parametrize(
    "text",
    [
        "It is my initial plan",
        "Yes and can you find me a bus",
        "That is confirmed and please check the pool of that hotel.",
        "Yes and please check that they have a pool",
        "that works and does it have a pool?",
        "yes that's correct can you tell me the phone number",
    ],
)
def test_a_yes_may_run_on_into_another_clause(text: str, tmp_path: Path) -> None:
    assert after(text, tmp_path)[0].keys() == SHOWN.keys()


def test_a_yes_and_a_change_joined_by_and_write_both(tmp_path: Path) -> None:
    assert after("yes and make it 4 people", tmp_path)[0] == {**SHOWN, "people": 4}


def test_a_day_that_two_shown_fields_could_take_is_asked(tmp_path: Path) -> None:
    assert after("No, December 7", tmp_path)[0] == {}


def test_words_of_a_change_before_a_day_are_no_cue_of_a_rule(tmp_path: Path) -> None:
    assert after("change that to December 7", tmp_path)[0] == {}


@pytest.mark.parametrize("text", ["the 2nd is wrong", "the 1st is right"])
def test_an_ordinal_that_is_judged_is_no_day(text: str, tmp_path: Path) -> None:
    held, _ = after(text, tmp_path)
    assert "start" not in held
    assert "end" not in held


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("On second thought, please make it 4 people?", {"people": 4}),
        ("I changed my mind make it 4 people", {"people": 4}),
        ("I'm not available on the 8th. Can we do the 9th?", {"end": "2026-12-09"}),
    ],
)
def test_an_order_in_the_form_of_a_question_corrects(text: str, held: dict[str, object], tmp_path: Path) -> None:
    assert after(text, tmp_path)[0] == held


def test_a_polite_question_that_orders_nothing_corrects_nothing(tmp_path: Path) -> None:
    assert after("would you mind telling me if 4 people is fine?", tmp_path)[0] == {}
