"""Numerals: every number that stands in a text, in digits, Chinese characters or English words, with exact places."""

import re
import unicodedata
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from dualmem.model.utterance import Folded
from dualmem.values.number_chars import BIG, DIGITS, SMALL, TENS
from dualmem.values.number_plain import read_plain
from dualmem.values.number_words import GOES_ON_FIGURE, KNOWN, SAYS_NUMBER, SCALES, STARTERS
from dualmem.values.number_zh import LITERAL, read_chinese
from dualmem.values.numeral import SUFFIX_SCALE, Numeral, rounded
from dualmem.values.numeral_words import read_words
from dualmem.values.sighting import latin_words, next_char

MAX_DIGITS = 24
_ODD = re.compile("[²³¹¼½¾⁰-₉⅐-⅟①-⓿❶-➓㈠-㊿]")
_MARK = "\ue000"  # stands for a vulgar fraction
_VOID = "\ue001"  # stands for a digit that is no part of a plain number (10², ①)
_NUMERAL_CHARS = "".join((*DIGITS, *SMALL, *TENS, *BIG, "几数半"))
_FIGURE = re.compile(rf"[\d{_NUMERAL_CHARS}{_MARK}.]")
_FIGURE_OR_WORD = re.compile(rf"[\d{_NUMERAL_CHARS}{_MARK}.]|[a-z]+")
_LONG = re.compile(rf"[\d,.]{{{MAX_DIGITS + 8},}}|[{''.join(DIGITS)}]{{{MAX_DIGITS},}}|\d{{{MAX_DIGITS + 1},}}")
_GROUPED = re.compile(r"\d{1,3}(?: \d{3}){1,6}(?:[.,]\d{1,9})?(?![\d.,]{0,30}\d)")
_EUROPEAN = re.compile(r"\d{1,3}(?:\.\d{3}){1,6},\d{1,2}(?![\d,.]{0,30}\d)")
_DOTTED = re.compile(r"\d{1,3}(?:\.\d{3}){2,6}(?![\d.]{0,30}\d)")
_COMMA_DECIMAL = re.compile(r"\d{1,9},\d{2}(?![\d,.]{0,30}\d)")
_SLASH = re.compile(r"(?:(\d{1,6}) {1,2})?(\d{1,9})[/⁄](\d{1,9})(?![\d/.-]|,\d)")
_WHOLE = re.compile(rf"(\d{{1,9}}) ?(?={_MARK})")  # before a vulgar fraction
_SUFFIX = re.compile(r" {0,2}(kk|k|w|mm|mn|mil|m|bn|bln|b|tn|t|g)(?![a-z0-9_])")
_TENTHS = re.compile(r"w([1-9])(?![0-9a-z_.%-])")  # 1w5 is 15,000
_AFTER_HAN = frozenset(("w", "k"))
_SCALED_WORD = re.compile(r" (?:of )?(?:an? )?(thousand|million|billion|trillion)(?![a-z])")
_HALF = re.compile(r"[一1]?半(?![百千万亿]|个亿)")
_GOES_ON_IN = f"{_NUMERAL_CHARS}多余来个点{_MARK}{_VOID}"  # what may go on a numeral
_PLAIN = re.compile(
    rf"([0-9]{{1,15}}(?:\.[0-9]{{1,9}})?)"
    rf"(?: ?([a-z]+)|(?= ?[^\d a-z,./⁄{_GOES_ON_IN}-])|(?=[.,](?!\d))|(?=-\d)|(?=点|个(?!多?亿))|\Z)"
)
_SCALED = re.compile(  # 1600万, 36.57亿, 1,100万
    r"([0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,12}(?:\.[0-9]{1,9})?)([万亿])"
    rf"(?!达(?![到成标不])|[象岁历])(?! {{0,2}}[\d.{_GOES_ON_IN}])"
)
_RUN = re.compile(r"\d+")
_PLAIN_HAN = re.compile(
    rf"[{''.join(DIGITS)}](?:(?= ?[^\d a-z,.{_GOES_ON_IN}])|"
    rf"(?=,|\.(?!\d)|点(?![\d {''.join(DIGITS)}]|$)|个(?!多?亿))|\Z)"
)
_SIGN_BEFORE = re.compile(r"(?:负|零下|[-−]|(?<![a-z])(?:minus|negative)(?= )) {0,2}$")

_MAY_BE_SIGN = frozenset("负下-−se")  # 零下, minus, negative
_UNIT_BETWEEN = re.compile(r"[^\W\d_]{1,8} |[%‰°] ")  # 1小时 - 2小时, 5% - 10%: a dash with air on both sides joins


