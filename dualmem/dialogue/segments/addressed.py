"""Addressed: whom one speaks to (``yes boss``, 没错王总); with an article it is a noun (``the team looks good``)."""

from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.words import JUDGING

_ADDRESS = "value.address"
_FILLER = frozenset({"filler"})
_LEADING = frozenset({"copula", "neg", "keep", "agree", "change"})


def addressed(scene: Scene, cut: Segment) -> Segment:
    """Give a segment in which whom one speaks to says nothing; what has an article is a thing that nobody knows."""
    if not scene.may_hold(_ADDRESS):
        return cut
    tokens = [_read(scene, cut, place) for place in range(len(cut.tokens))]
    return cut._replace(tokens=tuple(tokens)) if tokens != list(cut.tokens) else cut


def _read(scene: Scene, cut: Segment, place: int) -> Token:
    token = cut.tokens[place]
    words = scene.text[token.span.start : token.span.end].strip()
    is_plain = token.is_unknown or token.kinds == _FILLER
    if not is_plain or token.is_other_field or scene.lexicon.regex(_ADDRESS).fullmatch(words) is None:
        return token
    before = cut.tokens[place - 1] if place else None
    is_last = place + 1 == len(cut.tokens)
    is_noun = before is not None and scene.match("matter.article", before.span.start) == before.span and not is_last
    if is_noun or (before is not None and before.kinds & _LEADING):
        return Token(token.span, is_unknown=True)  # 是老师
    may_name = any(t.spec.type == "text" or t.spec.is_open for t in scene.targets.shown)
    is_led = before is not None and bool(before.kinds & JUDGING) and not may_name
    return Token(token.span, _FILLER) if is_last and is_led else token
