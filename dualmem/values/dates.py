"""Dates: what one production of the date grammars gives, and the numeric forms that every language shares."""

from datetime import date
from typing import NamedTuple

from dualmem.values.days import coming_month_day, full_year, make, past_month_day
from dualmem.values.sighting import is_part_of
from dualmem.values.timetokens import Tokens

NO_SUCH_DAY = "no_such_day"
NOT_ONE_DAY = "not_one_day"


class DayHit(NamedTuple):
    """What one production read.

    Attributes:
        end: Index one past its last token.
        days: The day; several where it is ambiguous; none where it is refused.
        reason: Why it is refused; None for a date.
        past: The last such day before, for words that look back (since).
        kind: ``full``, ``yearless`` (month and day), ``weekday``, ``day`` (of the month), ``word``.
    """

    end: int
    days: tuple[date, ...] = ()
    reason: str | None = None
    past: date | None = None
    kind: str = "full"


def day_hit(end: int, day: date | None, kind: str = "full", past: date | None = None) -> DayHit:
    """Give the hit of one day, refused where the calendar has none."""
    return DayHit(end, (day,), None, past, kind) if day else DayHit(end, (), NO_SUCH_DAY)


def month_day(end: int, now: date, month: int, day: int) -> DayHit:
    """Give the hit of a month and a day without a year: the next one to come."""
    return day_hit(end, coming_month_day(now, month, day), "yearless", past_month_day(now, month, day))


def refuse(end: int, reason: str = NOT_ONE_DAY) -> DayHit:
    """Give the hit of words that are no single day."""
    return DayHit(end, (), reason)


_SEPARATORS = ("-", "/", ".", "·", "‐", "–", "\\")
_UNITS_AFTER = frozenset("日人个天元块万千百亿年月号点时分秒米寸台件次份名位家条项倍层楼度岁页张套期周版%‰")
_WORDS_AFTER = frozenset(
    [
        "at",
        "on",
        "by",
        "in",
        "for",
        "or",
        "and",
        "to",
        "please",
        "is",
        "works",
        "would",
        "the",
        "noon",
        "morning",
        "before",
        "after",
        "but",
        "so",
        "with",
        "if",
        "it",
        "we",
        "i",
        "you",
        "from",
        "until",
        "then",
        "that",
        "this",
        "as",
        "eod",
        "cob",
        "am",
        "pm",
        "not",
        "instead",
        "will",
        "should",
        "was",
    ]
)


def numeric(tokens: Tokens, index: int, now: date, *, is_zh: bool, is_asked_for: bool = False) -> DayHit | None:  # noqa: PLR0911  # one line a form
    """Read ``2026-12-15``, ``12/15/2026``, ``12-15``, ``20261215`` … at a token that holds a number."""
    if tokens.kinds[index] != "num" or not _begins(tokens, index):
        return None
    first = tokens.number(index)
    width = tokens.width(index)
    if width == 8:
        return _compact(tokens, index)
    mark, second = _part(tokens, index + 1)
    if not second:
        return _spaced(tokens, index)
    mark_2, third = _part(tokens, second + 1)
    if third and (mark_2 == mark or (width == 4 and mark in "-/." and mark_2 in "-/.")):
        return _three(tokens, (index, second, third), is_zh=is_zh)
    if (
        tokens.kinds[second + 1] == ","
        and tokens.kinds[second + 2] == "num"
        and tokens.width(second + 2) == 4
        and mark == "/"
    ):
        return _three(tokens, (index, second, second + 2), is_zh=is_zh)
    if is_zh and mark == "/" and is_part_of(tokens.text, tokens.ends[second]):
        return None
    if third or not _ends(tokens, second, strict=True) or width > 2 or tokens.width(second) > 2:
        return None
    if mark == "." and not is_asked_for and tokens.kinds[second + 1] != "part":
        return None
    return _two(second + 1, now, (first, tokens.number(second)), mark, is_zh=is_zh)


def _part(tokens: Tokens, index: int) -> tuple[str, int]:
    """Give the separator at a token and the index of the number after it, or 0."""
    mark = tokens.kinds[index]
    if mark == "x":
        mark = tokens.word(index)
    if mark in _SEPARATORS and mark and tokens.kinds[index + 1] == "num" and tokens.width(index + 1) <= 4:
        is_tight = tokens.is_glued(index) and tokens.is_glued(index + 1)
        is_loose = not tokens.is_glued(index) and not tokens.is_glued(index + 1) and mark in "-/"
        if is_tight or is_loose:
            return mark, index + 1
    return mark, 0


def _begins(tokens: Tokens, index: int) -> bool:
    """Tell whether a number is not the tail of an id, an amount or a longer number."""
    if not tokens.is_glued(index):
        return True
    before = tokens.text[tokens.starts[index] - 1]
    if before.isascii() and before.isalnum():
        return False
    if before in "-./:_,+*=\\":
        further = tokens.text[max(0, tokens.starts[index] - 2) : tokens.starts[index] - 1]
        if before == "-" and _is_pointed(tokens, index) and _is_pointed(tokens, index - 4):
            return True
        return before in "-.:," and not (further.isascii() and further.isalnum())
    return before not in "$¥€£#@%&"


