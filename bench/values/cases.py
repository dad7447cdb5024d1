"""Cases: the two file formats of value cases, and when a reading is right."""

import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from dualmem.model.field import FieldType
from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.value import Ambiguous, Day, Duration, Moment, Money, Quantity, TimeOfDay, Value
from dualmem.values.codec import to_json

_TYPES = {"currency": "money", "percentage": "percent"}
_LEAD = re.compile(r"^(?:(?:the|a|an|on|in|at|for|of|from|to|by)\s+|\s+)+", re.IGNORECASE)
_ISO = re.compile(
    r"P(?:([\d.]+)Y)?(?:([\d.]+)M)?(?:([\d.]+)W)?(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?"
)
_CENTS = {"Cent", "Pence", "Penny"}


@dataclass(frozen=True, slots=True)
class Case:
    """One text with every value of one type in it.

    Attributes:
        id: Stable id.
        type: Field type.
        text: The text.
        context: What the grammar may know.
        expected: The expected values as in the file.
        is_suite: From the Recognizers-Text suite.
        is_own: In the format of data/cases: exact spans and typed values.
        is_whole: Scored by value only.
    """

    id: str
    type: FieldType
    text: str
    context: ReadingContext
    expected: tuple[dict[str, Any], ...]
    is_suite: bool
    is_own: bool
    is_whole: bool


def data_folder() -> Path:
    """Give the folder where data is looked for when no file is named."""
    return Path(os.environ.get("DUALMEM_DATA", Path(__file__).parents[2].parent / "shared" / "data"))


def default_files() -> list[Path]:
    """Give the files that are scored when none is named."""
    folder = data_folder()
    return [*sorted((folder / "values").glob("*.jsonl")), *sorted((folder / "cases").glob("values.*.jsonl"))]


