"""Noted: a note that only says of what was shown that it be written down is an answer, no note (``记下来吧，没错``)."""

from collections.abc import Callable

from dualmem.dialogue.shown.scene import Scene
from dualmem.model.act import Act, AddNote
from dualmem.model.span import Span

_NAMING = frozenset({"filler", "deictic", "and", "all", "others", "copula"})
_HEADS = ("ordinal", "first", "last", "count")


def is_answer(scene: Scene, acts: tuple[Act, ...], span: Span) -> bool:
    """Tell that a note begins with nothing but names of what was shown, and goes on in words of answers alone.

    ``记下来吧，没错``, ``记下预算，日期不要``, ``jot it down, correct``. What says what is to be done is a note:
    ``记一下要确认预算``.
    """
    if len(acts) != 1 or not isinstance(acts[0], AddNote) or not scene.targets.shown:
        return False
    cue = scene.match("cmd.note", span.start)
    if cue is None or scene.text[cue.start] == "/" or scene.text[cue.end - 1 : cue.end + 1].find(":") >= 0:
        return False
    first = min(scene.clause_end(cue.end), span.end)
    return _is_all(scene, Span(cue.end, first), _names) and _is_all(scene, Span(first, span.end), bool)


def _names(kinds: frozenset[str]) -> bool:
    """Tell that a word names, or says nothing; one that may judge does not count."""
    return any(kind in _NAMING or kind.partition(".")[0] in _HEADS for kind in kinds) and not kinds & {"no", "neg"}


def _is_all(scene: Scene, place: Span, is_fit: Callable[[frozenset[str]], bool]) -> bool:
    """Tell that every letter of a place is of a name of what was shown or of a word of a fitting kind."""
    shown = {target.spec.path for target in scene.targets.shown}
    names = [label.span for label in scene.labels.find(scene.text, place.start, place.end) if shown & set(label.fields)]
    words = [word.span for word in scene.words.find(scene.text, place.start, place.end) if is_fit(word.kinds)]
    known = names + words
    letters = (n for n in range(place.start, place.end) if scene.text[n].isalnum())
    return all(any(span.start <= n < span.end for span in known) for n in letters)
