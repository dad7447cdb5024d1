"""Fragments: words that name a part of a shown value: an item of a list, or what a turn denies of it.

``December 20, not 15`` and ``anna@abc.org, not .com`` deny a part; ``IE11`` names an item of a shown list.
"""

from collections.abc import Sequence

import re2

from dualmem.dialogue.segments.statement import ITEM
from dualmem.dialogue.segments.tokens import Token
from dualmem.dialogue.shown.targets import TEXT_TYPES, Target, Targets
from dualmem.dialogue.shown.words import DENYING
from dualmem.model.span import Span
from dualmem.text import fold

_PIECE = re2.compile(r"[a-z0-9]+")
_COMPOUND = re2.compile(r"[a-z0-9]+(?:[-@_/.][a-z0-9]+)+")
_NTH = re2.compile(r"\d{1,2}(?:st|nd|rd|th)")
_GLUE = frozenset("-@_/")
_FEWEST_DIGITS = 3
_GAP = 2
_SHORTEST = 2


def denied_parts(text: str, tokens: Sequence[Token], targets: Targets) -> list[Token]:
    """Give the tokens; unknown words right behind a no that are a part of one shown value name that update."""
    out: list[Token] = []
    for token in tokens:
        before = out[-1] if out else None
        gap = text[before.span.end : token.span.start] if before is not None else ""
        is_parted = before is not None and "neg" not in before.kinds and bool(gap.strip())  # no, 1380013800
        is_denied = before is not None and bool(before.kinds & DENYING) and len(gap) <= _GAP and not is_parted
        refs = _owners(text[token.span.start : token.span.end], targets) if token.is_unknown and is_denied else ()
        out.append(Token(token.span, refs=frozenset(refs)) if len(refs) == 1 else token)
    return out


def compounds(text: str, tokens: Sequence[Token]) -> list[Token]:
    """Give the tokens; what is written in one with an unknown part is one unknown word (``PROJ-24-1``, ``anna@abc``).

    No part of it names or counts anything.
    """
    if _GLUE.isdisjoint(text):
        return list(tokens)
    out = list(tokens)
    for match in _COMPOUND.finditer(text):
        words, place = match.group(), Span(match.start(), match.end())
        parts = [token for token in out if token.span.overlaps(place)]
        is_code = not _GLUE.isdisjoint(words) and ("@" in words or any(map(str.isdigit, words)))
        is_code = is_code and any(map(str.isalpha, words)) and len(parts) > 1
        if is_code and all(t.value is None and place.contains(t.span) for t in parts):
            at = out.index(parts[0])
            out[at : at + len(parts)] = [Token(place, is_unknown=True)]
    return out


def item_refs(targets: Sequence[Target], words: str) -> frozenset[str]:
    """Give what unknown words name: the items of shown lists that hold them, a whole list where all of it does."""
    if len(words) < _SHORTEST:
        return frozenset()
    found: set[str] = set()
    for target in targets:
        items = target.value if isinstance(target.value, tuple) else ()
        places = [n for n, item in enumerate(items) if isinstance(item, str) and words in item.lower()]
        is_all = len(places) == len(items)
        found |= ({target.id} if is_all else {f"{target.id}{ITEM}{n}" for n in places}) if places else set()
    return frozenset(found)


def _owners(words: str, targets: Targets) -> tuple[str, ...]:
    said = words.strip(" .,!-@")
    said = said[:-2] if _NTH.fullmatch(said) is not None else said  # not 15th
    shown = [t for t in targets.shown if t.spec.type not in TEXT_TYPES]
    return tuple(t.id for t in shown if _PIECE.fullmatch(said) is not None and _holds(t, said))


def _holds(target: Target, said: str) -> bool:
    """Tell that a word or a figure is one of those in which a value was said; digits may begin or end a longer one."""
    origin = target.update.provenance
    pieces = _PIECE.findall(fold(origin.words or origin.quote or "").text)
    is_long = said.isdigit() and len(said) >= _FEWEST_DIGITS
    return said in pieces or (is_long and any(piece.startswith(said) or piece.endswith(said) for piece in pieces))
