"""Show: a value as a person reads it in a confirmation; the grammars read the same value back from it."""

from collections.abc import Mapping
from decimal import Decimal

from dualmem.model.field import FieldSpec
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
from dualmem.values.codec import plain

SIGNS: Mapping[str, str] = {"CNY": "¥", "USD": "$", "EUR": "€", "GBP": "£", "HKD": "HK$", "TWD": "NT$", "INR": "₹"}
_PER_ZH = {"person": "人", "month": "月", "year": "年", "day": "天", "item": "个"}
_BOUNDS = {
    "zh": {"by": "{}前", "after": "{}之后", "since": "{}起"},
    "en": {"by": "by {}", "after": "after {}", "since": "since {}"},
}
_UNITS_ZH = ("年", "个月", "天", "小时", "分钟", "秒")
_UNITS_EN = ("year", "month", "day", "hour", "minute", "second")


def show(value: Value, language: str, spec: FieldSpec | None = None) -> str:  # noqa: PLR0911  (one line a shape)
    """Give a value as it is shown in a confirmation.

    Args:
        value: Any value.
        language: zh or en; any other is shown as en.
        spec: Its field; says percent, and gives the labels of a choice.

    Returns:
        One line; line feeds and tabs of a text are escaped. The grammar of its type reads the value back from it.
    """
    zh = language == "zh"
    match value:
        case bool():
            return ("是" if value else "否") if zh else ("yes" if value else "no")
        case str():
            return _text(value, language, spec)
        case int():
            return f"{value:,}"
        case tuple():
            item = spec.item if spec is not None else None
            return ("、" if zh else ", ").join(show(part, language, item) for part in value)
        case Ambiguous(readings=readings):
            return (" 还是 " if zh else " or ").join(show(part, language, spec) for part in readings)
        case Quantity():
            return _quantity(value, zh=zh, sign="%" if spec is not None and spec.type == "percent" else "")
        case Money():
            return _money(value, zh=zh)
        case Duration() | DurationRange():
            return _durations(value, zh=zh)
        case _:
            return _calendar(value, "zh" if zh else "en")


def _text(value: str, language: str, spec: FieldSpec | None) -> str:
    choice = spec.choices.get(value) if spec is not None else None
    if choice is not None:
        for key in (language, *choice.labels):
            if choice.labels.get(key):
                return choice.labels[key][0]
    return value.replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t")


def _calendar(value: Day | TimeOfDay | Moment, language: str) -> str:
    match value:
        case Day(date=day, bound=bound):
            return day.isoformat() if bound is None else _BOUNDS[language][bound].format(day.isoformat())
        case TimeOfDay(time=at):
            return f"{at:%H:%M}"
        case Moment(at=moment):
            return moment.replace(tzinfo=None).isoformat(" ", "seconds" if moment.second else "minutes")


def _grouped(number: Decimal) -> str:
    whole, dot, rest = plain(number).partition(".")
    return f"{int(whole):,}{dot}{rest}" if whole != "-0" else f"-0{dot}{rest}"


def _spread(value: Quantity | Money, *, zh: bool) -> tuple[str, str, str]:
    """Give the words before, the joint between two ends and the mark after an open range."""
    is_open = value.amount is None and value.maximum is None
    about = ("约" if zh else "about ") if value.is_approximate and not is_open else ""
    return about, "–", ("多" if zh else "+")


def _quantity(value: Quantity, *, zh: bool, sign: str) -> str:
    about, joint, more = _spread(value, zh=zh)
    if value.amount is not None:
        return f"{about}{_grouped(value.amount)}{sign}"
    low = "" if value.minimum is None else _grouped(value.minimum)
    if value.maximum is None:
        return f"{low}{more}{sign}"
    return f"{about}{low}{sign}{joint}{_grouped(value.maximum)}{sign}"


def _money(value: Money, *, zh: bool) -> str:
    about, joint, more = _spread(value, zh=zh)
    if value.amount is not None:
        text = f"{about}{_amount(value.amount, value.currency)}"
    elif value.maximum is None:
        text = f"{_amount(value.minimum or Decimal(0), value.currency)}{more}"
    else:
        ends = (value.minimum or Decimal(0), value.maximum)
        text = about + joint.join(_amount(end, value.currency) for end in ends)
    if value.currency is None:
        text += "（币种？）" if zh else " (which currency?)"
    if value.per is None:
        return text
    return f"{text}/{_PER_ZH.get(value.per, value.per)}" if zh else f"{text} per {value.per}"


def _amount(amount: Decimal, currency: str | None) -> str:
    sign = "-" if amount < 0 else ""
    mark = "" if currency is None else SIGNS.get(currency, f"{currency} ")
    figures = _grouped(abs(amount))
    if figures[-2:-1] == ".":
        figures += "0"  # cents are two figures
    return f"{mark}-{figures}" if sign and mark.endswith(" ") else f"{sign}{mark}{figures}"


def _durations(value: Duration | DurationRange, *, zh: bool) -> str:
    if isinstance(value, Duration):
        about = ("约" if zh else "about ") if value.is_approximate else ""
        return about + _duration(value, zh=zh)
    about = ("约" if zh else "about ") if value.minimum.is_approximate else ""
    joint = "到" if zh else " to "
    return about + joint.join(_duration(end, zh=zh) for end in (value.minimum, value.maximum))


def _duration(value: Duration, *, zh: bool) -> str:
    years, months = divmod(value.months, 12)
    hours, rest = divmod(value.seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    parts = [years, months, value.days, hours, minutes, seconds]
    if value.is_business:
        return f"{plain(value.days)}个工作日" if zh else f"{plain(value.days)} business day{_s(value.days)}"
    if zh:
        shown = [f"{plain(part)}{unit}" for part, unit in zip(parts, _UNITS_ZH, strict=True) if part]
        return "".join(shown) or "0分钟"
    shown = [f"{plain(part)} {unit}{_s(part)}" for part, unit in zip(parts, _UNITS_EN, strict=True) if part]
    return " ".join(shown) or "0 minutes"


def _s(count: Decimal) -> str:
    return "" if count == 1 else "s"
