"""Whole names: a shown or given name that is but a part of the name in the turn.

``no, It Chapter Two`` names neither the shown ``It`` nor ``Chapter Two``: words in capitals right beside a name belong
to it, whatever else they mean. What was taken for less is shown again in full, and written by the next yes.
"""

from collections.abc import Sequence
from dataclasses import replace

import re2

from dualmem.dialogue.shown.named import folded
from dualmem.dialogue.shown.scan import is_whole
from dualmem.dialogue.shown.scene import Scene
from dualmem.dialogue.shown.targets import Target, ValueWord
from dualmem.dialogue.weighing.verdict import Verdict
from dualmem.model.span import Span

_WORD = re2.compile(r"[\p{L}\p{N}&'’\-]+")
_CAPITAL = re2.compile(r"\p{Lu}|\d|&$")
_SENTENCE = re2.compile(r"(?:^|[.!?。]\s)\s*$")


def widen(scene: Scene, verdict: Verdict, targets: Sequence[Target]) -> None:
    """Show names again that the turn gives in full where less was read; the verdict is changed in place."""
    original = scene.original
    if original == original.lower() and not any(map(str.isdigit, original)):
        return  # no capital and no number: nothing goes on
    if scene.is_shouted:
        return
    for target in targets:
        if target.spec.type != "text" or not isinstance(target.value, str):
            continue
        if target.id in verdict.values:
            word = verdict.values[target.id]
            whole = _whole(scene, word.span)
            if whole != word.span or _is_led(scene, word.span, target.value):
                verdict.values[target.id] = _widened(scene, word, whole)
        elif target.id in verdict.yes and any(_whole(scene, one) != one for one in _said(scene, target.value)):
            verdict.yes.pop(target.id)
            verdict.undecided.add(target.id)


def _is_led(scene: Scene, span: Span, shown: str) -> bool:
    """Tell that a word in small letters stands before a name in capitals that is for one in capitals.

    ``my name is spelled Anna Schmitt`` may give less than all of it.
    """
    place = scene.extraction.utterance.folded.to_original(span)
    words = scene.original[place.start : place.end]
    return shown[:1].isupper() and words[:1].islower() and " " in words and words.rpartition(" ")[2][:1].isupper()


def _widened(scene: Scene, word: ValueWord, whole: Span) -> ValueWord:
    place = scene.extraction.utterance.folded.to_original(whole)
    words = scene.original[place.start : place.end]
    reading = replace(word.reading, span=place, folded=whole, outer=whole, value=words)
    return word._replace(reading=reading, equals=frozenset(), is_loose=True)


def _said(scene: Scene, shown: str) -> list[Span]:
    """Give the places where the shown name stands in the turn."""
    words, text = folded(shown), scene.text
    found: list[Span] = []
    at = text.find(words) if words else -1
    while at >= 0:
        place = Span(at, at + len(words))
        found += [place] if is_whole(text, place) else []
        at = text.find(words, place.end)
    return found


def _whole(scene: Scene, span: Span) -> Span:
    """Give the place of a name with the words in capitals right before and behind it, and a number joined to it."""
    text = scene.text
    words = [Span(found.start(), found.end()) for found in _WORD.finditer(text)]
    start, end = span.start, span.end
    while end < len(text) and text[end].isdigit():
        end += 1
    before = [one for one in words if one.end <= span.start]
    while before and _is_beside(text, before[-1].end, start):
        joint = len(before) > 1 and _is_joint(scene, before[-1]) and _is_beside(text, before[-2].end, before[-1].start)
        word = before[-2] if joint else before[-1]
        if not _is_name(scene, word):
            break
        start = word.start
        before = before[: -2 if joint else -1]
    for word in (one for one in words if one.start >= end):
        if not _is_beside(text, end, word.start) or not _is_name(scene, word):
            break
        end = word.end
    return Span(start, end)


def _is_joint(scene: Scene, word: Span) -> bool:
    return "and" in scene.words.kinds(scene.text[word.start : word.end])


def _is_beside(text: str, end: int, start: int) -> bool:
    return start == end + 1 and text[end] == " "


def _is_name(scene: Scene, word: Span) -> bool:
    """Tell that a word has a capital, or a digit, and not from the beginning of a sentence."""
    place = scene.extraction.utterance.folded.to_original(word)
    if _CAPITAL.match(scene.original[place.start : place.end]) is None:
        return False
    said = scene.text[word.start : word.end]
    is_me = said.replace("’", "'").partition("'")[0] == "i"  # no, I'm Anne
    return scene.words.holds("name.pointing", said) or (
        not is_me and _SENTENCE.search(scene.text[: word.start]) is None
    )
