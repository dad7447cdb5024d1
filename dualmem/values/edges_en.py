"""English edges: the end, middle or beginning of a month, quarter or year, and the end of a day."""

from datetime import date

from dualmem.values.dates import DayHit, day_hit, numeric, refuse
from dualmem.values.days import add_months, make, month_end, quarter_end
from dualmem.values.months_en import STEPS, is_word, named_month, read_year, skip
from dualmem.values.offsets_en import plain_day
from dualmem.values.timetokens import Tokens
from dualmem.values.weekdays_en import stepped, weekday


def edge(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``end of the month``, ``end of February``, ``beginning of next month``, ``end of Q3``."""
    which = {"end": "end", "close": "end", "start": "start", "beginning": "start", "middle": "mid", "mid": "mid"}[
        tokens.word(index)
    ]
    at = index + 1
    at += tokens.kinds[at] == "-"
    at = skip(tokens, at, "of")
    month = named_month(tokens, at, now)
    if month:
        year, number, end = month
        days = {"end": month_end(year, number), "start": date(year, number, 1), "mid": date(year, number, 15)}
        if days[which] < now and tokens.kinds[end - 1] == "unit" and tokens.word(end - 2) == "the":
            return day_hit(end, add_months(days[which], 1))
        return day_hit(end, days[which])
    at = skip(tokens, at, "the", "this", "business", "play")
    if tokens.kinds[at] == "unit" and tokens.values[at] in {"d", "b"} and which == "end":
        return that_day(tokens, at + 1, now)
    if tokens.word(at - 1) == "business" and which == "end":
        return that_day(tokens, at, now)
    return _longer_edge(tokens, at, now, which)


def _longer_edge(tokens: Tokens, index: int, now: date, which: str) -> DayHit | None:  # noqa: PLR0911  # one line a form
    """Read the edge of a quarter, a year or a week."""
    steps, at = 0, index
    if tokens.word(at) in STEPS and tokens.kinds[at] == "w":
        steps, at = STEPS[tokens.word(at)], at + 1
    if tokens.kinds[at] == "unit" and which != "mid":
        if tokens.values[at] == "m":
            return period_end(at + 1, "m", now) if which == "end" else refuse(at + 1)
        if tokens.values[at] == "y":
            return day_hit(at + 1, date(now.year + steps, 12, 31) if which == "end" else date(now.year + steps, 1, 1))
        if tokens.values[at] == "q":
            quarter = (now.month - 1) // 3 + steps
            end = quarter_end(now.year + quarter // 4, quarter % 4 + 1)
            return day_hit(at + 1, end if which == "end" else date(end.year, end.month - 2, 1))
        return refuse(at + 1)
    if tokens.word(at) == "q" and tokens.kinds[at + 1] == "num" and 1 <= tokens.number(at + 1) <= 4:
        end = quarter_end(now.year, tokens.number(at + 1))
        end = end if end >= now else quarter_end(now.year + 1, tokens.number(at + 1))
        return day_hit(at + 2, end if which == "end" else date(end.year, end.month - 2, 1))
    year = read_year(tokens, at)
    if year and which == "end" and at == index:
        return day_hit(year[1], make(year[0], 12, 31))
    return None


def that_day(tokens: Tokens, index: int, now: date) -> DayHit:
    """Finish ``EOD``, ``COB``, ``end of day`` with the day that may follow; else today."""
    at = skip(tokens, index, "on", "of")
    hit: DayHit | None = None
    if tokens.kinds[at] == "wd":
        hit = weekday(tokens, at, now)
    elif is_word(tokens, at, "next", "this"):
        hit = stepped(tokens, at, now)
    elif tokens.kinds[at] in {"day", "mon", "num", "ord"}:
        hit = numeric(tokens, at, now, is_zh=False) or plain_day(tokens, at, now)
    if hit and hit.days:
        return hit
    return day_hit(index, now, "word")


def eod(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``EOD``, ``COB Friday``."""
    return that_day(tokens, index + 1, now)


def eom(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``EOM``, ``EOQ``, ``EOY``; EOW is no single day."""
    return period_end(index + 1, {"m": "m", "y": "y", "q": "q", "w": "w"}[tokens.word(index)[2]], now)


def period_end(end: int, unit: str, now: date) -> DayHit:
    """Give the last day of this month (m), quarter (q) or year (y); a week is refused."""
    if unit == "m":
        return day_hit(end, month_end(now.year, now.month))
    if unit == "q":
        return day_hit(end, quarter_end(now.year, (now.month - 1) // 3 + 1))
    return day_hit(end, date(now.year, 12, 31)) if unit == "y" else refuse(end)
