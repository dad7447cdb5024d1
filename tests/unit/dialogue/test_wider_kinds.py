"""A word of a narrower kind is one of the wider kind too, though it stands in one list only."""

import pytest

from dualmem.dialogue.shown.words import words_of
from dualmem.schema.lexicon import load_lexicons


@pytest.mark.parametrize(
    ("word", "kinds"),
    [
        ("one digit is off", {"fault", "slip"}),
        ("末位是2", {"fault", "slip"}),
        ("that is wrong", {"judged", "no"}),
        ("是错的", {"judged", "no"}),
    ],
)
def test_a_fault_is_a_slip_and_a_judgement_a_no(word: str, kinds: set[str]) -> None:
    assert words_of(load_lexicons(())).kinds(word) >= kinds


def test_a_slip_is_no_fault() -> None:
    assert "fault" not in words_of(load_lexicons(())).kinds("口误")
