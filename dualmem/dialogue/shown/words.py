"""Words: the lexicon's answer words found in folded text, each with all the kinds it may have."""

import functools
from collections.abc import Iterator
from typing import NamedTuple

import re2

from dualmem.dialogue.shown.scan import MOST_SHORT, Scan, comes_again, is_whole
from dualmem.model.span import Span
from dualmem.schema.begins import begins
from dualmem.schema.firstlook import ANSWERS, LONGEST, Begun, family_of
from dualmem.schema.lexicon import Lexicon, options

PREFIX = "act."
YES = frozenset({"yes_bare", "yes_explicit"})
DENYING = frozenset({"no", "neg"})  # a whole no; the word that denies the next one
JUDGING = YES | {"no"}
QUESTION = "ask.of."
MIN_TYPO = 6
_WIDER = {"fault": "slip", "judged": "no", "agree": "yes_bare"}  # each word of the first kind is one of the second too
_MAX_KNOWN = 20_000
_MAX_HELD = 4096
_MOST_MEMORY = 64 << 20
_NONE: frozenset[str] = frozenset()
_NOTHING = r"[^\x00-\x{10FFFF}]"


class Word(NamedTuple):
    """One answer word.

    Attributes:
        span: Place in the folded text.
        kinds: Names of the ``act.`` sections it is a word of, without the prefix.
    """

    span: Span
    kinds: frozenset[str]


