"""English numerals (three million two hundred thousand, half a million, 4 thousand 3 hundred and 21) in a text."""

import re
from dataclasses import dataclass
from fractions import Fraction

from dualmem.values.number_words import DOZENS, FRACTION_WORDS, KNOWN, NTH, ONES, ORDINALS, TENS, kind_of

_TOKEN = re.compile(r"[a-z]+|\d{1,3}(?:,\d{3}){1,8}(?:\.\d{1,24})?(?![\d,])|\d{1,24}(?:\.\d{1,24})?(?!\d)")
_GAP = re.compile(r"(?: {1,4}| {0,2}- {0,2}|(?<=\d)(?=[a-z]))(?=[a-z0-9])")
_TIME_AFTER = re.compile(
    r"[ -](?:years?|months?|weeks?|days?|hours?|minutes?|quarters?|nights?|yrs?|hrs?|mins?)(?![a-z])|%"
)
MAX_WORDS = 40
_ARTICLES = ("a", "an")


@dataclass(slots=True)
class Words:
    """What the reader of English numerals found.

    Attributes:
        end: One past the last character.
        value: The number, exact.
        scale: Greatest unit at the end (million), 1 for none.
        is_about: ``dozens``: some.
        has_word: At least one number word, so that the reader of digits did not find the same.
        is_article: Begins with a or an.
        is_fraction: Ends in a fraction.
        has_digit_ratio: One of two figures over the other (2000 over 3), at least one in digits.
    """

    end: int
    value: Fraction
    scale: int = 1
    is_about: bool = False
    has_word: bool = False
    is_article: bool = False
    is_fraction: bool = False
    has_digit_ratio: bool = False


@dataclass(slots=True)
class _Token:
    word: str
    start: int
    end: int
    gap: str


def _tokens(text: str, start: int) -> list[_Token]:
    out: list[_Token] = []
    pos, gap = start, ""
    while len(out) < MAX_WORDS:
        hit = _TOKEN.match(text, pos)
        if hit is None:
            break
        word = hit[0]
        if word[0].isdigit():
            if out and out[-1].word[0].isdigit():
                break
        elif word not in KNOWN:
            break
        if word[0].isdigit() and text[hit.end() : hit.end() + 1] in ("%", "‰"):
            break
        if out and _repeats(out, word):
            break
        out.append(_Token(word, pos, hit.end(), gap))
        between = _GAP.match(text, hit.end())
        if between is None:
            break
        pos, gap = between.end(), between[0]
    return out


def _repeats(tokens: list[_Token], word: str) -> bool:
    """Tell whether a word can not go on a numeral, which keeps a flood of one word linear (a a a, one one one)."""
    last = tokens[-1].word
    if word in ("a", "an"):
        return last in ("a", "an", "the")
    return word in ONES and last in ONES and all(token.word != "point" for token in tokens)


