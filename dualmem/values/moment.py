"""Moments (type ``datetime``): a day and a time in the subject's time zone; a time alone is the next such time."""

from datetime import date, datetime, time, timedelta, timezone, tzinfo

from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.utterance import Folded
from dualmem.model.value import Ambiguous, Moment
from dualmem.values.clock_hits import DAY_S
from dualmem.values.found import found, refused
from dualmem.values.stretches import Stretch
from dualmem.values.timeline import scan


def find(folded: Folded, context: ReadingContext) -> list[Reading]:
    """Give the moments of a text in order of place; a bare date is none."""
    readings = []
    for stretch in scan(folded.text, context.now, context.is_asked_for):
        if stretch.at is not None:
            readings.append(found(folded, stretch.start, stretch.end, value=Moment(stretch.at)))
            continue
        if not stretch.times:
            continue
        if stretch.day and stretch.day.reason:
            readings.append(refused(folded, stretch.start, stretch.end, reason=stretch.day.reason))
            continue
        moments = _moments(stretch, context.now)
        if moments:
            value = moments[0] if len(moments) == 1 else Ambiguous(moments)
            readings.append(found(folded, stretch.start, stretch.end, value=value))
    return readings


def _moments(stretch: Stretch, now: datetime) -> tuple[Moment, ...]:
    zone: tzinfo | None = now.tzinfo if stretch.zone is None else timezone(timedelta(minutes=stretch.zone))
    if stretch.day is None:
        instants = {_next(second, now, zone) for second in stretch.times}
    else:
        instants = {_at(day, second, zone) for day in stretch.day.days for second in stretch.times}
    there = sorted(instant for instant in instants if instant)
    return tuple(Moment(instant if stretch.zone is None else instant.astimezone(now.tzinfo)) for instant in there)


def _at(day: date, second: int, zone: tzinfo | None) -> datetime | None:
    try:
        there = day + timedelta(days=second // DAY_S)
    except OverflowError:
        return None
    rest = second % DAY_S
    return datetime.combine(there, time(rest // 3600, rest // 60 % 60, rest % 60), tzinfo=zone)


def _next(second: int, now: datetime, zone: tzinfo | None) -> datetime | None:
    here = now.astimezone(zone)
    there = _at(here.date(), second % DAY_S, zone)
    return there if there is None or there >= here else _at(here.date() + timedelta(days=1), second % DAY_S, zone)
