"""Later: values that are to hold at another time, and the words that say when (``the budget is 600k next year``).

``set the budget to 600k tomorrow``, 预算明年改成60万: the shown value stays open, and the day is no date of its own.
"""

from collections.abc import Sequence

from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import TEXT_TYPES, Target
from dualmem.model.span import Span

_TIMELESS = frozenset({"money", "choice", "phone", "email", "id", "url", "percent", "duration"})
_LEADING = frozenset({"filler", "copula", "change", "ought", "approx", "also", "only", "keep"})
_TWO = 2
_MARKS = " ,.。!~"
_WHEN = frozenset({"filler"})


def without_later(scene: Scene, cut: Segment, targets: Sequence[Target]) -> Segment:
    """Give a segment whose value is said to hold later without that value: what was shown waits as it is."""
    if not scene.may_hold("value.later"):
        return cut
    timeless = {t.id for t in targets if t.spec.type in _TIMELESS and t.spec.type not in TEXT_TYPES}
    lengths = {t.id for t in targets if t.spec.type == "duration"}
    when = scene.search("value.later", cut.span)
    while when is not None:
        if _begins(cut, when, lengths):
            return cut
        place = _value_of(cut, when, timeless)
        if place is not None and not _is_dated(cut, when):
            return cut._replace(tokens=tuple(_put_off(cut, place, when)))
        when = scene.search("value.later", Span(when.end, cut.span.end))
    return cut


def _begins(cut: Segment, when: Span, lengths: set[str]) -> bool:
    """Tell that those words are the shown day on which a length that follows begins (from tomorrow for 4 days)."""
    days = [t.span.end for t in cut.tokens if t.span.overlaps(when) and t.value is not None]
    after = [t for t in cut.tokens if days and t.span.start >= days[0] and not (t.kinds and t.kinds <= _WHEN)]
    return bool(after) and after[0].value is not None and bool(after[0].value.targets & lengths)


def put_off_behind(scene: Scene, cuts: Sequence[Segment], targets: Sequence[Target]) -> list[Segment]:
    """Give the segments; one that only says from when on, or whose it is, takes the value before it away.

    预算改成60万，下周生效; 预算60万，明年的. A day that is said to be of another year is shown again.
    """
    out = list(cuts)
    if len(out) < _TWO or not (scene.may_hold("value.later") or scene.may_hold("owner.whole")):
        return out
    timeless = {t.id for t in targets if t.spec.type in _TIMELESS}
    for place in range(1, len(out)):
        values = [n for n, t in enumerate(out[place - 1].tokens) if t.value is not None]
        if not values or not is_aside(scene, out[place]):
            continue
        for number in values:
            value = out[place - 1].tokens[number].value
            is_timeless = value is not None and bool(value.targets & timeless)
            tokens = _put_off(out[place - 1], number, out[place].span) if is_timeless else _held(out[place - 1], number)
            out[place - 1] = out[place - 1]._replace(tokens=tuple(tokens))
        out[place] = out[place]._replace(tokens=tuple(Token(t.span, _WHEN) for t in out[place].tokens))
    return out


def is_aside(scene: Scene, cut: Segment) -> bool:
    """Tell that a segment only says from when on, of what time or whose a value is (明年开始, 明年的, next year's)."""
    words = scene.text[cut.span.start : cut.span.end].strip(_MARKS)
    whole = [name for name in ("later.whole", "owner.whole") if scene.may_hold(name)]
    if any(scene.lexicon.regex(name).fullmatch(words) is not None for name in whole):
        return True
    is_time = any(token.value is not None for token in cut.tokens) or not scene.may_hold("value.later")
    return not is_time and scene.lexicon.regex("value.later").fullmatch(words) is not None


def _held(cut: Segment, place: int) -> list[Token]:
    value = cut.tokens[place].value
    assert value is not None
    held = cut.tokens[place]._replace(value=value._replace(is_loose=True))
    return [held if number == place else token for number, token in enumerate(cut.tokens)]


def _value_of(cut: Segment, when: Span, timeless: set[str]) -> int | None:
    """Give the number of the token whose value those words put off: behind them, or right before them."""
    values = [n for n, t in enumerate(cut.tokens) if t.value is not None and t.value.targets & timeless]
    for number in values:
        token = cut.tokens[number]
        first, last = sorted((token.span, when))
        between = [t for t in cut.tokens if first.end <= t.span.start and t.span.end <= last.start]
        is_led = all(t.refs or t.kinds & _LEADING for t in between)
        is_near = is_led if when.start < token.span.start else not between
        if is_near and _is_told(cut, number):
            return number
    return None


def _is_told(cut: Segment, number: int) -> bool:
    """Tell that words around a value state something of it: a label, a copula or a word of change."""
    others = (t for n, t in enumerate(cut.tokens) if n != number)
    return cut.tokens[number].is_cued or any(t.refs or t.kinds & {"copula", "change"} for t in others)


def _is_dated(cut: Segment, when: Span) -> bool:
    """Tell that those words are the value that a rule or a label gives to a date."""
    own = next((n for n, t in enumerate(cut.tokens) if t.span.overlaps(when)), None)
    if own is None:
        return False
    token = cut.tokens[own]
    labels = [t for t in cut.tokens[:own] if t.refs and t.value is None]
    is_labelled = token.value is not None and bool(labels) and bool(labels[-1].refs & token.value.targets)
    return is_labelled or (token.is_cued and not when.contains(token.span))


def _put_off(cut: Segment, place: int, when: Span) -> list[Token]:
    out: list[Token] = []
    for number, token in enumerate(cut.tokens):
        value = token.value
        if number == place and value is not None:
            refs = value.targets if token.is_cued else value.equals
            out.append(Token(token.span, refs=refs, is_unknown=True))
        else:
            out.append(Token(token.span, _WHEN) if token.span.overlaps(when) else token)
    return out
