"""First look: which sections of a family a text may hold a word of, told in one pass.

Most turns hold words of few sections. One set of RE2 patterns for all sections of a family (``wish``, ``cmd``) tells
which ones are worth reading; it may name one too many, never one too few.
"""

from collections.abc import Mapping, Sequence

import re2

_NONE: frozenset[str] = frozenset()
_NOTHING = r"[^\x00-\x{10FFFF}]"
_EDGES = frozenset([r"\b", r"\B", r"\A", r"\z"])
_MOST_MEMORY = 64 << 20


class FirstLook:
    """All sections of one family."""

    def __init__(self, sections: Mapping[str, Sequence[str]], options: "re2.Options") -> None:
        """Compile; ``sections``: name to patterns, as they are searched for."""
        self._names = tuple(sections)
        options.max_mem = _MOST_MEMORY
        self._set = re2.Set.SearchSet(options)
        for patterns in sections.values():
            self._set.Add("|".join(map(loosened, patterns)) or _NOTHING)
        if sections:
            self._set.Compile()

    def at(self, text: str) -> frozenset[str]:
        """Give the names of the sections a word of which may stand in folded text, or in any part of it."""
        hits = self._set.Match(text) if self._names else None
        return frozenset([self._names[hit] for hit in hits]) if hits else _NONE


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
