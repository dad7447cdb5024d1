"""Chinese counts of time: ``3天后``, ``半个月``, ``三个半月``, and bound words that are the head of another word."""

from datetime import date

from dualmem.values.dates import DayHit, day_hit
from dualmem.values.days import shift
from dualmem.values.timetokens import Tokens, read_cn

_OTHER_WORDS = {
    "前": (
        "前台",
        "前端",
        "前期",
        "前面",
        "前往",
        "前去",
        "前来",
        "前后",
        "前夕",
        "前线",
        "前任",
        "前提",
        "前景",
        "前排",
        "前者",
        "前言",
    ),
    "后": (
        "后台",
        "后端",
        "后期",
        "后续",
        "后面",
        "后勤",
        "后者",
        "后来",
        "后果",
        "后悔",
        "后备",
        "后排",
        "后门",
        "后方",
    ),
    "起": ("起草", "起飞", "起诉", "起来", "起床", "起码", "起点", "起步", "起因", "起订", "起价"),
}


_UNITS = frozenset("十百千廿卅")
_PAIR = 2  # digits that are a range: 两三, 三五


def is_other_word(tokens: Tokens, index: int) -> bool:
    """Tell whether a bound word is the head of another word (12月15日前台值班)."""
    start = tokens.starts[index]
    return tokens.text[start : start + 2] in _OTHER_WORDS.get(tokens.text[start : tokens.ends[index]], ())


def offset(tokens: Tokens, index: int, now: date) -> DayHit | None:
    """Read ``3天后``, ``一年后``, ``5天前``, ``半个月后``, ``三个半月后``, ``两周之后``."""
    read_count = count_unit(tokens, index)
    if not read_count:
        return None
    count, unit, at = read_count
    if tokens.kinds[at] != "bound" or tokens.values[at] == "since" or unit not in "dwmyqb":
        return None
    if is_other_word(tokens, at):
        return None
    if tokens.values[at] == "by" and tokens.kinds[at + 1] == "bound":
        return None
    sign = -1 if tokens.values[at] == "by" else 1
    return day_hit(at + 1, shift(now, sign * count, unit), "word")


def count_unit(tokens: Tokens, index: int) -> tuple[float, str, int] | None:  # one line a form
    """Give count, unit code and next token of ``3天``, ``两周``, ``半个月``, ``三个半月``, ``一年半`` at a token."""
    kinds = tokens.kinds
    at = index
    if kinds[at] == "ban":
        count: float = 0.5
    elif kinds[at] == "num":
        count = tokens.number(at)
        if kinds[at + 1] == "." and kinds[at + 2] == "num" and tokens.is_glued(at + 2):
            count = float(f"{tokens.word(at)}.{tokens.word(at + 2)}")
            at += 2
    elif kinds[at] == "cn":
        word = str(tokens.values[at])
        number = read_cn(word)
        if number is None or (len(word) == _PAIR and _UNITS.isdisjoint(word)):  # 两三天后 is not one day
            return None
        count = number
    else:
        return None
    at += 1
    if kinds[at] == "ge" and kinds[at + 1] == "ban":
        count, at = count + 0.5, at + 2
    unit = _unit(tokens, at)
    if unit is None:
        return None
    if kinds[at] == "ke":
        count *= 15
    at += 1
    if kinds[at] == "ban" and unit in "yhdn" and kinds[at + 1] != "unit":
        count, at = count + 0.5, at + 1
    return count, unit, at


def _unit(tokens: Tokens, index: int) -> str | None:
    """Give the code of a unit of time, or None; a quarter of an hour (刻钟) counts minutes."""
    kind = tokens.kinds[index]
    if kind == "unit":
        return str(tokens.values[index])
    if (kind == "hao" and tokens.values[index] != "日") or (kind == "yue" and tokens.kinds[index - 1] != "ban"):
        return None
    if kind == "ke" and tokens.word(index) != "刻钟":
        return None
    return {"week": "w", "nian": "y", "hao": "d", "yue": "m", "miao": "s", "ke": "n"}.get(kind)
