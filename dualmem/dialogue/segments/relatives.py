"""Relatives: a clause that says what became of the name before its comma (``…, which slipped to Dec 22``)."""

from collections.abc import Sequence

from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene


def related(scene: Scene, cuts: Sequence[Segment]) -> list[Segment]:
    """Give the segments; a value behind ``which`` is that of the name right before it, or nobody's.

    ``My flight, which moved to Dec 22`` says nothing of a shown date.
    """
    out = list(cuts)
    if not scene.may_hold("value.which"):
        return out
    for place, cut in enumerate(cuts):
        begin = scene.match("value.which", scene.skip(cut.span.start))
        if begin is None or not any(t.value is not None for t in cut.tokens):
            continue
        before = cuts[place - 1].tokens[-1] if place else None
        is_named = before is not None and bool(before.refs) and not before.is_unknown
        refs = before.refs if before is not None and is_named else frozenset()
        out[place] = cut._replace(tokens=tuple(_owned(t, refs) for t in cut.tokens))
    return out


def _owned(token: Token, refs: frozenset[str]) -> Token:
    """Give a token; a value that is none of those updates is unknown."""
    value = token.value
    if value is None or (token.is_cued and not refs) or value.targets & refs:
        return token
    return Token(token.span, is_unknown=True, rivals=value.targets)
