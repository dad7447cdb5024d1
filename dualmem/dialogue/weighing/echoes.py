"""Echoes: a name or a value that a turn asks itself and answers at once (``50万？对``, ``the budget? yes``)."""

import itertools
from collections.abc import Sequence

from dualmem.dialogue.segments.counting import counted
from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.targets import Targets
from dualmem.dialogue.shown.words import DENYING, JUDGING, YES

_TURNING = DENYING | {"contrast", "change"}
_SMALL = frozenset({"filler", "deictic", "copula", "topic", "aside"})


def echoed(cuts: Sequence[Segment], index: int, targets: Targets) -> list[Statement] | None:
    """Give what a question of a name alone is about, where the next words answer it; None where it is none.

    The answer is about that name, and no more. Another value than the shown one is one beside a yes.
    """
    cut = cuts[index]
    if not cut.is_asked or index + 1 >= len(cuts) or not _is_verdict(cuts[index + 1]):
        return None
    values = [t for t in cut.tokens if t.value is not None and t.value.reading.value is not None]
    heavy = [t for t in cut.tokens if t not in values and not _is_small(t, is_asked=bool(values))]
    names = [_named(t, targets) for t in heavy]
    if not (heavy or values) or not all(names) or len(heavy) > 1 or _is_turned(cuts[index + 2 :]):
        return None
    refs = {ref for name in names for ref in name}
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


def _is_small(token: Token, *, is_asked: bool) -> bool:
    """Tell that a token only frames a question (``is it …?``)."""
    kinds = _SMALL | YES | ({"ask"} if is_asked else set())
    return bool(token.kinds) and token.kinds <= kinds


def _is_verdict(cut: Segment) -> bool:
    """Tell that a segment is a yes or a no, and nothing else."""
    heavy = [t for t in cut.tokens if not (t.kinds and t.kinds <= _SMALL)]
    is_plain = all(t.kinds & JUDGING and not (t.refs or t.value is not None or t.is_unknown) for t in heavy)
    return bool(heavy) and is_plain and not cut.is_asked
