"""Ways: two places that a turn joins as from the one to the other, beside a shown start and a shown end.

``from San Diego to Los Angeles`` and 从圣地亚哥到洛杉矶 tell them apart, whatever each was shown for.
"""

import itertools
from collections.abc import Sequence

from dualmem.dialogue.segments.denied import is_denied_or_asked
from dualmem.dialogue.segments.tokens import Token
from dualmem.dialogue.shown.named import WAYS, named
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target, Targets, ValueWord
from dualmem.model.reading import Reading
from dualmem.model.span import Span

_TYPES = ("choice", "text")
_LONGEST = 40


def ways(scene: Scene, targets: Targets, found: Sequence[Token]) -> list[Token]:
    """Give the values in the turn, two that a way joins each for the end of it that they name.

    Args:
        scene: The turn.
        targets: Updates that may be answered.
        found: The values.
    """
    ends = _ends(scene, targets) if found and scene.may_hold("value.way_joint") else None
    if ends is None:
        return list(found)
    values = sorted([t for t in found if t.value is not None and not t.is_cued], key=lambda t: t.span)
    if not values:
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
        return _with(found, both)
    half = (_half(scene, token, ends, found) for token in values if _is_for(token, ends))
    return _with(found, next((both for both in half if both), ()))


def _with(found: Sequence[Token], both: Sequence[Token]) -> list[Token]:
    rest = (t for t in found if not any(t.span.overlaps(end.span) for end in both))
    return sorted([*rest, *both], key=lambda token: token.span)


def _half(scene: Scene, token: Token, ends: tuple[Target, Target], found: Sequence[Token]) -> tuple[Token, ...]:
    """Give both ends of a way of which one is a new name (``from Fresno to San Diego``); it is shown again.

    Without a word that leads to its beginning it may be anything else.
    """
    place = _behind(scene, token) if _lead_of(scene, token.span.start) is not None else None
    is_start = place is not None
    place = place or _before(scene, token)
    lead = _lead_of(scene, token.span.start if is_start or place is None else place.start)
    inside = [t for t in found if place is not None and t.span.overlaps(place)]
    is_name = any(t.is_unknown for t in inside) and not any(t.value is not None and t.is_cued for t in inside)
    if place is None or lead is None or not is_name or is_denied_or_asked(scene, lead.start):
        return ()
    if any(_is_at(scene, hit, lead.start) for hit in scene.find("value.replaced", 0, lead.start)):
        return ()  # change it from Los Angeles to Fresno
    known, new = ends if is_start else (ends[1], ends[0])
    return (_end_of(token, known, token.span.start), _new_end(scene, place, new))


def _lead_of(scene: Scene, start: int) -> Span | None:
    hits = (hit for hit in scene.find("value.way_lead", 0, start) if _is_at(scene, hit, start))
    return next(hits, None)


def _behind(scene: Scene, token: Token) -> Span | None:
    """Give the place of the words behind a place and a joint, up to the next stop."""
    rest = scene.text[token.span.end : scene.clause_end(token.span.end)]
    joint = next((hit for hit in scene.lexicon.find("value.way_joint", rest) if not hit.start), None)
    return _trimmed(scene, Span(token.span.end + joint.end, token.span.end + len(rest))) if joint is not None else None


def _before(scene: Scene, token: Token) -> Span | None:
    """Give the place of the words between a word that leads to a way and the joint before a place."""
    head = scene.text[: token.span.start]
    joint = next((hit for hit in scene.lexicon.find("value.way_joint", head) if hit.end == len(head)), None)
    leads = scene.find("value.way_lead", 0, joint.start) if joint is not None else []
    if joint is None or not leads:
        return None
    place = _trimmed(scene, Span(leads[-1].end, joint.start))
    is_apart = place is not None and scene.clause_end(place.start) < joint.start
    return None if is_apart else place


def _trimmed(scene: Scene, place: Span) -> Span | None:
    words = scene.text[place.start : place.end]
    start = place.start + len(words) - len(words.lstrip())
    end = start + len(words.strip())
    return Span(start, end) if 0 < end - start <= _LONGEST else None


def _new_end(scene: Scene, place: Span, target: Target) -> Token:
    """Give the new end: words of a free text as a guess, else words that stand for another value of the field."""
    mine = frozenset((target.id,))
    if target.spec.type != "text":
        return Token(place, is_unknown=True, rivals=mine)
    span = scene.extraction.utterance.folded.to_original(place)
    reading = Reading(span=span, folded=place, outer=place, value=scene.original[span.start : span.end])
    return Token(place, value=ValueWord(reading, mine, frozenset(), is_loose=True), is_cued=True)


def _ends(scene: Scene, targets: Targets) -> tuple[Target, Target] | None:
    """Give the one shown place where a way begins and the one where it ends."""
    names = [(t, named(t.spec, scene.schema, scene.lexicon).ways) for t in targets.shown if t.spec.type in _TYPES]
    start, end = ([t for t, ways in names if side in ways] for side in WAYS)
    if len(start) != 1 or len(end) != 1 or start == end or start[0].spec.type != end[0].spec.type:
        return None
    return start[0], end[0]


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
