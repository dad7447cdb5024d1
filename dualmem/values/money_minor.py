"""Minor units: what stands after an amount or in place of its currency (五毛, 6角三分, 块五, 5分钱, 45 cents, 50p)."""

import re
from decimal import Decimal
from typing import NamedTuple

from dualmem.values.number_chars import DIGITS

_JIAO = "[0-9一二三四五六七八九两壹贰叁肆伍陆柒捌玖]"
_FEN = "[0-9一二三四五六七八九壹贰叁肆伍陆柒捌玖]"
_ENDS_IT = r"(?![0-9.%]|[\u4e00-\u9fff](?<![的了吧呢啊左以上每一就都也，]))"
_AFTER_YUAN = re.compile(
    rf"(?P<zero>零)?(?P<jiao>{_JIAO}{{1,2}})(?:角|毛)(?:钱)?(?:零?(?P<fen>{_FEN})分?(?![0-9个天月年人百千万]))?|"
    rf"零?(?P<onlyfen>{_FEN})分(?![钟之])|(?P<half>半)(?![天年月个小])"
)
_LOOSE = re.compile(rf"(?P<zero>零)?(?P<digit>[一二三四五六七八九0-9]){_ENDS_IT}")
_ALONE_ZH = re.compile(rf" ?(?P<jiao>角(?:钱)?|毛(?:钱)?)(?P<fen>{_FEN}(?:分|{_ENDS_IT}))?|(?P<fenqian> ?分钱)")
_GOES_ON = re.compile(r"(?![\u4e00-\u9fff])|[一每的了,吧呢吗就都也够左上以一多到和不可]")
_CENTS = re.compile(
    r"(?: |-)?(?P<word>cents?|c|¢|pence|penny|pennies|p|kopiykas?|kopecks?|centavos?|sen|paise?)(?![a-z])"
)
_LOCAL = ("c", "p", "sen", "paise", "pais", "centavo", "centavos")  # of too many currencies, or no word of money
MINOR_STARTS = frozenset("角毛分c¢pks")
_TENTH, _HUNDREDTH = Decimal("0.1"), Decimal("0.01")


class Minor(NamedTuple):
    """Minor units in place of a currency.

    Attributes:
        end: One past their last character.
        parts: How many of them are one major unit.
        more: What a second, smaller unit adds (two 分 in 三毛二).
        code: ISO 4217 code.
        word: The unit as said.
        has_minor: False for 50p, which a part in major units may stand beside.
    """

    end: int
    parts: int
    more: Decimal
    code: str
    word: str
    has_minor: bool = True


def after_yuan(text: str, at: int, *, is_loose: bool) -> tuple[int, Decimal] | None:
    """Give the end and the amount of what follows 元 or 块: 五毛, 6角三分, 半; loosely one digit (块五) too."""
    hit = _AFTER_YUAN.match(text, at)
    if hit is None:
        hit = _LOOSE.match(text, at) if is_loose else None
        if hit is None:
            return None
        part = _digit(hit["digit"]) * (_HUNDREDTH if hit["zero"] else _TENTH)
    elif hit["half"]:
        part = Decimal("0.5")
    elif hit["onlyfen"]:
        part = _digit(hit["onlyfen"]) * _HUNDREDTH
    else:
        part = _digit(hit["jiao"]) * _TENTH + (_digit(hit["fen"]) * _HUNDREDTH if hit["fen"] else 0)
    return hit.end() + (text[hit.end() : hit.end() + 1] == "钱"), part


def alone(text: str, at: int, *, is_below_hundred: bool) -> Minor | None:
    """Give the minor units that follow a numeral without a currency: 角, 毛, 分钱, cents, pence.

    Args:
        text: Folded text.
        at: Where they must begin.
        is_below_hundred: The numeral is a figure below a hundred, so that p may be pence.
    """
    hit = _ALONE_ZH.match(text, at)
    if hit is not None:
        if not hit["fenqian"] and not hit[0].endswith("钱") and not _GOES_ON.match(text, hit.end()):
            return None
        more = _digit(hit["fen"][0]) * _HUNDREDTH if hit["fen"] else Decimal(0)
        return Minor(hit.end(), 100 if hit["fenqian"] else 10, more, "CNY", "毛")
    hit = _CENTS.match(text, at)
    if hit is None:
        return None
    word, zero = hit["word"], Decimal(0)
    if hit[0] == "p" and is_below_hundred:
        return Minor(hit.end(), 100, zero, "GBP", "p", has_minor=False)
    if word in _LOCAL:
        return None
    return Minor(hit.end(), 100, zero, "GBP" if word in ("pence", "penny", "pennies") else "USD", word)


def end_of_cents(text: str, at: int) -> int | None:
    """Give where the word cents (or another for them) ends that begins at a place, or None."""
    hit = _CENTS.match(text, at)
    return hit.end() if hit is not None else None


def _digit(text: str) -> Decimal:
    return Decimal("".join(str(DIGITS.get(char, char)) for char in text))
