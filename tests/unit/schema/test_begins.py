"""Begins: the first signs of patterns, and where in a text a match of them may begin."""

import pytest
import re2

from dualmem.schema.begins import begins, begins_apart, first_signs
from dualmem.schema.lexicon import load_lexicons
from dualmem.text import fold


@pytest.mark.parametrize(
    ("pattern", "signs"),
    [
        ("yes", "y"),
        (r"(?:\b(?:yes|no(?:pe)?)\b)", "yn"),
        ("a?b*(?:c|d)e", "abcd"),
        ("(?:a|)(?P<rest>b)c", "ab"),
        ("[好对]的", "好对"),
        ("[a-c3]x|x{0,2}y", "abc3xy"),
        (r"\d+ days|\.", "0123456789."),
        ("[]a]b|[|)]x|(?:y[(])", "]a|)y"),
        ("x{2}y", "x"),
    ],
)
def test_the_first_signs_of_a_pattern_are_those_it_names(pattern: str, signs: str) -> None:
    assert first_signs(pattern) == frozenset(signs)


@pytest.mark.parametrize(
    "pattern", ["", "a?", "^", ".a", "[^a]b", r"\p{Han}+", r"\s*x", "(?:a|.)b", "[[:alpha:]]", "a*|b"]
)
def test_a_pattern_that_may_begin_with_any_sign_or_match_nothing_names_none(pattern: str) -> None:
    assert first_signs(pattern) is None


def test_no_match_begins_inside_a_latin_word_or_a_number() -> None:
    places = [found.start() for found in begins(["o", "1", "好"]).finditer("o no on 11 好o 1o")]
    assert places == [0, 5, 8, 11, 12, 14, 15]


def test_a_pattern_that_names_no_sign_may_begin_anywhere_else() -> None:
    assert [found.start() for found in begins([".x", "a"]).finditer("ab, 12")] == [0, 2, 3, 4]


def test_each_match_of_a_shipped_pattern_begins_with_one_of_its_first_signs() -> None:
    lexicon = load_lexicons(())
    wrong = [
        (pattern, text)
        for name, section in list(lexicon.sections.items())[::5]
        for text in [fold(entry.text).text for entry in section.match]
        for pattern in lexicon.section(name)
        for signs, found in [(first_signs(pattern), re2.search(pattern, text))]
        if signs is not None and found is not None and text[found.start()] not in signs
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "pattern", [r"\b(?:yes|no)\b", r"(?:\b(?:a|b)c\b|&)", "好", r"(?:\b[ab]c|的)", r"\b(?:so )?no"]
)
def test_words_that_are_bounded_or_of_no_latin_letters_begin_apart(pattern: str) -> None:
    assert begins_apart(pattern)


@pytest.mark.parametrize(
    "pattern", ["[a-z]ly$", "(?:[ab]c|de)", r"(?:\bno|k线)", " no", r"\b(?: ?no)", "", r"\w+ later"]
)
def test_words_that_may_begin_inside_another_one_or_with_a_blank_do_not(pattern: str) -> None:
    assert not begins_apart(pattern)
