"""Places: sorted places of a text that ask quickly whether something else touches them or lies inside one."""

from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple


class Places(NamedTuple):
    """Half-open places, sorted and merged where they overlap.

    Attributes:
        starts: First characters.
        ends: One past the last, in the same order.
    """

    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def touch(self, start: int, end: int) -> bool:
        """Tell whether a place shares a character with one of these."""
        index = bisect_left(self.starts, end) - 1
        return index >= 0 and self.ends[index] > start

    def cover(self, start: int, end: int) -> bool:
        """Tell whether a place lies wholly inside one of these."""
        index = bisect_left(self.starts, start + 1) - 1
        return index >= 0 and self.ends[index] >= end


def merge(places: Iterable[tuple[int, int]]) -> Places:
    """Give the places as one sorted set without overlaps."""
    starts: list[int] = []
    ends: list[int] = []
    for start, end in sorted(places):
        if ends and start < ends[-1]:
            ends[-1] = max(end, ends[-1])
        else:
            starts.append(start)
            ends.append(end)
    return Places(tuple(starts), tuple(ends))
