"""Ways: two places that a turn joins as from the one to the other, beside a shown start and a shown end.

``from San Diego to Los Angeles`` and 从圣地亚哥到洛杉矶 tell them apart, whatever each was shown for.
"""

import itertools
from collections.abc import Sequence

from dualmem.dialogue.segments.denied import is_denied_or_asked
from dualmem.dialogue.segments.tokens import Token
from dualmem.dialogue.shown.named import named
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target, Targets, ValueWord
from dualmem.model.span import Span

_TYPES = ("choice", "text")


def ways(scene: Scene, targets: Targets, found: Sequence[Token]) -> list[Token]:
    """Give the values in the turn, two that a way joins each for the end of it that they name.

    Args:
        scene: The turn.
        targets: Updates that may be answered.
        found: The values.
    """
    values = sorted((t for t in found if t.value is not None and not t.is_cued), key=lambda t: t.span)
    is_joined = len(values) > 1 and scene.may_hold("value.way_joint")
    ends = _ends(scene, targets) if is_joined else None
    if ends is None:
        return list(found)
    for one, two in itertools.pairwise(values):
        if not all(_is_for(token, ends) for token in (one, two)):
            continue
        joint = scene.text[one.span.end : two.span.start]
        if scene.lexicon.regex("value.way_joint").fullmatch(joint) is None:
            continue
        lead = next(
            (hit for hit in scene.find("value.way_lead", 0, one.span.start) if _is_at(scene, hit, one.span.start)), None
        )
        start = lead.start if lead is not None else one.span.start
        if is_denied_or_asked(scene, start):
            continue
        if any(_is_at(scene, hit, start) for hit in scene.find("value.replaced", 0, start)):
            continue  # change it from Los Angeles to Fresno
        first = _end_of(one, ends[0], start)
        both = (first, _end_of(two, ends[1], one.span.end))
        rest = (t for t in found if not any(t.span.overlaps(end.span) for end in both))
        return sorted([*rest, *both], key=lambda token: token.span)
    return list(found)


def _ends(scene: Scene, targets: Targets) -> tuple[Target, Target] | None:
    """Give the one shown place where a way begins and the one where it ends."""
    shown = [t for t in targets.shown if t.spec.type in _TYPES]
    sides = [[t for t in shown if _is_side(scene, t, f"value.way_{side}")] for side in ("start", "end")]
    start, end = sides
    if len(start) != 1 or len(end) != 1 or start == end or start[0].spec.type != end[0].spec.type:
        return None
    return start[0], end[0]


def _is_side(scene: Scene, target: Target, section: str) -> bool:
    words = named(target.spec, scene.schema, scene.lexicon).own
    return any(scene.lexicon.regex(section).fullmatch(word) is not None for word in words)


def _is_for(token: Token, ends: tuple[Target, Target]) -> bool:
    return token.value is not None and any(end.id in token.value.targets for end in ends)


def _is_at(scene: Scene, hit: Span, place: int) -> bool:
    return hit.end <= place and not scene.text[hit.end : place].strip()


def _end_of(token: Token, target: Target, start: int) -> Token:
    word = token.value
    assert word is not None
    mine = frozenset((target.id,))
    value = word.reading.value
    equals = mine if value is not None and target.equals(value) else frozenset[str]()
    place = Span(start, token.span.end)
    return Token(place, value=ValueWord(word.reading, mine, equals), is_cued=True, is_denied=token.is_denied)
