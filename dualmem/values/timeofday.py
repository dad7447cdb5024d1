"""Times of day (type ``time``): to the minute; an hour of 1-12 without its part of day is ambiguous."""

from datetime import time

from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.utterance import Folded
from dualmem.model.value import Ambiguous, TimeOfDay, Value
from dualmem.values.clock_hits import DAY_S
from dualmem.values.found import found, refused
from dualmem.values.timeline import scan


def find(folded: Folded, context: ReadingContext) -> list[Reading]:
    """Give the times of a text in order of place; one beside a day that does not exist is refused with it."""
    readings = []
    for stretch in scan(folded.text, context.now, context.is_asked_for):
        if not stretch.times:
            continue
        if stretch.day and stretch.day.reason == "no_such_day":
            readings.append(refused(folded, stretch.start, stretch.end, reason="no_such_day"))
            continue
        readings.append(found(folded, stretch.time_start, stretch.time_end, value=_value(stretch.times)))
    return readings


def _value(times: tuple[int, ...]) -> Value:
    values: list[Value] = []
    for second in times:
        minutes = second % DAY_S // 60
        value = TimeOfDay(time(minutes // 60, minutes % 60))
        if value not in values:
            values.append(value)
    return values[0] if len(values) == 1 else Ambiguous(tuple(values))
