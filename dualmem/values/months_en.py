"""English months: months and days in either order, with or without a year, in words or figures."""

from datetime import date

from dualmem.values import counts_en as counts
from dualmem.values.dates import DayHit, day_hit, month_day, refuse
from dualmem.values.days import add_months, full_year, make
from dualmem.values.found import words
from dualmem.values.timetokens import Tokens

_MONTH_SEPARATORS = frozenset("-/.,")
_AFTER_DATE = words("works that this with will would should from until instead please because before after around till")
STEPS = {
    "this": 0,
    "current": 0,
    "the": 0,
    "next": 1,
    "following": 1,
    "coming": 1,
    "last": -1,
    "previous": -1,
    "past": -1,
}


def is_word(tokens: Tokens, index: int, *words: str) -> bool:
    """Tell whether a token is one of some words that have no kind of their own."""
    return tokens.kinds[index] == "w" and tokens.values[index] in words


def skip(tokens: Tokens, index: int, *words: str) -> int:
    """Give the token after one of some words, or the token itself."""
    return index + 1 if tokens.word(index) in words and tokens.kinds[index] else index


def day_number(tokens: Tokens, index: int) -> tuple[int, int] | None:
    """Give the number of a day and the next token: ``15``, ``15th``, ``fifteenth``, ``twenty-first``."""
    kind = tokens.kinds[index]
    if kind in {"num", "ord"}:
        return (tokens.number(index), index + 1) if tokens.width(index) <= 4 and tokens.number(index) <= 99 else None
    if kind == "on":
        return tokens.number(index), index + 1
    if kind == "n":
        tens = tokens.number(index)
        at = index + 1
        if tens >= 20:
            at += tokens.kinds[at] == "-"
            if tokens.kinds[at] in {"n", "on"} and 1 <= tokens.number(at) <= 9:
                return tens + tokens.number(at), at + 1
            at = index + 1
        return tens, at
    return None


def read_year(tokens: Tokens, index: int) -> tuple[int, int] | None:
    """Give a year and the next token: ``2026``, ``'26``, ``nineteen eighty six``, ``two thousand and thirty two``."""
    kind = tokens.kinds[index]
    if kind == "num" and tokens.width(index) == 4 and tokens.kinds[index + 1] not in {":", "%"}:
        return tokens.number(index), index + 1
    if kind in {"'", "’"} and tokens.kinds[index + 1] == "num" and tokens.width(index + 1) == 2:
        return full_year(tokens.word(index + 1)), index + 2
    return counts.read_year(tokens, index)


