"""Moods: how each clause, and each value in it, is said: stated, asked, negated, hypothetical."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import re2

from dualmem.extract.clauses import MASK, Piece
from dualmem.model.span import Span
from dualmem.model.utterance import Mood
from dualmem.schema.lexicon import Lexicon, is_unspaced

_CONTENT = re2.compile(r"[\d零一二三四五六七八九十百千万亿两半]|" + MASK + r"|[\p{Han}\p{Latin}]{2}")
_VALUE = re2.compile(r"[\d零一二三四五六七八九十百千万亿两半]|" + MASK + r"|[a-z]{2}")
_NUMBER = re2.compile(r"[\d零一二三四五六七八九十百千万亿两半]")
_MEANING = re2.compile(r"[\p{L}\p{N}?" + MASK + r"]")
_STOPS = ",。.!;:~—- \n"
_BEHIND = 200
_AHEAD = 60
_NEAR_HAN = 8
_NEAR_LATIN = 30
_AFTER_HAN = 6
_AFTER_LATIN = 24


@dataclass(frozen=True, slots=True)
class Moods:
    """How the clauses of one text are said.

    Attributes:
        text: The folded text, data masked.
        pieces: Its clauses.
        moods: Mood of each clause, negation left aside.
        lexicon: The words.
    """

    text: str
    pieces: tuple[Piece, ...]
    moods: tuple[Mood, ...]
    lexicon: Lexicon
    _known: dict[tuple[str, str], bool] = field(default_factory=dict)
    _denied: dict[str, bool] = field(default_factory=dict)
    _said: dict[int, str] = field(default_factory=dict)

    def of_clause(self, index: int) -> Mood:
        """Give the mood of a whole clause."""
        if self.moods[index] != "stated":
            return self.moods[index]
        said = self._piece_text(index)
        known = self._denied.get(said)
        if known is None:
            words = masked(said, self.lexicon, "not_negators")
            known = self._denied[said] = bool(words) and self._denies(words, None)
        return "negated" if known else "stated"

    def is_hedged(self, index: int) -> bool:
        """Tell whether a doubt word stands in a clause."""
        return self._has("hedges", index)

    def of_value(self, index: int, cue: Span, value: Span, *, owns_negator: bool = False) -> Mood:
        """Give the mood of a value: that of its clause, and whether its cue or it is denied.

        Args:
            index: The clause the value stands in.
            cue: Place of cue and value in the folded text.
            value: Place of the value.
            owns_negator: The cue's own words are the negator (rules of negated clauses).
        """
        first = min(self.index_at(cue.start), index)
        for number in range(first, index + 1):
            if self.moods[number] != "stated":
                return self.moods[number]
        if self._has("uncertain", index):
            return "hypothetical"
        base = max(self.pieces[first].start, min(cue.start, value.start) - _BEHIND)
        end = min(self.pieces[index].end, max(cue.end, value.end) + _AHEAD)
        text = masked(self.text[base:end], self.lexicon, "not_negators")
        place = value.start - base
        head = min(cue.start - base, place)
        if owns_negator:
            before = text[:head] + MASK * (place - head)
            is_denied = self.lexicon.has("denied_here", self.text[base : base + head]) or self._denies(before, head)
            return "negated" if is_denied else "stated"
        after = text[max(value.end, cue.end) - base :]
        return "negated" if self._denies(text[:place], head) or self._rejects(after) else "stated"

    def is_list_part(self, index: int) -> bool:
        """Tell whether a connective joins mere words to the clause before (the website and the app)."""
        return self.pieces[index].is_joined and not self._has("predicates", index)

    def undenied(self, text: str) -> str:
        """Give the folded text with blanks for the words that deny (预算不是60万: 预算 是60万); places stay."""
        places = list(self.lexicon.find("negators", masked(self.text, self.lexicon, "not_negators")))
        if not places:
            return text
        chars = list(text)
        for place in places:
            for index in range(place.start, place.end):
                if not is_unspaced(chars[index]) or self.lexicon.has("denial_signs", chars[index]):
                    chars[index] = " "
        return "".join(chars)

    def index_at(self, place: int) -> int:
        """Give the index of the clause at a place of the folded text (the one before, between two)."""
        low, high = 0, len(self.pieces) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self.pieces[middle].start <= place:
                low = middle
            else:
                high = middle - 1
        return low

    def _piece_text(self, index: int) -> str:
        known = self._said.get(index)
        if known is None:
            known = self._said[index] = _words(self.text, self.pieces[index])
        return known

    def _has(self, section: str, index: int) -> bool:
        words = self._piece_text(index)
        known = self._known.get((section, words))
        if known is None:
            known = self._known[section, words] = bool(words) and self.lexicon.has(section, words)
        return known

    def _denies(self, before: str, cue: int | None) -> bool:
        """Tell whether a denial in ``before`` still reaches its end (for a cue: stands near it)."""
        denials = list(self.lexicon.find("denials", before))
        negators = sorted({*self.lexicon.find("negators", before), *denials})
        active: list[Span] = []
        for span in negators:
            if not (active and span.overlaps(active[-1])):
                active.append(span)
        while active and self._is_over(before, active[-1], is_denial=any(active[-1].overlaps(d) for d in denials)):
            active.clear()
        if cue is not None:
            active = [span for span in active if cue - span.end <= _near(before[span.end : max(cue, span.end)])]
        said = {before[span.start : span.end] for span in active}
        return len(active) == 1 or (bool(active) and (len(said) == 1 or len(active) % 2 == 1))

    def _is_over(self, before: str, negator: Span, *, is_denial: bool) -> bool:
        """Tell whether words after a denial turn to what holds: 是, it's after something, 改成 after a value."""
        rest = before[negator.end :]
        kinds = (("contrast", _VALUE),) if is_denial else (("affirmers", _CONTENT), ("changes", _VALUE))
        return any(
            content.search(rest[: place.start]) is not None
            for section, content in kinds
            for place in self.lexicon.find(section, rest)
        )

    def _rejects(self, after: str) -> bool:
        """Tell whether what follows a value in its clause denies it."""
        match = self.lexicon.regex("rejections").search(after)
        if match is None:
            return False
        between = after[: match.start()]
        limit = _AFTER_HAN if any("\u4e00" <= char <= "\u9fff" for char in after) else _AFTER_LATIN
        return len(between) <= limit and _NUMBER.search(between) is None


