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


def _in_any_case(text: str) -> list[object]:
    """Read with a rule whose words alone tell a name, and one whose words do not."""
    called = PatternSpec(text=r"called (?P<value>[^,.]+?)(?: in\b|[,.]|$)", language="en")
    weak = PatternSpec(text=r"about (?P<value>[^,.]+?)(?: in\b|[,.]|$)", language="en")
    rules = [
        RuleSpec(id="called", field="show.title", patterns=(called,), near=("my",), within=0, any_case=True),
        RuleSpec(id="about", field="show.title", patterns=(weak,)),
        RuleSpec(id="bare", field="show.title", patterns=(PatternSpec(text="{value}", language="en"),)),
    ]
    groups = {"show": GroupSpec(path="show", labels=MappingProxyType({"en": ("musical",)}))}
    found = match(of_fields(FIELDS[:1], rules, groups), text, context=CONTEXT, speaker="user")
    return [one.value for one in found.proposals()]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a musical called carbon leaf", "carbon leaf"),
        ("one called carbon leaf in boston", "carbon leaf"),
        ("the musical called Carbon Leaf, please", "Carbon Leaf"),
        ("it is called carbon Leaf.", "carbon Leaf"),
        ("please book the one called wicked", "wicked"),
        ("tell me about Carbon Leaf", "Carbon Leaf"),
    ],
)
def test_a_name_is_read_in_small_letters_where_its_words_alone_tell_it(text: str, name: str) -> None:
    assert _in_any_case(text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "tell me about carbon leaf",  # words that more than names follow
        "a musical, carbon leaf or so",  # no words
        "i called my brother",  # what the rule shuts out
        "a musical called 42",  # the rest of the shape still counts
        "is it called carbon leaf?",
    ],
)
def test_small_letters_are_no_name_elsewhere(text: str) -> None:
    assert _in_any_case(text) == []
