"""Undone: a clause behind an answer that takes back what it said (``right, it used to be``; 60万，我蒙的)."""

from collections.abc import Sequence

from dualmem.dialogue.segments.glance import kinds_of
from dualmem.dialogue.segments.statement import Statement
from dualmem.dialogue.segments.tokens import Segment
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.tails import is_hearsay, undoes
from dualmem.model.span import Span

_ANSWERS = frozenset({"yes", "value"})
_POLAR = _ANSWERS | {"no", "notvalue"}
_STAYING = frozenset({"also", "keep"})  # 之前是这个数，现在也是


def unless_undone(scene: Scene, cuts: Sequence[Segment], said: Sequence[Statement]) -> list[Statement]:
    """Give statements; where a whole clause behind the last answer takes it back, all of them are left open.

    A clause that names a field is about that field, and one with a value gives one: neither is looked at here.
    """
    undoing = [n for n, cut in enumerate(cuts) if n and not cut.is_asked and undoes(scene, _words(scene, cut))]
    polar = [one for one in said if one.polarity in _POLAR and one.segment not in undoing]
    answer = max(polar, key=lambda one: one.segment, default=None)
    if answer is None:
        return list(said)
    if _is_withdrawn(said):
        return [*said, Statement("undecided", is_predicate=True, segment=said[-1].segment)]
    if answer.polarity not in _ANSWERS:
        return list(said)  # 日期不对，客户还没定: why it is wrong
    if _is_reported(scene, cuts, polar):
        others = [one for one in said if one.polarity != "yes"]
        return others if _shown_again(answer) else [Statement("undecided", is_predicate=True)]
    last = answer.segment
    is_undone = any(n > last for n in undoing) or undoes(scene, _behind_but(scene, cuts[last]))
    tails = [_words(scene, cut) for cut in cuts[last + 1 :] if not cut.is_asked]
    if not is_undone and any(is_hearsay(scene, words) for words in tails):
        is_undone = not _shown_again(answer)
    if not is_undone or not _STAYING.isdisjoint(kinds_of(cuts[last + 1 :])):
        return list(said)
    kept = [one for one in said if one.segment not in undoing]
    return [*kept, Statement("undecided", is_predicate=True, segment=last)]


def _is_reported(scene: Scene, cuts: Sequence[Segment], polar: Sequence[Statement]) -> bool:
    """Tell that the clause before the first answer says that it is another's (老板说，没错; ``he said, correct``)."""
    first = min(one.segment for one in polar)
    return first > 0 and not cuts[first - 1].is_closed and scene.has("answer.reporter", cuts[first - 1].span)


def _shown_again(said: Statement) -> bool:
    """Let a new value that is but hearsay be shown again, not written (60万，他们说的); tell whether it is one."""
    token = said.token
    if token is None or token.value is None or token.value.equals:
        return False
    said.token = token._replace(value=token.value._replace(is_loose=True))
    return True


def _behind_but(scene: Scene, cut: Segment) -> str:
    """Give the words of a segment from its but on (没错但变了), or none."""
    at = next((n for n, token in enumerate(cut.tokens) if n and "contrast" in token.kinds), None)
    if at is None:
        return ""
    return _words(scene, Segment(Span(cut.tokens[at].span.start, cut.span.end), cut.tokens[at:]))


def _is_withdrawn(said: Sequence[Statement]) -> bool:
    """Tell that a change is the last but one thing said, and the last that it is not to be kept (…, but don't save)."""
    last, before = said[-1], said[-2] if len(said) > 1 else Statement()
    is_kept_back = last.polarity == "no" and last.is_withdrawn and last.has_contrast and not last.is_named
    return is_kept_back and before.polarity == "value"


def _words(scene: Scene, cut: Segment) -> str:
    """Give the words of a clause; none where it names a field or gives a value."""
    if any(token.refs or token.value is not None for token in cut.tokens):
        return ""
    return scene.text[cut.span.start : cut.span.end]
