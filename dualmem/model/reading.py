"""Readings: what a value grammar found in a text, before any rule looks at it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple

from dualmem.model.field import Choice
from dualmem.model.span import Span
from dualmem.model.value import Value

_NO_CHOICES: Mapping[str, Choice] = MappingProxyType({})


class ReadingContext(NamedTuple):
    """What a grammar may know beside the text; each field that a text may give makes its own, so it is a tuple.

    Attributes:
        now: Reference time, aware, in the subject's time zone.
        language: zh or en where the turn's language is decided, else None (Chinese text = has a Han character).
        default_currency: ISO 4217 code of the field or deployment; None for none.
        region: ISO 3166 region for phones; None for CN in Chinese text and US in English text.
        choices: Choices of a choice field.
        is_open: An open choice.
        pattern: RE2 pattern of an id field.
        is_asked_for: A rule's ``{value}`` or the answer to a one-field question asks for this type
            (12.15 is then a date).
    """

    now: datetime
    language: str | None = None
    default_currency: str | None = None
    region: str | None = None
    choices: Mapping[str, Choice] = _NO_CHOICES
    is_open: bool = False
    pattern: str | None = None
    is_asked_for: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why words that look like a value are none.

    Attributes:
        reason: Stable key of a message: no_such_day, not_one_day, checksum, too_large, too_small, not_finite,
            wrong_per, no_move, write_once, too_long, full, duplicate, unclean, invisible, not_a_value, fifteen_digits,
            no_currency, birth_date, mixed_scripts, …
        details: Values for the message, as text.
    """

    reason: str
    details: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One value found in a text, or one that was refused.

    Attributes:
        span: Place of the value in the original text: value, unit, currency, per and bound words; no hedges.
        folded: The same place in the folded text.
        outer: Place in the folded text with hedges before and after (around, 大概, 左右, 以内).
        value: The value; None exactly when ``refusal`` is set.
        refusal: Why the words are no value of the type.
    """

    span: Span
    folded: Span
    outer: Span
    value: Value | None = None
    refusal: Refusal | None = None
