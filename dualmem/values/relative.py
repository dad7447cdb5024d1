"""Relative moments: ``in 2 hours``, ``30 min later``, ``两小时后``, ``10分钟之前``, ``now``, ``现在``."""

from datetime import datetime, timedelta

from dualmem.values import counts_en
from dualmem.values.clock_hits import DAY_S
from dualmem.values.counts_zh import count_unit, is_other_word
from dualmem.values.stretches import Hit, Setting, Stretch
from dualmem.values.timetokens import Tokens

_SIZES = {"w": 7 * DAY_S, "f": 14 * DAY_S, "d": DAY_S, "h": 3600, "n": 60, "s": 1}
_MOST_S = 1e10
_NOW = {("at", "the", "moment"), ("at", "this", "time"), ("at", "this", "moment")}


def read(setting: Setting, index: int) -> Hit | None:
    """Give the moment that is so far from now, and the next token, or None."""
    tokens = setting.tokens
    start = tokens.starts[index]
    now_end = _now_words(tokens, index)
    if now_end:
        return Stretch(start, tokens.ends[now_end - 1], at=setting.now), now_end
    hit = _english(tokens, index) or _chinese(tokens, index)
    at = hit and _shifted(setting.now, hit[0])
    return (Stretch(start, tokens.ends[hit[1] - 1], at=at), hit[1]) if hit and at else None


def _shifted(now: datetime, seconds: float) -> datetime | None:
    """Give the moment so many seconds of real time on."""
    try:
        if now.tzinfo is None:
            return now + timedelta(seconds=seconds)
        return datetime.fromtimestamp(now.timestamp() + seconds, tz=now.tzinfo)
    except (OverflowError, ValueError, OSError):
        return None


def _now_words(tokens: Tokens, index: int) -> int | None:
    if tokens.kinds[index] == "now":
        return index + 1
    if tokens.kinds[index] != "w":
        return None
    word = tokens.values[index]
    if word == "now":
        return index + 1
    if word == "right" and tokens.word(index + 1) == "now":
        return index + 2
    return index + 3 if (word, tokens.word(index + 1), tokens.word(index + 2)) in _NOW else None


def _english(tokens: Tokens, index: int) -> tuple[float, int] | None:  # noqa: PLR0911  # one line a form
    is_in = tokens.word(index) == "in" and tokens.kinds[index] == "w"
    if not is_in and _is_tail(tokens, index):
        return None
    durations = counts_en.read_durations(tokens, index + is_in)
    if not durations:
        return None
    parts, at = durations
    if not any(unit in "hns" for _, unit in parts) or any(unit not in _SIZES for _, unit in parts):
        return None
    seconds = float(sum(count * _SIZES[unit] for count, unit in parts))
    if seconds > _MOST_S:
        return None
    if tokens.word(at) == "from" and tokens.word(at + 1) == "now":
        return seconds, at + 2
    if tokens.word(at) in {"later", "hence"}:
        return seconds, at + 1
    if tokens.word(at) in {"ago", "back"}:
        return -seconds, at + 1
    return (seconds, at) if is_in else None


def _is_tail(tokens: Tokens, index: int) -> bool:
    before = tokens.text[tokens.starts[index] - 1] if tokens.is_glued(index) else ""
    return before.isascii() and (before.isalnum() or before == ".")


def _chinese(tokens: Tokens, index: int) -> tuple[float, int] | None:
    if tokens.kinds[index] not in {"num", "cn", "ban"} or _is_tail(tokens, index):
        return None
    seconds, at, unit = 0.0, index, ""
    for _ in range(3):
        count = count_unit(tokens, at)
        if not count or count[1] not in "hnsd":
            break
        unit, at = count[1], count[2]
        seconds += count[0] * _SIZES[unit]
    if unit in {"", "d"} or seconds > _MOST_S:
        return None
    if tokens.kinds[at] != "bound" or tokens.values[at] == "since" or is_other_word(tokens, at):
        return None
    return (seconds if tokens.values[at] == "after" else -seconds), at + 1
