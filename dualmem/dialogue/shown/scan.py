"""Scan: all that one expression finds in a text, in order, cut into parts without looking again."""

import bisect
from collections.abc import Iterable
from typing import Generic, TypeVar

from dualmem.model.span import Span

Found = TypeVar("Found")


SHORT = 16  # characters of an answer that comes again and again (对, 没错, all correct): what it holds is remembered
MOST_SHORT = 512


def comes_again(text: str) -> bool:
    """Tell that a text is a short one of words alone: such answers are given in turn after turn."""
    return len(text) <= SHORT and not any(map(str.isdigit, text))


class Scan(Generic[Found]):
    """What a leftmost, longest search finds in a text.

    A part of the text holds what the whole holds there, unless something found runs over an edge of the part.
    """

    def __init__(self, found: Iterable[tuple[Span, Found | None]]) -> None:
        """Keep what was found, in order, without overlap; None for what is there and does not count."""
        places = list(found)
        self._starts = [span.start for span, _ in places]
        self._ends = [span.end for span, _ in places]
        self._found = [one for _, one in places]

    def within(self, start: int, end: int) -> list[Found] | None:
        """Give what a search of a part finds; None where only the search itself can tell."""
        places = self._places(start, end)
        return None if places is None else [one for one in self._found[places.start : places.end] if one is not None]

    def starting(self, start: int) -> tuple[Found | None] | None:
        """Give what begins at a place, None in it for nothing; None where only a search there can tell."""
        place = bisect.bisect_left(self._starts, start)
        if place and self._ends[place - 1] > start:
            return None
        is_there = place < len(self._starts) and self._starts[place] == start
        return (self._found[place] if is_there else None,)

    def _places(self, start: int, end: int) -> Span | None:
        first = bisect.bisect_left(self._starts, start)
        last = bisect.bisect_left(self._starts, end, first)
        is_cut = (first and self._ends[first - 1] > start) or (last > first and self._ends[last - 1] > end)
        return None if is_cut else Span(first, last)


def is_whole(text: str, span: Span) -> bool:
    """Tell that a place does not begin or end inside a Latin word or a number."""
    start, end = span
    before, behind = text[max(start - 1, 0) : start + 1], text[max(end - 1, 0) : end + 1]
    if start > 0 and before.isascii() and before.isalnum():
        return False
    return end >= len(text) or not (behind.isascii() and behind.isalnum())
