"""Validate: whether a value fits its field, and what the field keeps of it."""

import functools
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal

import re2

from dualmem.model.field import FieldSpec
from dualmem.model.reading import Refusal
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
from dualmem.values.clean import check_text, has_markup, is_plain, tidy
from dualmem.values.codec import plain
from dualmem.values.compare import equal
from dualmem.values.ids import check_bank_card, check_id_card

MAX_OPEN_CHOICE = 80
MAX_TEXT = 20_000
_MAX_AMOUNT = Decimal(10) ** 30
_SHAPES: Mapping[str, str] = {
    "phone": r"\+[1-9][0-9]{3,14}|400[0-9]{7}|[0-9]{3,15}",
    "email": r"[^\s@]{1,128}@[^\s@]{1,190}\.[^\s@.]{2,63}",
    "url": r"(?i)(?:https?|ftp)://\S+|[^\s/]+\.[^\s/.]{2,}(?:[/?#]\S*)?",
}


def validate(spec: FieldSpec, value: Value, *, stored: Value | None = None) -> Value | Refusal:
    """Give the value as the field keeps it, or why it does not fit.

    Args:
        spec: The field.
        value: What should be stored; ranges and approximations are judged by their ends.
        stored: What is stored now, for ``moves`` and ``write_once``; None for nothing.

    Returns:
        The value, normalised, or a refusal.
    """
    if isinstance(value, Ambiguous):
        return _ambiguous(spec, value, stored)
    checked = _CHECKS[spec.type](spec, value)
    if isinstance(checked, Refusal) or stored is None:
        return checked
    return _replaces(spec, checked, stored)


def _refuse(reason: str, **details: str) -> Refusal:
    return Refusal(reason=reason, details=details)


def _ambiguous(spec: FieldSpec, value: Ambiguous, stored: Value | None) -> Value | Refusal:
    checked = [validate(spec, reading, stored=stored) for reading in value.readings]
    fitting = tuple(reading for reading in checked if not isinstance(reading, Refusal))
    if not fitting:
        return checked[0]
    return fitting[0] if len(fitting) == 1 else Ambiguous(fitting)


def _replaces(spec: FieldSpec, value: Value, stored: Value) -> Value | Refusal:
    if equal(value, stored):
        return value
    if spec.is_write_once:
        return _refuse("write_once")
    if spec.moves is not None and isinstance(stored, str) and value not in spec.moves.get(stored, ()):
        allowed = ", ".join(spec.moves.get(stored, ()))
        return _refuse("no_move", old=stored, new=str(value), allowed=allowed)
    return value


# -- numbers ---------------------------------------------------------------------------------------------------------


def _within(spec: FieldSpec, ends: tuple[Decimal | None, Decimal | None]) -> Refusal | None:
    given = [end for end in ends if end is not None]
    if not given or not all(end.is_finite() for end in given):
        return _refuse("not_finite")
    if spec.minimum is not None and min(given) < spec.minimum:
        return _refuse("too_small", min=plain(spec.minimum))
    if spec.maximum is not None and max(given) > spec.maximum:
        return _refuse("too_large", max=plain(spec.maximum))
    if any(abs(end) >= _MAX_AMOUNT for end in given):
        return _refuse("too_large", max="1e30")
    return _refuse("not_a_value") if len(given) == 2 and given[0] > given[1] else None


def _ends(value: Quantity | Money) -> tuple[Decimal | None, Decimal | None]:
    return (value.amount, None) if value.amount is not None else (value.minimum, value.maximum)


def _integer(spec: FieldSpec, value: Value) -> Value | Refusal:
    if isinstance(value, Quantity) and value.amount is not None and not value.is_approximate:
        if not value.amount.is_finite():
            return _refuse("not_finite")
        if value.amount != value.amount.to_integral_value():
            return _refuse("not_a_value")
        if abs(value.amount) >= _MAX_AMOUNT:
            return _refuse("too_large", max="1e30")
        value = int(value.amount)
    if isinstance(value, bool) or not isinstance(value, int):
        return _refuse("not_a_value")
    return _within(spec, (Decimal(value), None)) or value


def _quantity(spec: FieldSpec, value: Value) -> Value | Refusal:
    if isinstance(value, int) and not isinstance(value, bool):
        value = Quantity(amount=Decimal(value))
    if not isinstance(value, Quantity):
        return _refuse("not_a_value")
    return _within(spec, _ends(value)) or value


