"""Weekdays: the weekday of a shown date, said again (对，那天是周二), or of another (20号是周日): it gives no day."""

import itertools
from collections.abc import Mapping, Sequence
from datetime import date

from dualmem.dialogue.segments.tokens import Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Targets
from dualmem.model.span import Span
from dualmem.model.value import Day


def weekdays(scene: Scene, targets: Targets, found: Sequence[Token]) -> list[Token]:
    """Give the values in the turn, the weekday of a shown date marked where it stands alone.

    Args:
        scene: The turn.
        targets: Updates that may be answered.
        found: The values.
    """
    if not found or not scene.may_hold("value.weekday"):
        return list(found)
    days = {t.id: t.value.date for t in targets.shown if isinstance(t.value, Day)}
    told = _told_days(scene, found)
    return [_marked(scene, token, days) for token in found if token not in told]


def _told_days(scene: Scene, found: Sequence[Token]) -> list[Token]:
    """Give the days of which it is only said which weekday they are, with that (``the 20th is a Sunday``)."""
    told: list[Token] = []
    days = sorted((t for t in found if t.value is not None and isinstance(t.value.reading.value, Day)), key=_start)
    for one, two in itertools.pairwise(days):
        gap = Span(one.span.end, max(one.span.end, two.span.start))
        if len(gap) and _is_weekday(scene, two) and not (one.value is not None and one.value.equals):
            words = scene.words.find(scene.text, gap.start, gap.end)
            covered = sum(len(word.span) for word in words if word.kinds & {"copula", "filler"})
            is_plain = covered >= len(scene.text[gap.start : gap.end].replace(" ", ""))
            told += [one, two] if is_plain and any("copula" in word.kinds for word in words) else []
    return told


def _start(token: Token) -> int:
    return token.span.start


def _is_weekday(scene: Scene, token: Token) -> bool:
    place = token.value.reading.folded if token.value is not None else token.span
    return scene.lexicon.regex("value.weekday").fullmatch(scene.text[place.start : place.end]) is not None


def _marked(scene: Scene, token: Token, days: Mapping[str, date]) -> Token:
    word = token.value
    value = word.reading.value if word is not None else None
    if word is None or not isinstance(value, Day) or word.equals:
        return token
    words = scene.text[word.reading.folded.start : word.reading.folded.end]
    mine = [days[one] for one in word.targets if one in days]
    is_same = bool(mine) and all(day.weekday() == value.date.weekday() for day in mine)
    if is_same and scene.has("value.this_week", token.span) and _is_denied(scene, token.span.start):
        return token  # no, this Friday
    if not is_same or scene.lexicon.regex("value.weekday").fullmatch(words) is None:
        return token
    return token._replace(value=word._replace(is_weekday=True))


def _is_denied(scene: Scene, at: int) -> bool:
    """Tell that a no stands before a place: a day that says of what week it is then gives another one."""
    return any("no" in word.kinds for word in scene.words.find(scene.text, 0, at))
