"""Capitals: words that begin with a capital or a number and stand together, small words between them."""

import re2

from dualmem.dialogue.segments.tokens import Segment
from dualmem.dialogue.shown.named import may_start
from dualmem.dialogue.shown.scene import Scene
from dualmem.model.span import Span

_PIECE = re2.compile(r"[^\s,;!?\"“”()]+")
_MOST_JOINTS = 2


def capital_runs(scene: Scene, place: Span) -> list[Span]:
    """Give the places of words in capitals or numbers that stand together, small words between them (of, de)."""
    runs: list[list[Span]] = []
    joints = _MOST_JOINTS + 1
    for span, is_name in _pieces(scene, place):
        if is_name and runs and joints <= _MOST_JOINTS and _is_next(scene, runs[-1][-1], span, joints):
            runs[-1].append(span)
            joints = 0
        elif is_name:
            runs.append([span])
            joints = 0
        elif runs and scene.lexicon.regex("name.joint").fullmatch(scene.text[span.start : span.end]) is not None:
            joints += 1
        else:
            joints = _MOST_JOINTS + 1
    return [Span(run[0].start, run[-1].end) for run in runs]


def beside_values(scene: Scene, run: Span, cut: Segment) -> Span:
    """Give the place of a name without the values that small words join to it (**3 to** Luna **on the 14th**)."""
    values = [t.value.span for t in cut.tokens if t.value is not None and run.start <= t.value.span.start < run.end]
    first = next((span for span in values if span.start == run.start), None)
    behind = _behind_joints(scene, Span(first.end, run.end)) if first is not None else run.start
    start = behind if first is not None and behind > first.end + 1 else run.start
    last = next((span.start for span in values if span.start > start), None)
    end = _before_joints(scene, Span(start, last)) if last is not None else run.end
    return Span(start, end if last is not None and end < last - 1 else run.end)


def _behind_joints(scene: Scene, place: Span) -> int:
    """Give where the small words that begin a place end."""
    start, text = place.start, scene.text[place.start : place.end]
    while text:
        word, _, rest = text.lstrip().partition(" ")
        if scene.lexicon.regex("name.joint").fullmatch(word) is None:
            break
        start, text = place.end - len(rest), rest
    return start


def _before_joints(scene: Scene, place: Span) -> int:
    """Give where the small words that end a place begin."""
    words = scene.text[place.start : place.end].rstrip()
    head, _, last = words.rpartition(" ")
    while head and scene.lexicon.regex("name.joint").fullmatch(last) is not None:
        words = head
        head, _, last = words.rpartition(" ")
    return place.start + len(words)


def has_capital(scene: Scene, span: Span) -> bool:
    """Tell that a capital stands in a place."""
    place = scene.extraction.utterance.folded.to_original(span)
    return any(map(str.isupper, scene.original[place.start : place.end]))


def stripped(scene: Scene, span: Span) -> Span:
    """Give a place without the stops and quotes around its words."""
    text = scene.text[span.start : span.end]
    start = span.start + len(text) - len(text.lstrip(" .,;:'\"“”"))
    end = span.start + len(text.rstrip(" .,;:'\"“”!?"))
    return Span(start, max(end, start))


def _is_next(scene: Scene, last: Span, span: Span, joints: int) -> bool:
    gap = scene.text[last.end : span.start]
    return bool(gap.strip()) or joints == 0


def _pieces(scene: Scene, whole: Span) -> list[tuple[Span, bool]]:
    """Give the words of a place, and whether each may be one of a name."""
    found: list[tuple[Span, bool]] = []
    for match in _PIECE.finditer(scene.text[whole.start : whole.end]):
        span = stripped(scene, Span(whole.start + match.start(), whole.start + match.end()))
        if not len(span):
            continue
        place = scene.extraction.utterance.folded.to_original(span)
        word, said = scene.text[span.start : span.end], scene.original[place.start : place.end]
        is_name = may_start(said) and scene.lexicon.regex("name.none").fullmatch(word) is None
        is_shouted = len(span) > 1 and said.isupper()  # IT, JFK
        if is_name and not found and not word[0].isdigit() and not is_shouted:
            is_name = not _is_ordinary(scene, word)
        found.append((span, is_name))
    return found


def _is_ordinary(scene: Scene, word: str) -> bool:
    """Tell that a word at the beginning of a segment has its capital from there."""
    word = word.split("'", maxsplit=1)[0].split("’", maxsplit=1)[0]
    if scene.words.kinds(word):
        return not scene.words.holds("name.article", word)
    sections = ("wish.opening", "wish.order", "wish.turn", "talk.clause", "talk.work", "wish.frame", "cmd.prefix")
    return any(scene.lexicon.regex(name).fullmatch(word) is not None for name in sections)
