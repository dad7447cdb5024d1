"""Beside a start, an end and a count: which place a way names first, and what ``the one ticket`` counts."""

from datetime import datetime
from pathlib import Path

import pytest

from dualmem.memory import Memory
from dualmem.testing.seed import Start, seed
from dualmem.values.codec import to_json

NOW = datetime.fromisoformat("2026-11-29T09:00:00+08:00")
NAMES = {"la": ("Los Angeles", "洛杉矶"), "sd": ("San Diego", "圣地亚哥"), "sf": ("San Francisco", "旧金山")}
PLACES = ", ".join(f"{key}: {{labels: {{en: {en}, zh: {zh}}}}}" for key, (en, zh) in NAMES.items())
PLACES = f"choices: {{{PLACES}}}"
SCHEMA = """dualmem: schema/1
id: trip
version: 1
languages: [en, zh]
timezone: Asia/Shanghai
fields:
  trip:
    labels: {en: [trip], zh: [行程]}
    fields:
      tickets: {type: integer, labels: {en: [number of tickets], zh: [票数]}}
      origin: {PLACE, labels: {en: [from location, origin], zh: [出发地]}}
      destination: {PLACE, labels: {en: [to location, destination], zh: [目的地]}}
"""
RULES = """dualmem: rules/1
for: trip
rules:
  - id: tickets
    field: trip.tickets
    patterns: {en: ['tickets: {value}']}
    match: [{text: "tickets: 3", value: 3}]
    no_match: [{text: no tickets}]
"""


def held(folder: Path, place: str, shown: dict[str, object], answer: str) -> dict[str, object]:
    """Give what the state holds after an answer to what was shown."""
    (folder / "schema.yaml").write_text(SCHEMA.replace("PLACE", place), encoding="utf-8")
    (folder / "rules.yaml").write_text(RULES, encoding="utf-8")
    seeds = [{"field": f"trip.{name}", "value": value, "quote": "q"} for name, value in shown.items()]
    with Memory.open(None, schema=folder / "schema.yaml", rules=folder / "rules.yaml", clock=lambda: NOW) as memory:
        start = Start(state={}, shown=seeds, queued=[], asked=[], model_asks=False, language=None)
        seed(memory, "anna", "c", start)
        memory.hear("anna", answer, conversation="c").reply("")
        fields = memory.state("anna").fields
        return {path.partition(".")[2]: to_json(one.value) for path, one in fields.items()}


@pytest.mark.parametrize(
    ("answer", "origin", "destination"),
    [
        ("from San Diego to Los Angeles", "sd", "la"),
        ("no, from San Diego to Los Angeles", "sd", "la"),
        ("it's from San Diego to Los Angeles", "sd", "la"),
        ("San Diego to Los Angeles", "sd", "la"),
        ("from Los Angeles to San Diego", "la", "sd"),
        ("from San Diego to San Francisco", "sd", "sf"),
        ("不对，从圣地亚哥到洛杉矶", "sd", "la"),
        ("圣地亚哥到洛杉矶", "sd", "la"),
    ],
)
def test_a_way_says_where_it_begins_and_ends(tmp_path: Path, answer: str, origin: str, destination: str) -> None:
    shown = {"origin": "la", "destination": "sd"}
    assert held(tmp_path, f"type: choice, {PLACES}", shown, answer) == {"origin": origin, "destination": destination}


@pytest.mark.parametrize(
    ("answer", "written"),
    [
        ("from Fresno to San Diego", {"destination": "sd"}),
        ("no, from Fresno to San Diego", {"destination": "sd"}),
        ("no, from San Diego to Fresno", {"origin": "sd"}),
        ("from Fresno to Los Angeles", {"destination": "la"}),
        ("不对，从弗雷斯诺到圣地亚哥", {"destination": "sd"}),
        ("从洛杉矶到弗雷斯诺", {"origin": "la"}),
        ("Fresno to San Diego", {}),
    ],
)
def test_a_known_place_is_the_end_that_the_way_makes_it_beside_a_new_one(
    tmp_path: Path, answer: str, written: dict[str, str]
) -> None:
    assert held(tmp_path, f"type: choice, {PLACES}", {"origin": "la", "destination": "sd"}, answer) == written


@pytest.mark.parametrize(
    ("answer", "written"),
    [
        ("no, from Fresno to San Diego", {"destination": "San Diego"}),
        ("from Los Angeles to Palo Alto", {"origin": "Los Angeles"}),
        ("from Fresno to Los Angeles", {"destination": "Los Angeles"}),
        ("from Fresno to Reno", {}),
    ],
)
def test_a_new_name_of_a_way_is_shown_again_first(tmp_path: Path, answer: str, written: dict[str, str]) -> None:
    shown = {"origin": "Los Angeles", "destination": "San Diego"}
    assert held(tmp_path, "type: text", shown, answer) == written


def test_shown_names_that_a_way_swaps_are_swapped(tmp_path: Path) -> None:
    shown = {"origin": "Los Angeles", "destination": "San Diego"}
    swapped = {"origin": "San Diego", "destination": "Los Angeles"}
    assert held(tmp_path, "type: text", shown, "no, from San Diego to Los Angeles") == swapped


def test_a_change_from_one_place_to_another_is_no_way(tmp_path: Path) -> None:
    shown = {"origin": "la", "destination": "sd"}
    answer = "no, change it from Los Angeles to San Francisco"
    assert held(tmp_path, f"type: choice, {PLACES}", shown, answer)["origin"] == "sf"


@pytest.mark.parametrize("answer", ["just the one ticket", "no, just the one ticket", "a single ticket"])
def test_the_one_thing_that_is_counted_is_one(tmp_path: Path, answer: str) -> None:
    assert held(tmp_path, f"type: choice, {PLACES}", {"tickets": 3}, answer) == {"tickets": 1}


def test_the_one_of_nothing_counted_is_no_number(tmp_path: Path) -> None:
    assert held(tmp_path, f"type: choice, {PLACES}", {"tickets": 3}, "the one on the right") == {}


@pytest.mark.parametrize(
    "answer",
    [
        "is it from San Diego to Los Angeles?",
        "what about from San Diego to Los Angeles",
        "不是从圣地亚哥到洛杉矶",
    ],
)
def test_a_way_that_is_denied_or_asked_writes_no_place(tmp_path: Path, answer: str) -> None:
    places = f"type: choice, {PLACES}"
    assert held(tmp_path, places, {"origin": "la", "destination": "sd"}, answer) == {}


@pytest.mark.parametrize("answer", ["not a single ticket", "is it a single ticket?"])
def test_a_single_thing_that_is_denied_or_asked_is_no_count(tmp_path: Path, answer: str) -> None:
    assert held(tmp_path, f"type: choice, {PLACES}", {"tickets": 3}, answer) == {}
