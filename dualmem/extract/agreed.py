"""Agreed: a clause that is nothing but a yes or a no, as the answer to a question for a field of yes and no.

``That's fine with me`` behind ``would you like a shared ride?`` says yes without a word of the boolean grammar.
"""

import functools

import re2

from dualmem.extract.place import Text
from dualmem.model.reading import Reading
from dualmem.model.span import Span
from dualmem.schema.lexicon import Lexicon

_MOST = 6  # clauses: an answer stands at the beginning
_EDGES = " \t\n,.;!。~"
_DOUBTS = ("act.hedge", "act.defer")
_SECTIONS = (("act.yes_bare", True), ("act.yes_explicit", True), ("act.no", False))


def agreed(text: Text, lexicon: Lexicon) -> tuple[Reading, ...]:
    """Give the first clause that only says yes or no, as a reading; none where clauses say both, or one doubts it."""
    moods = [text.moods.of_clause(number) for number in range(len(text.moods.pieces))]
    if "hypothetical" in moods or any(lexicon.has(name, text.folded.text) for name in _DOUBTS):
        return ()
    found: list[Reading] = []
    for number, piece in enumerate(text.moods.pieces[:_MOST]):
        if moods[number] == "asked":
            continue
        words = text.folded.text[piece.start : piece.end]
        start = piece.start + len(words) - len(words.lstrip(_EDGES))
        place = Span(start, max(start, piece.start + len(words.rstrip(_EDGES))))
        value = _said(words.strip(_EDGES), lexicon)
        if value is not None:
            found.append(Reading(span=text.folded.to_original(place), folded=place, outer=place, value=value))
    return tuple(found[:1]) if len({one.value for one in found}) == 1 else ()


def _said(words: str, lexicon: Lexicon) -> bool | None:
    """Give what a clause says by nothing but words of one kind."""
    return next((value for name, value in _SECTIONS if _only(lexicon.section(name)).fullmatch(words)), None)


@functools.lru_cache(maxsize=16)
def _only(words: tuple[str, ...]) -> "re2._Regexp":
    """Give an RE2 of nothing but some words, one behind the other."""
    return re2.compile(f"(?:(?:{'|'.join(words)})[ ,]*)+" if words else r"[^\s\S]")
