"""Percent: 30%, 百分之三十, 三成, 5个点, half a percent, 3‰, 5%-8%."""

import re
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.model.value import Quantity
from dualmem.values.number_hedges import find_hedge, is_joint
from dualmem.values.number_idioms import is_idiom
from dualmem.values.number_taken import find_addresses
from dualmem.values.numeral import Numeral
from dualmem.values.numerals import find_followers, find_numerals
from dualmem.values.sighting import latin_words

_SUFFIX = re.compile(
    r"(?: {0,3}|-)(?:(?P<percent>%|per cent(?![a-z])|percentage points?(?![a-z])|percentage(?![a-z])|"
    r"percents?(?![a-z])|pct(?![a-z])|"
    r"pp(?![a-z])|"
    r"个? {0,3}百 {0,3}分 {0,3}点|个点(?![评赞击位心餐菜名])|趴(?![下着在]))|(?P<mille>‰|permille(?![a-z]))|"
    r"(?P<bp>‱|个?基点|bps?(?![a-z])|basis points?(?![a-z]))|"
    r"(?P<cheng>成(?![为立功本果员都交长熟绩品语就形型套天见心千问因分])))"
)
_MARKS = frozenset("%‰‱成点分趴")
_PERCENT_OF_WORDS = frozenset(("percent", "percents"))
_MARK_WORDS = frozenset(["per", "percent", "percents", "percentage", "pct", "pp", "permille", "bp", "bps", "basis"])
_STARTS = frozenset("%百个点趴‰‱基成pbao+")
_UNITS = {"百": 100, "佰": 100, "千": 1000, "仟": 1000, "万": 10**4, "亿": 10**8, "十": 10}
_HUNDRED = re.compile(r"百分百|百 {0,2}分 {0,2}之 {0,2}百(?![分一二三四五六七八九])")
_HALF_ARTICLE = re.compile(r"(?:of )?(?:a|one) ?(?=per)")
_PERCENT_OF = re.compile(r"(?<![a-z0-9%] )(?<![a-z0-9%])percents? of (?=[a-z0-9])")
_CHENG_MORE = re.compile(r" {0,2}([半一二三四五六七八九])(?![个百千万十点分])")
_CHENG_DIGITS = {char: value for value, char in enumerate("一二三四五六七八九", start=1)} | {"半": 5}


class Share(NamedTuple):
    """One percentage at a place of the folded text.

    Attributes:
        start: First character.
        end: One past the last.
        low: Percent, or the lower end.
        high: Equal to ``low``, or the upper end.
        is_open: At least.
        is_about: About.
    """

    start: int
    end: int
    low: Decimal
    high: Decimal
    is_open: bool = False
    is_about: bool = False


def find(folded: Folded, context: ReadingContext) -> list[Reading]:  # noqa: ARG001  (the face of every grammar)
    """Give the percentages of a text; 折 is none, 成 and 个点 are.

    Args:
        folded: The text.
        context: Not needed.

    Returns:
        Readings in order, as ``Quantity`` in percent.
    """
    readings = []
    for share in find_shares(folded):
        hedge = find_hedge(folded.text, share.start, share.end)
        about = share.is_about or hedge.is_about or share.is_open
        exact = share.low == share.high and not share.is_open
        value = Quantity(
            amount=share.low if exact else None,
            minimum=None if exact else share.low,
            maximum=None if exact or share.is_open else share.high,
            is_approximate=about,
        )
        place = Span(share.start, share.end)
        outer = Span(hedge.start, hedge.end)
        readings.append(Reading(span=folded.to_original(place), folded=place, outer=outer, value=value))
    return readings


@lru_cache(maxsize=16)
def find_shares(folded: Folded) -> tuple[Share, ...]:
    """Give the places of percentages, ranges joined."""
    text = folded.text
    latin = latin_words(text)
    if _MARKS.isdisjoint(text) and _MARK_WORDS.isdisjoint(latin):
        return ()
    leads = ("之", " ") if "之" in text or not _PERCENT_OF_WORDS.isdisjoint(latin) else ()
    numerals, addresses = find_numerals(folded), find_addresses(folded)
    found: list[Share] = []
    for index, (numeral, follower) in enumerate(zip(numerals, find_followers(folded), strict=True)):
        is_near = follower in _STARTS or text[numeral.start - 1 : numeral.start] in leads or numeral.suffix
        share = _share(text, numerals, index) if is_near else None
        if (
            share is not None
            and not is_idiom(text, share.start, share.end)
            and not addresses.touch(share.start, share.end)
        ):
            _append(text, found, share)
    if "百" in text:
        found += [Share(hit.start(), hit.end(), Decimal(100), Decimal(100)) for hit in _HUNDRED.finditer(text)]
        found.sort(key=lambda share: share.start)
    return tuple(found)


def _append(text: str, found: list[Share], share: Share) -> None:
    """Add a share, joined with the one before it where both are one range (5%到8%)."""
    last = found[-1] if found else None
    if last is not None and last.end > share.start:
        return
    if last is not None and is_joint(text, last.start, last.end, share.start) and last.low < share.high:
        found[-1] = Share(last.start, share.end, last.low, share.high, is_about=last.is_about or share.is_about)
    else:
        found.append(share)


