"""Declining: a service that the model offered beside what was shown is turned down."""

from collections.abc import Sequence

from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.words import DENYING
from dualmem.model.span import Span

_BARE = frozenset({"no_opening", "decline", "elided_none", "filler"})
_STOPS = ",。.!;: \n"


def declines(scene: Scene, cuts: Sequence[Segment], statements: Sequence[Statement]) -> bool:
    """Tell that the turn only declines what the model asked beside what was shown.

    It turns a service down (``现在还不用，谢谢``), says that there is nothing more (``没有了``, ``no, that's all``), or
    has no preference: what was shown is then neither right nor wrong.
    """
    said = [s for s in statements if s.polarity] if scene.conversation.has_model_question else []
    if not said or any(s.polarity != "no" for s in said):
        return False
    refusing = [token.span for cut in cuts for token in cut.tokens if token.kinds & DENYING]
    if refusing and all(_says_nothing(scene, place) for place in refusing):
        return True
    if any(s.is_withdrawn or s.is_named for s in said):
        return False
    clauses = [scene.text[c.span.start : c.span.end] for c in scene.extraction.utterance.clauses if c.mood != "data"]
    if any(scene.lexicon.has("offered.close", clause.rstrip(_STOPS)) for clause in clauses):
        return True
    if _answers_question(cuts):
        return True
    words = [scene.text[place.start : place.end].strip() for place in refusing]
    return bool(words) and all("decline" in scene.words.kinds(word) for word in words)


def _answers_question(cuts: Sequence[Segment]) -> bool:
    """Tell that a bare no leads to words about another matter (``no, I haven't heard from the supplier yet``)."""
    opening, rest = cuts[0], cuts[1:]
    is_bare = all(token.kinds & _BARE for token in opening.tokens)
    is_own = any(token.refs or token.value is not None for cut in rest for token in cut.tokens)
    return is_bare and not is_own and bool(rest) and any(token.is_unknown for token in rest[0].tokens)


def _says_nothing(scene: Scene, place: Span) -> bool:
    """Tell that the clause of a denial says that there is nothing to add or to prefer."""
    clauses = [c.span for c in scene.extraction.utterance.clauses if c.span.overlaps(place)]
    return any(scene.lexicon.has("offered.nothing", scene.text[c.start : c.end].rstrip(_STOPS)) for c in clauses)
