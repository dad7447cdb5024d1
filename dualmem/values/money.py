"""Money: 五十万, ¥50万, 25万6千, $1.2M, half a million dollars; ranges (60-80万) and per words (人均500元) are kept."""

import re
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.model.value import Ambiguous, Money
from dualmem.values.duration import find_lengths
from dualmem.values.money_amounts import Amount, find_amounts
from dualmem.values.money_currencies import COMMA_DECIMALS
from dualmem.values.money_per import Per, find_per
from dualmem.values.number_hedges import find_hedge, is_choice, is_joint
from dualmem.values.number_idioms import is_idiom
from dualmem.values.number_places import Places, merge
from dualmem.values.number_taken import find_addresses, find_shapes
from dualmem.values.percent import find_shares
from dualmem.values.sighting import has_han

_COUNTED = re.compile(
    r"(?:多|余|来|\+)?(?:人|个|名|位|条|次|份|台|套|件|家|户|只|字|吨|公里|千米|米|里|平|亩|册|本|张|辆|用户|粉丝|阅读|点击|下载|播放|步|天|年|月|周|日|"
    r"小时|分钟|秒|度|级|倍|颗|粒|门|项|公斤|千克|斤|像素|元件|股|票|赞|观众|订单|数据|篇|首|枚|头|棵|座|栋|间|场|单|层|页|节|组|批|种|样|字节|轮|期|阶|瓦|伏|安|赫|毫|厘)"
)
_ROWS = re.compile(r"(?:多|余|来|\+)?行")
_ANSWER = re.compile(r"行(?:不行|[吗么嘛吧不的啊呀哈呢呗了]*)(?:[^\w]|$)")  # 预算60万行吗: no unit
_ROWS_BEFORE = re.compile(r"(?:[表码据志录本库件]|有|[一总]共|写|导|读)[^,。;!?\n]{0,6}$")  # 表里有60万行
_COUNTED_EN = re.compile(
    r" (?:(?:new|more|active|daily|monthly|paying|registered|unique|different|total|other|english|square|cubic) )?"
    r"(?!(?:is|was|has|plus|this|less|as|thus|us|his|its|minus|tops|versus|vs|terms|gross|across|yes|plans|thanks|thx|cheers|guys|folks|pls|excess|costs|always|perhaps)(?![a-z]))"
    r"(?:[a-z]{3,}s|people|staff|data|men|women|children|km|kg|mb|gb|tb|ml|cm|mm|ft|feet|resolution|run|video|context|lines?|words?|characters?)(?![a-z])"
)
_QUANTITY_BEFORE = re.compile(
    r"(?:人数|户数|[用客]户数|数|量|人口|面积|编号|粉丝|会员|字数|阅读|播放|里程|转速|容量)(?:达到|达|是|为|有|共|约|超|突破|到|:|\s)*$"
)
_NOUN_FOLLOWS = re.compile(r"[\u4e00-\u9fff](?<![的了吧呢左以上每一到至起、])")
_PRICED = frozenset(("person", "month", "year", "item", "seat", "user", "night", "week", "hour", "day"))
_OPEN_AFTER = re.compile(r" ?\+(?![0-9+])")
_MORE_AFTER = re.compile(r"多(?![少数次半谢亏])")
_GROUPED_BY_DOT = re.compile(r"\d{1,3}\.\d{3}")
_THOUSANDS = re.compile("千[一二三四五六七八九1-9]?$")  # 3千, 1千2
_MOST_BETWEEN = 6  # characters between the two ends of a range


class _Sum(NamedTuple):
    """An amount or a range of two, before its currency is settled."""

    first: Amount
    last: Amount
    low: Decimal
    high: Decimal
    code: str | None

    @property
    def is_range(self) -> bool:
        return self.first is not self.last


def find(folded: Folded, context: ReadingContext) -> list[Reading]:
    """Give the amounts of money of a text.

    An amount without a currency counts where it has a unit (60万, 50w, 600k) and no counted thing follows; a plain
    figure (500000) only where the context asks for money.

    Args:
        folded: The text.
        context: Default currency, and whether money is asked for.

    Returns:
        Readings in order.
    """
    sums = _sums(folded, context.is_asked_for)
    kept = [
        total
        for total in sums
        if (not _is_idiom(folded, total) if total.code is not None else _is_bare_money(folded, total, context))
    ]
    readings: list[Reading] = []
    for total in kept:
        floor = readings[-1].folded.end if readings else 0
        if total.first.start >= floor:
            readings.append(_reading(folded, total, context, floor))
    return readings


def marked_places(folded: Folded) -> tuple[tuple[int, int], ...]:
    """Give the folded places of the amounts with a written currency: no number is inside them."""
    return tuple((total.first.start, total.last.end) for total in _sums(folded, False) if total.code is not None)