def matched(folded: Folded) -> str:
    """Give the text that numerals are read from: as folded, with raised digits and vulgar fractions marked."""
    if folded.original.isascii() or not _ODD.search(folded.original):
        return folded.text
    out = list(folded.text)
    for index, offset in enumerate(folded.offsets[:-1]):
        char = folded.original[offset]
        if _ODD.match(char):
            name = unicodedata.name(char, "")
            out[index] = _MARK if "FRACTION" in name else _VOID
    return "".join(out)


@lru_cache(maxsize=16)
def find_numerals(folded: Folded) -> tuple[Numeral, ...]:
    """Find all numerals of a text, in order and without overlaps.

    Args:
        folded: The text.

    Returns:
        The numerals; what type they belong to is decided by the grammars.
    """
    text = matched(folded)
    found: list[Numeral] = []
    words = latin_words(text)
    search = (_FIGURE if SAYS_NUMBER.isdisjoint(words) else _FIGURE_OR_WORD).search
    has_words = not GOES_ON_FIGURE.isdisjoint(words)
    pos = 0
    while (hit := search(text, pos)) is not None:
        start, said = hit.start(), hit[0]
        pos = hit.end()
        if "a" <= said[0] <= "z":
            numeral = _word_at(text, start) if said in STARTERS else None
        elif said == "." and not _is_point(text, start):
            continue
        elif said == "零" and text.startswith("零下", start):  # the sign of what follows (零下五度)
            pos = start + 2
            continue
        else:
            numeral = _plain(text, start)
            if numeral is None:
                long = _LONG.match(text, start)
                if long is not None:
                    pos = long.end()
                    continue
                numeral = _at(folded, text, start, has_words=has_words)
        if numeral is None or numeral.end <= start:
            continue
        numeral = _signed(text, numeral, found[-1].suffix_end if found else 0)
        found.append(numeral)
        pos = max(numeral.end, numeral.suffix_end if numeral.suffix in ("kk", "k", "w") else 0)
    return tuple(found)


_SAID = frozenset(".对對错錯了吧啊呀哦呢嘛行好不")  # behind these a half-width stop ends a sentence: 不对.60万


def _is_point(text: str, at: int) -> bool:
    """Tell whether a stop begins a decimal: .5, no end of a sentence."""
    return text[at + 1 : at + 2].isdecimal() and text[at - 1 : at] not in _SAID


@lru_cache(maxsize=16)
def find_followers(folded: Folded) -> tuple[str, ...]:
    """Give for each numeral of a text the character that follows it, spaces and hyphens passed over; empty for none."""
    text = folded.text
    return tuple([next_char(text, numeral.end) for numeral in find_numerals(folded)])


def to_decimal(text: str) -> Decimal | None:
    """Give the number that a whole folded text is (二十三, 二〇二六, twenty-one, 1,234), or None."""
    stripped = text.strip()
    if not stripped or len(stripped) > 80:
        return None
    numerals = find_numerals(Folded(stripped, stripped, tuple(range(len(stripped) + 1)), _ends(len(stripped))))
    if len(numerals) != 1:
        return None
    only = numerals[0].scaled()
    if only.start != 0 or only.end != len(stripped) or only.low != only.high or only.is_few:
        return None
    return only.low


def _ends(length: int) -> tuple[int, ...]:
    return (*range(1, length + 1), length)


def _word_at(text: str, start: int) -> Numeral | None:
    before = text[start - 1 : start]
    if before and ((before.isascii() and before.isalnum()) or before == "_"):
        return None
    return read_words(text, start)


def _at(folded: Folded, text: str, start: int, *, has_words: bool) -> Numeral | None:
    char = text[start]
    if char == _MARK:
        return _vulgar(folded, text, start, Fraction(0), start)
    if char.isascii() and not text.startswith("1半", start):
        special = _special_digits(folded, text, start)
        if special is not None:
            return special
        english = read_words(text, start) if has_words else None
        mixed = _mixed(text, start)
        if english is not None and (mixed is None or english.end > mixed.end):
            return english._replace(is_glued=_is_glued(text, start))
        return mixed
    half = _HALF.match(text, start)
    if half is not None:
        value = Decimal("0.5")
        end = half.end()
        return Numeral(start, end, value, value, form="chinese", is_fraction=True, suffix_end=end)
    return _mixed(text, start)


