"""Tails: what all the words of a clause do to what stands before it: take it back, doubt it, put it off."""

from dualmem.dialogue.shown.scene import Scene

DOUBTING = frozenset({"hedge", "defer"})
WITHHOLDING = frozenset({"hedge", "unsettled", "no", "no_refuse"})  # 加一条…，明天再说: the rest is put off
_STANDING = frozenset({"yes_bare", "yes_explicit", "yes_order", "change"})
_MARKS = " \t\n,.。!~…-—;:)）"


def undoes(scene: Scene, words: str) -> bool:
    """Tell that words say that what was said does not hold after all (``it used to be``, 我蒙的)."""
    return scene.lexicon.has("answer.undone", words.strip(_MARKS))


def is_hearsay(scene: Scene, words: str) -> bool:
    """Tell that words say that only others say so (``so they say``, 据说)."""
    return scene.lexicon.has("answer.hearsay", words.strip(_MARKS))


def withholds(scene: Scene, words: str, withholding: frozenset[str]) -> bool:
    """Tell that words say no more than a no, a doubt, or that something is put off.

    Args:
        scene: The turn.
        words: All of a clause, folded.
        withholding: The kinds of words that count: ``WITHHOLDING``, ``DOUBTING``, or some of them.
    """
    words = words.strip(_MARKS)
    found = scene.words.find(words, 0, len(words))
    kinds = frozenset(kind for word in found for kind in word.kinds)
    covered = sum(len(word.span) for word in found) + words.count(" ")
    is_asked = "ask" in kinds and not kinds & DOUBTING
    if not kinds & withholding or kinds & _STANDING or is_asked or covered < len(words):
        return False
    return not scene.lexicon.has("cmd.plain_end", words)
