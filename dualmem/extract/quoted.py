"""Quoted: quotes that are no data, since the user gives a value in them (``the budget is "600k"``, 名字是“王芳”)."""

from collections.abc import Iterator, Sequence

import re2

from dualmem.model.span import Span
from dualmem.schema.lexicon import Lexicon

_LONGEST = 60
_REACH = 80
_STOPS = re2.compile(r"[,。;!?\n]|\.(?:\s|$)")
_INNER_STOPS = re2.compile(r"[。;!?\n:=]|\.(?:\s|$)")
_ANSWERS = ("act.yes_bare", "act.yes_explicit", "act.no")


def value_quotes(text: str, quotes: Sequence[Span], lexicon: Lexicon, labels: frozenset[str]) -> Iterator[Span]:
    """Give the quotes that stand in the value place of the user's own words.

    What opens them is a word that a value follows (是, 改成, ``is``, ``make it``) in a clause that reports nobody
    else's words, or a yes or no before them (``no, "600k"``); what they hold is short and no sentence, no label and no
    answer.

    Args:
        text: The folded text.
        quotes: Outer places of its quotes, in order.
        lexicon: ``quote.opens``, reporters, answers.
        labels: Folded labels and keys of the schema.
    """
    for quote in quotes:
        before = _clause_before(text, quote.start)
        is_own = lexicon.has("quote.opens", before) and not lexicon.has("quote.reports", before)
        if not is_own and not _is_answer(before.strip(" ,"), lexicon):
            continue
        if _is_value(text[quote.start + 1 : quote.end - 1].strip(), lexicon, labels):
            yield quote


def _clause_before(text: str, end: int) -> str:
    """Give the words of the clause that a quote goes on; a comma right before it ends none."""
    words = text[max(0, end - _REACH) : end]
    stops = [found.end() for found in _STOPS.finditer(words.rstrip(" ,"))]
    return words[stops[-1] :] if stops else words


def _is_value(words: str, lexicon: Lexicon, labels: frozenset[str]) -> bool:
    if not words or len(words) > _LONGEST or _INNER_STOPS.search(words) is not None:
        return False
    if any(label in words for label in labels) or lexicon.is_clause(words):
        return False
    return not _is_answer(words, lexicon)


def _is_answer(words: str, lexicon: Lexicon) -> bool:
    """Tell that words are a yes or a no and nothing else."""
    return any(lexicon.regex(section).fullmatch(words) is not None for section in _ANSWERS)
