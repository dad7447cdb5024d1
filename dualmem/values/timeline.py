"""Timeline: the dates and times of a text in order of place; date, time and datetime are read from it."""

from datetime import datetime
from functools import lru_cache

from dualmem.values import dates_en, joined, relative
from dualmem.values.clock_hits import seconds
from dualmem.values.dates import day_hit
from dualmem.values.days import make
from dualmem.values.found import words
from dualmem.values.stretches import Hit, Setting, Stretch
from dualmem.values.timetokens import Tokens, lex

_STARTS = words(
    "num cn ord n on mon wd day unit yr rel jin yue nian ji di every lunar republic january holiday weekend ban part"
    " clock tonight now"
)
_START_WORDS = (
    frozenset(dates_en.WORD_READERS)
    | frozenset(joined.BOUND_WORDS)
    | words("no not on at now right quarter half a an one q")
)
_COUNT_NOTHING = words(", - ) ( % : ~ num nian yue dian mon n on ! ?") | {""}  # no unit of time after a number
_ENDS = words(", ) ( % ! ? ;") | {""}
_MAY_BE_HOUR = words("at around about @ on by before after until since the")  # before a bare number
_LATER = words("tonight day mon part w")
_JOINTS = words("到 至 - ~ — – 、 和 及 或 与 , and or to")
_COMPACT = 8  # 20261215
_SEPARATORS = words("· ‐ – —")
_TO = words("到 至 - ~ — – to")


@lru_cache(maxsize=8)
def scan(text: str, now: datetime, is_asked_for: bool = False) -> tuple[Stretch, ...]:  # noqa: FBT001, FBT002  # a cache key
    """Give the dates and times of a folded text in order of place.

    Args:
        text: The folded text.
        now: Reference time, aware.
        is_asked_for: A rule or a question asks for a date (12.15 is then one).

    Returns:
        Stretches that do not overlap. The last texts are remembered, because three types read the same stretches.
    """
    tokens = lex(text)
    if tokens is None:
        return ()
    is_zh = not text.isascii() and any("\u4e00" <= char <= "\u9fff" for char in text)
    setting = Setting(tokens, now.replace(microsecond=0), now.date(), is_zh, is_asked_for)
    stretches: list[Stretch] = []
    index = 0
    while index < tokens.count:
        hit = _read(setting, index) if _can_start(tokens, index, is_asked_for=is_asked_for) else None
        if hit:
            stretches.append(_continued(text, stretches[-1], hit[0]) if stretches else hit[0])
            index = max(hit[1], index + 1)
        else:
            index += 1
    return tuple(stretches)


def _can_start(tokens: Tokens, index: int, *, is_asked_for: bool) -> bool:
    """Tell whether a date or time can begin at a token; most words and numbers can not."""
    kind = tokens.kinds[index]
    if kind == "w":
        return tokens.values[index] in _START_WORDS
    if kind in {"num", "cn"} and tokens.kinds[index + 1] == "x" and tokens.kinds[index - 1] != "w":
        return tokens.word(index + 1) in _SEPARATORS
    if kind in {"num", "cn"} and tokens.kinds[index + 1] in _ENDS:
        return not _stands_alone(tokens, index)
    if kind == "num" and tokens.kinds[index + 1] == "." and not is_asked_for:
        return tokens.kinds[index + 2] != "num" or tokens.kinds[index + 3] not in _ENDS or _is_led(tokens, index)
    return kind in _STARTS


def _is_led(tokens: Tokens, index: int) -> bool:
    return index > 0 and tokens.word(index - 1) in _MAY_BE_HOUR


def _stands_alone(tokens: Tokens, index: int) -> bool:
    """Tell whether a number is surely no date and no time by itself: 50, (45) or 3% and no at 7, or 8, tonight."""
    is_led = _is_led(tokens, index)
    return not is_led and tokens.width(index) != _COMPACT and tokens.kinds[index + 2] not in _LATER


def _read(setting: Setting, index: int) -> Hit | None:
    """Give the longer of a relative moment and a date with a time."""
    tokens = setting.tokens
    is_counted = tokens.kinds[index] != "num" or tokens.kinds[index + 1] not in _COUNT_NOTHING
    moment = relative.read(setting, index) if is_counted else None
    whole = joined.read(setting, index)
    return moment if moment and (whole is None or moment[1] >= whole[1]) else whole


def _continued(text: str, before: Stretch, stretch: Stretch) -> Stretch:
    """Give a stretch with what it takes from the one before it: the month of a day, the day of a time."""
    gap = text[before.end : stretch.start].strip()
    if gap not in _JOINTS:
        return stretch
    if stretch.clock and before.clock and stretch.day is None and gap in _TO:
        part = stretch.clock.part or stretch.part or before.part
        times = seconds(stretch.clock, part)
        return stretch._replace(day=before.day, day_start=stretch.start, day_end=stretch.start, times=times, part=part)
    return _same_month(before, stretch)


def _same_month(before: Stretch, stretch: Stretch) -> Stretch:
    """Give a bare day that follows a date in its month: ``12月1日到5日``."""
    day, other = stretch.day, before.day
    if day is None or other is None or day.kind != "day" or not day.days:
        return stretch
    if other.kind not in {"full", "yearless"} or len(other.days) != 1:
        return stretch
    there = make(other.days[0].year, other.days[0].month, day.days[0].day)
    return stretch._replace(day=day_hit(day.end, there, "full"))
