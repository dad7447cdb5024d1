"""English dates: months and days in either order, weekdays, edges of months and years, and so many days on."""

from datetime import date

from dualmem.values import counts_en as counts
from dualmem.values.dates import DayHit, day_hit, month_day, numeric, refuse
from dualmem.values.dates_zh import shift
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
    week_day,
)
from dualmem.values.timewords import Tokens

_MONTH_SEPARATORS = frozenset("-/.,")
_AFTER_DAY = frozenset(
    "and or at by in for with please if instead works work is to then from until because so but this next as before after"
    " on that would will was are it we i you can could should may might not eod cob of through till unless when while around"
    " noon midnight tonight am pm".split()
)
_FROM = frozenset({"from", "after", "before"})
_NOW = frozenset({"now", "today", "here"})


def read(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Give the longest English date that begins at a token, or None."""
    reader = _READERS.get(tokens.kinds[index])
    return reader(tokens, index, now) if reader else None


def _is_word(tokens: Tokens, index: int, *words: str) -> bool:
    return tokens.kinds[index] == "w" and tokens.values[index] in words


def _skip(tokens: Tokens, index: int, *words: str) -> int:
    return index + 1 if tokens.word(index) in words and tokens.kinds[index] else index


def _day_number(tokens: Tokens, index: int) -> tuple[int, int] | None:
    """Give the number of a day and the next token: ``15``, ``15th``, ``fifteenth``, ``twenty-first``, ``thirty one``."""
    kind = tokens.kinds[index]
    if kind in {"num", "ord"}:
        return (tokens.number(index), index + 1) if tokens.width(index) <= 4 and tokens.number(index) <= 99 else None  # noqa: PLR2004
    if kind == "on":
        return tokens.number(index), index + 1
    if kind == "n":
        tens = tokens.number(index)
        at = index + 1
        if tens >= 20:  # noqa: PLR2004
            at += tokens.kinds[at] == "-"
            if tokens.kinds[at] in {"n", "on"} and 1 <= tokens.number(at) <= 9:  # noqa: PLR2004
                return tens + tokens.number(at), at + 1
            at = index + 1
        return tens, at
    return None


def _year(tokens: Tokens, index: int) -> tuple[int, int] | None:
    """Give a year and the next token: ``2026``, ``'26``, ``nineteen eighty six``, ``two thousand and thirty two``."""
    kind = tokens.kinds[index]
    if kind == "num" and tokens.width(index) == 4 and tokens.kinds[index + 1] not in {":", "%"}:  # noqa: PLR2004
        return tokens.number(index), index + 1
    if kind in {"'", "’"} and tokens.kinds[index + 1] == "num" and tokens.width(index + 1) == 2:  # noqa: PLR2004
        return full_year(tokens.word(index + 1)), index + 2
    return counts.read_year(tokens, index)


def _month_first(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``Dec 15``, ``December 15th, 2026``, ``Jan/3``, ``Sep-23-2020``, ``December 2026``; a month alone is refused."""
    if tokens.is_glued(index) and tokens.text[tokens.starts[index] - 1] in "$@#_":
        return None
    month = tokens.number(index)
    at = index + 1
    if tokens.kinds[at] in _MONTH_SEPARATORS:
        at += 1
    at = _skip(tokens, at, "the")
    day = _day_number(tokens, at)
    if day and day[0] <= 31 and not _is_time(tokens, day[1]):  # noqa: PLR2004
        return _with_year(tokens, day[1], now, month, day[0])
    if not _is_sure_month(tokens, index):
        return None
    year_at = index + 1
    year_at += tokens.kinds[year_at] in {",", "-", "/"}
    year_at = _skip(tokens, year_at, "of")
    year = _year(tokens, year_at)
    return refuse(year[1] if year else index + 1)


def _is_sure_month(tokens: Tokens, index: int) -> bool:
    """Tell whether a month word that could be a verb is a month: march on, may."""
    word = tokens.word(index)
    if word not in {"may", "march", "mar", "sep", "dec", "jan", "jun", "jul"}:
        return True
    return index > 0 and _is_word(tokens, index - 1, "in", "by", "next", "last", "this", "of", "until", "since", "for")


def _is_time(tokens: Tokens, index: int) -> bool:
    """Tell whether the number before a token is an hour or an amount: followed by a colon and digits, am, pm, %."""
    kind = tokens.kinds[index]
    if kind == ":":
        return tokens.kinds[index + 1] == "num"
    if kind == "%":
        return True
    if kind == "." and tokens.is_glued(index) and tokens.kinds[index + 1] == "num" and tokens.is_glued(index + 1):
        return True
    return _is_word(tokens, index, "am", "pm", "a", "p") and (
        tokens.is_glued(index) or tokens.word(index) in {"am", "pm"} or tokens.word(index + 1) in {"m", "."}
    )


def _with_year(tokens: Tokens, index: int, now: date, month: int, day: int) -> DayHit:
    """Finish a month and a day with the year that may follow."""
    at = index
    if tokens.kinds[at] in {",", "-", "/", "."}:
        at += 1
    at = _skip(tokens, at, "of", "in")
    year = _year(tokens, at)
    if year and not _is_time(tokens, year[1]) and not _is_count(tokens, year[1]):
        return day_hit(year[1], make(year[0], month, day))
    if at == index + 1 and tokens.kinds[index] in {"-", "/"} and tokens.kinds[at] == "num" and tokens.width(at) == 2:  # noqa: PLR2004
        return day_hit(at + 1, make(full_year(tokens.word(at)), month, day))
    return month_day(index, now, month, day)


def _is_count(tokens: Tokens, index: int) -> bool:
    return tokens.kinds[index] == "unit"


def _number_first(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read what begins with a number: ``15 Dec``, ``3 days ago``, ``first Monday of March``, ``20th of next month``."""
    if tokens.is_glued(index) and _is_tail(tokens, index):
        return None
    best: DayHit | None = None
    for reader in (_day_first, _year_month_day, _nth, _counted_weekdays, _offset, day_of_month, _paired):
        hit = reader(tokens, index, now)
        if hit and (best is None or hit.end > best.end):
            best = hit
    return best


def _is_tail(tokens: Tokens, index: int) -> bool:
    before = tokens.text[tokens.starts[index] - 1]
    further = tokens.text[max(0, tokens.starts[index] - 2) : tokens.starts[index] - 1]
    if before in "-/." and further.isascii() and further.isalnum():
        return True
    return (before.isascii() and before.isalnum()) or before in "_$¥€£#+"


def _day_first(tokens: Tokens, index: int, now: date) -> DayHit | None:
    day = _day_number(tokens, index)
    if not day or day[0] > 31:  # noqa: PLR2004
        return None
    if index and tokens.kinds[index - 1] == "$":
        return None
    at = day[1]
    if tokens.kinds[at] in {"-", "/", ".", ","}:
        at += 1
    if tokens.kinds[at] == "unit" and tokens.word(at) == "day":
        at += 1
    at = _skip(tokens, at, "of")
    if tokens.kinds[at] != "mon":
        if tokens.kinds[at] == "num" and tokens.width(at) == 4 and at == day[1] + 1 and tokens.kinds[at + 1] in {"-", "/"} and tokens.kinds[at + 2] == "mon":  # noqa: PLR2004, E501
            return day_hit(at + 3, make(tokens.number(at), tokens.number(at + 2), day[0]))
        return None
    month = tokens.number(at)
    at += 1
    if tokens.kinds[at] == "." and tokens.kinds[at + 1] == "num":
        at += 1
    return _with_year(tokens, at, now, month, day[0])


def _year_month_day(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``2019/aug/01``, ``2020/23/Sep``."""
    del now
    kinds = tokens.kinds
    if kinds[index] != "num" or tokens.width(index) != 4 or kinds[index + 1] not in {"-", "/"}:  # noqa: PLR2004
        return None
    if kinds[index + 3] not in {"-", "/"} or {kinds[index + 2], kinds[index + 4]} != {"num", "mon"}:
        return None
    month, day = (index + 2, index + 4) if kinds[index + 2] == "mon" else (index + 4, index + 2)
    return day_hit(index + 5, make(tokens.number(index), tokens.number(month), tokens.number(day)))


def _nth(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``first Monday of March``, ``last day of October 2015``, ``fifth last day of May``, ``second Sunday``."""
    kind = tokens.kinds[index]
    nth, at = (-1, index + 1) if _is_word(tokens, index, "last") else (tokens.number(index), index + 1)
    if nth > 0 and kind not in {"on", "ord"}:
        return None
    if nth > 0 and _is_word(tokens, at, "last"):
        nth, at = -nth, at + 1
    is_day = tokens.kinds[at] == "unit" and tokens.word(at) == "day"
    if not (tokens.kinds[at] == "wd" or is_day):
        return None
    of = _skip(tokens, at + 1, "of", "in")
    month = _named_month(tokens, of, now)
    if not month:
        base = _base(tokens, at + 2, now) if nth > 0 and not is_day and _is_word(tokens, at + 1, "after") else None
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


def _named_month(tokens: Tokens, index: int, now: date) -> tuple[int, int, int] | None:
    """Give year, month and next token of ``March``, ``October 2015``, ``next month``, ``the month``."""
    at = _skip(tokens, index, "the")
    if tokens.kinds[at] == "mon":
        month = tokens.number(at)
        year = _year(tokens, at + 1 + (tokens.kinds[at + 1] == ","))
        if year:
            return year[0], month, year[1]
        return now.year + (month < now.month), month, at + 1
    steps = _STEPS.get(tokens.word(at))
    if steps is not None and tokens.kinds[at + 1] == "unit" and tokens.values[at + 1] == "m":
        there = add_months(now.replace(day=1), steps)
        return (there.year, there.month, at + 2) if there else None
    if at > index and tokens.kinds[at] == "unit" and tokens.values[at] == "m":
        return now.year, now.month, at + 1
    return None


_STEPS = {"this": 0, "current": 0, "the": 0, "next": 1, "following": 1, "coming": 1, "last": -1, "previous": -1, "past": -1}


def _counted_weekdays(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``three Fridays from now``, ``2 Thursdays back``."""
    count = counts.read_count(tokens, index)
    if not count or tokens.kinds[count[1]] not in {"wds", "wd"} or count[0] != int(count[0]) or not 0 < count[0] < 1000:  # noqa: PLR2004
        return None
    number, at = int(count[0]), count[1] + 1
    weekday = tokens.number(count[1])
    if _is_word(tokens, at, "from") and tokens.word(at + 1) in {"now", "today"}:
        first = add_days(now, (weekday - now.weekday() - 1) % 7 + 1)
        return day_hit(at + 2, first and add_days(first, 7 * (number - 1)), "weekday")
    if _is_word(tokens, at, "ago", "back"):
        last = add_days(now, -((now.weekday() - weekday - 1) % 7 + 1))
        return day_hit(at + 1, last and add_days(last, -7 * (number - 1)), "weekday")
    return None


def _offset(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``3 weeks ago``, ``two days from tomorrow``, ``1 month and 21 days ago``, ``3 days after January 12th``."""
    read_counts = counts.read_durations(tokens, index)
    if not read_counts:
        return None
    parts, at = read_counts
    if any(unit in "hns" for _, unit in parts):
        return None
    if _is_word(tokens, at, "ago", "back"):
        return day_hit(at + 1, _shift_all(now, parts, -1), "word")
    if _is_word(tokens, at, "later", "hence"):
        return day_hit(at + 1, _shift_all(now, parts, 1), "word")
    word = tokens.word(at)
    if word in _FROM and tokens.kinds[at] == "w":
        base = _base(tokens, at + 1, now)
        if base:
            sign = -1 if word == "before" else 1
            there = _shift_all(base[0], parts, sign)
            earlier = base[2] and sign > 0 and _shift_all(base[2], parts, sign)
            if earlier and earlier >= now:
                there = earlier
            on = _skip(tokens, base[1], "on")
            if there and on > base[1] and tokens.kinds[on] == "wd":
                return day_hit(on + 1, week_day(there, tokens.number(on)), "weekday")
            return day_hit(base[1], there, "word")
    return None


def _base(tokens: Tokens, index: int, now: date) -> tuple[date, int, date | None] | None:
    """Give the day that ``from`` counts from, the next token, and the last such day where the year was not said."""
    if tokens.word(index) in _NOW:
        return now, index + 1, None
    if _is_word(tokens, index, "right") and _is_word(tokens, index + 1, "now"):
        return now, index + 2, None
    holiday = _fixed_holiday(tokens, index, now)
    if holiday:
        return holiday
    at = _skip(tokens, index, "the")
    hit = numeric(tokens, at, now, is_zh=False) or (read(tokens, at, now) if tokens.kinds[at] in {"mon", "day", "wd", "num", "ord"} else None)
    if not hit or not hit.days:
        return None
    return hit.days[0], hit.end, hit.past if hit.kind == "yearless" else None


def _fixed_holiday(tokens: Tokens, index: int, now: date) -> tuple[date, int, date | None] | None:
    """Give the day of a holiday that something is counted from."""
    if _is_word(tokens, index, "christmas", "xmas"):
        at, month, day = index + 1, 12, 25
    elif _is_word(tokens, index, "new") and tokens.kinds[index + 1] == "unit" and tokens.values[index + 1] == "y":
        at, month, day = index + 2, 1, 1
        if tokens.kinds[at] == "unit" and tokens.values[at] == "d":
            at += 1
    elif _is_word(tokens, index, "easter"):
        there = _easter(now.year)
        return (there if there >= now else _easter(now.year + 1)), index + 1, None
    else:
        return None
    year = _year(tokens, at)
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


def _shift_all(base: date, parts: tuple[tuple[float, str], ...], sign: int) -> date | None:
    there: date | None = base
    for count, unit in parts:
        there = there and shift(there, sign * count, unit)
    return there


def day_of_month(
    tokens: Tokens, index: int, now: date, *, has_the: bool = False, has_weekday: bool = False
) -> DayHit | None:
    """Read ``the 15th``, ``on 15``, ``20th of next month``, ``the 27``: the next such day."""
    day = _day_number(tokens, index)
    if not day or not 1 <= day[0] <= 31 or _is_time(tokens, day[1]):  # noqa: PLR2004
        return None
    at = _skip(tokens, day[1], "day")
    if _is_word(tokens, at, "of"):
        month = _named_month(tokens, at + 1, now)
        if month and tokens.kinds[month[2] - 1] == "unit":
            if tokens.word(month[2] - 2) == "the":
                return day_hit(month[2], coming_day(now, day[0]), "day")
            return day_hit(month[2], make(month[0], month[1], day[0]))
    is_ordinal = tokens.kinds[day[1] - 1] in {"ord", "on"}
    is_led = has_the or has_weekday or (index > 0 and _is_word(tokens, index - 1, "on", "by", "before", "after", "until", "since"))
    is_on = index > 0 and _is_word(tokens, index - 1, "on")
    if not is_led or not (is_ordinal or has_the or has_weekday or is_on):
        return None
    if not _is_free(tokens, day[1], is_number=not is_ordinal):
        return None
    if tokens.kinds[index] == "on" and day[1] == index + 1 and has_the and day[0] < 13 and not is_after_on(tokens, index - 1):  # noqa: PLR2004
        return None
    return day_hit(day[1], coming_day(now, day[0]), "day", past_day(now, day[0]))


def is_after_on(tokens: Tokens, index: int) -> bool:
    """Tell whether ``the`` at a token follows a word that dates follow."""
    return index > 0 and _is_word(tokens, index - 1, "on", "by", "before", "after", "until", "since", "for", "from")


def _is_free(tokens: Tokens, index: int, *, is_number: bool) -> bool:
    """Tell whether no noun follows that the number would count."""
    kind = tokens.kinds[index]
    if kind == "":
        return True
    if kind in {"x"} or kind > "\x7f":
        return True
    if kind in {".", "!", "?", ",", ";", ")", "\n"}:
        return not (tokens.is_glued(index + 1) and tokens.kinds[index + 1] in {"num", "w"} and tokens.is_glued(index))
    if kind in {"clock", "tonight", "part"} or (kind == "w" and tokens.values[index] in _AFTER_DAY):
        return not is_number or tokens.values[index] not in {"of", "to"}
    return kind in {"bound", "dian"} or (kind in {"num", "n"} and not is_number)


def _paired(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read the first day of ``18 and 19 June``."""
    day = _day_number(tokens, index)
    if not day or not (_is_word(tokens, day[1], "and", "or", "to") or tokens.kinds[day[1]] in {"&", "-"}):
        return None
    second = _day_number(tokens, day[1] + 1)
    if not second or second[0] <= day[0] or day[0] > 31:  # noqa: PLR2004
        return None
    at = _skip(tokens, second[1], "of")
    if tokens.kinds[at] != "mon":
        return None
    hit = _with_year(tokens, at + 1, now, tokens.number(at), day[0])
    return hit._replace(end=day[1])


def _the(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read what begins with ``the``."""
    at = index + 1
    if _is_word(tokens, at, "end", "start", "beginning", "middle"):
        return _edge(tokens, at, now)
    if tokens.kinds[at] == "unit" and tokens.word(at) == "day":
        return _day_word_before(tokens, at, now)
    if _is_word(tokens, at, "next", "following") and tokens.kinds[at + 1] == "unit" and tokens.word(at + 1) == "day":
        return day_hit(at + 2, add_days(now, 1), "word")
    if _is_word(tokens, at, "ides"):
        month = _named_month(tokens, _skip(tokens, at + 1, "of"), now)
        if month:
            return day_hit(month[2], make(month[0], month[1], 15 if month[1] in {3, 5, 7, 10} else 13))
    if _is_word(tokens, at, "eod", "eom", "cob", "last", "upcoming", "coming", "next", "following", "previous", "week"):
        return _word(tokens, at, now)
    if tokens.kinds[at] in {"num", "ord", "n", "on"}:
        best = _number_first(tokens, at, now)
        alone = day_of_month(tokens, at, now, has_the=True)
        return alone if alone and (not best or alone.end > best.end) else best
    if tokens.kinds[at] == "unit" and tokens.values[at] in {"w", "m", "q", "y"} and _is_word(tokens, at + 1, "end"):
        return refuse(at + 2)
    if tokens.kinds[at] == "wd":
        return _weekday(tokens, at, now)
    return None


def _day_word_before(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``day after tomorrow``, ``day before yesterday``, ``day after Friday``."""
    if not _is_word(tokens, index + 1, "after", "before"):
        return None
    base = _base(tokens, index + 2, now)
    if not base:
        return None
    return day_hit(base[1], add_days(base[0], 1 if tokens.word(index + 1) == "after" else -1), "word")


def _unit_word(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read what begins with day, week, month, year: ``day after tomorrow``, ``month end``, ``year-end``."""
    if tokens.word(index) == "day":
        return _day_word_before(tokens, index, now)
    at = index + 1 + (tokens.kinds[index + 1] == "-")
    if _is_word(tokens, at, "end") and tokens.values[index] in {"m", "y", "q"}:
        return _period_end(at + 1, str(tokens.values[index]), now)
    return None


def _period_end(end: int, unit: str, now: date) -> DayHit:
    if unit == "m":
        return day_hit(end, month_end(now.year, now.month))
    if unit == "q":
        return day_hit(end, quarter_end(now.year, (now.month - 1) // 3 + 1))
    return day_hit(end, date(now.year, 12, 31)) if unit == "y" else refuse(end)


def _edge(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``end of the month``, ``end of February``, ``beginning of next month``, ``end of Q3``, ``end of day Friday``."""
    which = {"end": "end", "close": "end", "start": "start", "beginning": "start", "middle": "mid", "mid": "mid"}[tokens.word(index)]
    at = index + 1
    at += tokens.kinds[at] == "-"
    at = _skip(tokens, at, "of")
    month = _named_month(tokens, at, now)
    if month:
        year, number, end = month
        days = {"end": month_end(year, number), "start": date(year, number, 1), "mid": date(year, number, 15)}
        return day_hit(end, days[which])
    at = _skip(tokens, at, "the", "this", "business", "play")
    if tokens.kinds[at] == "unit" and tokens.values[at] in {"d", "b"} and which == "end":
        return _that_day(tokens, at + 1, now)
    if tokens.word(at - 1) == "business" and which == "end":
        return _that_day(tokens, at, now)
    return _longer_edge(tokens, at, now, which)


def _longer_edge(tokens: Tokens, index: int, now: date, which: str) -> DayHit | None:
    """Read the edge of a quarter, a year or a week."""
    steps, at = 0, index
    if tokens.word(at) in _STEPS and tokens.kinds[at] == "w":
        steps, at = _STEPS[tokens.word(at)], at + 1
    if tokens.kinds[at] == "unit" and which != "mid":
        if tokens.values[at] == "m":
            return _period_end(at + 1, "m", now) if which == "end" else refuse(at + 1)
        if tokens.values[at] == "y":
            return day_hit(at + 1, date(now.year + steps, 12, 31) if which == "end" else date(now.year + steps, 1, 1))
        if tokens.values[at] == "q":
            quarter = (now.month - 1) // 3 + steps
            end = quarter_end(now.year + quarter // 4, quarter % 4 + 1)
            return day_hit(at + 1, end if which == "end" else date(end.year, end.month - 2, 1))
        return refuse(at + 1)
    if tokens.word(at) == "q" and tokens.kinds[at + 1] == "num" and 1 <= tokens.number(at + 1) <= 4:  # noqa: PLR2004
        end = quarter_end(now.year, tokens.number(at + 1))
        end = end if end >= now else quarter_end(now.year + 1, tokens.number(at + 1))
        return day_hit(at + 2, end if which == "end" else date(end.year, end.month - 2, 1))
    year = _year(tokens, at)
    if year and which == "end" and at == index:
        return day_hit(year[1], make(year[0], 12, 31))
    return None


def _that_day(tokens: Tokens, index: int, now: date) -> DayHit:
    """Finish ``EOD``, ``COB``, ``end of day`` with the day that may follow; else today."""
    at = _skip(tokens, index, "on", "of")
    if tokens.kinds[at] in {"wd", "day", "mon", "num", "ord"}:
        hit = numeric(tokens, at, now, is_zh=False) or read(tokens, at, now)
        if hit and hit.days:
            return hit
    if _is_word(tokens, at, "next", "this"):
        hit = _word(tokens, at, now)
        if hit and hit.days:
            return hit
    return day_hit(index, now, "word")


def _weekday(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``Friday``, ``Friday next week``, ``Sunday of next week``, ``Friday after next``, ``Monday two weeks from now``."""
    if tokens.text[tokens.starts[index]] > "\x7f":
        return None
    weekday = tokens.number(index)
    at = index + 1
    if tokens.word(index) == "black":
        return None
    if _is_word(tokens, at, "after") and _is_word(tokens, at + 1, "next"):
        coming = add_days(now, (weekday - now.weekday() - 1) % 7 + 1)
        return day_hit(at + 2, coming and add_days(coming, 7), "weekday")
    of = _skip(tokens, at, "of", "from", "in")
    steps = _STEPS.get(tokens.word(of)) if tokens.word(of) != "the" else None
    if steps is not None and tokens.kinds[of + 1] == "unit" and tokens.values[of + 1] == "w":
        return day_hit(of + 2, week_day(now, weekday, steps), "weekday")
    comma = at + (tokens.kinds[at] == ",")
    if tokens.kinds[comma] in {"n", "num"} or _is_word(tokens, comma, "a", "an"):
        hit = _offset(tokens, comma, now)
        if hit and hit.days:
            return day_hit(hit.end, week_day(hit.days[0], weekday), "weekday")
    if not _is_sure_weekday(tokens, index):
        return None
    end = at
    if tokens.kinds[at] == "." and tokens.width(index) <= 4 and tokens.is_glued(at) and tokens.kinds[at + 1] not in {""}:  # noqa: PLR2004
        end = at if not tokens.kinds[at + 1] else at
    past = add_days(now, -((now.weekday() - weekday) % 7))
    return day_hit(end, coming_weekday(now, weekday), "weekday", past)


_BEFORE_WEEKDAY = frozenset(
    "on by this next last before after until till since every for of from or and coming past previous to week upcoming".split()
)


def _is_sure_weekday(tokens: Tokens, index: int) -> bool:
    """Tell whether sat, sun, wed, mon are weekdays: led by a word that dates follow, beside a date, or alone."""
    if tokens.word(index) not in {"sat", "sun", "wed", "mon"}:
        return True
    if tokens.count == 1 or (tokens.count == 2 and index == 0 and tokens.kinds[1] in {".", "?", "!"}):  # noqa: PLR2004
        return True
    before = tokens.word(index - 1) if index else ""
    if before in {"the", "a", "in"}:
        return False
    if before in _BEFORE_WEEKDAY:
        return True
    after = tokens.kinds[index + 1]
    if after in {"num", "ord", "mon", "n", "clock", "part", ","}:
        return after != "," or tokens.kinds[index + 2] in {"num", "ord", "mon"}
    if _is_word(tokens, index + 1, "at", "or", "the"):
        return tokens.kinds[index + 2] in {"num", "ord", "n", "clock", "wd", "on"}
    return tokens.word(index) in {"mon", "wed"} and after in {"", ".", "?", "!", "x"} or (before in {"do", "meet", "call"} and after in {"", ".", "?", "!"})


def _word(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read what begins with a plain word: next, last, this, in, EOD, end of, a week ago."""
    reader = _WORD_READERS.get(str(tokens.values[index]))
    return reader(tokens, index, now) if reader else None


def _stepped(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``next Friday``, ``last Sunday``, ``this upcoming Friday``, ``next week Monday``, ``next month``."""
    word = tokens.word(index)
    at = index + 1
    if word in {"this", "the"} and _is_word(tokens, at, "coming", "upcoming", "past", "next"):
        word, at = tokens.word(at), at + 1
    if tokens.kinds[at] == "wd":
        last = _nth(tokens, index, now) if word == "last" else None
        if last:
            return last
        return day_hit(at + 1, _stepped_weekday(now, tokens.number(at), word), "weekday")
    if tokens.kinds[at] == "unit" and tokens.values[at] == "w":
        following = at + 1
        following += tokens.kinds[following] == "-"
        following = _skip(tokens, following, "on")
        if tokens.kinds[following] == "wd":
            return day_hit(following + 1, week_day(now, tokens.number(following), _STEPS.get(word, 1)), "weekday")
        return refuse(at + 1)
    if tokens.kinds[at] == "unit" and tokens.values[at] in {"m", "q", "y"}:
        return refuse(at + 1)
    if _is_word(tokens, at, "weekend", "christmas", "easter", "thanksgiving"):
        return refuse(at + 1)
    if word == "last" and tokens.kinds[at] == "unit":
        return _nth(tokens, index, now)
    if tokens.kinds[at] == "num":
        return _stepped_number(tokens, at, now)
    if tokens.kinds[at] == "mon" and word in {"next", "last", "this"}:
        return refuse(at + 1)
    return None


def _stepped_number(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``this 5/12``: a date of this year."""
    hit = numeric(tokens, index, now, is_zh=True)
    return hit if hit and hit.kind == "yearless" else None


def _stepped_weekday(now: date, weekday: int, word: str) -> date | None:
    if word in {"this", "current"}:
        return coming_weekday(now, weekday)
    if word in {"coming", "upcoming"}:
        return add_days(now, (weekday - now.weekday() - 1) % 7 + 1)
    if word == "past":
        return add_days(now, -((now.weekday() - weekday - 1) % 7 + 1))
    return week_day(now, weekday, 1 if word in {"next", "following"} else -1)


def _in(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``in 3 days``, ``in two months``, ``in four business days``, ``in 3 days on Friday``."""
    read_counts = counts.read_durations(tokens, index + 1)
    if not read_counts:
        return None
    parts, at = read_counts
    if any(unit in "hns" for _, unit in parts):
        return None
    if _is_word(tokens, at, "from"):
        return None
    there = _shift_all(now, parts, 1)
    on = _skip(tokens, at, "on")
    if there and on > at and tokens.kinds[on] == "wd":
        return day_hit(on + 1, week_day(there, tokens.number(on)), "weekday")
    return day_hit(at, there, "word")


def _eod(tokens: Tokens, index: int, now: date) -> DayHit | None:
    return _that_day(tokens, index + 1, now)


def _eom(tokens: Tokens, index: int, now: date) -> DayHit | None:
    return _period_end(index + 1, {"m": "m", "y": "y", "q": "q", "w": "w"}[tokens.word(index)[2]], now)


def _a_count(tokens: Tokens, index: int, now: date) -> DayHit | None:
    return _offset(tokens, index, now)


def _holiday(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Refuse a holiday, alone or with its year."""
    holiday = _fixed_holiday(tokens, index, now)
    if holiday and tokens.word(index) != "new":
        return refuse(holiday[1])
    return refuse(index + 1) if tokens.word(index) in {"weekend", "thanksgiving", "ramadan", "eid", "halloween"} else None


def _every(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Refuse what recurs: ``every Friday``."""
    del now
    at = _skip(tokens, index + 1, "other", "single")
    return refuse(at + 1) if tokens.kinds[at] in {"wd", "wds", "unit", "mon"} else None


_WORD_READERS = {
    "the": _the,
    **dict.fromkeys(("next", "last", "this", "previous", "past", "coming", "upcoming", "following", "current"), _stepped),
    "in": _in,
    **dict.fromkeys(("eod", "cob", "eob", "otd"), _eod),
    **dict.fromkeys(("eom", "eoy", "eoq", "eow"), _eom),
    **dict.fromkeys(("end", "close", "start", "beginning", "middle", "mid"), _edge),
    **dict.fromkeys(("a", "an", "half"), _a_count),
    **dict.fromkeys(("christmas", "xmas", "easter", "weekend", "thanksgiving", "halloween", "eid", "ramadan"), _holiday),
    **dict.fromkeys(("every", "each"), _every),
}


def _day_word(tokens: Tokens, index: int, now: date) -> DayHit | None:
    if tokens.text[tokens.starts[index]] > "\x7f":
        return None
    following = tokens.text[tokens.ends[index] : tokens.ends[index] + 2]
    if following[:1] == "." and following[1:2].isalpha() and following[1:2].isascii():
        return None
    return day_hit(index + 1, add_days(now, tokens.number(index)), "word")


_READERS = {
    "mon": _month_first,
    "num": _number_first,
    "ord": _number_first,
    "n": _number_first,
    "on": _number_first,
    "wd": _weekday,
    "day": _day_word,
    "unit": _unit_word,
    "w": _word,
}
