"""Meant: words that say which reading of an ambiguous date was meant (``march``, ``the later one``, ``day first``)."""

from collections.abc import Iterator, Sequence
from datetime import date

import re2

from dualmem.dialogue.segments.tokens import Token
from dualmem.dialogue.shown.scan import is_whole
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target, ValueWord
from dualmem.model.reading import Reading
from dualmem.model.span import Span
from dualmem.model.value import Ambiguous, Day

_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
           "december")  # fmt: skip
_FIGURE = re2.compile(r"[0-9]{1,2}")
_HAN = ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")


def meant(targets: Sequence[Target], scene: Scene, found: Sequence[Token]) -> list[Token]:
    """Give the values in the turn, with those that pick a reading of the one ambiguous date that was shown.

    Args:
        targets: Updates that may be answered.
        scene: The turn.
        found: The values that the grammars read; a refused one (三月 is not one day) gives way to a pick.
    """
    open_ones = [t for t in targets if t.ordinal and isinstance(t.value, Ambiguous)]
    days = _days(open_ones[0]) if len(open_ones) == 1 else []
    if not days:
        return list(found)
    stated = [t for t in found if t.value is not None and t.value.reading.value is not None]
    picks = [
        _token(open_ones[0], scene, place, day)
        for place, day in _picks(scene, days, _first(open_ones[0]))
        if not any(place.overlaps(token.span) for token in stated)
    ]
    kept = [t for t in found if t in stated or not any(t.span.overlaps(pick.span) for pick in picks)]
    return [*kept, *picks]


def _days(target: Target) -> list[Day]:
    """Give the two readings of a date, the earlier one first; nothing for any other ambiguous value."""
    value = target.value
    days = [one for one in value.readings if isinstance(one, Day)] if isinstance(value, Ambiguous) else []
    return sorted(days, key=lambda day: day.date) if len(days) == 2 else []


def _first(target: Target) -> int:
    """Give the first figure of the words that were ambiguous (3 of 03/04); 0 where there is none."""
    figure = _FIGURE.search(target.update.provenance.words or target.update.provenance.quote or "")
    return int(figure.group()) if figure is not None else 0


def _picks(scene: Scene, days: Sequence[Day], first: int) -> Iterator[tuple[Span, Day]]:
    earlier, later = days
    for day, other in ((earlier, later), (later, earlier)):
        for name in _names(day.date) if day.date.month != other.date.month else ():
            start = scene.text.find(name)
            place = Span(start, start + len(name))
            if start >= 0 and is_whole(scene.text, place):
                yield place, day
    orders = [("meant.earlier", earlier), ("meant.later", later)]
    orders += [("meant.month_first", day) for day in days if day.date.month == first]
    orders += [("meant.day_first", day) for day in days if day.date.day == first]
    for section, day in orders:
        for place in scene.find(section, 0, len(scene.text)):
            yield place, day


def _names(day: date) -> tuple[str, ...]:
    name = _MONTHS[day.month - 1]
    return (name, name[:3], f"{day.month}月", f"{_HAN[day.month - 1]}月")


def _token(target: Target, scene: Scene, place: Span, day: Day) -> Token:
    original = scene.extraction.utterance.folded.to_original(place)
    reading = Reading(span=original, folded=place, outer=place, value=day)
    return Token(place, value=ValueWord(reading, frozenset((target.id,)), frozenset()))