@lru_cache(maxsize=16)
def _sums(folded: Folded, has_plain: bool) -> tuple[_Sum, ...]:  # noqa: FBT001  (a cache key)
    """Give the amounts of a text, two that are one range joined."""
    text, amounts = folded.text, find_amounts(folded, has_plain=has_plain)
    out: list[_Sum] = []
    for amount in amounts:
        last = out[-1] if out else None
        is_near = last is not None and not last.is_range and amount.start - last.first.end <= _MOST_BETWEEN
        joined = _join(text, last, amount) if last is not None and is_near else None
        if joined is not None:
            out[-1] = joined
        else:
            out.append(_Sum(amount, amount, amount.low, amount.high, amount.code))
    return tuple(out)


def _join(text: str, total: _Sum, second: Amount) -> _Sum | None:
    """Give the range that an amount and the next one are, where the words between them make one."""
    first = total.first
    choice = _choice(text, total, second)
    if choice is not None:
        return choice
    if not is_joint(text, first.start, first.end, second.start):
        return None
    if first.low != first.high or second.low != second.high or first.numeral.is_glued or second.low < 0:
        return None
    code = first.code or second.code
    if first.code is not None and second.code is not None and not _same(first, second):
        return None
    if first.code is not None and not first.is_prefixed and second.code is None:
        return None
    low = first.low
    if first.scale < second.scale and first.low * second.scale < second.low and not first.has_minor:
        low = first.low * second.scale
    return _Sum(first, second, low, second.low, second.code or code) if low < second.low else None


def _choice(text: str, total: _Sum, second: Amount) -> _Sum | None:
    """Give the range of two amounts that leave it open which: 三、四万, 6、70万, 三或四块."""
    first = total.first
    if text[first.end : second.start] == "、" and second.scale > 1:
        return _tens(total, second)
    if first.code is None and 1 <= first.low <= 8 and is_choice(text, first.end, second.start):
        is_next = first.low + 1 == second.low and second.code is not None
        return _Sum(first, second, first.low, second.low, second.code) if is_next else None
    return None


def _tens(total: _Sum, second: Amount) -> _Sum | None:
    """Read 6、70万 as 60 to 70 万, 三、四万 as 3 to 4 万."""
    first = total.first
    if first.code is not None or first.scale != 1 or first.low % 1 or not 1 <= first.low <= 8:
        return None
    if (first.low + 1) * second.scale == second.low:
        return _Sum(first, second, first.low * second.scale, second.low, second.code)
    low = first.low * 10 * second.scale
    return _Sum(first, second, low, second.low, second.code) if low + 10 * second.scale == second.low else None


def _same(first: Amount, second: Amount) -> bool:
    return first.code == second.code or "$" in (first.word, second.word)


# -- bare amounts ----------------------------------------------------------------------------------------------------


def _is_bare_money(folded: Folded, total: _Sum, context: ReadingContext) -> bool:  # noqa: PLR0911  (one line a shape)
    text = folded.text
    amount = total.last
    start, end = total.first.start, amount.end
    if amount.numeral.is_few or amount.numeral.is_slash or text[start - 1 : start] in ("第", "$"):
        return False
    if text.startswith("分之", end):
        return False
    is_scaled = _has_unit(text, amount) and (
        has_han(folded.original)
        or context.default_currency is not None
        or amount.numeral.form == "digits"
        or amount.scale >= 10**6
        or text[start:end].endswith(("k", "grand"))
    )
    per = _per(text, start, end)
    is_priced = per is not None and (is_scaled or per.start < start or amount.low >= 10) and _is_price(per)
    if not (context.is_asked_for or is_priced or is_scaled):
        return False
    if context.is_asked_for and amount.numeral.is_fraction and not is_scaled:
        return False
    is_counted = _COUNTED.match(text, end) is not None or _counts_rows(text, start, end)
    if (is_counted and (per is None or per.end == end)) or _COUNTED_EN.match(text, end):
        return False
    if not is_scaled and not context.is_asked_for and _NOUN_FOLLOWS.match(text, end):
        return False
    if amount.numeral.form != "chinese" and text[end : end + 1].isascii() and text[end : end + 1].isalnum():
        return False
    if amount.numeral.suffix and not is_scaled and amount.numeral.suffix_end > amount.end and text[amount.end] != " ":
        return False
    if _QUANTITY_BEFORE.search(text[max(0, start - 8) : start]):
        return False
    return not _is_taken(folded, start, end)


def _counts_rows(text: str, start: int, end: int) -> bool:
    """Tell that 行 behind an amount counts rows: it ends no clause, or the words before speak of a table."""
    if _ROWS.match(text, end) is None:
        return False
    return _ANSWER.match(text, end) is None or _ROWS_BEFORE.search(text[max(0, start - 8) : start]) is not None


def _per(text: str, start: int, end: int) -> Per | None:
    """Give the per words right beside an amount, or before its hedge."""
    per = find_per(text, start, end)
    if per is not None:
        return per
    lead = find_hedge(text, start, end).start
    return find_per(text, lead, end) if lead < start else None


def _is_price(per: Per) -> bool:
    return per.name in _PRICED or "\u4e00" <= per.name <= "\u9fff"


