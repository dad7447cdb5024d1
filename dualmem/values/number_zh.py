"""Chinese and mixed numerals (三百二十万, 25万6千, 1.2万亿, 几十万) at a place of a folded text."""

import re
from decimal import Decimal

from dualmem.values.number_chars import BIG, COUNTABLE, DIGITS, FEW, MORE, SMALL, TENS, Mixed

LITERAL = re.compile(r"\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?|\.\d+")
_NO_UNIT = re.compile(
    r"千(?:克|米|瓦|卡|伏|帕|赫|字节|兆|古|秋|里马)|百(?:货|科|度|姓|合|叶|家姓)|万(?:达(?![到成标不])|象|岁|历)|兆(?:字节|瓦|帕|赫|欧)"
)
_EACH = tuple("一" + noun for noun in "台个人位件条只本张套份月年天次晚斤平米亩")
_SPACES = re.compile(r" {1,2}")


class _Sum:
    """Adds up digits and units from left to right."""

    pending: list[int] | None = None
    literal: Decimal | None = None
    small_limit = 10**6
    unit = 1
    big: int | None = None
    big_end = 0
    has_zero = False
    has_unit = False
    is_string = False
    is_literal = False
    is_open = False
    is_about = False
    is_chinese = False
    pair: tuple[Decimal, Decimal] | None = None
    is_few = False

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = self.pos = self.end = self.literal_start = start
        self.total = [0, 0]
        self.section = [0, 0]

    # -- tokens --------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Take tokens as long as they fit."""
        while self.pos < len(self.text):
            char = self.text[self.pos]
            if char == " ":
                if not self._skip_space():
                    return
                continue
            if not self._take(char):
                return

    def _take(self, char: str) -> bool:  # noqa: PLR0911  (one line a shape)
        if char in DIGITS:
            return self._digits()
        if char in SMALL or char in BIG:
            return not _NO_UNIT.match(self.text, self.pos) and (
                self._small(SMALL[char]) if char in SMALL else self._big(BIG[char])
            )
        if char in TENS:
            return self._tens(TENS[char])
        if char in FEW:
            return self._few(char)
        if char in MORE or char == "来":
            return self._more(char)
        if "0" <= char <= "9" or char == ".":
            return self._number()
        if char == "个":
            return self._counts_units()
        return char == "半" and self._half()

    def _skip_space(self) -> bool:
        gap = _SPACES.match(self.text, self.pos)
        after = gap.end() if gap else self.pos
        char = self.text[after : after + 1]
        if char in MORE:
            fits = self.text[after + 1 : after + 3].lstrip()[:1] in BIG
        elif char in FEW:
            fits = self.text[after + 1 : after + 2] in BIG
        else:
            fits = char in SMALL or char in BIG or (self.unit > 1 and self.pending is None and self._joins(after, char))
        if not char or not fits or self.end == self.start:
            return False
        self.pos = after
        return True

    def _joins(self, at: int, char: str) -> bool:
        if self.is_literal or char not in DIGITS:
            return False
        following = self.text[at + 1 : at + 3].strip()[:1]
        return char == "零" or following in SMALL or following in BIG or not following or following in "点又分"

    def _number(self) -> bool:
        hit = LITERAL.match(self.text, self.pos)
        if hit is None or self.pending is not None or self.literal is not None:
            return False
        fresh = not self.has_unit and not self.has_zero
        value = Decimal(hit[0].replace(",", ""))
        if not fresh and ("." in hit[0] or len(hit[0]) > 8):
            return False
        self.is_literal = True
        self.literal_start = self.pos
        self.pos = hit.end()
        if "." in hit[0]:
            self.literal = value
        else:
            self.pending = [int(value), int(value)]
            if not fresh and not self._literal_fits(hit[0]):
                self.pending = None
                self.pos = self.literal_start
                return False
        self.end = self.pos
        return True

    def _literal_fits(self, digits: str) -> bool:
        after = self.text[self.pos : self.pos + 2].strip()[:1]
        if after in BIG:
            return self.big is None or BIG[after] < self.big
        if after in SMALL:
            return True
        if after in ("-", ".", ":", "/") or (self.text[self.pos : self.pos + 1].isalpha() and after < "\u2e80"):
            return False
        return self.has_zero or len(digits) == len(str(self.unit)) - 1 or len(digits) == 1

    def _digits(self) -> bool:
        stop = self.pos
        while stop < len(self.text) and self.text[stop] in DIGITS:
            stop += 1
        stop = self._before_ounces(stop)
        values = [DIGITS[char] for char in self.text[self.pos : stop]]
        if self.pending is not None or self.literal is not None:
            return False
        if not self.has_unit and not self.has_zero:
            return self._fresh_digits(values, stop)
        if len(values) == 2 and values[0] and self.unit >= 100 and self.text.startswith(_EACH, stop - 1):  # 两千八一平
            values, stop = values[:1], stop - 1
        lead = next((index for index, value in enumerate(values) if value), len(values))
        rest = values[lead:]
        if len(rest) > 2 or (len(rest) == 2 and not _is_pair(rest)) or lead > 1:
            return False
        if not lead and self.unit >= 100 and self.text.startswith(_EACH, self.pos):  # 3万一台: the price of each
            return False
        self.has_zero = self.has_zero or lead > 0
        self.pos = stop
        if rest:
            self.pending = [rest[0], rest[-1]]
            self.end = stop
        return True

    def _before_ounces(self, stop: int) -> int:
        """Cut a run of digits before 两 that is a measure or the word for two (二两); 一两百, 三两天 stay whole."""
        for at in range(self.pos + 1, stop):
            if self.text[at] in "两俩仨":
                said, after = self.text[self.pos : stop], self.text[stop : stop + 1]
                counts = bool(after) and (after in SMALL or after in BIG or after in COUNTABLE)
                return stop if said in ("一两", "三两") and counts else at
        return stop

    def _fresh_digits(self, values: list[int], stop: int) -> bool:
        self.is_chinese = True
        after = self.text[stop : stop + 1]
        if len(values) == 2 and _is_pair(values):
            values = sorted(values)
            self.pair = (Decimal(values[0]), Decimal(values[1]))
            if after in SMALL or after in BIG:
                self.pending = [values[0], values[1]]
        elif len(values) > 1 and after in SMALL and values[0] != 0:
            return False
        if self.pending is None:
            number = int("".join(map(str, values)))
            self.pending = [number, number]
            self.is_string = len(values) > 1
        self.pos = self.end = stop
        return True

    def _small(self, unit: int) -> bool:
        if unit >= self.small_limit or self.literal is not None:
            return self.literal is not None and self._scale_literal(unit)
        if self.pending is None:
            if self.is_open or (unit != 10 and not self._is_said_roundly()):
                return False
            self.pending = [1, 1]
        few = self.is_few
        low, high = self.pending[0] * unit, self.pending[1] * unit
        if few and unit in (10, 100):
            high += unit - 1
        self.section = [self.section[0] + low, self.section[1] + high]
        self._unit_done(unit)
        self.small_limit = unit
        return True

    def _is_said_roundly(self) -> bool:
        """Tell whether 百万, 千万 or 万 without a digit is a number: 近百万, 上千万, 上万人."""
        before = self.text[self.pos - 1 : self.pos]
        after = self.text[self.pos + 1 : self.pos + 2]
        if self.pos != self.start or not before or not after or self.text.startswith("分之", self.pos + 1):
            return False
        if (after not in BIG and after not in COUNTABLE) or self.text[self.pos - 2 : self.pos] in ("早上", "晚上"):
            return False
        self.is_open = before == "上"
        return before in "上近约过超达逾破"

    def _unit_done(self, unit: int) -> None:
        self.pending = None
        self.is_few = False
        self.has_unit = True
        self.has_zero = False
        self.is_chinese = True
        self.unit = unit
        self.pos += 1
        self.end = self.pos

    def _tens(self, value: int) -> bool:
        if self.pending is not None or self.small_limit <= 10 or self.literal is not None:
            return False
        self.section = [part + value for part in self.section]
        self._unit_done(10)
        self.small_limit = 10
        return True

    def _big(self, unit: int) -> bool:
        if self.literal is not None:
            return self._scale_literal(unit)
        base = [part + (self.pending or [0, 0])[k] for k, part in enumerate(self.section)]
        if base[1] == 0 and self.total[1] == 0 and self._is_said_roundly():
            base = [1, 1]
        if base[1] == 0 and (self.total[1] == 0 or self.unit < 10**4):
            return False
        if self.big is None:
            self.total = [part * unit for part in base]
        elif unit > self.big or (unit == self.big and base[1] == 0):
            self.total = [(self.total[k] + base[k]) * unit for k in (0, 1)]
        elif unit < self.big and base[1]:
            self.total = [self.total[k] + base[k] * unit for k in (0, 1)]
        else:
            self._back_to_big()
            return False
        self.section = [0, 0]
        self.big = max(unit, self.big or 0) if unit == self.big else unit
        self.small_limit = 10**6
        self._unit_done(unit)
        self.big_end = self.end
        return True

    def _back_to_big(self) -> None:
        """Leave what followed the last big unit to the next numeral (五十万六十万 are two)."""
        if self.big is not None:
            self.section, self.pending, self.has_zero, self.is_few = [0, 0], None, False, False
            self.end = self.big_end
            self.unit = self.big

    def _scale_literal(self, unit: int) -> bool:
        assert self.literal is not None
        self.literal *= unit
        self.unit = unit if not self.has_unit else self.unit * unit
        self.has_unit = self.is_chinese = True
        self.pos += 1
        self.end = self.pos
        return True

    def _few(self, char: str) -> bool:
        if self.pending is not None or self.literal is not None:
            return False
        after = self.text[self.pos + 1 : self.pos + 2]
        fresh = not self.has_unit and not self.has_zero
        if char == "数" and not (fresh and (after in SMALL or after in BIG or self._counts_time())):
            return False
        if fresh and not after:
            return False
        self.pending = [2, 9] if after in SMALL or fresh else [1, 9]
        self.is_few = self.is_chinese = True
        self.pos += 1
        self.end = self.pos
        return True

    def _counts_time(self) -> bool:
        """Tell whether 数 means some before a unit of time (数天), and not the end of a word (人数年增)."""
        is_free = self.text[self.pos - 1 : self.pos] not in tuple("人次户总件参分指系基倍位岁约")
        return is_free and self.text.startswith(("天", "年", "周", "小时", "分钟", "个月", "个小时"), self.pos + 1)

    def _more(self, char: str) -> bool:
        after = self.text[self.pos + 1 : self.pos + 3].lstrip()[:1]
        if self.end == self.start or (self.pending is not None and not self.is_literal) or self.is_open:
            return False
        if char == "余" and not (after in BIG or after in COUNTABLE):
            return False
        if char == "来" and not (after and (after in BIG or after in SMALL or after in COUNTABLE)):
            return False
        if char == "多" and after in ("少", "数", "半", "次", "谢", "亏"):
            return False
        if char == "来":
            self.is_about = True
        else:
            self.is_open = True
        self.pos += 1
        if after and (after in BIG or after in COUNTABLE):
            self.end = self.pos
        return True

    def _counts_units(self) -> bool:
        """Pass over 个 in 两个亿."""
        is_more = self.text.startswith("多亿", self.pos + 1)
        if not (is_more or self.text.startswith("亿", self.pos + 1)) or (self.pending is None and self.literal is None):
            return False
        self.is_open = self.is_open or is_more
        self.pos += 1 + is_more
        return True

    def _half(self) -> bool:
        following = self.text[self.pos + 1 : self.pos + 3]
        if self.end != self.start or not (following[:1] in ("百", "千", "万", "亿") or following == "个亿"):
            return False
        self.literal = Decimal("0.5")
        self.pos += 1
        self.end = self.pos
        return True

    # -- the value -----------------------------------------------------------------------------------------------

    def ends(self) -> tuple[Decimal, Decimal]:
        """Give the lower and the upper end of what was read."""
        if self.literal is not None:
            return self.literal, self.literal
        parts = [self.total[k] + self.section[k] for k in (0, 1)]
        if self.pending is not None:
            plain = self.has_zero or not self.has_unit or (self.is_few and self.unit == 10) or self._is_long_literal()
            factor = 1 if plain else self.unit // 10
            parts = [parts[k] + self.pending[k] * factor for k in (0, 1)]
        return Decimal(parts[0]), Decimal(parts[1])

    def _is_long_literal(self) -> bool:
        return self.is_literal and self.pending is not None and self.pending[0] >= 10


