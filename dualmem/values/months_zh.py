"""Chinese years and months: with a day, an edge (底, 初, 中), a weekday of the month, a quarter, or nothing."""

from datetime import date

from dualmem.values.dates import NO_SUCH_DAY, DayHit, day_hit, month_day, refuse
from dualmem.values.days import make, month_end, nth_weekday, quarter_end
from dualmem.values.timetokens import Tokens, read_cn

_NO_DAY_AFTER = frozenset("个人天年月点时分元块万千百亿%次件台套条项名位家份度层楼块岁倍米")
_NO_DAY_NUMBER_AFTER = [
    "楼",
    "院",
    "线",
    "门",
    "机",
    "房",
    "桌",
    "室",
    "厅",
    "库",
    "馆",
    "厂",
    "店",
    "位",
    "车",
    "柜",
    "仓",
    "井",
    "坑",
    "球",
    "选手",
    "员",
    "文",
    "令",
    "电池",
    "字",
    "码",
    "标",
    "段",
    "地",
    "出口",
    "航站",
    "登机",
    "窗口",
    "方案",
    "产品",
    "样",
    "床",
    "病",
    "服务",
    "节点",
    "屏",
    "会议室",
    "会场",
    "会客",
    "包",
    "桥",
    "塔",
    "台",
    "站",
    "厦",
    "栋",
    "幢",
    "单元",
    "铺",
    "摊",
    "档",
    "馆",
    "池",
    "炉",
    "墙",
    "柱",
    "板",
    "卡",
    "公路",
    "高速",
    "国道",
    "省道",
    "工地",
    "基地",
    "仪",
]
_NO_HAO_RI_AFTER = ("元", "币", "圆", "本", "语", "内", "游", "报", "志", "程", "常", "均", "活", "期", "间")


def number_at(tokens: Tokens, index: int) -> int | None:
    """Give the number a token says, or None."""
    kind = tokens.kinds[index]
    if kind == "num":
        return tokens.number(index)
    return read_cn(str(tokens.values[index])) if kind == "cn" else None


def in_year(tokens: Tokens, index: int, year: int, now: date) -> DayHit | None:  # noqa: PLR0911  # one line a form
    """Read what follows a year: a month and a day, an edge, or nothing."""
    if not 1 <= year <= 9999:
        hit = month_first(tokens, index, None, now) if tokens.kinds[index + 1] == "yue" else None
        return hit and refuse(hit.end, NO_SUCH_DAY)
    if tokens.kinds[index] == "x" and tokens.word(index) == "的":
        index += 1
    if tokens.kinds[index] in {"num", "cn"} and tokens.kinds[index + 1] == "yue":
        return month_first(tokens, index, year, now)
    if tokens.kinds[index] == "january":
        return with_month(tokens, index + 1, 1, year, now)
    if tokens.kinds[index] == "nian" and tokens.kinds[index + 1] == "edge":
        index += 1
    if tokens.kinds[index] == "edge":
        days = {"end": date(year, 12, 31), "start": date(year, 1, 1)}
        return day_hit(index + 1, days[str(tokens.values[index])])
    quarter = quarter_at(tokens, index)
    if quarter:
        return quarter_edge(tokens, quarter[1], year, quarter[0])
    if tokens.kinds[index] in {"holiday", "weekend"}:
        return refuse(index + 1)
    return refuse(index)


def month_first(tokens: Tokens, index: int, year: int | None, now: date) -> DayHit | None:
    """Read ``12月15日``, ``12月15``, ``12月底``, ``十月的第一个星期一``; a month alone is refused."""
    month = number_at(tokens, index)
    after = index + 2
    if month is None or not 1 <= month <= 12:
        is_day = tokens.kinds[after] in {"num", "cn"} and tokens.kinds[after + 1] == "hao"
        return refuse(after + 2, NO_SUCH_DAY) if is_day else None
    return with_month(tokens, after, month, year, now)


