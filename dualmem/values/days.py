"""Days: calendar arithmetic that the date grammars resolve words with."""

from calendar import monthrange
from datetime import date, timedelta

LAST_YEAR = 9999


def make(year: int, month: int, day: int) -> date | None:
    """Give a day, or None where the calendar has none."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def add_days(day: date, count: int) -> date | None:
    """Give the day ``count`` days on, or None outside the calendar."""
    try:
        return day + timedelta(days=count)
    except OverflowError:
        return None


def add_months(day: date, months: int) -> date | None:
    """Give the same day ``months`` on, the last day of a shorter month, or None outside the calendar."""
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    if not 1 <= year <= LAST_YEAR:
        return None
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def add_workdays(day: date, count: int) -> date | None:
    """Give the day ``count`` working days on (Monday to Friday; no holidays)."""
    weeks, rest = divmod(count, 5)
    there = add_days(day, 7 * weeks - max(0, day.weekday() - 4) * (weeks > 0))  # from a weekend as from its Friday
    while rest and there:
        there = add_days(there, 1)
        if there and there.weekday() < 5:
            rest -= 1
    return there


def month_end(year: int, month: int) -> date:
    """Give the last day of a month."""
    return date(year, month, monthrange(year, month)[1])


def coming_month_day(now: date, month: int, day: int) -> date | None:
    """Give the next such day, today included; None where no year has one."""
    return next(
        (there for year in range(now.year, now.year + 9) if (there := make(year, month, day)) and there >= now), None
    )


def past_month_day(now: date, month: int, day: int) -> date | None:
    """Give the last such day before or on today; None where no year has one."""
    return next(
        (there for year in range(now.year, now.year - 9, -1) if (there := make(year, month, day)) and there <= now),
        None,
    )


def coming_day(now: date, day: int) -> date | None:
    """Give the next day with this number, today included, in the first month that has one."""
    if not 1 <= day <= 31:
        return None
    first = now.replace(day=1)
    for months in range(4):
        month = add_months(first, months)
        there = month and make(month.year, month.month, day)
        if there and there >= now:
            return there
    return None


def past_day(now: date, day: int) -> date | None:
    """Give the last day with this number, today included."""
    if not 1 <= day <= 31:
        return None
    first = now.replace(day=1)
    for months in range(4):
        month = add_months(first, -months)
        there = month and make(month.year, month.month, day)
        if there and there <= now:
            return there
    return None


def coming_weekday(now: date, weekday: int) -> date | None:
    """Give the coming weekday (0 = Monday), today included."""
    return add_days(now, (weekday - now.weekday()) % 7)


def week_day(now: date, weekday: int, weeks: int = 0) -> date | None:
    """Give a weekday of the ISO week that is ``weeks`` on."""
    return add_days(now, weekday - now.weekday() + 7 * weeks)


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> date | None:
    """Give the nth (1-5) weekday of a month, the last for -1, the one before it for -2; None where there is none."""
    if nth > 0:
        first = date(year, month, 1)
        return make(year, month, 1 + (weekday - first.weekday()) % 7 + 7 * (nth - 1))
    last = month_end(year, month)
    return make(year, month, last.day - (last.weekday() - weekday) % 7 + 7 * (nth + 1))


def quarter_end(year: int, quarter: int) -> date:
    """Give the last day of a quarter (1-4)."""
    return month_end(year, 3 * quarter)


def full_year(digits: str) -> int:
    """Give the year that two digits mean: 00-49 are of this century, 50-99 of the last."""
    number = int(digits)
    if len(digits) > 2:
        return number
    return number + (2000 if number < 50 else 1900)


def shift(now: date, count: float, unit: str) -> date | None:
    """Give the day so many days, weeks, months … on; half a month is 15 days, half a year six months."""
    if abs(count) > 100_000:
        return None
    whole = int(count)
    half = count != whole
    sign = -1 if count < 0 else 1
    if unit in "dwf":
        return add_days(now, int(count * {"d": 1, "w": 7, "f": 14}[unit]))
    if unit == "b":
        return add_workdays(now, whole) if count >= 0 else add_days(now, int(count))
    months = {"m": 1, "q": 3, "y": 12}[unit] * count
    there = add_months(now, int(months))
    if there and half and unit == "m":
        return add_days(there, 15 * sign)
    return there
