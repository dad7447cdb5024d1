"""Forgotten: keyed marks of the values that were erased, so that nothing but the user's own words brings one back."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from dualmem.canonical import canonical
from dualmem.model.candidate import Candidate, Extraction
from dualmem.model.value import Value
from dualmem.text import fold
from dualmem.values import codec

Mark = Callable[[str, bytes], str]
WHY: Final = "it was forgotten: only the user's own words bring it back"
MOST_MARKS: Final = 50  # of one field, the newest
_LEAST_DIGITS: Final = 6
_COUNTRY_DIGITS: Final = 13  # +86 and the eleven digits of a phone


class Forgotten:
    """The marks of one subject's forgotten values."""

    def __init__(self, mark: Mark, marks: Mapping[str, Iterable[str]]) -> None:
        """Keep what makes a mark of field path and bytes, and the marks of each field path."""
        self._mark = mark
        self._marks = {path: frozenset(found) for path, found in marks.items()}

    def holds(self, path: str, value: Value) -> bool:
        """Tell whether this value of the field was forgotten."""
        known = self._marks.get(path)
        return known is not None and any(one in known for one in marks_of(self._mark, path, value))

    def without(self, extraction: Extraction) -> tuple[Extraction, tuple[Candidate, ...]]:
        """Give an extraction without the values that were forgotten, and what was taken out."""
        if not self._marks:
            return extraction, ()
        gone = tuple(one for one in extraction.candidates if one.value is not None and self.holds(one.field, one.value))
        kept = tuple(one for one in extraction.candidates if one not in gone)
        return replace(extraction, candidates=kept), gone


def marks_of(mark: Mark, path: str, value: Value) -> tuple[str, ...]:
    """Give the marks of a value; of a list those of its items."""
    if isinstance(value, tuple):
        return tuple(one for item in value for one in marks_of(mark, path, item))
    return (mark(path, _meaning(value)),)


def _meaning(value: Value) -> bytes:
    """Give the same bytes for a value however it is written."""
    if not isinstance(value, str):
        return canonical(codec.pack(value))
    text = fold(value).text.strip()
    digits = "".join(char for char in text if char.isdigit())
    if len(digits) >= _LEAST_DIGITS and not any(char.isalpha() for char in text):
        return (digits[2:] if len(digits) == _COUNTRY_DIGITS and digits.startswith("86") else digits).encode()
    return " ".join(text.split()).encode()
