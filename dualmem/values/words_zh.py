"""Chinese words for days: 下周五, 今天, 今晚, 明年3月, 月底, 年底, 季度末, and what recurs or is a holiday."""

from datetime import date

from dualmem.values.dates import DayHit, day_hit, refuse
from dualmem.values.days import add_days, add_months, coming_weekday, make, quarter_end, week_day
from dualmem.values.months_zh import in_month, in_year, number_at, quarter_at, quarter_edge, with_month
from dualmem.values.timetokens import Tokens


def _relative(tokens: Tokens, index: int, now: date) -> DayHit | None:  # noqa: PLR0911  # one line a form
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
        there = at + 1 + (tokens.word(at + 1) == "的")
        if tokens.kinds[there] in {"num", "cn"}:
            day_number = number_at(tokens, there)
            if tokens.kinds[there + 1] == "hao" and day_number is not None:
                return day_hit(there + 2, make(month.year, month.month, day_number))
        return in_month(tokens, at + 1, month.year, month.month)
    if kind == "ji":
        quarter = (now.month - 1) // 3 + steps
        return quarter_edge(tokens, at + 1, now.year + quarter // 4, quarter % 4 + 1)
    if kind == "nian":
        return in_year(tokens, at + 1, now.year + steps, now)
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
    if tokens.number(index) == 5 and tokens.kinds[index + 1] == "hao" and tokens.values[index + 1] == "日":
        return refuse(index + 2)
    return day_hit(
        index + 1, coming_weekday(now, tokens.number(index)), "weekday", _past_weekday(now, tokens.number(index))
    )


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
    return in_year(tokens, index + 1, now.year + tokens.number(index), now)


def _month_edge(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``月底``, ``月中``, ``月初`` on their own: the next such day."""
    if tokens.kinds[index - 1] in {"num", "cn", "unit", "ge"} and index:
        return None
    if tokens.text[tokens.starts[index] : tokens.ends[index]] != "月":
        return None
    hit = in_month(tokens, index + 1, now.year, now.month)
    if not hit or not hit.days:
        return None
    if hit.days[0] < now:
        later = add_months(now.replace(day=1), 1)
        return in_month(tokens, index + 1, later.year, later.month) if later else None
    return hit


def _year_edge(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``年底``, ``年初`` on their own: the next such day."""
    if (index and tokens.kinds[index - 1] in {"num", "cn", "yr"}) or tokens.kinds[index + 1] != "edge":
        return None
    is_end = tokens.values[index + 1] == "end"
    return day_hit(index + 2, date(now.year, 12, 31) if is_end else date(now.year + (now > date(now.year, 1, 1)), 1, 1))


def _this_quarter(tokens: Tokens, index: int, now: date) -> DayHit | None:
    if index and tokens.kinds[index - 1] in {"num", "cn", "di", "rel"}:
        return None
    if tokens.kinds[index + 1] == "edge":
        return quarter_edge(tokens, index + 1, now.year, (now.month - 1) // 3 + 1)
    return None


def _january(tokens: Tokens, index: int, now: date) -> DayHit | None:
    return with_month(tokens, index + 1, 1, None, now)


def named_quarter(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read the edge of a quarter, the next to come; a quarter alone is refused."""
    quarter = quarter_at(tokens, index)
    if not quarter:
        return None
    number, at = quarter
    if tokens.kinds[at] == "num" and tokens.width(at) == 4:  # Q4 2026
        return quarter_edge(tokens, at + 1, tokens.number(at), number)
    year = now.year + (quarter_end(now.year, number) < now)
    return quarter_edge(tokens, at, year, number)


_RECURS = frozenset(("week", "yue", "nian", "ji", "num", "cn", "hao", "wd", "edge"))


def _every(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Refuse what recurs: ``每周五``, ``每月5号``, ``每天``."""
    del now
    at = index + 1
    kind = tokens.kinds[at]
    if kind in {"wd", "weekend"} or (kind == "unit" and tokens.values[at] == "d"):
        return refuse(at + 1)
    if kind in {"week", "yue", "nian", "ji"}:
        while at < index + 6 and tokens.kinds[at] in _RECURS:
            if tokens.kinds[at] in {"num", "cn"} and tokens.kinds[at + 1] not in _RECURS:  # 每月3000块
                break
            at += 1
        return refuse(at)
    return None


def _republic(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read a year of the Republic of China: ``民国115年12月15日``."""
    number = number_at(tokens, index + 1)
    if number is None or tokens.kinds[index + 2] != "nian":
        return None
    return in_year(tokens, index + 3, number + 1911, now)


def _holiday(tokens: Tokens, index: int, now: date) -> DayHit | None:
    del now
    return refuse(index + 1) if tokens.text[tokens.starts[index]] > "\x7f" else None


READERS = {
    "rel": _rel_or_jin,
    "jin": _jin,
    "yr": _year_word,
    "wd": _weekday,
    "day": _day_word,
    "yue": _month_edge,
    "nian": _year_edge,
    "ji": _this_quarter,
    "di": named_quarter,
    "w": named_quarter,
    "every": _every,
    "january": _january,
    "republic": _republic,
    "holiday": _holiday,
    "weekend": _holiday,
}
