"""Timeline: the dates and times of a text in order of place; date, time and datetime are read from it."""

from datetime import datetime
from functools import lru_cache

from dualmem.values import joined, relative
from dualmem.values.clock_hits import seconds
from dualmem.values.dates import day_hit
from dualmem.values.days import make
from dualmem.values.found import words
from dualmem.values.starts import STARTS, can_start
from dualmem.values.stretches import Hit, Setting, Stretch
from dualmem.values.timetokens import lex

_COUNTS = words("unit miao ke ge week hao nian yue . / ' w ban")  # what may go on a number that counts time
_MAY_COUNT = words("now w n ban num cn")  # what a moment that is so far from now may begin with
_JOINTS = words("到 至 - ~ — – 、 和 及 或 与 , and or to")
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
    for place, kind in enumerate(tokens.kinds):
        if kind not in STARTS or place < index or not can_start(tokens, place, is_asked_for=is_asked_for):
            continue
        hit = _read(setting, place)
        if hit:
            stretches.append(_continued(text, stretches[-1], hit[0]) if stretches else hit[0])
            index = max(hit[1], place + 1)
    return tuple(stretches)


def _read(setting: Setting, index: int) -> Hit | None:
    """Give the longer of a relative moment and a date with a time."""
    tokens = setting.tokens
    kind = tokens.kinds[index]
    is_counted = kind in _MAY_COUNT and (kind not in {"num", "cn"} or tokens.kinds[index + 1] in _COUNTS)
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
