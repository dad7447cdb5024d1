"""Clean: which texts are refused as values, because of what hides in them or of what they would do elsewhere."""

import re
import unicodedata

import re2

from dualmem.model.reading import Refusal
from dualmem.text import hidden, mixed_words

_VARIATION = re2.compile(r"[\x{180B}-\x{180D}\x{180F}\x{FE00}-\x{FE0F}\x{E0100}-\x{E01EF}]")
_SURROGATE = re.compile("[\ud800-\udfff]")  # RE2 takes no text that holds one
_PLAIN = re.compile("[ -~\u4e00-\u9fff]*")
_MARKUP = re2.compile(r"(?i)<\s*/?\s*script|\{\{|\{%")


def tidy(text: str) -> str:
    """Give a text without leading byte-order mark, variation selectors and outer spaces; CR LF is LF."""
    kept = text.removeprefix("\ufeff").replace("\r\n", "\n").strip()
    return kept if is_plain(kept) or _has_surrogate(kept) else _VARIATION.sub("", kept)


def check_text(text: str, *, is_clean: bool) -> Refusal | None:
    """Tell why a text is refused as a value.

    Args:
        text: The text, tidied.
        is_clean: Refuse markup, templates and control characters too; NUL is refused always.

    Returns:
        ``invisible``, ``mixed_scripts``, ``unclean`` or None.
    """
    if is_plain(text):
        return Refusal(reason="unclean") if is_clean and has_markup(text) else None
    if _has_surrogate(text):
        return Refusal(reason="invisible")
    unseen = {text[span.start] for span in hidden(text)} | ({"\r"} & set(text))
    controls = {char for char in unseen if unicodedata.category(char) == "Cc"}
    if unseen - controls or "\0" in controls:
        return Refusal(reason="invisible")
    if is_clean and (controls or has_markup(unicodedata.normalize("NFKC", text))):
        return Refusal(reason="unclean")
    return Refusal(reason="mixed_scripts") if mixed_words(text) else None


def is_plain(text: str) -> bool:
    """Tell that a text is nothing but printable ASCII and common Chinese characters: nothing hides among these."""
    return _PLAIN.fullmatch(text) is not None


def has_markup(text: str) -> bool:
    """Tell that a text holds a script or a template."""
    return ("<" in text or "{" in text) and _MARKUP.search(text) is not None


def _has_surrogate(text: str) -> bool:
    return _SURROGATE.search(text) is not None
