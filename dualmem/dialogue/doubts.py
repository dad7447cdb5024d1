"""Doubts: an answer that ends in a word of doubt is none (``1月8号，应该``, ``January 8, should be``)."""

from collections.abc import Sequence

from dualmem.dialogue.statement import Statement
from dualmem.dialogue.tokens import Segment

_LIGHT = frozenset({"filler", "deictic"})


def trails_off(cuts: Sequence[Segment], statements: Sequence[Statement]) -> bool:
    """Tell that behind the last yes or value the turn ends in a word that leads to a value, and none comes."""
    said = [s for s in statements if s.polarity]
    if not cuts or not said or said[-1].polarity not in ("yes", "value"):
        return False
    tokens = [t for t in cuts[-1].tokens if not (t.kinds and t.kinds <= _LIGHT)]
    return bool(tokens) and "ought" in tokens[-1].kinds and not cuts[-1].is_asked
