"""What the words of a system turn show and ask."""

from datetime import UTC, datetime

import pytest

from bench.understanding.system_turn import asks_more, offer_of, question_of
from dualmem.model.reading import ReadingContext

CONTEXT = ReadingContext(now=datetime(2019, 3, 1, tzinfo=UTC), language="en")


@pytest.mark.parametrize(
    ("said", "offer", "is_more"),
    [
        ("Will you leave on March 1st.", "Will you leave on March 1st.", False),
        ("Sure. Is it in Long Beach? And when?", "Is it in Long Beach?", True),
        ("Is it 12 High Street and what ride would you like?", "Is it 12 High Street?", True),
        ("Will you need travel insurance?", None, True),
        ("Which city do you leave from?", None, True),
        ("Would you like a Regular or a Pool ride?", None, True),
    ],
)
def test_a_request_offers_the_value_that_a_part_of_it_names(said: str, offer: str | None, *, is_more: bool) -> None:
    assert offer_of(said, CONTEXT) == (offer, is_more)


@pytest.mark.parametrize(
    ("said", "is_more"),
    [
        ("3 tickets to Long Beach. Is that right?", False),
        ("Do you want 3 tickets to Long Beach?", False),
        ("3 tickets to Long Beach. Will you travel with luggage?", True),
        ("3 tickets at 6.20 to Long Beach.", False),
    ],
)
def test_a_question_of_neither_the_values_nor_their_being_right_is_a_further_one(said: str, *, is_more: bool) -> None:
    assert asks_more(said, ["3", "Long Beach"]) is is_more


def test_what_was_asked_is_the_last_question_else_the_last_sentence() -> None:
    assert question_of("It is done! Anything else? Just say so!") == "Anything else?"
    assert question_of("你好。已经订好了。") == "已经订好了。"
    assert question_of(None)
