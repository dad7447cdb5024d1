"""Amounts: each numeral of a text with the currency before or after it, its minor units and its scale."""

import re
import unicodedata
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from dualmem.model.utterance import Folded
from dualmem.values.money_currencies import CODES, Mention, find_mentions
from dualmem.values.money_minor import MINOR_STARTS, after_yuan, alone, end_of_cents
from dualmem.values.money_per import may_end_per
from dualmem.values.number_chars import DIGITS
from dualmem.values.numeral import Numeral
from dualmem.values.numerals import find_numerals
from dualmem.values.sighting import next_char

_FULL_COMMA = re.compile(r"\d，\d")  # the only comma inside a figure
_JOINS = frozenset("-–—~至到和与跟&、或")  # between two figures that are a range
_DASHES = ("-", " - ")  # 100 - 200元
_MAY_FOLLOW_PLAIN = _JOINS | frozenset("/每一eap+多kwmbtfydhon")  # per words, suffixes, and or to
_SCALE_AFTER = re.compile(r" (million|billion|trillion|thousand|mn|bn|m|b|k)(?![a-z0-9])")
_SCALES = {"thousand": 10**3, "million": 10**6, "mn": 10**6, "m": 10**6, "billion": 10**9, "bn": 10**9, "b": 10**9,
           "trillion": 10**12, "k": 10**3}  # fmt: skip
_NOT_YUAN = re.compile(
    r"元(?=[旦素件年组宵月老里论化次首帅气])|圆(?=[形周满圈桌])|块(?=[业头状链])|刀(?=[具片锋流口])|镑(?=[重])|欧(?=[姆洲盟美冠亚])"
)
_KUAI_GOES_ON = frozenset("钱的了吧呢吗左上以之到至多和不可每一二三四五六七八九零半出起就都也够能买卖给付")
_CENTS_GO_ON = re.compile(
    r"$|[^a-z0-9 %,.-]|[,.](?!\d)| (?:and|more|only|left|total|in|for|per|each)(?![a-z])| ?[^a-z0-9 ]"
)
_MINUS_AFTER = re.compile(
    r"(?:利润|盈利|亏损|收益|净利|差额|余额|现金流|毛利|结余|变动|调整|[是为到约])$|[^\u4e00-\u9fff]$|^$"
)
_LABEL = 3  # letters before a colon that make a label
_MAY_LEAD_MINUS = ("", " ", ":", "(", ",", "，", "|", "\n", "\t", "是", "为")
_SCALED_END = re.compile(r"\d ?(?:[kwmb]|mn|bn)$")
_ONE = re.compile(r"an? (?:dollar|buck|euro|pound|yuan|rupee|yen)")
_ARTICLE = re.compile(r"(?:^|[^a-z0-9])(an? )$")
_ARTICLE_GOES_ON = re.compile(r"$|[^a-z0-9 -]| (?:per|each|an?|for|more|and|or|to|off|in|less|apiece|every)(?![a-z])")
_POUND_WEIGHT = re.compile(r" of (?!interest|the|capital|revenue|funding|profit|budget|debt)")


class Amount(NamedTuple):
    """One numeral as an amount of money.

    Attributes:
        start: First character, currency and sign included.
        end: One past the last.
        numeral: The numeral in it.
        low: Amount in major units, or the lower end.
        high: Equal to ``low``, or the upper end.
        scale: What the numeral was multiplied by (万, k), 1 for none.
        code: Currency where one is written, else None.
        word: The word or sign of the currency, else empty.
        is_prefixed: The currency stands before the numeral.
        has_minor: Minor units were added.
        rival: Another currency, named behind an amount that has one before it.
    """

    start: int
    end: int
    numeral: Numeral
    low: Decimal
    high: Decimal
    scale: int = 1
    code: str | None = None
    word: str = ""
    is_prefixed: bool = False
    has_minor: bool = False
    rival: str | None = None


