"""English offsets: so many days or months before or after a day or a holiday; the nth weekday of a month."""

from datetime import date

from dualmem.values import counts_en as counts
from dualmem.values.dates import DayHit, day_hit, month_day, numeric
from dualmem.values.days import add_days, coming_weekday, make, month_end, nth_weekday, shift, week_day
from dualmem.values.months_en import STEPS, day_first, is_word, month_first, named_month, read_year, skip
from dualmem.values.timetokens import Tokens

_FROM = frozenset({"from", "after", "before"})
_LASTING = frozenset({"for", "stay", "staying", "spend", "rent", "renting", "keep", "keeping", "book", "booking"})
_NOW = frozenset({"now", "today", "here"})


def offset(tokens: Tokens, index: int, now: date) -> DayHit | None:  # noqa: PLR0911  # one line a form
    """Read ``3 weeks ago``, ``two days from tomorrow``, ``1 month and 21 days ago``, ``3 days after January 12th``."""
    read_counts = counts.read_durations(tokens, index)
    if not read_counts:
        return None
    parts, at = read_counts
    if any(unit in "hns" for _, unit in parts):
        return None
    if is_word(tokens, at, "ago", "back"):
        return day_hit(at + 1, shift_all(now, parts, -1), "word")
    if is_word(tokens, at, "later", "hence"):
        return day_hit(at + 1, shift_all(now, parts, 1), "word")
    word = tokens.word(at)
    if word == "from" and index and tokens.word(index - 1) in _LASTING and tokens.word(at + 1) != "now":
        return None  # for six days from next Tuesday: how long, and from when
    if word in _FROM and tokens.kinds[at] == "w":
        base = base_day(tokens, at + 1, now)
        if base:
            sign = -1 if word == "before" else 1
            there = shift_all(base[0], parts, sign)
            earlier = base[2] and sign > 0 and shift_all(base[2], parts, sign)
            if earlier and earlier >= now:
                there = earlier
            on = skip(tokens, base[1], "on")
            if there and on > base[1] and tokens.kinds[on] == "wd":
                return day_hit(on + 1, week_day(there, tokens.number(on)), "weekday")
            return day_hit(base[1], there, "word")
    return None


def base_day(tokens: Tokens, index: int, now: date) -> tuple[date, int, date | None] | None:
    """Give the day that ``from`` counts from, the next token, and the last such day where the year was not said."""
    if tokens.word(index) in _NOW:
        return now, index + 1, None
    if is_word(tokens, index, "right") and is_word(tokens, index + 1, "now"):
        return now, index + 2, None
    holiday = fixed_holiday(tokens, index, now)
    if holiday:
        return holiday
    at = skip(tokens, index, "the")
    hit = numeric(tokens, at, now, is_zh=False) or plain_day(tokens, at, now)
    if not hit or not hit.days:
        return None
    return hit.days[0], hit.end, hit.past if hit.kind == "yearless" else None


