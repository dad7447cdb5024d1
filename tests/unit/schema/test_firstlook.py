"""First look: it names every section that a text, or any part of it, holds a word of."""

import random

import pytest
import re2

from dualmem.schema.firstlook import FirstLook, loosened
from dualmem.schema.lexicon import Lexicon, load_lexicons, options
from dualmem.text import fold


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return load_lexicons(())


def test_a_section_is_named_for_each_of_its_own_examples(lexicon: Lexicon) -> None:
    missed = [
        (name, entry.text)
        for name, section in lexicon.sections.items()
        for entry in section.match
        if name not in lexicon.present(name.partition(".")[0], fold(entry.text).text)
    ]
    assert missed == []


def test_a_section_that_a_part_of_a_text_holds_is_named_for_the_text(lexicon: Lexicon) -> None:
    texts = [fold(entry.text).text for section in lexicon.sections.values() for entry in section.match]
    dice = random.Random(7)  # no secret
    missed = []
    for _ in range(3000):
        text = dice.choice(texts) + dice.choice([" ", ",", ""]) + dice.choice(texts)
        start = dice.randrange(len(text))
        part = text[start : start + dice.randrange(1, 16)]
        name = dice.choice(list(lexicon.sections))
        if lexicon.has(name, part) and name not in lexicon.present(name.partition(".")[0], text):
            missed.append((name, part, text))
    assert missed == []


def test_a_family_without_sections_names_none(lexicon: Lexicon) -> None:
    assert lexicon.present("no such family", "whatever") == frozenset()


def test_a_section_without_a_word_in_the_text_is_not_named() -> None:
    look = FirstLook({"a.one": [r"\bone\b"], "a.two": ["two"], "a.none": []}, options())
    assert look.at("one and three") == {"a.one"}


@pytest.mark.parametrize(
    ("pattern", "text"),
    [(r"\bno\b", "xnox"), (r"^\s*is|$", "this"), (r"[$^\]]\b", "a]b"), (r"a[^$]\$$", "ab$x"), (r"[]^]x", "^x")],
)
def test_a_pattern_without_its_edges_finds_it_inside_words_too(pattern: str, text: str) -> None:
    assert re2.search(loosened(pattern), text) is not None


def test_what_a_class_holds_is_no_edge() -> None:
    assert re2.search(loosened(r"[$^]"), "abc") is None
