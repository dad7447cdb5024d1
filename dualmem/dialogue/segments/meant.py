"""Meant: words that say which reading of an ambiguous date or hour was meant (``march``, ``day first``, ``pm``)."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

import re2

from dualmem.dialogue.segments.tokens import Token, meaning
from dualmem.dialogue.shown.months import MONTHS
from dualmem.dialogue.shown.scan import is_whole
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target, Targets
from dualmem.model.span import Span
from dualmem.model.value import Ambiguous, Day, Moment, TimeOfDay, Value

_TWO, _NOON, _EVENING = 2, 12, 17
_FIGURE = re2.compile(r"[0-9]{1,2}")
_HAN = ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")


def meant(targets: Targets, scene: Scene, found: Sequence[Token]) -> list[Token]:
    """Give the values in the turn, with those that pick a reading of the one ambiguous date or hour that was shown.

    Args:
        targets: Updates that may be answered.
        scene: The turn.
        found: The values that the grammars read; a refused one (三月 is not one day) gives way to a pick.
    """
    open_ones = [t for t in targets.shown if isinstance(t.value, Ambiguous)]
    if len(open_ones) != 1:
        return list(found)
    folded = scene.extraction.utterance.folded
    stated = [t for t in found if t.value is not None and t.value.reading.value is not None]
    picks = [
        meaning(folded, place, open_ones[0], value)
        for place, value in _picks(scene, open_ones[0])
        if not any(place.overlaps(token.span) for token in stated)
    ]
    kept = [t for t in found if t in stated or not any(t.span.overlaps(pick.span) for pick in picks)]
    return [*kept, *picks]


def _picks(scene: Scene, target: Target) -> Iterator[tuple[Span, Value]]:
    readings = target.value.readings if isinstance(target.value, Ambiguous) else ()
    days = sorted((one for one in readings if isinstance(one, Day)), key=lambda day: day.date)
    hours = [(_hour(one), one) for one in readings if isinstance(one, TimeOfDay | Moment)]
    if len(days) == _TWO:
        yield from _named_months(scene, days)
        yield from _said(scene, _orders(days, _first(target)))
    elif len(hours) == _TWO:
        yield from _said(scene, _halves(hours))


def _said(scene: Scene, meanings: Iterable[tuple[str, Value]]) -> Iterator[tuple[Span, Value]]:
    for section, value in meanings:
        for place in scene.find(section, 0, len(scene.text)):
            yield place, value


def _hour(value: TimeOfDay | Moment) -> int:
    return value.time.hour if isinstance(value, TimeOfDay) else value.at.hour


def _halves(hours: Sequence[tuple[int, Value]]) -> Iterator[tuple[str, Value]]:
    """Give the words for the half of the day that only one of two hours is in."""
    before = [value for hour, value in hours if hour < _NOON]
    after = [(hour, value) for hour, value in hours if hour >= _NOON]
    if len(before) != 1 or len(after) != 1:
        return
    yield "meant.morning", before[0]
    hour, value = after[0]
    yield "meant.afternoon", value
    if hour >= _EVENING:
        yield "meant.evening", value


def _first(target: Target) -> int:
    """Give the first figure of the words that were ambiguous (3 of 03/04); 0 where there is none."""
    figure = _FIGURE.search(target.update.provenance.words or target.update.provenance.quote or "")
    return int(figure.group()) if figure is not None else 0


def _named_months(scene: Scene, days: Sequence[Day]) -> Iterator[tuple[Span, Value]]:
    earlier, later = days
    for day in days if earlier.date.month != later.date.month else ():
        for name in _names(day.date):
            start = scene.text.find(name)
            while start >= 0:
                place = Span(start, start + len(name))
                if is_whole(scene.text, place) and _is_alone(scene, place):
                    yield place, day
                start = scene.text.find(name, place.end)


def _is_alone(scene: Scene, place: Span) -> bool:
    """Tell that a month stands for itself: an English one may be another word (``it may be``, ``we march on``)."""
    if not scene.text[place.start : place.end].isascii():
        return True
    before, behind = scene.text[: place.start].strip(), scene.text[place.end :].strip()
    is_led = not before or scene.lexicon.has("meant.month_lead", scene.text[: place.start])
    return is_led and (not behind or scene.lexicon.has("meant.month_tail", scene.text[place.end :]))


def _orders(days: Sequence[Day], first: int) -> Iterator[tuple[str, Value]]:
    earlier, later = days
    yield "meant.earlier", earlier
    yield "meant.later", later
    for day in days:
        if day.date.month == first:
            yield "meant.month_first", day
        if day.date.day == first:
            yield "meant.day_first", day


def _names(day: date) -> tuple[str, ...]:
    name = MONTHS[day.month - 1]
    return (name, name[:3], f"{day.month}月", f"{_HAN[day.month - 1]}月")
