"""Numerals in English words: few of a unit, number words with figures among them, and the k after them."""

import re
from decimal import Decimal

from dualmem.values.number_en import read_english
from dualmem.values.number_words import SCALES
from dualmem.values.numeral import Numeral, finite, rounded

_THOUSANDS = re.compile(r"[ -]?k(?![a-z0-9_])")  # after number words: six hundred k
_FEW_EN = re.compile(
    r"(?:(?P<few>a few|few|several)|a couple(?: of)?) (?P<unit>hundred|thousand|million|billion|k)(?![a-z])"
)


def _few_of(text: str, start: int) -> Numeral | None:
    """Read a few hundred (200-999, as 几百), several thousand, a couple of million (about two)."""
    hit = _FEW_EN.match(text, start)
    if hit is None:
        return None
    unit = 100 if hit["unit"] == "hundred" else 1000 if hit["unit"] == "k" else SCALES[hit["unit"]]
    low = Decimal(2 * unit)
    high = (Decimal(999) if unit == 100 else Decimal(9 * unit)) if hit["few"] else low
    return Numeral(
        start=start,
        end=hit.end(),
        low=low,
        high=high,
        scale=unit,
        form="words",
        is_about=not hit["few"],
        suffix_end=hit.end(),
    )


def read_words(text: str, start: int) -> Numeral | None:
    """Give the numeral in English words that begins at a place of a folded text, or None."""
    few = _few_of(text, start) if text[start] in "afs" else None
    if few is not None:
        return few
    words = read_english(text, start)
    if words is None or not words.has_word:
        return None
    value, is_rounded = rounded(words.value) if words.has_digit_ratio else (finite(words.value), False)
    suffix = None if words.scale > 1 or words.is_fraction else _THOUSANDS.match(text, words.end)
    return Numeral(
        start=start,
        end=words.end,
        low=value,
        high=value,
        scale=words.scale,
        suffix="k" if suffix else "",
        form="words",
        is_about=words.is_about or is_rounded,
        is_article=words.is_article,
        is_fraction=words.is_fraction,
        suffix_end=suffix.end() if suffix else words.end,
    )
