"""First look: it names every section that a text, or any part of it, holds a word of."""

import random

import pytest
import re2

from dualmem.schema.firstlook import ANSWERS, FirstLook, Together, family_of, loosened
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


def _looked(lexicon: Lexicon, section: str, text: str) -> frozenset[str]:
    look, family = lexicon.first_look(), family_of(section)
    return look.begun(text).get(family, frozenset()) | look.free(family, text)


def test_the_look_at_all_families_names_a_section_for_each_of_its_own_examples(lexicon: Lexicon) -> None:
    missed = [
        (name, entry.text)
        for name, section in lexicon.sections.items()
        for entry in section.match
        if family_of(name) != ANSWERS and name not in _looked(lexicon, name, fold(entry.text).text)
    ]
    assert missed == []


def test_the_look_at_all_families_names_what_a_part_holds_that_cuts_no_word(lexicon: Lexicon) -> None:
    texts = [fold(entry.text).text for section in lexicon.sections.values() for entry in section.match]
    dice = random.Random(11)  # no secret
    sections = [name for name in lexicon.sections if family_of(name) != ANSWERS]
    missed = []
    for _ in range(3000):
        text = dice.choice(texts) + dice.choice([" ", ",", ""]) + dice.choice(texts)
        start = dice.randrange(len(text))
        part = text[start : start + dice.randrange(1, 16)]
        name = dice.choice(sections)
        is_cut = start and (text[start - 1].isalpha(), text[start - 1].isdigit()) == (
            part[0].isalpha(),
            part[0].isdigit(),
        )
        if not (is_cut and part[0].isascii()) and lexicon.has(name, part) and name not in _looked(lexicon, name, text):
            missed.append((name, part, text))
    assert missed == []


def test_a_section_whose_words_begin_with_any_sign_is_looked_for_by_its_family() -> None:
    look = FirstLook(
        {"a.one": [r"\bone\b"], "a.later": [r"\w* later"], "b.blank": [" x"], "act.yes": ["yes"]}, options()
    )
    assert look.begun("one x yes") == {"a": {"a.one"}}
    assert (look.free("a", "an hour later"), look.free("b", "a x"), look.free("act", "yes")) == (
        {"a.later"},
        {"b.blank"},
        frozenset(),
    )


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
    look = Together({"a.one": [r"\bone\b"], "a.two": ["two"], "a.none": []}, options())
    assert look.at("one and three") == {"a.one"}


@pytest.mark.parametrize(
    ("pattern", "text"),
    [(r"\bno\b", "xnox"), (r"^\s*is|$", "this"), (r"[$^\]]\b", "a]b"), (r"a[^$]\$$", "ab$x"), (r"[]^]x", "^x")],
)
def test_a_pattern_without_its_edges_finds_it_inside_words_too(pattern: str, text: str) -> None:
    assert re2.search(loosened(pattern), text) is not None


def test_what_a_class_holds_is_no_edge() -> None:
    assert re2.search(loosened(r"[$^]"), "abc") is None
