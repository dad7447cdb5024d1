"""Duration: 三个半月, 2年零3个月, 3-5天, 10个工作日, an hour and a half, two to three weeks, 48h."""

import re
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from dualmem.model.reading import Reading, ReadingContext, Refusal
from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.model.value import Duration, DurationRange
from dualmem.values.duration_units import UNIT_STARTS, Unit, at_least, half_of, is_too_long, make, read_unit
from dualmem.values.number_chars import DIGITS
from dualmem.values.number_hedges import find_hedge, is_choice, is_joint
from dualmem.values.number_idioms import is_idiom
from dualmem.values.numeral import Numeral
from dualmem.values.numerals import find_followers, find_numerals
from dualmem.values.sighting import latin_words

_QUICK = re.compile(r"[年月周期拜天日时钟秒晚夜度]|[a-z]")
_JOINT_ZH = re.compile(r"[零又加和余多及]{0,2}")
_JOINT_EN = re.compile(r",? {1,2}(?:and {1,2})?|,? ?and ")
_HALF_AFTER = re.compile(r"半钟|半(?![年月周天日小个夜])|(?P<en> and (?:an? |one )?(?P<part>half|quarter)(?![a-z]))")
_CLOCK_BEFORE = re.compile(r"\d ?[yhdm]$")
_MORE = re.compile(r"多(?![0-9一二三四五六七八九十两少半谢亏])")
_VAGUE = re.compile(
    r"(?<![a-z])(?:(?P<few>(?:an? )?few|several|some)|(?P<couple>an? couple(?: of)?|couple of)|(?P<all>all|"
    r"the whole|a whole)|"
    r"(?P<one>an?)|(?P<half>half an?)) (?=[a-z])"
)
_VAGUE_WORDS = frozenset(("few", "several", "some", "couple", "all", "whole", "a", "an"))
_OK_BEFORE_A = re.compile(
    r"(?:^|[^a-z0-9 ,]|(?:for|takes?|took|within|about|around|lasts?|needs?|of|allow|in|is|are|be|it's|over|than|"
    r"only|after|every|"
    r"least|most|nearly|almost|roughly|another|spent|spend|give me|gives? us|wait) )$|[\u4e00-\u9fff] ?$"
)


class Length(NamedTuple):
    """One length of time at a place of the folded text.

    Attributes:
        start: First character.
        end: One past the last.
        low: The length, or the lower end.
        high: Equal to ``low``, or the upper end.
        is_about: About.
    """

    start: int
    end: int
    low: Duration
    high: Duration
    is_about: bool = False


class _Part(NamedTuple):
    start: int
    end: int
    low: Duration
    high: Duration
    unit: Unit
    is_about: bool


def find(folded: Folded, context: ReadingContext) -> list[Reading]:  # noqa: ARG001  (the face of every grammar)
    """Give the lengths of time of a text; calendar words (三月, 第三天, 三年级, the 90s) are none.

    Args:
        folded: The text.
        context: Not needed.

    Returns:
        Readings in order, as ``Duration`` or ``DurationRange``.
    """
    readings = []
    for length in find_lengths(folded):
        hedge = find_hedge(folded.text, length.start, length.end)
        value: Duration | DurationRange
        if length.low == length.high:
            value = replace(length.low, is_approximate=length.is_about or hedge.is_about)
        else:
            value = DurationRange(length.low, length.high)
        place = Span(length.start, length.end)
        outer = Span(hedge.start, hedge.end)
        refusal = Refusal(reason="too_large") if is_too_long(length.high) else None
        kept = None if refusal else value
        readings.append(Reading(span=folded.to_original(place), folded=place, outer=outer, value=kept, refusal=refusal))
    return readings


@lru_cache(maxsize=16)
def find_lengths(folded: Folded) -> tuple[Length, ...]:
    """Give the places of lengths of time: neighbouring parts added up, two ends joined to a range."""
    text = folded.text
    if not _QUICK.search(text):
        return ()
    numerals = find_numerals(folded)
    parts = [
        part
        for index, follower in enumerate(find_followers(folded))
        if follower in UNIT_STARTS and (part := _part(text, numerals, index)) is not None
        if not is_idiom(text, part.start, part.end)
    ]
    parts = sorted([*parts, *_vague(text, numerals)], key=lambda part: (part.start, -part.end))
    lengths: list[Length] = []
    pos, index = 0, 0
    while index < len(parts):
        if parts[index].start < pos:
            index += 1
            continue
        length, index = _sum(text, parts, index)
        pos = length.end
        _append(text, lengths, length)
    return tuple(lengths)


def _append(text: str, lengths: list[Length], length: Length) -> None:
    last = lengths[-1] if lengths else None
    if (
        last is not None
        and is_joint(text, last.start, last.end, length.start)
        and at_least(length.low, last.low)
        and last.low.is_business == length.low.is_business
    ):
        lengths[-1] = Length(last.start, length.end, last.low, length.high, is_about=last.is_about or length.is_about)
    else:
        lengths.append(length)


