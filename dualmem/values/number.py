"""Number: plain numbers of a text, in digits, Chinese and English, and none of what belongs to another type."""

import re
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from dualmem.model.reading import Reading, ReadingContext, Refusal
from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.model.value import Quantity
from dualmem.values.duration import find_lengths
from dualmem.values.ids import check_bank_card, check_id_card
from dualmem.values.money import marked_places
from dualmem.values.number_hedges import find_hedge, is_choice, is_joint
from dualmem.values.number_idioms import is_idiom
from dualmem.values.number_places import Places, merge
from dualmem.values.number_taken import find_shapes
from dualmem.values.number_whole import Figure, compose
from dualmem.values.numerals import find_numerals
from dualmem.values.percent import find_shares
from dualmem.values.sighting import has_han, is_part_of

_CLASSIFIERS = frozenset(
    "个只条份名位台件张本家间头匹辆套把支枝根颗粒片块枚杯瓶箱袋盒包桶双对副打斤吨克米里尺寸亩层楼栋座所门项种类款批组队班排列行次回遍趟场期轮届步年月天日周岁秒分点元"
    "页篇首章节句字段题道笔两顶朵棵株面扇床卷罐盘碗锅桌席股级阶集部幅封口架艘顿起人者倍单号"
)
_MAY_FOLLOW = frozenset("的是和与及或不却加减乘除到至以大等多余来、，。！？；：）)]}】」』”’\"' \t\n,.!?;:/~-–—+*=%<>|")
_SAYS_IT = frozenset("是为于=:：到约有共达要第即")
_DIGIT_CHARS = frozenset("一二三四五六七八九十半几")
_EQUALS = frozenset("是为于")
_SPOKEN = 7  # digits
_FORMAL = frozenset("壹贰叁参肆伍陆柒捌玖拾佰仟")
_GLUE_OK = frozenset("=:+~&(/,")
_ID_CUE = re.compile(r"(?:qq|订单|单号|卡号|账号|order|invoice)\D{0,6}$")
_NOUN = re.compile(r" ([a-z]{3,})")
_ABOUT_AFTER = re.compile(r" ?[\u4e00-\u9fff]{1,2}(?:左右|上下|出头)")
_NO_NOUN = frozenset(
    ["and", "for", "the", "but", "was", "are", "our", "you", "then", "please", "works", "meeting", "deadline"]
)
_MORE = re.compile(r"\+(?![0-9+])")
_SCREEN = re.compile(r"[屏分视高超画电显]| ?(?:video|monitor|tv|display|resolution|screen)")
_HALF_ENDS = re.compile(r"$| of| the| (?:a|an) |[^a-z0-9 -]")
_PART_ENDS = re.compile(r"$| of|[^a-z0-9 -]| (?:is|the)")
_COMPOUND = re.compile(r"-(?:off|on|way|time|sided|day|fold|factor)(?![a-z])")
_COMPOUND_NAME = re.compile(r"-in-[0-9]")  # 3-in-1
_DATE_BEFORE = re.compile(r"(?:\b(?:on|by|due|until|before|after|since|from)|截止|日期|于|在) ?$")


def find(folded: Folded, context: ReadingContext) -> list[Reading]:  # noqa: ARG001  (the face of every grammar)
    """Give the numbers of a text that belong to no other type.

    Args:
        folded: The text.
        context: Not needed.

    Returns:
        Readings in order, as ``Quantity``; a fraction that is no finite decimal is refused as ``not_finite``.
    """
    return list(_found(folded))


@lru_cache(maxsize=16)
def _found(folded: Folded) -> tuple[Reading, ...]:
    return tuple(_reading(folded, figure) for figure in _kept(folded))


def find_integers(folded: Folded, context: ReadingContext) -> list[Reading]:
    """Give the whole numbers of a text as ``int``; what is about, a range or has decimals is refused."""
    return [_whole(reading) for reading in find(folded, context)]


def _whole(reading: Reading) -> Reading:
    value = reading.value
    if not isinstance(value, Quantity):
        return reading
    if value.amount is None or value.is_approximate or value.amount != value.amount.to_integral_value():
        return replace(reading, value=None, refusal=Refusal(reason="not_a_value"))
    return Reading(span=reading.span, folded=reading.folded, outer=reading.outer, value=int(value.amount))