def _has_unit(text: str, amount: Amount) -> bool:
    numeral = amount.numeral
    said = text[numeral.start : numeral.end]
    return (
        amount.scale >= 10**4
        or (numeral.form == "chinese" and _THOUSANDS.search(said) is not None)
        or "万" in said
        or "亿" in said
        or (amount.scale >= 1000 and numeral.form != "chinese")
    )


def _is_idiom(folded: Folded, total: _Sum) -> bool:
    start, end = total.first.start, total.last.end
    return is_idiom(folded.text, start, end) or find_addresses(folded).touch(start, end)


@lru_cache(maxsize=16)
def _other_places(folded: Folded) -> tuple[Places, Places]:
    """Give the places that no bare amount touches, and those that it does not lie inside."""
    inside = [(share.start, share.end) for share in find_shares(folded)]
    inside += [(length.start, length.end) for length in find_lengths(folded)]
    return merge(find_shapes(folded)), merge(inside)


def _is_taken(folded: Folded, start: int, end: int) -> bool:
    touched, covered = _other_places(folded)
    if folded.text[end - 1] in "万亿" and not touched.cover(start, end):
        return covered.cover(start, end)
    return touched.touch(start, end) or covered.cover(start, end) or is_idiom(folded.text, start, end)


# -- the value -------------------------------------------------------------------------------------------------------


def _reading(folded: Folded, total: _Sum, context: ReadingContext, floor: int) -> Reading:
    text = folded.text
    start, end = total.first.start, total.last.end
    numeral = total.last.numeral
    is_open = numeral.is_open and not total.is_range
    has_unit = total.last.code is not None or total.last.scale >= 10**4 or is_open
    more = _OPEN_AFTER.match(text, end) or (_MORE_AFTER.match(text, end) if has_unit else None)
    if more is not None and not total.is_range:
        end, is_open = more.end(), True
    per = find_per(text, start, end, floor=floor)
    hedge = find_hedge(text, start, end)
    if per is None:
        per = find_per(text, hedge.start, end, floor=floor) if hedge.start < start else None
        start = per.start if per is not None else start
    value_start, value_end = (min(start, per.start), per.end) if per is not None else (start, end)
    value_start, negative = _signed(folded, total, value_start, value_end)
    value_end = value_end + 1 if negative and text[value_start] == "(" else value_end
    hedge = find_hedge(text, value_start, value_end)
    about = (
        is_open
        or numeral.is_about
        or hedge.is_about
        or (per is not None and find_hedge(text, total.first.start, end).is_about)
    )
    value = _value(folded, total, context, per=per, is_open=is_open)
    value = _marked(value, about=about, negative=negative)
    place = Span(value_start, value_end)
    outer = Span(min(hedge.start, value_start), max(hedge.end, value_end))
    return Reading(span=folded.to_original(place), folded=place, outer=outer, value=value)


def _value(
    folded: Folded, total: _Sum, context: ReadingContext, *, per: Per | None, is_open: bool
) -> Money | Ambiguous:
    code = _currency(folded, total, context)
    name = per.name if per is not None else None
    if total.low == total.high and not is_open:
        said = folded.text[total.last.numeral.start : total.last.numeral.end]
        plain = Money(currency=code, amount=total.low, per=name)
        if total.last.rival is not None:
            return Ambiguous((plain, replace(plain, currency=total.last.rival)))  # 人民币50万欧元
        if code in COMMA_DECIMALS and total.last.scale == 1 and _GROUPED_BY_DOT.fullmatch(said):
            return Ambiguous((plain, replace(plain, amount=total.low * 1000)))
        return plain
    return Money(currency=code, minimum=total.low, maximum=None if is_open else total.high, per=name)


def _marked(value: Money | Ambiguous, *, about: bool, negative: bool) -> Money | Ambiguous:
    if isinstance(value, Ambiguous):
        return value
    if negative and value.amount is not None:
        value = replace(value, amount=-abs(value.amount))
    return replace(value, is_approximate=True) if about else value


def _currency(folded: Folded, total: _Sum, context: ReadingContext) -> str | None:
    if total.code is None:
        if context.default_currency is not None:
            return context.default_currency
        return "CNY" if has_han(folded.original) else None
    if "¥" in (total.first.word, total.last.word) and total.code == "CNY":
        says_yen = any(word in folded.text for word in ("日元", "日币", "jpy", "yen"))
        return "JPY" if says_yen or context.default_currency == "JPY" else "CNY"
    return total.code


def _signed(folded: Folded, total: _Sum, start: int, end: int) -> tuple[int, bool]:
    """Settle the sign: ($500) alone, in a table or after a colon is negative; 预算-50万 is a dash, 利润-50万 a sign."""
    text = folded.text
    if text[start - 1 : start] == "(" and text[end : end + 1] == ")" and not total.is_range:
        before = text[: start - 1].rstrip(" ")[-1:]
        after = text[end + 1 :].lstrip(" ")[:1]
        if before in ("", ":", "|", "\n", "\t") and after in ("", "|", "\n", "\t", ".", ",", ";", "。", "，", "；"):
            return start - 1, True
    return start, False
