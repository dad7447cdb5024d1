"""Span: a half-open place in the text as the user gave it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of code points.

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
