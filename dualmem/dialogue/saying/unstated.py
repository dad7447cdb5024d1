"""Unstated: values in an answer that are not stated: they say when, are called wrong, or are another's."""

from collections.abc import Sequence

from dualmem.dialogue.segments.tokens import Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.words import DENYING
from dualmem.model.value import Day, Duration, Moment, TimeOfDay

_RIGHT = frozenset({"yes_bare", "yes_explicit", "suffice"})
_LIGHT = frozenset({"filler", "deictic"})
_COPULAS = frozenset({"copula", "elided_is"})
_GOING_ON = frozenset({"change", "contrast", "others", "all"})
_OPEN = frozenset({"mostly", "partly", "fault", "no_refuse", "no_named", "condition", "except", "except_tail"})
_PREDICATES = frozenset({"aside", "none"})


def is_when(tokens: Sequence[Token], place: int) -> bool:
    """Tell that a time only says when something will be done (``I'll confirm by December 10``)."""
    value = tokens[place].value
    if value is None or not isinstance(value.reading.value, Day | TimeOfDay | Moment | Duration):
        return False
    after = [t for t in tokens[place + 1 :] if not (t.kinds and t.kinds <= {"filler"})]
    if not value.equals and after and "doing" in after[0].kinds:
        return True  # 周五确认
    before = [t for t in tokens[:place] if not (t.kinds and t.kinds <= {"filler", "approx"})]
    while len(before) > 1 and before[-1].value is not None:
        before.pop()  # I'll confirm 500k tomorrow
    if not tokens[place].is_cued and _is_judged_of_others(before, value.targets):
        return True  # the budget was right until yesterday
    if any("change" in t.kinds for t in before):
        return False  # change it to later today
    is_talk = bool(before) and "small_talk" in before[0].kinds and len(before) == 1  # see you on the 16th
    return is_talk or (bool(before) and bool(before[-1].kinds & {"defer", "aside", "report"}))


def is_promised(tokens: Sequence[Token], place: int) -> bool:
    """Tell that a day only says when something will be sent (``I'll give you the new date tomorrow``)."""
    value = tokens[place].value
    if value is None or not isinstance(value.reading.value, Day | TimeOfDay | Moment | Duration):
        return False
    led = next((n for n in range(place - 1, -1, -1) if "promise" in tokens[n].kinds), place)
    return led < place and not any(t.kinds & {"copula", "change"} for t in tokens[led + 1 : place])


def _is_judged_of_others(before: Sequence[Token], mine: frozenset[str]) -> bool:
    """Tell that the words before a value call another field than its own right or wrong, and nothing names its own."""
    named = frozenset(ref for t in before if not t.by_noun for ref in t.refs)
    last = next((n for n in range(len(before) - 1, -1, -1) if before[n].refs), len(before))
    is_judged = any(t.kinds & (_RIGHT | {"no"}) and not t.refs for t in before[last:])
    return bool(named) and not named & mine and is_judged


def is_of_another(tokens: Sequence[Token], place: int, scene: Scene) -> bool:
    """Tell that words nobody knows say whose or what it is, right before the cue of a value (``市场部的预算``).

    ``the new budget`` is the user's own.
    """
    before, text = list(tokens[:place]), scene.text
    of = scene.lexicon.regex("label.of")
    if before and of.fullmatch(text[before[-1].span.start : before[-1].span.end]) is not None:
        before.pop()
    if not before or not before[-1].is_unknown:
        return False
    if scene.lexicon.regex("answer.new").fullmatch(text[before[-1].span.start : before[-1].span.end]) is not None:
        return False
    gap = text[before[-1].span.end : tokens[place].span.start].strip()
    return not gap or of.fullmatch(gap) is not None


def is_called_wrong(tokens: Sequence[Token], place: int) -> bool:
    """Tell that the rest of the segment denies another value than the shown one (``600k is not valid``, 60万是假的)."""
    value = tokens[place].value
    if value is None or value.equals:
        return False
    rest = _behind(tokens, place, _LIGHT | {"and"})
    is_plain = not any(t.value is not None or t.refs or t.is_unknown or t.kinds & _GOING_ON for t in rest)
    return bool(rest) and is_plain and bool(rest[0].kinds & DENYING)


def is_left_open(tokens: Sequence[Token], place: int) -> bool:
    """Tell that the words behind a value take it back in part or put it off, and give no other one.

    ``600k is almost right``, ``500k except the end``, 50万漏了一个字, ``600k has nothing to do with me``.
    """
    after = tokens[place + 1 :]
    if any(t.value is not None or t.refs or t.kinds & _GOING_ON for t in after):
        return False
    rest = _behind(tokens, place, _LIGHT)
    is_predicate = any(t.kinds & _COPULAS for t in after)
    return bool(rest) and bool(rest[0].kinds & (_OPEN | _PREDICATES if is_predicate else _OPEN))


def _behind(tokens: Sequence[Token], place: int, light: frozenset[str]) -> list[Token]:
    """Give the tokens behind a place without the words that lead on to them."""
    return [t for t in tokens[place + 1 :] if not (t.kinds and t.kinds <= light) and not _is_mere_copula(t)]


def _is_mere_copula(token: Token) -> bool:
    return bool(token.kinds & _COPULAS) and not token.kinds & DENYING


def is_called_right(tokens: Sequence[Token], place: int) -> bool:
    """Tell that the rest of the segment calls the value right (``600k is correct``): the yes is to this value."""
    rest = [t for t in tokens[place + 1 :] if not (t.kinds and t.kinds <= {"filler", "deictic", "contrast"})]
    if len(rest) > 1 and rest[0].kinds & {"copula", "change"}:
        rest = rest[1:]  # 60万才是对的
    elif not rest or not rest[0].kinds & {"yes_explicit", "suffice"}:
        return False
    return all(t.kinds & _RIGHT and not t.value for t in rest)
