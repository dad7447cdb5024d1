"""Notes: found by words and Chinese bigrams, and chosen for the prompt."""

import math
from collections import Counter
from collections.abc import Sequence

from dualmem.model.note import Note
from dualmem.text import bigrams

# Robertson and Zaragoza (2009), The Probabilistic Relevance Framework: BM25 and Beyond: the usual constants.
K1, B = 1.2, 0.75
PROMPT_NOTES = 5
_PLURAL = 3


def rank(notes: Sequence[Note], query: str, *, limit: int | None = None) -> tuple[Note, ...]:
    """Give the notes that share a term with the query, the best first (BM25); of equals the later one.

    Terms are words in lower case and bigrams of Chinese, in simplified characters whatever was written (合同審查 finds
    合同审查); texts are never changed.

    Args:
        notes: Where to look.
        query: Free text; without a term it finds nothing.
        limit: Greatest number of notes; None for all.
    """
    documents = [Counter(_terms(f"{note.text} {' '.join(note.tags)}")) for note in notes]
    wanted = frozenset(_terms(query))
    frequency = Counter(term for document in documents for term in wanted if term in document)
    average = sum(map(Counter.total, documents)) / len(documents) if documents else 0.0
    scored = [
        (_score(document, frequency, count=len(notes), average=average), note.at, index)
        for index, (document, note) in enumerate(zip(documents, notes, strict=True))
    ]
    hits = sorted((hit for hit in scored if hit[0] > 0), reverse=True)
    return tuple(notes[index] for _, _, index in hits[:limit])


def search(notes: Sequence[Note], query: str, *, limit: int = 20) -> tuple[Note, ...]:
    """Give the notes that hold every term of the query, then those that hold some, the best first."""
    wanted = frozenset(_terms(query))
    ranked = rank(notes, query)
    whole = [note for note in ranked if wanted <= frozenset(_terms(note.text))]
    return tuple(sorted(ranked, key=lambda note: note not in whole))[:limit]


def recent(notes: Sequence[Note], *, limit: int = PROMPT_NOTES) -> tuple[Note, ...]:
    """Give the last notes, the latest first."""
    return tuple(sorted(notes, key=lambda note: (note.at, note.id), reverse=True)[:limit])


def select(notes: Sequence[Note], text: str, *, limit: int = PROMPT_NOTES) -> tuple[Note, ...]:
    """Give the notes for a prompt: those that fit what the user just said, filled up with the latest."""
    fitting = rank(notes, text, limit=limit)
    rest = [note for note in recent(notes, limit=limit) if note not in fitting]
    return (*fitting, *rest)[:limit]


def _terms(text: str) -> list[str]:
    return [_stem(term) for term in bigrams(text)]


def _stem(term: str) -> str:
    """Give an English word without its plural s."""
    is_plural = term.isascii() and len(term) > _PLURAL and term.endswith("s") and not term.endswith("ss")
    return term[:-1] if is_plural else term


def _score(document: Counter[str], frequency: Counter[str], *, count: int, average: float) -> float:
    length = document.total() / average if average else 0.0
    score = 0.0
    for term, holders in frequency.items():
        found = document[term]
        weight = math.log(1 + (count - holders + 0.5) / (holders + 0.5))
        score += weight * found * (K1 + 1) / (found + K1 * (1 - B + B * length))
    return score
