"""References: the recognizers of other makers, measured in the same run where they are installed.

Recognizers-Text for Python (PyPI ms-recognizers-text-suite) and Duckling (PyPI pyduckling-native-phihos). Their results
become readings, so that the one rule of ``cases`` scores all. Where they give several values, the last one (the future
reading) counts. They are not run on our own cases: a day that does not exist (12月32日) never ends in Duckling.
"""

import json
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from bench.values.cases import Case
from dualmem.model.field import FieldType
from dualmem.model.reading import Reading
from dualmem.model.span import Span
from dualmem.model.value import Day, Duration, Moment, Money, Quantity, TimeOfDay, Value

Recognizer = Callable[[Case], list[Reading]]

_FUNCTIONS = {
    "number": "recognize_number",
    "integer": "recognize_number",
    "money": "recognize_currency",
    "percent": "recognize_percentage",
    "date": "recognize_datetime",
    "time": "recognize_datetime",
    "datetime": "recognize_datetime",
    "duration": "recognize_datetime",
    "phone": "recognize_phone_number",
    "email": "recognize_email",
    "url": "recognize_url",
}
_DIMENSIONS = {
    "number": "number",
    "integer": "number",
    "money": "amount-of-money",
    "date": "time",
    "time": "time",
    "datetime": "time",
    "duration": "duration",
    "phone": "phone-number",
    "email": "email",
    "url": "url",
}
_FINE = {"hour", "minute", "second"}


def installed() -> dict[str, Recognizer]:
    """Give the recognizers that can be imported, by name."""
    found: dict[str, Recognizer] = {}
    if find_spec("ms_recognizers_suite"):
        found["recognizers"] = _recognizers()
    if find_spec("duckling"):
        found["duckling"] = _duckling()
    return found


def is_chinese(text: str) -> bool:
    """Tell whether a text has a Han character."""
    return any("\u4e00" <= char <= "\u9fff" for char in text)


def _language(case: Case) -> str:
    return "zh" if ".zh." in case.id or "-zh-" in case.id or is_chinese(case.text) else "en"


def _recognizers() -> Recognizer:
    suite = import_module("ms_recognizers_suite")

    def read(case: Case) -> list[Reading]:
        name = _FUNCTIONS.get(case.type)
        if name is None:
            return []
        culture = "zh-cn" if _language(case) == "zh" else "en-us"
        more = {"reference": case.context.now.replace(tzinfo=None)} if name == "recognize_datetime" else {}
        readings = []
        for result in getattr(suite, name)(case.text, culture, **more) or ():
            if name == "recognize_datetime" and result.type_name != f"datetimeV2.{case.type}":
                continue
            value = _resolved(case, result.resolution or {}, result.text)
            if value is not None:
                readings.append(_reading(result.start, result.end + 1, value))
        return readings

    return read


def _resolved(case: Case, resolution: dict[str, Any], text: str) -> Value | None:
    values = resolution.get("values")
    said = str(values[-1].get("value") if values else resolution.get("value"))
    return _value(case.type, said, resolution.get("isoCurrency"), case, text)


def _value(  # noqa: PLR0911  # one line a type
    field_type: FieldType, said: str, currency: str | None, case: Case, text: str
) -> Value | None:
    zone = case.context.now.tzinfo
    try:
        match field_type:
            case "number" | "integer":
                return Quantity(amount=Decimal(said))
            case "percent":
                return Quantity(amount=Decimal(said.rstrip("%")))
            case "money":
                return Money(currency=currency, amount=Decimal(said))
            case "date":
                return Day(date.fromisoformat(said[:10]))
            case "datetime":
                at = datetime.fromisoformat(said)
                return Moment(at if at.tzinfo else at.replace(tzinfo=zone))
            case "time":
                return TimeOfDay(datetime.fromisoformat(said[-8:] and f"2000-01-01 {said[-8:]}").time())
            case "duration":
                return Duration(seconds=Decimal(said))
            case _:
                return text
    except (ValueError, InvalidOperation):
        return None


def _reading(start: int, end: int, value: Value) -> Reading:
    place = Span(start, end)
    return Reading(span=place, folded=place, outer=place, value=value)


def _duckling() -> Recognizer:
    duckling = import_module("duckling")
    zones = duckling.load_time_zones("/usr/share/zoneinfo")

    def read(case: Case) -> list[Reading]:
        dimension = _DIMENSIONS.get(case.type)
        if dimension is None:
            return []
        language = "ZH" if _language(case) == "zh" else "EN"
        locale = duckling.parse_locale(
            "ZH_CN" if language == "ZH" else "EN_US", duckling.default_locale_lang(duckling.parse_lang(language))
        )
        moment = duckling.parse_ref_time(zones, "UTC", int(case.context.now.timestamp()))
        context = duckling.Context(moment, locale)
        results = duckling.parse(case.text, context, duckling.parse_dimensions([dimension]), False)
        return [reading for result in results if (reading := _from_duckling(case, result))]

    return read


def _from_duckling(case: Case, result: Any) -> Reading | None:  # its JSON
    row = json.loads(result) if isinstance(result, str) else result
    found = row.get("value") or {}
    said = found.get("value")
    if case.type in {"date", "time", "datetime"}:
        if said is None or (found.get("grain") in _FINE) is (case.type == "date"):
            return None
        at = datetime.fromisoformat(str(said))
        shown = at.replace(tzinfo=None).isoformat(" ")
        value = _value(case.type, shown, None, case, row.get("body", ""))
    elif case.type == "duration":
        value = _value("duration", str((found.get("normalized") or {}).get("value")), None, case, "")
    else:
        value = _value(case.type, str(said), found.get("unit"), case, row.get("body", ""))
    return None if value is None else _reading(int(row["start"]), int(row["end"]), value)
