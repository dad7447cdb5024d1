"""Unstated: values in an answer that are not stated: they say when, are called wrong, or are another's."""

from collections.abc import Sequence

from dualmem.dialogue.segments.tokens import Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.model.value import Day, Duration, Moment, TimeOfDay

_RIGHT = frozenset({"yes_bare", "yes_explicit", "suffice"})
_OWNING = ("的", "'s", "’s")


def is_when(tokens: Sequence[Token], place: int) -> bool:
    """Tell that a time only says when something will be done (``I'll confirm by December 10``)."""
    value = tokens[place].value
    if value is None or not isinstance(value.reading.value, Day | TimeOfDay | Moment | Duration):
        return False
    after = [t for t in tokens[place + 1 :] if not (t.kinds and t.kinds <= {"filler"})]
    if not value.equals and after and "doing" in after[0].kinds:
        return True  # 周五确认
    before = [t for t in tokens[:place] if not (t.kinds and t.kinds <= {"filler", "approx"})]
    if any("change" in t.kinds for t in before):
        return False  # change it to later today
    is_talk = bool(before) and "small_talk" in before[0].kinds and len(before) == 1  # see you on the 16th
    return is_talk or (bool(before) and bool(before[-1].kinds & {"defer", "aside", "report"}))


def is_of_another(tokens: Sequence[Token], place: int, scene: Scene) -> bool:
    """Tell that words nobody knows say whose or what it is, right before the cue of a value (``市场部的预算``).

    ``the new budget`` is the user's own.
    """
    before, text = list(tokens[:place]), scene.text
    if before and text[before[-1].span.start : before[-1].span.end] in _OWNING:
        before.pop()
    if not before or not before[-1].is_unknown:
        return False
    if scene.lexicon.regex("answer.new").fullmatch(text[before[-1].span.start : before[-1].span.end]) is not None:
        return False
    gap = text[before[-1].span.end : tokens[place].span.start].strip()
    return gap in ("", *_OWNING)


def is_called_wrong(tokens: Sequence[Token], place: int) -> bool:
    """Tell that the rest of the segment denies another value than the shown one (``600k is wrong``, 16号我不在)."""
    value = tokens[place].value
    rest = [t for t in tokens[place + 1 :] if not (t.kinds and t.kinds <= {"filler", "deictic"})]
    return value is not None and not value.equals and len(rest) == 1 and bool(rest[0].kinds & {"no", "neg"})


def is_called_right(tokens: Sequence[Token], place: int) -> bool:
    """Tell that the rest of the segment calls the value right (``600k is correct``): the yes is to this value."""
    rest = [t for t in tokens[place + 1 :] if not (t.kinds and t.kinds <= {"filler", "deictic", "contrast"})]
    if len(rest) > 1 and rest[0].kinds & {"copula", "change"}:
        rest = rest[1:]  # 60万才是对的
    elif not rest or not rest[0].kinds & {"yes_explicit", "suffice"}:
        return False
    return all(t.kinds & _RIGHT and not t.value for t in rest)
