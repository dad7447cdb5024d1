"""Cues: what a developer would write for the slots of a domain: words before and after a value, questions, synonyms."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

Words = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Cue:
    """The words of a kind of slot.

    Attributes:
        slot: Regular expression of ``group.slot`` in lower case.
        patterns: Rule patterns; ``{value}`` is the grammar of the type, or a group of an own shape.
        asks: Questions of the assistant that ask for it.
        bare: The value alone is enough; None for what its type does.
        words: Value to further words for it.
        is_free: Its words are so much its own that its service need not be spoken of.
        per: An amount is per this.
        same: Words that point to what another service holds (当天, the same area).
    """

    slot: str
    patterns: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    bare: bool | None = None
    words: Words = field(default_factory=lambda: MappingProxyType({}))
    is_free: bool = False
    per: str | None = None
    same: tuple[str, ...] = ()


def spread(text: str) -> dict[str, tuple[str, ...]]:
    """Give value to words from lines ``value: word, word``; a value without words has only itself."""
    found = {}
    for line in text.strip().splitlines():
        value, _, words = line.strip().partition(":")
        found[value.strip()] = tuple(word.strip() for word in words.split(",") if word.strip())
    return found
