"""Times in figures: ``14:30``, ``3pm``, ``8.30pm``, ``330 p.m.``, ``15h30``, and what may follow an hour."""

from dualmem.values.clock_hits import ClockHit
from dualmem.values.found import words
from dualmem.values.timetokens import Tokens

_RATIO_AFTER = frozenset({"aspect", "ratio", "scale", "split"})
_RATIO_BEFORE = frozenset({"ratio", "score", "scale"})
_BOOKS = words(
    "genesis exodus leviticus numbers deuteronomy joshua judges ruth samuel kings chronicles ezra nehemiah esther"
    " job psalm psalms proverbs ecclesiastes isaiah jeremiah lamentations ezekiel daniel hosea joel amos obadiah"
    " jonah micah nahum habakkuk zephaniah haggai zechariah malachi matthew mark luke john acts romans corinthians"
    " galatians ephesians philippians colossians thessalonians timothy titus philemon hebrews james peter jude"
    " revelation surah verse chapter"
)


def figures(tokens: Tokens, index: int, *, is_led: bool) -> ClockHit | None:  # noqa: PLR0911  # one line a form
    """Read ``14:30``, ``3:15:20 pm``, ``3pm``, ``8.30pm``, ``330 p.m.``, ``15h30``, ``at 1030``, ``at 7``."""
    if tokens.is_glued(index) and _is_inside(tokens, index):
        return None
    kinds = tokens.kinds
    hour = tokens.number(index)
    width = tokens.width(index)
    if hour == 12 and kinds[index + 1] == "clock":  # 12 noon
        return ClockHit(index + 2, int(str(tokens.values[index + 1])[:2]), style="24")
    if kinds[index + 1] == ":" and kinds[index + 2] == "num" and tokens.is_glued(index + 2):
        return _colon(tokens, index)
    if (
        kinds[index + 1] == "."
        and kinds[index + 2] == "num"
        and tokens.is_glued(index + 1)
        and tokens.is_glued(index + 2)
    ):
        if width > 2 or tokens.width(index + 2) != 2 or hour > 24 or tokens.number(index + 2) > 59:
            return None
        hit = with_part(tokens, ClockHit(index + 3, hour, tokens.number(index + 2), style="bare"))
        return hit if hit.part or (is_led and stands_alone(tokens, index + 3)) else None
    if tokens.word(index + 1) == "h" and tokens.is_glued(index + 1) and hour <= 24 and width <= 2:
        return _with_h(tokens, index, is_led=is_led)
    if width in {3, 4} and hour // 100 <= 24 and hour % 100 <= 59:
        hit = with_part(tokens, ClockHit(index + 1, hour // 100, hour % 100, style="bare"))
        is_year = width == 4 and 1900 <= hour <= 2099
        return hit if hit.part or (is_led and not is_year and stands_alone(tokens, index + 1)) else None
    if width > 2 or hour > 24 or kinds[index + 1] in {"dian", "%"}:
        return None
    hit = with_part(tokens, ClockHit(index + 1, hour, style="bare"))
    if hit.part in {"AM", "PM"} and not 0 < hour <= 23:
        return None
    if hit.part or hit.style == "hour":
        return hit
    return hit if (is_led and stands_alone(tokens, index + 1)) or _is_trailed(tokens, index + 1) else None


def _is_trailed(tokens: Tokens, index: int) -> bool:
    """Tell whether a part of day follows a bare hour: ``8 tonight``, ``7, this morning``, ``9 tomorrow morning``."""
    at = index + (tokens.kinds[index] == ",")
    if tokens.kinds[at] == "tonight":
        return True
    leads = tokens.kinds[at] == "day" or tokens.word(at) == "this"
    return leads and is_english_part(tokens, at + 1)


def _is_inside(tokens: Tokens, index: int) -> bool:
    before = tokens.text[tokens.starts[index] - 1]
    if before in "-/" and tokens.kinds[index - 2] in {"num", "mon", "wd", ")"}:
        return False
    if before == "t" and tokens.kinds[index - 1] == "w" and tokens.values[index - 1] == "t":
        return False
    if tokens.kinds[index - 1] == "num":  # cut off the day that it is glued to (2018-12-1209:03)
        return False
    return (before.isascii() and before.isalnum()) or before in "._:/$¥€£#%+*-"


def _colon(tokens: Tokens, index: int) -> ClockHit | None:
    hour, minute = tokens.number(index), tokens.number(index + 2)
    if tokens.width(index + 2) != 2 or minute > 59 or hour > 24 or tokens.width(index) > 2:
        return None
    at, second = index + 3, 0
    if tokens.kinds[at] == ":" and tokens.kinds[at + 1] == "num" and tokens.width(at + 1) == 2:
        second, at = tokens.number(at + 1), at + 2
        if second > 59:
            return None
        if tokens.kinds[at] == "." and tokens.kinds[at + 1] == "num" and tokens.is_glued(at + 1):
            at += 2
    elif tokens.kinds[at] == ":" and tokens.kinds[at + 1] == "num":
        return None
    after = tokens.text[tokens.ends[at - 1] : tokens.ends[at - 1] + 1]
    if after in {"%", "/"} or tokens.word(at) in _RATIO_AFTER:
        return None
    before = tokens.word(index - 1) if index else ""
    if (
        before in _RATIO_BEFORE
        or before in _BOOKS
        or tokens.text[max(0, tokens.starts[index] - 2) : tokens.starts[index]] in {"比分", "比例", "比为"}
    ):
        return None
    return with_part(tokens, ClockHit(at, hour, minute, second, style="24"))


_MINUTES = ("m", "min", "mins", "minutes")


def _with_h(tokens: Tokens, index: int, *, is_led: bool) -> ClockHit | None:
    after = index + 2
    if (
        tokens.kinds[after] == "num"
        and tokens.is_glued(after)
        and tokens.width(after) == 2
        and tokens.number(after) < 60
        and not (tokens.is_glued(after + 1) and tokens.word(after + 1) in _MINUTES)  # 1h30m is a length
    ):
        return ClockHit(after + 1, tokens.number(index), tokens.number(after), style="24")
    if (is_led or tokens.count == 2) and tokens.word(index - 1) != "in":
        return ClockHit(after, tokens.number(index), style="24")
    return None


_NOT_AFTER_HOUR = frozenset({"unit", "scale", "n", "mon", "num", "dian", "ge", "hao", "yue", "nian"})
_AFTER_HOUR_WORDS = words(
    "on for with and or to in at this that please if but so today tomorrow tonight because then until from i we"
    " is was works"
)


def stands_alone(tokens: Tokens, index: int) -> bool:
    """Tell whether no noun follows that a bare hour would count."""
    kind = tokens.kinds[index]
    if kind in _NOT_AFTER_HOUR or kind in {"%", "/", "-", ":"}:
        return False
    return kind != "w" or tokens.values[index] in _AFTER_HOUR_WORDS


def with_part(tokens: Tokens, hit: ClockHit) -> ClockHit:
    """Add am, pm, o'clock or a part of day that follows a time."""
    at = hit.end
    if tokens.word(at) == "ish":
        at += 1
    said = meridiem(tokens, at)
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
    if tokens.word(index) == "oclock":
        return index + 1
    if (
        tokens.word(index) == "o"
        and tokens.kinds[index + 1] in {"'", "’", '"', "”", "x"}
        and tokens.word(index + 2) == "clock"
    ):
        return index + 3
    return index


def meridiem(tokens: Tokens, index: int) -> tuple[str, int] | None:  # noqa: PLR0911  # one line a form
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
    if tokens.word(index) == "in" and tokens.word(index + 1) == "the" and is_english_part(tokens, index + 2):
        return english_part(tokens, index + 2), index + 3
    if tokens.word(index) == "at" and tokens.word(index + 1) == "night":
        return "night", index + 2
    return None


def is_english_part(tokens: Tokens, index: int) -> bool:
    """Tell whether a token is an English part of day: morning, afternoon, evening, night."""
    return tokens.kinds[index] == "part" and tokens.text[tokens.starts[index]] < "\x7f"


def english_part(tokens: Tokens, index: int) -> str:
    """Give the part of day of an English word."""
    return "morning" if tokens.word(index) == "morning" else str(tokens.values[index])