def _share(text: str, numerals: tuple[Numeral, ...], index: int) -> Share | None:
    numeral = numerals[index]
    prefixed = _prefixed(text, numeral, index, numerals)
    if prefixed is not None:
        return prefixed
    low, high, end = numeral.low, numeral.high, numeral.end
    is_open = numeral.is_open
    if numeral.suffix in ("k", "w", "kk") and _SUFFIX.match(text, numeral.suffix_end):
        scaled = numeral.scaled()
        low, high, end = scaled.low, scaled.high, scaled.end
    article = _HALF_ARTICLE.match(text, end + 1) if numeral.is_fraction and text[end : end + 1] == " " else None
    if article is not None:
        end = article.end()
    if text[end : end + 2] == "+%":
        is_open, end = True, end + 1
    hit = _SUFFIX.match(text, end)
    if hit is None or low is None or high is None or (numeral.is_glued and not _may_follow(text, numeral)):
        return None
    if numeral.pair is not None:
        low, high = numeral.pair
    if hit["percent"] == "%" and text[hit.end() : hit.end() + 1].isdigit():
        return None
    return _scaled(text, numeral, hit, (low, high), is_open=is_open, before=numerals[index - 1] if index else None)


def _may_follow(text: str, numeral: Numeral) -> bool:
    """Tell whether what stands right before a number ends a range or a label, not a word (5%-8%, :5%)."""
    before = text[numeral.start - 1 : numeral.start]
    return before in "=:~+&" or (
        before == "-" and text[numeral.start - 2 : numeral.start - 1] in tuple("0123456789% 成点")
    )


def _scaled(
    text: str,
    numeral: Numeral,
    hit: re.Match[str],
    ends: tuple[Decimal, Decimal],
    *,
    is_open: bool,
    before: Numeral | None,
) -> Share | None:
    low, high = ends
    end = hit.end()
    start = numeral.start
    if hit["cheng"]:
        if high > 10 or numeral.scale > 10:
            return None
        more = _CHENG_MORE.match(text, end)
        extra = _CHENG_DIGITS[more[1]] if more else 0
        end = more.end() if more else end
        low, high = low * 10 + extra, high * 10 + extra
    factor = Decimal("0.1") if hit["mille"] else Decimal("0.01") if hit["bp"] else Decimal(1)
    low, high = low * factor, high * factor
    if before is not None and before.low is not None and before.low == before.high and before.suffix_end == before.end:
        first = before.low * (10 if hit["cheng"] else 1) * factor
        if (
            is_joint(text, before.start, before.end, start)
            and first < high
            and before.scale == 1
            and not before.is_glued
        ):
            start, low = before.start, first
    return Share(start, end, low, high, is_open=is_open, is_about=numeral.is_about)


def _prefixed(text: str, numeral: Numeral, index: int, numerals: tuple[Numeral, ...]) -> Share | None:
    """Read 百分之五, 千分之三, percent of 10 before the numeral, and the second end of 百分之三到五."""
    if numeral.low is None or numeral.high is None:
        return None
    scaled = numeral.scaled() if numeral.suffix in ("k", "w") else numeral
    assert scaled.low is not None
    assert scaled.high is not None
    at = max(0, numeral.start - 16)
    window = text[at : numeral.start]
    if window.endswith("of "):
        hit = _PERCENT_OF.search(text, at, numeral.start + 1)
        return Share(hit.start(), scaled.end, scaled.low, scaled.high) if hit and hit.end() == numeral.start else None
    if "之" not in window[-3:]:
        return None
    prefix = _prefix_before(text, numeral.start, numerals[index - 1].end if index else 0)
    if prefix is None:
        return None
    start, base, sign = prefix
    low, high, end = scaled.low, scaled.high, scaled.end
    following = numerals[index + 1] if index + 1 < len(numerals) else None
    if (
        following is not None
        and following.low is not None
        and is_joint(text, numeral.start, scaled.end, following.start)
    ):
        rest = _SUFFIX.match(text, following.end)
        if rest is None and following.low > high:
            high, end = following.low, following.end
    factor = Decimal(100 * sign) / base
    return Share(start, end, low * factor, high * factor, is_about=numeral.is_about, is_open=numeral.is_open)


_BEFORE = re.compile(r"(负 ?)?((?:[百佰千仟万亿十] ?){1,3})分 {0,3}之 {0,3}$")


def _prefix_before(text: str, end: int, previous_end: int) -> tuple[int, int, int] | None:
    """Give start, base (100 for 百分之) and sign of the words before a numeral, where no number belongs to them."""
    at = max(0, end - 16)
    hit = _BEFORE.search(text[at:end])
    if hit is None:
        return None
    start = at + hit.start()
    if previous_end > start or text[start - 1 : start] in tuple("0123456789一二三四五六七八九壹贰叁肆伍陆柒捌玖零两几"):
        return None
    base = 1
    for char in hit[2].replace(" ", ""):
        base *= _UNITS[char]
    return (start, base, -1 if hit[1] else 1) if base >= 100 else None