class _Reader:
    """Reads the tokens of one numeral, each at most a few times."""

    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.wholes: dict[tuple[int, str], tuple[int, Fraction, int] | None] = {}

    def word(self, at: int) -> str:
        return self.tokens[at].word if 0 <= at < len(self.tokens) else ""

    def whole(self, at: int) -> tuple[int, Fraction, int] | None:
        """Read a cardinal from token ``at``: the next token, its value and its last scale."""
        key = (at, self.word(at))
        if key not in self.wholes:
            self.wholes[key] = self._whole(at)
        return self.wholes[key]

    def _whole(self, at: int) -> tuple[int, Fraction, int] | None:
        total, current, last, scale, limit, start = Fraction(0), None, "", 1, 0, at
        while at < len(self.tokens):
            word = self.word(at)
            if word == "and" and last in ("hundred", "scale", "tens") and at > start:
                if not self._joins(at + 1, last, limit):
                    break
                at += 1
                word = self.word(at)
            kind, value = kind_of(word)
            if kind == "scale" and current is None and last == "scale" and value > limit:
                total, limit, scale = total * int(value), int(value), int(value)
                at += 1
                continue
            step = _add(current, value, kind, last)
            if kind == "scale" and current is not None:
                if limit and value >= limit:
                    total = (total + current) * int(value)
                else:
                    total += current * int(value)
                current, limit, scale = None, int(value), int(value)
            elif step is not None and not (kind == "digits" and limit and value >= limit):
                current, scale = step, 1
            else:
                break
            last = "tens" if kind == "tens" else kind
            at += 1
        if at == start or (current is None and not total):
            return (at, total, scale) if at > start else None
        return at, total + (current or 0), scale

    def _joins(self, at: int, last: str, limit: int) -> bool:
        kind, value = kind_of(self.word(at))
        after = self.word(at + 1)
        if kind not in ("ones", "tens", "digits") or after in FRACTION_WORDS:
            return kind in ("ones", "tens") and after in FRACTION_WORDS and last == "hundred" and value >= 10
        if last == "tens":
            return kind == "ones" and 0 < value < 10
        return not limit or value < limit

    def fraction(self, at: int) -> tuple[int, Fraction] | None:
        """Read a fraction from token ``at``: three quarters, a fifth, one half, three twenty-firsts."""
        word = self.word(at)
        if word in ("half", "quarter"):
            return at + 1, Fraction(1, ORDINALS[word])
        if word in ("a", "an") and kind_of(self.word(at + 1))[0] in ("hundred", "scale"):
            self.tokens[at].word = "one"
            part = self.fraction(at)
            self.tokens[at].word = word
            return part
        if word in ("a", "an"):
            numerator, after, is_one = Fraction(1), at + 1, True
            lead = self.whole(after)
            if lead is not None and self.word(lead[0]) in NTH and kind_of(self.word(after))[0] != "tens":
                numerator, after, is_one = lead[1], lead[0], lead[1] == 1
        else:
            lead = self.whole(at)
            if lead is None:
                return None
            after, numerator, _ = lead
            is_one = numerator == 1
        return self._denominator(at, after, numerator, is_one=is_one)

    def _denominator(self, at: int, after: int, numerator: Fraction, *, is_one: bool) -> tuple[int, Fraction] | None:
        word = self.word(after)
        singular = "half" if word == "halves" else word.removesuffix("s")
        below = NTH.get(singular)
        tens = TENS.get(self.word(after - 1), 0)
        if singular == "second" and self.tokens[after].gap != "-":
            return None
        if below is not None and below < 10 and tens and after - 1 > at and self.word(after - 2) != "and":
            lead = self._exactly(at, after - 1)
            if lead:
                return after + 1, lead / (tens + below)
        if below is None or below == 1 or singular == "second" or (singular == word and not is_one):
            return None
        if singular == "quarter" and numerator.denominator == 1 and not numerator % 2:  # two quarters are half a year
            return None
        return after + 1, numerator / below

    def _exactly(self, at: int, stop: int) -> Fraction | None:
        if self.word(at) in ("a", "an") and stop == at + 1:
            return Fraction(1)
        lead = _Reader(self.tokens[:stop]).whole(at)
        return lead[1] if lead is not None and lead[0] == stop else None

    def mixed(self, at: int) -> tuple[int, Fraction, int] | None:
        """Read a cardinal with what may follow: point five, and a half, and three quarters million, dozen."""
        lead = self.whole(at)
        if lead is None:
            return None
        after, value, _ = lead
        if self.word(after) == "point":
            return self._decimals(after + 1, value) or lead
        if self.word(after) in DOZENS:
            rest = value % 100 if value > 100 and value % 100 else value
            return after + 1, value - rest + rest * 12, 12
        if self.word(after) == "and":
            return self._with_fraction(lead) or lead
        return lead

    def _with_fraction(self, lead: tuple[int, Fraction, int]) -> tuple[int, Fraction, int] | None:
        after, value, scale = lead
        part = self.fraction(after + 1)
        if part is None or part[1] >= 1 or part[1] == 0:
            return None
        unit = kind_of(self.word(part[0]))
        if unit[0] == "scale":
            big = int(unit[1])
            total = value + part[1] * big if scale > big else (value + part[1]) * big
            return part[0] + 1, total, max(scale, big)
        return part[0], value + part[1] * (scale if scale >= 1000 else 1), scale

    def _decimals(self, at: int, value: Fraction) -> tuple[int, Fraction, int] | None:
        digits, start = "", at
        while kind_of(self.word(at))[0] == "ones" and ONES[self.word(at)] < 10:
            digits += str(ONES[self.word(at)])
            at += 1
        if at == start and self.word(at).isdigit():
            digits, at = self.word(at), at + 1
        if at == start:
            lead = self.whole(at)
            if lead is None or lead[1].denominator != 1 or not 10 <= lead[1] < 10**9:
                return None
            at, digits = lead[0], str(lead[1])
        value += Fraction(f"0.{digits}")
        kind, unit = kind_of(self.word(at))
        return (at + 1, value * unit, int(unit)) if kind == "scale" else (at, value, 1)


def _add(  # noqa: PLR0911  (one line a kind)
    current: Fraction | None, value: Fraction, kind: str, last: str
) -> Fraction | None:
    """Give the part after one more word, or None where it does not fit."""
    if kind == "hundred":
        return current * 100 if current is not None and 0 < current < 100 else None
    if kind not in ("ones", "tens", "digits"):
        return None
    if current is None:
        return value
    if last == "hundred" and value < 100 and (kind != "digits" or value.denominator == 1):
        return current + value
    if kind == "digits":
        return None
    if last == "tens" and kind == "ones" and 0 < value < 10:
        return current + value
    if kind == "tens" and last == "ones" and 0 < current < 10:
        return current * 100 + value
    return None


