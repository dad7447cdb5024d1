"""Things: what a turn changes or wishes for and nobody showed (``move the call to Friday``, ``把房租改成3000``)."""

import re2

from dualmem.dialogue.besides import is_of_another
from dualmem.dialogue.scene import Scene
from dualmem.dialogue.tokens import Segment, Token
from dualmem.model.span import Span

_LETTERS = re2.compile(r"[a-z]{3}|\p{Han}{2}")
_FIGURE = re2.compile(r"\d|^[零一二两三四五六七八九十百千万亿]+")


def things(scene: Scene, cut: Segment, value: Token) -> list[Span]:
    """Give the places of unknown words that a sentence has for its object, where no label says what the value is for.

    In English an article or a possessive stands before them, or a preposition between them and the value; in Chinese
    they stand behind 把, or right before the word of change.
    """
    labels = [place for place, t in enumerate(cut.tokens) if t.refs and not t.by_noun]
    if labels or value.is_cued:
        others = [place for place in labels if is_of_another(cut.tokens, place, scene.text)]
        return [cut.tokens[place].span for place in others if len(others) == len(labels)]
    start = value.value.span.start if value.value is not None else value.span.start
    found: list[Span] = []
    for place, token in enumerate(cut.tokens):
        words = scene.text[token.span.start : token.span.end]
        if not token.is_unknown or token.span.end > start or _LETTERS.search(words) is None or _FIGURE.search(words):
            continue
        before = scene.text[cut.span.start : token.span.start].rstrip()
        after = scene.text[token.span.end : start].strip()
        is_object = scene.lexicon.has("wish.determiner", f"{before} {words}" if words.isascii() else before)
        is_led = any("change" in t.kinds for t in cut.tokens[place + 1 : place + 2]) and not words.isascii()
        is_joined = words.isascii() and scene.lexicon.regex("wish.joint").fullmatch(after) is not None
        if is_object or is_led or is_joined:
            found.append(token.span)
    end = value.value.span.end if value.value is not None else value.span.end
    apart = scene.search("wish.other", Span(end, cut.span.end))
    return [*found, apart] if apart is not None else found