def month_first(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``Dec 15``, ``December 15th, 2026``, ``Jan/3``, ``Sep-23-2020``; a month alone is refused."""
    if tokens.is_glued(index) and tokens.text[tokens.starts[index] - 1] in "$@#_":
        return None
    month = tokens.number(index)
    at = index + 1
    if tokens.kinds[at] in _MONTH_SEPARATORS:
        at += 1
    at = skip(tokens, at, "the")
    day = day_number(tokens, at)
    if day and day[0] <= 31 and not is_time(tokens, day[1]) and not _is_verb(tokens, index, day[1]):
        return with_year(tokens, day[1], now, month, day[0])
    year_at = index + 1
    year_at += tokens.kinds[year_at] in {",", "-", "/"}
    year_at = skip(tokens, year_at, "of")
    year = read_year(tokens, year_at)
    if not year and not _is_sure_month(tokens, index):
        return None
    return refuse(year[1] if year else index + 1)


def _is_verb(tokens: Tokens, index: int, end: int) -> bool:
    """Tell whether may or march before a number is a verb: a noun follows (may 2 people come)."""
    is_noun = tokens.kinds[end] == "w" and len(tokens.word(end)) > 3 and tokens.word(end) not in _AFTER_DATE
    return tokens.word(index) in {"may", "march"} and tokens.kinds[end - 1] in {"num", "n"} and is_noun


def _is_sure_month(tokens: Tokens, index: int) -> bool:
    """Tell whether a month word that could be a verb is a month: march on, may."""
    word = tokens.word(index)
    if word not in {"may", "march", "mar", "sep", "dec", "jan", "jun", "jul"}:
        return True
    return index > 0 and is_word(tokens, index - 1, "in", "by", "next", "last", "this", "of", "until", "since", "for")


def is_time(tokens: Tokens, index: int) -> bool:
    """Tell whether the number before a token is an hour or an amount: followed by a colon and digits, am, pm, %."""
    kind = tokens.kinds[index]
    if kind == ":":
        return tokens.kinds[index + 1] == "num"
    if kind in {"%", "dian"}:
        return True
    if kind == "." and tokens.is_glued(index) and tokens.kinds[index + 1] == "num" and tokens.is_glued(index + 1):
        return True
    return is_word(tokens, index, "am", "pm", "a", "p") and (
        tokens.is_glued(index) or tokens.word(index) in {"am", "pm"} or tokens.word(index + 1) in {"m", "."}
    )


def with_year(tokens: Tokens, index: int, now: date, month: int, day: int) -> DayHit:
    """Finish a month and a day with the year that may follow."""
    at = index
    if tokens.kinds[at] in {",", "-", "/", "."}:
        at += 1
    at = skip(tokens, at, "of", "in")
    year = read_year(tokens, at)
    if year and not is_time(tokens, year[1]) and not _is_count(tokens, year[1]):
        return day_hit(year[1], make(year[0], month, day))
    steps = STEPS.get(tokens.word(at))
    if steps is not None and tokens.kinds[at + 1] == "unit" and tokens.values[at + 1] == "y":
        return day_hit(at + 2, make(now.year + steps, month, day))
    if at == index + 1 and tokens.kinds[index] in {"-", "/"} and tokens.kinds[at] == "num" and tokens.width(at) == 2:
        return day_hit(at + 1, make(full_year(tokens.word(at)), month, day))
    return month_day(index, now, month, day)


def _is_count(tokens: Tokens, index: int) -> bool:
    return tokens.kinds[index] == "unit"


def day_first(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``15 Dec``, ``the 1st of March``, ``15-Dec-2026``, ``23-2020-September``."""
    day = day_number(tokens, index)
    if not day or day[0] > 31:
        return None
    if index and tokens.kinds[index - 1] == "$":
        return None
    at = day[1]
    if tokens.kinds[at] in {"-", "/", ".", ","}:
        at += 1
    if tokens.kinds[at] == "unit" and tokens.word(at) == "day":
        at += 1
    at = skip(tokens, at, "of")
    if tokens.kinds[at] != "mon":
        if (
            tokens.kinds[at] == "num"
            and tokens.width(at) == 4
            and at == day[1] + 1
            and tokens.kinds[at + 1] in {"-", "/"}
            and tokens.kinds[at + 2] == "mon"
        ):
            return day_hit(at + 3, make(tokens.number(at), tokens.number(at + 2), day[0]))
        return None
    month = tokens.number(at)
    at += 1
    if tokens.kinds[at] == "." and tokens.kinds[at + 1] == "num":
        at += 1
    return with_year(tokens, at, now, month, day[0])


def year_month_day(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``2019/aug/01``, ``2020/23/Sep``, ``2026 Dec 15``."""
    del now
    kinds = tokens.kinds
    if kinds[index] == "num" and tokens.width(index) == 4 and kinds[index + 1] == "mon":
        said = day_number(tokens, index + 2)
        is_day = said and said[0] <= 31 and not is_time(tokens, said[1])
        return (
            day_hit(said[1], make(tokens.number(index), tokens.number(index + 1), said[0])) if said and is_day else None
        )
    if kinds[index] != "num" or tokens.width(index) != 4 or kinds[index + 1] not in {"-", "/"}:
        return None
    if kinds[index + 3] not in {"-", "/"} or {kinds[index + 2], kinds[index + 4]} != {"num", "mon"}:
        return None
    month, day = (index + 2, index + 4) if kinds[index + 2] == "mon" else (index + 4, index + 2)
    return day_hit(index + 5, make(tokens.number(index), tokens.number(month), tokens.number(day)))


def paired(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read the first day of ``18 and 19 June``."""
    day = day_number(tokens, index)
    if not day or not (is_word(tokens, day[1], "and", "or", "to") or tokens.kinds[day[1]] in {"&", "-"}):
        return None
    second = day_number(tokens, day[1] + 1)
    if not second or second[0] <= day[0] or day[0] > 31:
        return None
    at = skip(tokens, second[1], "of")
    if tokens.kinds[at] != "mon":
        return None
    hit = with_year(tokens, at + 1, now, tokens.number(at), day[0])
    return hit._replace(end=day[1])


def named_month(tokens: Tokens, index: int, now: date) -> tuple[int, int, int] | None:
    """Give year, month and next token of ``March``, ``October 2015``, ``next month``, ``the month``."""
    at = skip(tokens, index, "the")
    if tokens.kinds[at] == "mon":
        month = tokens.number(at)
        year = read_year(tokens, at + 1 + (tokens.kinds[at + 1] == ","))
        if year:
            return year[0], month, year[1]
        return now.year + (month < now.month), month, at + 1
    steps = STEPS.get(tokens.word(at))
    if steps is not None and tokens.kinds[at + 1] == "unit" and tokens.values[at + 1] == "m":
        there = add_months(now.replace(day=1), steps)
        return (there.year, there.month, at + 2) if there else None
    if at > index and tokens.kinds[at] == "unit" and tokens.values[at] == "m":
        return now.year, now.month, at + 1
    return None
