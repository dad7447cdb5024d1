"""Moving: a day to which the shown one is put off (``推迟到周五``, ``extend it to the end of the month``).

A day before the shown one can not be meant as it counts from now: the one that fits is, or it is asked which.
"""

from calendar import monthrange
from dataclasses import replace
from datetime import date, timedelta

import re2

from dualmem.dialogue.shown.targets import Target
from dualmem.model.reading import Reading
from dualmem.model.utterance import Folded
from dualmem.model.value import Ambiguous, Day, Value
from dualmem.schema.lexicon import Lexicon

_LEAD = 40
_WEEK = 7
_ALONE = re2.compile(
    r"(?:by |on |before )?(?:"
    r"(?P<end>月(?:底|末|尾)|(?:the )?(?:end|close) of (?:the )?month|(?:the )?month[- ]end)"
    r"|(?P<weekday>(?:周|星期|礼拜)[一二三四五六日天]|(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?)"
    r"|(?:the )?[0-9一二三四五六七八九十]+(?:号|日|st|nd|rd|th)"
    r")(?:之?前)?"
)


def moved(target: Target, item: Reading, value: Value | None, folded: Folded, lexicon: Lexicon) -> Value | None:
    """Give the day to which words put off the shown one, where they name neither month nor week.

    Args:
        target: What was shown.
        item: The reading; ``folded`` is its place in the turn.
        value: What it says beside that target.
        folded: The turn.
        lexicon: Its section ``day.later`` holds the words that put a day off.

    Returns:
        The end of the shown day's month for 月底; ``Ambiguous`` for a weekday or a day of the month: as it counts from
        now, or the first one behind the shown day. The value itself where it lies behind that or is not put off.
    """
    shown = target.value
    if not isinstance(value, Day) or not isinstance(shown, Day) or value.date >= shown.date:
        return value
    said = _ALONE.fullmatch(folded.text[item.folded.start : item.folded.end])
    before = folded.text[max(item.folded.start - _LEAD, 0) : item.folded.start]
    if said is None or lexicon.regex("day.later").search(before) is None:
        return value
    if said.group("end"):
        return replace(value, date=shown.date.replace(day=_days_in(shown.date)))
    weekday = said.group("weekday") is not None
    there = _next_weekday(shown.date, value.date) if weekday else _next_day(shown.date, value.date.day)
    return value if there is None else Ambiguous((value, replace(value, date=there)))


def _days_in(month: date) -> int:
    return monthrange(month.year, month.month)[1]


def _next_weekday(shown: date, day: date) -> date:
    """Give the first day behind the shown one with the weekday of another."""
    return shown + timedelta(days=(day.weekday() - shown.weekday() - 1) % _WEEK + 1)


def _next_day(shown: date, day: int) -> date | None:
    """Give a day of the month behind the shown one's; None where that month has none."""
    month = shown.replace(day=_days_in(shown)) + timedelta(days=1)
    return month.replace(day=day) if day <= _days_in(month) else None
