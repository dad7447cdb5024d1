"""Currencies: how each is written in Chinese and English, and where a text mentions one."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

import re2

from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.values.sighting import latin_words

Side = Literal["before", "after", "both"]

_SIGNS = """
CNY ¥ cn¥ rmb¥|USD $ us$ usd$ u.s.$|EUR €|GBP £ ₤|INR ₹|KRW ₩|RUB ₽|TRY ₺|UAH ₴|BTC ₿|THB ฿|VND ₫|ILS ₪|NGN ₦
CRC ₡|LAK ₭|GEL ₾|PHP ₱|PYG ₲|KZT ₸|MNT ₮|GHS ₵|PLN zł|HKD hk$ hkd$|TWD nt$ ntd$|CAD c$ ca$ can$ cad$
AUD a$ au$ aud$|NZD nz$ nzd$|SGD s$ sg$ sgd$|MXN mx$ mex$ mxn$|BRL r$ brl$|JPY jp¥ jpy¥|AZN ₼|AMD ֏|BDT ৳
"""
_ZH = """
CNY 元人民币 人民币元 人民币 块钱 块 元钱 元 圆 大洋|USD 美元 美金 美刀 美圆 刀|HKD 港币 港元 港圆 港纸
TWD 新台币 台币|JPY 日元 日币 日圆|EUR 欧元 欧|GBP 英镑 镑|KRW 韩元 韩币 韩圆|RUB 卢布|THB 泰铢
SGD 新加坡元 新加坡币 新币|CAD 加元 加币 加拿大元|AUD 澳元 澳币 澳大利亚元|NZD 新西兰元 纽元 纽币
CHF 瑞士法郎 瑞郎 法郎|NGN 奈拉|BTC 比特币|INR 印度卢比 卢比|VND 越南盾|IDR 印尼盾 印尼卢比|MYR 林吉特 马币 令吉
MOP 澳门元 澳门币|AED 迪拉姆|SAR 沙特里亚尔 里亚尔|BRL 雷亚尔|MXN 墨西哥比索|PHP 菲律宾比索 比索|ZAR 兰特
SEK 瑞典克朗|NOK 挪威克朗|DKK 丹麦克朗|TRY 土耳其里拉 里拉|PLN 兹罗提|KPW 朝鲜元|KZT 坚戈|UAH 格里夫纳
EGP 埃及镑|ILS 谢克尔
"""
_EN = """
USD dollars dollar bucks buck us_dollars us_dollar u.s._dollars u.s._dollar american_dollars american_dollar
GBP pounds_sterling pound_sterling british_pounds british_pound pounds pound quid|EUR euros euro
JPY yen japanese_yen yens|CNY yuan yuans chinese_yuan rmb renminbi kuai|CAD canadian_dollars canadian_dollar
AUD australian_dollars australian_dollar|NZD new_zealand_dollars new_zealand_dollar
HKD hong_kong_dollars hong_kong_dollar|SGD singapore_dollars singapore_dollar
TWD new_taiwan_dollars taiwan_dollars|CHF swiss_francs swiss_franc francs franc
FIM finnish_markka markka finnish_marks|ESP pesetas peseta|DEM deutsche_marks deutsche_mark german_marks
INR rupees rupee indian_rupees indian_rupee rs. rs|PKR pakistani_rupees
TRY turkish_lira turkish_liras lira liras|RUB rubles ruble roubles rouble russian_rubles
KRW won korean_won south_korean_won|MXN mexican_pesos mexican_peso|PHP philippine_pesos philippine_peso
ARS argentine_pesos|CLP chilean_pesos|MXN pesos peso|BRL reais brazilian_reais brazilian_real
ZAR south_african_rand rand|THB baht thai_baht|VND dong vietnamese_dong|IDR rupiah indonesian_rupiah
MYR ringgits ringgit malaysian_ringgits malaysian_ringgit malaysia_ringgits malaysia_ringgit rm
LBP lebanese_pounds lebanese_pound
EGP egyptian_pounds egyptian_pound egyptianpound egyptianpounds geneh genihat_masriya|EGP genihat l.e. l.e le
QAR qatari_riyals qatari_riyal qatar_riyals|SAR saudi_riyals saudi_riyal saudiriyal saudiriyals riyals riyal
SAR saudi_rials|IRR iranian_rials|ILS shekels shekel israeli_shekels|MNT tugriks tugrik|UAH hryvnias hryvnia
SEK swedish_krona swedish_kronor swedish_kronas kronor|NOK norwegian_kroner norwegian_krone
DKK danish_kroner danish_krone kroner|PLN zloty zlotys polish_zloty|CZK czech_koruna koruna
HUF forint forints hungarian_forint|BTC bitcoins bitcoin|ETH ether|AED dirhams dirham uae_dirhams
KWD kuwaiti_dinars kuwaiti_dinar|JOD jordanian_dinars|BHD bahraini_dinars|NGN naira nairas|KES kenyan_shillings
GHS cedis cedi|CRC colones colon_costarricense|LAK kip lao_kip|GEL lari georgian_lari|KZT tenge|BDT taka
LKR sri_lankan_rupees|NPR nepalese_rupees|COP colombian_pesos|PEN soles peruvian_soles|VEF bolivars bolivar
ATS austrian_schillings|ITL italian_lire lire|FRF french_francs french_franc|BEF belgian_francs
NLG dutch_guilders guilders guilder|IEP irish_pounds punts|IEP irish_punts|XAF cfa_francs
BGN bulgarian_lev lev leva|RON romanian_leu leu lei|HRK croatian_kuna kuna
"""
CODES = frozenset(
    [
        "usd",
        "eur",
        "cny",
        "rmb",
        "gbp",
        "jpy",
        "hkd",
        "twd",
        "ntd",
        "krw",
        "sgd",
        "cad",
        "aud",
        "nzd",
        "chf",
        "inr",
        "rub",
        "thb",
        "vnd",
        "idr",
        "myr",
        "mop",
        "php",
        "brl",
        "mxn",
        "zar",
        "sek",
        "nok",
        "dkk",
        "try",
        "pln",
        "aed",
        "sar",
        "qar",
        "kwd",
        "bhd",
        "omr",
        "jod",
        "egp",
        "lbp",
        "ils",
        "uah",
        "mnt",
        "ngn",
        "kes",
        "ghs",
        "czk",
        "huf",
        "ron",
        "bgn",
        "hrk",
        "btc",
        "eth",
        "ars",
        "clp",
        "cop",
        "pen",
        "cnh",
        "kzt",
        "gel",
        "lak",
        "crc",
        "isk",
        "pkr",
        "bdt",
        "lkr",
        "npr",
        "mmk",
        "khr",
    ]
)
_ALIAS = {"rmb": "CNY", "cnh": "CNY", "ntd": "TWD"}
_UPPER_ONLY = frozenset(
    ("try", "ron", "pen", "cop", "gel", "lak", "eth", "ars", "clp", "all", "rm", "le", "mop", "sar")
)
_BEFORE_NAMES = frozenset(("dollar", "dollars", "rs", "rs.", "rm", "euro", "rmb", "ringgit", "ringgits"))
COMMA_DECIMALS = frozenset(
    ["EUR", "CHF", "DKK", "SEK", "NOK", "BRL", "TRY", "ARS", "CLP", "COP", "IDR", "VND", "RUB", "PLN", "CZK", "HUF"]
)


class Mention(NamedTuple):
    """One place that names a currency.

    Attributes:
        start: First character in the folded text.
        end: One past the last.
        code: ISO 4217 code (BTC and ETH too).
        side: Where its number may stand: after it (``before`` the number), before it, or both.
        word: The words as folded.
        scale: 1, or a million where an M stands before the code (MUSD).
    """

    start: int
    end: int
    code: str
    side: Side
    word: str
    scale: int = 1


def _table(source: str) -> Iterator[tuple[str, str]]:
    for entry in source.replace("\n", "|").split("|"):
        code, _, words = entry.strip().partition(" ")
        for word in words.split():
            yield word.replace("_", " "), code


_SIGN_CODES = dict(_table(_SIGNS))
_ZH_CODES = dict(_table(_ZH))
_EN_CODES = dict(_table(_EN))
_NUMBER_ONLY_AFTER = frozenset(("块钱", "块", "元钱", "元", "圆", "大洋", "刀", "美刀", "欧", "镑"))


_SPACED = ("c", "ca", "can", "us", "u.s.", "hk", "nt", "mex", "usd", "hkd", "cad", "aud", "nzd", "sgd", "mxn")


def _sign_pattern(sign: str) -> str:
    """Give the pattern of a sign; one with letters may have a space inside (hk $, u.s $)."""
    letters, mark = sign[:-1], sign[-1]
    escaped = re2.escape(letters).replace(r"\.", r" ?\. ?")
    gap = " ?" if letters in _SPACED else ""
    return f"{escaped}{gap}{re2.escape(mark)}" if letters and mark in "$¥" else re2.escape(sign)


_WORDS = sorted((*_ZH_CODES, *_EN_CODES), key=len, reverse=True)
_PATTERN = re2.compile(
    "|".join(_sign_pattern(sign) for sign in sorted(_SIGN_CODES, key=len, reverse=True))
    + r"|u\.? ?s\.? ?\$|"
    + "|".join(re2.escape(word).replace(" ", " {1,2}") for word in _WORDS)
    + "|m?(?:"
    + "|".join(sorted(CODES))
    + ")"
)
_LATIN_SIGN = re.compile(r"[a-z][. ]{0,2}[$¥]|zł")  # us$, u.s. $, hk$
_LAST_WORDS = (  # of the names in Latin letters: a text without any of them names no currency by a word
    frozenset(re.findall("[a-z]+", name)[-1] for name in _EN_CODES) | CODES | frozenset(f"m{code}" for code in CODES)
)
_HAN_PATTERN = re.compile(  # the same without Latin words: fixed words by their head, linear
    "|".join(re.escape(sign) for sign in _SIGN_CODES if not sign[:1].isalpha())
    + "|"
    + "|".join(
        f"{head}(?:{'|'.join(re.escape(word[1:]) for word in _WORDS if word[0] == head)})"
        for head in dict.fromkeys(word[0] for word in _WORDS if not word[0].isascii())
    )
)
_LAST_SIGNS = frozenset(word[-1] for word in (*_SIGN_CODES, *_ZH_CODES))


def find_mentions(text: str, original: str) -> list[Mention]:
    """Find every currency that a folded text names, longest words first.

    Args:
        text: The folded text.
        original: Text of the same length where it can be had, for the case of codes; else ``text``.

    Returns:
        The mentions in order.
    """
    found: list[Mention] = []
    if not _LAST_WORDS.isdisjoint(latin_words(text)) or _LATIN_SIGN.search(text):
        pattern = _PATTERN
    elif not _LAST_SIGNS.isdisjoint(text):
        pattern = _HAN_PATTERN
    else:
        return found
    for hit in pattern.finditer(text):
        mention = _mention(text, original, hit.start(), hit.end())
        if mention is not None:
            found.append(mention)
    return found


def find_names(folded: Folded) -> list[tuple[Span, str]]:
    """Give the places where a text names a currency by a word of its own, with its code (USD, 美元, euros)."""
    return [(Span(one.start, one.end), one.code) for one in find_mentions(folded.text, folded.text) if _is_name(one)]


def _is_name(mention: Mention) -> bool:
    word = mention.word
    if len(word) < 2 or word in _SIGN_CODES or word in _NUMBER_ONLY_AFTER or word in _OTHERWISE:
        return False
    return not word.isascii() or len(word) > len("usd") or word in _COMMON


_COMMON = frozenset(("usd", "eur", "gbp", "cny", "rmb", "jpy", "yen", "hkd", "krw", "sgd", "aud", "chf", "inr"))
_OTHERWISE = frozenset(("pound", "pounds", "real", "reais", "rand", "bucks", "buck", "dong", "crown", "crowns"))


def _mention(text: str, original: str, start: int, end: int) -> Mention | None:  # noqa: PLR0911  (one line a shape)
    word = text[start:end]
    compact = word.replace(" ", "")
    if compact.rstrip(".").startswith(("u.s", "us")) and compact.endswith("$"):
        return None if _touches_letter(text, start, end, sign=True) else Mention(start, end, "USD", "both", compact)
    if compact in _SIGN_CODES:
        side: Side = "both" if len(compact) == 1 or compact == "zł" else "before"
        if len(compact) > 1 and _touches_letter(text, start, end, sign=True):
            return Mention(end - 1, end, "USD" if compact[-1] == "$" else "CNY", "both", compact[-1])
        return Mention(start, end, _SIGN_CODES[compact], side, compact)
    if word in _ZH_CODES:
        return Mention(start, end, _ZH_CODES[word], "after" if word in _NUMBER_ONLY_AFTER else "both", word)
    if _touches_letter(text, start, end, sign=False):
        return None
    plain = " ".join(word.split())
    said = original[start:end]
    if plain in _UPPER_ONLY and not said.isupper():
        return None
    if plain in _EN_CODES:
        return Mention(start, end, _EN_CODES[plain], "both" if plain.split()[-1] in _BEFORE_NAMES else "after", plain)
    if plain[0] == "m" and plain[1:] in CODES and plain not in CODES:
        return Mention(start, end, _code(plain[1:]), "both", plain, 10**6) if said.isupper() else None
    return Mention(start, end, _code(plain), "both", plain)


def _code(word: str) -> str:
    return _ALIAS.get(word, word.upper())


def _touches_letter(text: str, start: int, end: int, *, sign: bool) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    if before and before.isascii() and (before.isalpha() or before == "_"):
        return True
    return not sign and bool(after) and after.isascii() and (after.isalpha() or after == "_")
