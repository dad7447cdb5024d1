"""Other names for shown free texts, among ordinary words: they are shown again, never written at once."""

from pathlib import Path

import pytest

from tests.unit.dialogue.own_schema import held_and_shown

SCHEMA = """dualmem: schema/1
id: errand
version: 1
languages: [zh, en]
timezone: Asia/Shanghai
fields:
  errand:
    fields:
      contact: {type: text, labels: {zh: [联系人], en: [contact name]}}
      place: {type: text, labels: {zh: [地址], en: [location]}}
      title: {type: text, labels: {zh: [标题], en: [alarm name]}}
      people: {type: integer, labels: {zh: [人数], en: [number of people]}}
"""
TWO = {"contact": "Marie", "place": "208 Redwood Avenue"}


def turn(text: str, folder: Path, shown: dict[str, object]) -> tuple[dict[str, object], dict[str, object]]:
    """Give what is held after the turn, and what its reply shows."""
    return held_and_shown(folder, SCHEMA, text, {f"errand.{name}": value for name, value in shown.items()})


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("No, I want to share it with Charles.", {"contact": "Charles"}),
        ("Actually, please send it to Mary Ann instead", {"contact": "Mary Ann"}),
        ("No, the address I want to share is Staten Island Zoo.", {"place": "Staten Island Zoo"}),
        ("No, I need to go to Park of the Arts", {"place": "Park of the Arts"}),
        ("No 3734 West Belmont Avenue please", {"place": "3734 West Belmont Avenue"}),
        ("Wait, JFK Airport is what I want to share", {"place": "JFK Airport"}),
        ("不，分享给李雷", {"contact": "李雷"}),
    ],
)
def test_a_name_among_words_is_shown_again_with_the_rest(text: str, name: dict[str, object], tmp_path: Path) -> None:
    held, shown = turn(text, tmp_path, TWO)
    assert (held, shown) == ({}, {**TWO, **name})


@pytest.mark.parametrize(
    "text",
    [
        "No, maybe I will share it with Charles",
        "Did I say to share it with Charles?",
        "I met Charles at Union Station",
        "No, I have to meet Charles first",
        "the name is wrong",
    ],
)
def test_a_name_that_is_no_correction_stays_out(text: str, tmp_path: Path) -> None:
    held, shown = turn(text, tmp_path, TWO)
    assert held == {}
    assert "Charles" not in shown.values()


def test_a_name_in_small_letters_stands_behind_call_it(tmp_path: Path) -> None:
    held, shown = turn("No, call it phone home instead", tmp_path, {"title": "Groceries", "people": 2})
    assert (held, shown) == ({}, {"title": "phone home", "people": 2})


def test_a_number_in_a_longer_name_is_no_count(tmp_path: Path) -> None:
    held, shown = turn("Actually, I am going to Four Star Theatre", tmp_path, {"place": "Union Plaza", "people": 2})
    assert (held, shown) == ({}, {"place": "Four Star Theatre", "people": 2})


def test_a_name_that_begins_like_a_small_word_is_whole(tmp_path: Path) -> None:
    held, _ = turn("no, IT Chapter Two", tmp_path, {"title": "Hustlers"})
    assert held == {"title": "IT Chapter Two"}
