"""Coded: answer words that are written as code or data, not said (``confirmed=true``, ``confirm()``, ``<yes/>``)."""

from collections.abc import Sequence

import re2

from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.words import JUDGING

_SIGNS = frozenset("=({<&|-:/")  # no code is without one of these
_BEFORE = re2.compile(r"^\s*=+\s*$|(?:^|[\s,;])--$|</?$|[{|]\s*[\"']?$|(?:&&|\|\|)\s*$")
_AFTER = re2.compile(
    r"^\s*=|^\.[a-z_]+\(|^\s*:\s*(?:true|false|null)\b|^\(|^\s*/?>|^\s*(?:&&|\|\|)|^[\"']?\s*:?\s*[^\s{}]*\}"
)
_TAG = re2.compile(r"</?$")
_TAG_END = re2.compile(r"^\s*/?>")


def spoken(scene: Scene, cuts: Sequence[Segment], statements: Sequence[Statement]) -> list[Statement]:
    """Give the statements without those whose judging words are code."""
    if _SIGNS.isdisjoint(scene.text) or not any(s.polarity for s in statements):
        return list(statements)
    coded = {n for n, cut in enumerate(cuts) if any(_is_coded(scene, cut, place) for place in range(len(cut.tokens)))}
    return [s for s in statements if s.segment not in coded] if coded else list(statements)


def _is_coded(scene: Scene, cut: Segment, place: int) -> bool:
    """Tell that a judging word is part of an assignment, a call, a tag, an option or a choice of two."""
    token = cut.tokens[place]
    if not token.kinds & JUDGING or token.refs or token.value is not None:
        return False
    head, tail = scene.text[: token.span.start], scene.text[token.span.end :]
    if _TAG_END.match(tail) is not None:
        return _TAG.search(head) is not None
    if tail.startswith("(") and not _is_ascii_call(scene, token):
        return False
    if _BEFORE.search(head) is not None or _AFTER.match(tail) is not None:
        return True
    after = cut.tokens[place + 1] if place + 1 < len(cut.tokens) else None
    return tail.startswith("/") and after is not None and _is_opposite(token, after)


def _is_ascii_call(scene: Scene, token: Token) -> bool:
    """Tell that a bracket right behind a word is that of a call (``confirm()``), not an aside (确认（全部）)."""
    at = scene.extraction.utterance.folded.to_original(token.span).end
    is_empty = scene.original[at : at + 2] == "()"
    return is_empty or (scene.original[at : at + 1] == "(" and scene.original[at - 1].isascii())


def _is_opposite(one: Token, other: Token) -> bool:
    return ("no" in one.kinds) != ("no" in other.kinds) and bool(other.kinds & (JUDGING | {"neg"}))
