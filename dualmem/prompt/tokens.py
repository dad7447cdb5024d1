"""Tokens: an estimate of how many a text costs, without a tokenizer."""

import re2

# One token a CJK character, and one per 3.5 bytes of all else; calibrate with ``factor`` from a provider's usage.
BYTES_PER_TOKEN = 3.5
_CJK = re2.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\x{3000}-\x{303F}\x{FF00}-\x{FFEF}]")


def estimate_tokens(text: str, *, factor: float = 1.0) -> int:
    """Give the estimated tokens of a text, rounded up.

    Args:
        text: The text.
        factor: Measured tokens per estimated one.
    """
    data = text.encode("utf-8", "replace").decode("utf-8")
    rest, cjk = _CJK.subn("", data)
    return -int(-(cjk + len(rest.encode("utf-8")) / BYTES_PER_TOKEN) * factor // 1)
