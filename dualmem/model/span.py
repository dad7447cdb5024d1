"""Span: a half-open place in the text as the user gave it."""

from typing import NamedTuple


class Span(NamedTuple):
    """A half-open range of code points; dozens are made in every turn, so it is a tuple.

    Attributes:
        start: First code point, 0 or more.
        end: One past the last code point, at least ``start``.
    """

    start: int
    end: int

    def __len__(self) -> int:
        """Give the number of code points covered."""
        return self.end - self.start

    def contains(self, other: "Span") -> bool:
        """Tell whether ``other`` lies wholly inside this span."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: "Span") -> bool:
        """Tell whether the two spans share at least one code point."""
        return self.start < other.end and other.start < self.end