def _is_pair(values: list[int]) -> bool:
    return (0 < values[0] < 9 and values[1] == values[0] + 1) or values in ([3, 5], [3, 2])


def read_chinese(text: str, start: int) -> Mixed | None:
    """Read the longest Chinese or mixed numeral that begins exactly at ``start``.

    Args:
        text: Folded text.
        start: Where it must begin.

    Returns:
        The numeral without sign, fraction and English magnitude, or None.
    """
    total = _Sum(text, start)
    total.run()
    if total.end == start:
        return None
    low, high = total.ends()
    found = Mixed(
        end=total.end,
        low=low,
        high=high,
        scale=total.unit,
        is_open=total.is_open,
        is_about=total.is_about,
        is_chinese=total.is_chinese,
        pair=total.pair if total.is_string else None,
        is_few=total.is_few and not total.has_unit,
    )
    return _with_decimals(text, total, found)


_POINT = re.compile(r" ?点 ?")
_UNITS = re.compile(r" ?(?:个(?=亿))?([十百千拾佰仟]?)([万亿兆]{1,2})")


def _with_decimals(text: str, total: _Sum, found: Mixed) -> Mixed:
    """Read 点 and the digits after it, and a unit after those (一点五亿)."""
    point = _POINT.match(text, found.end)
    if point is None or found.low != found.high or total.literal is not None or total.is_literal or found.is_open:
        return found
    stop = point.end()
    while stop < len(text) and (text[stop] in DIGITS or (text[stop].isascii() and text[stop].isdigit())):
        if text[stop] in "两俩仨":
            return found
        stop += 1
    digits = "".join(str(DIGITS.get(char, char)) for char in text[point.end() : stop])
    following = text[stop : stop + 2].lstrip()[:1]
    units = _UNITS.match(text, stop)
    if not digits or (following in SMALL and units is None) or following in ("分", "刻", "钟"):
        return found
    value = found.low + Decimal(f"0.{digits}")
    found.pair = None
    if units is not None:
        scale = SMALL.get(units[1], 1)
        for char in units[2]:
            scale *= BIG[char]
        value *= scale
        found.scale = scale
        stop = units.end()
    found.low = found.high = value
    found.end = stop
    return found
