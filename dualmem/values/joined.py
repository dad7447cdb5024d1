"""Joined: date, part of day and time that follow each other, with the bound before or after them."""

from dataclasses import dataclass

from dualmem.model.value import Bound
from dualmem.values import clock, whole_days
from dualmem.values.clock_figures import english_part
from dualmem.values.clock_hits import ClockHit, seconds
from dualmem.values.clock_zh import counts_nights
from dualmem.values.counts_zh import is_other_word
from dualmem.values.dates import DayHit
from dualmem.values.days import add_days, make
from dualmem.values.found import words
from dualmem.values.stretches import Hit, Setting, Stretch

_MOST_PARTS = 6
_JOINING = words("at around about for on of by approximately the early late in 的 t")
BOUND_WORDS: dict[str, Bound] = {"by": "by", "before": "by", "after": "after", "since": "since"}
_BOUNDS: dict[int | str, Bound] = {"by": "by", "after": "after", "since": "since"}
_BOUND_BEFORE: dict[str, Bound] = {
    "不晚于": "by", "不迟于": "by", "最晚": "by", "最迟": "by", "不早于": "since", "最早": "since",
}  # fmt: skip


@dataclass(slots=True)
class _Parts:
    """What was joined so far: places are token indexes, half-open."""

    end: int
    day: DayHit | None = None
    day_at: tuple[int, int] = (0, 0)
    time: ClockHit | None = None
    time_at: tuple[int, int] | None = None
    part: str | None = None


def read(setting: Setting, index: int) -> Hit | None:
    """Give the stretch that begins at a token, its bound word included, and the next token, or None."""
    led = _bound_words(setting, index)
    if not led:
        return _join(setting, index)
    bound, at = led
    inner = _join(setting, at)
    if inner is None or not (inner[0].day or inner[0].times):
        return inner
    stretch = inner[0]._replace(start=setting.tokens.starts[index], bound=bound)
    return (_since(stretch) if setting.tokens.word(index) == "since" else stretch), inner[1]


def _bound_words(setting: Setting, index: int) -> tuple[Bound, int] | None:
    tokens = setting.tokens
    if tokens.kinds[index] != "w":
        return None
    word = str(tokens.values[index])
    if word in {"no", "not"} and tokens.word(index + 1) == "later" and tokens.word(index + 2) == "than":
        return "by", index + 3
    if word in {"no", "not"} and tokens.word(index + 1) == "earlier" and tokens.word(index + 2) == "than":
        return "since", index + 3
    if word == "not" and tokens.word(index + 1) == "before":
        return "since", index + 2
    if word == "on" and tokens.word(index + 1) == "or" and tokens.word(index + 2) == "before":
        return "by", index + 3
    return (BOUND_WORDS[word], index + 1) if word in BOUND_WORDS else None


def _since(stretch: Stretch) -> Stretch:
    """Look back for since."""
    day = stretch.day
    if stretch.bound == "since" and day and day.past and day.days:
        return stretch._replace(day=day._replace(days=(day.past,)))
    return stretch


def _join(setting: Setting, index: int) -> Hit | None:
    parts = _Parts(end=index)
    for _ in range(_MOST_PARTS):
        places = (index,) if parts.end == index else _places(setting, parts.end)
        if not any(_take(setting, parts, place) for place in places):
            break
    return _finish(setting, parts)


def _places(setting: Setting, index: int) -> tuple[int, ...]:
    """Give the tokens where a further part may begin: here, or after up to three joining words."""
    tokens = setting.tokens
    places = [index]
    for at in range(index, index + 3):
        if tokens.kinds[at] not in {",", "-", "@"} and tokens.word(at) not in _JOINING:
            break
        places.append(at + 1)
    return tuple(places)


def _take(setting: Setting, parts: _Parts, index: int) -> bool:
    """Take the time, the date or the part of day that begins at a token, whichever is longer."""
    tokens = setting.tokens
    is_led = bool(parts.day or parts.part) or (index > 0 and tokens.word(index - 1) in {"at", "around", "about", "@"})
    time = clock.read(tokens, index, is_led=is_led) if parts.time is None else None
    day = whole_days.read(setting, index) if parts.day is None else None
    if time and day and (day.end > time.end or (day.end == time.end and time.style == "bare")):
        time = None
    if time:
        start = parts.time_at[0] if parts.time_at is not None and parts.time_at[1] == index else index  # evening 5:30
        parts.time, parts.time_at, parts.end = time, (start, time.end), time.end
        return True
    if day and not (day.kind == "jin" and parts.part):
        parts.day, parts.day_at, parts.end = day, (index, day.end), day.end
        return True
    said = _part(setting, index) if parts.part is None else None
    if not said or (parts.time is not None and parts.time.part and tokens.kinds[index - 1] == ","):
        return False  # 7:45 pm, evening 4:45
    parts.part, parts.end, implied = said
    if implied and parts.day is None:
        parts.day, parts.day_at = implied, (index, parts.end)
    if parts.time_at is None:
        parts.time_at = (index, parts.end)
    return True