def find_moods(text: str, pieces: tuple[Piece, ...], lexicon: Lexicon) -> Moods:
    """Give how the clauses of a masked text are said."""
    words = [_words(text, piece) for piece in pieces]
    asked = _asked(words, pieces, lexicon)
    supposed = _supposed(words, pieces, asked, lexicon)
    moods: tuple[Mood, ...] = tuple(
        "data"
        if MASK in piece and not piece.replace(MASK, "").strip()
        else "asked"
        if asks
        else "hypothetical"
        if supposes
        else "stated"
        for piece, asks, supposes in zip(words, asked, supposed, strict=True)
    )
    return Moods(text, pieces, moods, lexicon, _said=dict(enumerate(words)))


def _words(text: str, piece: Piece) -> str:
    """Give the words of a clause without its stops; empty where it holds no word."""
    words = text[piece.start : piece.end].rstrip(_STOPS)
    return words if words[:1].isalpha() or _MEANING.search(words) is not None else ""


def _asked(words: Sequence[str], pieces: Sequence[Piece], lexicon: Lexicon) -> list[bool]:
    questions = {text for text in set(words) if _asks(text, lexicon)}
    tags = {text for text in set(words) if lexicon.has("tags", text.strip())}
    near_tags = {text for text in set(words) if lexicon.has("near_tags", text.strip())}
    asked = [text in questions for text in words]
    reached = 0
    for index, text in enumerate(words):
        if not text:
            continue
        if text in tags:
            _reach_back(asked, pieces, index, reached)
            reached = index
        elif index and text in near_tags:
            asked[index] = asked[index - 1] = True
        elif asked[index] and pieces[index].is_joined and _asks_by_mark(text, lexicon):
            asked[index - 1] = True
        elif index and asked[index - 1] and pieces[index].is_joined:
            asked[index] = asked[index] or not lexicon.has("own_clause", text)
    return asked


def _asks(text: str, lexicon: Lexicon) -> bool:
    """Tell whether a clause is a question, and not only a polite order in the form of one."""
    if not text:
        return False
    if lexicon.has("requests", text):
        text = str(lexicon.regex("question_tail").sub("", masked(text, lexicon, "requests").rstrip("?! \n")))
    return lexicon.has("asked", masked(text, lexicon, "not_asked"))


def _asks_by_mark(text: str, lexicon: Lexicon) -> bool:
    return not _asks(text.rstrip("?! "), lexicon)


def _reach_back(marks: list[bool], pieces: Sequence[Piece], index: int, reached: int) -> None:
    """Mark a clause (对吗, right?) and the clauses before it in its sentence, or those of the sentence before."""
    marks[index] = True
    at = index - 1
    sentence = pieces[max(at, 0)].sentence
    while at >= reached and pieces[at].sentence == sentence:
        marks[at] = True
        at -= 1


def _supposed(words: Sequence[str], pieces: Sequence[Piece], asked: Sequence[bool], lexicon: Lexicon) -> list[bool]:
    """Give which clauses stand under a condition: from its word to the end of the sentence, or on to its question."""
    said = {text for text in words if text}
    open_if = {text for text in said if lexicon.has("hypothetical", masked(text, lexicon, "not_hypothetical"))}
    suppositions = {text for text in said if lexicon.has("suppositions", text)}
    retractions = {text for text in said if lexicon.has("retractions", text.strip())}
    supposed = [text in open_if for text in words]
    for index in range(1, len(words)):
        if supposed[index - 1] and pieces[index].sentence == pieces[index - 1].sentence:
            supposed[index] = True
    for index, text in enumerate(words):
        if text in suppositions:
            question = next((at for at in range(index + 1, len(words)) if asked[at]), None)
            for at in range(index, question or index):
                supposed[at] = True
    reached = 0
    for index, text in enumerate(words):
        if text in retractions and index:  # 瞎说，不对: what opens a turn takes nothing back
            _reach_back(supposed, pieces, index, reached)
            reached = index
    return supposed


def masked(text: str, lexicon: Lexicon, section: str) -> str:
    """Give a text with the words of a section replaced by a sign that no word holds."""
    parts: list[str] = []
    at = 0
    for place in lexicon.find(section, text):
        parts += [text[at : place.start], MASK * len(place)]
        at = place.end
    return "".join([*parts, text[at:]]) if at else text


def _near(gap: str) -> int:
    return _NEAR_LATIN if gap.isascii() else _NEAR_HAN
