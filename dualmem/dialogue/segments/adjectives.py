"""Adjectives: words like a yes that belong to the noun behind them (``the right budget is 560k``, 正确的日期是…)."""

from dualmem.dialogue.segments.glance import kinds_of
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.words import DENYING as _DENYING

_ORDERS = frozenset({"keep", "yes_explicit", "yes_order"})
_CHANGE, _LIGHT = frozenset({"change"}), frozenset({"filler"})


def without_adjectives(scene: Scene, cut: Segment) -> Segment:
    """Give a segment in which an adjective right before a name or a cue is no judgement.

    Where another value follows it says that this one is to hold, as ``make it`` does.
    """
    kinds = kinds_of((cut,))
    if not _DENYING.isdisjoint(kinds):
        cut = _without_kept(scene, _with_negator(scene, _without_units(cut)))
    if "rightly" not in kinds:
        return cut
    tokens = tuple(_weighed(scene, cut.tokens, place) for place in range(len(cut.tokens)))
    return cut._replace(tokens=tokens) if tokens != cut.tokens else cut


def _with_negator(scene: Scene, cut: Segment) -> Segment:
    """Give a segment in which a no that ends in a not only denies the order behind it (``I'd rather not save …``)."""
    tokens = list(cut.tokens)
    for place, token in enumerate(tokens):
        if "no" not in token.kinds or "no_opening" in token.kinds:
            continue
        rest = [t for t in tokens[place + 1 :] if not (t.kinds and t.kinds <= _LIGHT)]
        is_order = bool(rest) and bool(rest[0].kinds & _ORDERS) and rest[0].value is None
        words = scene.text[token.span.start : token.span.end]
        if rest and rest[0].refs and scene.lexicon.regex("deny.clause").fullmatch(words) is not None:
            tokens[place] = token._replace(kinds=frozenset({"hedge"}))  # I never said the budget is right
        elif is_order and scene.lexicon.regex("deny.verb").fullmatch(words) is not None:
            tokens[place] = token._replace(kinds=frozenset({"neg"}))
    return cut._replace(tokens=tuple(tokens)) if tokens != list(cut.tokens) else cut


def _without_kept(scene: Scene, cut: Segment) -> Segment:
    """Give a segment in which words behind a denied name only say that it is not to be kept (``… my email stored``)."""
    denied = next((n for n, t in enumerate(cut.tokens) if t.kinds & {"no", "neg"}), len(cut.tokens))
    named = next((n for n, t in enumerate(cut.tokens) if t.refs and n > denied), len(cut.tokens))
    if named + 1 >= len(cut.tokens) or not scene.may_hold("kept.word"):
        return cut
    kept = scene.lexicon.regex("kept.word")
    tokens = [
        Token(t.span, _LIGHT) if n > named and kept.fullmatch(scene.text[t.span.start : t.span.end]) is not None else t
        for n, t in enumerate(cut.tokens)
    ]
    return cut._replace(tokens=tuple(tokens))


def _without_units(cut: Segment) -> Segment:
    """Give a segment in which a unit that is denied before a colon denies no value (``euros, not yuan: €500k``)."""
    tokens = cut.tokens
    for place in range(len(tokens) - 2):
        no, unit, rest = tokens[place], tokens[place + 1], tokens[place + 2 :]
        if not no.kinds & {"neg"} or not unit.by_noun or unit.value is not None or not _leads_on(rest):
            continue
        turned = (no._replace(kinds=_CHANGE), Token(unit.span, _LIGHT))
        return cut._replace(tokens=(*tokens[:place], *turned, *(_light(t) for t in rest)))
    return cut


def _leads_on(rest: tuple[Token, ...]) -> bool:
    """Tell that a colon, or a but and another unit, lead to another value than the shown one."""
    value = next((n for n, t in enumerate(rest) if t.value is not None), 0)
    word = rest[value].value
    is_other = word is not None and not word.equals and not rest[value].is_cued
    return is_other and value > 0 and all(_light(t) is not t or t.kinds & {"copula", "filler"} for t in rest[:value])


def _light(token: Token) -> Token:
    """Give a unit, or the but before it, as a small word."""
    is_unit = token.by_noun and token.value is None
    return Token(token.span, _LIGHT) if is_unit or "contrast" in token.kinds else token


def _weighed(scene: Scene, tokens: tuple[Token, ...], place: int) -> Token:
    token, rest = tokens[place], tokens[place + 1 :]
    if "rightly" not in token.kinds or not rest or not _is_led(scene, tokens, place):
        return token
    if rest[0].value is None and not rest[0].refs and _is_kind(rest[0]):
        return token._replace(kinds=_LIGHT)  # that is the right date, where none was shown
    if not _is_noun(rest[0]):
        return token
    if scene.text[token.span.end : rest[0].span.start].strip():
        return token
    values = [t for t in rest if t.value is not None]
    if not values and any("copula" in t.kinds for t in tokens[:place]):
        return token  # that is the right number
    is_other = bool(values) and values[0].value is not None and not values[0].value.equals
    is_denied = not values or values[0].is_denied or any(t.kinds & {"neg", "no"} for t in rest)
    return token._replace(kinds=_CHANGE if is_other and not is_denied else _LIGHT)


def _is_noun(token: Token) -> bool:
    """Tell that a token is a label, the noun of a kind of value, or the cue of a value."""
    return bool(token.refs) if token.value is None else token.is_cued


def _is_kind(token: Token) -> bool:
    """Tell that a token is but the noun of a kind of value (``date``, ``number``)."""
    return bool(token.kinds) and all(kind.startswith("noun.") for kind in token.kinds)


def _is_led(scene: Scene, tokens: tuple[Token, ...], place: int) -> bool:
    """Tell that an article, or that it is no plain yes, makes an adjective of it (none: ``right, budget is …``)."""
    token = tokens[place]
    if not token.kinds & {"yes_bare", "yes_explicit"}:
        return True
    head = scene.text[: token.span.start].rstrip()
    words = scene.text[token.span.start : token.span.end]
    if words.isascii():
        return scene.lexicon.has("rightly.lead", head)
    return any(hit.end == len(words) for hit in scene.lexicon.find("label.of", words))
