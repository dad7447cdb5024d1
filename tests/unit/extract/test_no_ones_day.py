"""Days that no field means: the other end of a trip, the day of a closing; and closed values that look like a day."""

from datetime import date, datetime
from types import MappingProxyType
from zoneinfo import ZoneInfo

import pytest

from dualmem.extract.compile import CompiledRules
from dualmem.extract.match import match
from dualmem.model.field import Choice, FieldSpec
from dualmem.model.reading import ReadingContext
from dualmem.model.value import Day, Value
from dualmem.schema.spec import PatternSpec, RuleSpec
from tests.unit.extract.samples import of_fields

CONTEXT = ReadingContext(now=datetime(2026, 11, 29, 9, tzinfo=ZoneInfo("Asia/Shanghai")))
TENTH, TODAY = Day(date(2026, 12, 10)), Day(date(2026, 11, 29))


def _labels(zh: str, en: str) -> MappingProxyType[str, tuple[str, ...]]:
    return MappingProxyType({"zh": (zh,), "en": (en,)})


def _choices(**words: tuple[str, ...]) -> MappingProxyType[str, Choice]:
    return MappingProxyType(
        {key: Choice(key=key, labels=_labels(key, key), synonyms=more) for key, more in words.items()}
    )


FORMATS = _choices(**{"3d": (), "imax": ()})
KINDS = _choices(Sports=("baseball",), Music=("concert",))
GAMES = _choices(Baseball=(), Tennis=())
FIELDS = (
    FieldSpec(path="stay.first", type="date", labels=_labels("入住日期", "check in date")),
    FieldSpec(path="stay.format", type="choice", choices=FORMATS),
    FieldSpec(path="stay.kind", type="choice", choices=KINDS),
    FieldSpec(path="stay.game", type="choice", choices=GAMES),
    FieldSpec(path="stay.name", type="text"),
)
NAME_ALONE = r"^\s*(?:i love )?(?P<value>[^,.;!?]{2,60}?)\s*(?:[,.;!?]|$)"


def _rule(path: str, text: str, *, is_answer: bool = False) -> RuleSpec:
    return RuleSpec(id=path, field=path, patterns=(PatternSpec(text=text, language="en"),), is_answer=is_answer)


def _compiled() -> CompiledRules:
    rules = [_rule(spec.path, "{value}") for spec in FIELDS[:4]] + [_rule("stay.name", NAME_ALONE, is_answer=True)]
    return of_fields(FIELDS, rules)


RULES = _compiled()


def proposed(text: str, *asked: str) -> dict[str, Value | None]:
    found = match(RULES, text, context=CONTEXT, focus=asked).proposals("user")
    return {one.field.rpartition(".")[2]: one.value for one in found}


@pytest.mark.parametrize(
    "text", ["I'll be checking out on December 10", "we stay until December 10", "I return on December 10"]
)
def test_the_other_end_fills_no_beginning(text):
    assert proposed(text) == {}


@pytest.mark.parametrize(
    "text", ["we check in on December 10", "I need it on December 10", "I'm leaving on December 10"]
)
def test_a_day_that_may_be_the_beginning_fills_it(text):
    assert proposed(text) == {"first": TENTH}


@pytest.mark.parametrize(
    "text", ["That will be everything for today.", "I am okay for today.", "nothing else for today", "今天就这些"]
)
def test_the_day_of_a_closing_is_no_value(text):
    assert proposed(text) == {}


@pytest.mark.parametrize("text", ["today is fine", "I need it today"])
def test_today_as_an_answer_or_a_wish_is_a_value(text):
    assert proposed(text) == {"first": TODAY}


def test_a_closed_value_by_its_name_is_no_day():
    assert proposed("I'll see it in 3d") == {"format": "3d"}


def test_the_name_of_a_value_beats_a_word_for_another():
    assert proposed("Baseball") == {"game": "Baseball"}


def test_the_value_of_a_list_that_was_asked_for_is_no_free_text():
    assert proposed("I love Baseball", "stay.game", "stay.name") == {"game": "Baseball"}


def test_a_free_text_alone_asked_for_may_look_like_the_value_of_a_list():
    assert proposed("I love Baseball", "stay.name") == {"name": "Baseball"}
