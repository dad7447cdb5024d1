"""English times in words: ``half past nine pm``, ``a quarter to 8``, ``nine thirty``, ``twelve oh three``."""

from dualmem.values.clock_figures import stands_alone, with_part
from dualmem.values.clock_hits import ClockHit
from dualmem.values.timetokens import Tokens


def named(tokens: Tokens, index: int) -> ClockHit:
    """Give the time of a word: noon, midday, midnight."""
    return ClockHit(index + 1, int(str(tokens.values[index])[:2]), style="24", part=None)


def _minute_words(tokens: Tokens, index: int) -> tuple[int, int] | None:
    """Give a minute in words or figures and the next token."""
    kind = tokens.kinds[index]
    if kind == "num":
        return (tokens.number(index), index + 1) if tokens.width(index) <= 2 and tokens.number(index) < 60 else None
    if kind != "n":
        return None
    number, at = tokens.number(index), index + 1
    if 20 <= number <= 50:
        after = at + (tokens.kinds[at] == "-")
        if tokens.kinds[after] == "n" and 1 <= tokens.number(after) <= 9:
            return number + tokens.number(after), after + 1
    return (number, at) if number < 60 else None


def minutes_past(tokens: Tokens, index: int) -> ClockHit | None:
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
    if minute == 60:
        minute, whole = 0, hour.hour
    if whole == 0 and hour.hour == 1:
        whole = 12
    return hour._replace(hour=whole, minute=minute, style="24" if hour.style == "24" else "hour")


def _hour(tokens: Tokens, index: int) -> ClockHit | None:
    """Read the hour after past or to: ``nine``, ``3pm``, ``noon``, ``15h``."""
    kind = tokens.kinds[index]
    if kind == "clock":
        return named(tokens, index)
    if kind == "num" and tokens.width(index) <= 2 and tokens.number(index) <= 24:
        if tokens.word(index + 1) == "h" and tokens.is_glued(index + 1):
            return ClockHit(index + 2, tokens.number(index), style="24")
        return with_part(tokens, ClockHit(index + 1, tokens.number(index), style="hour"))
    if kind == "n" and 1 <= tokens.number(index) <= 12:
        return with_part(tokens, ClockHit(index + 1, tokens.number(index), style="hour"))
    return None


def english_words(tokens: Tokens, index: int, *, is_led: bool) -> ClockHit | None:
    """Read ``nine thirty a m``, ``twelve oh three``, ``three pm``, ``at seven``."""
    hour = tokens.number(index)
    if not 1 <= hour <= 12:
        return None
    at = index + 1
    after = at + (tokens.kinds[at] == "-")
    minute, end = 0, at
    if (tokens.word(after) in {"oh", "o"} or (tokens.kinds[after] == "n" and tokens.number(after) == 0)) and not (
        tokens.word(after) == "o" and tokens.kinds[after + 1] in {"'", "’"}
    ):
        ones = after + 1 + (tokens.kinds[after + 1] == "-")
        if tokens.kinds[ones] == "n" and 1 <= tokens.number(ones) <= 9:
            minute, end = tokens.number(ones), ones + 1
    elif tokens.kinds[after] == "n" and tokens.number(after) >= 10:
        said = _minute_words(tokens, after)
        if said:
            minute, end = said
    hit = with_part(tokens, ClockHit(end, hour, minute, style="bare"))
    if hit.part or hit.style == "hour":
        return hit
    if minute and (is_led or (index == 0 and end == tokens.count)):
        return hit._replace(style="hour")
    return hit if is_led and not minute and stands_alone(tokens, end) else None
