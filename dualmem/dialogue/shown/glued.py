"""Glued: answer words that were typed without the blank between them (``nothanks``, ``pleaseconfirm``)."""

import re2

from dualmem.dialogue.shown.words import Words

_WORD = re2.compile(r"[a-z]{5,24}")
_LEAST = 2


def unglued(text: str, words: Words) -> str:
    """Give folded text with a blank inside each unknown word that is two known ones, where it can be cut in one way.

    The first must be one of the small words that begin an answer (``glued``), so that no ordinary word is cut
    (``nowhere``, ``invalid``, ``nonstop``).
    """
    found = [match.group() for match in _WORD.finditer(text)]
    for word in dict.fromkeys(found):
        cuts = _cuts(word, words) if not words.kinds(word) else []
        if len(cuts) == 1:
            text = re2.sub(rf"\b{word}\b", f"{word[: cuts[0]]} {word[cuts[0] :]}", text)
    return text


def _cuts(word: str, words: Words) -> list[int]:
    """Give the places where a word falls into two known ones."""
    first, second = (words.lexicon.regex(name).fullmatch for name in ("glued.first", "glued.second"))
    places = range(_LEAST, len(word) - _LEAST + 1)
    return [at for at in places if first(word[:at]) is not None and second(word[at:]) is not None]
