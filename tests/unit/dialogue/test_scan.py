"""Scan: a part of what was found in the whole is what a search of the part finds."""

import random

from dualmem.dialogue.shown.labels import labels_of
from dualmem.dialogue.shown.words import words_of
from dualmem.schema.lexicon import load_lexicons
from dualmem.text import fold
from tests.unit import samples

TEXTS = (
    "No, not yet: the second one is wrong and the deadline was right, thanks; budget? notebook",
    "除了第一个都对,预算不对,截止日期没问题吧,别的以后再说",
    "yes yes yes no good goodness okay ok 对对对不对都对",
)


def parts(text: str) -> list[tuple[int, int]]:
    dice = random.Random(5)
    starts = [dice.randrange(len(text)) for _ in range(400)]
    return [(start, dice.randrange(start, len(text) + 1)) for start in starts] + [(0, len(text))]


def test_the_words_of_a_part_are_those_that_a_search_of_the_part_finds() -> None:
    words = words_of(load_lexicons(()))
    for text in (fold(said).text for said in TEXTS):
        turn = words.of_turn(text)
        assert all(turn.find(text, *part) == words.find(text, *part) for part in parts(text))


def test_the_labels_of_a_part_and_at_a_place_are_those_that_a_search_finds() -> None:
    labels = labels_of(samples.SCHEMA, load_lexicons(()))
    for text in (fold(said).text for said in TEXTS):
        turn = labels.of_turn(text)
        assert all(turn.find(text, *part) == labels.find(text, *part) for part in parts(text))
        assert all(turn.at(text, place) == labels.at(text, place) for place in range(len(text)))


def test_another_text_than_that_of_the_turn_is_searched_itself() -> None:
    turn = words_of(load_lexicons(())).of_turn("yes")
    assert [word.span.start for word in turn.find("well, no", 0, 8) if "no" in word.kinds] == [6]


def test_what_a_short_answer_holds_is_remembered_and_what_holds_a_figure_is_not() -> None:
    words = words_of(load_lexicons(()))
    assert words.of_turn("all correct") is words.of_turn("all correct")
    assert words.of_turn("13800138000") is not words.of_turn("13800138000")
    assert words.of_turn("a" * 40) is not words.of_turn("a" * 40)


def test_a_remembered_answer_holds_what_it_held() -> None:
    words = words_of(load_lexicons(()))
    turn = words.of_turn("no, wait")
    first = turn.find("no, wait", 0, 8)
    assert words.of_turn("no, wait").find("no, wait", 0, 8) == first == words.find("no, wait", 0, 8)
