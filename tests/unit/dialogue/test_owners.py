"""Whose a name is, where several names were shown: the city or the hotel, one end of a way or the other."""

from pathlib import Path

import pytest

from tests.unit.dialogue.own_schema import held_and_shown

SCHEMA = """dualmem: schema/1
id: trip
version: 1
languages: [en]
timezone: America/Los_Angeles
fields:
  trip:
    fields:
      hotel: {type: text, labels: {en: [place name]}}
      city: {type: text, labels: {en: [location]}}
      start: {type: text, labels: {en: [from location]}}
      end: {type: text, labels: {en: [to location]}}
      date: {type: date, labels: {en: [date]}}
      nights: {type: integer, labels: {en: [number of nights]}}
      people: {type: integer, labels: {en: [number of people]}}
      stay: {type: duration, labels: {en: [length of the stay]}}
      hour: {type: time, labels: {en: [time]}}
"""
STAY = {"hotel": "Grand Harbour Hotel", "city": "Bilbao"}
WAY = {"start": "Bilbao", "end": "Porto"}
DATED = {**STAY, "date": "2026-12-04"}


def turn(text: str, folder: Path, shown: dict[str, object]) -> tuple[dict[str, object], dict[str, object]]:
    """Give what is held after the turn, and what its reply shows."""
    held, asked = held_and_shown(folder, SCHEMA, text, {f"trip.{name}": value for name, value in shown.items()})
    return {k: str(v) for k, v in held.items()}, {k: str(v) for k, v in asked.items()}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("No, I want it in Vigo.", {"city": "Vigo"}),
        ("No, find a room in Vigo", {"city": "Vigo"}),
        ("No, the city is Vigo", {"city": "Vigo"}),
        ("In Vigo", {"city": "Vigo"}),
        ("No, I'd rather stay at The Old Mill", {"hotel": "The Old Mill"}),
        ("No, the hotel is Casa Luna", {"hotel": "Casa Luna"}),
    ],
)
def test_the_city_and_the_house_are_told_apart(text: str, name: dict[str, object], tmp_path: Path) -> None:
    assert turn(text, tmp_path, STAY) == ({}, {**STAY, **name})


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("From Vigo.", {"start": "Vigo"}),
        ("to Vigo please", {"end": "Vigo"}),
        ("No, from Vigo to Braga", {"start": "Vigo", "end": "Braga"}),
    ],
)
def test_the_ends_of_a_way_are_told_apart(text: str, name: dict[str, object], tmp_path: Path) -> None:
    assert turn(text, tmp_path, WAY) == ({}, {**WAY, **name})


@pytest.mark.parametrize("text", ["No, Vigo.", "no, it's Vigo", "Actually, Vigo"])
def test_a_name_that_may_be_for_either_is_asked_and_refuses_nothing(text: str, tmp_path: Path) -> None:
    assert turn(text, tmp_path, STAY) == ({}, STAY)


@pytest.mark.parametrize("text", ["No, thanks Vera.", "no thanks, Vera", "No, Thank You", "No Sir"])
def test_whom_one_speaks_to_beside_a_no_is_no_name(text: str, tmp_path: Path) -> None:
    assert turn(text, tmp_path, STAY) == ({}, {})


def test_a_capital_article_is_no_name(tmp_path: Path) -> None:
    held, shown = turn("No. The date should be December 9.", tmp_path, DATED)
    assert (shown, held.keys()) == (STAY, {"date"})


def test_a_name_ends_before_the_day_behind_it(tmp_path: Path) -> None:
    _, shown = turn("No, book it at Casa Luna on December 9", tmp_path, DATED)
    assert shown["hotel"] == "Casa Luna"


@pytest.mark.parametrize("old", ["Wash & Dry Co.", "St. George, D.C."])
def test_a_shown_name_may_end_in_a_dot(old: str, tmp_path: Path) -> None:
    _, shown = turn("No, at Casa Luna", tmp_path, {"hotel": old, "nights": 2})
    assert shown == {"hotel": "Casa Luna", "nights": "2"}


@pytest.mark.parametrize("text", ["With Vera", "From Vera?", "See Vigo", "From Vigo to Braga"])
def test_a_fragment_that_names_no_one_place_changes_nothing(text: str, tmp_path: Path) -> None:
    held, shown = turn(text, tmp_path, WAY)
    assert (held, {*shown.values()} - {"Bilbao", "Porto"}) == ({}, set())


@pytest.mark.parametrize("text", ["I meant the 9th", "sorry, I meant the 9th"])
def test_a_figure_that_was_meant_is_a_day(text: str, tmp_path: Path) -> None:
    held, _ = turn(text, tmp_path, DATED)
    assert held.keys() == {"date"}


def test_a_house_number_belongs_to_the_street_behind_it(tmp_path: Path) -> None:
    _, shown = turn("No, 3 people to 1501 Trousdale Drive", tmp_path, {"end": "Porto", "people": 3})
    assert shown["end"] == "1501 Trousdale Drive"


def test_a_count_is_no_part_of_the_name_behind_it(tmp_path: Path) -> None:
    held, shown = turn("No, 3 to Casa Luna", tmp_path, {"end": "Porto", "people": 2})
    assert (held, shown["end"]) == ({"people": "3"}, "Casa Luna")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("No, from December 9 for 4 days", {"date", "stay"}),
        ("No, from tomorrow for 4 days", {"date", "stay"}),
    ],
)
def test_a_length_behind_its_first_day_is_not_put_off(text: str, said: set[str], tmp_path: Path) -> None:
    held, _ = turn(text, tmp_path, {**DATED, "stay": "P2D"})
    assert held.keys() == said


@pytest.mark.parametrize(
    "text",
    [
        "could we arrive on December 9?",
        "would we be able to arrive on December 9?",
        "sorry, are we able to pay on December 9?",
    ],
)
def test_whether_something_can_be_done_is_asked_again(text: str, tmp_path: Path) -> None:
    held, _ = turn(text, tmp_path, {"date": "2026-12-04", "nights": 2})
    assert held == {}


def test_a_part_of_day_before_its_hour_is_read_with_it(tmp_path: Path) -> None:
    held, _ = turn("evening 5:30 please", tmp_path, {"hour": "18:00", "nights": 2})
    assert "17, 30" in str(held["hour"])


@pytest.mark.parametrize("text", ["Yes, I want to stay in Bilbao", "Yes, I want to go to Bilbao"])
def test_a_wish_to_go_where_it_was_shown_is_a_yes(text: str, tmp_path: Path) -> None:
    held, _ = turn(text, tmp_path, STAY)
    assert held["city"] == "Bilbao"


@pytest.mark.parametrize(
    "text", ["I want to avoid Bilbao", "I want to get out of Bilbao", "I don't want to stay in Bilbao"]
)
def test_a_wish_to_be_elsewhere_is_none(text: str, tmp_path: Path) -> None:
    held, _ = turn(text, tmp_path, STAY)
    assert held == {}
