"""Clock: times of day in Chinese, English and figures, not yet bound to a day."""

from typing import NamedTuple

from dualmem.values.timewords import CN_DIGITS, Tokens, read_cn

DAY_S = 86_400
_HOUR_S = 3600


class ClockHit(NamedTuple):
    """A time of day as said.

    Attributes:
        end: Index one past its last token.
        hour: 0-24.
        minute: 0-59.
        second: 0-59.
        part: Part of day said with it (am, pm, dawn, noon, eve, night, AM, PM); None for none.
        style: ``24`` for figures with a colon, ``hour`` for an hour of the clock, ``bare`` for a number that is a time only
            beside a date, a part of day or ``at``.
    """

    end: int
    hour: int
    minute: int = 0
    second: int = 0
    part: str | None = None
    style: str = "hour"


def seconds(hit: ClockHit, part: str | None = None) -> tuple[int, ...]:
    """Give the seconds from the beginning of the day named: one, or two where morning and evening are both meant."""
    part = hit.part or part
    rest = hit.minute * 60 + hit.second
    hours = _hours(hit.hour, part, is_clock=hit.style == "24")
    return tuple(hour * _HOUR_S + rest for hour in hours)


def _hours(hour: int, part: str | None, *, is_clock: bool) -> tuple[int, ...]:  # noqa: C901, PLR0911  # one line a part of day
    if hour > 12 or (hour == 0 and part not in {"PM"}):  # noqa: PLR2004
        return (hour,)
    if part is None:
        if is_clock:
            return (hour,)
        return (hour, hour + 12)
    if part == "AM" or part == "dawn":
        return (hour % 12,)
    if part == "PM":
        return (hour % 12 + 12,)
    if part == "am":
        return (hour,)
    if part == "morning":
        return (hour % 12,)
    if part == "noon":
        return (hour if hour >= 10 else hour + 12,)  # noqa: PLR2004
    if part == "pm":
        return (hour % 12 + 12,)
    if part == "eve":
        return (24 if hour == 12 else hour + 12 if hour >= 4 else hour + 24,)  # noqa: PLR2004
    return (24 if hour == 12 else hour + 12 if hour >= 6 else hour,)  # noqa: PLR2004


def read(tokens: Tokens, index: int, *, is_led: bool) -> ClockHit | None:
    """Give the time that begins at a token, or None.

    Args:
        tokens: The text.
        index: The token.
        is_led: True where ``at``, a date or a part of day stands before it.
    """
    kind = tokens.kinds[index]
    if kind == "part":
        return _part_first(tokens, index) if tokens.text[tokens.starts[index]] > "\x7f" else None
    if kind == "clock":
        return _with_part(tokens, _named(tokens, index))
    if kind == "num":
        hit = _minutes_past(tokens, index) or _figures(tokens, index, is_led=is_led)
        return hit or _chinese(tokens, index)
    if kind == "cn":
        return _chinese(tokens, index)
    if kind == "n":
        return _minutes_past(tokens, index) or _english_words(tokens, index, is_led=is_led)
    if tokens.word(index) in {"half", "quarter", "a"}:
        return _minutes_past(tokens, index)
    return None


def _named(tokens: Tokens, index: int) -> ClockHit:
    return ClockHit(index + 1, int(str(tokens.values[index])[:2]), style="24", part=None)


_STANDING = {"noon": 12, "midnight": 24}


def _part_first(tokens: Tokens, index: int) -> ClockHit | None:
    """Read ``下午三点``, ``晚上8:30``, ``中午``, ``午夜``."""
    part = str(tokens.values[index])
    at = index + 1
    if tokens.kinds[at] == "x" and tokens.word(at) == "的":
        at += 1
    if tokens.kinds[at] in {"num", "cn"}:
        hit = _figures(tokens, at, is_led=True) if tokens.kinds[at] == "num" else None
        hit = _chinese(tokens, at, is_led=True) if hit is None or hit.style == "bare" else hit
        if hit:
            return hit._replace(part="night" if part == "midnight" else part)
    if part == "zero":
        return ClockHit(index + 1, 0, style="24")
    if part in _STANDING and tokens.word(index) not in {"晚", "早"}:
        return ClockHit(index + 1, _STANDING[part], style="24")
    return None


_POINTS_BEFORE = ("这", "那", "以下", "如下", "有", "几", "提", "第", "说", "哪", "上述", "强调", "注意")
_POINTS_AFTER = tuple("建议 要求 意见 原因 说明 需 注意 问题 看法 内容 事 理由 想法 优势 共识 好处 不足 体会 疑问 改进 补充 结论 都 是".split())


