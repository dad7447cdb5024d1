"""Units of time: how each is written after a number, and what a number of them comes to."""

import re
from decimal import Decimal
from typing import NamedTuple

from dualmem.model.value import Duration
from dualmem.values.numeral import Numeral
from dualmem.values.sighting import next_char

_SECONDS = {
    "second": 1, "minute": 60, "kezhong": 900, "hour": 3600, "day": 86400, "weekend": 172800, "week": 604800,
    "fortnight": 1209600, "month": 2592000, "quarter": 7776000, "year": 31536000, "decade": 315360000,
}  # fmt: skip
_ZH = re.compile(
    r" ?(?:(?P<business>个?工作日|个?工作天)|(?P<natural>个?自然日|个?日历日)|"
    r"(?P<kezhong>刻钟)|(?P<more>个多)(?P<moreunit>月(?![份底初])|小时|钟头|星期|礼拜)|"
    r"(?P<half>个半)(?P<halfunit>月(?![份底初])|小时|钟头|星期|礼拜|季度|学期)|"
    r"(?P<month>个月(?![份底]))|(?P<quarter>个?季度)|(?P<week>个?星期(?![一二三四五六日天])|个?礼拜(?![一二三四五六日天])|周(?![一二三四五六日天年末]))|"
    r"(?P<year>周年|年(?![级代底初末中前后度月]|以[前后]|之[前后]|[0-9一二三四五六七八九十]{1,2}月))|"
    r"(?P<day>天(?![前后]|以[前后]|之[前后]|花|线|然|空|生|下|王|才)|日(?=[内以之])(?!以[前后]|之[前后]))|"
    r"(?P<night>个?晚上|晚(?![上点会])|夜)|(?P<hour>个?小时|个?钟头|个钟(?!头))|(?P<clock>时(?![候间代段期刻空尚常机]))|"
    r"(?P<minute>分钟|分(?=半钟)|分(?=[0-9零一二三四五六七八九十]{1,3}秒))|(?P<second>秒钟?(?!杀)))"
)
UNIT_STARTS = frozenset("个工自日历刻月季星礼周年天晚夜小钟时分秒bwymfdhsncoq")
_HALF_MONTH = re.compile(r"(?:个)?月(?![份底初])")
_EN = re.compile(
    r"[ -]{0,2}(?:of an? )?(?:(?P<business>business[- ]days?|working[- ]days?|workdays?|work days?|weekdays)|"
    r"(?P<year>years?|yrs?)|"
    r"(?P<month>months?|mos?|mths?)|(?P<fortnight>fortnights?)|(?P<weekend>weekends?)|(?P<week>weeks?|wks?)|"
    r"(?P<day>calendar days?|days?|nights?)|(?P<hour>hours?|hrs?)|(?P<minute>minutes?|mins?)|(?P<second>seconds?|"
    r"secs?)|"
    r"(?P<decade>decades?)|(?P<quarter>quarters)(?! (?:past|to|of)))(?![a-z]|[- ]hand)"
)
_GLUED = re.compile(r" ?(?P<letter>[ydhms])(?![a-z_.%])(?!\d{2}:)")
_LETTERS = {"y": "year", "d": "day", "h": "hour", "m": "minute", "s": "second"}
_HALVED = {"月": "month", "小时": "hour", "钟头": "hour", "星期": "week", "礼拜": "week", "季度": "quarter"}
_MINUTES_AFTER_HOURS = re.compile(r" ?分(?![之成秒钟])")
_YEARS_BEFORE = re.compile(r"\d ?y(?:ea)?r?s? ?$")
_HOURS_BEFORE = re.compile(r"\d ?h(?:rs?|ours?)? ?$")
_DECADE = re.compile(r" (?:music|hits?|style|songs?|fashion|era|kids?|movies?|rock|nostalgia|show|design|vibe)")
_ROUND_THE_CLOCK = re.compile(
    r" ?(?:的)?(?:营业|热水|服务|客服|前台|开放|接待|在线|值班|便利|供应|不打烊|监控|保安|"
    r"(?:front desk|desk|reception|service|support|room service|check-?in|access|gym|store|shop|hotline|concierge)s?\b)"
)
_DIGIT_YEAR = re.compile(r"[〇零一二三四五六七八九]{2,4}|[0-9]{3,4}|[5-9][0-9]")


class Unit(NamedTuple):
    """A unit of time after a number.

    Attributes:
        name: second, minute, hour, day, weekend, week, fortnight, month, quarter, year or decade.
        end: One past its last character.
        is_business: Working days.
        has_half: 个半: half of the unit more.
        is_about: 个多: somewhat more.
    """

    name: str
    end: int
    is_business: bool = False
    has_half: bool = False
    is_about: bool = False

    @property
    def seconds(self) -> int:
        """Its length for comparing units; a month counts 30 days."""
        return _SECONDS[self.name]


def read_unit(text: str, numeral: Numeral | None, *, at: int = 0) -> Unit | None:
    """Give the unit of time that stands right after a numeral (or at a place), or None."""
    end = numeral.end if numeral is not None else at
    if numeral is None and next_char(text, end) not in UNIT_STARTS:
        return None
    if numeral is not None and numeral.is_fraction and numeral.form == "chinese":
        hit = _HALF_MONTH.match(text, end)
        if hit is not None and "个" in hit[0]:
            return Unit("month", hit.end())
    if numeral is not None and text[max(0, numeral.start - 3) : numeral.start].rstrip(" ").endswith(
        ("小时", "时", "钟头", "点钟")
    ):
        hit = _MINUTES_AFTER_HOURS.match(text, end)
        if hit is not None:
            return Unit("minute", hit.end())
    hit = _ZH.match(text, end) or _EN.match(text, end)
    if hit is not None:
        if hit["hour"] and numeral is not None and _is_round_the_clock(text, numeral, hit.end()):
            return None
        return _chinese(text, numeral, hit) if hit.re is _ZH else _english(text, numeral, hit)
    return _letter(text, numeral, end) if numeral is not None and numeral.form == "digits" else None


