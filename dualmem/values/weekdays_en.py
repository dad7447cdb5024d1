"""English weekdays: alone, with this, next, last, of a week, and beside an offset."""

from datetime import date

from dualmem.values.dates import DayHit, day_hit, numeric, refuse
from dualmem.values.days import add_days, coming_weekday, week_day
from dualmem.values.months_en import STEPS, is_word, month_first, skip
from dualmem.values.offsets_en import nth, offset
from dualmem.values.timetokens import Tokens

_WEEKS_ON = {"week": 7, "fortnight": 14}  # Tuesday week


def weekday(tokens: Tokens, index: int, now: date) -> DayHit | None:  # noqa: PLR0911  # one line a form
    """Read ``Friday``, ``Friday next week``, ``Sunday of next week``, ``Monday two weeks from now``."""
    if tokens.text[tokens.starts[index]] > "\x7f":
        return None
    weekday = tokens.number(index)
    at = index + 1
    if tokens.kinds[at] == "-" and tokens.kinds[at + 1] == "wd" and tokens.is_glued(at):
        return refuse(at + 2)
    if index and tokens.word(index - 1) in {"black", "good"} and weekday == 4:
        return refuse(at)
    if is_word(tokens, at, "after") and is_word(tokens, at + 1, "next"):
        coming = add_days(now, (weekday - now.weekday() - 1) % 7 + 1)
        return day_hit(at + 2, coming and add_days(coming, 7), "weekday")
    if tokens.word(at) in _WEEKS_ON and not is_word(tokens, at + 1, "from", "after", "before", "of"):
        coming = coming_weekday(now, weekday)
        return day_hit(at + 1, coming and add_days(coming, _WEEKS_ON[tokens.word(at)]), "weekday")
    of = skip(tokens, at, "of", "from", "in")
    steps = STEPS.get(tokens.word(of)) if tokens.word(of) != "the" else None
    if steps is not None and tokens.kinds[of + 1] == "unit" and tokens.values[of + 1] == "w":
        return day_hit(of + 2, week_day(now, weekday, steps), "weekday")
    comma = at + (tokens.kinds[at] == ",")
    if tokens.kinds[comma] in {"n", "num"} or is_word(tokens, comma, "a", "an"):
        hit = offset(tokens, comma, now)
        if hit and hit.days:
            return day_hit(hit.end, week_day(hit.days[0], weekday), "weekday")
    if not _is_sure_weekday(tokens, index):
        return None
    past = add_days(now, -((now.weekday() - weekday) % 7))
    return day_hit(at, coming_weekday(now, weekday), "weekday", past)


_BEFORE_WEEKDAY = frozenset(
    [
        "on",
        "by",
        "this",
        "next",
        "last",
        "before",
        "after",
        "until",
        "till",
        "since",
        "every",
        "for",
        "of",
        "from",
        "or",
        "and",
        "coming",
        "past",
        "previous",
        "to",
        "week",
        "upcoming",
    ]
)


def _is_sure_weekday(tokens: Tokens, index: int) -> bool:  # noqa: PLR0911  # one line a form
    """Tell whether sat, sun, wed, mon are weekdays: led by a word that dates follow, beside a date, or alone."""
    if tokens.word(index) not in {"sat", "sun", "wed", "mon"}:
        return True
    if tokens.count == 1 or (tokens.count == 2 and index == 0 and tokens.kinds[1] in {".", "?", "!"}):
        return True
    before = tokens.word(index - 1) if index else ""
    if before in {"the", "a", "in"}:
        return False
    if before in _BEFORE_WEEKDAY:
        return True
    after = tokens.kinds[index + 1]
    if after in {"num", "ord", "mon", "n", "clock", "part", ","}:
        return after != "," or tokens.kinds[index + 2] in {"num", "ord", "mon"}
    if is_word(tokens, index + 1, "at", "or", "the"):
        return tokens.kinds[index + 2] in {"num", "ord", "n", "clock", "wd", "on"}
    return (tokens.word(index) in {"mon", "wed"} and after in {"", ".", "?", "!", "x"}) or (
        before in {"do", "meet", "call"} and after in {"", ".", "?", "!"}
    )


def stepped(tokens: Tokens, index: int, now: date) -> DayHit | None:  # noqa: PLR0911  # one line a form
    """Read ``next Friday``, ``last Sunday``, ``this upcoming Friday``, ``next week Monday``, ``next month``."""
    word = tokens.word(index)
    at = index + 1
    if word in {"this", "the"} and is_word(tokens, at, "coming", "upcoming", "past", "next"):
        word, at = tokens.word(at), at + 1
    if tokens.kinds[at] == "wd":
        last = nth(tokens, index, now) if word == "last" else None
        if last:
            return last
        return day_hit(at + 1, stepped_weekday(now, tokens.number(at), word), "weekday")
    if tokens.kinds[at] == "unit" and tokens.values[at] == "w":
        following = at + 1
        following += tokens.kinds[following] == "-"
        following = skip(tokens, following, "on")
        if tokens.kinds[following] == "wd":
            return day_hit(following + 1, week_day(now, tokens.number(following), STEPS.get(word, 1)), "weekday")
        return refuse(at + 1)
    if tokens.kinds[at] == "unit" and tokens.values[at] in {"m", "q", "y"}:
        return refuse(at + 1)
    if is_word(tokens, at, "weekend", "christmas", "easter", "thanksgiving"):
        return refuse(at + 1)
    if word == "last" and tokens.kinds[at] == "unit":
        return nth(tokens, index, now)
    if tokens.kinds[at] == "num":
        return _stepped_number(tokens, at, now)
    if tokens.kinds[at] == "mon" and word in {"next", "last", "this"}:
        month = month_first(tokens, at, now)
        return month if month and month.days and word != "last" else refuse(at + 1)
    return None


def _stepped_number(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``this 5/12``: a date of this year."""
    hit = numeric(tokens, index, now, is_zh=True)
    return hit if hit and hit.kind == "yearless" else None


def stepped_weekday(now: date, weekday: int, word: str) -> date | None:
    """Give the weekday that this, next, last, coming or past means."""
    if word in {"this", "current"}:
        return coming_weekday(now, weekday)
    if word in {"coming", "upcoming"}:
        return add_days(now, (weekday - now.weekday() - 1) % 7 + 1)
    if word == "past":
        return add_days(now, -((now.weekday() - weekday - 1) % 7 + 1))
    return week_day(now, weekday, 1 if word in {"next", "following"} else -1)
