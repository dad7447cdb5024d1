"""Plain Chinese numerals (三百二十五, 十五, 两万三千, 一亿零五万): read in one look where nothing else goes on."""

import re
from decimal import Decimal

from dualmem.values.number_chars import BIG, DIGITS, SMALL, TENS, Mixed

_DIGIT = "[一二三四五六七八九两壹贰叁肆伍陆柒捌玖]"
_SECTION = rf"(?:{_DIGIT}[千仟])?(?:零?{_DIGIT}[百佰])?(?:(?:零?{_DIGIT})?[十拾])?"
_ENDS = "".join((*DIGITS, *SMALL, *TENS, *BIG))
# A unit may begin a word (千克, 百货, 万达), 一 after a unit may count (3万一台), 多, 余, 来, 个 and 点 may go on.
_NO_END = (
    rf"\.[0-9]|点[0-9 {''.join(DIGITS)}]|[0-9 {_ENDS}几数半多余来个克米瓦卡伏帕赫字兆古秋里货科度姓合叶家达象岁历]"
)
_NUMERAL = re.compile(
    rf"(?:{_SECTION}{_DIGIT}?亿)?(?:零?{_SECTION}(?:零?{_DIGIT})?(?<![亿零])万)?{_SECTION}(?:零[一二三四五六七八九]|"
    rf"(?<=[十拾])[一二三四五六七八九]|(?<=[百佰千仟万亿])[二三四五六七八九])?(?!{_NO_END})"
)
_LEAST = 2  # characters


def read_plain(text: str, start: int) -> Mixed | None:
    """Give the plain Chinese numeral that begins at a place, as ``read_chinese`` would; None where it is not plain.

    Args:
        text: Folded text.
        start: Where it must begin.
    """
    hit = _NUMERAL.match(text, start)
    if hit is None or hit.end() - start < _LEAST or text[start] == "零" or text[start] in BIG or "零零" in hit[0]:
        return None
    total = section = pending = 0
    unit, has_zero = 1, False
    for char in hit[0]:
        value = DIGITS.get(char)
        if value is not None:
            pending, has_zero = value, has_zero or not value
            continue
        has_zero = False
        if char in SMALL:
            unit = SMALL[char]
            section += (pending or 1) * unit
        else:
            unit = BIG[char]
            total += (section + pending) * unit
            section = 0
        pending = 0
    amount = Decimal(total + section + (pending if has_zero else pending * (unit // 10)))
    return Mixed(end=hit.end(), low=amount, high=amount, scale=unit, is_chinese=True)