def _chinese(tokens: Tokens, index: int, *, is_led: bool = False) -> ClockHit | None:
    """Read ``三点``, ``3点半``, ``15点20分``, ``三点一刻``, ``五点零五``, ``十一点多钟``."""
    if tokens.kinds[index + 1] != "dian":
        return None
    number = tokens.number(index) if tokens.kinds[index] == "num" else read_cn(str(tokens.values[index]))
    if number is None or not 0 <= number <= 24 or tokens.width(index) > 3:  # noqa: PLR2004
        return None
    if tokens.is_glued(index) and _is_tail(tokens, index):
        return None
    at = index + 2
    minute = _chinese_minute(tokens, at)
    if minute is None:
        return None
    minutes, at, second = minute
    if at == index + 2 and not is_led and _are_points(tokens, index, at):
        return None
    style = "24" if number == 0 else "hour"
    hit = ClockHit(at, number, minutes, second, style=style)
    if tokens.text[tokens.ends[at - 1] : tokens.ends[at - 1] + 2] == "多钟":
        return hit._replace(end=at + 2) if tokens.word(at) == "多" else hit
    return hit


def _is_tail(tokens: Tokens, index: int) -> bool:
    before = tokens.text[tokens.starts[index] - 1]
    if before in "-~到至—–" and index > 1 and tokens.kinds[index - 2] in {"num", "cn"}:
        return True
    return (before.isascii() and (before.isalnum() or before in ".$¥")) or before == "第"


def _are_points(tokens: Tokens, index: int, end: int) -> bool:
    """Tell whether 三点 counts points, not hours (这三点要注意, 两点建议)."""
    start = tokens.starts[index]
    before = tokens.text[max(0, start - 2) : start]
    after = tokens.text[tokens.ends[end - 1] : tokens.ends[end - 1] + 3]
    return before.endswith(_POINTS_BEFORE) or after.startswith(_POINTS_AFTER)


def _chinese_minute(tokens: Tokens, index: int) -> tuple[int, int, int] | None:
    """Give minute, next token and second of what follows 点; None where 点 was a decimal point."""
    kind = tokens.kinds[index]
    if kind == "ban":
        return 30, index + 1, 0
    if kind == "zheng":
        return 0, index + 1, 0
    if kind == "x" and tokens.word(index) in {"踏", "搭"}:
        if tokens.kinds[index + 1] == "ban":
            return 30, index + 2, 0
        fives = read_cn(str(tokens.values[index + 1])) if tokens.kinds[index + 1] == "cn" else None
        return (5 * fives, index + 2, 0) if fives and fives < 12 else (0, index, 0)  # noqa: PLR2004
    if kind not in {"num", "cn"} or (tokens.kinds[index - 1] == "dian" and tokens.word(index - 1) == "点钟"):
        return 0, index, 0
    said = tokens.word(index)
    number = tokens.number(index) if kind == "num" else read_cn(said)
    after = tokens.kinds[index + 1]
    if number is None or number > 59:  # noqa: PLR2004
        return None
    if after == "ke":
        return (15 * number, index + 2, 0) if 1 <= number <= 3 else None  # noqa: PLR2004
    if after == "fen":
        return number, *_second(tokens, index + 2)
    if after == "ge" and tokens.word(index + 2) == "字":
        return 5 * number, index + 3, 0
    if kind == "cn" and len(said) == 1 and index > 2 and tokens.word(index - 3) == "晏昼":  # noqa: PLR2004
        return 5 * number, index + 1, 0
    is_whole = len(said) == 2 if kind == "num" else _is_minute(said)  # noqa: PLR2004
    if not is_whole:
        return None if kind == "cn" and len(said) < 3 else (0, index, 0)  # noqa: PLR2004
    if after in {"unit", "dian", "yue", "nian", "ge"} or tokens.text[tokens.ends[index] : tokens.ends[index] + 1] in {"人", "万", "元", "%"}:
        return 0, index, 0
    return number, index + 1, 0


def _is_minute(said: str) -> bool:
    return ("十" in said) or (len(said) == 2 and said[0] in "零〇" and said[1] in CN_DIGITS)  # noqa: PLR2004


def _second(tokens: Tokens, index: int) -> tuple[int, int]:
    kind = tokens.kinds[index]
    if kind in {"num", "cn"} and tokens.kinds[index + 1] == "miao":
        number = tokens.number(index) if kind == "num" else read_cn(str(tokens.values[index]))
        if number is not None and number <= 59:  # noqa: PLR2004
            return index + 2, number
    return index, 0


