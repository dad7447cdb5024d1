"""Whole figures: numerals put together to fractions (3又一千分之23), powers (2^5, 1e10) and dozens (五十打)."""

import re
from decimal import Decimal
from fractions import Fraction
from typing import Literal, NamedTuple

from dualmem.model.utterance import Folded
from dualmem.values.number_chars import BIG, SMALL
from dualmem.values.number_places import Places
from dualmem.values.numeral import Numeral, finite
from dualmem.values.numerals import find_numerals

_FRACTION = re.compile(r" {0,2}分 {0,2}之 {0,2}")
_AND = re.compile(r" {0,2}又 {0,2}")
_POWER = re.compile(r"\^([+-]{0,2})(\d{1,3})(?!\d)")
_EXPONENT = re.compile(r"e([+-]?\d{1,3})(?![a-z0-9])| ?[x×*] ?10\^([+-]?\d{1,2})(?!\d)")
_DOZEN = re.compile(r"打(?![印开算电包断破造车卡折球架扰击动招扫工听针官字起得])")
_HALF_MORE = re.compile(r"个半(?![月小钟星礼天年])")
_MAY_MULTIPLY = frozenset("^e x×*打个")  # 10^5, 1e10, 2 x 10^3, 五打, 三个半
_SHORT = 12  # characters: a text that may be nothing but 千一
_HEAD = re.compile(r"(?P<unit>[千万])(?P<digit>[一二三四五六七八九])")

Form = Literal["digits", "chinese", "words"]


class Figure(NamedTuple):
    """One number at a place of the folded text, fractions and powers worked out.

    Attributes:
        start: First character.
        end: One past the last.
        low: The number or the lower end; None where it is no finite decimal.
        high: Equal to ``low``, or the upper end.
        form: How it is written.
        scale: Its last unit, 1 for none.
        is_open: At least.
        is_about: About.
        is_few: A bare 几.
        is_fraction: A fraction.
        is_slash: Written with a slash.
        is_mixed_fraction: 1 3/4, 2½ or a sign before it: no date.
        is_dotted: Groups joined by dots.
        is_negative: Below zero.
        is_glued: A Latin letter or mark stands directly before it.
        is_composed: Put together of several numerals.
        is_range: Two ends.
    """

    start: int
    end: int
    low: Decimal | None
    high: Decimal | None
    form: Form
    scale: int = 1
    is_open: bool = False
    is_about: bool = False
    is_few: bool = False
    is_fraction: bool = False
    is_slash: bool = False
    is_mixed_fraction: bool = False
    is_dotted: bool = False
    is_negative: bool = False
    is_glued: bool = False
    is_composed: bool = False
    is_range: bool = False


def compose(folded: Folded, taken: Places) -> tuple[Figure, ...]:
    """Give the figures of a text, numerals that belong together as one.

    Args:
        folded: The text.
        taken: Places of values of other types; a plain numeral that touches one is left out.
    """
    text, numerals = folded.text, find_numerals(folded)
    original = folded.original
    out: list[Figure] = []
    index = 0
    has_parts = "分" in text or "又" in text or "份" in text
    may_leave = not has_parts and len(text) >= _SHORT
    while index < len(numerals):
        if may_leave and _is_left(text, taken, numerals[index]):
            index += 1
            continue
        figure, used = _mixed_fraction(text, numerals, index) if has_parts else (None, 1)
        if figure is None:
            figure, used = _single(text, original, folded, numerals[index]), 1
        if out and _says_again(text, out[-1], figure):
            out[-1] = out[-1]._replace(end=figure.end + 1)
        else:
            out.append(figure)
        index += used
        while index < len(numerals) and numerals[index].start < figure.end:
            index += 1
    return _headless(text, out) if len(text) < _SHORT and len(out) == 1 else tuple(out)


def _is_left(text: str, taken: Places, numeral: Numeral) -> bool:
    """Tell whether a numeral is part of another value, whatever it may be composed to."""
    if numeral.is_slash or numeral.scale >= 10**4 or text[numeral.start - 1 : numeral.start] == "(":
        return False
    return taken.touch(numeral.start, numeral.end)


def _says_again(text: str, first: Figure, second: Figure) -> bool:
    """Tell whether a figure in brackets repeats the one before it in another form: forty-five (45)."""
    if first.low is None or first.low != second.low or first.high != second.high or first.form == second.form:
        return False
    return text[first.end : second.start] in ("(", " (") and text[second.end : second.end + 1] == ")"