def read_cases(path: Path) -> Iterator[Case]:
    """Give the cases of a file of either format."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield _case(json.loads(line))


def _case(row: dict[str, Any]) -> Case:
    is_own = "type" in row
    name = row["type"] if is_own else row["id"].split(".")[0]
    now = row.get("now") or row.get("reference_time") or "2026-11-29T09:00:00"
    at = datetime.fromisoformat(now)
    context = ReadingContext(
        now=at if at.tzinfo else at.replace(tzinfo=UTC),
        default_currency=row.get("default_currency"),
        region=row.get("region"),
    )
    return Case(
        id=row["id"],
        type=_TYPES.get(name, name),
        text=row["text"],
        context=context,
        expected=tuple(row["expected"]),
        is_suite=str(row.get("source", "")).startswith("recognizers-text"),
        is_own=is_own,
        is_whole=not row.get("span_exact", True),
    )


def is_right(case: Case, readings: Sequence[Reading]) -> bool:
    """Tell whether all spans and values are right and nothing more was found; refused readings are not found."""
    found = [reading for reading in readings if reading.value is not None]
    if len(found) != len(case.expected):
        return False
    return all(
        _is_place(case, reading, wanted) and _is_value(case, reading, wanted)
        for reading, wanted in zip(found, sorted(case.expected, key=lambda item: item["start"]), strict=True)
    )


def _is_place(case: Case, reading: Reading, wanted: dict[str, Any]) -> bool:
    if case.is_whole:
        return True
    start, end = reading.span.start, reading.span.end
    places = [(wanted["start"], wanted["end"]), *(tuple(also) for also in wanted.get("also") or ())]
    if (start, end) in places:
        return True
    return not case.is_own and _strip(case.text, start, end) == _strip(case.text, wanted["start"], wanted["end"])


def _strip(text: str, start: int, end: int) -> tuple[int, int]:
    match = _LEAD.match(text[start:end])
    return (start + match.end() if match else start), end


def _is_value(case: Case, reading: Reading, wanted: dict[str, Any]) -> bool:
    value = reading.value
    assert value is not None
    if case.is_own:
        return same_json(case.type, to_json(value), wanted["value"])
    accepted = {str(item) for item in [wanted.get("value"), *(wanted.get("values") or [])] if item is not None}
    options = value.readings if isinstance(value, Ambiguous) else (value,)
    return all(
        _is_suite_value(option, wanted, accepted, case.text[reading.span.start : reading.span.end])
        for option in options
    )


def _is_suite_value(value: Value, wanted: dict[str, Any], accepted: set[str], quote: str) -> bool:  # noqa: PLR0911  # one line a type
    match value:
        case Day():
            return value.date.isoformat() in accepted
        case Moment():
            return value.at.replace(tzinfo=None, microsecond=0).isoformat(" ") in accepted
        case TimeOfDay():
            return f"{value.time:%H:%M}" in {item[-8:-3] for item in accepted} | accepted
        case Money():
            return _is_money(value, wanted)
        case Quantity():
            return _is_amount({value.amount, None if value.maximum else value.minimum}, Decimal(wanted["value"]))
        case Duration():
            return _length(wanted.get("timex") or "") == _parts(value) or str(_seconds(value)) in accepted
        case str():
            return bool({value.lower(), quote.lower()} & {item.lower() for item in accepted})
        case _:
            return False


def _is_money(value: Money, wanted: dict[str, Any]) -> bool:
    amounts = {value.amount, None if value.maximum else value.minimum}
    amount = Decimal(wanted["value"])
    if wanted.get("unit") in _CENTS and _is_amount({item * 100 for item in amounts if item is not None}, amount):
        return True
    return _is_amount(amounts, amount) and (wanted.get("iso") is None or wanted["iso"] == value.currency)


def _is_amount(amounts: set[Decimal | None], wanted: Decimal) -> bool:
    """Tell whether the one amount (or the lower end of an open range, as the suites give it) is the wanted.

    The suites hold floating-point results (8.95430243255239, 202107211321364000000000): 13 digits are compared.
    """
    given = [amount for amount in amounts if amount is not None]
    return len(given) == 1 and abs(given[0] - wanted) <= abs(wanted) * Decimal("1e-13")


def _parts(value: Duration) -> tuple[Decimal, Decimal]:
    return value.months, value.days * 86400 + value.seconds


def _seconds(value: Duration) -> Decimal:
    years, months = divmod(value.months, 12)
    total = (years * 365 + months * 30 + value.days) * 86400 + value.seconds
    return total.to_integral_value() if total == total.to_integral_value() else total


def _length(iso: str) -> tuple[Decimal, Decimal] | None:
    """Give months and seconds of an ISO 8601 duration; half a month is 15 days."""
    match = _ISO.fullmatch(iso)
    if not match:
        return None
    years, months, weeks, days, hours, minutes, seconds = (Decimal(part or 0) for part in match.groups())
    months += years * 12
    whole = months.to_integral_value(rounding="ROUND_FLOOR")
    days += (months - whole) * 30 + weeks * 7
    return whole, days * 86400 + hours * 3600 + minutes * 60 + seconds


def same_json(field_type: FieldType, ours: Any, wanted: Any) -> bool:  # JSON
    """Tell whether two public JSON forms are the same value."""
    if isinstance(wanted, dict) and "ambiguous" in wanted:
        if not isinstance(ours, dict) or len(ours.get("ambiguous", ())) != len(wanted["ambiguous"]):
            return False
        return all(
            any(same_json(field_type, left, right) for left in ours["ambiguous"]) for right in wanted["ambiguous"]
        )
    if isinstance(wanted, dict):
        return (
            isinstance(ours, dict)
            and ours.keys() == wanted.keys()
            and all(same_json(field_type, ours[key], item) for key, item in wanted.items())
        )
    if isinstance(ours, dict) or type(ours) is not type(wanted):
        return False
    return bool(ours == wanted or (isinstance(wanted, str) and _same_text(field_type, ours, wanted)))


def _same_text(field_type: FieldType, ours: str, wanted: str) -> bool:
    if field_type == "datetime":
        return datetime.fromisoformat(ours) == datetime.fromisoformat(wanted)
    if field_type == "duration":
        return _length(ours) is not None and _length(ours) == _length(wanted)
    if field_type in {"money", "number", "percent", "integer"}:
        try:
            return Decimal(ours) == Decimal(wanted)
        except ArithmeticError:
            return False
    return False


def describe(readings: Sequence[Reading], text: str) -> str:
    """Give readings as one line for people."""
    out = []
    for reading in readings:
        said = text[reading.span.start : reading.span.end]
        value = (
            to_json(reading.value)
            if reading.value is not None
            else f"refused: {reading.refusal and reading.refusal.reason}"
        )
        out.append(f"{said!r} = {json.dumps(value, ensure_ascii=False)}")
    return "; ".join(out) or "nothing"


__all__ = ["Case", "data_folder", "default_files", "describe", "is_right", "read_cases", "same_json"]