def _ends(tokens: Tokens, index: int, *, strict: bool = False) -> bool:  # noqa: PLR0911  # one line a form
    """Tell whether a number is not the head of something longer; strictly, whether no unit follows it."""
    end = tokens.ends[index]
    after, further = tokens.text[end : end + 1], tokens.text[end + 1 : end + 2]
    if tokens.kinds[index + 1] == "num" and tokens.is_glued(index + 1):  # a time that was cut off
        return True
    if after.isascii() and after.isalnum() and after != "t":
        return False
    if after and after in "-_/.:+*=" and further.isascii() and further.isalnum() and not (after == "-" and not strict):
        return False
    if after == "-" and further.isalnum() and further.isascii():
        is_other = _is_clock(tokens, index + 2) or (_is_pointed(tokens, index - 2) and _is_pointed(tokens, index + 2))
        return is_other and not strict
    if after and after in "%‰$":
        return False
    if not strict:
        return True
    if after in _UNITS_AFTER and after:
        return False
    kind = tokens.kinds[index + 1]
    return kind not in {"w", "unit", "scale", "n", "mon"} or tokens.word(index + 1) in _WORDS_AFTER


def _is_pointed(tokens: Tokens, index: int) -> bool:
    """Tell whether a number with a point or slash and a number after it stands at a token (2026.1.5-2026.1.10)."""
    return index >= 0 and tokens.kinds[index] == "num" and tokens.kinds[index + 1] in {".", "/"}


def _is_clock(tokens: Tokens, index: int) -> bool:
    """Tell whether a time follows after a hyphen: ``2021-09-12-11:23``."""
    return tokens.kinds[index] == "num" and tokens.kinds[index + 1] == ":" and tokens.width(index) <= 2


def _compact(tokens: Tokens, index: int) -> DayHit | None:
    said = tokens.word(index)
    year = int(said[:4])
    if not 1900 <= year <= 2099 or not _ends(tokens, index, strict=True):
        return None
    day = make(year, int(said[4:6]), int(said[6:]))
    return day_hit(index + 1, day) if day else None


def _spaced(tokens: Tokens, index: int) -> DayHit | None:
    """Read ``2016 10 16``."""
    kinds = tokens.kinds
    if tokens.width(index) != 4 or kinds[index + 1] != "num" or kinds[index + 2] != "num":
        return None
    if tokens.width(index + 1) > 2 or tokens.width(index + 2) > 2 or not _ends(tokens, index + 2, strict=True):
        return None
    year = tokens.number(index)
    day = make(year, tokens.number(index + 1), tokens.number(index + 2))
    return day_hit(index + 3, day) if day and 1900 <= year <= 2099 else None


def _three(tokens: Tokens, places: tuple[int, int, int], *, is_zh: bool) -> DayHit | None:  # noqa: PLR0911  # one line a form
    if not _ends(tokens, places[2]):
        return None
    words = [tokens.word(place) for place in places]
    a, b, c = (int(word) for word in words)
    end = places[2] + 1
    if len(words[0]) == 4:
        return day_hit(end, make(a, b, c)) if a and len(words[1]) <= 2 and len(words[2]) <= 2 else None
    if len(words[0]) > 2 or len(words[1]) > 2 or len(words[2]) == 3:
        return None
    if len(words[2]) == 4:
        return _day_month(end, a, b, c)
    if len(words[2]) > 2 or (len(words[2]) < 2 and len(words[0]) < 2) or _is_version(tokens, places[0]):
        return None
    is_slash = "/" in tokens.text[tokens.starts[places[0]] : tokens.ends[places[2]]]
    if len(words[0]) == 2 and (a > 31 or (not is_slash and (is_zh or a > 12))):
        day = make(full_year(words[0]), b, c)
        other = None if is_zh else make(full_year(words[2]), b, a)
        if day:
            return DayHit(end, tuple(sorted({day, other or day})))
    return _day_month(end, a, b, full_year(words[2])) if len(words[2]) == 2 else None


def _is_version(tokens: Tokens, index: int) -> bool:
    """Tell whether the three numbers are a version: 版本12.15.1, v 1.12.10."""
    if tokens.kinds[index + 1] != ".":
        return False
    before = tokens.text[max(0, tokens.starts[index] - 10) : tokens.starts[index]].rstrip(" :是为")
    return before.endswith(("版本", "版本号", "version", "release", " v", "ver", "ver."))


def _day_month(end: int, a: int, b: int, year: int) -> DayHit | None:
    """Read two numbers of which one is the month: ambiguous where both could be."""
    if not (a and b) or max(a, b) > 31:
        return refuse(end, NO_SUCH_DAY)
    month_first, day_first = make(year, a, b), make(year, b, a)
    if month_first and day_first and a != b:
        return DayHit(end, tuple(sorted((month_first, day_first))))
    return day_hit(end, month_first or day_first)


def _two(end: int, now: date, numbers: tuple[int, int], mark: str, *, is_zh: bool) -> DayHit | None:
    a, b = numbers
    if not a or not b or max(a, b) > 31 or min(a, b) > 12 or numbers == (24, 7):
        return None
    if a > 12:
        return month_day(end, now, b, a) if mark != "-" else None
    if b > 12 or is_zh or a == b or mark == "-":
        return month_day(end, now, a, b)
    days = {coming_month_day(now, a, b), coming_month_day(now, b, a)} - {None}
    return DayHit(end, tuple(sorted(day for day in days if day)), None, None, "yearless")
