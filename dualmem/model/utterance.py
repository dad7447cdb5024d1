"""Utterance: one text as the steps read it: folded, cut into clauses, data parts marked."""

from bisect import bisect_left
from dataclasses import dataclass
from typing import Literal

from dualmem.model.span import Span

Mood = Literal["stated", "asked", "negated", "hypothetical", "data"]


@dataclass(frozen=True, slots=True)
class Folded:
    """A text for matching, with the way back to the original.

    Attributes:
        original: The text as given.
        text: NFKC, lower case, simplified characters.
        offsets: For each code point of ``text``, and one past the end, its index in ``original``.
        ends: For each code point of ``text``, the index in ``original`` one past the code points it came from.
    """

    original: str
    text: str
    offsets: tuple[int, ...]
    ends: tuple[int, ...]

    def __eq__(self, other: object) -> bool:
        """Compare the texts: the places follow from them."""
        if not isinstance(other, Folded):
            return NotImplemented
        return self is other or (self.original == other.original and self.text == other.text)

    def __hash__(self) -> int:
        """Hash by the text alone: in constant time, for caches keyed by a folded text."""
        return hash(self.original)

    def to_original(self, folded: Span) -> Span:
        """Give the place in the original text of a place in the folded text."""
        if folded.start >= folded.end:
            start = self.offsets[folded.start]
            return Span(start, start)
        return Span(self.offsets[folded.start], self.ends[folded.end - 1])

    def of_original(self, original: Span) -> Span:
        """Give the place in the folded text of a place in the original text."""
        start = bisect_left(self.offsets, original.start)
        return Span(start, max(start, bisect_left(self.offsets, original.end)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A piece of an utterance between stops or connectives.

    Attributes:
        index: Position in the utterance, from 0.
        span: Place in the folded text.
        mood: How it is said; ``data`` for quoted, fenced and foreign parts.
        sentence: Index of the sentence it stands in, from 0.
        is_hedged: Holds a doubt word (好像, 可能, maybe, I think).
    """

    index: int
    span: Span
    mood: Mood
    sentence: int
    is_hedged: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """One text, ready to be matched and parsed.

    Attributes:
        folded: The text, folded, with its offsets.
        clauses: In order, covering all that is not white space; data parts are clauses of mood ``data``.
        data: Folded places that are data (quotes, fences, ``>`` lines, foreign speakers, objects of 翻译 …).
        language: zh, en or None where undecided (no letters).
        is_suspect: Invisible, bidi, tag or NUL characters, or mixed scripts in a word: never a confirmation.
    """

    folded: Folded
    clauses: tuple[Clause, ...]
    data: tuple[Span, ...] = ()
    language: str | None = None
    is_suspect: bool = False
