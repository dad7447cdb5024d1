"""A value or name that its own speaker takes back is read as if it had not been said."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from dualmem.extract.repairs import repaired
from dualmem.model.reading import ReadingContext
from dualmem.model.span import Span
from dualmem.specs import load_specs
from dualmem.text import fold
from tests.unit import samples

RULES = load_specs("project_assistant").compiled
CONTEXT = ReadingContext(now=samples.NOW)


def read(text: str) -> str:
    return repaired(fold(text), RULES, CONTEXT).text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("改成20号，哦不，22号", "改成22号"),
        ("二十号啊不二十二号", "二十二号"),
        ("make it 600k, no wait, 700k", "make it 700k"),
        ("60万，不对，70万，哦不，80万", "80万"),
        ("我叫李雷哦不李磊", "我叫李磊"),
        ("set my name to Anna, sorry, Anne", "set my name to anne"),
        ("把阶段改成设计，不对，开发", "把阶段改成开发"),
    ],
)
def test_what_is_taken_back_is_left_out(text: str, left: str) -> None:
    assert read(text) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("3月20号，不对，22号", "3月22号"),
        ("March 20, no wait, the 22nd", "march 22nd"),
        ("the 20th of March, no, the 22nd", "the 22nd of march"),
        ("$600k, no, 700k", "$700k"),
        ("60万美元，不对，70万", "70万美元"),
        ("60万，不对，70", "70万"),
    ],
)
def test_month_currency_and_unit_go_over_to_the_second_value(text: str, left: str) -> None:
    assert read(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "十二月二十号不是二十二号",
        "600k, not 700k",
        "60万不对，70万",
        "不是60万，不对，是70万",
        "对，50万，哦不，60万",
        "20号到25号，不对，22号到27号",
        "1. 对 2. 不对 3. 对",
        "600k no, 700k yes",
        "我叫李雷，哦不，先别记",
        "i'm anna, sorry for the delay",
    ],
)
def test_what_is_denied_judged_or_counted_is_no_slip(text: str) -> None:
    folded = fold(text)
    assert repaired(folded, RULES, CONTEXT) is folded


def test_places_lead_to_the_original() -> None:
    text = "预算60万，哦不，70万"
    folded = repaired(fold(text), RULES, CONTEXT)
    place = folded.to_original(Span(2, 5))
    assert text[place.start : place.end] == "70万"


def test_values_of_a_type_that_is_stored_masked_are_left_to_be_found() -> None:
    fields = dict(RULES.schema.fields)
    path = "user_profile.contact.phone"
    fields[path] = replace(fields[path], sensitive="mask")
    masked = replace(RULES, schema=replace(RULES.schema, fields=MappingProxyType(fields)))
    folded = fold("电话13800138000，哦不，13900139000")
    assert repaired(folded, masked, CONTEXT) is folded
    assert repaired(folded, RULES, CONTEXT) is not folded
