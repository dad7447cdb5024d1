"""Echoes: what a turn asks itself and answers at once (``50万？对``, ``the budget is wrong? yes``)."""

import itertools
from collections.abc import Sequence

from dualmem.dialogue.segments.counting import counted
from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Targets
from dualmem.dialogue.shown.words import DENYING, JUDGING, YES

_TURNING = DENYING | {"contrast", "change"}
_SMALL = frozenset({"filler", "deictic", "copula", "topic", "aside"})
_FRAMING = _SMALL | {"and", "also", "approx", "ask", "ask_more"}


def echoed(scene: Scene, cuts: Sequence[Segment], index: int, targets: Targets) -> list[Statement] | None:
    """Give what a question of a name alone is about, where the next words answer it; None where it is none.

    The answer is about that name, and no more. Another value than the shown one is one beside a yes. A yes to a
    question that denies or changes (``wrong? yes``, 不是50万？对) may mean either: it leaves open what it is about.
    """
    cut = cuts[index]
    if not cut.is_asked or index + 1 >= len(cuts) or not _is_verdict(scene, cuts[index + 1]):
        return None
    values = [t for t in cut.tokens if t.value is not None and t.value.reading.value is not None]
    heavy = [t for t in cut.tokens if t not in values and not _frames(t)]
    denials = [t for t in heavy if t.kinds & _TURNING]
    names = [_named(t, targets) for t in heavy if t not in denials] or _named_before(cuts, index, targets)
    if not all(names) or len(names) > 1 or (not (names or values or denials)) or _is_turned(cuts[index + 2 :]):
        return None
    refs = {ref for name in names for ref in name}
    if denials and not scene.has("ask.surely", cut.span):
        refs |= {ref for t in values if t.value is not None for ref in t.value.equals}
        return [Statement("undecided", refs & targets.shown_by_id.keys(), segment=index)]
    if all(t.value is not None and t.value.equals for t in values):
        refs |= {ref for t in values if t.value is not None for ref in t.value.equals}
        return [Statement("", refs & targets.shown_by_id.keys(), segment=index)]
    other = next(t for t in values if t.value is not None and not t.value.equals)
    refs = refs or {ref for ref in targets.shown_by_id if other.value is not None and ref in other.value.targets}
    return [Statement("value", refs, token=other, segment=index)]


def _is_turned(rest: Sequence[Segment]) -> bool:
    """Tell that what follows the answer gives another value or takes the answer back (``50万？对，60万``)."""
    own = itertools.takewhile(lambda cut: not cut.is_asked, rest)  # 预算？对。日期？不对
    tokens = [token for cut in own for token in cut.tokens]
    return any((t.value is not None and not t.value.equals) or t.kinds & _TURNING for t in tokens)


def _named(token: Token, targets: Targets) -> frozenset[str]:
    """Give what a token names: by a label, or by its number."""
    is_name = bool(token.refs) and not token.is_unknown
    return token.refs if is_name else counted(token.kinds, targets.shown) or frozenset()


def _named_before(cuts: Sequence[Segment], index: int, targets: Targets) -> list[frozenset[str]]:
    """Give the one name that is all of the words before a comma (``and the budget, is it right? yes``)."""
    before = cuts[index - 1] if index else None
    if before is None or before.is_asked or before.is_closed:
        return []
    heavy = [t for t in before.tokens if not _frames(t)]
    return [_named(heavy[0], targets)] if len(heavy) == 1 and _named(heavy[0], targets) else []


def _frames(token: Token) -> bool:
    """Tell that a token only frames a question (``is it right?``, ``what about …?``)."""
    is_yes = not YES.isdisjoint(token.kinds) and DENYING.isdisjoint(token.kinds)
    return is_yes or (bool(token.kinds) and token.kinds <= _FRAMING)


def _is_verdict(scene: Scene, cut: Segment) -> bool:
    """Tell that a segment is a yes or a no, and nothing else; one to all (都对) is about more than the question."""
    heavy = [t for t in cut.tokens if not (t.kinds and (t.kinds <= _SMALL or "filler" in t.kinds))]
    is_plain = all(t.kinds & JUDGING and not (t.refs or t.value is not None or t.is_unknown) for t in heavy)
    return bool(heavy) and is_plain and not cut.is_asked and not scene.has("act.all", cut.span)
