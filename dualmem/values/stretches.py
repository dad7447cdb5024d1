"""Stretches: a date, a time or both at one place of a text, and what the grammars know while they read one."""

from datetime import date, datetime
from typing import NamedTuple

from dualmem.model.value import Bound
from dualmem.values.clock_hits import ClockHit
from dualmem.values.dates import DayHit
from dualmem.values.timetokens import Tokens


class Setting(NamedTuple):
    """What a grammar knows while it reads.

    Attributes:
        tokens: The text.
        now: Reference time, to the second.
        today: Its date.
        is_zh: The text has a Han character.
        is_asked_for: A rule or a question asks for a date at this place.
    """

    tokens: Tokens
    now: datetime
    today: date
    is_zh: bool
    is_asked_for: bool


class Stretch(NamedTuple):
    """A date, a time, or both, at one place of a text.

    Attributes:
        start: Where it begins in the folded text, bound word included.
        end: Where it ends, bound word included.
        day: The date; None for a time alone.
        day_start: Where the date begins.
        day_end: Where the date ends; where it begins for one that was taken from the stretch before.
        bound: Bound of the date or moment; None for none.
        times: Seconds from the beginning of the day; empty for a date alone; several where ambiguous.
        time_start: Where the time begins, part of day included.
        time_end: Where the time ends.
        zone: Offset from UTC said with the time, in minutes; None for none.
        at: The moment itself (in 2 hours, now); None otherwise.
        clock: The time as said; None for none.
        part: Part of day that holds for it; None for none.
    """

    start: int
    end: int
    day: DayHit | None = None
    day_start: int = 0
    day_end: int = 0
    bound: Bound | None = None
    times: tuple[int, ...] = ()
    time_start: int = 0
    time_end: int = 0
    zone: int | None = None
    at: datetime | None = None
    clock: ClockHit | None = None
    part: str | None = None


Hit = tuple[Stretch, int]
