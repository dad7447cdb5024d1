"""Run-ons: clauses that follow a judgement without a stop, as people dictate: cut off where the next one begins.

Behind a yes the name of another field begins one (``日期对的预算我回头问一下老板``), and words that put something off:
what that is, and whether it holds the yes back, is told by them alone (``that's correct i'll ask about the nda``). What
else follows may weaken the yes. Behind a no a remark begins one too (``邮箱不对那是我以前公司的``).
"""

from collections.abc import Sequence

from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.words import YES
from dualmem.model.span import Span

_SPOILING = frozenset({"hedge", "defer", "condition", "except", "ask", "ask_more", "partly", "mostly"})
_LIGHT = frozenset({"filler", "and", "contrast", "also", "topic"})
_SAYING = _SPOILING | {"no", "neg", "change", "yes_explicit", "contrast", "slip", "keep"}
_COUNTING = ("ordinal.", "first.", "last.")


def run_on(scene: Scene, cuts: Sequence[Segment]) -> list[Segment]:
    """Give the segments, each cut where a clause of its own follows a judgement that names what it judges."""
    out: list[Segment] = []
    for cut in cuts:
        if cut.is_known or cut.is_asked:
            out.append(cut)
            continue
        rest = cut
        place = _seam(scene, rest)
        while place is not None:
            at = rest.tokens[place].span.start
            out.append(rest._replace(span=Span(rest.span.start, at), tokens=rest.tokens[:place], is_closed=False))
            rest = rest._replace(span=Span(at, rest.span.end), tokens=rest.tokens[place:])
            place = _seam(scene, rest)
        out.append(rest)
    return out


def _seam(scene: Scene, cut: Segment) -> int | None:
    """Give the first token of the clause behind the first whole judgement; none where all words are known."""
    if cut.is_known or cut.is_asked:
        return None
    reason = _reason(scene, cut)
    if reason is not None:
        return reason
    is_named = False
    for place, token in enumerate(cut.tokens[:-1]):
        if token.is_unknown or token.is_other_field or (token.value is not None and not token.value.equals):
            return None
        if token.kinds & _SPOILING and "filler" not in token.kinds:
            return None
        is_named = is_named or _is_name(token) or "yes_explicit" in token.kinds
        if is_named and _is_verdict(token) and _begins(scene, cut, place):
            return place + 1
    return None


def _reason(scene: Scene, cut: Segment) -> int | None:
    """Give the first token of the reason behind a value (``it should be Dec 26 because the steel is late``).

    One that names something shown, judges it or gives a value of its own is read with the rest.
    """
    if not scene.may_hold("run_on.reason"):
        return None
    for place, token in enumerate(cut.tokens):
        if place and scene.match("run_on.reason", token.span.start) is not None:
            head, tail = cut.tokens[:place], cut.tokens[place:]
            is_plain = not any(t.value is not None or t.refs or t.kinds & _SAYING for t in tail)
            return place if is_plain and head[-1].value is not None else None
        if token.is_unknown or token.kinds & _SPOILING:
            return None
    return None


def _is_name(token: Token) -> bool:
    is_counted = any(kind.startswith(_COUNTING) for kind in token.kinds)
    return (bool(token.refs) and not token.by_noun and not token.is_unknown) or is_counted or token.value is not None


def _is_verdict(token: Token) -> bool:
    return bool(token.kinds & (YES | {"no"})) and not token.refs and "copula" not in token.kinds


def _puts_off(scene: Scene, judging: Token, tail: Sequence[Token]) -> bool:
    """Tell that a firm yes runs on into words of a doubt or a deferral, which judge nothing else."""
    doubt = next((n for n, t in enumerate(tail) if t.kinds & {"hedge", "defer"}), None)
    said = scene.text[judging.span.start : judging.span.end]
    is_firm = "yes_explicit" in judging.kinds or (bool(judging.kinds & YES) and said.isascii())
    if doubt is None or not is_firm or (len(said) == 1 and not said.isascii()):
        return False
    return not any(t.kinds & (YES | {"no"}) and "copula" not in t.kinds for t in tail[:doubt])


def _remarks(scene: Scene, judging: Token, tail: Sequence[Token]) -> bool:
    """Tell that a whole sentence of yes runs on into what people did (``that's right we told the client``)."""
    begin = scene.skip(judging.span.end)
    is_whole = "yes_explicit" in judging.kinds and scene.match("run_on.yes_whole", judging.span.start) is not None
    is_plain = not any(t.value is not None or t.refs or t.is_other_field or t.kinds & _SAYING for t in tail)
    return is_whole and is_plain and scene.match("run_on.remark", begin) is not None


def _is_doubted_behind(tail: Sequence[Token]) -> bool:
    """Tell that a doubt follows another yes: it may be about both (``日期对的预算也对我回头问一下老板``)."""
    doubt = next((n for n, t in enumerate(tail) if t.is_unknown or t.kinds & {"hedge", "defer"}), 0)
    said = (t for t in tail[:doubt] if not t.kinds & {"no", "copula"})
    return any(_is_verdict(t) or "also" in t.kinds for t in said)


def _begins(scene: Scene, cut: Segment, place: int) -> bool:
    """Tell that a clause of its own begins behind a judgement."""
    judging, tail = cut.tokens[place], cut.tokens[place + 1 :]
    verb = scene.text[judging.span.start : judging.span.end].rpartition(" ")[2]
    if not any(token.is_unknown for token in tail) or "keep" in scene.words.kinds(verb):
        return False  # all is known: it is read as one; I confirm the first and dispute the second
    first = next((n for n, t in enumerate(tail) if _is_name(t)), None)
    words = scene.text[judging.span.end : tail[first].span.start].strip() if first is not None else ""
    is_led = not words or scene.lexicon.regex("run_on.lead").fullmatch(words) is not None
    if first is not None and is_led:
        return not _is_doubted_behind(tail[first:])
    if "no" not in judging.kinds:
        return _puts_off(scene, judging, tail) or _remarks(scene, judging, tail)
    if scene.has("run_on.if", Span(judging.span.end, cut.span.end)):
        return False
    begin = scene.match("run_on.remark", scene.skip(judging.span.end))
    return begin is not None and scene.lexicon.has("run_on.verdict", scene.text[judging.span.start : judging.span.end])
