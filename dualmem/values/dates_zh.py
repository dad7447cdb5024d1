"""Chinese dates: what a token can begin, and days of the month on their own."""

from datetime import date

from dualmem.values import words_zh
from dualmem.values.counts_zh import offset
from dualmem.values.dates import DayHit, day_hit, refuse
from dualmem.values.days import coming_day, full_year, past_day
from dualmem.values.months_zh import in_year, is_other_noun, month_first, number_at
from dualmem.values.timetokens import Tokens


def read(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Give the longest Chinese date that begins at a token, or None."""
    kind = tokens.kinds[index]
    if kind in {"num", "cn"}:
        if tokens.is_glued(index) and _is_tail(tokens, index):
            return None
        return _from_number(tokens, index, now)
    reader = _READERS.get(kind)
    return reader(tokens, index, now) if reader else None


def _is_tail(tokens: Tokens, index: int) -> bool:
    before = tokens.text[tokens.starts[index] - 1]
    return (before.isascii() and (before.isalnum() or before in "._$¥€/")) or before == "第"


def _from_number(tokens: Tokens, index: int, now: date) -> DayHit | None:
    after = tokens.kinds[index + 1]
    number = number_at(tokens, index)
    if number is None:
        return None
    if after == "nian":
        return _year_first(tokens, index, number, now)
    if after == "yue":
        return month_first(tokens, index, None, now)
    if after == "hao":
        return _day_alone(tokens, index, number, now)
    if after in {"ji", "ge"}:
        quarter = words_zh.named_quarter(tokens, index, now)
        if quarter:
            return quarter
    return offset(tokens, index, now)


def _year_first(tokens: Tokens, index: int, number: int, now: date) -> DayHit | None:
    said = tokens.word(index)
    if tokens.kinds[index + 2] in {"bound", "ban"} and number < 100:
        return offset(tokens, index, now)
    if len(said) == 1 or (tokens.kinds[index] == "cn" and any(char in "十百" for char in said)):
        return offset(tokens, index, now)
    year = full_year(said) if tokens.kinds[index] == "num" else _cn_year(said, number)
    return in_year(tokens, index + 2, year, now)


def _cn_year(said: str, number: int) -> int:
    return full_year(f"{number:0{len(said)}d}") if len(said) == 2 else number


def _day_alone(tokens: Tokens, index: int, day: int, now: date) -> DayHit | None:  # noqa: PLR0911  # one line a form
    """Read ``12号``, ``31日``: the next such day."""
    suffix = index + 1
    if index and tokens.kinds[index - 1] in {"di", "every"}:
        return None
    if (
        index > 1
        and tokens.kinds[index - 1] in {"-", "~"}
        and tokens.kinds[index - 2] == "num"
        and not _is_month_range(tokens, index)
    ):
        return None
    if index > 1 and tokens.kinds[index - 1] == "yue" and tokens.kinds[index - 2] in {"every", "x"}:
        return None
    if is_other_noun(tokens, suffix) or not tokens.is_glued(suffix):
        return None
    if tokens.kinds[suffix + 1] == "bound" and tokens.values[suffix] == "日" and day > 0:
        later = offset(tokens, index, now)
        if later and tokens.values[suffix + 1] == "after":
            return later
    if not 1 <= day <= 31:
        return refuse(suffix + 1, "no_such_day") if day <= 99 else None
    return day_hit(suffix + 1, coming_day(now, day), "day", past_day(now, day))


def _is_month_range(tokens: Tokens, index: int) -> bool:
    """Tell whether a day ends a range that began with its month: ``12月10-15日``."""
    return index > 2 and tokens.kinds[index - 3] == "yue"


def _lunar(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Refuse a day of the lunar calendar."""
    hit = read(tokens, index + 1, now)
    if hit:
        return refuse(hit.end, "not_a_value")
    at = index + 1
    while at < index + 4 and tokens.kinds[at] in {"edge", "cn", "num", "hao"}:
        at += 1
    return refuse(at, "not_a_value")


_READERS = words_zh.READERS | {"lunar": _lunar, "ban": offset}
