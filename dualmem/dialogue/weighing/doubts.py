"""Doubts: what takes the force from a yes or a value beside it.

A word of doubt that ends the turn (``1月8号，应该``) or breaks it off, a fault that is told of what was shown
(``yes, one digit is off``), a last word that takes it back (``looks right but isn't``), a question of it; and what only
looks like one of these (``just the first one``, ``tell me if …``, ``until the 14th``).
"""

import itertools
from collections.abc import Sequence

import re2

from dualmem.dialogue.saying.foreign import Foreign
from dualmem.dialogue.segments.counting import counts
from dualmem.dialogue.segments.later import is_aside
from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.named import folded
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Targets, covers
from dualmem.dialogue.weighing.verdict import Verdict
from dualmem.model.span import Span

_TWO = 2
_LIGHT = frozenset({"filler", "deictic"})
_BEFORE_ORDER = frozenset({"filler", "contrast", "and", "yes_bare", "yes_explicit", "yes_weak", "yes_opening"})
_POINTING = frozenset({"deictic", "all", "others"})
_SLIP = frozenset({"slip"})
_TAIL = re2.compile(r"[0-9a-z]{1,4}$")


def trails_off(cuts: Sequence[Segment], statements: Sequence[Statement]) -> bool:
    """Tell that behind the last yes or value the turn ends in a word that leads to a value, and none comes."""
    said = [s for s in statements if s.polarity]
    if not cuts or not said or said[-1].polarity not in ("yes", "value"):
        return False
    tokens = [t for t in cuts[-1].tokens if not (t.kinds and t.kinds <= _LIGHT)]
    return bool(tokens) and "ought" in tokens[-1].kinds and not cuts[-1].is_asked


def breaks_off(scene: Scene, cuts: Sequence[Segment]) -> bool:
    """Tell that a not is parted from the order that it denies (``do not, under any circumstances, save …``)."""
    for place, cut in enumerate(cuts[:-1]):
        words = [t for t in cut.tokens if not (t.kinds and t.kinds <= _LIGHT)]
        rest = [t for later in cuts[place + 1 :] for t in later.tokens[:1]]
        if len(words) != 1 or "no" not in words[0].kinds or not any("keep" in t.kinds for t in rest):
            continue
        said = scene.text[words[0].span.start : words[0].span.end]
        if scene.lexicon.regex("deny.verb").fullmatch(said) is not None:
            return True
    return False


def taken_back(cuts: Sequence[Segment], statements: Sequence[Statement]) -> None:
    """Leave open what is called right and denied with a last word (``looks right but isn't``, ``is right, not``)."""
    if len(statements) < _TWO:
        return
    before, last = statements[-2:]
    tokens = [t for t in cuts[last.segment].tokens if t.span.start and not (t.kinds and t.kinds <= _LIGHT)]
    is_denial = bool(tokens) and "elided_not" in tokens[-1].kinds and last.polarity == "no" and not last.is_named
    if is_denial and before.polarity == "yes" and before.is_named and last.segment - before.segment <= 1:
        before.polarity = last.polarity = "undecided"
        last.refs |= before.refs


def denied_last(scene: Scene, cuts: Sequence[Segment], statements: list[Statement]) -> None:
    """Hold a value back that a no right behind it may mean (``420k, no``; 42万。预算不是这个数): it may mean either.

    Behind the shown value it refuses that; what withdraws (``420k, never mind``) takes the value along.
    """
    for place in range(1, len(statements)):
        before, last = statements[place - 1 : place + 1]
        word = before.token.value if before.polarity == "value" and before.token is not None else None
        if word is None or last.polarity != "no" or not _is_about(last, before):
            continue
        others = [s for n, s in enumerate(statements) if n not in (place - 1, place)]
        if any(s.polarity in ("no", "notvalue", "value") for s in others) or _goes_on(cuts[last.segment + 1 :]):
            continue
        tokens = [t for t in cuts[last.segment].tokens if t.span.start >= word.span.end]
        if any(t.refs and not t.by_noun and not scene.labels.find(scene.text, *t.span) for t in tokens):
            continue  # dollars, not yuan: a part of what was shown
        if word.equals:
            before.polarity, last.refs = "", set(word.equals)
        elif last.is_withdrawn:
            before.polarity, before.token = "", None
            for said in statements[place + 1 :]:
                said.polarity = said.polarity if said.segment > last.segment else ""  # 算了不改了
        elif not _is_blamed(scene, cuts[last.segment]) and not (before.is_changed and _points(tokens)):
            before.token = _held(before.token)