def with_month(tokens: Tokens, after: int, month: int, year: int | None, now: date) -> DayHit | None:
    """Read what follows a month: a day, an edge, a weekday of it, or nothing."""
    if tokens.word(after) == "的" and tokens.kinds[after + 1] in {"num", "cn"} and tokens.kinds[after + 2] == "hao":
        after += 1
    if tokens.kinds[after] in {"num", "cn"} and tokens.kinds[after + 1] != "yue":
        day = number_at(tokens, after)
        end = after + 1
        if tokens.kinds[end] == "hao" and (tokens.values[end] == "日" or not is_other_noun(tokens, end)):
            end += 1
        elif not _may_be_day(tokens, after):
            return refuse(after)
        if day is None:
            return None
        if year is not None:
            return day_hit(end, make(year, month, day))
        return month_day(end, now, month, day)
    return in_month(tokens, after, _coming_month(now, month) if year is None else year, month)


def _coming_month(now: date, month: int) -> int:
    return now.year if month >= now.month else now.year + 1


def _may_be_day(tokens: Tokens, index: int) -> bool:
    """Tell whether a number after a month can be a day without 日 (8月十五晚上, 1月3)."""
    after = tokens.text[tokens.ends[index] : tokens.ends[index] + 1]
    if after in _NO_DAY_AFTER and after:
        return False
    if after and after in ".:/%":
        return False
    return (
        not (after.isascii() and after.isalnum())
        and tokens.width(index) <= 3
        and tokens.kinds[index + 1] not in {"dian", "unit"}
    )


def in_month(tokens: Tokens, index: int, year: int, month: int) -> DayHit | None:
    """Read what follows a month that has no day number: an edge, a weekday of it, or nothing."""
    again = index + (tokens.word(index) == "的")
    if tokens.kinds[again] == "yue" and (tokens.kinds[again + 1] == "edge" or tokens.word(again + 1) == "中"):
        index = again + 1  # 下个月月底, 12月的月底
    kind = tokens.kinds[index]
    if kind == "edge" and tokens.values[index] == "start" and tokens.kinds[index + 1] == "cn":
        return refuse(index + 2, "not_a_value")
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
        nth = number_at(tokens, at) or 0
        at += 1
    if tokens.kinds[at] == "ge":
        at += 1
    if tokens.kinds[at] == "wd" and -1 <= nth <= 5 and nth:
        return day_hit(at + 1, nth_weekday(year, month, tokens.number(at), nth))
    if tokens.kinds[at] == "unit" and tokens.values[at] == "d" and nth == -1:
        return day_hit(at + 1, month_end(year, month))
    return None


def is_other_noun(tokens: Tokens, index: int) -> bool:
    """Tell whether 号 or 日 belongs to another noun (12号楼, 3号会议室, 30日元)."""
    after = tokens.text[tokens.ends[index] : tokens.ends[index] + 3]
    if tokens.values[index] == "号":
        return after.startswith(tuple(_NO_DAY_NUMBER_AFTER))
    return after.startswith(_NO_HAO_RI_AFTER)


def quarter_at(tokens: Tokens, index: int) -> tuple[int, int] | None:
    """Give the number of a quarter and the next token: ``第三季度``, ``三季度``, ``q3``."""
    word = tokens.word(index)
    if tokens.kinds[index] == "w" and word == "q" and tokens.kinds[index + 1] == "num" and tokens.is_glued(index + 1):
        number = tokens.number(index + 1)
        return (number, index + 2) if 1 <= number <= 4 else None
    at = index + (tokens.kinds[index] == "di")
    number = number_at(tokens, at) or 0
    if tokens.kinds[at + 1] == "ge" and tokens.kinds[at + 2] == "ji":
        return (number, at + 3) if 1 <= number <= 4 else None
    if tokens.kinds[at + 1] == "ji" and 1 <= number <= 4:
        return number, at + 2
    return None


def quarter_edge(tokens: Tokens, index: int, year: int, quarter: int) -> DayHit:
    """Read the edge (末, 初) of a quarter; a quarter alone is refused."""
    if tokens.kinds[index] == "edge":
        end = quarter_end(year, quarter)
        first = date(year, end.month - 2, 1)
        return day_hit(index + 1, end if tokens.values[index] == "end" else first)
    return refuse(index)