def _chinese(text: str, numeral: Numeral | None, hit: re.Match[str]) -> Unit | None:
    if numeral is None:
        return None
    if hit["half"]:
        name = _HALVED.get(hit["halfunit"])
        return Unit(name, hit.end(), has_half=True) if name else None
    if hit["more"]:
        name = _HALVED.get(hit["moreunit"])
        return Unit(name, hit.end(), is_about=True) if name else None
    if _is_calendar(text, numeral, hit) or (hit["night"] and _is_weekday(text, numeral.start)):
        return None
    name = next(name for name, part in hit.groupdict().items() if part)
    if name == "clock":
        before = text[max(0, numeral.start - 3) : numeral.start]
        return Unit("hour", hit.end()) if any(char in before for char in "天日周月又") else None
    plain = {"business": "day", "natural": "day", "night": "day"}.get(name, name)
    return Unit(plain, hit.end(), is_business=name == "business")


def _is_round_the_clock(text: str, numeral: Numeral, end: int) -> bool:
    """Tell whether a day of hours says that something never closes: 24小时热水, 24-hour front desk."""
    is_day = text[numeral.start : numeral.end] in ("24", "二十四")
    return is_day and _ROUND_THE_CLOCK.match(text, end) is not None


def _is_weekday(text: str, start: int) -> bool:
    """Tell whether a numeral is the name of a weekday: 周三晚上 are no three nights."""
    return text[max(0, start - 2) : start].endswith(("周", "星期", "礼拜"))


def _is_calendar(text: str, numeral: Numeral, hit: re.Match[str]) -> bool:
    """Tell whether numeral and unit name a place in the calendar: 三季度, 下一周, 2026年, 九八年."""
    if hit["quarter"]:
        return hit["quarter"] == "季度" and text[numeral.end - 1] not in "两几半"
    if hit["week"]:
        return text[max(0, numeral.start - 1) : numeral.end] in ("上一", "下一", "本一", "这一")
    is_plain_year = bool(hit["year"]) and not numeral.is_fraction and numeral.pair is None
    return is_plain_year and _DIGIT_YEAR.fullmatch(text, numeral.start, numeral.end) is not None


def _english(text: str, numeral: Numeral | None, hit: re.Match[str]) -> Unit | None:
    name = next(name for name, part in hit.groupdict().items() if part)
    after = text[hit.end() : hit.end() + 5].lstrip(" -")
    if after.startswith(("ago", "old", "earl", "late")) and name != "decade" and not after.startswith("late"):
        return None
    if name in ("year", "month") and numeral is not None and numeral.low is not None and numeral.low >= 1000:
        return None
    return Unit("day" if name == "business" else name, hit.end(), is_business=name == "business")


def _letter(text: str, numeral: Numeral, end: int) -> Unit | None:
    hit = _GLUED.match(text, end)
    if hit is None or numeral.is_slash or (hit[0].startswith(" ") and hit["letter"] not in "hs"):
        return None
    letter = hit["letter"]
    before = text[max(0, numeral.start - 5) : numeral.start]
    if letter == "m" and _YEARS_BEFORE.search(before):
        return Unit("month", hit.end())
    if letter == "m" and not _HOURS_BEFORE.search(before):
        return None
    if letter == "s" and _DECADE.match(text, hit.end()):
        return None
    if letter == "s" and (before.endswith(("the ", "in ", "of ", "'")) or (numeral.low or 0) >= 1000):
        return None
    return Unit(_LETTERS[letter], hit.end())


def make(count: Decimal, unit: Unit) -> Duration:
    """Give a number of units: halves of a month are 15 days, of a year 6 months, of a day 12 hours."""
    if unit.name in ("year", "decade", "quarter", "month"):
        months = count * {"year": 12, "decade": 120, "quarter": 3, "month": 1}[unit.name]
        whole = months.to_integral_value(rounding="ROUND_FLOOR")
        return Duration(months=whole, days=(months - whole) * 30)
    if unit.is_business:
        return Duration(days=count, is_business=True)
    if unit.name in ("day", "week", "weekend", "fortnight"):
        days = count * {"day": 1, "week": 7, "weekend": 2, "fortnight": 14}[unit.name]
        whole = days.to_integral_value(rounding="ROUND_FLOOR")
        return Duration(days=whole, seconds=(days - whole) * 86400)
    return Duration(seconds=count * unit.seconds)


def half_of(unit: Unit) -> Duration:
    """Give half a unit: half a month is 15 days."""
    return make(Decimal("0.5"), unit)


def at_least(a: Duration, b: Duration) -> bool:
    """Tell whether ``a`` is longer than ``b``, a month taken as 30 days."""
    return _seconds(a) > _seconds(b)


def _seconds(value: Duration) -> Decimal:
    return (value.months * 30 + value.days) * 86400 + value.seconds


def is_too_long(value: Duration) -> bool:
    """Tell whether a length is longer than ten thousand years."""
    return _seconds(value) > 10_000 * _SECONDS["year"]