def denied_names(scene: Scene, cuts: Sequence[Segment], statements: Sequence[Statement], verdict: Verdict) -> None:
    """Hold names back that a no right behind them may mean, as values are (``Anna Smith. That's not my name``).

    So is one of which the next clause says when or whose it is (改成医药，明年).
    """
    for target, word in verdict.values.items():
        behind = next((cut for cut in cuts if cut.span.start >= word.span.end), None)
        if isinstance(word.reading.value, str) and behind is not None and is_aside(scene, behind):
            verdict.values[target] = word._replace(is_loose=True)
    denials = [cuts[s.segment] for s in statements if s.polarity == "no"]
    if not denials or _is_blamed(scene, denials[0]):
        return
    for target, word in verdict.values.items():
        if isinstance(word.reading.value, str) and denials[0].span.start >= word.span.end:
            verdict.values[target] = word._replace(is_loose=True)


def _goes_on(rest: Sequence[Segment]) -> bool:
    """Tell that a figure follows a no: it says what of the value was wrong (12月20号下午三点，不对，四点)."""
    return any(t.value is not None or any(k.startswith("count.") for k in t.kinds) for cut in rest for t in cut.tokens)


def _is_about(last: Statement, before: Statement) -> bool:
    """Tell that a no may be about the value right before it: it names nothing else, and says no more."""
    word = before.token.value if before.token is not None else None
    is_near = last.segment - before.segment in (0, 1)
    is_other = last.is_all or last.is_others or last.has_contrast or last.is_slip or last.token is not None
    if word is not None and last.refs and word.equals and not word.equals & last.refs:
        return False  # 42万是真的，50万是假的
    return word is not None and is_near and not is_other and (not last.refs or last.refs <= word.targets)


def _is_blamed(scene: Scene, cut: Segment) -> bool:
    """Tell that a no speaks of what was recorded (``you got it wrong``), or calls this value right (才是)."""
    return scene.has("no.blame", cut.span) or any("right_one" in token.kinds for token in cut.tokens)


def _points(tokens: Sequence[Token]) -> bool:
    return any(t.refs or "deictic" in t.kinds for t in tokens)


def _held(token: Token | None) -> Token | None:
    """Give the token of a value that is shown again before it is written."""
    if token is None or token.value is None:
        return token
    return token._replace(value=token.value._replace(is_loose=True))


def tells_fault(scene: Scene, cuts: Sequence[Segment], statements: Sequence[Statement], targets: Targets) -> bool:
    """Tell that a plain yes stands beside words that call something shown not quite right, and no value mends it."""
    said = [s for s in statements if s.polarity]
    if not said or any(s.polarity != "yes" or s.is_named for s in said):
        return False
    faults = [t for cut in cuts for t in cut.tokens if "fault" in t.kinds and not cut.is_asked]
    if not faults:
        return False
    shown = [folded(t.value) for t in targets.shown if isinstance(t.value, str)]
    for fault in faults:
        tail = _TAIL.search(scene.text[fault.span.start : fault.span.end])
        if tail is None or not any(value.endswith(tail.group()) for value in shown):
            return True
    return False


def slips(cuts: Sequence[Segment], statements: Sequence[Statement]) -> None:
    """Leave open what the end of a turn only calls not quite right (``都对，就是预算高了``); it is changed in place."""
    last = len(cuts) - 1
    for said in statements:
        if said.segment == last and said.refs and not said.polarity and _SLIP & _kinds(cuts[last]):
            said.polarity = "undecided"


def is_rather(scene: Scene, cut: Segment, condition: Token) -> bool:
    """Tell that an if says what would be better, and a value comes of it (``but better if we take 3``)."""
    has_value = any(t.value is not None and t.span.start > condition.span.end for t in cut.tokens)
    return has_value and scene.search("value.rather", Span(cut.span.start, condition.span.end)) is not None


def only_rather(scene: Scene, cuts: Sequence[Segment], statements: Sequence[Statement]) -> None:
    """Let a value be shown again that would but be better (``it'd be better if I get 3``); it is changed in place."""
    for said in statements:
        token = said.token
        if said.polarity != "value" or token is None or token.value is None:
            continue
        if scene.search("value.rather", Span(cuts[said.segment].span.start, token.value.span.start)) is not None:
            said.token = token._replace(value=token.value._replace(is_loose=True))


