"""Elsewhere: a doubt or a deferral behind a whole answer that is about another matter than what was shown."""

from collections.abc import Sequence

from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.words import JUDGING
from dualmem.model.span import Span

_LONGEST, _LONGEST_HAN = 32, 8
_POINTING = frozenset({"deictic", "all", "others", "none", "this_one"})
_SPOILING = frozenset({"contrast", "condition", "keep", "no", "no_refuse", "partly", "mostly"})
_COUNTING = ("ordinal.", "first.", "last.", "count.")
_STRIP = " ,.。、:"


def is_elsewhere(
    scene: Scene, cuts: Sequence[Segment], said: Statement, before: Sequence[Statement], *, is_away: bool = False
) -> bool:
    """Tell that a doubt behind a whole yes holds nothing back: it says what other matter it is about.

    ``都对，发票的事我问问财务再回你``; ``all correct, I'll get back to you on the staffing``. A matter that is named in
    the part right before (``至于发票，我再问问``) counts as well. What points at something shown, or could be where the
    shown values are looked up, is no other matter.

    Args:
        scene: The turn.
        cuts: Its segments.
        said: The doubt.
        before: The statements before it that still count.
        is_away: The words right before it are about another matter already.
    """
    if said.is_others or said.is_withheld or not _is_whole_yes(scene, cuts, before):
        return False
    cut = _led_on(scene, cuts[said.segment])
    if cut.is_asked or any(_holds_back(token) for token in _beside_mark(scene, cut)):
        return False
    words = scene.text[cut.span.start : cut.span.end].strip(_STRIP)
    if scene.lexicon.regex("matter.parting").fullmatch(words) is not None:
        return True  # 没错，回头联系
    is_other = any(_is_other_field(scene, token) for token in cut.tokens)  # 都对，邮箱我回头再确认
    if is_away or is_other or _names_matter(scene, cut):
        return True
    led = cuts[said.segment - 1]
    is_bare = not any(token.is_unknown for token in cut.tokens)
    return is_bare and led.span.start > cuts[before[-1].segment].span.start and _is_matter(scene, led)


def is_of_a_matter(scene: Scene, cuts: Sequence[Segment], index: int) -> bool:
    """Tell that a bare yes or no is about another matter, named right before its comma (``发票的事，没问题``)."""
    led = cuts[index - 1] if index else None
    tokens = cuts[index].tokens
    if led is None or led.is_closed or cuts[index].is_asked or not any(t.is_unknown for t in led.tokens):
        return False
    if scene.has("matter.yours", led.span) or (index > 1 and not cuts[index - 2].is_closed):
        return False  # both, as far as I can see, are right
    if not any(t.kinds & JUDGING for t in tokens) or any(_holds_back(t) and not t.kinds & JUDGING for t in tokens):
        return False
    is_bare = all(t.kinds and t.value is None for t in tokens) and not scene.has("act.all", cuts[index].span)
    is_side = scene.has("matter.side", led.span) and not any(_holds_back(token) for token in led.tokens)
    return is_bare and (is_side or _is_matter(scene, led))


def _led_on(scene: Scene, cut: Segment) -> Segment:
    """Give a segment without the but before a matter that is named as one (``都对，但发票的事我再问问``)."""
    is_led = bool(cut.tokens) and "contrast" in cut.tokens[0].kinds
    is_matter = is_led and (scene.has("matter.lead", cut.span) or scene.has("matter.own", cut.span))
    return cut._replace(tokens=cut.tokens[1:]) if is_matter and len(cut.tokens) > 1 else cut


def _is_whole_yes(scene: Scene, cuts: Sequence[Segment], before: Sequence[Statement]) -> bool:
    """Tell that all that was said before is yes, or a change, in words that do not also open what follows."""
    answers = [one for one in before if one.polarity]
    if not answers or any(one.is_reserve or not (one.polarity == "yes" or _is_firm_change(one)) for one in answers):
        return False
    return any(
        one.is_explicit or one.is_named or one.is_changed or not _opens(scene, cuts[one.segment]) for one in answers
    )


