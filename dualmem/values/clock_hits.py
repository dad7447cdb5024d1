"""Clock hits: a time of day as said, and the seconds of the day it means."""

from typing import NamedTuple

DAY_S = 86_400
HOUR_S = 3600


class ClockHit(NamedTuple):
    """A time of day as said.

    Attributes:
        end: Index one past its last token.
        hour: 0-24.
        minute: 0-59.
        second: 0-59.
        part: Part of day said with it (am, pm, dawn, noon, eve, night, AM, PM); None for none.
        style: ``24`` for figures with a colon, ``hour`` for an hour of the clock, ``bare`` for a number that is a time
            only beside a date, a part of day or ``at``.
    """

    end: int
    hour: int
    minute: int = 0
    second: int = 0
    part: str | None = None
    style: str = "hour"


def seconds(hit: ClockHit, part: str | None = None) -> tuple[int, ...]:
    """Give the seconds from the beginning of the day named: one, or two where morning and evening are both meant."""
    part = hit.part or part
    rest = hit.minute * 60 + hit.second
    hours = _hours(hit.hour, part, is_clock=hit.style == "24")
    return tuple(hour * HOUR_S + rest for hour in hours)


def _hours(hour: int, part: str | None, *, is_clock: bool) -> tuple[int, ...]:  # noqa: PLR0911  # one line a part of day
    if hour > 12 or (hour == 0 and part != "PM"):
        return (hour,)
    if part is None:
        if is_clock:
            return (hour,)
        return (hour, hour + 12)
    if part in {"AM", "dawn"}:
        return (hour % 12,)
    if part == "PM":
        return (hour % 12 + 12,)
    if part == "am":
        return (hour,)
    if part == "morning":
        return (hour % 12,)
    if part == "noon":
        return (hour if hour >= 10 else hour + 12,)
    if part == "pm":
        return (hour % 12 + 12,)
    if part == "eve":
        return (24 if hour == 12 else hour + 12 if hour >= 4 else hour + 24,)
    return (24 if hour == 12 else hour + 12 if hour >= 6 else hour,)
