"""Things: what a turn changes or wishes for and nobody showed (``move the call to Friday``, ``把房租改成3000``)."""

import re2

from dualmem.dialogue.saying.unstated import is_of_another
from dualmem.dialogue.segments.tokens import Segment, Token
from dualmem.dialogue.shown.scene import Scene
from dualmem.model.span import Span
from dualmem.model.value import Day, Moment, Money, TimeOfDay

_LETTERS = re2.compile(r"[a-z]{3}|\p{Han}{2}")
_DIGIT = re2.compile(r"\d")
_FIGURE = re2.compile(r"\d|^[零一二两三四五六七八九十百千万亿]+")


def things(scene: Scene, cut: Segment, value: Token) -> list[Span]:
    """Give the places of unknown words that a sentence has for its object, where no label says what the value is for.

    In English an article or a possessive stands before them, or a preposition between them and the value; in Chinese
    they stand behind 把, or right before the word of change.
    """
    if value.is_cued or value.value is None:
        return []
    end = value.span.start
    labels = [n for n, t in enumerate(cut.tokens) if t.refs and not t.by_noun and t.span.end <= end]
    if labels:
        return _behind_labels(scene, cut, labels, value.value.targets)
    start = value.value.span.start
    changes = [t.span.end for t in cut.tokens if "change" in t.kinds and t.span.end <= start]
    first = max(changes, default=0)  # I changed my mind make it 4: the last order counts
    found: list[Span] = []
    for place, token in enumerate(cut.tokens):
        words = scene.text[token.span.start : token.span.end]
        is_early = words.isascii() and token.span.start < first
        is_read = is_early or not token.is_unknown or token.span.end > start or _is_no_thing(scene, cut, place)
        if is_read or _LETTERS.search(words) is None or _FIGURE.search(words):
            continue
        before = scene.text[cut.span.start : token.span.start].rstrip()
        after = scene.text[token.span.end : start].strip()
        is_object = scene.lexicon.has("wish.determiner", f"{before} {words}" if words.isascii() else before)
        is_led = any("change" in t.kinds for t in cut.tokens[place + 1 : place + 2]) and not words.isascii()
        is_joined = words.isascii() and scene.lexicon.regex("wish.joint").fullmatch(after) is not None
        if is_object or is_led or is_joined:
            found.append(token.span)
    apart = scene.search("wish.other", Span(value.value.span.end, cut.span.end))
    return [*found, apart] if apart is not None else found


def is_led_to(scene: Scene, cut: Segment) -> bool:
    """Tell that words nobody knows stand before the first value: it may be a part of what they say (boss: 560k).

    So they may behind a day by its name (明天下雨).
    """
    first = next((n for n, t in enumerate(cut.tokens) if t.value is not None), 0)
    if cut.tokens[first].is_cued:
        return False
    if _is_named_day(scene, cut.tokens[first]) and any(t.is_unknown for t in cut.tokens[first + 1 :]):
        return True
    return any(t.is_unknown and _is_word(scene, t) for t in cut.tokens[:first]) and not is_granted(scene, cut, first)


def is_granted(scene: Scene, cut: Segment, first: int) -> bool:
    """Tell that a segment says no more than that one's own side grants an amount (财务最多批240万)."""
    token, rest = cut.tokens[first], cut.tokens[first + 1 :]
    if token.value is None or not isinstance(token.value.reading.value, Money) or not scene.may_hold("value.granted"):
        return False
    if not all(t.kinds and t.kinds <= {"filler"} for t in rest):
        return False  # 老板给了240万的项目
    words = scene.text[cut.span.start : token.value.span.start].strip()
    return scene.lexicon.regex("value.granted").fullmatch(words) is not None


def says_when(scene: Scene, cut: Segment) -> bool:
    """Tell that the first value is a day by its name right behind those words: it only says when (win tonight)."""
    first = next(n for n, t in enumerate(cut.tokens) if t.value is not None)
    return first > 0 and cut.tokens[first - 1].is_unknown and _is_named_day(scene, cut.tokens[first])


def _is_word(scene: Scene, token: Token) -> bool:
    words = scene.text[token.span.start : token.span.end]
    return _LETTERS.search(words) is not None and scene.lexicon.regex("wish.modal").fullmatch(words) is None


def _is_named_day(scene: Scene, token: Token) -> bool:
    value = token.value.reading.value if token.value is not None else None
    is_day = isinstance(value, Day | TimeOfDay | Moment)
    return is_day and _DIGIT.search(scene.text[token.span.start : token.span.end]) is None


def _is_no_thing(scene: Scene, cut: Segment, place: int) -> bool:
    """Tell that unknown words are the unit of a value before them (``four people``), or lead to a change (能不能)."""
    before, token = cut.tokens[max(place - 1, 0)], cut.tokens[place]
    words = scene.text[token.span.start : token.span.end]
    return before.value is not None or scene.lexicon.regex("wish.modal").fullmatch(words) is not None


def _behind_labels(scene: Scene, cut: Segment, labels: list[int], mine: frozenset[str]) -> list[Span]:
    """Give the labels that stand before a value and are not of it: another's, another field's, or for a part of it."""
    own = [n for n in labels if cut.tokens[n].refs & mine and not is_of_another(cut.tokens, n, scene)]
    if not own:
        return [cut.tokens[n].span for n in labels]
    label = cut.tokens[own[-1]].span
    parts = [t.span for t in cut.tokens if t.is_unknown and t.span.start >= label.end]
    return [one for one in parts if scene.lexicon.has("wish.part", scene.text[label.end : one.end])]
