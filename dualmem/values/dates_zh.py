"""Chinese dates: years, months, days, weekdays, edges of months and years, and so many days on."""

from calendar import monthrange
from datetime import date

from dualmem.values.dates import NO_SUCH_DAY, DayHit, day_hit, month_day, refuse
from dualmem.values.days import (
    add_days,
    add_months,
    coming_day,
    coming_weekday,
    full_year,
    make,
    month_end,
    nth_weekday,
    past_day,
    quarter_end,
    shift,
    week_day,
)
from dualmem.values.timewords import Tokens, read_cn

_NO_DAY_AFTER = frozenset("个人天年月点时分元块万千百亿%次件台套条项名位家份度层楼块岁倍米")
_NO_DAY_NUMBER_AFTER = (
    "楼 院 线 门 机 房 桌 室 厅 库 馆 厂 店 位 车 柜 仓 井 坑 球 选手 员 文 令 电池 字 码 标 段 地 出口 航站 登机 窗口 方案 产品"
    " 样 床 病 服务 节点 屏 会议室 会场 会客 包 桥 塔 台 站 厦 栋 幢 单元 铺 摊 档 馆 池 炉 墙 柱 板 卡 公路 高速 国道 省道 工地 基地 仪"
).split()
_NO_HAO_RI_AFTER = ("元", "币", "圆", "本", "语", "内", "游", "报", "志", "程", "常", "均", "活", "期", "间")
_PART_WORDS = frozenset({"part", "bound", "w", "wd", "(", "jin"})
_QUARTERS = {"一": 1, "二": 2, "三": 3, "四": 4}