def plain_day(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read the plain day that something is counted from: ``January 12th``, ``tomorrow``, ``next Friday``."""
    kind = tokens.kinds[index]
    if kind == "mon":
        return month_first(tokens, index, now)
    if kind in {"num", "ord", "n", "on"}:
        return day_first(tokens, index, now)
    if kind == "day":
        return day_hit(index + 1, add_days(now, tokens.number(index)), "word")
    if kind == "wd":
        return day_hit(index + 1, coming_weekday(now, tokens.number(index)), "weekday")
    if tokens.word(index) in {"next", "last"} and tokens.kinds[index + 1] == "wd":
        return day_hit(index + 2, week_day(now, tokens.number(index + 1), STEPS[tokens.word(index)]), "weekday")
    return None


def fixed_holiday(tokens: Tokens, index: int, now: date) -> tuple[date, int, date | None] | None:
    """Give the day of a holiday that something is counted from."""
    if is_word(tokens, index, "christmas", "xmas"):
        at, month, day = index + 1, 12, 25
    elif is_word(tokens, index, "new") and tokens.kinds[index + 1] == "unit" and tokens.values[index + 1] == "y":
        at, month, day = index + 2, 1, 1
        if tokens.kinds[at] == "unit" and tokens.values[at] == "d":
            at += 1
    elif is_word(tokens, index, "easter"):
        there = _easter(now.year)
        return (there if there >= now else _easter(now.year + 1)), index + 1, None
    else:
        return None
    year = read_year(tokens, at)
    if year:
        there_year = make(year[0], month, day)
        return (there_year, year[1], None) if there_year else None
    hit = month_day(at, now, month, day)
    return hit.days[0], at, hit.past


def _easter(year: int) -> date:
    """Give Easter Sunday (Gauss's method in the form of Meeus, Jones and Butcher)."""
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (b - (b + 8) // 25 + 1) // 3
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return date(year, month, day + 1)


def shift_all(base: date, parts: tuple[tuple[float, str], ...], sign: int) -> date | None:
    """Give the day that several counts with units lead to, one after the other."""
    there: date | None = base
    for count, unit in parts:
        there = there and shift(there, sign * count, unit)
    return there


def counted_weekdays(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``three Fridays from now``, ``2 Thursdays back``."""
    count = counts.read_count(tokens, index)
    if not count or tokens.kinds[count[1]] not in {"wds", "wd"} or count[0] != int(count[0]) or not 0 < count[0] < 1000:
        return None
    number, at = int(count[0]), count[1] + 1
    weekday = tokens.number(count[1])
    if is_word(tokens, at, "from") and tokens.word(at + 1) in {"now", "today"}:
        first = add_days(now, (weekday - now.weekday() - 1) % 7 + 1)
        return day_hit(at + 2, first and add_days(first, 7 * (number - 1)), "weekday")
    if is_word(tokens, at, "ago", "back"):
        last = add_days(now, -((now.weekday() - weekday - 1) % 7 + 1))
        return day_hit(at + 1, last and add_days(last, -7 * (number - 1)), "weekday")
    return None


def in_count(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``in 3 days``, ``in two months``, ``in four business days``, ``in 3 days on Friday``."""
    read_counts = counts.read_durations(tokens, index + 1)
    if not read_counts:
        return None
    parts, at = read_counts
    if any(unit in "hns" for _, unit in parts):
        return None
    if is_word(tokens, at, "from"):
        return None
    if tokens.kinds[at] in {"'", "’"} and is_word(tokens, at + 1, "time"):
        at += 2
    there = shift_all(now, parts, 1)
    on = skip(tokens, at, "on")
    if there and on > at and tokens.kinds[on] == "wd":
        return day_hit(on + 1, week_day(there, tokens.number(on)), "weekday")
    return day_hit(at, there, "word")


def day_word_before(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``day after tomorrow``, ``day before yesterday``, ``day after Friday``."""
    if not is_word(tokens, index + 1, "after", "before"):
        return None
    base = base_day(tokens, index + 2, now)
    if not base:
        return None
    return day_hit(base[1], add_days(base[0], 1 if tokens.word(index + 1) == "after" else -1), "word")


def nth(tokens: Tokens, index: int, now: date) -> DayHit | None:  # noqa: PLR0911  # one line a form
    """Read ``first Monday of March``, ``last day of October 2015``, ``fifth last day of May``, ``second Sunday``."""
    kind = tokens.kinds[index]
    nth, at = (-1, index + 1) if is_word(tokens, index, "last") else (tokens.number(index), index + 1)
    if nth > 0 and kind not in {"on", "ord"}:
        return None
    if nth > 0 and is_word(tokens, at, "last"):
        nth, at = -nth, at + 1
    is_day = tokens.kinds[at] == "unit" and tokens.word(at) == "day"
    if not (tokens.kinds[at] == "wd" or is_day):
        return None
    of = skip(tokens, at + 1, "of", "in")
    month = named_month(tokens, of, now)
    if not month:
        base = base_day(tokens, at + 2, now) if nth > 0 and not is_day and is_word(tokens, at + 1, "after") else None
        if base:
            first = add_days(base[0], (tokens.number(at) - base[0].weekday() - 1) % 7 + 1)
            return day_hit(base[1], first and add_days(first, 7 * (nth - 1)))
        if tokens.kinds[at] == "wd" and nth > 0 and index and not is_day and of == at + 1:
            return day_hit(at + 1, nth_weekday(now.year, now.month, tokens.number(at), nth))
        return None
    year, number, end = month
    if is_day:
        last = month_end(year, number).day
        return day_hit(end, make(year, number, nth if nth > 0 else last + 1 + nth))
    return day_hit(end, nth_weekday(year, number, tokens.number(at), nth))
