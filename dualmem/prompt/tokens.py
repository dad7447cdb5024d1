"""Tokens: an estimate of how many a text costs, without a tokenizer."""

# One token a CJK character, and one per 3.5 bytes of all else; calibrate with ``factor`` from a provider's usage.
BYTES_PER_TOKEN = 3.5
# Kana, Han, Hangul, their punctuation and full-width forms.
_CJK_RANGES = ((0x3000, 0x9FFF), (0xAC00, 0xD7AF), (0xF900, 0xFAFF), (0xFF00, 0xFFEF), (0x20000, 0x3FFFF))


def estimate_tokens(text: str, *, factor: float = 1.0) -> int:
    """Give the estimated tokens of a text, rounded up.

    Args:
        text: The text.
        factor: Measured tokens per estimated one.
    """
    if text.isascii():
        cjk, rest = 0, len(text)
    else:
        wide = [char for char in text if _is_cjk(char)]
        cjk = len(wide)
        rest = len(text.encode("utf-8", "replace")) - len("".join(wide).encode("utf-8", "replace"))
    return -int(-(cjk + rest / BYTES_PER_TOKEN) * factor // 1)


def _is_cjk(char: str) -> bool:
    code = ord(char)
    return any(first <= code <= last for first, last in _CJK_RANGES) if code >= _CJK_RANGES[0][0] else False