def _plain(text: str, start: int) -> Numeral | None:
    """Read a figure or one Chinese digit where nothing goes on from it: most numerals are no more."""
    hit = _PLAIN.match(text, start)
    if hit is not None:
        word = hit[2]
        if word is not None and (word in KNOWN or word in SUFFIX_SCALE):
            return None
        value, end = Decimal(hit[1]), hit.end(1)
        return Numeral(start=start, end=end, low=value, high=value, is_glued=_is_glued(text, start), suffix_end=end)
    hit = _SCALED.match(text, start)
    if hit is not None and hit[1].strip("0,."):
        return _scaled(text, start, hit)
    if _PLAIN_HAN.match(text, start) is None:
        return None
    value = Decimal(DIGITS[text[start]])
    return Numeral(start=start, end=start + 1, low=value, high=value, form="chinese", suffix_end=start + 1)


def _scaled(text: str, start: int, hit: re.Match[str]) -> Numeral:
    scale = BIG[hit[2]]
    value, end = Decimal(hit[1].replace(",", "")) * scale, hit.end()
    return Numeral(
        start=start, end=end, low=value, high=value, scale=scale, form="chinese",
        is_glued=_is_glued(text, start), suffix_end=end,
    )  # fmt: skip


def _is_glued(text: str, start: int) -> bool:
    before = text[start - 1 : start]
    if before == ",":
        return text[start - 2 : start - 1].isdigit()
    if before == ".":
        return text[start - 2 : start - 1] not in _SAID  # no...600k: a pause, no point
    return bool(before) and before.isascii() and (before.isalnum() or before in "._-/\\@#&+=~:")


def _mixed(text: str, start: int) -> Numeral | None:
    literal = LITERAL.match(text, start) if text[start].isascii() else None
    if literal is not None and text[literal.end() : literal.end() + 4].lstrip(" ")[:1].isascii():
        return _digits(text, start, literal.end(), Decimal(literal[0].replace(",", "")))  # no Chinese unit goes on
    mixed = read_plain(text, start) or read_chinese(text, start)
    if mixed is None:
        return None
    following = text[mixed.end : mixed.end + 1]
    if following and following in (_MARK, _VOID):
        return None
    if mixed.is_open and text[start] in "百千万亿" and text[start - 1 : start] == "上":
        start -= 1
    suffix = _SUFFIX.match(text, mixed.end) if mixed.scale < 10**4 else None
    if suffix is not None and mixed.scale > 1 and suffix[1] not in _AFTER_HAN:  # 三十w, but 三百m is a length
        suffix = None
    return Numeral(
        start=start,
        end=mixed.end,
        low=mixed.low,
        high=mixed.high,
        scale=mixed.scale,
        form="chinese" if mixed.is_chinese else "digits",
        is_open=mixed.is_open,
        is_about=mixed.is_about,
        is_few=mixed.is_few,
        is_glued=(not mixed.is_chinese or text[start].isascii()) and _is_glued(text, start),
        pair=mixed.pair,
        suffix=suffix[1] if suffix else "",
        suffix_end=suffix.end() if suffix else mixed.end,
    )


def _special_digits(folded: Folded, text: str, start: int) -> Numeral | None:  # noqa: PLR0911  (one line a shape)
    """Read digits in the shapes that are not plain: 1 234 567, 12.500,00, 1.234.567, 5,00, 2 1/4, 2½."""
    run = _RUN.match(text, start)
    mark = text[run.end() : run.end() + 1] if run is not None else ""
    if not mark or mark not in _MARKS:
        return None
    before = text[max(0, start - 2) : start]
    if before[-1:] in tuple("0123456789./") or (before[-1:] == "," and before[:1].isdigit()):
        return None
    if mark == ".":
        return _european(text, start)
    if mark == ",":
        comma = _COMMA_DECIMAL.match(text, start)
        return comma and _digits(text, start, comma.end(), Decimal(comma[0].replace(",", ".")))
    slash = _SLASH.match(text, start)
    if slash is not None and int(slash[3]):
        value, is_rounded = rounded(Fraction(int(slash[1] or 0)) + Fraction(int(slash[2]), int(slash[3])))
        return _digits(text, start, slash.end(), value, is_slash=True)._replace(is_about=is_rounded)
    whole = _WHOLE.match(text, start)
    if whole is not None:
        return _vulgar(folded, text, whole.end(), Fraction(int(whole[1])), start)
    grouped = _GROUPED.match(text, start)
    if grouped is not None and _may_be_grouped(text, grouped.end()):
        return _digits(text, start, grouped.end(), Decimal(grouped[0].replace(" ", "").replace(",", ".")))
    return None


_MARKS = f" .,/⁄{_MARK}"


