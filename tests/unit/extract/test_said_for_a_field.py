"""Values that are said and must not be lost: names behind several cues, answers of yes and no, bounds, descriptions."""

from datetime import date, datetime, time
from types import MappingProxyType
from zoneinfo import ZoneInfo

import pytest

from dualmem.extract.compile import CompiledRules
from dualmem.extract.match import match
from dualmem.model.candidate import Candidate, Extraction
from dualmem.model.field import Choice, FieldSpec
from dualmem.model.reading import ReadingContext
from dualmem.model.value import Day, TimeOfDay
from dualmem.schema.spec import GroupSpec, PatternSpec, RuleSpec
from tests.unit.extract.samples import of_fields

CONTEXT = ReadingContext(now=datetime(2026, 11, 29, 9, tzinfo=ZoneInfo("Asia/Shanghai")))
CAPITALS = r"[A-Z][\w']*(?: [A-Z][\w']*)*"
STYLES = {"modern": ("现代", "modern"), "old": ("古典", "classic")}


def _choice(key: str, words: tuple[str, str]) -> Choice:
    return Choice(key=key, labels=MappingProxyType({"zh": (words[0],), "en": (words[1],)}))


_CHOICES = {key: _choice(key, words) for key, words in STYLES.items()}
FIELDS = (
    FieldSpec(path="show.play", type="text", pattern=CAPITALS),
    FieldSpec(path="show.hall", type="text"),
    FieldSpec(
        path="show.style", type="choice", choices=MappingProxyType({k: _choice(k, w) for k, w in STYLES.items()})
    ),
    FieldSpec(path="show.balcony", type="boolean"),
    FieldSpec(path="trip.day", type="date"),
    FieldSpec(path="trip.hour", type="time"),
    FieldSpec(path="trip.goal", type="text", labels=MappingProxyType({"zh": ("终点",)})),
)
PATTERNS = {
    "show.play": ("(?:tickets to|try|see) (?P<value>[^?!;]{2,60})",),
    "show.hall": ("(?:最好是|in a|in the) ?(?P<value>[^,，。.]{2,20})",),
    "show.style": ("{value}",),
    "trip.day": ("{value}",),
    "trip.hour": ("{value}(?:之前|以前)?",),
    "trip.goal": ("(?:到达|抵达)(?P<value>[^,，。]{2,12})",),
}
ANSWERS = {"show.balcony": "{value}", "show.play": r"^\s*(?P<value>[^,.;!?]{2,60}?)\s*(?:[,.;!?]|$)"}


def _compiled() -> CompiledRules:
    groups = {
        "show": GroupSpec(path="show", labels=MappingProxyType({"zh": ("剧场",), "en": ("theatre",)})),
        "trip": GroupSpec(path="trip", labels=MappingProxyType({"zh": ("行程",), "en": ("trip",)})),
    }
    rules = [
        RuleSpec(id=path, field=path, patterns=tuple(PatternSpec(text=text, language="any") for text in texts))
        for path, texts in PATTERNS.items()
    ]
    rules += [
        RuleSpec(id=f"answer-{path}", field=path, patterns=(PatternSpec(text=text, language="any"),), is_answer=True)
        for path, text in ANSWERS.items()
    ]
    return of_fields(FIELDS, rules, groups)


RULES = _compiled()


def _read(text: str, *focus: str) -> Extraction:
    return match(RULES, text, context=CONTEXT, focus=focus)


def _said(text: str, path: str, *focus: str) -> list[object]:
    def counts(one: Candidate) -> bool:
        return one.field == path and one.mood == "stated" and not one.is_blocked

    return [one.value for one in _read(text, *focus).candidates if counts(one)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("I want tickets to go see Hamlet", "Hamlet"),
        ("please try to see The Cherry Orchard instead", "The Cherry Orchard"),
        ("tickets to Hamlet please", "Hamlet"),
    ],
)
def test_a_cue_inside_the_place_of_a_cue_that_holds_no_name_is_read(text: str, name: str) -> None:
    assert _said(text, "show.play") == [name]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("that's fine with me", [True]),
        ("Sounds good, thanks", [True]),
        ("that's no problem", [True]),
        ("Absolutely", [True]),
        ("没问题", [True]),
        ("好的，谢谢", [True]),
        ("nope", [False]),
        ("不用了", [False]),
        ("that's fine if it is cheap", []),
        ("is that dearer?", []),
        ("not sure", []),
    ],
)
def test_a_clause_that_only_agrees_answers_a_question_of_yes_and_no(text: str, wanted: list[bool]) -> None:
    assert _said(text, "show.balcony", "show.balcony") == wanted


def test_what_agrees_is_no_value_of_a_field_that_was_not_asked_for() -> None:
    assert _said("that's fine with me", "show.balcony") == []


@pytest.mark.parametrize(("text", "wanted"), [("Hamlet", ["Hamlet"]), ("Book two seats", [])])
def test_an_answer_is_the_whole_of_what_is_said(text: str, wanted: list[str]) -> None:
    assert _said(text, "show.play", "show.play") == wanted


@pytest.mark.parametrize("text", ["我要在12:45之前到达北站", "得在下午3点以前抵达北站"])
def test_before_behind_a_time_bounds_it_and_is_no_former_time(text: str) -> None:
    assert _said(text, "trip.goal") == ["北站"]


def test_before_alone_is_a_former_time() -> None:
    assert _said("之前到达北站", "trip.goal") == []


def test_a_name_that_is_a_closed_value_and_the_word_of_its_group_is_only_a_description() -> None:
    assert _said("最好是现代剧场", "show.hall") == []
    assert _said("最好是现代剧场", "show.style") == ["modern"]
    assert _said("最好是现代之光剧场", "show.hall") == ["现代之光剧场"]


def test_a_length_of_time_and_the_day_it_begins_on_are_two_values() -> None:
    assert _said("I want to stay for six days from next Tuesday", "trip.day") == [Day(date=date(2026, 12, 1))]
    assert _said("six days from next Tuesday", "trip.day") == [Day(date=date(2026, 12, 7))]


def test_a_time_after_midnight_may_be_counted_on() -> None:
    assert _said("24:45出发", "trip.hour") == [TimeOfDay(time=time(0, 45))]
