"""Sighting: what a folded text holds at all, worked out once, so that a grammar can leave what cannot be its own."""

import re
from functools import lru_cache

_LATIN = re.compile("[a-z]+")
_HAN = re.compile(r"[\u3400-\u9fff]")


@lru_cache(maxsize=16)
def latin_words(text: str) -> frozenset[str]:
    """Give the runs of Latin letters of a folded text."""
    return frozenset(_LATIN.findall(text))


@lru_cache(maxsize=16)
def has_han(text: str) -> bool:
    """Tell whether a text has a Han character, which makes it a Chinese text."""
    return not text.isascii() and _HAN.search(text) is not None


def next_char(text: str, at: int) -> str:
    """Give the character at a place, up to three spaces and hyphens passed over; empty at the end."""
    char = text[at : at + 1]
    return text[at : at + 4].lstrip(" -")[:1] if char in (" ", "-") else char
