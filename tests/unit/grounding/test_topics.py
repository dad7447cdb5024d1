"""Topics: which group a reply speaks of by the stored values that it names."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType

import pytest

from dualmem.grounding.topics import recalled_topics
from dualmem.model.candidate import Extraction
from dualmem.model.field import FieldSpec
from dualmem.model.span import Span
from dualmem.model.utterance import Clause, Mood, Utterance
from dualmem.model.value import Day, Value
from dualmem.schema.spec import Schema
from dualmem.text import fold
from tests.unit import samples

MONDAY, FRIDAY = Day(date=date(2026, 12, 7)), Day(date=date(2026, 12, 11))
BOTH: Mapping[str, Value] = {"train.day": FRIDAY, "table.day": MONDAY}


def recalled(text: str, held: Mapping[str, Value], *paths: str, mood: Mood = "stated") -> tuple[str, ...]:
    fields = {path: FieldSpec(path=path, type="date") for path in (*paths, *held)}
    schema = Schema(id="s", version=1, languages=("en",), timezone="UTC", fields=MappingProxyType(fields))
    clause = Clause(index=0, span=Span(0, len(fold(text).text)), mood=mood, sentence=0)
    read = Extraction(utterance=Utterance(folded=fold(text), clauses=(clause,)))
    return recalled_topics(read, samples.state(dict(held)), schema, samples.NOW.replace(2026, 12, 4))


@pytest.mark.parametrize("text", ["there is none on December 11", "12月11日没有票"])
def test_the_group_whose_stored_value_a_reply_names_is_spoken_of(text: str) -> None:
    assert recalled(text, BOTH) == ("train",)


def test_the_groups_come_in_the_order_of_the_reply() -> None:
    assert recalled("December 7 and December 11", BOTH) == ("table", "train")


def test_what_two_groups_hold_tells_nothing() -> None:
    assert recalled("none on December 11", {"train.day": FRIDAY, "table.day": FRIDAY}) == ()


def test_a_value_that_an_empty_field_of_another_group_takes_tells_nothing() -> None:
    assert recalled("is it on December 11?", BOTH, "hotel.day", mood="asked") == ()
    assert recalled("nothing on December 11", BOTH, "hotel.day", mood="negated") == ("train",)


def test_a_value_that_nobody_holds_tells_nothing() -> None:
    assert recalled("none on December 12", BOTH) == ()


def test_one_group_alone_needs_no_telling_apart() -> None:
    assert recalled("none on December 11", {"train.day": FRIDAY}) == ()
