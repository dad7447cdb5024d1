"""Belonging: whose a value is by the label right before it, or by the label or number of an item right behind it."""

from collections.abc import Mapping, Sequence

from dualmem.dialogue.segments.counting import counted
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target, ValueWord
from dualmem.dialogue.shown.words import DENYING
from dualmem.model.span import Span

_DOUBTING = DENYING | {"hedge", "defer", "slip", "fault", "except", "condition", "contrast", "ask", "former"}
_JOINTS = frozenset({"and", "contrast"})


def sorted_out(scene: Scene, cut: Segment, by_id: Mapping[str, Target]) -> Segment:
    """Give a segment in which a label right before or behind a value says what the value is for, whatever a rule says.

    Args:
        scene: The turn.
        cut: The segment.
        by_id: The updates that may be answered.
    """
    tokens: list[Token] = []
    named: frozenset[str] = frozenset()
    for token in _paired(scene, cut, by_id):
        if tokens and tokens[-1].span.contains(token.span):
            continue  # a part of what names the value before it
        if token.value is not None:
            tokens.append(_labelled(token, named, by_id) if named else _labelled_behind(scene, token, cut))
            named = frozenset()
            continue
        if token.refs and not token.by_noun and not _is_behind_value(scene, token, tokens):
            named = token.refs
        elif token.kinds & {"yes_bare", "yes_explicit", "no"} and "copula" not in token.kinds:
            named = frozenset()  # what is judged is done with
        tokens.append(token)
    return cut._replace(tokens=tuple(tokens)) if tokens != list(cut.tokens) else cut


def without_parts(cut: Segment) -> Segment:
    """Give a segment without the tokens that stand inside the one before them."""
    tokens = cut.tokens
    kept = [t for n, t in enumerate(tokens) if not n or t.span.end > tokens[n - 1].span.end]
    return cut if len(kept) == len(tokens) else cut._replace(tokens=tuple(_apart(tokens)))


def _apart(tokens: Sequence[Token]) -> list[Token]:
    kept: list[Token] = []
    for token in tokens:
        if not (kept and kept[-1].span.contains(token.span)):
            kept.append(token)
    return kept


def _paired(scene: Scene, cut: Segment, by_id: Mapping[str, Target]) -> list[Token]:
    """Give the tokens of a segment in which each value stands before its label (``500k for the quote, 600k for …``).

    A rule that took a label with the value behind it took that of the next label.
    """
    tokens = list(cut.tokens)
    for place, token in enumerate(cut.tokens):
        if token.value is None or not token.is_cued or token.span.start == token.value.span.start or cut.is_asked:
            continue
        before = next((n for n in range(place - 1, -1, -1) if cut.tokens[n].value is not None), None)
        behind = next((t for t in cut.tokens[place + 1 :] if t.refs and not t.by_noun), None)
        if before is None or behind is None or not _is_onto(scene, token.span.end, behind.span.start):
            continue
        first, word = cut.tokens[before], token.value
        if first.value is None or not _is_onto(scene, first.span.end, token.span.start):
            continue
        tokens[before] = first if _is_denied(first, cut) else _for(first, first.value, word.targets)
        refs = frozenset(ref for ref in behind.refs if ref in by_id)
        value = word.reading.value
        equals = frozenset(ref for ref in refs if value is not None and by_id[ref].equals(value))
        place_of = Span(word.span.start, behind.span.end)
        tokens[place] = token._replace(span=place_of, value=ValueWord(word.reading, refs, equals))
    return tokens


def _for(token: Token, word: ValueWord, refs: frozenset[str]) -> Token:
    """Give a value for some of the updates that could take it."""
    mine = word.targets & refs
    return token._replace(value=ValueWord(word.reading, mine, word.equals & mine), is_cued=True) if mine else token


def _labelled_behind(scene: Scene, token: Token, cut: Segment) -> Token:
    """Give a value to the one update, of those that could take it, that a label or a number behind it names."""
    word = token.value
    if word is None or token.is_cued or cut.is_asked or _is_denied(token, cut):
        return token
    end = len(scene.text) if word.equals else cut.span.end
    if len(word.targets) == 1 and bool(word.equals) == _is_judged_behind(scene, Span(token.span.end, end)):
        return token  # 600k for the budget is wrong; 500k for the budget
    shown = scene.targets.shown
    for at, after in enumerate(cut.tokens):
        is_last = at + 1 == len(cut.tokens) or bool(cut.tokens[at + 1].kinds & _JOINTS)  # not: for the first phase
        number = counted(after.kinds, shown) if is_last else None
        refs = after.refs if after.refs and not after.by_noun else number or frozenset()
        if after.span.start < token.span.end or not refs:
            continue
        mine = word.targets & refs
        if len(mine) != 1 or not _is_onto(scene, token.span.end, after.span.start):
            return token
        place = Span(token.span.start, after.span.end)
        return token._replace(span=place, value=ValueWord(word.reading, mine, word.equals & mine), is_cued=True)
    return token


def _is_behind_value(scene: Scene, token: Token, before: list[Token]) -> bool:
    """Tell that a label says what the value before it is for (``not 500k for the quote, but 600k for …``)."""
    value = next((t for t in reversed(before) if t.value is not None), None)
    return value is not None and _is_onto(scene, value.span.end, token.span.start)


def _is_denied(token: Token, cut: Segment) -> bool:
    """Tell that a no stands right before a value (``not 500k for the quote``)."""
    before = [t for t in cut.tokens if t.span.end <= token.span.start and not t.kinds & {"filler", "approx"}]
    return bool(before) and "neg" in before[-1].kinds


def _is_judged_behind(scene: Scene, place: Span) -> bool:
    """Tell that words behind a value may deny or doubt it (``500k for the budget is wrong``)."""
    return any(word.kinds & _DOUBTING for word in scene.words.find(scene.text, place.start, place.end))


def _is_onto(scene: Scene, start: int, end: int) -> bool:
    """Tell that nothing but words that lead to what a value is for stands between it and a label."""
    return scene.lexicon.regex("value.onto").fullmatch(scene.text[start:end]) is not None


def _labelled(token: Token, named: frozenset[str], by_id: Mapping[str, Target]) -> Token:
    """Give the value of a rule to the field of the label before it, where its type is the same."""
    word = token.value
    if word is None or not token.is_cued or not named or named & word.targets or word.reading.value is None:
        return token
    types = {by_id[ref].spec.type for ref in word.targets if ref in by_id}
    refs = frozenset(ref for ref in named if ref in by_id and by_id[ref].spec.type in types)
    value = word.reading.value
    equals = frozenset(ref for ref in refs if by_id[ref].equals(value))
    return token._replace(value=ValueWord(word.reading, refs, equals)) if refs else token
