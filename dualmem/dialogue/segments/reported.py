"""Reported: values that somebody else is said to have said (``my boss said 600k``, 老板说60万), and what things cost.

They are no answer of the user's own: they are shown again, the shown one as well as another.
"""

from collections.abc import Sequence

import re2

from dualmem.dialogue.segments.tokens import Token
from dualmem.dialogue.shown.named import named
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import ValueWord
from dualmem.model.value import Money

_SAYS = "value.says"
_LINKS = frozenset({"and", "filler", "copula", "also", "approx"})
_STOP = re2.compile(r"[。;!?\n]|\.(?:\s|$)")


def may_be_reported(scene: Scene) -> bool:
    """Tell, at a glance, that the turn may say whose value it gives, or what a thing costs."""
    return ":" in scene.text or scene.may_hold(_SAYS) or scene.may_hold("value.priced")


def reported(scene: Scene, tokens: Sequence[Token], head: str, tail: str) -> Token:
    """Give a value, marked so where it is somebody else's or a price.

    Args:
        scene: The turn.
        tokens: The value, and what stands before it.
        head: The words of its clause before it and its label.
        tail: The words behind it.
    """
    token = tokens[-1]
    value = token.value
    assert value is not None
    if isinstance(value.reading.value, bool) or scene.mood_at(token.span.start) == "asked":
        return token
    may_be = scene.may_hold(_SAYS)
    is_said = (may_be and (_is_report(scene, head) or _is_report(scene, tail))) or _is_of_a_speaker(scene, tokens, head)
    if not is_said and not (scene.may_hold("value.priced") and _is_price(scene, value, head)):
        return token
    return _marked(token, is_sure=is_said)


def going_on(scene: Scene, tokens: Sequence[Token]) -> list[Token]:
    """Give the tokens; what an and joins to a reported value is reported too (``he said 600k and December 20``)."""
    out: list[Token] = []
    last: Token | None = None
    for token in tokens:
        value = token.value
        if value is None:
            is_link = bool(token.refs) or bool(token.kinds and token.kinds <= _LINKS)
            last = last if is_link else None
        elif value.is_reported:
            last = token
        elif last is not None and _STOP.search(scene.text[last.span.end : token.span.start]) is None:
            token = last = _marked(token, is_sure=True)  # noqa: PLW2901
        out.append(token)
    return out


def _marked(token: Token, *, is_sure: bool) -> Token:
    value = token.value
    assert value is not None
    is_cued = token.is_cued or (is_sure and len(value.targets) == 1)
    return token._replace(value=value._replace(is_loose=True, is_reported=True), is_cued=is_cued)


def _is_report(scene: Scene, words: str) -> bool:
    """Tell that words say who said it; some only look so (确切说, ``all told``)."""
    return scene.lexicon.has("said.by", words) and not scene.lexicon.has("said.own", words)


def _is_of_a_speaker(scene: Scene, tokens: Sequence[Token], head: str) -> bool:
    """Tell that a name and a colon lead to what a rule found (``Tom: the budget is 600k``, 张三：预算60万)."""
    if ":" not in head or not tokens[-1].is_cued:
        return False
    start = tokens[-1].span.start - len(head)
    inside = [t for t in tokens[:-1] if t.span.start >= start]
    unknown = [t for t in inside if t.is_unknown]
    if len(unknown) != 1 or unknown[0] is not inside[0]:
        return False
    said = scene.said(unknown[0].span)
    is_name = not said.isascii() or said[:1].isupper()
    return is_name and scene.text[unknown[0].span.end :].lstrip().startswith(":")


def _is_price(scene: Scene, value: ValueWord, head: str) -> bool:
    """Tell that an amount is what something costs (``it costs 600k``, 花了60万), and no shown field is a price."""
    if not isinstance(value.reading.value, Money) or not scene.lexicon.has("value.priced", head):
        return False
    words = (w for t in scene.targets if t.id in value.targets for w in named(t.spec, scene.schema, scene.lexicon).own)
    return not any(scene.lexicon.has("kind.price", word) for word in words)