def _part(setting: Setting, index: int) -> tuple[str, int, DayHit | None] | None:
    """Give a part of day, the next token and the day it implies: ``morning``, ``tonight``, ``last night``."""
    tokens = setting.tokens
    if tokens.kinds[index] == "tonight":
        return "eve", index + 1, DayHit(index + 1, (setting.today,), kind="part")
    if tokens.kinds[index] == "part" and not counts_nights(tokens, index):
        is_this = index > 0 and tokens.word(index - 1) == "this"
        implied = DayHit(index + 1, (setting.today,), kind="part") if is_this else None
        return english_part(tokens, index), index + 1, implied
    if tokens.word(index) == "this" and tokens.kinds[index + 1] == "part":
        return english_part(tokens, index + 1), index + 2, DayHit(index + 2, (setting.today,), kind="part")
    if tokens.word(index) == "last" and tokens.word(index + 1) == "night":
        yesterday = add_days(setting.today, -1)
        return "eve", index + 2, DayHit(index + 2, (yesterday,) if yesterday else (), kind="part")
    return None


def _finish(setting: Setting, parts: _Parts) -> Hit | None:
    """Give the stretch of the parts, or None where they are no date and no time."""
    tokens, day, time = setting.tokens, parts.day, parts.time
    if time is None or parts.time_at is None:
        return _day_only(setting, parts)
    if time.style == "bare" and not (day or parts.part) and not _is_at_hour(setting, time, parts.time_at[0]):
        return None
    day_at, last = parts.day_at, parts.end
    if day is not None and day.kind == "jin":
        day_at = (day_at[0], day_at[1] + 1)
    year = _late_year(setting, last, day)
    if year:
        day, last = year
    zone = _zone(setting, parts.time_at[1]) if parts.time_at[1] == last else None
    if zone:
        last = zone[1]
    day_start = tokens.starts[day_at[0]] if day else len(tokens.text)
    time_start = tokens.starts[parts.time_at[0]]
    if day is not None and day.kind == "jin":  # 今晚8点: the day is said with the part of day
        time_start = min(time_start, day_start)
    stretch = Stretch(
        start=min(time_start, day_start),
        end=tokens.ends[last - 1],
        day=day,
        day_start=day_start if day else time_start,
        day_end=tokens.ends[day_at[1] - 1] if day else time_start,
        times=seconds(time, parts.part),
        time_start=time_start,
        time_end=tokens.ends[parts.time_at[1] - 1],
        zone=zone[0] if zone else None,
        clock=time,
        part=time.part or parts.part,
    )
    return _bounded(setting, stretch, last)


def _day_only(setting: Setting, parts: _Parts) -> Hit | None:
    tokens, day = setting.tokens, parts.day
    if day is None:
        return None
    end = parts.end if day.kind in {"part", "jin"} else day.end
    place = tokens.starts[parts.day_at[0]], tokens.ends[end - 1]
    return _bounded(setting, Stretch(*place, day, *place), end)


def _is_at_hour(setting: Setting, time: ClockHit, index: int) -> bool:
    """Tell whether a bare number is an hour because ``at`` stands before it."""
    is_hour = 0 < time.hour <= 12 or bool(time.minute)
    return index > 0 and setting.tokens.word(index - 1) == "at" and is_hour


def _late_year(setting: Setting, index: int, day: DayHit | None) -> tuple[DayHit, int] | None:
    """Read the year in ``Wed Oct 26 15:50:06 2016``."""
    tokens = setting.tokens
    if day is None or day.kind != "yearless" or not day.days or tokens.kinds[index] != "num":
        return None
    if tokens.width(index) != 4 or not 1900 <= tokens.number(index) <= 2099:
        return None
    there = make(tokens.number(index), day.days[0].month, day.days[0].day)
    return (day._replace(days=(there,), kind="full"), index + 1) if there else None


def _zone(setting: Setting, index: int) -> tuple[int, int] | None:
    """Give the offset in minutes and the next token of ``Z``, ``GMT``, ``UTC+8``, ``+08:00``."""
    tokens, at = setting.tokens, index
    is_named = tokens.word(at) in {"z", "gmt", "utc"} and (tokens.word(at) != "z" or tokens.is_glued(at))
    at += is_named
    number = at + 1
    if (
        tokens.kinds[at] in {"+", "-"}
        and (tokens.is_glued(at) or (tokens.kinds[at] == "+" and tokens.width(number) == 4))
        and tokens.kinds[number] == "num"
        and tokens.is_glued(number)
    ):
        hours, minutes, end = tokens.number(number), 0, number + 1
        if tokens.width(number) == 4:
            hours, minutes = divmod(hours, 100)
        elif tokens.kinds[end] == ":" and tokens.kinds[end + 1] == "num" and tokens.width(end + 1) == 2:
            minutes, end = tokens.number(end + 1), end + 2
        elif not is_named:
            return None
        if hours <= 14 and minutes < 60:
            return (1 if tokens.kinds[at] == "+" else -1) * (60 * hours + minutes), end
    return (0, at) if is_named else None


def _bounded(setting: Setting, stretch: Stretch, index: int) -> Hit:
    """Add the bound word that follows, or leads in Chinese."""
    tokens = setting.tokens
    is_both = tokens.word(index) == "前" and tokens.word(index + 1) == "后"
    if tokens.kinds[index] == "bound" and not is_other_word(tokens, index) and not is_both:
        stretch = stretch._replace(end=tokens.ends[index], bound=_BOUNDS[tokens.values[index]])
        if tokens.word(index) == "以来":
            stretch = _since(stretch)
        index += 1
    before = tokens.text[max(0, stretch.start - 3) : stretch.start]
    lead = next((word for word in _BOUND_BEFORE if before.endswith(word)), None)
    if lead and stretch.bound is None:
        stretch = stretch._replace(start=stretch.start - len(lead), bound=_BOUND_BEFORE[lead])
    return stretch, index
