"""Names that no cue leads to: a run of capitals in the middle of a sentence, for a text whose rule is ``{value}``."""

from types import MappingProxyType

import pytest

from dualmem.extract.compile import CompiledRules
from dualmem.extract.match import match
from dualmem.model.field import Choice, FieldSpec
from dualmem.schema.spec import GroupSpec, PatternSpec, RuleSpec
from tests.unit.extract.samples import CONTEXT, of_fields

CAPITALS = r"[A-Z][\w']*(?: [A-Z][\w']*)*"
CITIES = {"boston": "Boston", "fresno": "Fresno"}
FIELDS = (
    FieldSpec(path="show.title", type="text", pattern=CAPITALS),
    FieldSpec(
        path="show.city",
        type="choice",
        choices=MappingProxyType(
            {key: Choice(key=key, labels=MappingProxyType({"en": (name,)})) for key, name in CITIES.items()}
        ),
    ),
)
PATTERNS = {"show.title": "{value}", "show.city": "in {value}"}


def _rules() -> CompiledRules:
    rules = [
        RuleSpec(id=path, field=path, patterns=(PatternSpec(text=text, language="en"),))
        for path, text in PATTERNS.items()
    ]
    groups = {"show": GroupSpec(path="show", labels=MappingProxyType({"en": ("musical",)}))}
    return of_fields(FIELDS, rules, groups)


def _said(text: str, speaker: str = "user") -> list[tuple[str, object]]:
    return [(one.field, one.value) for one in match(_rules(), text, context=CONTEXT, speaker=speaker).proposals()]


@pytest.mark.parametrize(
    "text",
    [
        "I want something like Carbon Leaf, if you can",
        "please, for Carbon Leaf",
        "we heard of Carbon Leaf.",
        "好的，我要看 Carbon Leaf",
    ],
)
def test_capitals_inside_a_sentence_are_a_name(text: str) -> None:
    assert _said(text) == [("show.title", "Carbon Leaf")]


@pytest.mark.parametrize(
    "text",
    [
        "Carbon Leaf it is",  # the first word of a sentence tells nothing
        "ok, It's fine",
        "a hall in Portland, OR",
        "I WANT CARBON LEAF",
        "i want carbon leaf",
        "any other Musical will do",
        "he said: “I like Carbon Leaf”",
    ],
)
def test_other_capitals_are_none(text: str) -> None:
    assert ("show.title", "Carbon Leaf") not in _said(text)
    assert all(value == "Portland" for field, value in _said(text) if field == "show.title")


def test_a_value_that_words_lead_to_is_no_name() -> None:
    assert _said("I want it in Boston") == [("show.city", "boston")]


def test_a_reply_names_nothing() -> None:
    assert _said("I found the great Carbon Leaf for you", "assistant") == []
