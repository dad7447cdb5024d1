"""Whole days: a date of any form, held against the weekday that stands beside it."""

from datetime import date

from dualmem.values import dates_en, dates_zh
from dualmem.values.dates import DayHit, numeric
from dualmem.values.days import make, week_day
from dualmem.values.found import words
from dualmem.values.stretches import Setting

_NEAR_PAST_DAYS = 45
_REACH = 8  # tokens
_PAST = words("went was were had did drank met came got saw left took made gave said sent told began bought paid wrote")
_END_OF_DAY = frozenset({"eod", "cob", "eob"})
_NUMBERS = frozenset({"num", "ord", "mon", "n", "on", "cn"})


def read(setting: Setting, index: int) -> DayHit | None:
    """Give the longest date that begins at a token, joined with its weekday and EOD, or None."""
    hit = _plain(setting, index)
    if hit is None or not hit.days:
        return hit
    tokens = setting.tokens
    if hit.kind == "weekday" and len(hit.days) == 1:
        hit = _with_date(setting, index, hit)
    else:
        hit = _with_weekday(setting, hit)
    if tokens.kinds[hit.end] == "w" and tokens.values[hit.end] in _END_OF_DAY:
        return hit._replace(end=hit.end + 1)
    return hit


def _plain(setting: Setting, index: int) -> DayHit | None:
    tokens, today = setting.tokens, setting.today
    best = dates_zh.read(tokens, index, today)
    for hit in (
        dates_en.read(tokens, index, today),
        numeric(tokens, index, today, is_zh=setting.is_zh, is_asked_for=setting.is_asked_for),
    ):
        if hit and (best is None or hit.end > best.end or (hit.end == best.end and hit.days and not best.days)):
            best = hit
    return best


def _with_weekday(setting: Setting, hit: DayHit) -> DayHit:
    """Join a date with the weekday after it: ``12月15日（周二）``, ``Dec 18 (Friday)``."""
    tokens, at = setting.tokens, hit.end
    is_open = tokens.kinds[at] == "("
    if tokens.kinds[at + is_open] != "wd":
        return hit
    end = at + is_open + 1
    end += is_open and tokens.kinds[end] == "."
    if is_open and tokens.kinds[end] != ")":
        return hit
    return _agree(setting, hit, tokens.number(at + is_open), end + is_open)


def _with_date(setting: Setting, index: int, hit: DayHit) -> DayHit:
    """Join a weekday with the date after it: ``Monday 21``, ``Friday 7.6``, ``tues the 4th``, ``周二（12月15日）``."""
    tokens, has_the = setting.tokens, False
    at = hit.end
    while at < hit.end + 2 and tokens.kinds[at] in {",", ".", "("}:
        at += 1
    if tokens.word(at) == "the" and tokens.kinds[at + 1] in _NUMBERS:
        at, has_the = at + 1, True
    other = _date_at(setting, at) if tokens.kinds[at] in _NUMBERS else None
    if not other:
        return hit
    weekday = tokens.number(index) if tokens.kinds[index] == "wd" else hit.days[0].weekday()
    if has_the and other.kind == "day" and not _looks_back(setting, index):
        there = _coming(setting.today, other, weekday)
        if there:
            return other._replace(days=(there,))
    is_closed = tokens.kinds[other.end] == ")" and tokens.kinds[hit.end] == "("
    return _agree(setting, other, weekday, other.end + is_closed)


def _looks_back(setting: Setting, index: int) -> bool:
    """Tell whether a verb of the past stands before a date: I went back Thursday the 21st."""
    before = (setting.tokens.word(at) for at in range(max(0, index - _REACH), index))
    return any(word in _PAST or (word.endswith("ed") and len(word) > 3) for word in before)


def _coming(today: date, hit: DayHit, weekday: int) -> date | None:
    """Give the next day of the month with that number and weekday: Friday the 13th."""
    number = hit.days[0].day
    days = (
        make(today.year + month // 12, month % 12 + 1, number) for month in range(today.month - 1, today.month + 14)
    )
    return next((day for day in days if day and day >= today and day.weekday() == weekday), None)


def _date_at(setting: Setting, index: int) -> DayHit | None:
    tokens, today = setting.tokens, setting.today
    hit = numeric(tokens, index, today, is_zh=setting.is_zh, is_asked_for=True)
    other = _plain(setting, index)
    if other and (hit is None or other.end > hit.end):
        hit = other
    if hit and hit.days and hit.kind in {"full", "yearless", "day"}:
        return hit
    return None if tokens.kinds[index] == "cn" else dates_en.day_of_month(tokens, index, today, has_weekday=True)


def _agree(setting: Setting, hit: DayHit, weekday: int, end: int) -> DayHit:
    """Hold a date against its weekday: both, where they contradict each other; the near past, where it alone agrees."""
    agreeing = tuple(day for day in hit.days if day.weekday() == weekday)
    if agreeing:
        return hit._replace(end=end, days=agreeing)
    past = hit.past
    if past and past.weekday() == weekday and (setting.today - past).days <= _NEAR_PAST_DAYS:
        return hit._replace(end=end, days=(past,))
    other = week_day(hit.days[0], weekday)
    return hit._replace(end=end, days=(hit.days[0], other) if other else hit.days)