def _money(spec: FieldSpec, value: Value) -> Value | Refusal:
    if not isinstance(value, Money):
        return _refuse("not_a_value")
    if (value.per or None) != (spec.per or None):
        return _refuse("wrong_per", per=value.per or "", expected=spec.per or "")
    if value.currency is None and spec.default_currency is not None:
        value = replace(value, currency=spec.default_currency)
    return _within(spec, _ends(value)) or value


# -- texts -----------------------------------------------------------------------------------------------------------


def _text(spec: FieldSpec, value: Value) -> str | Refusal:
    if not isinstance(value, str):
        return _refuse("not_a_value")
    is_simple = is_plain(value)
    kept = value.strip() if is_simple else tidy(value)
    if not kept:
        return _refuse("not_a_value")
    limit = spec.max_length or MAX_TEXT
    if len(kept) > limit:
        return _refuse("too_long", max=str(limit), length=str(len(kept)))
    if is_simple and not has_markup(kept):
        return kept
    return check_text(kept, is_clean=spec.is_clean) or kept


@functools.lru_cache(maxsize=256)
def _compiled(pattern: str) -> "re2._Regexp":
    return re2.compile(pattern)


def _shaped(spec: FieldSpec, value: Value) -> Value | Refusal:
    kept = _text(spec, value)
    if isinstance(kept, str) and not _compiled(_SHAPES[spec.type]).fullmatch(kept):
        return _refuse("not_a_value")
    return kept


def _id(spec: FieldSpec, value: Value) -> Value | Refusal:
    kept = _text(spec, value)
    if isinstance(kept, Refusal) or spec.pattern is None:
        return kept
    for form in (kept, unicodedata.normalize("NFKC", kept)):
        if _compiled(spec.pattern).fullmatch(form):
            return form
    return _refuse("not_a_value", pattern=spec.pattern)


def _numbered(spec: FieldSpec, value: Value) -> Value | Refusal:
    kept = _text(spec, value)
    if isinstance(kept, Refusal):
        return kept
    digits = unicodedata.normalize("NFKC", kept).replace(" ", "").replace("-", "").upper()
    if spec.sensitive is not None and "*" in digits:
        return kept
    reason = check_id_card(digits) if spec.type == "id_card_cn" else check_bank_card(digits)
    return digits if reason is None else _refuse(reason)


def _choice(spec: FieldSpec, value: Value) -> Value | Refusal:
    kept = _text(spec, value)
    if isinstance(kept, Refusal):
        return kept
    if kept in spec.choices:
        return kept
    for key, choice in spec.choices.items():
        words = [*choice.synonyms, *(label for labels in choice.labels.values() for label in labels), key]
        if any(equal(kept, word) for word in words):
            return key
    if not spec.is_open:
        return _refuse("not_a_value", allowed=", ".join(spec.choices))
    if len(kept) > (spec.max_length or MAX_OPEN_CHOICE):
        return _refuse("too_long", max=str(spec.max_length or MAX_OPEN_CHOICE), length=str(len(kept)))
    return kept


# -- the rest --------------------------------------------------------------------------------------------------------


def _list(spec: FieldSpec, value: Value) -> Value | Refusal:
    if spec.item is None or (spec.type == "map" and not isinstance(value, tuple)):
        return _refuse("not_a_value")
    kept: list[Value] = []
    for item in value if isinstance(value, tuple) else (value,):
        checked = validate(spec.item, item)
        if isinstance(checked, Refusal):
            return checked
        if not any(equal(checked, other) for other in kept):
            kept.append(checked)
    if not kept:
        return _refuse("not_a_value")
    if spec.max_items is not None and len(kept) > spec.max_items and spec.overflow == "refuse":
        return _refuse("full", max=str(spec.max_items))
    return tuple(kept)


def _of(*types: type) -> Callable[[FieldSpec, Value], Value | Refusal]:
    def check(_spec: FieldSpec, value: Value) -> Value | Refusal:
        return value if isinstance(value, types) else _refuse("not_a_value")

    return check


_CHECKS: Mapping[str, Callable[[FieldSpec, Value], Value | Refusal]] = {
    "text": _text,
    "integer": _integer,
    "number": _quantity,
    "percent": _quantity,
    "money": _money,
    "date": _of(Day),
    "time": _of(TimeOfDay),
    "datetime": _of(Moment),
    "duration": _of(Duration, DurationRange),
    "boolean": _of(bool),
    "phone": _shaped,
    "email": _shaped,
    "url": _shaped,
    "id": _id,
    "id_card_cn": _numbered,
    "bank_card": _numbered,
    "choice": _choice,
    "list": _list,
    "map": _list,
}
