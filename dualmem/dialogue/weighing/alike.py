"""Alike: words that are nearly what was shown, or look like a value of its kind."""

from difflib import SequenceMatcher

import re2

from dualmem.dialogue.shown.named import folded
from dualmem.dialogue.shown.targets import Target
from dualmem.text import fold

CAPITAL = re2.compile(r"^\p{Lu}[\p{L}\d.'’&-]*(?: (?:(?:of|the|and|at|de|in|&) ){0,2}[\p{Lu}\d&][\p{L}\d.'’&-]*){0,6}$")
_FEWEST_DIGITS = 5
_HAN_NAME = (2, 3, 4)
_NEARLY = 0.75  # of the characters of a name that is written anew
_HEAD = re2.compile(r"[a-z]{2,}")


def is_like(words: str, shown: str) -> bool:
    """Tell that Chinese words are as long as what was shown and share a character (``是赵闵`` for 赵敏)."""
    known = folded(shown)
    return not known.isascii() and abs(len(words) - len(known)) <= 1 and bool(set(words) & set(known))


def is_namesake(words: str, shown: str) -> bool:
    """Tell that words are nearly the name that was shown: 李磊 for 李雷, Ana Schmitt for Anna Schmidt."""
    if words.isascii():
        is_near = SequenceMatcher(None, fold(words).text, folded(shown)).ratio() >= _NEARLY
        return is_near and CAPITAL.match(words) is not None
    return len(words) == len(shown) and len(words) in _HAN_NAME and words[0] == shown[0] and words != shown


def is_akin_to(words: str, target: Target) -> bool:
    """Tell that words are what was shown as a text, or nearly so."""
    shown = target.value
    return isinstance(shown, str) and target.spec.type == "text" and (target.equals(words) or is_namesake(words, shown))


def is_kin(words: str, shown: str) -> bool:
    """Tell that two items are put alike: they begin alike, or share half of their pairs of characters."""
    pairs = [{text[at : at + 2] for at in range(len(text) - 1)} for text in (words, shown)]
    return words[:2] == shown[:2] or 2 * len(pairs[0] & pairs[1]) >= max(len(pairs[0]), 1)


def is_akin(words: str, target: Target) -> bool:
    """Tell that words look like a value of a field: an address, a number to dial, an id that begins alike."""
    if target.spec.type == "email":
        return "@" in words
    if target.spec.type == "phone":
        return not words.strip("0123456789 +-") and sum(map(str.isdigit, words)) >= _FEWEST_DIGITS
    head = _HEAD.match(fold(str(target.value)).text) if target.spec.type == "id" else None
    return head is not None and words.startswith(head.group())
