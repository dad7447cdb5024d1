"""Choices: the key that a label, a synonym or the key itself names."""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from dualmem.model.field import Choice
from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.utterance import Folded
from dualmem.text import fold
from dualmem.values.found import found


def find(folded: Folded, context: ReadingContext) -> list[Reading]:
    """Give the choices that a text names, the longest words first, none inside another or inside a Latin word."""
    text = folded.text
    present = [(word, key) for word, key in words_of(context.choices) if word in text]
    if not present:
        return []
    readings: list[Reading] = []
    is_taken = bytearray(len(text))
    for word, key in present:
        at = text.find(word)
        while at >= 0:
            end = at + len(word)
            if not (is_taken[at] or is_taken[end - 1]) and _is_whole(folded.text, at, end):
                is_taken[at:end] = b"\x01" * len(word)
                readings.append(found(folded, at, end, value=key))
            at = folded.text.find(word, end)
    return sorted(readings, key=lambda reading: reading.folded.start)


def read(text: str, choices: Mapping[str, Choice]) -> str | None:
    """Give the key whose label, synonym or key is the whole text, or None."""
    wanted = fold(text).text.strip()
    return next((key for word, key in words_of(choices) if word == wanted), None)


def as_said(text: str) -> str:
    """Give the form in which an open choice keeps other words: NFKC, trimmed."""
    return unicodedata.normalize("NFKC", text).strip()


def words_of(choices: Mapping[str, Choice]) -> tuple[tuple[str, str], ...]:
    """Give the folded words of choices with their keys, the longest first, once for the choices of a field."""
    known = _KNOWN.get(id(choices))
    if known is None or known[0] is not choices:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        known = _KNOWN[id(choices)] = (choices, _words(_frozen(choices)))
    return known[1]


_KNOWN: dict[int, tuple[Mapping[str, Choice], tuple[tuple[str, str], ...]]] = {}
_MOST_KNOWN = 256


def _frozen(choices: Mapping[str, Choice]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(
        (key, tuple(word for words in choice.labels.values() for word in words) + choice.synonyms)
        for key, choice in choices.items()
    )


@lru_cache(maxsize=64)
def _words(choices: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[tuple[str, str], ...]:
    words: dict[str, str] = {}
    for key, said in choices:
        for word in (*said, key, key.replace("_", " ")):
            words.setdefault(fold(word).text.strip(), key)
    words.pop("", None)
    return tuple(sorted(words.items(), key=lambda item: -len(item[0])))


def _is_whole(text: str, start: int, end: int) -> bool:
    return not (_is_latin(text[start]) and start and _is_latin(text[start - 1])) and not (
        _is_latin(text[end - 1]) and end < len(text) and _is_latin(text[end])
    )


def _is_latin(char: str) -> bool:
    return char.isascii() and char.isalnum()
