r"""First look: which sections of a lexicon a text may hold a word of, told in one pass.

Most turns hold words of few sections, and a first look tells which ones are worth reading; it may name one too many,
never one too few. Sections whose words all begin with signs that their patterns name are looked for together, at each
place where a word may begin (``begins``): what is there is told by the next few signs, so that RE2 needs the same few
states for every text. The others (``^\s*``, ``\w+ later``) are looked for by family, in the text as a whole.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import re2

from dualmem.schema.begins import begins, begins_apart

ANSWERS = "act"  # nearly every turn holds words of answers, so that a first look at their sections tells nothing
ORDINALS = "act.ordinal"
LONGEST = 1_000  # code points; a text of more is looked through as a whole
_NONE: frozenset[str] = frozenset()
_NOTHING = r"[^\x00-\x{10FFFF}]"
_EDGES = frozenset([r"\b", r"\B", r"\A", r"\z"])
_MOST_MEMORY = 64 << 20
_MOST_TOGETHER = 32  # sections

Sections = Mapping[str, Sequence[str]]
Begun = Mapping[str, frozenset[str]]  # family to those of its sections of which a word may begin in a text


class FirstLook:
    """The sections of all families but that of answers."""

    def __init__(self, sections: Sections, options: "re2.Options") -> None:
        """Sort the sections; ``sections``: name to patterns, as they are searched for."""
        looked = {name: patterns for name, patterns in sections.items() if family_of(name) != ANSWERS}
        led = {name: patterns for name, patterns in looked.items() if "." in name and all(map(begins_apart, patterns))}
        self._options = options
        self._free: dict[str, dict[str, Sequence[str]]] = {}
        for name, patterns in looked.items():
            if name not in led:
                self._free.setdefault(family_of(name), {})[name] = patterns
        self._together: dict[str, Together] = {}
        self._begins = begins([pattern for patterns in led.values() for pattern in patterns])
        self._heads = _Part.of(led, options, re2.Set.MatchSet)
        self._families = [family_of(name) for name in led]

    def begun(self, text: str) -> Begun:
        """Give the sections a word of which may begin in folded text; inside a Latin word or a number none does."""
        hits: set[int] = set()
        for place in self._begins.finditer(text):
            hits.update(self._heads.looks.Match(text[place.start() :]) or ())
        found: dict[str, set[str]] = {}
        for hit in hits:
            found.setdefault(self._families[hit], set()).add(self._heads.names[hit])
        return {family: frozenset(names) for family, names in found.items()}

    def free(self, family: str, text: str) -> frozenset[str]:
        """Give the sections of a family whose words may begin with any sign, and that folded text may hold."""
        sections = self._free.get(family)
        if sections is None:
            return _NONE
        known = self._together.get(family)
        if known is None:
            known = self._together[family] = Together(sections, self._options)
        return known.at(text)


class Together:
    """Sections that are looked for at once, in the whole of a text."""

    def __init__(self, sections: Sections, options: "re2.Options") -> None:
        """Compile; ``sections``: name to patterns, as they are searched for."""
        names = tuple(sections)
        parts = -(-len(names) // _MOST_TOGETHER)
        chosen = [{name: sections[name] for name in names[n::parts]} for n in range(parts)]
        self._parts = [_Part.of(some, options, re2.Set.SearchSet) for some in chosen]

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
    def of(cls, sections: Sections, options: "re2.Options", kind: Callable[["re2.Options"], "re2.Set"]) -> "_Part":
        options.max_mem = _MOST_MEMORY
        looks = kind(options)
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


@functools.cache
def family_of(section: str) -> str:
    """Give the family that a section is looked for with; ordinals are one apart from the many words of answers."""
    return ORDINALS if section.startswith(ORDINALS) else section.partition(".")[0]