def _reading(folded: Folded, figure: Figure) -> Reading:
    hedge = find_hedge(folded.text, figure.start, figure.end)
    place, outer = Span(figure.start, figure.end), Span(hedge.start, hedge.end)
    value: Quantity | None = None
    refusal = None
    if figure.low is None or figure.high is None:
        refusal = Refusal(reason="not_finite")
    else:
        exact = figure.low == figure.high and not figure.is_open
        about = hedge.is_about or _ABOUT_AFTER.match(folded.text, figure.end) is not None
        value = Quantity(
            amount=figure.low if exact else None,
            minimum=None if exact else figure.low,
            maximum=None if exact or figure.is_open else figure.high,
            is_approximate=figure.is_open or figure.is_about or about,
        )
    return Reading(span=folded.to_original(place), folded=place, outer=outer, value=value, refusal=refusal)


@lru_cache(maxsize=16)
def _kept(folded: Folded) -> tuple[Figure, ...]:
    if not find_numerals(folded):
        return ()
    text, taken = folded.text, _find_taken(folded)
    kept = [
        _opened(text, figure)
        for figure in compose(folded, taken)
        if (figure.is_mixed_fraction or not _is_taken(taken, figure))
        and _stands_alone(text, figure)
        and not is_idiom(text, figure.start, figure.end)
        and not (text[figure.start] in _FORMAL and is_idiom(text, figure.start - 1, figure.start + 1))
    ]
    return tuple(_ranges(text, kept))


def _is_taken(taken: Places, figure: Figure) -> bool:
    """Tell whether a figure is inside something else; a Latin word glued to 50万 is no id."""
    if figure.form == "chinese" and figure.scale >= 10**4 and not taken.cover(figure.start, figure.end):
        return taken.cover(figure.end - 1, figure.end)
    return taken.touch(figure.start, figure.end)


def _opened(text: str, figure: Figure) -> Figure:
    """Take the + after a figure into it: 100+ is at least 100."""
    more = _MORE.match(text, figure.end) if figure.low == figure.high else None
    return figure if more is None else figure._replace(end=more.end(), is_open=True)


def _find_taken(folded: Folded) -> Places:
    touched = [*find_shapes(folded), *marked_places(folded)]
    touched += [(share.start, share.end) for share in find_shares(folded)]
    touched += [(length.start, length.end) for length in find_lengths(folded)]
    return merge(touched)


def _stands_alone(text: str, figure: Figure) -> bool:  # noqa: PLR0911  (one line a shape)
    """Tell whether a figure is a number by itself and no piece of a word or an id."""
    before, after = text[figure.start - 1 : figure.start], text[figure.end : figure.end + 1]
    is_long = figure.form == "chinese" and figure.scale >= 10**4
    if figure.is_glued and not (is_long and before.isalpha()) and not _may_be_glued(text, figure, before):
        return False
    if figure.form != "words" and not is_long and after and after.isascii() and (after.isalnum() or after in "_@\\"):
        return False
    if _is_screen(text, figure):
        return False
    if before == "$" or (before == "第" and figure.form != "words") or figure.is_dotted:
        return False
    if figure.form == "chinese":
        return _chinese_alone(text, figure, before, after)
    if figure.form == "digits":
        return _digits_alone(text, figure)
    return _words_alone(text, figure)


def _is_screen(text: str, figure: Figure) -> bool:
    """Tell whether 4k names a resolution."""
    return figure.low in (2000, 4000, 8000) and text[figure.end - 1] == "k" and bool(_SCREEN.match(text, figure.end))


def _may_be_glued(text: str, figure: Figure, before: str) -> bool:
    return before in _GLUE_OK or _ends_range(text, figure) or text[: figure.start].endswith("..")


def _ends_range(text: str, figure: Figure) -> bool:
    return text[figure.start - 1] in "-~–" and text[figure.start - 2 : figure.start - 1] in tuple(
        "0123456789kwmbn万亿千百"
    )


def _digits_alone(text: str, figure: Figure) -> bool:
    said = text[figure.start : figure.end]
    if said.isdigit() and len(said) > 11 and _ID_CUE.search(text[max(0, figure.start - 14) : figure.start]):
        return False
    if (
        said.isdigit()
        and (16 <= len(said) <= 19 or (said.startswith(("34", "37")) and len(said) == 15))
        and (check_id_card(said) is None or check_bank_card(said) is None)
    ):
        return False
    if _COMPOUND_NAME.match(text, figure.end):
        return False
    return not (figure.is_slash and not figure.is_mixed_fraction and _is_date_like(text, figure))


def _is_date_like(text: str, figure: Figure) -> bool:
    """Tell whether 3/4 stands where a date would: in Chinese text without 的, or after on, by, due."""
    top, _, bottom = text[figure.start : figure.end].partition("/")
    if not bottom.isdigit() or not top.lstrip("-−").isdigit() or figure.is_negative:
        return False
    if not (1 <= int(top) <= 12 and 1 <= int(bottom) <= 31):
        return False
    if _DATE_BEFORE.search(text[max(0, figure.start - 8) : figure.start]):
        return True
    return has_han(text) and not is_part_of(text, figure.end)


