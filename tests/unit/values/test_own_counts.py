"""Counts in a field's own words, and the number one: no hour, no longer number and no word that only begins so."""

from types import MappingProxyType

import pytest

from dualmem.model.field import Choice
from tests.unit.values.reading_of import read

WORDS = {"1": ("for one", "just me"), "2": ("for two",), "6": ("for six",)}
CHOICES = MappingProxyType(
    {key: Choice(key=key, labels=MappingProxyType({}), synonyms=words) for key, words in WORDS.items()}
)


@pytest.mark.parametrize(
    "text",
    [
        "reserve it for six pm",
        "for six o'clock",
        "book it for six in the evening",
        "make it for two thirty pm",
        "looking for one-way flights",
        "looking for one way flights",
    ],
)
def test_words_for_a_count_that_only_begin_something_longer_count_nothing(text):
    assert read("integer", text, choices=CHOICES) == []


@pytest.mark.parametrize(("text", "count"), [("for six at seven pm", 6), ("just me", 1), ("for one to Rome", 1)])
def test_words_for_a_count_that_stand_whole_count(text, count):
    assert [value for _, value in read("integer", text, choices=CHOICES)] == [count]


@pytest.mark.parametrize("text", ["searching for one room", "a ticket for one person"])
def test_one_before_a_noun_is_a_number(text):
    assert read("integer", text) == [("one", 1)]


@pytest.mark.parametrize("text", ["I, for one, agree", "I for one think so"])
def test_one_that_points_is_no_number(text):
    assert read("integer", text) == []


@pytest.mark.parametrize("text", ["at 6 in the evening", "six thirty in the morning"])
def test_an_hour_with_its_part_of_day_is_no_number(text):
    assert read("integer", text) == []


def test_one_day_behind_for_is_a_length():
    assert read("duration", "I need it for one day") == [("one day", "P1D")]
