"""Codec: values to and from the public JSON forms, and to and from the self-describing form that is stored."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, time
from decimal import Decimal, InvalidOperation

from dualmem.errors import InvalidValue
from dualmem.model.field import FieldSpec, FieldType
from dualmem.model.reading import ReadingContext
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
from dualmem.text import fold
from dualmem.values.parse import parse

JSON = str | int | bool | None | list["JSON"] | dict[str, "JSON"]

_ISO = re.compile(
    r"P(?:(?P<years>\d{1,15})Y)?(?:(?P<months>\d{1,15}(?:\.\d{1,30})?)M)?(?:(?P<weeks>\d{1,15}(?:\.\d{1,30})?)W)?"
    r"(?:(?P<days>\d{1,15}(?:\.\d{1,30})?)D)?"
    r"(?:T(?:(?P<hours>\d{1,15}(?:\.\d{1,30})?)H)?(?:(?P<minutes>\d{1,15}(?:\.\d{1,30})?)M)?(?:(?P<seconds>\d{1,15}(?:\.\d{1,30})?)S)?)?"
)
_PHONE = re.compile(r"\+[1-9][0-9]{6,14}|400[0-9]{7}")
_NUMBER = re.compile(r"[+-]?\d{1,60}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,2})?")


def plain(number: Decimal) -> str:
    """Give a decimal without exponent and without trailing zeros (``500000``, ``12.5``)."""
    text = format(number, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def iso_duration(value: Duration) -> str:
    """Give the ISO 8601 form of a duration (``P3M15D``, ``PT2H30M``)."""
    out = ["P"]
    years, months = divmod(value.months, 12)
    out += [f"{plain(years)}Y" if years else "", f"{plain(months)}M" if months else ""]
    out += [f"{plain(value.days)}D" if value.days else ""]
    hours, rest = divmod(value.seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    clock = "".join(f"{plain(part)}{unit}" for part, unit in ((hours, "H"), (minutes, "M"), (seconds, "S")) if part)
    text = "".join(out) + (f"T{clock}" if clock else "")
    return text if text != "P" else "PT0S"


# -- to JSON -------------------------------------------------------------------------------------------------------


def to_json(value: Value) -> JSON:  # noqa: PLR0911  (one line a type)
    """Give the public JSON form of a value, as the formats reference shows it."""
    match value:
        case bool() | str() | int():
            return value
        case tuple():
            return [to_json(item) for item in value]
        case Quantity():
            return _quantity(value)
        case Money():
            return _money(value)
        case Day(date=day, bound=bound):
            return day.isoformat() if bound is None else {"date": day.isoformat(), "bound": bound}
        case TimeOfDay(time=at):
            return f"{at:%H:%M}"
        case Moment(at=moment):
            return moment.isoformat()
        case Duration():
            return _duration(value)
        case DurationRange(minimum=low, maximum=high):
            out: dict[str, JSON] = {"min": iso_duration(low), "max": iso_duration(high)}
            return out | _marks(low.is_approximate, business=low.is_business)
        case Ambiguous(readings=readings):
            return {"ambiguous": [to_json(reading) for reading in readings]}


def _marks(approximate: bool, *, business: bool = False) -> dict[str, JSON]:  # noqa: FBT001
    out: dict[str, JSON] = {}
    if business:
        out["business"] = True
    if approximate:
        out["approximate"] = True
    return out


def _amounts(value: Quantity | Money, name: str) -> dict[str, JSON]:
    out: dict[str, JSON] = {}
    if value.amount is not None:
        out[name] = plain(value.amount)
        return out
    if value.minimum is not None:
        out["min"] = plain(value.minimum)
    if value.maximum is not None:
        out["max"] = plain(value.maximum)
    return out


def _quantity(value: Quantity) -> JSON:
    if value.amount is not None and not value.is_approximate:
        return plain(value.amount)
    return _amounts(value, "number") | _marks(value.is_approximate)


def _money(value: Money) -> JSON:
    out: dict[str, JSON] = {**_amounts(value, "amount"), "currency": value.currency, **_marks(value.is_approximate)}
    return {**out, "per": value.per} if value.per else out


def _duration(value: Duration) -> JSON:
    text = iso_duration(value)
    marks = _marks(value.is_approximate, business=value.is_business)
    return {"duration": text, **marks} if marks else text


# -- from JSON -----------------------------------------------------------------------------------------------------


def from_json(spec: FieldSpec, data: object) -> Value:
    """Read a value of a field from its public JSON form.

    Args:
        spec: The field; its type says which form is read.
        data: Plain JSON data.

    Returns:
        The value, not validated.

    Raises:
        InvalidValue: The data has not the form of the field's type.
    """
    if isinstance(data, dict) and set(data) == {"ambiguous"} and spec.type not in ("list", "map"):
        return _ambiguous(spec, data["ambiguous"])
    if spec.type in ("list", "map"):
        return _items(spec, data)
    try:
        value = _READERS[spec.type](spec, data)
    except (ValueError, TypeError, KeyError, InvalidOperation, OverflowError):
        value = None
    if value is None:
        raise InvalidValue(f"{spec.path} is of type {spec.type} and can not take this value", field=spec.path)
    return value


def _items(spec: FieldSpec, data: object) -> Value:
    if spec.item is None or not isinstance(data, Sequence) or isinstance(data, str):
        raise InvalidValue(f"{spec.path} is a list", field=spec.path)
    return tuple(from_json(spec.item, item) for item in data)


def _ambiguous(spec: FieldSpec, data: object) -> Value:
    if not isinstance(data, Sequence) or isinstance(data, str) or len(data) < 2:
        raise InvalidValue(f"{spec.path}: an ambiguous value has two readings or more", field=spec.path)
    return Ambiguous(tuple(from_json(spec, reading) for reading in data))


def _decimal(data: object) -> Decimal:
    if isinstance(data, bool) or not isinstance(data, str | int | float):
        raise TypeError
    text = str(data).strip()
    if not _NUMBER.fullmatch(text):
        raise ValueError
    return Decimal(text)


def _read_text(_spec: FieldSpec, data: object) -> Value | None:
    return data if isinstance(data, str) else None


def _read_address(spec: FieldSpec, data: object) -> Value | None:
    """Read a phone or an e-mail as its grammar does, so that 138 0013 8000 from a program is the user's +86138….

    Digits that no grammar reads are refused; what has the stored form already is taken.
    """
    if not isinstance(data, str):
        return None
    folded = fold(data)
    context = ReadingContext(now=datetime(1970, 1, 1, tzinfo=UTC), region=spec.region, is_asked_for=True)
    whole = sum(map(str.isalnum, folded.text))
    for reading in parse(spec.type, folded, context):
        place = folded.text[reading.folded.start : reading.folded.end]
        if reading.value is not None and sum(map(str.isalnum, place)) == whole:
            return reading.value
    return data if spec.type != "phone" or _PHONE.fullmatch(data) else None


def _read_integer(_spec: FieldSpec, data: object) -> Value | None:
    number = _decimal(data)
    return int(number) if number == number.to_integral_value() else None


def _read_boolean(_spec: FieldSpec, data: object) -> Value | None:
    return data if isinstance(data, bool) else None


def _ends(data: Mapping[str, object]) -> dict[str, Decimal | None]:
    low, high = data.get("min"), data.get("max")
    if low is None and high is None:
        raise ValueError
    return {
        "minimum": None if low is None else _decimal(low),
        "maximum": None if high is None else _decimal(high),
    }


def _only(data: Mapping[str, object], *names: str) -> None:
    if not set(data) <= set(names):
        raise ValueError


def _flag(data: Mapping[str, object], name: str) -> bool:
    flag = data.get(name, False)
    if not isinstance(flag, bool):
        raise TypeError
    return flag


def _read_quantity(_spec: FieldSpec, data: object) -> Value | None:
    if not isinstance(data, dict):
        return Quantity(amount=_decimal(data))
    _only(data, "number", "min", "max", "approximate")
    about = _flag(data, "approximate")
    if "number" in data:
        return Quantity(amount=_decimal(data["number"]), is_approximate=about)
    return Quantity(**_ends(data), is_approximate=about)


def _read_money(spec: FieldSpec, data: object) -> Value | None:
    if not isinstance(data, dict):
        return Money(amount=_decimal(data), currency=spec.default_currency, per=spec.per)
    _only(data, "amount", "min", "max", "currency", "approximate", "per")
    currency = data.get("currency", spec.default_currency)
    per = data.get("per")
    if not (currency is None or (isinstance(currency, str) and re.fullmatch("[A-Z]{3}", currency))):
        return None
    if not (per is None or isinstance(per, str)):
        return None
    about = _flag(data, "approximate")
    if "amount" in data:
        return Money(amount=_decimal(data["amount"]), currency=currency, is_approximate=about, per=per)
    return Money(**_ends(data), currency=currency, is_approximate=about, per=per)


def _read_day(_spec: FieldSpec, data: object) -> Value | None:
    if isinstance(data, str):
        return Day(date.fromisoformat(data))
    if isinstance(data, dict):
        _only(data, "date", "bound")
        bound = data.get("bound")
        if bound is None or bound in ("by", "after", "since"):
            return Day(date.fromisoformat(data["date"]), bound)
    return None


def _read_time(_spec: FieldSpec, data: object) -> Value | None:
    return TimeOfDay(time.fromisoformat(data)) if isinstance(data, str) and re.fullmatch(r"\d\d:\d\d", data) else None


def _read_moment(_spec: FieldSpec, data: object) -> Value | None:
    if not isinstance(data, str):
        return None
    at = datetime.fromisoformat(data)
    return Moment(at) if at.tzinfo is not None else None


def parse_iso_duration(text: str) -> Duration | None:
    """Read an ISO 8601 duration, or None."""
    hit = _ISO.fullmatch(text)
    if hit is None or text.endswith(("P", "T")):
        return None
    part = {name: Decimal(number or 0) for name, number in hit.groupdict().items()}
    return Duration(
        months=part["years"] * 12 + part["months"],
        days=part["weeks"] * 7 + part["days"],
        seconds=part["hours"] * 3600 + part["minutes"] * 60 + part["seconds"],
    )


def _read_duration(_spec: FieldSpec, data: object) -> Value | None:
    if isinstance(data, str):
        return parse_iso_duration(data)
    if not isinstance(data, dict):
        return None
    _only(data, "duration", "min", "max", "business", "approximate")
    texts = [data["duration"]] if "duration" in data else [data["min"], data["max"]]
    parts = [parse_iso_duration(text) for text in texts]
    marked = [_marked(part, data) for part in parts if part is not None]
    if len(marked) != len(texts):
        return None
    return marked[0] if len(marked) == 1 else DurationRange(marked[0], marked[1])


def _marked(value: Duration, data: Mapping[str, object]) -> Duration:
    return Duration(
        months=value.months,
        days=value.days,
        seconds=value.seconds,
        is_business=_flag(data, "business"),
        is_approximate=_flag(data, "approximate"),
    )


_Reader = Callable[[FieldSpec, object], Value | None]
_READERS: Mapping[str, _Reader] = dict.fromkeys(
    ("text", "url", "id", "id_card_cn", "bank_card", "choice"), _read_text
) | {
    "phone": _read_address,
    "email": _read_address,
    "integer": _read_integer,
    "boolean": _read_boolean,
    "number": _read_quantity,
    "percent": _read_quantity,
    "money": _read_money,
    "date": _read_day,
    "time": _read_time,
    "datetime": _read_moment,
    "duration": _read_duration,
}


# -- stored form ---------------------------------------------------------------------------------------------------

_TYPE_OF: Mapping[str, FieldType] = {
    "text": "text",
    "integer": "integer",
    "boolean": "boolean",
    "quantity": "number",
    "money": "money",
    "day": "date",
    "time": "time",
    "moment": "datetime",
    "duration": "duration",
}
_KINDS = {kind: FieldSpec(path="", type=name) for kind, name in _TYPE_OF.items()}
_KIND_OF: Mapping[type, str] = {
    bool: "boolean", int: "integer", str: "text", Quantity: "quantity", Money: "money", Day: "day",
    TimeOfDay: "time", Moment: "moment", Duration: "duration", DurationRange: "duration",
}  # fmt: skip


def pack(value: Value) -> JSON:
    """Give the self-describing JSON form of a value, from which ``unpack`` gives an equal one without its field."""
    if isinstance(value, tuple):
        return {"list": [pack(item) for item in value]}
    if isinstance(value, Ambiguous):
        return {"ambiguous": [pack(reading) for reading in value.readings]}
    return {_KIND_OF[type(value)]: to_json(value)}


def unpack(data: object) -> Value:
    """Give the value that ``pack`` made the data from.

    Raises:
        InvalidValue: The data is not of that form.
    """
    if not isinstance(data, dict) or len(data) != 1:
        raise InvalidValue("this is no stored value")
    ((kind, body),) = data.items()
    if kind in ("list", "ambiguous") and isinstance(body, list):
        items = tuple(unpack(item) for item in body)
        return items if kind == "list" else Ambiguous(items)
    if kind not in _KINDS:
        raise InvalidValue("this is no stored value")
    return from_json(_KINDS[kind], body)
