"""Compare: whether two values are the same, and which reading of an ambiguous value an answer picks."""

import unicodedata
from datetime import datetime
from decimal import Decimal

from dualmem.model.value import (
    Ambiguous,
    Day,
    Duration,
    DurationRange,
    Moment,
    Money,
    Quantity,
    TimeOfDay,
    Value,
)

_AS_THEY_STAND = frozenset({Day, Money, Quantity, TimeOfDay})


def equal(a: Value, b: Value) -> bool:  # noqa: PLR0911  (one line a shape)
    """Tell whether two values are the same: numbers by amount, text by NFKC, case and outer spaces aside."""
    if type(a) in _AS_THEY_STAND and type(a) is type(b):
        return a == b
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, int) or isinstance(b, int):
        return _number(a) is not None and _number(a) == _number(b)
    if isinstance(a, str) and isinstance(b, str):
        return _plain(a) == _plain(b)
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(equal(one, two) for one, two in zip(a, b, strict=True))
    if isinstance(a, Ambiguous) and isinstance(b, Ambiguous):
        return len(a.readings) == len(b.readings) and all(
            any(equal(one, two) for two in b.readings) for one in a.readings
        )
    if isinstance(a, Moment) and isinstance(b, Moment):
        return a.at == b.at
    if isinstance(a, Duration) and isinstance(b, Duration):
        return _length(a) == _length(b) and (a.is_business, a.is_approximate) == (b.is_business, b.is_approximate)
    if isinstance(a, DurationRange) and isinstance(b, DurationRange):
        return equal(a.minimum, b.minimum) and equal(a.maximum, b.maximum)
    return type(a) is type(b) and a == b


def _number(value: Value) -> Decimal | None:
    if isinstance(value, int):
        return Decimal(value)
    if isinstance(value, Quantity) and not value.is_approximate:
        return value.amount
    return None


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _length(value: Duration) -> tuple[Decimal, Decimal]:
    """Give months and seconds: a day has 24 hours here, and months never equal days."""
    return value.months, value.days * 86400 + value.seconds


def is_ambiguous_or_range(value: Value) -> bool:
    """Tell whether a value leaves open what exactly it is."""
    if isinstance(value, Quantity | Money):
        return value.amount is None
    return isinstance(value, Ambiguous | DurationRange)


def pick(ambiguous: Value, answer: Value) -> Value | None:
    """Give the reading of an ambiguous value that the answer means, or None where none or several fit.

    A date may leave out its year, a datetime its day: what the answer does not say is not compared. An answer that is
    ambiguous itself picks where exactly one of its readings is offered.
    """
    if not isinstance(ambiguous, Ambiguous):
        return ambiguous if equal(ambiguous, answer) else None
    answers = answer.readings if isinstance(answer, Ambiguous) else (answer,)
    for fits in (equal, _fits):
        hits = [reading for reading in ambiguous.readings if any(fits(reading, one) for one in answers)]
        if len(hits) == 1:
            return hits[0]
    return None


def _fits(reading: Value, answer: Value) -> bool:
    if isinstance(reading, Day) and isinstance(answer, Day):
        return (reading.date.month, reading.date.day) == (answer.date.month, answer.date.day)
    if isinstance(reading, Moment) and isinstance(answer, TimeOfDay):
        return _clock(reading.at) == (answer.time.hour, answer.time.minute)
    if isinstance(reading, Moment) and isinstance(answer, Moment):
        return _clock(reading.at) == _clock(answer.at.astimezone(reading.at.tzinfo))
    if isinstance(reading, Money) and isinstance(answer, Money):
        return reading.amount == answer.amount and (answer.currency is None or reading.currency == answer.currency)
    if isinstance(reading, Money):
        return reading.amount is not None and reading.amount == _number(answer)
    return False


def _clock(at: datetime) -> tuple[int, int]:
    return at.hour, at.minute
