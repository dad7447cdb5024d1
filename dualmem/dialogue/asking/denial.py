"""Denial: values in an answer to a question that are denied, of once, or only talked about (``not 600k``)."""

from collections.abc import Sequence

from dualmem.dialogue.segments.denied import denies_before, denies_behind
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.stops import STOP
from dualmem.dialogue.shown.words import YES
from dualmem.model.span import Span

_LEADING = frozenset({"filler", "copula", "deictic", "approx"})
_REFUSING = frozenset({"neg", "no", "slip", "fault", "mostly", "partly", "no_refuse"})
_BEFORE = ("value.about", "value.former")
_BEHIND = ("deny.fault", "deny.dear", "value.reserve", "value.held")


def is_turned_down(scene: Scene, place: Span, value: Span) -> bool:
    """Tell that the words right before or behind a value deny it, or say that it is not the one.

    ``不是60万``, ``let me check 600k``, ``600k is wrong``, ``600k was last year's``. A no before a comma denies
    what was said before.

    Args:
        scene: The turn.
        place: Where to read.
        value: Place of the value.
    """
    head, tail = scene.text[place.start : value.start], scene.text[value.end : place.end]
    stop = max((found.end() for found in STOP.finditer(head)), default=0)
    if denies_before(scene, head[stop:]) or _holds(scene, _BEFORE, head[stop:]):
        return True
    before = [w for w in scene.words.find(scene.text, place.start + stop, value.start) if not w.kinds <= _LEADING]
    if before and "neg" in before[-1].kinds and "yes_bare" not in before[-1].kinds:
        return True
    if denies_behind(scene, tail) or _holds(scene, _BEHIND, tail):
        return True
    behind = scene.words.find(scene.text, value.end, place.end)
    return any(word.kinds & _REFUSING and not word.kinds & YES for word in behind)


def _holds(scene: Scene, sections: Sequence[str], words: str) -> bool:
    return any(scene.may_hold(name) and scene.lexicon.has(name, words) for name in sections)


def says_no(scene: Scene, place: Span) -> bool:
    """Tell that a text begins or ends in words that deny (``not Anna``, 医药不行): it is no name."""
    words = scene.words.find(scene.text, place.start, place.end)
    end = len(scene.text[: place.end].rstrip(" ,.。!！~"))
    first, last = (words[0], words[-1]) if words else (None, None)
    is_led = first is not None and first.span.start == scene.skip(place.start) and "neg" in first.kinds
    is_led = is_led and first is not None and len(first.span) > 1  # 不锈钢, 非标设备 are things
    is_ended = last is not None and last.span.end == end and "no" in last.kinds and last.span.start > place.start
    return is_led or is_ended
