"""English dates: what a token can begin, and the days of the month."""

from datetime import date

from dualmem.values.dates import DayHit, day_hit, refuse
from dualmem.values.days import add_days, coming_day, make, past_day
from dualmem.values.edges_en import edge, eod, eom, period_end
from dualmem.values.months_en import (
    day_first,
    day_number,
    is_time,
    is_word,
    month_first,
    named_month,
    paired,
    skip,
    year_month_day,
)
from dualmem.values.offsets_en import counted_weekdays, day_word_before, fixed_holiday, in_count, nth, offset
from dualmem.values.timetokens import Tokens
from dualmem.values.timewords import SHORT_UNITS
from dualmem.values.weekdays_en import stepped, weekday

_AFTER_DAY = frozenset(
    [
        "and",
        "or",
        "at",
        "by",
        "in",
        "for",
        "with",
        "please",
        "if",
        "instead",
        "works",
        "work",
        "is",
        "to",
        "then",
        "from",
        "until",
        "because",
        "so",
        "but",
        "this",
        "next",
        "as",
        "before",
        "after",
        "on",
        "that",
        "would",
        "will",
        "was",
        "are",
        "it",
        "we",
        "i",
        "you",
        "can",
        "could",
        "should",
        "may",
        "might",
        "not",
        "eod",
        "cob",
        "of",
        "through",
        "till",
        "unless",
        "when",
        "while",
        "around",
        "noon",
        "midnight",
        "tonight",
        "now",
        "am",
        "pm",
        "does",
        "doesn",
        "isn",
        "won",
        "wouldn",
        "suits",
        "fits",
        "looks",
        "sounds",
        "be",
        "too",
        "also",
        "though",
        "rather",
        "since",
        "actually",
        "sorry",
        "thanks",
        "thank",
    ]
)


