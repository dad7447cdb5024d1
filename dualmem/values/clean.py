"""Clean: which texts are refused as values, because of what hides in them or of what they would do elsewhere."""

import unicodedata
from functools import lru_cache

import re2

from dualmem.model.reading import Refusal

_VARIATION = re2.compile(r"[\x{fe00}-\x{fe0f}\x{e0100}-\x{e01ef}]")
_INVISIBLE = re2.compile(
    r"[\x00\x{ad}\x{34f}\x{61c}\x{115f}\x{1160}\x{17b4}\x{17b5}\x{180b}-\x{180e}\x{200b}-\x{200f}\x{2028}-\x{202e}"
    r"\x{2060}-\x{206f}\x{3164}\x{feff}\x{ffa0}\x{fff0}-\x{fffb}\x{e0000}-\x{e0fff}]"
)
_CONTROL = re2.compile(r"[\x01-\x08\x0b-\x1f\x7f-\x{9f}]")
_MARKUP = re2.compile(r"(?i)<\s*/?\s*script|\{\{|\{%|\x1b\[|javascript:")
_APART = frozenset(
    ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "KATAKANA-HIRAGANA", "HALFWIDTH", "IDEOGRAPHIC")
)
_SCRIPTS = frozenset(
    "LATIN CYRILLIC GREEK ARMENIAN HEBREW ARABIC DEVANAGARI BENGALI THAI GEORGIAN CHEROKEE COPTIC ETHIOPIC".split()
)


def tidy(text: str) -> str:
    """Give a text without leading byte-order mark, variation selectors and outer spaces; CR LF is LF."""
    if text.isascii() and "\r" not in text:
        return text.strip()
    dropped = _VARIATION.sub("", text.removeprefix("\ufeff")) if not _has_surrogate(text) else text
    return dropped.replace("\r\n", "\n").strip()


def check_text(text: str, *, is_clean: bool) -> Refusal | None:
    """Tell why a text is refused as a value.

    Args:
        text: The text, tidied.
        is_clean: Refuse markup, templates and control characters too.

    Returns:
        ``invisible``, ``mixed_scripts``, ``unclean`` or None.
    """
    if _has_surrogate(text) or _INVISIBLE.search(text):
        return Refusal(reason="invisible")
    if is_clean and (_CONTROL.search(text) or _MARKUP.search(unicodedata.normalize("NFKC", text))):
        return Refusal(reason="unclean")
    return Refusal(reason="mixed_scripts") if has_mixed_scripts(text) else None


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= char <= "\udfff" for char in text)


def has_mixed_scripts(text: str) -> bool:
    """Tell whether letters of two alphabets stand in one word; Han, kana and hangul end a word."""
    if text.isascii():
        return False
    seen = ""
    for char in text:
        script = "" if char.isascii() and not char.isalpha() else _script(char)
        if not script:
            seen = "" if not (char.isdigit() or unicodedata.combining(char)) else seen
        elif seen and script != seen:
            return True
        else:
            seen = script
    return False


@lru_cache(maxsize=4096)
def _script(char: str) -> str:
    if not char.isalpha():
        return ""
    words = unicodedata.name(char, "").split(" ")
    if words[0] in ("FULLWIDTH", "MATHEMATICAL"):
        return "LATIN"
    return words[0] if words[0] in _SCRIPTS else ""
