"""Asides: values of a draft that are another's, of another time, or that wait for a yes: none of them is stated."""

from collections.abc import Sequence

from dualmem.guard.labels import labels_in
from dualmem.model.candidate import Extraction
from dualmem.model.span import Span
from dualmem.model.utterance import Clause
from dualmem.schema.lexicon import Lexicon

_REACH = 32
_BEHIND = 12


def is_aside(
    extraction: Extraction, lexicon: Lexicon, names: Sequence[tuple[str, str]], *, path: str, span: Span
) -> bool:
    """Tell that what a draft says at a place is not told of the user's own value of now.

    ``Tom's budget is 600k``, 客户的预算是60万; ``the budget was 600k last year``; ``changed from 600k to 500k``;
    ``600k is not confirmed yet``.

    Args:
        extraction: The draft.
        lexicon: Words of every language.
        names: Every label, folded, with its field.
        path: The field that the value was read for.
        span: Place of the value in the draft.
    """
    utterance = extraction.utterance
    text, place = utterance.folded.text, utterance.folded.of_original(span)
    clause = next((c for c in utterance.clauses if c.span.start <= place.start < c.span.end), None)
    if clause is None:
        return False
    head, tail = text[clause.span.start : place.start], text[place.end : min(clause.span.end, place.end + _BEHIND)]
    labels = [Span(at, end) for field, at, end in labels_in(text, clause.span, names, lexicon) if field == path]
    label = next((one for one in reversed(labels) if one.start <= place.start), None)
    around = text[max(clause.span.start, place.start - _REACH) : clause.span.end]
    behind = next((one for one in labels if one.start >= place.end), None) if label is None else None
    if behind is not None:
        between, tail = text[place.end : behind.start], text[place.end : clause.span.end]
        is_other = _is_anothers(lexicon, between) or lexicon.has("negators", between)
    elif label is None:
        is_other = lexicon.has("guard_apart", around)
    else:
        before = text[max(clause.span.start, label.start - _REACH) : label.start]
        is_other = _is_anothers(lexicon, before) or _is_longer(lexicon, text, label.start, before)
        is_other = is_other or lexicon.is_of_another(text[label.end : place.start])
        is_other = is_other or _is_difference(lexicon, text, clause, Span(label.start, label.end), place)
    opener = _beside(extraction, clause, names, lexicon, step=-1)
    is_once = lexicon.has("guard_from", head) or any(lexicon.has("guard_once", part) for part in (opener + head, tail))
    whole = opener + text[clause.span.start : clause.span.end] + _beside(extraction, clause, names, lexicon, step=1)
    return is_other or is_once or lexicon.has("guard_open", whole)


def _is_anothers(lexicon: Lexicon, before: str) -> bool:
    """Tell that the words before a label say whose it is, and not the user's (``Tom's budget``)."""
    return lexicon.has("guard_other", before) and not lexicon.has("guard_own", before)


def _is_longer(lexicon: Lexicon, text: str, label: int, before: str) -> bool:
    """Tell that an English label is the tail of a longer noun (``the travel budget``); a Chinese one is cut before."""
    is_english = text[label].isascii() and before[-1:] == " "
    return is_english and not lexicon.is_whole_noun(text, label) and not lexicon.has("guard_own", before)


def _is_difference(lexicon: Lexicon, text: str, clause: Clause, label: Span, place: Span) -> bool:
    """Tell that an amount right behind a label says by how much something is above or below it (超出预算10万)."""
    head = text[max(clause.span.start, label.start - _REACH) : label.start]
    return lexicon.has("guard_beyond", head) and not text[label.end : place.start].strip()


def _beside(
    extraction: Extraction, clause: Clause, names: Sequence[tuple[str, str]], lexicon: Lexicon, *, step: int
) -> str:
    """Give the clause before or behind one, in its sentence, that names no field (``…, but it is not confirmed``)."""
    text, clauses = extraction.utterance.folded.text, extraction.utterance.clauses
    at = clause.index + step
    other = clauses[at] if 0 <= at < len(clauses) else None
    if (
        other is None
        or other.sentence != clause.sentence
        or any(True for _ in labels_in(text, other.span, names, lexicon))
    ):
        return ""
    return text[other.span.start : other.span.end]
