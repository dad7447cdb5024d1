"""Deferrals: words that put off, of which the words beside them say that they hold back nothing, or what they hold."""

from collections.abc import Sequence
from dataclasses import replace

from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.weighing.elsewhere import is_elsewhere

_LIGHT = frozenset({"filler", "contrast", "and", "also"})
_MARKS = " ,.。!~…"


def settled(scene: Scene, cuts: Sequence[Segment], statements: Sequence[Statement]) -> list[Statement]:
    """Give the statements without the doubt of words that hold back no answer.

    - what leads to a question (``不对，别记。我先问下，周末有人值班吗？``);
    - a reason why something is wrong (``日期不对，客户还没定``; ``不对，太高了``; ``都别存，我就随便问问``);
    - what only stops oneself before a name is judged (``all correct. oh wait, the date is wrong``);
    - what will be sent later (``别记，正确的编号我晚点发你``), also by the name that was just refused;
    - a slip that the value right before it mends (``no, my name is Helen, I mistyped``);
    - a complaint of what was said before, or that it was a slip, behind its change (``改成每人1800，上回说的太少``);
    - what is about another matter, behind a whole yes (``都对，发票的事我问问财务``), and what goes on with it.

    One that goes on with what is put off by its name is about that (``预算先空着，等老板回来再说``).
    """
    if not any([said.polarity == "undecided" for said in statements]):
        return list(statements)
    out: list[Statement] = []
    away = -1
    for place, said in enumerate(statements):
        cut = cuts[said.segment]
        is_named = said.is_named and any(token.refs and not token.by_noun for token in cut.tokens)
        if said.polarity != "undecided":
            out.append(said)
        elif _is_not_yet(scene, cut, statements[place + 1 :]) or _is_complained(cut, said, statements[place + 1 :]):
            out.append(replace(said, polarity="no", is_deferred=False))
        elif _only_stops(scene, cut, said, statements[place + 1 :]):
            continue
        elif is_named:
            out += [] if _is_promised(cut, said, out) else [said]
        elif (
            _is_why(cut, said, out, statements[place + 1 :])
            or _leads_to_question(cuts, said)
            or _is_slip_mended(scene, cut, said, out)
        ):
            continue
        elif is_elsewhere(scene, cuts, said, out, is_away=said.segment == away + 1 > 0):
            away = said.segment
        elif not (_is_reason(cut, said, out) or _is_why_not_yet(cuts, cut, out) or _is_promise(cut, said, out)):
            out.append(_about(cut, said, out) if not said.is_named else said)
    return out


def _only_stops(scene: Scene, cut: Segment, said: Statement, behind: Sequence[Statement]) -> bool:
    """Tell that a segment but stops the user himself, and a name is called wrong next (``wait, the date is wrong``)."""
    after = behind[0] if behind else Statement()
    is_judged = after.polarity == "no" and after.is_named and after.segment == said.segment + 1
    if not is_judged or said.is_named or not scene.may_hold("turn.back"):
        return False
    words = scene.text[cut.span.start : cut.span.end].strip(_MARKS)
    return scene.lexicon.regex("turn.back").fullmatch(words) is not None


def _kinds(cut: Segment) -> frozenset[str]:
    return frozenset(kind for token in cut.tokens for kind in token.kinds)


def _leads_to_question(cuts: Sequence[Segment], said: Statement) -> bool:
    heavy = [t for t in cuts[said.segment].tokens if not (t.kinds and t.kinds <= _LIGHT)]
    is_lead = len(heavy) == 1 and "ask_lead" in heavy[0].kinds
    return is_lead and any(cut.is_asked for cut in cuts[said.segment + 1 : said.segment + 2])


def _is_why(cut: Segment, said: Statement, before: Sequence[Statement], behind: Sequence[Statement]) -> bool:
    """Tell that what is not known or not settled is why something is refused.

    ``姓名不对，我不知道怎么写``; ``they haven't signed yet so don't store it``.
    """
    is_next = bool(behind) and behind[0].segment - said.segment <= 1 and behind[0].polarity == "no"
    is_behind = cut.is_asked and bool(before) and before[-1].polarity == "no"
    return is_behind or (is_next and "unsettled" in _kinds(cut))


def _is_reason(cut: Segment, said: Statement, before: Sequence[Statement]) -> bool:
    if not before or before[-1].polarity != "no" or said.segment - before[-1].segment > 1:
        return False
    kinds = _kinds(cut)
    is_told = bool(before[-1].refs) or not cut.is_known  # 还没，图纸还没批
    is_apart = "complaint" in kinds and said.segment > before[-1].segment  # 不对，太高了; not: 不太高
    return bool(kinds & {"slip", "idle"}) or is_apart or ("unsettled" in kinds and is_told)


def _is_not_yet(scene: Scene, cut: Segment, behind: Sequence[Statement]) -> bool:
    """Tell that what is so follows (``not yet, it's still design``): beside a shown choice it is a no."""
    is_sure = bool(behind) and not behind[0].is_doubted
    value = behind[0].token.value if is_sure and behind[0].token is not None else None
    choices = {target.id for target in scene.targets if target.spec.type == "choice"}
    return "not_yet" in _kinds(cut) and value is not None and not value.equals and value.targets <= choices


def _is_complained(cut: Segment, said: Statement, behind: Sequence[Statement]) -> bool:
    """Tell that the next words refuse what is complained of by its name (``预算太高了，不对``)."""
    after = behind[0] if behind else Statement()
    is_next = after.polarity == "no" and not after.is_named and after.segment == said.segment + 1
    return is_next and bool(said.refs) and "complaint" in _kinds(cut)


def _is_why_not_yet(cuts: Sequence[Segment], cut: Segment, before: Sequence[Statement]) -> bool:
    """Tell why something is not so yet, behind what is so (``not yet, it's still design, nothing is approved``)."""
    is_given = len(before) > 1 and before[-1].polarity == "value"
    return is_given and "unsettled" in _kinds(cut) and "not_yet" in _kinds(cuts[before[-2].segment])


def _is_slip_mended(scene: Scene, cut: Segment, said: Statement, before: Sequence[Statement]) -> bool:
    """Tell that words blame what was said before the value right beside them."""
    is_slip = _is_past_slip(cut, before) or _is_own_slip(scene, cut, said, before)
    return is_slip or _is_complaint(scene, cut, before)


def _is_past_slip(cut: Segment, before: Sequence[Statement]) -> bool:
    """Tell that the value that was shown, not the one just given, is called a slip (``我叫韩梅，之前打错了``)."""
    word = before[-1].token.value if before and before[-1].token is not None else None
    is_given = before[-1].polarity == "value" if before else False
    return is_given and word is not None and not word.equals and "slipped" in _kinds(cut)


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


def _is_promised(cut: Segment, said: Statement, before: Sequence[Statement]) -> bool:
    """Tell that what was refused by its name will be sent later (``日期不对，日期我晚点发你``)."""
    refused = {ref for s in before if s.polarity == "no" for ref in s.refs}
    return "promise" in _kinds(cut) and bool(said.refs) and said.refs <= refused


def _about(cut: Segment, said: Statement, before: Sequence[Statement]) -> Statement:
    """Give a deferral, about the name that the one right before it puts off; a mere wait is about all."""
    last = before[-1] if before else Statement()
    is_next = last.polarity == "undecided" and bool(last.refs) and said.segment == last.segment + 1
    is_wait = bool(_kinds(cut) & {"interrupt", "hedge"})
    return replace(said, refs=set(last.refs)) if is_next and said.is_deferred and not is_wait else said
