"""Put off: an order to leave or skip something that a word of time or place follows (``leave the date for now``)."""

from collections.abc import Sequence
from dataclasses import replace

from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment
from dualmem.dialogue.shown.scene import Scene

_LIGHT = frozenset({"filler", "and", "contrast", "change"})
_ANSWERS = ("yes", "no", "undecided")


def put_off(scene: Scene, cut: Segment, said: Sequence[Statement]) -> Sequence[Statement]:
    """Give what a segment says; what it leaves for later stays open, and a day behind it is when (``until Friday``)."""
    if not said or not scene.may_hold("value.put_off"):
        return said
    first = next((token for token in cut.tokens if not (token.kinds and token.kinds <= _LIGHT)), None)
    if first is None or "no_refuse" not in first.kinds or scene.search("value.put_off", cut.span) is None:
        return said
    names = [s for s in said if s.token is None and (s.polarity in _ANSWERS or s.is_named)]
    return [replace(s, polarity="undecided", is_deferred=True, is_withdrawn=False) for s in names]
