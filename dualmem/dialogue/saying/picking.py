"""Picking: which of the stored and the new value holds, said by the field's name (``the new amount``, 旧的预算)."""

from collections.abc import Mapping

from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target

_BESIDE = frozenset({"filler", "deictic", "copula", "yes_explicit", "change"})


def picked(scene: Scene, cut: Segment, index: int, targets: Mapping[str, Target]) -> list[Statement]:
    """Give the yes or no of a segment that is but ``new`` or ``old`` and the name of a field in conflict."""
    names = [t for t in cut.tokens if t.refs and t.value is None]
    if len(names) != 1 or cut.is_asked:
        return []
    mine = {ref for ref in names[0].refs if ref in targets and targets[ref].update.is_conflict}
    if len(mine) != 1:
        return []
    rest = [t for t in cut.tokens if t.span.start >= names[0].span.end]
    if any(not t.kinds or not t.kinds & _BESIDE for t in rest):
        return []
    before = scene.text[cut.span.start : names[0].span.start].strip(" ,")
    for section, polarity in (("answer.new", "yes"), ("answer.old", "no")):
        if scene.lexicon.regex(section).fullmatch(before) is not None:
            is_new = polarity == "yes"
            return [Statement(polarity, mine, segment=index, is_explicit=is_new, is_withdrawn=not is_new)]
    return []