_RATIO_AFTER = frozenset({"aspect", "ratio", "scale", "split"})
_RATIO_BEFORE = frozenset({"ratio", "score", "scale"})
_BOOKS = frozenset(
    "genesis exodus leviticus numbers deuteronomy joshua judges ruth samuel kings chronicles ezra nehemiah esther job psalm"
    " psalms proverbs ecclesiastes isaiah jeremiah lamentations ezekiel daniel hosea joel amos obadiah jonah micah nahum"
    " habakkuk zephaniah haggai zechariah malachi matthew mark luke john acts romans corinthians galatians ephesians"
    " philippians colossians thessalonians timothy titus philemon hebrews james peter jude revelation surah verse chapter".split()
)


def _figures(tokens: Tokens, index: int, *, is_led: bool) -> ClockHit | None:
    """Read ``14:30``, ``3:15:20 pm``, ``3pm``, ``8.30pm``, ``330 p.m.``, ``15h30``, ``at 1030``, ``at 7``."""
    if tokens.is_glued(index) and _is_inside(tokens, index):
        return None
    kinds = tokens.kinds
    hour = tokens.number(index)
    width = tokens.width(index)
    if kinds[index + 1] == ":" and kinds[index + 2] == "num" and tokens.is_glued(index + 2):
        return _colon(tokens, index)
    if kinds[index + 1] == "." and kinds[index + 2] == "num" and tokens.is_glued(index + 1) and tokens.is_glued(index + 2):
        if width > 2 or tokens.width(index + 2) != 2 or hour > 24 or tokens.number(index + 2) > 59:  # noqa: PLR2004
            return None
        hit = _with_part(tokens, ClockHit(index + 3, hour, tokens.number(index + 2), style="bare"))
        return hit if hit.part or is_led else None
    if tokens.word(index + 1) == "h" and tokens.is_glued(index + 1) and hour <= 24 and width <= 2:  # noqa: PLR2004
        return _with_h(tokens, index, is_led=is_led)
    if width in {3, 4} and hour // 100 <= 24 and hour % 100 <= 59:  # noqa: PLR2004
        hit = _with_part(tokens, ClockHit(index + 1, hour // 100, hour % 100, style="bare"))
        is_year = width == 4 and 1900 <= hour <= 2099  # noqa: PLR2004
        return hit if hit.part or (is_led and not is_year and _stands_alone(tokens, index + 1)) else None
    if width > 2 or hour > 24 or kinds[index + 1] in {"dian", "%"}:  # noqa: PLR2004
        return None
    hit = _with_part(tokens, ClockHit(index + 1, hour, style="bare"))
    if hit.part in {"AM", "PM"} and not 0 < hour <= 23:  # noqa: PLR2004
        return None
    if hit.part or hit.style == "hour":
        return hit
    return hit if (is_led and _stands_alone(tokens, index + 1)) or _is_trailed(tokens, index + 1) else None


def _is_trailed(tokens: Tokens, index: int) -> bool:
    """Tell whether a part of day follows a bare hour: ``8 tonight``, ``7, this morning``, ``9 tomorrow morning``."""
    at = index + (tokens.kinds[index] == ",")
    if tokens.kinds[at] == "tonight":
        return True
    leads = tokens.kinds[at] == "day" or tokens.word(at) == "this"
    return leads and _is_english_part(tokens, at + 1)


def _is_inside(tokens: Tokens, index: int) -> bool:
    before = tokens.text[tokens.starts[index] - 1]
    if before in "-/" and tokens.kinds[index - 2] in {"num", "mon", "wd", ")"}:
        return False
    if before in "t" and tokens.kinds[index - 1] == "w" and tokens.values[index - 1] == "t":
        return False
    return (before.isascii() and before.isalnum()) or before in "._:/$¥€£#%+*-"


def _colon(tokens: Tokens, index: int) -> ClockHit | None:
    hour, minute = tokens.number(index), tokens.number(index + 2)
    if tokens.width(index + 2) != 2 or minute > 59 or hour > 24 or tokens.width(index) > 2 or (hour == 24 and minute):  # noqa: PLR2004
        return None
    at, second = index + 3, 0
    if tokens.kinds[at] == ":" and tokens.kinds[at + 1] == "num" and tokens.width(at + 1) == 2:  # noqa: PLR2004
        second, at = tokens.number(at + 1), at + 2
        if second > 59:  # noqa: PLR2004
            return None
        if tokens.kinds[at] == "." and tokens.kinds[at + 1] == "num" and tokens.is_glued(at + 1):
            at += 2
    elif tokens.kinds[at] == ":" and tokens.kinds[at + 1] == "num":
        return None
    after = tokens.text[tokens.ends[at - 1] : tokens.ends[at - 1] + 1]
    if after in {"%", "/"} or tokens.word(at) in _RATIO_AFTER:
        return None
    before = tokens.word(index - 1) if index else ""
    if before in _RATIO_BEFORE or before in _BOOKS or tokens.text[max(0, tokens.starts[index] - 2) : tokens.starts[index]] in {"比分", "比例", "比为"}:
        return None
    return _with_part(tokens, ClockHit(at, hour, minute, second, style="24"))


def _with_h(tokens: Tokens, index: int, *, is_led: bool) -> ClockHit | None:
    after = index + 2
    if tokens.kinds[after] == "num" and tokens.is_glued(after) and tokens.width(after) == 2 and tokens.number(after) < 60:  # noqa: PLR2004
        return ClockHit(after + 1, tokens.number(index), tokens.number(after), style="24")
    if (is_led or tokens.count == 2) and tokens.word(index - 1) != "in":  # noqa: PLR2004
        return ClockHit(after, tokens.number(index), style="24")
    return None


_NOT_AFTER_HOUR = frozenset({"unit", "scale", "n", "mon", "num", "dian", "ge", "hao", "yue", "nian"})
_AFTER_HOUR_WORDS = frozenset(
    "on for with and or to in at this that please if but so today tomorrow tonight because then until from i we is was works".split()
)


def _stands_alone(tokens: Tokens, index: int) -> bool:
    """Tell whether no noun follows that a bare hour would count."""
    kind = tokens.kinds[index]
    if kind in _NOT_AFTER_HOUR or kind in {"%", "/", "-", ":"}:
        return False
    return kind != "w" or tokens.values[index] in _AFTER_HOUR_WORDS


def _with_part(tokens: Tokens, hit: ClockHit) -> ClockHit:
    """Add am, pm, o'clock or a part of day that follows a time."""
    at = hit.end
    if tokens.word(at) == "ish":
        at += 1
    said = _meridiem(tokens, at)
    if said:
        style = "hour" if hit.style == "bare" else hit.style
        further = _part_after(tokens, said[1])
        return hit._replace(end=further[1] if further else said[1], part=said[0], style=style)
    if hit.style != "24":
        at = _oclock(tokens, at)
        if at > hit.end:
            hit = hit._replace(end=at, style="hour")
    part = _part_after(tokens, hit.end)
    if part:
        return hit._replace(end=part[1], part=hit.part or part[0], style="hour" if hit.style == "bare" else hit.style)
    return hit


def _oclock(tokens: Tokens, index: int) -> int:
    if tokens.word(index) in {"oclock"}:
        return index + 1
    if tokens.word(index) == "o" and tokens.kinds[index + 1] in {"'", "’", "x"} and tokens.word(index + 2) == "clock":
        return index + 3
    return index


def _meridiem(tokens: Tokens, index: int) -> tuple[str, int] | None:
    """Read ``am``, ``p.m.``, ``a m``, ``3p``, ``in the AM``."""
    word = tokens.word(index)
    if word == "in" and tokens.word(index + 1) == "the" and tokens.word(index + 2) in {"am", "pm"}:
        return tokens.word(index + 2).upper(), index + 3
    if word in {"am", "pm"}:
        return word.upper(), index + 1
    if word not in {"a", "p"}:
        return None
    letter = word.upper() + "M"
    at = index + 1
    if tokens.kinds[at] == "." and tokens.is_glued(at) and tokens.word(at + 1) == "m" and tokens.is_glued(at + 1):
        end = at + 2
        return letter, end + (tokens.kinds[end] == "." and tokens.is_glued(end))
    if tokens.word(at) == "m" and not tokens.is_glued(at):
        return letter, at + 1
    if tokens.is_glued(index) and not (tokens.kinds[at] in {"num", "w"} and tokens.is_glued(at)):
        return letter, at
    return None


def _part_after(tokens: Tokens, index: int) -> tuple[str, int] | None:
    """Read ``in the morning``, ``at night``."""
    if tokens.word(index) == "in" and tokens.word(index + 1) == "the" and _is_english_part(tokens, index + 2):
        return english_part(tokens, index + 2), index + 3
    if tokens.word(index) == "at" and tokens.word(index + 1) == "night":
        return "night", index + 2
    return None


def _is_english_part(tokens: Tokens, index: int) -> bool:
    return tokens.kinds[index] == "part" and tokens.text[tokens.starts[index]] < "\x7f"


def english_part(tokens: Tokens, index: int) -> str:
    """Give the part of day of an English word."""
    return "morning" if tokens.word(index) == "morning" else str(tokens.values[index])


def _minute_words(tokens: Tokens, index: int) -> tuple[int, int] | None:
    """Give a minute in words or figures and the next token."""
    kind = tokens.kinds[index]
    if kind == "num":
        return (tokens.number(index), index + 1) if tokens.width(index) <= 2 and tokens.number(index) < 60 else None  # noqa: PLR2004
    if kind != "n":
        return None
    number, at = tokens.number(index), index + 1
    if 20 <= number <= 50:  # noqa: PLR2004
        after = at + (tokens.kinds[at] == "-")
        if tokens.kinds[after] == "n" and 1 <= tokens.number(after) <= 9:  # noqa: PLR2004
            return number + tokens.number(after), after + 1
    return (number, at) if number < 60 else None  # noqa: PLR2004


def _minutes_past(tokens: Tokens, index: int) -> ClockHit | None:
    """Read ``half past nine pm``, ``a quarter to 8``, ``20 minutes past five``, ``15 to noon``."""
    at = index + (tokens.word(index) == "a")
    if tokens.word(at) in {"half", "quarter"}:
        minute, at, is_sure = (30 if tokens.word(at) == "half" else 15), at + 1, True
    else:
        said = _minute_words(tokens, index)
        if not said:
            return None
        minute, at, is_sure = said[0], said[1], False
        if tokens.kinds[at] == "unit" and tokens.values[at] == "n":
            at, is_sure = at + 1, True
    word = tokens.word(at)
    if word not in {"past", "to", "after", "before", "till", "from"} or tokens.kinds[at] != "w":
        return None
    hour = _hour(tokens, at + 1)
    if not hour:
        return None
    is_named = hour.part is not None or hour.style == "24"
    if not (word == "past" or (is_sure and word in {"to", "till"}) or is_named):
        return None
    if word in {"after", "from", "before"} and not is_named:
        return None
    if word in {"to", "till", "before"}:
        minute, shift = 60 - minute, -1
    else:
        shift = 0
    whole = hour.hour + shift
    if minute == 60:  # noqa: PLR2004
        minute, whole = 0, hour.hour
    if whole == 0 and hour.hour == 1:
        whole = 12
    return hour._replace(hour=whole, minute=minute, style="24" if hour.style == "24" else "hour")


def _hour(tokens: Tokens, index: int) -> ClockHit | None:
    """Read the hour after past or to: ``nine``, ``3pm``, ``noon``, ``15h``."""
    kind = tokens.kinds[index]
    if kind == "clock":
        return _named(tokens, index)
    if kind == "num" and tokens.width(index) <= 2 and tokens.number(index) <= 24:  # noqa: PLR2004
        if tokens.word(index + 1) == "h" and tokens.is_glued(index + 1):
            return ClockHit(index + 2, tokens.number(index), style="24")
        return _with_part(tokens, ClockHit(index + 1, tokens.number(index), style="hour"))
    if kind == "n" and 1 <= tokens.number(index) <= 12:  # noqa: PLR2004
        return _with_part(tokens, ClockHit(index + 1, tokens.number(index), style="hour"))
    return None


def _english_words(tokens: Tokens, index: int, *, is_led: bool) -> ClockHit | None:
    """Read ``nine thirty a m``, ``twelve oh three``, ``three pm``, ``at seven``."""
    hour = tokens.number(index)
    if not 1 <= hour <= 12:  # noqa: PLR2004
        return None
    at = index + 1
    after = at + (tokens.kinds[at] == "-")
    minute, end = 0, at
    if (tokens.word(after) in {"oh", "o"} or (tokens.kinds[after] == "n" and tokens.number(after) == 0)) and not (
        tokens.word(after) == "o" and tokens.kinds[after + 1] in {"'", "’"}
    ):
        ones = after + 1 + (tokens.kinds[after + 1] == "-")
        if tokens.kinds[ones] == "n" and 1 <= tokens.number(ones) <= 9:  # noqa: PLR2004
            minute, end = tokens.number(ones), ones + 1
    elif tokens.kinds[after] == "n" and tokens.number(after) >= 10:  # noqa: PLR2004
        said = _minute_words(tokens, after)
        if said:
            minute, end = said
    hit = _with_part(tokens, ClockHit(end, hour, minute, style="bare"))
    if hit.part or hit.style == "hour":
        return hit
    if minute and (is_led or (index == 0 and end == tokens.count)):
        return hit._replace(style="hour")
    return hit if is_led and not minute and _stands_alone(tokens, end) else None
