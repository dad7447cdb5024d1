"""Quoted: quotes that are no data, since the user gives a value in them (``the budget is "600k"``, 名字是“王芳”)."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

import re2

from dualmem.model.span import Span
from dualmem.schema.lexicon import Lexicon

_LONGEST = 60
_REACH = 80
_STOPS = re2.compile(r"[,。;!?\n]|\.(?:\s|$)")
_INNER_STOPS = re2.compile(r"[。;!?\n:=]|\.(?:\s|$)")
_ANSWERS = ("act.yes_bare", "act.yes_explicit", "act.no")
_LIGHT = ("act.filler", "act.copula", "act.change", "act.deictic", "act.also", "act.only", "act.and")
_TAILS = ("act.filler", "value.tail", "act.right_one")
_NEGATING = ("act.neg", "negators", "deny.before", "act.hedge", "act.condition", "value.later", "value.held")


def value_quotes(text: str, quotes: Sequence[Span], lexicon: Lexicon, labels: frozenset[str]) -> Iterator[Span]:
    """Give the quotes that stand in the value place of the user's own words.

    What opens them is a word that a value follows (是, 改成, ``is``, ``make it``) in a clause of labels and small words
    alone, that denies, doubts and reports nothing, or a yes or no before them (``no, "600k"``). What they hold is short
    and no sentence, no label and no answer, and nothing is said of it behind them.

    Args:
        text: The folded text.
        quotes: Outer places of its quotes, in order.
        lexicon: ``quote.opens``, reporters, answers.
        labels: Folded labels and keys of the schema.
    """
    for quote in quotes:
        before = _clause_before(text, quote.start, quotes)
        if not _is_open(before, lexicon, labels) and not _is_answer(before.strip(" ,"), lexicon):
            continue
        if _is_spoken_of(text[quote.end : quote.end + _REACH], lexicon):
            continue
        if _is_value(text[quote.start + 1 : quote.end - 1].strip(), lexicon, labels):
            yield quote


def _is_open(before: str, lexicon: Lexicon, labels: frozenset[str]) -> bool:
    """Tell that the words before a quote lead to a value of the user's own, and say nothing else."""
    if not lexicon.has("quote.opens", before) or lexicon.has("quote.reports", before):
        return False
    bare = before.strip()
    if any(lexicon.has(section, words) for section in _NEGATING for words in (bare, before)):
        return False
    named = [Span(at, at + len(label)) for label in labels if (at := bare.find(label)) >= 0]
    return _is_covered(bare, _LIGHT, lexicon, named)


def _is_spoken_of(behind: str, lexicon: Lexicon) -> bool:
    """Tell that the clause goes on behind a quote and says something of it (``is a typo``)."""
    stop = _STOPS.search(behind)
    rest = (behind[: stop.start()] if stop is not None else behind).strip()
    joint = lexicon.regex("act.and").match(rest)
    return (joint is None or not joint.end()) and not _is_covered(rest, _TAILS, lexicon, ())


def _is_covered(words: str, sections: Sequence[str], lexicon: Lexicon, more: Sequence[Span]) -> bool:
    places = [*more, *(place for section in sections for place in lexicon.find(section, words))]
    covered = {at for place in places for at in range(place.start, place.end)}
    return all(at in covered for at, char in enumerate(words) if char.isalnum())


def _clause_before(text: str, end: int, quotes: Sequence[Span]) -> str:
    """Give the words of the clause that a quote goes on, without quotes in it; a comma right before it ends none."""
    start = max(0, end - _REACH)
    words = list(text[start:end])
    for quote in quotes[bisect_left(quotes, (start,)) : bisect_left(quotes, (end,))]:
        if quote.end < end:
            words[quote.start - start : quote.end - start] = " " * len(quote)
    plain = "".join(words)
    stops = [found.end() for found in _STOPS.finditer(plain.rstrip(" ,"))]
    return plain[stops[-1] :] if stops else plain


def _is_value(words: str, lexicon: Lexicon, labels: frozenset[str]) -> bool:
    if not words or len(words) > _LONGEST or _INNER_STOPS.search(words) is not None:
        return False
    if any(label in words for label in labels) or lexicon.is_clause(words):
        return False
    return not _is_answer(words, lexicon)


def _is_answer(words: str, lexicon: Lexicon) -> bool:
    """Tell that words are a yes or a no and nothing else."""
    return any(lexicon.regex(section).fullmatch(words) is not None for section in _ANSWERS)