def read_english(text: str, start: int) -> Words | None:
    """Read the longest English numeral that begins exactly at ``start``.

    Args:
        text: Folded text.
        start: Where it must begin, at the beginning of a word.

    Returns:
        The numeral without its sign, or None.
    """
    tokens = _tokens(text, start)
    if not tokens or (len(tokens) == 1 and tokens[0].word[0].isdigit()):
        return None
    if len(tokens) == 1 and (tokens[0].word in _ARTICLES or tokens[0].word in ONES or tokens[0].word in TENS):
        return _one_word(tokens[0])
    reader = _Reader(tokens)
    ratio = _ratio(reader)
    if ratio and (_TIME_AFTER.match(text, tokens[ratio[0] - 1].end) or text[start - 1 : start] in tuple("$€£¥")):
        ratio = None
    found = max(filter(None, (_part_of(reader), _counted(reader), ratio)), key=lambda hit: hit[0], default=None)
    if found is None:
        return _few_dozens(reader)
    if not found[3] and _is_ordinal(reader, found[0]):
        return None
    after, value, scale, is_fraction = found
    return Words(
        end=tokens[after - 1].end,
        value=value,
        scale=scale,
        has_word=any(not token.word[0].isdigit() for token in tokens[:after]),
        is_article=tokens[0].word in ("a", "an"),
        is_fraction=is_fraction,
        has_digit_ratio=found is ratio and any(token.word[0].isdigit() for token in tokens[:after]),
    )


def _one_word(token: _Token) -> Words | None:
    """Read one word that stands alone: a cardinal, or an article, which is no number."""
    if token.word in _ARTICLES:
        return None
    return Words(end=token.end, value=kind_of(token.word)[1], has_word=True)


def _is_ordinal(reader: _Reader, at: int) -> bool:
    """Tell whether the words go on to an ordinal (twenty-first, one hundred fifth), which is no number."""
    following, last = reader.word(at), reader.word(at - 1)
    below = NTH.get(following)
    return (
        below is not None
        and following not in ("half", "quarter")
        and ((last in TENS and below < 10) or (last in ("hundred", "and") and below < 100))
    )


_Hit = tuple[int, Fraction, int, bool]


def _few_dozens(reader: _Reader) -> Words | None:
    if reader.word(0) != "dozens":
        return None
    return Words(end=reader.tokens[0].end, value=Fraction(24), scale=12, is_about=True, has_word=True)


def _part_of(reader: _Reader) -> _Hit | None:
    """Read a fraction and what it is a part of: half a million, three quarters of a billion."""
    part = reader.fraction(0)
    if part is None:
        return None
    at, value = part
    after = at + (reader.word(at) == "of")
    after += reader.word(after) in ("a", "an")
    kind, unit = kind_of(reader.word(after))
    if kind == "scale":
        return after + 1, value * unit, int(unit), False
    if reader.word(after) == "dozen":
        return after + 1, value * 12, 12, False
    return at, value, 1, True


def _counted(reader: _Reader) -> _Hit | None:
    """Read a cardinal, with a or an for one (a hundred and five, a dozen, point five)."""
    if reader.word(0) == "point":
        hit = reader._decimals(1, Fraction(0))  # noqa: SLF001  (same module)
        return (*hit, False) if hit is not None else None
    if reader.word(0) in ("a", "an"):
        following = reader.word(1)
        if following in ("couple", "pair") and not reader.word(2):
            return 2, Fraction(2), 1, False
        if following not in DOZENS and kind_of(following)[0] not in ("hundred", "scale"):
            return None
        reader.tokens[0].word = "one"
        hit = reader.mixed(0)
        reader.tokens[0].word = "a"
        return (*hit, False) if hit is not None else None
    hit = reader.mixed(0)
    return (*hit, False) if hit is not None else None


def _ratio(reader: _Reader) -> _Hit | None:
    """Read one over three, two out of five."""
    top = reader.whole(0)
    if top is None:
        return None
    after = top[0]
    if reader.word(after) == "over":
        after += 1
    elif reader.word(after) == "out" and reader.word(after + 1) == "of":
        after += 2
    else:
        return None
    bottom = reader.whole(after)
    if bottom is None or not bottom[1] or (top[1] > bottom[1] > 0 and reader.word(top[0]) == "out"):
        return None
    return bottom[0], top[1] / bottom[1], 1, True