def _kinds(cut: Segment) -> frozenset[str]:
    return frozenset(kind for token in cut.tokens for kind in token.kinds)


def asked(scene: Scene, cut: Segment, index: int, foreign: Foreign) -> list[Statement] | None:
    """Give what a question or words that ask for something say to what was shown; None where they do neither."""
    if cut.is_asked and _asks_oneself(scene, cut):
        return [Statement("undecided", segment=index)]
    if cut.is_asked:
        return foreign.before_question(cut, index) + _questioned(cut, index)
    if not any("ask" in token.kinds for token in cut.tokens) and not _orders_to_tell(cut):
        return None
    is_reserve = "contrast" in cut.tokens[0].kinds and scene.search("talk.work", cut.span) is None
    is_ours = any(t.refs or t.kinds & _POINTING for t in cut.tokens)
    is_reserve = is_reserve and (is_ours or not _orders_to_tell(cut))
    reserve = [Statement(segment=index, is_reserve=True)] if is_reserve else []
    return foreign.before_question(cut, index) + reserve


def _asks_oneself(scene: Scene, cut: Segment) -> bool:
    """Tell that a question is but a doubt of the user's own about what was shown (``not sure whether to go ahead``)."""
    is_doubt = any(t.kinds & {"hedge", "defer"} for t in cut.tokens)
    is_marked = scene.text[cut.span.end : cut.span.end + 1] == "?"
    unknown = [scene.text[t.span.start : t.span.end] for t in cut.tokens if t.is_unknown]
    is_read = all(scene.lexicon.regex("matter.whether").fullmatch(words) is not None for words in unknown)
    is_ours = is_read or any("deictic" in t.kinds for t in cut.tokens)
    return is_doubt and is_ours and not is_marked


def _orders_to_tell(cut: Segment) -> bool:
    """Tell that a segment begins with an order to tell something, of no value (``but tell me the price``)."""
    first = next((t for t in cut.tokens if not (t.kinds and t.kinds <= _BEFORE_ORDER)), None)
    return first is not None and "ask_more" in first.kinds and all(t.value is None for t in cut.tokens)


def _questioned(cut: Segment, index: int) -> list[Statement]:
    """Give the doubt of a question that is but a name, or one set against a yes (``yes, but the date?``)."""
    names = {ref for t in cut.tokens if t.value is None and not t.by_noun for ref in t.refs}
    is_bare = all(t.refs or (t.kinds and t.kinds <= _LIGHT) for t in cut.tokens)
    if not names or not (is_bare or "contrast" in cut.tokens[0].kinds):
        return []
    return [Statement("undecided", names, segment=index, has_contrast=True)]


def only_these(cuts: Sequence[Segment], statements: Sequence[Statement]) -> None:
    """Let what a turn only names be what is right (``just the first one``, 就第一个); it is changed in place."""
    if len(cuts) != 1 or len(statements) != 1 or cuts[0].is_asked:
        return
    said, tokens = statements[0], cuts[0].tokens
    if said.polarity or not said.refs or not any("only" in t.kinds for t in tokens):
        return
    if all(t.refs or t.kinds & {"only", "filler", "and", "deictic"} or counts(t.kinds) for t in tokens):
        said.polarity, said.is_explicit = "yes", True


def asks_whether(cut: Segment, targets: Targets) -> bool:
    """Tell that an if stands behind an order to tell, about nothing shown (``tell me if pets are allowed``)."""
    told = next((n for n, t in enumerate(cut.tokens) if t.kinds & {"ask", "ask_more"}), len(cut.tokens))
    conditions = [n for n, t in enumerate(cut.tokens) if "condition" in t.kinds]
    is_ours = any(t.value is not None or (t.refs and not covers(targets, t.refs)) for t in cut.tokens)
    return bool(conditions) and min(conditions) > told and not is_ours


def leads_to_value(cut: Segment, place: int) -> bool:
    """Tell that a word of time, not of condition, stands before a value (``until the 14th``)."""
    behind = [token for token in cut.tokens[place + 1 :] if not token.kinds & {"filler", "approx"}]
    return bool(behind) and behind[0].value is not None


def refuse_again(statements: Sequence[Statement]) -> None:
    """Let words that are a doubt or an order be the order behind a no (``no, don't remember that``)."""
    for before, said in itertools.pairwise(statements):
        if said.may_refuse and before.polarity == "no" and not before.is_named and said.segment - before.segment <= 1:
            said.polarity, said.is_withdrawn, said.is_deferred = "no", True, False