def _european(text: str, start: int) -> Numeral | None:
    """Read groups joined by dots: 12.500,00 is a number, 1.234.567 may be a version."""
    european = _EUROPEAN.match(text, start)
    if european is not None:
        return _digits(text, start, european.end(), Decimal(european[0].replace(".", "").replace(",", ".")))
    dotted = _DOTTED.match(text, start)
    if dotted is None:
        return None
    found = _digits(text, start, dotted.end(), Decimal(dotted[0].replace(".", "")))
    return found._replace(is_dotted=True)


_GOES_ON = re.compile(r" ?(?:[元块圆万亿]|美|日|欧|港|人民币|rmb|cny)|(?! ?[\u4e00-\u9fff])")


def _may_be_grouped(text: str, at: int) -> bool:
    """Tell whether groups joined by spaces are one number: not beside Chinese text, unless a unit of money follows.

    Right before a k or m they are two (``1 600k``).
    """
    return text[at : at + 1] not in ("k", "m", "w") and _GOES_ON.match(text, at) is not None


def _digits(text: str, start: int, end: int, value: Decimal | None, *, is_slash: bool = False) -> Numeral:
    more = _TENTHS.match(text, end) if text.startswith("w", end) and not is_slash else None
    if more is not None and value is not None and "." not in text[start:end]:
        total = (value + Decimal(more[1]) / 10) * 10**4
        return Numeral(start=start, end=more.end(), low=total, high=total, scale=10**4, form="chinese",
                       is_glued=_is_glued(text, start), suffix_end=more.end())  # fmt: skip
    suffix = None if is_slash else _SUFFIX.match(text, end)
    return Numeral(
        start=start,
        end=end,
        low=value,
        high=value,
        is_slash=is_slash,
        is_fraction=is_slash,
        is_glued=_is_glued(text, start),
        suffix=suffix[1] if suffix else "",
        suffix_end=suffix.end() if suffix else end,
    )


def _vulgar(folded: Folded, text: str, at: int, whole: Fraction, start: int) -> Numeral | None:
    """Read one vulgar fraction character, with the whole number before it."""
    char = folded.original[folded.offsets[at]]
    end = at
    while end < len(text) and folded.offsets[end] == folded.offsets[at]:
        end += 1
    top, _, bottom = unicodedata.normalize("NFKC", char).partition("⁄")
    if not (top.isdigit() and bottom.isdigit() and int(bottom)):
        return None
    scale = _SCALED_WORD.match(text, end)
    factor = SCALES[scale[1]] if scale else 1
    end = scale.end() if scale else end
    value, is_rounded = rounded((whole + Fraction(int(top), int(bottom))) * factor)
    return Numeral(
        start=start,
        end=end,
        low=value,
        high=value,
        scale=factor,
        is_fraction=factor == 1,
        is_about=is_rounded,
        is_glued=_is_glued(text, start),
        suffix_end=end,
    )


def _signed(text: str, numeral: Numeral, previous_end: int) -> Numeral:
    """Take a minus sign or word directly before the numeral into it."""
    last = text[numeral.start - 1 : numeral.start]
    if last == " ":
        last = text[max(0, numeral.start - 3) : numeral.start].rstrip(" ")[-1:]
    if last not in _MAY_BE_SIGN:
        return numeral
    at = max(previous_end, numeral.start - 12)
    hit = _SIGN_BEFORE.search(text[at : numeral.start])
    if hit is None or numeral.is_few:
        return numeral
    start = at + hit.start()
    before = text[start - 1 : start]
    is_mark = text[start] in "-−"
    if is_mark and not _may_be_minus(text, start, numeral.start, previous_end):
        return numeral
    if text[start] == "负" and before in tuple("正担胜抱自肩背欺辜"):
        return numeral
    low = None if numeral.low is None else -(numeral.high or Decimal(0))
    high = None if numeral.low is None else -numeral.low
    return numeral._replace(start=start, low=low, high=high, is_negative=True, is_glued=False)


def _may_be_minus(text: str, sign: int, start: int, previous_end: int) -> bool:
    before = text[sign - 1 : sign]
    if previous_end and not text[previous_end:sign].strip(" "):
        return False
    if (
        previous_end
        and previous_end > sign - 4
        and not any(char in " ,;，。、；:\n(" for char in text[previous_end:sign])
    ):
        return False
    if start - sign > 1:
        if previous_end and _UNIT_BETWEEN.fullmatch(text[previous_end:sign].lstrip(" ")):
            return False
        return sign == 0 or before in tuple(" (:：\n")
    return sign == 0 or (not (before.isascii() and (before.isalnum() or before in "-_./")) and before not in ")）")