def _sum(text: str, parts: list[_Part], index: int) -> tuple[Length, int]:
    """Add up the parts that follow each other (2年零3个月, two hours and 15 minutes)."""
    first = last = parts[index]
    low, high = first.low, first.high
    index += 1
    while index < len(parts):
        following = parts[index]
        if following.start < last.end or first.low.is_business or not _adds(text, last, following):
            break
        low, high = _plus(low, following.low), _plus(high, following.high)
        last = following
        index += 1
    return Length(first.start, last.end, low, high, is_about=first.is_about), index


def _adds(text: str, last: _Part, following: _Part) -> bool:
    between = text[last.end : following.start]
    falls = following.unit.seconds < last.unit.seconds
    if between in ("", " "):
        return falls
    if between in ("又", "加", "零", "又加"):
        return falls or "又" in between
    return falls and len(between) < 8 and bool(_JOINT_ZH.fullmatch(between) or _JOINT_EN.fullmatch(between))


def _plus(a: Duration, b: Duration) -> Duration:
    return Duration(
        months=a.months + b.months, days=a.days + b.days, seconds=a.seconds + b.seconds, is_business=a.is_business
    )


def _part(text: str, numerals: tuple[Numeral, ...], index: int) -> _Part | None:
    numeral = numerals[index]
    if not _counts(text, numeral, index):
        return None
    unit = read_unit(text, numeral)
    if unit is None or numeral.low is None or numeral.high is None:
        return None
    low, high = numeral.pair or (numeral.low, numeral.high)
    low_length, high_length = make(low, unit), make(high, unit)
    more, end = _half_more(text, unit)
    if more is not None:
        low_length, high_length = _plus(low_length, more), _plus(high_length, more)
    start = numeral.start
    first = numerals[index - 1] if index else None
    if first is not None and low == high and _shares(text, first, numeral, low):
        assert first.low is not None
        start, low_length = first.start, make(first.low, unit)
    is_about = unit.is_about or numeral.is_about or numeral.is_open
    if _MORE.match(text, end):
        end, is_about = end + 1, True
    return _Part(start, end, low_length, high_length, unit, is_about)


def _counts(text: str, numeral: Numeral, index: int) -> bool:
    """Tell whether a numeral can count units of time: no ordinal, no sign, nothing glued to it but a range."""
    before = text[numeral.start - 1 : numeral.start]
    if numeral.low is None or numeral.low < 0 or before in ("第", "#"):
        return False
    if numeral.is_few and before in DIGITS:  # 九几年 is some year
        return False
    if numeral.is_slash and numeral.end - numeral.start > 3:
        return False
    if not numeral.is_glued or _CLOCK_BEFORE.search(text[max(0, numeral.start - 5) : numeral.start]):
        return True
    return before in ("-", "~") and index > 0 and not "a" <= text[numeral.start - 2] <= "z"


def _half_more(text: str, unit: Unit) -> tuple[Duration | None, int]:
    """Give the half or quarter that comes to a length (三个半月, 三年半, an hour and a half), and where it ends."""
    if unit.has_half:
        return half_of(unit), unit.end
    after = _HALF_AFTER.match(text, unit.end) if not unit.is_business else None
    if after is None:
        return None, unit.end
    return make(Decimal("0.25" if after["part"] == "quarter" else "0.5"), unit), after.end()


def _shares(text: str, first: Numeral, second: Numeral, high: Decimal) -> bool:
    """Tell whether the number before is the lower end of a range with this unit (两到三周)."""
    if first.low is None or first.low != first.high or first.is_glued or not 0 <= first.low < high:
        return False
    is_range = is_joint(text, first.start, first.end, second.start) or (
        first.low + 1 == high and is_choice(text, first.end, second.start)
    )
    return is_range and text[first.start - 1 : first.start] != "第"


def _vague(text: str, numerals: tuple[Numeral, ...]) -> list[_Part]:
    """Read a few minutes, a couple of days, an hour, all week, where no numeral says how many."""
    found: list[_Part] = []
    if " " not in text or _VAGUE_WORDS.isdisjoint(latin_words(text)):
        return found
    taken = {numeral.start for numeral in numerals}
    for hit in _VAGUE.finditer(text):
        unit = read_unit(text, None, at=hit.end())
        if unit is None or (hit.start() in taken and not hit["half"]):
            continue
        if hit["one"] and not _OK_BEFORE_A.search(text[max(0, hit.start() - 12) : hit.start()]):
            continue
        count = (
            Decimal(3) if hit["few"] else Decimal(2) if hit["couple"] else Decimal("0.5") if hit["half"] else Decimal(1)
        )
        length = make(count, unit)
        more, end = _half_more(text, unit)
        length = length if more is None else _plus(length, more)
        high = length
        if hit["one"] and more is None and text.startswith(" or two", end):
            high, end = make(count * 2, unit), end + len(" or two")
        found.append(_Part(hit.start(), end, length, high, unit, bool(hit["few"])))
    return found