def _is_firm_change(said: Statement) -> bool:
    return said.polarity == "value" and said.is_changed and not (said.is_doubted or said.is_foreign)


def _opens(scene: Scene, cut: Segment) -> bool:
    words = scene.text[cut.span.start : cut.span.end].strip(_STRIP)
    return scene.lexicon.regex("turn.opener").fullmatch(words) is not None


def _is_other_field(scene: Scene, token: Token) -> bool:
    """Tell that a token names a field that was not shown, by its label or by the kind of its values."""
    is_noun = bool(token.kinds) and all(kind.startswith("noun.") for kind in token.kinds) and not token.refs
    words = scene.text[token.span.start : token.span.end] if is_noun else ""
    return token.is_other_field or (bool(words) and scene.labels.exact(words) is not None)


def _beside_mark(scene: Scene, cut: Segment) -> list[Token]:
    """Give the tokens of a segment without those that only end the name of a matter (押金这块)."""
    mark = scene.search("matter.end", Span(cut.tokens[0].span.end, cut.span.end))
    return [token for token in cut.tokens if mark is None or not mark.contains(token.span)]


def _holds_back(token: Token) -> bool:
    """Tell that a token points at what was shown, gives a value of it, or sets a condition."""
    if token.refs or (token.value is not None and token.value.equals):
        return True
    kinds = token.kinds
    is_light = "filler" in kinds
    if kinds & _SPOILING and not is_light:
        return True
    return bool(kinds & _POINTING and not is_light) or any(kind.startswith(_COUNTING) for kind in kinds)


def _is_matter(scene: Scene, cut: Segment) -> bool:
    """Tell that a segment does no more than name a matter (``发票的事``, ``as for the invoice``)."""
    return not cut.is_asked and not any(_holds_back(token) for token in cut.tokens) and _names_matter(scene, cut)


def _names_matter(scene: Scene, cut: Segment) -> bool:
    """Tell that a segment names a matter in words nobody knows."""
    if _is_moved(scene, cut):
        return True
    begin = scene.skip_words("talk.opener", cut.tokens[0].span.start)
    lead = scene.search("matter.lead", cut.span) or scene.search("matter.moves", cut.span)
    start = begin if lead is None else lead.end
    end = scene.search("matter.end", Span(start, cut.span.end))
    if end is None and (lead is None or scene.search("matter.moves", lead) is not None):
        return False
    name = Span(start, cut.span.end if end is None else end.start)
    words = scene.text[name.start : name.end].strip(_STRIP)
    if not words or len(words) > (_LONGEST if words.isascii() else _LONGEST_HAN):
        return False
    if not any(token.is_unknown and name.overlaps(token.span) for token in cut.tokens):
        return False
    is_looked_up = lead is None and scene.lexicon.regex("matter.source").fullmatch(words) is not None
    return not is_looked_up and scene.lexicon.regex("matter.shown").fullmatch(words) is None


def _is_moved(scene: Scene, cut: Segment) -> bool:
    """Tell that a segment says no more than that a thing is sent or taken somewhere (回头我让小李把合同发过来).

    Papers are sent on whatever was looked up in them; what changes or completes what was shown is no other matter,
    unless the user asks for it (回头把资料发我).
    """
    lead = scene.search("matter.moves", cut.span)
    start = scene.skip_words("talk.opener", cut.tokens[0].span.start) if lead is None else lead.end
    end = scene.search("matter.moved", Span(start, cut.span.end))
    words = scene.text[start : end.start].strip(_STRIP) if end is not None else ""
    if end is None or not words or len(words) > (_LONGEST if words.isascii() else _LONGEST_HAN):
        return False
    if lead is None and words.isascii():
        return False  # let me get back to you
    if scene.lexicon.regex("matter.again").fullmatch(words) is not None:
        return False
    regex, whole = scene.lexicon.regex, Span(start if lead is None else lead.start, end.end)
    if scene.has("matter.fetched", whole) or regex("matter.source").fullmatch(words) is not None:
        return True
    name = Span(start, end.start)
    is_unknown = any(token.is_unknown and name.overlaps(token.span) for token in cut.tokens)
    return is_unknown and regex("matter.shown").fullmatch(words) is None
