"""Time tokens: a folded text cut into the tokens that the date and time grammars read."""

# The pattern below holds no nested repetition: every alternative is a class or a fixed word, so ``re`` is linear here.
import re
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Final

from dualmem.values.timewords import CN_DIGITS, JIN, RELATIVE, VOCABULARY, ZH_VOCABULARY, Token

_CN_CHARS: Final = frozenset("零〇一二三四五六七八九十百千两廿卅")
_ALONE: Final = "的中踏搭字多·‐–—’"  # tokens of their own, because grammars look for them
_ONLY_BEFORE: Final = {"今": "[晚早晨夜]", "明": "[晚早晨]", "昨": "[晚夜]", "当": "[晚]"}


def _pattern() -> str:
    apart = {*RELATIVE, *(when + "个" for when in RELATIVE), *JIN, "个星期", "个礼拜", "个周"}
    jin = "|".join(f"{word}(?={after})" for word, after in _ONLY_BEFORE.items())
    relative = "(?:" + "|".join(sorted(RELATIVE, key=len, reverse=True)) + ")个?(?=月|周|星期|礼拜|季|年)"
    weeks = "个(?:星期|礼拜|周)(?![一二三四五六日天末])"
    glued = "[0-9]{2}(?<=[0-9]{4}-[0-9]{2}-[0-9]{2})(?=[0-9]{2}:[0-9]{2}(?![0-9]))"  # 2018-12-12 of 2018-12-1209:03
    figures, numerals = "[0-9]+(?:(?:st|nd|rd|th)(?![a-z]))?", f"[{''.join(sorted(_CN_CHARS))}]+"
    heads = {word[0] for word in ZH_VOCABULARY} | _CN_CHARS | set(_ALONE)
    others = rf"[^\x00-\x7f\s{''.join(sorted(heads))}]+"
    fixed = _by_head(ZH_VOCABULARY.keys() - apart)
    return "|".join((glued, figures, "[a-z]+", others, weeks, *fixed, jin, relative, numerals, r"\S"))


def _by_head(words: AbstractSet[str]) -> list[str]:
    """Give patterns of words, longest first, those that begin alike as one, so that few are tried."""
    tails: dict[str, list[str]] = {}
    for word in sorted(words, key=lambda word: (-len(word), word)):
        tails.setdefault(word[0], []).append(word[1:])
    return [f"{head}(?:{'|'.join(tails[head])})" if len(tails[head]) > 1 else head + tails[head][0] for head in tails]


_LEXER: Final = re.compile(_pattern())
_TRIGGER_CHARS: Final = frozenset(
    "0123456789点时日号月年周星礼今明昨前后天晚底末初季庆秋圣端劳夕除宵谊恩夜早晨午此当旦节秒一二三四五六七八九十两半"
)
_TRIGGER: Final = re.compile(
    r"现在|依家|而家|宜家|(?<![a-z])(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|to(?:day|m|ni)|tm|yesterday|yday|noon|mid"
    r"|eo[dmyqw]\b|cob\b|end|close|start|beginning|now|moment|in |ago|from|later|hence|back"
    r"|clock|the|past|to |at |on |half|quarter|next|last"
    r"|this|chris|xmas|easter|thanks|week|month|year|fortnight|upcoming|ides|otd\b|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|one|two|three|four|five|six|seven|eight"
    r"|nine|ten|eleven|twelve)"
)


_MOST_KEPT: Final = 16  # characters of a token that is remembered
_BEYOND: Final = 6  # empty tokens after the last, so that a grammar may look ahead without a check


class Tokens:
    """A folded text as tokens, without white space.

    Attributes:
        text: The folded text.
        kinds: Kind of each token; after the last stand some of kind ``""``.
        values: Its number, offset or text.
        starts: Where it begins in the text.
        ends: One past its last code point.
        count: How many tokens there are.
    """

    __slots__ = ("_words", "count", "ends", "kinds", "starts", "text", "values")

    def __init__(self, text: str) -> None:
        known = VOCABULARY.get
        spans = [match.span() for match in _LEXER.finditer(text)]
        words = [text[start:end] for start, end in spans]
        tokens = [known(word) or (_token(word) if len(word) <= _MOST_KEPT else _read_token(word)) for word in words]
        size = len(text)
        self.text = text
        self.kinds = [kind for kind, _ in tokens] + [""] * _BEYOND
        self.values: list[int | str] = [value for _, value in tokens] + [""] * _BEYOND
        self.starts = [start for start, _ in spans] + [size] * _BEYOND
        self.ends = [end for _, end in spans] + [size] * _BEYOND
        self.count = len(tokens)
        self._words = words + [""] * _BEYOND

    def number(self, index: int) -> int:
        """Give the value of a token that holds a number."""
        value = self.values[index]
        return value if isinstance(value, int) else 0

    def word(self, index: int) -> str:
        """Give the text of a token."""
        return self._words[index]

    def is_glued(self, index: int) -> bool:
        """Tell whether a token follows the one before it without white space; a pause or a full stop joins nothing."""
        if index <= 0 or self.ends[index - 1] != self.starts[index]:
            return False
        if self._words[index - 1] != ".":
            return True
        before = self.text[max(self.starts[index] - 2, 0)]
        return before.isascii() and (before != "." or index == 1)

    def width(self, index: int) -> int:
        """Give the number of code points of a token."""
        return self.ends[index] - self.starts[index]


@lru_cache(maxsize=2048)
def _token(word: str) -> Token:
    """Give the kind and value of a short token, remembered."""
    return _read_token(word)


def _read_token(word: str) -> Token:
    """Give the kind and value of a token that is no known word."""
    first = word[0]
    if first.isdigit() and first.isascii():
        if word.isdigit():
            return ("num", int(word)) if len(word) <= 9 else ("long", 0)
        return ("ord", int(word[:-2])) if len(word) <= 4 else ("long", 0)
    if first in _CN_CHARS:
        return "cn", word
    if "a" <= first <= "z":
        return "w", word
    return ("x", word) if first > "\x7f" else (first, word)


@lru_cache(maxsize=16)
def lex(text: str) -> Tokens | None:
    """Give the tokens of a folded text, or None where no date or time can stand in it."""
    return None if _TRIGGER_CHARS.isdisjoint(text) and _TRIGGER.search(text) is None else Tokens(text)


@lru_cache(maxsize=256)
def read_cn(word: str) -> int | None:
    """Give the whole number that Chinese digits and units say, or None (``十五``, ``廿三``, ``二〇二六``)."""
    if len(word) > 9:
        return None
    if all(char in CN_DIGITS for char in word):
        return int("".join(str(CN_DIGITS[char]) for char in word))
    total, digit = 0, -1
    for char in word.replace("廿", "二十").replace("卅", "三十"):
        if char in CN_DIGITS:
            digit = CN_DIGITS[char]
        else:
            total += (1 if digit < 0 else digit) * {"十": 10, "百": 100, "千": 1000}[char]
            digit = -1
    return total + max(digit, 0)
