"""Turning: a yes or a no that its own speaker takes back, and the one that counts.

``对，啊不，不对`` is a no, ``no no, oh wait, I misread, it's right`` a yes. For a no any word that stops oneself is
enough; a yes writes, so that only words for a mistake of one's own lead to it.
"""

from collections.abc import Sequence

from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment
from dualmem.dialogue.shown.scene import Scene
from dualmem.model.span import Span

_VERDICTS = frozenset({"yes", "no"})
_BARE = frozenset({"yes", "no", "undecided", ""})


def turned_round(scene: Scene, cuts: Sequence[Segment], statements: Sequence[Statement]) -> None:
    """Take what a turn says of all before it takes that back for unsaid; the statements are changed in place."""
    last = statements[-1] if statements else None
    if last is None or last.polarity not in _VERDICTS or not all(_is_bare(s) for s in statements):
        return
    section = "turn.mistaken" if last.polarity == "yes" else "turn.back"
    before = [s for s in statements if s.polarity in _VERDICTS and s.polarity != last.polarity]
    if not before or not scene.may_hold(section):
        return
    start, end = cuts[before[0].segment].span.start, cuts[last.segment].span.end
    if scene.search(section, Span(start, end)) is None:
        return
    for said in statements:
        if said.polarity != last.polarity:
            said.polarity, said.is_reserve = "", False


def _is_bare(statement: Statement) -> bool:
    return not statement.is_named and statement.polarity in _BARE and statement.token is None