def _words_alone(text: str, figure: Figure) -> bool:
    said = text[figure.start : figure.end]
    after = text[figure.end : figure.end + 12]
    if said in ("half", "a half", "quarter", "a quarter"):
        return (said.endswith("half") and bool(_HALF_ENDS.match(after))) or after.startswith(" of")
    if said in ("a third", "one third") or (figure.is_fraction and said.startswith("a ")):
        return bool(_PART_ENDS.match(after))
    return not _COMPOUND.match(after)


def _chinese_alone(text: str, figure: Figure, before: str, after: str) -> bool:
    said = text[figure.start : figure.end].lstrip("负-−")
    if "幺" in said and len(said) >= _SPOKEN:  # the digits of a phone
        return False
    if figure.is_few:
        return after in _CLASSIFIERS and after not in "点月年日号分"
    if figure.is_composed or (len(said) > 1 and not set(said) <= set("一二三四五六七八九两")):
        return not (said[0] in "拾陆伍参" and len(said) == 1)
    if len(said) > 1:
        return said != "两两"
    return _single_alone(said, before, after)


def _single_alone(said: str, before: str, after: str) -> bool:
    """Judge one Chinese digit: it counts something, is said to be a value, or stands by itself."""
    is_edge_after = not after or after in _MAY_FOLLOW or not "\u3400" <= after <= "\u9fff"
    is_edge_before = not before or before in _MAY_FOLLOW or not "\u3400" <= before <= "\u9fff"
    if said == "两" and before in _DIGIT_CHARS:
        return False
    if said in _FORMAL or said == "幺":
        return (is_edge_before or before in _SAYS_IT) and is_edge_after
    if said == "一" and after and after not in _CLASSIFIERS:
        return ((is_edge_before or before in _SAYS_IT) and is_edge_after) or before in _EQUALS
    if said == "俩":
        return after in ("", "人", "个", "月") or is_edge_after
    if said == "半":
        return after in _CLASSIFIERS or (is_edge_before and is_edge_after)
    return is_edge_after or after in _CLASSIFIERS or before in _SAYS_IT


# -- ranges ----------------------------------------------------------------------------------------------------------


def _ranges(text: str, figures: list[Figure]) -> list[Figure]:
    out: list[Figure] = []
    for figure in figures:
        last = out[-1] if out else None
        joined = _join(text, last, figure) if last is not None else None
        if joined is not None:
            out[-1] = joined
        elif last is not None and _is_day_pair(text, last, figure):
            out.pop()
        elif not (figure.is_glued and text[figure.start - 1] in "-~–"):
            out.append(figure)
    return out


def _join(text: str, first: Figure, second: Figure) -> Figure | None:
    if first.is_range or second.is_range or first.low is None or second.low is None or second.high is None:
        return None
    if first.low != first.high or not (
        is_joint(text, first.start, first.end, second.start) or _is_choice(text, first, second)
    ):
        return None
    low = first.low
    if first.scale < second.scale and low * second.scale < second.low:
        low = low * second.scale
    if not low < second.high or _is_day_pair(text, first, second):
        return None
    return second._replace(start=first.start, low=low, high=second.high, is_range=True, is_glued=first.is_glued)


def _is_choice(text: str, first: Figure, second: Figure) -> bool:
    """Tell whether two neighbouring digits before a counted thing leave it open which (三、四个)."""
    return (
        first.low is not None
        and second.low is not None
        and 1 <= first.low <= 8
        and first.scale == 1
        and second.low == (first.low + 1) * second.scale
        and is_choice(text, first.end, second.start)
        and (second.scale > 1 or text[second.end : second.end + 1] in _CLASSIFIERS)
        and second.end < len(text)
    )


def _is_day_pair(text: str, first: Figure, second: Figure) -> bool:
    """Tell whether 12-15 is month and day: no unit follows, and no word joins the two."""
    between = text[first.end : second.start]
    if text[max(0, first.start - 8) : first.start].endswith(("between ", "from ", "介于")):
        return False
    if between.strip() not in ("-", "–") or first.form != "digits" or second.form != "digits":
        return False
    after = text[second.end : second.end + 1]
    if (after and after in _CLASSIFIERS and after not in "号日") or second.scale > 1:
        return False
    noun = _NOUN.match(text, second.end)
    if noun is not None and noun[1] not in _NO_NOUN:
        return False
    return first.low is not None and second.low is not None and 1 <= first.low <= Decimal(12) and second.low <= 31
