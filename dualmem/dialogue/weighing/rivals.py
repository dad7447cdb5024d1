"""Rivals: values that a turn would rather have, beside a yes to another value of the same field."""

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from dualmem.dialogue.segments.tokens import NO_KINDS, Segment, Token
from dualmem.dialogue.shown.named import folded
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target, Targets
from dualmem.dialogue.shown.words import YES
from dualmem.dialogue.weighing.verdict import Verdict
from dualmem.model.span import Span

_LIKE = 0.5
_LONGEST = 40
_SHORT = 4
_FEW_WORDS = 2
_SMALL = frozenset({"filler", "copula", "deictic", "yes_bare"})


def hold_back(scene: Scene, verdict: Verdict, cuts: Sequence[Segment], targets: Targets) -> None:
    """Leave undecided what a yes affirms while the turn has another value of it in mind.

    ``是的，请尝试13:15`` beside a shown 14:15 is no bare yes to 14:15; ``对，是60万吗？`` is none of any kind to 50万,
    ``对，李蕾`` none to 李雷.
    """
    for place, cut in enumerate(cuts):
        told = NO_KINDS.union(*[token.rivals for token in cut.tokens])
        if told:
            _undecide(verdict, {target for target in told if verdict.yes.get(target) is False})  # 对，你有60万
        if cut.is_known and not cut.is_asked:
            continue
        rivals = {target for token in cut.tokens for target in _rivalled(token)}
        unread = "".join(_words(scene, token) for token in cut.tokens if token.is_unknown)
        is_short = not unread or (len(unread) <= _SHORT and not unread.isascii())  # 但60万可不可以
        if is_short and cut.is_asked and not any(token.is_other_field for token in cut.tokens):
            _undecide(verdict, rivals)
        elif scene.has("talk.instead", cut.span):
            _undecide(verdict, {target for target in rivals if verdict.yes.get(target) is False})
        elif rivals and place and _goes_on(cuts[place - 1], cut) and _is_of_nobody(scene, cut):
            _undecide(verdict, rivals)  # yes, closer to 600k
    if scene.may_hold("wish.alter"):
        _await_change(scene, verdict, cuts, targets)
    if not verdict.yes:
        return
    said = [_words(scene, token) for cut in cuts for token in cut.tokens if token.is_unknown]
    for target in targets if said else ():
        if target.id in verdict.yes and isinstance(target.value, str) and target.spec.type == "text":
            shown = folded(target.value)
            is_rivalled = any(_is_like(words, shown) for words in said)
            is_rivalled |= any(_names_another(scene, cut, shown) for cut in cuts if verdict.yes[target.id] is False)
            _undecide(verdict, {target.id} if is_rivalled else ())


def _goes_on(yes: Segment, cut: Segment) -> bool:
    """Tell that a segment stands behind a mere yes and its comma, and asks nothing."""
    is_yes = any(t.kinds & YES for t in yes.tokens) and all(t.kinds & (YES | _SMALL) and not t.refs for t in yes.tokens)
    return is_yes and not yes.is_closed and not cut.is_asked and not yes.is_asked


def _is_of_nobody(scene: Scene, cut: Segment) -> bool:
    """Tell that a value stands among few words without a subject of their own: it may be what is to hold instead.

    ``yes, it's 600k with VAT``, 对，20号完成; not: ``yes, the kickoff was on the 1st``, 对，我们3号上线.
    """
    values = [t for t in cut.tokens if t.value is not None]
    unread = [_words(scene, t) for t in cut.tokens if t.is_unknown]
    if len(values) != 1 or any(t.refs or t.is_other_field for t in cut.tokens):
        return False
    behind = [t for t in cut.tokens if t.span.start >= values[0].span.end]
    is_subject = any("copula" in t.kinds for t in behind)  # Dec 20 is a holiday
    most = _FEW_WORDS if scene.text[cut.span.start : cut.span.end].isascii() else _SHORT
    size = sum(len(words.split()) if words.isascii() else len(words) for words in unread)
    rest = (Span(cut.span.start, values[0].span.start), Span(values[0].span.end, cut.span.end))
    is_told = any(scene.has("value.somebody", span) or scene.has("talk.work", span) for span in rest)
    is_told |= most == _SHORT and scene.has("matter.end", rest[0])  # 没错，样品的事明天再说
    return size <= most and not (is_subject or is_told)


def _await_change(scene: Scene, verdict: Verdict, cuts: Sequence[Segment], targets: Sequence[Target]) -> None:
    """Leave undecided what is to be changed without a word into what (``yes, I want to change it``, 对，改一下).

    Beside the question whether a stored value is to be changed, that is the yes.
    """
    if verdict.values or verdict.which or verdict.no or verdict.misfits:
        return
    is_told = any(
        not cut.is_asked
        and not any(t.is_other_field for t in cut.tokens)
        and _is_to_alter(scene, cut)
        and not any(t.refs or t.value is not None or t.kinds & {"no", "neg", "no_change"} for t in cut.tokens)
        for cut in cuts
    )
    if is_told:
        _undecide(verdict, {t.id for t in targets if not t.update.is_conflict})


def _is_to_alter(scene: Scene, cut: Segment) -> bool:
    """Tell that a segment says that something is to change, in words that are all known or all of that (needs fixing).

    Inside a yes they deny it (``nothing needs fixing``).
    """
    hit = scene.search("wish.alter", cut.span)
    if hit is None or any(t.span.start < hit.start < t.span.end and t.kinds & YES for t in cut.tokens):
        return False
    return all(hit.contains(t.span) for t in cut.tokens if t.is_unknown)


def _undecide(verdict: Verdict, targets: Iterable[str]) -> None:
    for target in targets:
        if target in verdict.yes:
            verdict.yes.pop(target)
            verdict.undecided.add(target)


def _words(scene: Scene, token: Token) -> str:
    return scene.text[token.span.start : token.span.end].strip(" ,.。!?;:\"'")


def _is_like(words: str, shown: str) -> bool:
    """Tell that words are another spelling of a shown text: as long, half of it the same."""
    if words in shown or shown in words or not 0 < len(words) <= _LONGEST or abs(len(words) - len(shown)) > 1:
        return False
    return SequenceMatcher(None, words, shown, autojunk=False).ratio() >= _LIKE


def _names_another(scene: Scene, cut: Segment, shown: str) -> bool:
    """Tell that a segment is but another text, behind a copula or of a word of the shown one.

    ``yes, it's insurance`` beside logistics and ``right, Anna Smith`` beside Anna Schmidt are no plain yes.
    """
    unread = [n for n, token in enumerate(cut.tokens) if token.is_unknown]
    if cut.is_asked or len(unread) != 1 or unread[0] != len(cut.tokens) - 1:
        return False
    words, before = _words(scene, cut.tokens[-1]), cut.tokens[:-1]
    if not words or words in shown or not all([t.kinds & _SMALL for t in before]):
        return False
    is_led = (
        bool(before)
        and "copula" in before[-1].kinds
        and not scene.words.holds("name.no_copula", _words(scene, before[-1]))
    )
    is_led = is_led and words.count(" ") < _FEW_WORDS and len(words) > 1
    is_another = is_led or bool(set(words.split()) & set(shown.split()))
    return is_another and scene.lexicon.regex("value.unsaid").fullmatch(words) is None  # yes, that's better


def _rivalled(token: Token) -> frozenset[str]:
    """Give the ids of updates of which a token is another value than the shown one."""
    value = token.value
    if value is None or value.equals or token.is_denied or value.reading.value is None:
        return frozenset()
    return value.targets
