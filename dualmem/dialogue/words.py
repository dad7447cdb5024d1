"""Words: the lexicon's answer words found in folded text, each with all the kinds it may have."""

from dataclasses import dataclass

import re2

from dualmem.model.span import Span
from dualmem.schema.lexicon import Lexicon

PREFIX = "act."
_MAX_KNOWN = 20_000


@dataclass(frozen=True, slots=True)
class Word:
    """One answer word.

    Attributes:
        span: Place in the folded text.
        kinds: Names of the ``act.`` sections it is a word of, without the prefix.
    """

    span: Span
    kinds: frozenset[str]


class Words:
    """All answer words of a lexicon: leftmost, longest."""

    def __init__(self, lexicon: Lexicon) -> None:
        """Compile the ``act.`` sections."""
        self.lexicon = lexicon
        names = [name for name in lexicon.sections if name.startswith(PREFIX)]
        self._sections = {name[len(PREFIX) :]: lexicon.regex(name) for name in names}
        patterns = [pattern for name in names for pattern in lexicon.section(name)]
        options = re2.Options()
        options.longest_match = True
        options.log_errors = False
        options.max_mem = 64 << 20
        self._all = re2.compile("|".join(patterns) if patterns else r"[^\x00-\x{10FFFF}]", options)
        self._known: dict[str, frozenset[str]] = {}

    def find(self, text: str, start: int, end: int) -> list[Word]:
        """Give the words between two places, in order, without overlap; never a part of a Latin word."""
        found: list[Word] = []
        for match in self._all.finditer(text, start, end):
            span = Span(match.start(), match.end())
            if len(span) and is_whole(text, span):
                found.append(Word(span, self.kinds(text[span.start : span.end])))
        return found

    def kinds(self, piece: str) -> frozenset[str]:
        """Give the sections that hold exactly this word."""
        known = self._known.get(piece)
        if known is None:
            known = frozenset(name for name, regex in self._sections.items() if regex.fullmatch(piece) is not None)
            if len(self._known) < _MAX_KNOWN:
                self._known[piece] = known
        return known


def is_whole(text: str, span: Span) -> bool:
    """Tell that a place does not begin or end inside a Latin word or a number."""
    starts_inside = span.start > 0 and _joins(text[span.start - 1], text[span.start])
    ends_inside = span.end < len(text) and _joins(text[span.end - 1], text[span.end])
    return not starts_inside and not ends_inside


def _joins(left: str, right: str) -> bool:
    return left.isascii() and right.isascii() and left.isalnum() and right.isalnum()


_CACHE: dict[int, Words] = {}


def words_of(lexicon: Lexicon) -> Words:
    """Give the compiled words of a lexicon, once per lexicon."""
    known = _CACHE.get(id(lexicon))
    if known is None or known.lexicon is not lexicon:
        if len(_CACHE) > 16:  # noqa: PLR2004 - a process uses one or two lexicons
            _CACHE.clear()
        known = _CACHE[id(lexicon)] = Words(lexicon)
    return known
