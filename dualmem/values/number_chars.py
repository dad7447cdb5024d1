"""Chinese number characters: what each stands for, and what a numeral made of them is."""

from dataclasses import dataclass
from decimal import Decimal

DIGITS = {
    char: value
    for value, chars in enumerate(
        ("零〇○", "一壹幺弌", "二贰两俩弍", "三叁仨弎参", "四肆", "五伍", "六陆", "七柒", "八捌", "九玖")
    )
    for char in chars
}
SMALL = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
TENS = {"廿": 20, "卄": 20, "卅": 30, "卌": 40}
BIG = {"万": 10**4, "亿": 10**8, "兆": 10**12}
FEW = frozenset("几数")
MORE = frozenset("多余")
COUNTABLE = (
    "%成美欧日港英镑刀个块元人天岁年份台次位名件条只本家号里斤公米页张月周星小分秒楼层步篇款套"
    "间辆门首项种样处座把场片句箱单棵盒杯桶节部笔题股桌根颗罐瓶袋副幅艘架趟"
)


@dataclass(slots=True)
class Mixed:
    """What the reader of Chinese and mixed numerals found.

    Attributes:
        end: One past the last character.
        low: The number, or the lower end of a range.
        high: Equal to ``low``, or the upper end of a range.
        scale: Unit at the end (万 gives 10,000), 1 for none.
        is_open: 多 or 余: at least.
        is_about: 来: about.
        is_chinese: At least one Chinese digit or unit.
        pair: Ends of a range that two neighbouring digits are before a counted noun (五六个), else None.
        is_few: A bare 几, which counts only before a counted noun.
    """

    end: int
    low: Decimal
    high: Decimal
    scale: int = 1
    is_open: bool = False
    is_about: bool = False
    is_chinese: bool = True
    pair: tuple[Decimal, Decimal] | None = None
    is_few: bool = False
