"""Swaps: a shown text that is denied for another one without a stop between them (不是李雷是李磊, 是李磊不是李雷).

A Chinese text runs on to the next stop, so the place is cut as if one stood there; what stands on its two sides is read
as behind a comma.
"""

from collections.abc import Sequence

from dualmem.dialogue.shown.named import folded
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Targets
from dualmem.model.span import Span


def parted_swaps(scene: Scene, targets: Targets, places: Sequence[Span]) -> list[Span]:
    """Give the places, each cut where a shown text is denied and another one given.

    Args:
        scene: The turn.
        targets: Updates that may be answered.
        places: Where the turn speaks, in order.
    """
    if not scene.may_hold("name.denied"):
        return list(places)
    texts = [folded(t.value) for t in targets.shown if t.spec.type == "text" and isinstance(t.value, str)]
    texts = [text for text in texts if text and not text.isascii() and text in scene.text]
    return [part for place in places for part in _parts(scene, texts, place)]


def _parts(scene: Scene, texts: Sequence[str], place: Span) -> list[Span]:
    cuts = (at for text in texts if (at := _seam(scene, text, place)) is not None)
    at = next(cuts, None)
    return [place] if at is None else [Span(place.start, at), Span(at, place.end)]


def _seam(scene: Scene, text: str, place: Span) -> int | None:
    """Give where one of the two names begins: behind the denied one, or before its denial."""
    start = scene.text.find(text, place.start, place.end)
    end = start + len(text)
    if start < 0:
        return None
    denial = scene.lexicon.regex("name.denied").search(scene.text[place.start : start])
    if denial is None:
        return None
    if scene.lexicon.regex("name.instead").match(scene.text[end : place.end]) is not None:
        return end
    at = place.start + denial.start()
    before, behind = scene.text[place.start : at], scene.text[end : place.end]
    is_last = not before[-1:].isascii() and scene.lexicon.regex("value.tail").sub("", behind).strip() == ""
    return at if is_last else None