def read(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Give the longest English date that begins at a token, or None."""
    reader = _READERS.get(tokens.kinds[index])
    return reader(tokens, index, now) if reader else None


def _number_first(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read what begins with a number: ``15 Dec``, ``3 days ago``, ``first Monday of March``, ``20th of next month``."""
    if not _can_begin(tokens, index) or (tokens.is_glued(index) and _is_tail(tokens, index)):
        return None
    best: DayHit | None = None
    for reader in (day_first, year_month_day, nth, counted_weekdays, offset, day_of_month, paired):
        hit = reader(tokens, index, now)
        if hit and (best is None or hit.end > best.end):
            best = hit
    return best


_BETWEEN = frozenset({"mon", "-", "/", ".", ",", "unit", "wd", "wds", "n", "on", "'", "’", "&", "num", "ord"})
_MARKS = frozenset({"-", "/", ".", ","})
_SHARING = frozenset({"and", "or", "to", "through", "until", "till", "-", "–", "&"})
_GO_ON = frozenset({"mon", "wd", "on", "ord", "n", "unit", "w"})
_AFTER_NUMBER = frozenset({"of", "and", "or", "to", "business", "working", "work", "last", *SHORT_UNITS})


def _can_begin(tokens: Tokens, index: int) -> bool:
    """Tell whether a date can begin with a plain number, by what stands around it: most numbers are left at once."""
    if tokens.kinds[index] != "num":
        return True
    kind = tokens.kinds[index + 1]
    if kind in _MARKS and not _goes_on(tokens, index + 2):
        kind = ""
    if kind in _BETWEEN or (kind == "w" and tokens.values[index + 1] in _AFTER_NUMBER):
        return True
    return index > 0 and is_word(tokens, index - 1, "on", "by", "before", "after", "until", "since", "the")


def _goes_on(tokens: Tokens, index: int) -> bool:
    """Tell whether a date with a name in it can go on after a mark: 15-Dec, 3.5 days ago, and no 555-123-4567."""
    kind = tokens.kinds[index]
    after = tokens.kinds[index + 1]
    is_dated = after in _MARKS and tokens.kinds[index + 2] == "mon"  # 2020/23/Sep
    return kind in _GO_ON or (kind == "num" and (after in _GO_ON or is_dated))


def _is_tail(tokens: Tokens, index: int) -> bool:
    before = tokens.text[tokens.starts[index] - 1]
    further = tokens.text[max(0, tokens.starts[index] - 2) : tokens.starts[index] - 1]
    if before in "-/." and further.isascii() and further.isalnum():
        return True
    return (before.isascii() and before.isalnum()) or before in "_$¥€£#+"


def _is_led(tokens: Tokens, index: int, end: int, *, is_ordinal: bool) -> bool:
    """Tell that what stands before a number, or that nothing else is said, makes it a day of the month."""
    is_alone = index == 0 and tokens.kinds[end] in {"", ".", "!"} and tokens.count <= end + 1
    is_behind = index > 0 and is_word(tokens, index - 1, "on", "by", "before", "after", "until", "since")
    return is_alone or is_behind or (is_ordinal and _shares_the(tokens, index))


def day_of_month(  # noqa: PLR0911  # one line a form
    tokens: Tokens, index: int, now: date, *, has_the: bool = False, has_weekday: bool = False
) -> DayHit | None:
    """Read ``the 15th``, ``on 15``, ``20th of next month``, ``the 27``: the next such day."""
    day = day_number(tokens, index)
    if not day or not 1 <= day[0] <= 31 or is_time(tokens, day[1]):
        return None
    at = skip(tokens, day[1], "day")
    if is_word(tokens, at, "of"):
        month = named_month(tokens, at + 1, now)
        if month and tokens.kinds[month[2] - 1] == "unit":
            if tokens.word(month[2] - 2) == "the":
                return day_hit(month[2], coming_day(now, day[0]), "day")
            return day_hit(month[2], make(month[0], month[1], day[0]))
    is_ordinal = tokens.kinds[day[1] - 1] in {"ord", "on"}
    is_hour = is_word(tokens, at, "in") and tokens.word(at + 1) == "the" and tokens.kinds[at + 2] == "part"
    if not is_ordinal and (
        is_hour or (has_the and tokens.kinds[index] == "n" and day[0] < 13)
    ):  # the 11 in the morning, the one
        return None
    is_led = has_the or has_weekday or _is_led(tokens, index, day[1], is_ordinal=is_ordinal)
    is_on = index > 0 and is_word(tokens, index - 1, "on")
    if not is_led or not (is_ordinal or has_the or has_weekday or is_on):
        return None
    if has_the and tokens.word(index) == "one":  # the one that suits me
        return None
    if not _is_free(tokens, day[1], is_number=not is_ordinal):
        return None
    if (
        tokens.kinds[index] == "on"
        and day[1] == index + 1
        and has_the
        and day[0] < 13
        and not is_after_on(tokens, index - 1)
    ):
        return None
    return day_hit(day[1], coming_day(now, day[0]), "day", past_day(now, day[0]))


def _shares_the(tokens: Tokens, index: int) -> bool:
    """Tell whether the article of the day before holds for this one too: the 21st and 23rd."""
    return (
        index > 2
        and tokens.word(index - 1) in _SHARING
        and (tokens.kinds[index - 2] == "ord" and tokens.word(index - 3) == "the")
    )


def is_after_on(tokens: Tokens, index: int) -> bool:
    """Tell whether ``the`` at a token follows a word that dates follow."""
    return index > 0 and is_word(tokens, index - 1, "on", "by", "before", "after", "until", "since", "for", "from")


def _is_free(tokens: Tokens, index: int, *, is_number: bool) -> bool:
    """Tell whether no noun follows that the number would count."""
    kind = tokens.kinds[index]
    if kind == "":
        return True
    if kind == "x" or kind > "\x7f":
        return True
    if kind in {".", "!", "?", ",", ";", ")", "\n"}:
        return not (tokens.is_glued(index + 1) and tokens.kinds[index + 1] in {"num", "w"} and tokens.is_glued(index))
    if kind in {"clock", "tonight", "part"} or (kind == "w" and tokens.values[index] in _AFTER_DAY):
        return not is_number or tokens.values[index] not in {"of", "to"}
    return kind in {"bound", "dian"} or (kind in {"num", "n"} and not is_number)


def _the(tokens: Tokens, index: int, now: date) -> DayHit | None:  # noqa: PLR0911  # one line a form
    """Read what begins with ``the``."""
    at = index + 1
    if is_word(tokens, at, "end", "start", "beginning", "middle"):
        return edge(tokens, at, now)
    if tokens.kinds[at] == "unit" and tokens.word(at) == "day":
        return day_word_before(tokens, at, now)
    if is_word(tokens, at, "next", "following") and tokens.kinds[at + 1] == "unit" and tokens.word(at + 1) == "day":
        return day_hit(at + 2, add_days(now, 1), "word")
    if is_word(tokens, at, "ides"):
        month = named_month(tokens, skip(tokens, at + 1, "of"), now)
        if month:
            return day_hit(month[2], make(month[0], month[1], 15 if month[1] in {3, 5, 7, 10} else 13))
    if is_word(tokens, at, "eod", "eom", "cob", "last", "upcoming", "coming", "next", "following", "previous", "week"):
        return _word(tokens, at, now)
    if tokens.kinds[at] in {"num", "ord", "n", "on"}:
        best = _number_first(tokens, at, now)
        alone = day_of_month(tokens, at, now, has_the=True)
        return alone if alone and (not best or alone.end > best.end) else best
    if tokens.kinds[at] == "unit" and tokens.values[at] in {"w", "m", "q", "y"} and is_word(tokens, at + 1, "end"):
        return refuse(at + 2)
    if tokens.kinds[at] == "wd":
        return weekday(tokens, at, now)
    return None


def _unit_word(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read what begins with day, week, month, year: ``day after tomorrow``, ``month end``, ``year-end``."""
    if tokens.word(index) == "day":
        return day_word_before(tokens, index, now)
    at = index + 1 + (tokens.kinds[index + 1] == "-")
    if is_word(tokens, at, "end") and tokens.values[index] in {"m", "y", "q"}:
        return period_end(at + 1, str(tokens.values[index]), now)
    return None


def _word(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read what begins with a plain word: next, last, this, in, EOD, end of, a week ago."""
    reader = WORD_READERS.get(str(tokens.values[index]))
    return reader(tokens, index, now) if reader else None


def _a_count(tokens: Tokens, index: int, now: date) -> DayHit | None:
    return offset(tokens, index, now)


def _holiday(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Refuse a holiday, alone or with its year."""
    holiday = fixed_holiday(tokens, index, now)
    if holiday and tokens.word(index) != "new":
        return refuse(holiday[1])
    return (
        refuse(index + 1) if tokens.word(index) in {"weekend", "thanksgiving", "ramadan", "eid", "halloween"} else None
    )


def _every(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Refuse what recurs: ``every Friday``."""
    del now
    at = skip(tokens, index + 1, "other", "single")
    return refuse(at + 1) if tokens.kinds[at] in {"wd", "wds", "unit", "mon"} else None


WORD_READERS = {
    "the": _the,
    **dict.fromkeys(
        ("next", "last", "this", "previous", "past", "coming", "upcoming", "following", "current"), stepped
    ),
    "in": in_count,
    **dict.fromkeys(("eod", "cob", "eob", "otd"), eod),
    **dict.fromkeys(("eom", "eoy", "eoq", "eow"), eom),
    **dict.fromkeys(("end", "close", "start", "beginning", "middle", "mid"), edge),
    **dict.fromkeys(("a", "an", "half"), _a_count),
    **dict.fromkeys(
        ("christmas", "xmas", "easter", "weekend", "thanksgiving", "halloween", "eid", "ramadan"), _holiday
    ),
    **dict.fromkeys(("every", "each"), _every),
}


def day_word(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``today``, ``tomorrow``; ``tomorrow.io`` is a name."""
    if tokens.text[tokens.starts[index]] > "\x7f":
        return None
    following = tokens.text[tokens.ends[index] : tokens.ends[index] + 2]
    if following[:1] == "." and following[1:2].isalpha() and following[1:2].isascii():
        return None
    return day_hit(index + 1, add_days(now, tokens.number(index)), "word")


_READERS = {
    "mon": month_first,
    "num": _number_first,
    "ord": _number_first,
    "n": _number_first,
    "on": _number_first,
    "wd": weekday,
    "day": day_word,
    "unit": _unit_word,
    "w": _word,
}
