"""First look: which sections of a family a text may hold a word of, told in one pass.

Most turns hold words of few sections. One set of RE2 patterns for all sections of a family (``wish``, ``cmd``) tells
which ones are worth reading; it may name one too many, never one too few.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import re2

_NONE: frozenset[str] = frozenset()
_NOTHING = r"[^\x00-\x{10FFFF}]"
_EDGES = frozenset([r"\b", r"\B", r"\A", r"\z"])
_MOST_MEMORY = 64 << 20
_MOST_TOGETHER = 32  # sections


class FirstLook:
    """All sections of one family."""

    def __init__(self, sections: Mapping[str, Sequence[str]], options: "re2.Options") -> None:
        """Compile; ``sections``: name to patterns, as they are searched for."""
        options.max_mem = _MOST_MEMORY
        names = tuple(sections)
        parts = -(-len(names) // _MOST_TOGETHER)
        self._parts = [_Part.of({name: sections[name] for name in names[n::parts]}, options) for n in range(parts)]

    def at(self, text: str) -> frozenset[str]:
        """Give the names of the sections a word of which may stand in folded text, or in any part of it."""
        found = [part.names[hit] for part in self._parts for hit in part.looks.Match(text) or ()]
        return frozenset(found) if found else _NONE


class _Part(NamedTuple):
    """Some sections of a family, in one set: the states of all in one set multiply, and each new text makes new ones.

    Attributes:
        names: The sections.
        looks: The set that tells which of them a text may hold.
    """

    names: tuple[str, ...]
    looks: "re2.Set"

    @classmethod
    def of(cls, sections: Mapping[str, Sequence[str]], options: "re2.Options") -> "_Part":
        looks = re2.Set.SearchSet(options)
        for patterns in sections.values():
            looks.Add("|".join(map(loosened, patterns)) or _NOTHING)
        looks.Compile()
        return cls(tuple(sections), looks)


def loosened(pattern: str) -> str:
    """Give a pattern that finds no less in a text than the given one in any part of the text: without its edges."""
    out: list[str] = []
    at, is_class = 0, False
    while at < len(pattern):
        piece = pattern[at : at + 2] if pattern[at] == "\\" else pattern[at]
        if is_class:
            is_class = piece != "]"
        elif piece == "[":
            is_class = True
            rest = pattern[at + 1 : at + 3]  # a ] right behind the [ ends no class
            piece += "^" * rest.startswith("^") + "]" * rest.removeprefix("^").startswith("]")
        elif piece in _EDGES or piece in ("^", "$"):
            out.append("(?:)")
            at += len(piece)
            continue
        out.append(piece)
        at += len(piece)
    return "".join(out)