def _headless(text: str, figures: list[Figure]) -> tuple[Figure, ...]:
    """Read 千一 and 万九, where they are the whole text, as 1,100 and 19,000."""
    hit = _HEAD.fullmatch(text.strip())
    only = figures[0]
    if hit is None or only.low is None:
        return tuple(figures)
    unit = SMALL.get(hit["unit"]) or BIG[hit["unit"]]
    value = unit + only.low * (unit // 10)
    return (only._replace(start=only.start - 1, low=value, high=value, is_composed=True),)


def _single(text: str, original: str, folded: Folded, numeral: Numeral) -> Figure:
    chosen = _with_suffix(text, original, folded, numeral) if numeral.suffix else numeral
    pair = chosen.pair if chosen.pair and _counts(text, chosen.end) else None
    low, high = pair or (chosen.low, chosen.high)
    figure = Figure(
        start=chosen.start,
        end=chosen.end,
        low=low,
        high=high,
        form=chosen.form,
        scale=chosen.scale,
        is_open=chosen.is_open,
        is_about=chosen.is_about,
        is_few=chosen.is_few,
        is_fraction=chosen.is_fraction,
        is_slash=chosen.is_slash,
        is_mixed_fraction=chosen.is_slash and " " in text[chosen.start : chosen.end].strip(),
        is_dotted=chosen.is_dotted,
        is_negative=chosen.is_negative,
        is_glued=chosen.is_glued,
        is_composed=pair is not None or text[chosen.start : chosen.end] == "一半",
        is_range=low != high,
    )
    return _powered(text, figure) if text[figure.end : figure.end + 1] in _MAY_MULTIPLY else figure


def _counts(text: str, end: int) -> bool:
    return text[end : end + 1] in tuple("个人份台次位名条件家只张本年岁行页间套")


def _with_suffix(text: str, original: str, folded: Folded, numeral: Numeral) -> Numeral:
    """Take the suffix where it multiplies a number: 10k, 50w, 2.5bn, 3M and 10G, and no 1m or 5g."""
    letter = numeral.suffix
    said = original[folded.offsets[numeral.suffix_end - 1]]
    spaced = text[numeral.end] == " "
    if letter in ("k", "kk", "w", "bn", "mn", "bln", "tn", "mil"):
        return numeral if letter == "w" and spaced else numeral.scaled()
    if (letter == "m" and said == "M") or (letter == "g" and said == "G" and numeral.low not in (2, 3, 4, 5, 6)):
        return numeral.scaled()
    return numeral.scaled() if letter == "b" and said == "B" and not spaced and numeral.low != 2 else numeral


def _powered(text: str, figure: Figure) -> Figure:
    if figure.low is None or figure.low != figure.high:
        return figure
    hit = _EXPONENT.match(text, figure.end) if figure.form == "digits" else None
    if hit is not None:
        power = int(hit[1] or hit[2])
        if abs(power) <= 30:
            value = figure.low.scaleb(power)
            return figure._replace(end=hit.end(), low=value, high=value, is_composed=True)
    hit = _POWER.match(text, figure.end) if figure.form == "digits" else None
    if hit is not None:
        return _raised(figure, hit)
    hit = _DOZEN.match(text, figure.end) if figure.form != "words" else None
    if hit is not None:
        value = figure.low * 12
        return figure._replace(end=hit.end(), low=value, high=value, is_composed=True)
    hit = _HALF_MORE.match(text, figure.end)
    if hit is not None and figure.scale == 1:
        value = figure.low + Decimal("0.5")
        return figure._replace(end=hit.end(), low=value, high=value, is_composed=True)
    return figure


def _raised(figure: Figure, hit: re.Match[str]) -> Figure:
    assert figure.low is not None
    exponent = int(hit[2]) * (-1 if hit[1] == "-" else 1)
    base = abs(figure.low)
    if exponent > 60 or base > 10**6 or (base == 0 and exponent < 0):
        return figure
    exact = Fraction(base) ** exponent
    value = finite(exact)
    if value is None:
        value = Decimal(exact.numerator) / Decimal(exact.denominator)
    value = -value if figure.low < 0 else value
    return figure._replace(end=hit.end(), low=value, high=value, is_composed=True)


def _mixed_fraction(text: str, numerals: tuple[Numeral, ...], index: int) -> tuple[Figure | None, int]:
    """Read A分之B and K又A分之B beginning at a numeral."""
    first = numerals[index]
    gap = text[first.end : numerals[index + 1].start] if index + 1 < len(numerals) else ""
    if not ("又" in gap or "分" in gap or "份" in gap):
        return None, 1
    if index + 1 < len(numerals) and numerals[index + 1].is_slash and first.low is not None:
        second = numerals[index + 1]
        if second.low is not None and _AND.fullmatch(text, first.end, second.start) and first.low == first.high:
            return _composed(first, second, Fraction(first.low) + Fraction(second.low)), 2
    if index + 2 < len(numerals) and _AND.fullmatch(text, first.end, numerals[index + 1].start):
        part = _fraction(text, numerals[index + 1], numerals[index + 2])
        if part is not None and first.low is not None and first.low == first.high:
            sign = -1 if first.low < 0 else 1
            total = Fraction(first.low) + sign * part
            return _composed(first, numerals[index + 2], total), 3
    if index + 1 < len(numerals):
        part = _fraction(text, first, numerals[index + 1])
        if part is not None:
            return _composed(first, numerals[index + 1], part), 2
    return None, 1


def _fraction(text: str, bottom: Numeral, top: Numeral) -> Fraction | None:
    gap = text[bottom.end : top.start]
    if gap in ("份", "分"):
        lead = text[bottom.start - 1 : bottom.start]
        if (lead and lead != "又") or top.end < len(text) or top.form != "chinese":
            return None
    elif not _FRACTION.fullmatch(gap):
        return None
    if not bottom.low or bottom.low != bottom.high or top.low is None or top.low != top.high:
        return None
    return Fraction(top.low) / Fraction(bottom.low)


def _composed(first: Numeral, last: Numeral, value: Fraction) -> Figure:
    number = finite(value)
    return Figure(
        start=first.start,
        end=last.end,
        low=number,
        high=number,
        form="chinese",
        is_fraction=True,
        is_mixed_fraction=True,
        is_negative=value < 0,
        is_glued=first.is_glued,
        is_composed=True,
    )
