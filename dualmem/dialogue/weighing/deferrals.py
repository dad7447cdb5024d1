"""Deferrals: words that put off, of which the words beside them say that they hold back nothing, or what they hold."""

from collections.abc import Sequence
from dataclasses import replace

from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment
from dualmem.dialogue.shown.scene import Scene

_LIGHT = frozenset({"filler", "contrast", "and", "also"})


def settled(scene: Scene, cuts: Sequence[Segment], statements: Sequence[Statement]) -> list[Statement]:
    """Give the statements without the doubt of words that hold back no answer.

    - what leads to a question (``不对，别记。我先问下，周末有人值班吗？``);
    - a reason why something is wrong (``日期不对，客户还没定``; ``不用更新，我抄错了``);
    - what will be sent later (``别记，正确的编号我晚点发你``);
    - a slip that the value right before it mends (``no, my name is Helen, I mistyped``);
    - a complaint of what was said before, behind its change (``改成每人1800，上回说的太少``).

    One that goes on with what is put off by its name is about that (``预算先空着，等老板回来再说``).
    """
    out: list[Statement] = []
    for said in statements:
        cut = cuts[said.segment]
        is_named = said.is_named and any(token.refs and not token.by_noun for token in cut.tokens)
        if said.polarity != "undecided" or is_named:
            out.append(said)
        elif _leads_to_question(cuts, said) or _is_complaint(scene, cut, out):
            continue
        elif not (_is_reason(cut, said, out) or _is_own_slip(scene, cut, said, out) or _is_promise(cut, said, out)):
            out.append(_about(cut, said, out) if not said.is_named else said)
    return out


def _kinds(cut: Segment) -> frozenset[str]:
    return frozenset(kind for token in cut.tokens for kind in token.kinds)


def _leads_to_question(cuts: Sequence[Segment], said: Statement) -> bool:
    heavy = [t for t in cuts[said.segment].tokens if not (t.kinds and t.kinds <= _LIGHT)]
    is_lead = len(heavy) == 1 and "ask_lead" in heavy[0].kinds
    return is_lead and any(cut.is_asked for cut in cuts[said.segment + 1 : said.segment + 2])


def _is_reason(cut: Segment, said: Statement, before: Sequence[Statement]) -> bool:
    if not before or before[-1].polarity != "no" or said.segment - before[-1].segment > 1:
        return False
    kinds = _kinds(cut)
    return "slip" in kinds or ("unsettled" in kinds and bool(before[-1].refs))


def _is_own_slip(scene: Scene, cut: Segment, said: Statement, before: Sequence[Statement]) -> bool:
    """Tell that the right value stands before the slip that it mends (``no, my name is Helen, I mistyped``)."""
    last = before[-1] if before else Statement()
    word = last.token.value if last.token is not None else None
    is_new = last.polarity == "value" and word is not None and not word.equals
    if not is_new or said.segment - last.segment != 1 or "slip" not in _kinds(cut):
        return False
    return any(s.polarity == "no" for s in before) or scene.has("slip.before", cut.span)


def _is_complaint(scene: Scene, cut: Segment, before: Sequence[Statement]) -> bool:
    is_changed = bool(before) and before[-1].polarity == "value" and before[-1].is_changed
    return is_changed and "complaint" in _kinds(cut) and scene.has("value.complained", cut.span)


def _is_promise(cut: Segment, said: Statement, before: Sequence[Statement]) -> bool:
    if "promise" not in _kinds(cut) or not before:
        return False
    is_elsewhere = said.is_foreign and not any(token.refs for token in cut.tokens)
    return is_elsewhere or any(s.polarity == "no" for s in before)


def _about(cut: Segment, said: Statement, before: Sequence[Statement]) -> Statement:
    """Give a deferral, about the name that the one right before it puts off; a mere wait is about all."""
    last = before[-1] if before else Statement()
    is_next = last.polarity == "undecided" and bool(last.refs) and said.segment == last.segment + 1
    is_wait = bool(_kinds(cut) & {"interrupt", "hedge"})
    return replace(said, refs=set(last.refs)) if is_next and said.is_deferred and not is_wait else said
