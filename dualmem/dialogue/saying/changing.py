"""Changing: what a word of change says that stands with no more than a name (``make the payment``)."""

from collections.abc import Sequence
from dataclasses import replace

from dualmem.dialogue.saying.pointing import NO_POINTER
from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import covers

_ORDERING = frozenset({"change", "yes_order"})  # yes alone, the verb of an order before a name (book that hotel)


def ordered(scene: Scene, cut: Segment, said: Sequence[Statement]) -> Sequence[Statement]:
    """Give what a segment says, where a word of change stands with no more than a name.

    ``That's the bus I want`` is a yes to what it names. With the name of the whole, ``make the payment`` and ``I want
    to transfer it`` order what was shown to be done, ``get me the details`` something else; ``change the booking``
    wishes for a change that is not said. None of them refuses anything.
    """
    if len(said) != 1 or said[0].polarity != "no":
        return said
    changes = [token for token in cut.tokens if "change" in token.kinds]
    names = [token for token in cut.tokens if token.refs and not token.by_noun]
    if not changes or not names:
        return said
    if any(
        token.value is not None or (token.kinds & NO_POINTER and not token.kinds & _ORDERING) for token in cut.tokens
    ):
        return said
    start, last = cut.tokens[0].span.start, changes[-1].span.start
    is_it = "copula" in cut.tokens[0].kinds and last > names[-1].span.start
    if is_it and scene.match("wish.wanted", last) is not None:
        return [replace(said[0], polarity="yes", is_explicit=True)]
    if not any(covers(scene.targets, token.refs) for token in names):
        return said
    is_altered = scene.match("wish.altered", start) is not None
    is_done = scene.match("wish.carry", start) is not None and not is_altered
    polarity = "yes" if is_done else "wish" if is_altered else ""
    return [replace(said[0], polarity=polarity, is_foreign=not is_done)]
