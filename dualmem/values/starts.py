"""Starts: whether a date or time can begin at a token, told by the tokens beside it; most numbers and words can not."""

from collections.abc import Callable

from dualmem.values import dates_en, joined
from dualmem.values.found import words
from dualmem.values.timetokens import Tokens
from dualmem.values.timewords import SHORT_UNITS

_ALWAYS = words(
    "ord on mon wd day yr jin yue nian ji every lunar republic january holiday weekend part clock tonight now"
)
_START_WORDS = (
    frozenset(dates_en.WORD_READERS)
    | frozenset(joined.BOUND_WORDS)
    | words("no not on at now right quarter half a an one q")
)
_LEADS = words("at around about @ on by before after until since the")  # before a bare number
_COMPACT, _YEAR, _SHORT = 8, 4, 2  # digits: 20261215, 2026, 12
_SEPARATORS = words("· ‐ – —")
_UNITS = words("unit week miao ke")
# What goes on a number in figures, a Chinese numeral, an English number word.
_AFTER_FIGURES = words("nian yue hao ji dian clock mon wd wds tonight day part ' & : / \\")
_AFTER_NUMERAL = words("nian yue hao ji dian")
_AFTER_NUMBER_WORD = words("mon on n wd wds part tonight day clock - . / &")
_AFTER_ANY = words(
    "of and or to business working work last am pm a p in at o oclock ish past after before till from second this"
) | frozenset(SHORT_UNITS)  # words
_AFTER_DECIMAL = words("part tonight unit week nian yue hao miao ke ge ban . - /")
_AFTER_HYPHEN = words("mon ord n on")
_AFTER_UNIT_WORDS = words("ago back later hence from after before past to till and")
_AFTER_UNIT = words("x ) ( ! ? ; : %") | {""}  # no length of time goes on, or is put before or after, by these
_AFTER_UNIT_WORD = words("after before end past to till from")
_AFTER_COMMA = words("tonight day mon part")
_AFTER_COMMA_WORDS = words("this of")
_AFTER_ARTICLE = words("couple business working work second half")
_AFTER_PERIOD = words("wd week weekend yue ji nian part")  # 下, 这, 上


def can_start(tokens: Tokens, index: int, *, is_asked_for: bool) -> bool:
    """Tell whether a date or time can begin at a token.

    Args:
        tokens: The text.
        index: The token.
        is_asked_for: A rule or a question asks for a date (12.15 is then one).
    """
    kind = tokens.kinds[index]
    if kind in _ALWAYS:
        return True
    if kind == "num":
        return _can_figure(tokens, index, is_asked_for=is_asked_for)
    rule = _RULES.get(kind)
    return rule is not None and rule(tokens, index)


def _can_figure(tokens: Tokens, index: int, *, is_asked_for: bool) -> bool:  # noqa: PLR0911  # one line a follower
    following = tokens.kinds[index + 1]
    if following in _AFTER_FIGURES:
        return True
    if following == ".":
        is_sure = is_asked_for or tokens.kinds[index - 1] == "w"
        return is_sure or _goes_on_decimal(tokens, index + 2) or _is_led(tokens, index)
    if following == "-":
        return _goes_on_hyphen(tokens, index)
    if following == "w" and tokens.values[index + 1] in _AFTER_ANY:
        return True
    if following == "num" and tokens.width(index) == _YEAR and tokens.kinds[index + 2] == "num":  # 2016 10 16
        return True
    if following == "x" and tokens.word(index + 1) in _SEPARATORS:
        return True
    return _goes_on_counted(tokens, index, following) or _is_led(tokens, index) or tokens.width(index) == _COMPACT


def _goes_on_decimal(tokens: Tokens, index: int) -> bool:
    """Tell whether what follows a number and a stop may be a date: 2026.1.5, 8.30pm, 3.5天后, 15. Dec."""
    if tokens.kinds[index] != "num":
        return tokens.kinds[index] in {"mon", "unit", "w"}
    kind = tokens.kinds[index + 1]
    if kind == "w":
        return tokens.values[index + 1] in _AFTER_ANY
    return kind in _AFTER_DECIMAL or (kind == "x" and tokens.word(index + 1) in _SEPARATORS)


def _goes_on_hyphen(tokens: Tokens, index: int) -> bool:
    """Tell whether what follows a number and a hyphen may be a date: 12-15, 2026-12-15, 15-Dec; no 021-4567890."""
    if tokens.kinds[index + 2] != "num":
        return tokens.kinds[index + 2] in _AFTER_HYPHEN or tokens.width(index) == _COMPACT
    width = tokens.width(index)
    return (width <= _SHORT or width in {_YEAR, _COMPACT}) and tokens.width(index + 2) <= _YEAR


def _goes_on_counted(tokens: Tokens, index: int, following: str) -> bool:
    """Tell whether what follows a number of any form may make it a count of time or a day: 3天后, two weeks ago."""
    after = tokens.kinds[index + 2]
    if following in _UNITS:
        return tokens.values[index + 2] in _AFTER_UNIT_WORDS if after == "w" else after not in _AFTER_UNIT
    if following == "ge":
        return after in {"ban", "ji"}
    if following == ",":
        return after in _AFTER_COMMA or (after == "w" and tokens.values[index + 2] in _AFTER_COMMA_WORDS)
    return False


def _can_numeral(tokens: Tokens, index: int) -> bool:
    following = tokens.kinds[index + 1]
    return following in _AFTER_NUMERAL or _goes_on_counted(tokens, index, following)


def _can_number_word(tokens: Tokens, index: int) -> bool:
    following = tokens.kinds[index + 1]
    if following in _AFTER_NUMBER_WORD or (following == "w" and tokens.values[index + 1] in _AFTER_NUMBER_WORDS):
        return True
    return _goes_on_counted(tokens, index, following) or _is_led(tokens, index)


_AFTER_NUMBER_WORDS = _AFTER_ANY | {"oh", "couple"}


def _can_word(tokens: Tokens, index: int) -> bool:
    word = tokens.values[index]
    if word in {"a", "an"}:
        return tokens.kinds[index + 1] == "unit" or tokens.word(index + 1) in _AFTER_ARTICLE
    return word in _START_WORDS


def _can_unit(tokens: Tokens, index: int) -> bool:
    """Judge a unit of time: day after tomorrow, month-end, quarter past."""
    return tokens.kinds[index + 1] == "-" or tokens.word(index + 1) in _AFTER_UNIT_WORD


def _can_half(tokens: Tokens, index: int) -> bool:
    """Judge 半: 半个月后, 半年前."""
    following = tokens.kinds[index + 1]
    return (following in _UNITS or following in {"nian", "yue", "hao"}) and tokens.kinds[index + 2] not in _AFTER_UNIT


def _can_period(tokens: Tokens, index: int) -> bool:
    return tokens.kinds[index + 1] in _AFTER_PERIOD


def _can_ordinal(tokens: Tokens, index: int) -> bool:
    """Judge 第: a quarter follows."""
    return tokens.kinds[index + 2] in {"ji", "ge"}


_RULES: dict[str, Callable[[Tokens, int], bool]] = {
    "cn": _can_numeral,
    "n": _can_number_word,
    "w": _can_word,
    "unit": _can_unit,
    "ban": _can_half,
    "rel": _can_period,
    "di": _can_ordinal,
}


STARTS = _ALWAYS | {"num"} | _RULES.keys()  # no other kind of token begins a date or time


def _is_led(tokens: Tokens, index: int) -> bool:
    return index > 0 and tokens.word(index - 1) in _LEADS