@lru_cache(maxsize=16)
def find_amounts(folded: Folded, *, has_plain: bool) -> tuple[Amount, ...]:
    """Give the numerals of a text as amounts, with the currency that belongs to each where there is one.

    Args:
        folded: The text.
        has_plain: Give those too that have neither currency nor unit and stand apart from others and from per words.
    """
    numerals = find_numerals(folded)
    if not numerals and not _ONE.search(folded.text):
        return ()
    return tuple(_Finder(folded, numerals).run(has_plain=has_plain))


class _Finder:
    """Goes through the numerals from left to right and gives each currency to one of them."""

    def __init__(self, folded: Folded, numerals: tuple[Numeral, ...]) -> None:
        self.text = folded.text
        said = folded.original
        is_even = folded.text == said.lower()
        self.original = said if is_even else "".join(said[offset] for offset in folded.offsets[:-1])
        self.numerals = numerals
        mentions = find_mentions(self.text, self.original)
        self.starts = {mention.start: mention for mention in mentions}
        self.ends = {mention.end: mention for mention in mentions}
        self.used_to = 0
        self.next = 0
        if mentions and _FULL_COMMA.search(self.original):
            self.numerals = tuple(part for numeral in numerals for part in self._split(numeral))
        self.last_signs = {mention.word[-1] for mention in mentions}
        self.may_follow = MINOR_STARTS | {"个", *(mention.word[0] for mention in mentions)}
        self.starts_of_numerals = {numeral.start for numeral in self.numerals} if mentions else set()

    def _split(self, numeral: Numeral) -> tuple[Numeral, ...]:
        """Cut a list at its full-width comma where both halves have a currency ($20，300美圆)."""
        at = self.original.find("，", numeral.start, numeral.end)
        if at < 0 or self._mention_at(numeral.end) is None or numeral.start not in self.ends:
            return (numeral,)
        halves = ((numeral.start, at), (at + 1, numeral.end))
        values = [Decimal(self.text[start:end].replace(",", "")) for start, end in halves]
        return tuple(
            numeral._replace(start=start, end=end, suffix_end=end, low=value, high=value, is_glued=False)
            for (start, end), value in zip(halves, values, strict=True)
        )

    def run(self, *, has_plain: bool) -> list[Amount]:
        self.has_plain = has_plain
        out: list[Amount] = []
        while self.next < len(self.numerals):
            numeral = self.numerals[self.next]
            self.next += 1
            if not has_plain and self._is_plain(numeral):
                continue
            if numeral.start < self.used_to or numeral.low is None or numeral.high is None or self._is_rest(numeral):
                continue
            amount = self._amount(numeral)
            if amount is not None:
                out.append(amount)
                self.used_to = amount.end
        articles = self._articles(out)
        return sorted([*out, *articles], key=lambda amount: amount.start) if articles else out

    def _is_plain(self, numeral: Numeral) -> bool:
        """Tell whether nothing near a figure makes it money: no unit, no currency, no range, no per words."""
        if numeral.scale != 1 or numeral.suffix or numeral.is_open or numeral.start in self.ends:
            return False
        text = self.text
        after = next_char(text, numeral.end)
        if after in self.may_follow or after in _MAY_FOLLOW_PLAIN or text.startswith(_DASHES, numeral.end):
            return False
        before = text[numeral.start - 1 : numeral.start]
        if before == " ":
            before = text[max(0, numeral.start - 4) : numeral.start].rstrip(" ")[-1:]
        if before in _JOINS or may_end_per(before) or (before in self.last_signs and before):
            return False
        return not (
            self.next > 1 and text[self.numerals[self.next - 2].end : numeral.start] in (" or ", " to ", " and ")
        )

    def _is_rest(self, numeral: Numeral) -> bool:
        """Tell whether it is the rest of what is no figure (3 000 in Chinese text, 百八十块)."""
        if numeral.form == "chinese":
            is_next = numeral.start == self.used_to  # 50万60万 are two
            return self.text[numeral.start - 1 : numeral.start] in ("百", "千", "万", "亿") and not is_next
        return self.text.startswith("00", numeral.start) and self._said(numeral).isdigit()

    def _articles(self, found: list[Amount]) -> list[Amount]:
        """Read a dollar, a pound: one of them."""
        out = []
        for mention in self.starts.values():
            if mention.word not in ("dollar", "buck", "euro", "pound", "yuan", "rupee", "yen"):
                continue
            hit = _ARTICLE.search(self.text[max(0, mention.start - 4) : mention.start])
            if hit is None or not _ARTICLE_GOES_ON.match(self.text, mention.end):
                continue
            if any(amount.start < mention.end and mention.start < amount.end for amount in found):
                continue
            start = mention.start - (hit.end() - hit.start(1))
            one = Decimal(1)
            numeral = Numeral(start=start, end=start + 1, low=one, high=one, form="words", suffix_end=start + 1)
            out.append(
                Amount(
                    start=start,
                    end=mention.end,
                    numeral=numeral,
                    low=one,
                    high=one,
                    code=mention.code,
                    word=mention.word,
                )
            )
        return out

    def _amount(self, numeral: Numeral) -> Amount | None:
        if numeral.is_negative and self.text[numeral.start] in "-−":
            numeral = self._undashed(numeral)
        before = self._before(numeral) if self.ends else None
        if numeral.is_glued and (before is None or before.end != numeral.start) and not self._may_be_glued(numeral):
            return None
        scaled = self._scaled(numeral, before) if numeral.suffix else numeral
        assert scaled.low is not None
        assert scaled.high is not None
        ends = scaled.pair if scaled.pair and before is None and self._counted(scaled) else (scaled.low, scaled.high)
        amount = Amount(
            start=numeral.start, end=scaled.end, numeral=scaled, low=ends[0], high=ends[1], scale=scaled.scale
        )
        if before is not None:
            amount = self._with_prefix(amount, before)
        if before is None and next_char(self.text, amount.end) not in self.may_follow:
            return amount
        return self._with_suffix(amount, before)

    def _said(self, numeral: Numeral) -> str:
        return self.text[numeral.start : numeral.end]

    def _undashed(self, numeral: Numeral) -> Numeral:
        """Take a dash after a Chinese noun for a separator (预算-50万), after words of profit and loss for a minus."""
        before = self.text[max(0, numeral.start - 4) : numeral.start]
        if _MINUS_AFTER.search(before) or numeral.low is None or numeral.high is None:
            return numeral
        start = numeral.start + 1
        return numeral._replace(start=start, low=-numeral.high, high=-numeral.low, is_negative=False)

    def _counted(self, numeral: Numeral) -> bool:
        after = self.text[numeral.end : numeral.end + 2].lstrip()[:1]
        return after in ("元", "块", "毛", "角", "美", "刀")

    def _may_be_glued(self, numeral: Numeral) -> bool:
        before, lead = self.text[numeral.start - 1], self.text[max(0, numeral.start - 4) : numeral.start - 1]
        if numeral.form == "chinese" and before.isalpha():
            said = self._said(numeral)
            return lead[-1:].isascii() and lead[-1:].isalpha() and ("万" in said or "亿" in said)
        if before == "/":
            return lead[-1:] in ("万", "亿", "元", "k", "w")
        if before in ":=" and len(lead) == _LABEL and lead.isascii() and lead.isalpha():
            return True  # budget:600k
        return before in "-~=:+&" and (
            not (lead[-1:].isascii() and lead[-1:].isalpha()) or bool(_SCALED_END.search(lead))
        )

    # -- before ------------------------------------------------------------------------------------------------------

    def _before(self, numeral: Numeral) -> Mention | None:
        at = numeral.start
        for _ in range(3):
            mention = self.ends.get(at)
            if mention is not None and mention.start >= self.used_to and mention.side in ("before", "both"):
                return self._prefix(mention, numeral)
            if at and self.text[at - 1] in " :&":
                at -= 1
            else:
                return None
        return None

    def _prefix(self, mention: Mention, numeral: Numeral) -> Mention | None:
        """Refuse a name before number words (a dollar fifty) and a year after it (Euro 2028)."""
        if mention.word.isascii() and mention.word not in CODES and "a" <= self.text[numeral.start] <= "z":
            return None
        if mention.word in ("euro", "dollar", "dollars") and not numeral.suffix:
            year = numeral.low is not None and 1900 <= numeral.low < 2100 and numeral.end - numeral.start == 4
            return None if year else mention
        return mention

    def _with_prefix(self, amount: Amount, mention: Mention) -> Amount:
        low, high, start = amount.low * mention.scale, amount.high * mention.scale, mention.start
        sign = self.text[start - 1 : start]
        lead = self.text[start - 2 : start - 1]
        if sign in ("-", "−") and not amount.numeral.is_negative and lead in _MAY_LEAD_MINUS:
            low, high, start = -high, -low, start - 1
        return amount._replace(start=start, low=low, high=high, code=mention.code, word=mention.word, is_prefixed=True,
            scale=amount.scale * mention.scale,
        )  # fmt: skip

    # -- scale -------------------------------------------------------------------------------------------------------

    def _scaled(self, numeral: Numeral, before: Mention | None) -> Numeral:
        letter = numeral.suffix
        if letter == "g":
            return numeral
        if letter in ("m", "b", "t"):
            said = unicodedata.normalize("NFKC", self.original[numeral.suffix_end - 1])
            after = self._mention_at(numeral.suffix_end)
            spaced = numeral.suffix_end - numeral.end > 1
            is_plain = said in ("M", "B") or (said in ("m", "b") and self._ends_clause(numeral.suffix_end))
            if not (before is not None or after is not None or (is_plain and not spaced)):
                return numeral
            if spaced and before is None and after is None:
                return numeral
        return numeral.scaled()

    def _ends_clause(self, at: int) -> bool:
        """Tell whether an amount is asked for and nothing is measured behind it: ``make it 1.1m``, no ``2m wide``."""
        return self.has_plain and (not (rest := self.text[at:].lstrip(" ")) or rest[0] in ",.;!?)\n")

    def _mention_at(self, at: int) -> Mention | None:
        for gap in range(3):
            mention = self.starts.get(at + gap)
            if mention is not None:
                return mention
            if self.text[at + gap : at + gap + 1] not in (" ", "-", "个"):
                return None
        return None

    # -- after -------------------------------------------------------------------------------------------------------

    def _with_suffix(self, amount: Amount, before: Mention | None) -> Amount | None:  # noqa: PLR0911  (one line a shape)
        mention = self._mention_at(amount.end)
        if mention is not None and not self._is_suffix(amount, mention, before):
            mention = None
        if mention is None:
            if before is not None:
                return self._with_cents(amount) if before.code in ("USD", "GBP", "EUR") else amount
            return self._minor_only(amount) or amount
        if before is not None:
            if mention.word in ("元", "块", "块钱", "圆"):
                return self._chinese_tail(amount._replace(end=mention.end), mention)
            if mention.code == before.code or before.word in ("$", "¥", "rmb"):
                return amount._replace(end=mention.end, code=mention.code)
            return amount._replace(end=mention.end, rival=mention.code)
        amount = amount._replace(end=mention.end, code=mention.code, word=mention.word,
                         low=amount.low * mention.scale, high=amount.high * mention.scale)  # fmt: skip
        unit = _SCALE_AFTER.match(self.text, mention.end)
        if unit is not None and mention.word.isascii() and amount.scale == 1:
            by = _SCALES[unit[1]]
            return amount._replace(end=unit.end(), low=amount.low * by, high=amount.high * by, scale=by)
        if mention.word in ("元", "块", "块钱", "圆"):
            return self._chinese_tail(amount, mention)
        return self._with_cents(amount)

    def _is_suffix(self, amount: Amount, mention: Mention, before: Mention | None) -> bool:
        gap = self.text[amount.end : mention.start]
        if mention.side == "before" or ("个" in gap and mention.code != "BTC" and len(mention.word) < 2):
            return False
        follows = mention.end in self.starts_of_numerals or (
            self.text[mention.end : mention.end + 1] == " "
            and mention.end + 1 in self.starts_of_numerals
            and before is not None
        )
        if follows and mention.side == "both" and (gap or before is not None or mention.word in "$€£₹"):
            return False
        if _NOT_YUAN.match(self.text, mention.start):
            return False
        if mention.word == "块" and not self._is_kuai(amount, mention):
            return False
        if mention.word in ("刀", "大洋") and amount.numeral.form == "chinese" and amount.low < 100:
            return False
        return not (mention.word in ("pounds", "pound") and _POUND_WEIGHT.match(self.text, mention.end))

    def _is_kuai(self, amount: Amount, mention: Mention) -> bool:
        """Tell money from pieces: 三块五, 两块 and 一百块 are money, 两块屏幕 and 一块去 are none."""
        after = self.text[mention.end : mention.end + 1]
        said = self.text[amount.numeral.start : amount.numeral.end]
        if said == "一" and not (after in DIGITS or after in ("钱", "半", "") or not "\u4e00" <= after <= "\u9fff"):
            return False
        return amount.low >= 100 or after in _KUAI_GOES_ON or not "\u4e00" <= after <= "\u9fff"

    def _chinese_tail(self, amount: Amount, mention: Mention) -> Amount:
        """Read 五毛, 6角三分, 五 after 块, and a second name of the currency (元人民币, 元日币)."""
        name = self.starts.get(amount.end)
        if name is not None and len(name.word) > 1 and name.end not in self.starts_of_numerals and name.word != "块钱":
            return amount._replace(end=name.end, code=name.code, word=name.word)
        if amount.low != amount.high:
            return amount
        tail = after_yuan(self.text, amount.end, is_loose=mention.word != "块钱")
        if tail is None:
            return amount
        total = amount.low + (-tail[1] if amount.low < 0 else tail[1])
        return amount._replace(end=tail[0], low=total, high=total, has_minor=True)

    def _minor_only(self, amount: Amount) -> Amount | None:
        is_below_hundred = amount.numeral.form == "digits" and 0 < amount.low < 100
        minor = alone(self.text, amount.end, is_below_hundred=is_below_hundred)
        if minor is None:
            return None
        low, high = amount.low / minor.parts + minor.more, amount.high / minor.parts + minor.more
        return amount._replace(end=minor.end, low=low, high=high, code=minor.code, word=minor.word,
                               has_minor=minor.has_minor)  # fmt: skip

    def _with_cents(self, amount: Amount) -> Amount:
        """Add the cents that follow an amount: dollars and forty-five cents, 15 dollars 50, $20 43."""
        if self.next >= len(self.numerals) or amount.low != amount.high or amount.low != amount.low.to_integral_value():
            return amount
        cents = self.numerals[self.next]
        gap = self.text[amount.end : cents.start]
        if gap not in (" ", " and ", ", ", " & ") or cents.low is None or not 0 < cents.low < 100 or cents.low % 1:
            return amount
        if cents.is_fraction or cents.suffix in ("k", "m") or cents.is_negative or amount.scale > 1:
            return amount
        end = end_of_cents(self.text, cents.end)
        if end is None and self._mention_at(cents.end) is not None:
            return amount
        if end is None and (gap == ", " or not _CENTS_GO_ON.match(self.text, cents.end)):
            return amount
        self.next += 1
        total = amount.low + cents.low / 100
        return amount._replace(end=end or cents.end, low=total, high=total, has_minor=True)
