"""Dates (type ``date``): one calendar day, with the bound that was said; what is no single day is refused."""

from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.utterance import Folded
from dualmem.model.value import Ambiguous, Day, Value
from dualmem.values.found import found, refused
from dualmem.values.stretches import Stretch
from dualmem.values.timeline import scan


def find(folded: Folded, context: ReadingContext) -> list[Reading]:
    """Give the dates of a text in order of place, refused ones included."""
    readings = []
    for stretch in scan(folded.text, context.now, context.is_asked_for):
        if stretch.day is None or stretch.day_end == stretch.day_start:
            continue
        start, end = _place(stretch)
        if stretch.day.reason:
            readings.append(refused(folded, start, end, reason=stretch.day.reason))
        else:
            readings.append(found(folded, start, end, value=_value(stretch)))
    return readings


def _place(stretch: Stretch) -> tuple[int, int]:
    """Give the place of the date with the bound words that touch it, without a time."""
    if not stretch.times:
        return stretch.start, stretch.end
    return (stretch.start if stretch.day_start < stretch.time_start else stretch.day_start), stretch.day_end


def _value(stretch: Stretch) -> Value:
    day = stretch.day
    assert day is not None
    values = tuple(Day(there, stretch.bound) for there in day.days)
    return values[0] if len(values) == 1 else Ambiguous(values)