class Words:
    """All answer words of a lexicon: leftmost, longest.

    Attributes:
        lexicon: The lexicon.
        questions: Sections of questions that name a field without its label.
        present: Of the text of one turn: family of sections to those of it that the text may hold.
        firsts: Of the text of one turn: section to the place of its first word.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        """Compile the ``act.`` sections."""
        self.lexicon = lexicon
        names = [name for name in lexicon.sections if name.startswith(PREFIX)]
        self._answers = frozenset([name for name in names if family_of(name) == ANSWERS])
        self._kinds = tuple(name[len(PREFIX) :] for name in names)
        self._exact = _exact([lexicon.section(name) for name in names])
        patterns = [pattern for name in names for pattern in lexicon.section(name)]
        self._all = _union(patterns)
        self._begins = begins(patterns)
        self._hints: dict[str, re2._Regexp] = {}
        self._sections: dict[str, frozenset[str]] = {}
        self._typo_words: dict[int, list[str]] = {}
        for word in lexicon.words("act.typo_words"):
            if len(word) >= MIN_TYPO:
                self._typo_words.setdefault(len(word), []).append(word)
        self._known: dict[str, frozenset[str]] = {}
        self._held: dict[tuple[str, str], bool] = {}
        self.questions = tuple(name for name in lexicon.sections if name.startswith(QUESTION))
        self._turns: dict[str, Words] = {}
        self._begin(None)

    def _begin(self, text: str | None) -> None:
        self.present: dict[str, frozenset[str]] = {ANSWERS: self._answers}
        self._begun: Begun | None = None
        self.firsts: dict[str, Span | None] = {}
        self._text = text
        self._scan: Scan[Word] | None = None

    def find(self, text: str, start: int, end: int) -> list[Word]:
        """Give the words between two places, in order, without overlap; never a part of a Latin word."""
        if self._text is None or text != self._text:
            return [word for _, word in self._find(text, start, end) if word is not None]
        if self._scan is None:
            self._scan = Scan(self._find(text, 0, len(text)))
        known = self._scan.within(start, end)
        return known if known is not None else [word for _, word in self._find(text, start, end) if word is not None]

    def of_turn(self, text: str) -> "Words":
        """Give the same words for one turn: its text is read once, whatever part of it is asked for."""
        known = self._turns.get(text)
        if known is None:
            known = object.__new__(Words)
            known.__dict__.update(self.__dict__)
            known._begin(text)
            if comes_again(text):
                if len(self._turns) >= MOST_SHORT:
                    self._turns.clear()
                self._turns[text] = known
        return known

    def _find(self, text: str, start: int, end: int) -> Iterator[tuple[Span, Word | None]]:
        base = max(start - 1, 0)  # RE2 encodes all it is given: a part, with the neighbours that bound a word
        part = text[base : end + 1]
        is_long = end - start > LONGEST
        found = (
            self._all.finditer(part, start - base, end - base)
            if is_long
            else self._walk(part, start - base, end - base)
        )
        for match in found:
            first, last = match.span()
            span = Span(base + first, base + last)
            if first < last:
                word = Word(span, self.kinds(text[span.start : span.end])) if is_whole(text, span) else None
                yield span, word

    def _walk(self, part: str, at: int, end: int) -> Iterator["re2._Match"]:
        """Give what begins at each place where a word may begin: of a text that is long, a search takes less."""
        while (begin := self._begins.search(part, at, end)) is not None:
            at = begin.start()
            match = self._all.match(part, at, end)
            if match is not None:
                yield match
            at = max(match.end() if match is not None else 0, at + 1)

    def hints(self, text: str, sections: str) -> bool:
        """Tell that folded text holds a word of any of the sections whose names begin so: a cheap first look."""
        known = self._hints.get(sections)
        if known is None:
            patterns = [pattern for name in sorted(self.sections(sections)) for pattern in self.lexicon.section(name)]
            known = self._hints[sections] = _union(patterns)
        return known.search(text) is not None

    def sections(self, heads: str) -> frozenset[str]:
        """Give the sections whose names begin with any of some words."""
        known = self._sections.get(heads)
        if known is None:
            begin = tuple(heads.split())
            known = self._sections[heads] = frozenset(name for name in self.lexicon.sections if name.startswith(begin))
        return known

    def look(self, family: str, text: str) -> frozenset[str]:
        """Give the sections of a family that the text of one turn may hold a word of, and remember them."""
        if len(text) > LONGEST:
            present = self.lexicon.present(family, text)
        else:
            first = self.lexicon.first_look()
            if self._begun is None:
                self._begun = first.begun(text)
            present = first.free(family, text) | self._begun.get(family, _NONE)
        self.present[family] = present
        return present

    def holds(self, section: str, piece: str) -> bool:
        """Tell that a short folded text that comes again, such as a shown value, holds a word of a section."""
        known = self._held.get((section, piece))
        if known is None:
            known = self.lexicon.has(section, piece)
            if len(self._held) >= _MAX_HELD:
                self._held.clear()
            self._held[section, piece] = known
        return known

    def near(self, piece: str) -> frozenset[str]:
        """Give the kinds of the one long word that a Latin word misses by a single slip of the keys, else none."""
        if len(piece) < MIN_TYPO or not piece.isascii() or not piece.isalpha():
            return frozenset()
        length = len(piece)
        near = [word for n in (length - 1, length, length + 1) for word in self._typo_words.get(n, ())]
        hits = {word for word in near if _is_slip(piece, word)}
        return self.kinds(hits.pop()) if len(hits) == 1 else frozenset()

    def kinds(self, piece: str) -> frozenset[str]:
        """Give the sections that hold exactly this word."""
        known = self._known.get(piece)
        if known is None:
            kinds = [self._kinds[hit] for hit in self._exact.Match(piece) or ()]
            known = frozenset([*kinds, *(_WIDER[kind] for kind in kinds if kind in _WIDER)])
            if len(self._known) < _MAX_KNOWN:
                self._known[piece] = known
        return known


def _union(patterns: list[str]) -> "re2._Regexp":
    chosen = re2.Options()
    chosen.longest_match = True
    chosen.log_errors = False
    chosen.max_mem = _MOST_MEMORY
    return re2.compile("|".join(patterns) if patterns else _NOTHING, chosen)


def _exact(sections: list[tuple[str, ...]]) -> "re2.Set":
    """Compile sections into one set that tells which of them hold exactly a word."""
    chosen = options()
    chosen.max_mem = _MOST_MEMORY
    found = re2.Set.FullMatchSet(chosen)
    for patterns in sections:
        found.Add("|".join(patterns) or _NOTHING)
    found.Compile()
    return found


_CACHE: dict[int, Words] = {}


def words_of(lexicon: Lexicon) -> Words:
    """Give the compiled words of a lexicon, once per lexicon."""
    known = _CACHE.get(id(lexicon))
    if known is None or known.lexicon is not lexicon:
        if len(_CACHE) > 16:
            _CACHE.clear()
        known = _CACHE[id(lexicon)] = Words(lexicon)
    return known


def _is_slip(typed: str, word: str) -> bool:
    """Tell that one letter was left out, added, changed, or two neighbours swapped."""
    if typed == word or abs(len(typed) - len(word)) > 1:
        return False
    start = 0
    while start < min(len(typed), len(word)) and typed[start] == word[start]:
        start += 1
    rest, other = typed[start:], word[start:]
    is_swap = len(rest) == len(other) and len(rest) > 1 and rest[:2] == other[1::-1] and rest[2:] == other[2:]
    return rest[1:] == other or rest == other[1:] or (len(rest) == len(other) and rest[1:] == other[1:]) or is_swap


@functools.lru_cache(maxsize=64)
def families_of(sections: str) -> tuple[str, ...]:
    """Give the families of the sections whose names begin so."""
    return tuple(dict.fromkeys(map(family_of, sections.split())))


@functools.lru_cache(maxsize=64)
def by_family(sections: frozenset[str]) -> tuple[tuple[str, frozenset[str]], ...]:
    """Give sections by the families that they are looked for with."""
    families = {family_of(section) for section in sections}
    return tuple((one, frozenset(name for name in sections if family_of(name) == one)) for one in sorted(families))
