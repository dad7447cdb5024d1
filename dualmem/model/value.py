"""Values: what a field can hold, typed and immutable.

Text-like types (text, choice key, phone, email, url, id, id_card_cn, bank_card) are ``str``;
``integer`` is ``int``; ``boolean`` is ``bool``; a list is a ``tuple``. The JSON forms are those of the
formats reference and are made by ``dualmem.values.codec``.
"""

from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from typing import Literal

Bound = Literal["by", "after", "since"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A number or a percentage, exact, approximate or a range.

    Attributes:
        amount: The number; None for a range.
        minimum: Lower end of a range (inclusive), else None.
        maximum: Upper end of a range (inclusive); None when the range is open at the top.
        is_approximate: True where the user said about, some, nearly.
    """

    amount: Decimal | None = None
    minimum: Decimal | None = None
    maximum: Decimal | None = None
    is_approximate: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """An amount of money, exact, approximate or a range.

    Attributes:
        currency: ISO 4217 code; None where it must be asked.
        amount: The amount in major units; None for a range.
        minimum: Lower end of a range, else None.
        maximum: Upper end of a range; None when open at the top.
        is_approximate: True where the user said about, some, nearly.
        per: person, month, year, day, item, or the noun as said; None for a plain amount.
    """

    currency: str | None
    amount: Decimal | None = None
    minimum: Decimal | None = None
    maximum: Decimal | None = None
    is_approximate: bool = False
    per: str | None = None


@dataclass(frozen=True, slots=True)
class Day:
    """A calendar day (type ``date``).

    Attributes:
        date: The day.
        bound: ``by``, ``after`` or ``since`` where the user bounded it; None for the day itself.
    """

    date: date
    bound: Bound | None = None


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """A time of day to the minute (type ``time``), 00:00-23:59."""

    time: time


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time (type ``datetime``); ``at`` is aware."""

    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Duration:
    """A length of time; calendar months, days and seconds are kept apart.

    Attributes:
        months: Calendar months (a year is 12).
        days: Days (a week is 7).
        seconds: Seconds below a day.
        is_business: True for working days (工作日).
        is_approximate: True where hedged.
    """

    months: Decimal = Decimal(0)
    days: Decimal = Decimal(0)
    seconds: Decimal = Decimal(0)
    is_business: bool = False
    is_approximate: bool = False


@dataclass(frozen=True, slots=True)
class DurationRange:
    """From ``minimum`` to ``maximum``, both inclusive (3-5天)."""

    minimum: Duration
    maximum: Duration


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Two or more readings of the same words; the user must say which.

    Attributes:
        readings: At least two different values of one type, in the order they are shown.
    """

    readings: "tuple[Value, ...]"


Value = (
    str
    | bool
    | int
    | Quantity
    | Money
    | Day
    | TimeOfDay
    | Moment
    | Duration
    | DurationRange
    | Ambiguous
    | tuple["Value", ...]
)
