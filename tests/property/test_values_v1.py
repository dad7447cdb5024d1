"""Numbers, money, percentages and durations: what is shown is read back, and no text breaks a grammar."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dualmem.model.field import FieldSpec
from dualmem.model.reading import ReadingContext
from dualmem.model.value import Duration, DurationRange, Money, Quantity
from dualmem.text import fold
from dualmem.values import boolean, duration, money, number, percent
from dualmem.values.codec import from_json, pack, to_json, unpack
from dualmem.values.compare import equal
from dualmem.values.show import show

NOW = datetime(2026, 11, 29, 9, tzinfo=UTC)
CONTEXT = ReadingContext(now=NOW)
GRAMMARS = {"money": money.find, "number": number.find, "percent": percent.find, "duration": duration.find}
CURRENCIES = ["CNY", "USD", "EUR", "GBP", "HKD", "TWD", "JPY", "SGD", "KRW", "CAD", "CHF", "INR"]
PERS = [None, "person", "month", "year", "day", "item", "seat"]

whole = st.integers(0, 10**13).map(Decimal)
cents = st.integers(1, 10**10).map(lambda n: Decimal(n) / 100)
amounts = st.one_of(whole, cents)


def ends(numbers):
    return st.tuples(numbers, numbers).filter(lambda pair: pair[0] < pair[1])


@st.composite
def quantities(draw, kind):
    if kind == "exact":
        return Quantity(amount=draw(st.one_of(amounts, amounts.map(lambda n: -n))), is_approximate=draw(st.booleans()))
    if kind == "open":
        return Quantity(minimum=draw(whole), is_approximate=True)
    low, high = draw(ends(st.integers(13, 10**9).map(Decimal)))
    return Quantity(minimum=low, maximum=high, is_approximate=draw(st.booleans()))


@st.composite
def moneys(draw):
    currency, per = draw(st.sampled_from(CURRENCIES)), draw(st.sampled_from(PERS))
    kind = draw(st.sampled_from(["exact", "open", "range"]))
    if kind == "open":
        return Money(currency=currency, minimum=draw(whole), is_approximate=True, per=per)
    about = draw(st.booleans())
    if kind == "range":
        low, high = draw(ends(amounts))
        return Money(currency=currency, minimum=low, maximum=high, is_approximate=about, per=per)
    return Money(currency=currency, amount=draw(amounts), is_approximate=about, per=per)


@st.composite
def durations(draw):
    if draw(st.booleans()):
        return Duration(days=Decimal(draw(st.integers(1, 400))), is_business=True)
    value = Duration(
        months=Decimal(draw(st.integers(0, 200))),
        days=Decimal(draw(st.integers(0, 400))),
        seconds=Decimal(draw(st.integers(0, 86399))),
        is_approximate=draw(st.booleans()),
    )
    return value if value.months or value.days or value.seconds else Duration(days=Decimal(1))


def read_back(kind, value, language):
    spec = FieldSpec(path="f", type=kind)
    text = show(value, language, spec)
    values = [reading.value for reading in GRAMMARS[kind](fold(text), CONTEXT)]
    return text, values


@pytest.mark.parametrize("language", ["zh", "en"])
@given(value=moneys())
def test_money_that_is_shown_is_read_back(language, value):
    text, values = read_back("money", value, language)
    assert len(values) == 1, text
    assert equal(values[0], value), text


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("kind", ["exact", "open", "range"])
@pytest.mark.parametrize("type_", ["number", "percent"])
@given(data=st.data())
def test_a_number_that_is_shown_is_read_back(data, type_, kind, language):
    value = data.draw(quantities(kind))
    text, values = read_back(type_, value, language)
    assert len(values) == 1, text
    assert equal(values[0], value), text


@pytest.mark.parametrize("language", ["zh", "en"])
@given(value=durations())
def test_a_duration_that_is_shown_is_read_back(language, value):
    text, values = read_back("duration", value, language)
    assert len(values) == 1, text
    assert equal(values[0], value), text


@pytest.mark.parametrize("language", ["zh", "en"])
@given(low=st.integers(1, 50), more=st.integers(1, 50))
def test_a_range_of_days_that_is_shown_is_read_back(language, low, more):
    value = DurationRange(Duration(days=Decimal(low)), Duration(days=Decimal(low + more)))
    text, values = read_back("duration", value, language)
    assert len(values) == 1, text
    assert equal(values[0], value), text


WORDS = (
    "一百|百分之|分之|工作日|小时|half a |one |hundred |million | and | to |between |人均|/人| per |dollars |cents |"
    "USD|左右|大概|about |\u200b|½|²|①|１|￥|萬|\n|http://|a-1|th|point "
)
CHARS = "一二三十百千万亿零两半几点个元块毛角分天年月周第负的约%‰$¥€.,:-–~/()^ 0123456789kKmMwWbe+"
PIECES = st.sampled_from([*CHARS, *WORDS.split("|")])
texts = st.one_of(st.text(max_size=40), st.lists(PIECES, max_size=25).map("".join))


@given(text=texts, asked=st.booleans(), currency=st.sampled_from([None, "CNY", "USD", "JPY"]))
@settings(max_examples=400, deadline=None)
def test_any_text_is_read_without_an_exception_and_spans_lie_in_it(text, asked, currency):
    folded = fold(text)
    context = ReadingContext(now=NOW, default_currency=currency, is_asked_for=asked)
    for find in (*GRAMMARS.values(), number.find_integers, boolean.find):
        last = 0
        for reading in find(folded, context):
            assert (reading.value is None) == (reading.refusal is not None)
            assert 0 <= reading.span.start < reading.span.end <= len(text)
            assert reading.outer.contains(reading.folded)
            assert last <= reading.folded.start
            last = reading.folded.end
            if reading.value is not None:
                assert equal(unpack(pack(reading.value)), reading.value)
                assert show(reading.value, "zh")
                assert show(reading.value, "en")


@given(value=moneys())
def test_money_comes_back_from_its_json(value):
    assert from_json(FieldSpec(path="f", type="money"), to_json(value)) == value


@given(value=durations())
def test_a_duration_comes_back_from_its_json(value):
    assert equal(from_json(FieldSpec(path="f", type="duration"), to_json(value)), value)
