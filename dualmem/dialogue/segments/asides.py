"""Asides: a judgement behind an aside is about the noun before it (``my flight, which moved to Dec 22, is fine``)."""

from collections.abc import Sequence

from dualmem.dialogue.segments.counting import counts
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.words import YES

_QUIET = frozenset({"filler"})
_SMALL = frozenset({"filler", "deictic", "and", "also", "contrast"})


def joined_over_asides(scene: Scene, cuts: Sequence[Segment]) -> list[Segment]:
    """Give the segments; one that begins with its verb begins with the noun that opens the sentence.

    Only behind a comma, and where the noun has its article or a name: ``thanks, looks good`` names nothing.
    """
    if len(cuts) < len("ab") or not scene.may_hold("matter.predicate"):
        return list(cuts)
    out: list[Segment] = []
    head: Segment | None = None
    for cut in cuts:
        begin = scene.skip(cut.span.start)
        is_led = head is not None and not cut.is_asked and scene.match("matter.predicate", begin) is not None
        if head is not None and is_led and _is_noun(scene, head):
            cut = cut._replace(tokens=(*head.tokens, *cut.tokens))  # noqa: PLW2901
            out = [_silent(one) if one.span.start > head.span.start else one for one in out]
        out.append(cut)
        head = None if cut.is_closed else head or cut
    return out


def _is_noun(scene: Scene, cut: Segment) -> bool:
    """Tell that a segment is a noun and no more: a name of what was shown, or unknown words with their article."""
    heavy = [token for token in cut.tokens if not (token.kinds and token.kinds <= _SMALL)]
    if not heavy or cut.is_asked or not all(_names(token) for token in heavy):
        return False
    begin = scene.skip_words("talk.opener", cut.span.start)
    return not any(t.is_unknown for t in heavy) or scene.match("matter.article", begin) is not None


def _silent(cut: Segment) -> Segment:
    """Give an aside without the force of a yes (``the hotel, as I said, is fine``)."""
    is_yes = all(t.kinds & (YES | _SMALL) and t.value is None and not t.refs for t in cut.tokens)
    return cut._replace(tokens=tuple(t._replace(kinds=_QUIET) for t in cut.tokens)) if is_yes else cut


def _names(token: Token) -> bool:
    return token.is_unknown or (
        token.value is None and (bool(token.refs) or token.is_other_field or counts(token.kinds))
    )
