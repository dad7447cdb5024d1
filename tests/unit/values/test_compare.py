"""When two values are the same, and which reading an answer picks."""

from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal

import pytest

from dualmem.model.value import Ambiguous, Day, Duration, DurationRange, Moment, Money, Quantity, TimeOfDay
from dualmem.values.compare import equal, is_ambiguous_or_range, pick

CN = timezone(timedelta(hours=8))


def cny(amount):
    return Money(currency="CNY", amount=Decimal(amount))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (cny("600000"), cny("600000.00")),
        (Quantity(amount=Decimal("3.50")), Quantity(amount=Decimal("3.5"))),
        (10, Quantity(amount=Decimal(10))),
        ("张工 ", "张工"),
        ("ＡＢＣ", "abc"),
        (Duration(seconds=Decimal(5400)), Duration(seconds=Decimal(5400))),
        (Duration(days=Decimal(1)), Duration(seconds=Decimal(86400))),
        (Moment(datetime(2026, 12, 15, 1, tzinfo=UTC)), Moment(datetime(2026, 12, 15, 9, tzinfo=CN))),
        (("IE11", "a"), ("ie11", "A")),
        (Ambiguous((cny(1), cny(2))), Ambiguous((cny(2), cny(1)))),
    ],
)
def test_the_same_value_written_differently_is_equal(a, b):
    assert equal(a, b)
    assert equal(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (cny("600000"), cny("60")),
        (cny(5), Money(currency="USD", amount=Decimal(5))),
        (cny(5), Money(currency="CNY", amount=Decimal(5), is_approximate=True)),
        (cny(5), Money(currency="CNY", amount=Decimal(5), per="person")),
        (True, 1),
        (False, 0),
        (Duration(months=Decimal(1)), Duration(days=Decimal(30))),
        (Duration(days=Decimal(5)), Duration(days=Decimal(5), is_business=True)),
        (Day(date(2026, 12, 15)), Day(date(2026, 12, 15), "by")),
        ("a", 1),
        (("a",), ("a", "b")),
    ],
)
def test_different_values_are_not_equal(a, b):
    assert not equal(a, b)
    assert not equal(b, a)


def test_ranges_and_ambiguous_values_leave_open_what_they_are():
    assert is_ambiguous_or_range(Ambiguous((cny(1), cny(2))))
    assert is_ambiguous_or_range(Money(currency="CNY", minimum=Decimal(1), maximum=Decimal(2)))
    assert is_ambiguous_or_range(DurationRange(Duration(days=Decimal(1)), Duration(days=Decimal(2))))
    assert not is_ambiguous_or_range(cny(1))
    assert not is_ambiguous_or_range("x")


def test_an_answer_picks_the_reading_that_it_fits():
    euros = Ambiguous((Money(currency="EUR", amount=Decimal("3.4")), Money(currency="EUR", amount=Decimal(3400))))
    assert pick(euros, Money(currency="EUR", amount=Decimal(3400))) == euros.readings[1]
    assert pick(euros, Money(currency=None, amount=Decimal(3400))) == euros.readings[1]
    assert pick(euros, Quantity(amount=Decimal("3.4"))) == euros.readings[0]
    assert pick(euros, Quantity(amount=Decimal(99))) is None


def test_the_year_need_not_be_said():
    days = Ambiguous((Day(date(2026, 3, 4)), Day(date(2026, 4, 3))))
    assert pick(days, Day(date(2027, 4, 3))) == days.readings[1]
    assert pick(days, Day(date(2027, 5, 5))) is None


def test_a_time_picks_the_moment_with_that_time():
    moments = Ambiguous(tuple(Moment(datetime(2026, 12, 1, hour, tzinfo=CN)) for hour in (3, 15)))
    assert pick(moments, TimeOfDay(time(15, 0))) == moments.readings[1]


def test_a_value_that_is_not_ambiguous_is_picked_only_by_itself():
    assert pick(cny(5), cny(5)) == cny(5)
    assert pick(cny(5), cny(6)) is None