def read(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Give the longest Chinese date that begins at a token, or None."""
    kind = tokens.kinds[index]
    if kind == "num" or kind == "cn":
        if tokens.is_glued(index) and _is_tail(tokens, index):
            return None
        return _from_number(tokens, index, now)
    reader = _READERS.get(kind)
    return reader(tokens, index, now) if reader else None


def _is_tail(tokens: Tokens, index: int) -> bool:
    before = tokens.text[tokens.starts[index] - 1]
    return (before.isascii() and (before.isalnum() or before in "._$¥€/")) or before in "第"


def _number(tokens: Tokens, index: int) -> int | None:
    """Give the number a token says, or None."""
    kind = tokens.kinds[index]
    if kind == "num":
        return tokens.number(index)
    return read_cn(str(tokens.values[index])) if kind == "cn" else None


def _from_number(tokens: Tokens, index: int, now: date) -> DayHit | None:
    after = tokens.kinds[index + 1]
    number = _number(tokens, index)
    if number is None:
        return None
    if after == "nian":
        return _year_first(tokens, index, number, now)
    if after == "yue":
        return _month_first(tokens, index, None, now)
    if after == "hao":
        return _day_alone(tokens, index, number, now)
    return _offset(tokens, index, now)


def _year_first(tokens: Tokens, index: int, number: int, now: date) -> DayHit | None:
    said = tokens.word(index)
    if tokens.kinds[index + 2] in {"bound", "ban"} and number < 100:  # noqa: PLR2004
        return _offset(tokens, index, now)
    if len(said) == 1 or (tokens.kinds[index] == "cn" and any(char in "十百" for char in said)):
        return _offset(tokens, index, now)
    year = full_year(said) if tokens.kinds[index] == "num" else _cn_year(said, number)
    return _in_year(tokens, index + 2, year, now)


def _cn_year(said: str, number: int) -> int:
    return full_year(f"{number:0{len(said)}d}") if len(said) == 2 else number  # noqa: PLR2004


def _in_year(tokens: Tokens, index: int, year: int, now: date) -> DayHit | None:
    """Read what follows a year: a month and a day, an edge, or nothing."""
    if not 1 <= year <= 9999:  # noqa: PLR2004
        return None
    if tokens.kinds[index] == "x" and tokens.word(index) == "的":
        index += 1
    if tokens.kinds[index] in {"num", "cn"} and tokens.kinds[index + 1] == "yue":
        return _month_first(tokens, index, year, now)
    if tokens.kinds[index] == "nian" and tokens.kinds[index + 1] == "edge":
        index += 1
    if tokens.kinds[index] == "edge":
        days = {"end": date(year, 12, 31), "start": date(year, 1, 1)}
        return day_hit(index + 1, days[str(tokens.values[index])])
    quarter = _quarter(tokens, index)
    if quarter:
        return _quarter_edge(tokens, quarter[1], year, quarter[0])
    if tokens.kinds[index] in {"holiday", "weekend"}:
        return refuse(index + 1)
    return refuse(index)


def _month_first(tokens: Tokens, index: int, year: int | None, now: date) -> DayHit | None:
    """Read ``12月15日``, ``12月15``, ``12月底``, ``十月的第一个星期一``; a month alone is refused."""
    month = _number(tokens, index)
    after = index + 2
    if month is None or not 1 <= month <= 12:  # noqa: PLR2004
        is_day = tokens.kinds[after] in {"num", "cn"} and tokens.kinds[after + 1] == "hao"
        return refuse(after + 2, NO_SUCH_DAY) if is_day else None
    if tokens.kinds[after] in {"num", "cn"} and tokens.kinds[after + 1] != "yue":
        day = _number(tokens, after)
        end = after + 1
        if tokens.kinds[end] == "hao" and not _is_other_noun(tokens, end):
            end += 1
        elif not _may_be_day(tokens, after):
            return refuse(after)
        if day is None:
            return None
        if year is not None:
            return day_hit(end, make(year, month, day))
        return month_day(end, now, month, day)
    return _in_month(tokens, after, _coming_month(now, month) if year is None else year, month)


def _coming_month(now: date, month: int) -> int:
    return now.year if month >= now.month else now.year + 1


def _may_be_day(tokens: Tokens, index: int) -> bool:
    """Tell whether a number after a month can be a day without 日 (8月十五晚上, 1月3)."""
    after = tokens.text[tokens.ends[index] : tokens.ends[index] + 1]
    if after in _NO_DAY_AFTER and after:
        return False
    if after and after in ".:/%":
        return False
    return not (after.isascii() and after.isalnum()) and tokens.width(index) <= 3 and tokens.kinds[index + 1] not in {"dian", "unit"}  # noqa: PLR2004


def _in_month(tokens: Tokens, index: int, year: int, month: int) -> DayHit | None:
    """Read what follows a month that has no day number: an edge, a weekday of it, or nothing."""
    kind = tokens.kinds[index]
    if kind == "edge" and tokens.values[index] == "start" and tokens.kinds[index + 1] == "cn":
        return refuse(index + 2, "lunar")
    if kind == "edge":
        return day_hit(index + 1, month_end(year, month) if tokens.values[index] == "end" else date(year, month, 1))
    said = tokens.text[tokens.starts[index] : tokens.starts[index] + 2]
    if kind == "x" and said[:1] == "中" and said[1:2] not in {"国", "心", "间", "文", "午", "秋", "期", "的"}:
        return day_hit(index + 1, date(year, month, 15))
    if kind == "third":
        return refuse(index + 1)
    if kind == "x" and said[:1] == "的":
        nth = _nth_weekday(tokens, index + 1, year, month)
        return nth or refuse(index)
    return _nth_weekday(tokens, index, year, month) or refuse(index)


def _nth_weekday(tokens: Tokens, index: int, year: int, month: int) -> DayHit | None:
    if tokens.kinds[index] != "di":
        return None
    nth, at = tokens.number(index), index + 1
    if nth == 0:
        nth = _number(tokens, at) or 0
        at += 1
    if tokens.kinds[at] == "ge":
        at += 1
    if tokens.kinds[at] == "wd" and -1 <= nth <= 5 and nth:  # noqa: PLR2004
        return day_hit(at + 1, nth_weekday(year, month, tokens.number(at), nth))
    if tokens.kinds[at] == "unit" and tokens.values[at] == "d" and nth == -1:
        return day_hit(at + 1, month_end(year, month))
    return None


def _day_alone(tokens: Tokens, index: int, day: int, now: date) -> DayHit | None:
    """Read ``12号``, ``31日``: the next such day."""
    suffix = index + 1
    if index and tokens.kinds[index - 1] in {"di", "every"}:
        return None
    if index > 1 and tokens.kinds[index - 1] == "yue" and tokens.kinds[index - 2] in {"every", "x"}:
        return None
    if _is_other_noun(tokens, suffix) or not tokens.is_glued(suffix):
        return None
    if tokens.kinds[suffix + 1] == "bound" and tokens.values[suffix] == "日" and day > 0:
        offset = _offset(tokens, index, now)
        if offset and tokens.values[suffix + 1] == "after":
            return offset
    if not 1 <= day <= 31:  # noqa: PLR2004
        return refuse(suffix + 1, "no_such_day") if day <= 99 else None  # noqa: PLR2004
    return day_hit(suffix + 1, coming_day(now, day), "day", past_day(now, day))


def _is_other_noun(tokens: Tokens, index: int) -> bool:
    """Tell whether 号 or 日 belongs to another noun (12号楼, 3号会议室, 30日元)."""
    after = tokens.text[tokens.ends[index] : tokens.ends[index] + 3]
    if tokens.values[index] == "号":
        return after.startswith(tuple(_NO_DAY_NUMBER_AFTER))
    return after.startswith(_NO_HAO_RI_AFTER)


def _offset(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``3天后``, ``一年后``, ``5天前``, ``半个月后``, ``三个半月后``, ``两周之后``."""
    read_count = count_unit(tokens, index)
    if not read_count:
        return None
    count, unit, at = read_count
    if tokens.kinds[at] != "bound" or tokens.values[at] == "since" or unit not in "dwmyqb":
        return None
    if is_other_word(tokens, at):
        return None
    if tokens.values[at] == "by" and tokens.kinds[at + 1] == "bound":
        return None
    sign = -1 if tokens.values[at] == "by" else 1
    return day_hit(at + 1, shift(now, sign * count, unit), "word")


def count_unit(tokens: Tokens, index: int) -> tuple[float, str, int] | None:
    """Give count, unit code and next token of ``3天``, ``两周``, ``半个月``, ``三个半月``, ``一年半`` at a token."""
    kinds = tokens.kinds
    at = index
    if kinds[at] == "ban":
        count: float = 0.5
    elif kinds[at] == "num":
        count = tokens.number(at)
        if kinds[at + 1] == "." and kinds[at + 2] == "num" and tokens.is_glued(at + 2):
            count = float(f"{tokens.word(at)}.{tokens.word(at + 2)}")
            at += 2
    elif kinds[at] == "cn":
        number = read_cn(str(tokens.values[at]))
        if number is None:
            return None
        count = number
    else:
        return None
    at += 1
    if kinds[at] == "ge" and kinds[at + 1] == "ban":
        count, at = count + 0.5, at + 2
    kind = kinds[at]
    if kind == "unit":
        unit = str(tokens.values[at])
    elif kind in {"week", "nian", "hao", "yue"}:
        unit = {"week": "w", "nian": "y", "hao": "d", "yue": "m"}[kind]
        if kind == "hao" and tokens.values[at] != "日":
            return None
        if kind == "yue" and kinds[at - 1] != "ban":
            return None
    else:
        return None
    at += 1
    if kinds[at] == "ban" and unit in "yhdn" and kinds[at + 1] != "unit":
        count, at = count + 0.5, at + 1
    return count, unit, at


def _relative(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read what follows 下, 上, 本, 这: a weekday, a month, a year, a quarter."""
    steps, at = tokens.number(index), index + 1
    kind = tokens.kinds[at]
    if kind == "wd":
        weekday = tokens.number(at)
        day = week_day(now, weekday, steps) if steps else coming_weekday(now, weekday)
        return day_hit(at + 1, day, "weekday")
    if kind in {"week", "weekend"}:
        return _weekday_after(tokens, at + 1, now, steps) if kind == "week" else refuse(at + 1)
    if kind == "yue":
        month = add_months(now.replace(day=1), steps)
        if not month:
            return None
        if tokens.kinds[at + 1] in {"num", "cn"}:
            day_number = _number(tokens, at + 1)
            if tokens.kinds[at + 2] == "hao" and day_number is not None:
                return day_hit(at + 3, make(month.year, month.month, day_number))
        return _in_month(tokens, at + 1, month.year, month.month)
    if kind == "ji":
        quarter = (now.month - 1) // 3 + steps
        return _quarter_edge(tokens, at + 1, now.year + quarter // 4, quarter % 4 + 1)
    if kind == "nian":
        return _in_year(tokens, at + 1, now.year + steps, now)
    return None


def _weekday_after(tokens: Tokens, index: int, now: date, weeks: int) -> DayHit:
    """Read ``下周的周五``; a week alone is refused."""
    at = index + (tokens.kinds[index] == "x" and tokens.word(index) == "的")
    if tokens.kinds[at] == "wd":
        return day_hit(at + 1, week_day(now, tokens.number(at), weeks), "weekday")
    return refuse(index)


def _weekday(tokens: Tokens, index: int, now: date) -> DayHit | None:
    if tokens.text[tokens.starts[index]] < "\x7f":
        return None
    return day_hit(index + 1, coming_weekday(now, tokens.number(index)), "weekday", _past_weekday(now, tokens.number(index)))


def _past_weekday(now: date, weekday: int) -> date | None:
    return add_days(now, -((now.weekday() - weekday) % 7))


def _day_word(tokens: Tokens, index: int, now: date) -> DayHit | None:
    if tokens.text[tokens.starts[index]] < "\x7f":
        return None
    return day_hit(index + 1, add_days(now, tokens.number(index)), "word")


def _jin(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read the day of 今晚, 明早: the part of day is left to the time grammar."""
    if tokens.kinds[index + 1] == "part":
        return day_hit(index + 1, add_days(now, tokens.number(index)), "jin")
    return None


def _rel_or_jin(tokens: Tokens, index: int, now: date) -> DayHit | None:
    return _jin(tokens, index, now) if tokens.kinds[index + 1] == "part" else _relative(tokens, index, now)


def _year_word(tokens: Tokens, index: int, now: date) -> DayHit | None:
    return _in_year(tokens, index + 1, now.year + tokens.number(index), now)


def _month_edge(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``月底``, ``月中``, ``月初`` on their own: the next such day."""
    if tokens.kinds[index - 1] in {"num", "cn", "unit", "ge"} and index:
        return None
    if tokens.text[tokens.starts[index] : tokens.ends[index]] != "月":
        return None
    hit = _in_month(tokens, index + 1, now.year, now.month)
    if not hit or not hit.days:
        return None
    if hit.days[0] < now:
        later = add_months(now.replace(day=1), 1)
        return later and _in_month(tokens, index + 1, later.year, later.month)
    return hit


def _year_edge(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``年底``, ``年初`` on their own: the next such day."""
    if index and tokens.kinds[index - 1] in {"num", "cn", "yr"} or tokens.kinds[index + 1] != "edge":
        return None
    is_end = tokens.values[index + 1] == "end"
    return day_hit(index + 2, date(now.year, 12, 31) if is_end else date(now.year + (now > date(now.year, 1, 1)), 1, 1))


def _quarter(tokens: Tokens, index: int) -> tuple[int, int] | None:
    """Give the number of a quarter and the next token: ``第三季度``, ``三季度``, ``q3``."""
    word = tokens.word(index)
    if tokens.kinds[index] == "w" and word == "q" and tokens.kinds[index + 1] == "num" and tokens.is_glued(index + 1):
        number = tokens.number(index + 1)
        return (number, index + 2) if 1 <= number <= 4 else None  # noqa: PLR2004
    at = index + (tokens.kinds[index] == "di")
    number = _number(tokens, at) or 0
    if tokens.kinds[at + 1] == "ge" and tokens.kinds[at + 2] == "ji":
        return (number, at + 3) if 1 <= number <= 4 else None  # noqa: PLR2004
    if tokens.kinds[at + 1] == "ji" and 1 <= number <= 4:  # noqa: PLR2004
        return number, at + 2
    return None


def _quarter_edge(tokens: Tokens, index: int, year: int, quarter: int) -> DayHit:
    if tokens.kinds[index] == "edge":
        end = quarter_end(year, quarter)
        first = date(year, end.month - 2, 1)
        return day_hit(index + 1, end if tokens.values[index] == "end" else first)
    return refuse(index)


def _this_quarter(tokens: Tokens, index: int, now: date) -> DayHit | None:
    if index and tokens.kinds[index - 1] in {"num", "cn", "di", "rel"}:
        return None
    if tokens.kinds[index + 1] == "edge":
        return _quarter_edge(tokens, index + 1, now.year, (now.month - 1) // 3 + 1)
    return None


def _named_quarter(tokens: Tokens, index: int, now: date) -> DayHit | None:
    quarter = _quarter(tokens, index)
    if not quarter:
        return None
    number, at = quarter
    year = now.year + (quarter_end(now.year, number) < now)
    return _quarter_edge(tokens, at, year, number)


def _every(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Refuse what recurs: ``每周五``, ``每月5号``, ``每天``."""
    del now
    at = index + 1
    kind = tokens.kinds[at]
    if kind in {"wd", "weekend"} or (kind == "unit" and tokens.values[at] == "d"):
        return refuse(at + 1)
    if kind in {"week", "yue", "nian", "ji"}:
        while at < index + 6 and tokens.kinds[at] in {"week", "yue", "nian", "ji", "num", "cn", "hao", "wd", "edge"}:
            at += 1
        return refuse(at)
    return None


def _republic(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read a year of the Republic of China: ``民国115年12月15日``."""
    number = _number(tokens, index + 1)
    if number is None or tokens.kinds[index + 2] != "nian":
        return None
    return _in_year(tokens, index + 3, number + 1911, now)


def _lunar(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Refuse a day of the lunar calendar."""
    hit = read(tokens, index + 1, now)
    if hit:
        return refuse(hit.end, "lunar")
    at = index + 1
    while at < index + 4 and tokens.kinds[at] in {"edge", "cn", "num", "hao"}:
        at += 1
    return refuse(at, "lunar")


def _holiday(tokens: Tokens, index: int, now: date) -> DayHit | None:
    del now
    return refuse(index + 1) if tokens.text[tokens.starts[index]] > "\x7f" else None


_OTHER_WORDS = {
    "前": ("前台", "前端", "前期", "前面", "前往", "前去", "前来", "前后", "前夕", "前线", "前任", "前提", "前景", "前排", "前者", "前言"),
    "后": ("后台", "后端", "后期", "后续", "后面", "后勤", "后者", "后来", "后果", "后悔", "后备", "后排", "后门", "后方"),
    "起": ("起草", "起飞", "起诉", "起来", "起床", "起码", "起点", "起步", "起因", "起订", "起价"),
}


def is_other_word(tokens: Tokens, index: int) -> bool:
    """Tell whether a bound word is the head of another word (12月15日前台值班)."""
    start = tokens.starts[index]
    words = _OTHER_WORDS.get(tokens.text[start : tokens.ends[index]])
    return bool(words) and tokens.text[start : start + 2] in words


def month_days(year: int, month: int) -> int:
    """Give the number of days of a month."""
    return monthrange(year, month)[1]


_READERS = {
    "rel": _rel_or_jin,
    "jin": _jin,
    "yr": _year_word,
    "wd": _weekday,
    "day": _day_word,
    "yue": _month_edge,
    "nian": _year_edge,
    "ji": _this_quarter,
    "di": _named_quarter,
    "w": _named_quarter,
    "every": _every,
    "lunar": _lunar,
    "republic": _republic,
    "holiday": _holiday,
    "weekend": _holiday,
    "ban": _offset,
}
