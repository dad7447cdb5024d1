"""Time words: a folded text cut into the tokens that the date and time grammars read."""

# The pattern below holds no nested repetition: every alternative is a class or a fixed word, so ``re`` is linear here.
import re
from functools import lru_cache
from typing import Final

Token = tuple[str, int | str]

_MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        1,
    )
    for name in names.split()
}
_WEEKDAYS: Final = {
    name: number
    for number, names in enumerate(
        (
            "monday mon",
            "tuesday tues tue",
            "wednesday wednes weds wed",
            "thursday thurs thur thu",
            "friday fri",
            "saturday sat",
            "sunday sun",
        )
    )
    for name in names.split()
}
_ONES: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
).split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS: Final = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth"
    " fifteenth sixteenth seventeenth eighteenth nineteenth"
).split()
_UNITS: Final = {
    word: code
    for code, words in {
        "d": "day days",
        "b": "workday workdays",
        "w": "week weeks wk wks",
        "f": "fortnight fortnights",
        "m": "month months mth mths",
        "q": "quarter quarters",
        "y": "year years yr yrs",
        "h": "hour hours hr hrs",
        "n": "minute minutes min mins",
        "s": "seconds sec secs",
    }.items()
    for word in words.split()
}
SHORT_UNITS: Final = {"d": "d", "w": "w", "y": "y", "h": "h", "m": "n", "s": "s"}
_ZH_UNITS: Final = {
    "天": "d",
    "个月": "m",
    "个星期": "w",
    "个礼拜": "w",
    "个周": "w",
    "小时": "h",
    "个小时": "h",
    "个钟头": "h",
    "个钟": "h",
    "钟头": "h",
    "分钟": "n",
    "秒钟": "s",
    "个工作日": "b",
    "工作日": "b",
    "个季度": "q",
}
_ZH_DAYS: Final = {
    "大前天": -3,
    "大前日": -3,
    "前天": -2,
    "前日": -2,
    "昨天": -1,
    "昨日": -1,
    "昨儿": -1,
    "寻日": -1,
    "琴日": -1,
    "今天": 0,
    "今日": 0,
    "今儿": 0,
    "本日": 0,
    "当日": 0,
    "当天": 0,
    "明天": 1,
    "明日": 1,
    "明儿": 1,
    "听日": 1,
    "后天": 2,
    "后日": 2,
    "后儿": 2,
    "大后天": 3,
    "大后日": 3,
}
_ZH_PARTS: Final = {
    "凌晨": "dawn",
    "清晨": "am",
    "早晨": "am",
    "早上": "am",
    "早间": "am",
    "朝早": "am",
    "上昼": "am",
    "上午": "am",
    "一早": "am",
    "中午": "noon",
    "正午": "noon",
    "晌午": "noon",
    "下午": "pm",
    "午后": "pm",
    "晏昼": "pm",
    "下昼": "pm",
    "傍晚": "eve",
    "晚上": "eve",
    "晚间": "eve",
    "夜晚": "eve",
    "夜间": "eve",
    "入夜": "eve",
    "深夜": "night",
    "夜里": "night",
    "半夜": "night",
    "午夜": "midnight",
    "子夜": "midnight",
    "零时": "zero",
}
_ZH_YEARS: Final = {
    "今年": 0,
    "本年": 0,
    "本年度": 0,
    "今年度": 0,
    "明年": 1,
    "来年": 1,
    "后年": 2,
    "去年": -1,
    "上年": -1,
    "前年": -2,
}
_EN_WORDS: Final = {
    "today": ("day", 0),
    "tomorrow": ("day", 1),
    "tomorrows": ("day", 1),
    "tmrw": ("day", 1),
    "tmr": ("day", 1),
    "tmw": ("day", 1),
    "tomo": ("day", 1),
    "yesterday": ("day", -1),
    "yday": ("day", -1),
    "tonight": ("tonight", 0),
    "tonite": ("tonight", 0),
    "noon": ("clock", "12:00"),
    "midday": ("clock", "12:00"),
    "noontime": ("clock", "12:00"),
    "midnight": ("clock", "24:00"),
    "morning": ("part", "am"),
    "mornings": ("w", "mornings"),
    "afternoon": ("part", "pm"),
    "evening": ("part", "eve"),
    "night": ("part", "night"),
    "hundred": ("scale", 100),
    "thousand": ("scale", 1000),
}
_ZH_WORDS: Final = {
    "底": ("edge", "end"),
    "末": ("edge", "end"),
    "初": ("edge", "start"),
    "中旬": ("third", 0),
    "上旬": ("third", 0),
    "下旬": ("third", 0),
    "月份": ("yue", 0),
    "月": ("yue", 0),
    "年": ("nian", 0),
    "年度": ("nian", 0),
    "季度": ("ji", 0),
    "季": ("ji", 0),
    "日": ("hao", "日"),
    "号": ("hao", "号"),
    "点钟": ("dian", 0),
    "点": ("dian", 0),
    "时": ("dian", 0),
    "分": ("fen", 0),
    "刻钟": ("ke", 0),
    "刻": ("ke", 0),
    "秒": ("miao", 0),
    "半": ("ban", 0),
    "整": ("zheng", 0),
    "之前": ("bound", "by"),
    "以前": ("bound", "by"),
    "前": ("bound", "by"),
    "之后": ("bound", "after"),
    "以后": ("bound", "after"),
    "后": ("bound", "after"),
    "起": ("bound", "since"),
    "以来": ("bound", "since"),
    "每": ("every", 0),
    "每个": ("every", 0),
    "逢": ("every", 0),
    "第": ("di", 0),
    "最后一个": ("di", -1),
    "最后": ("di", -1),
    "个": ("ge", 0),
    "农历": ("lunar", 0),
    "阴历": ("lunar", 0),
    "旧历": ("lunar", 0),
    "正月": ("lunar", 0),
    "腊月": ("lunar", 0),
    "民国": ("republic", 0),
    "明": ("jin", 1),
    "昨": ("jin", -1),
    "后晚": ("x", "后晚"),
    "早": ("part", "am"),
    "晨": ("part", "am"),
    "晚": ("part", "eve"),
    "夜": ("part", "night"),
    "现在": ("now", 0),
    "此时": ("now", 0),
    "此刻": ("now", 0),
    "当前": ("now", 0),
    "眼下": ("now", 0),
    "而家": ("now", 0),
    "依家": ("now", 0),
    "宜家": ("now", 0),
    "周末": ("weekend", 0),
    "元旦": ("holiday", 0),
}
_ZH_HOLIDAYS: Final = (
    "春节 除夕 元宵 元宵节 清明 清明节 五一 劳动节 端午 端午节 中秋 中秋节 国庆 国庆节 重阳节 圣诞 圣诞节 平安夜 情人节 妇女节"
    " 儿童节 教师节 双十一 双11 七夕 母亲节 父亲节 感恩节 万圣节"
).split()
_WEEK_WORDS: Final = ("周", "星期", "礼拜")
_ZH_WEEKDAYS: Final = dict(zip("一二三四五六日天", (0, 1, 2, 3, 4, 5, 6, 6), strict=True))
_RELATIVE: Final = {"下下": 2, "上上": -2, "下": 1, "上": -1, "这": 0, "本": 0, "今": 0, "当": 0}
CN_DIGITS: Final = dict(zip("零〇一二三四五六七八九两", (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2), strict=True))


def _vocabulary() -> dict[str, Token]:
    words: dict[str, Token] = {}
    words.update({word: ("mon", number) for word, number in _MONTHS.items()})
    words.update({word: ("wd", number) for word, number in _WEEKDAYS.items()})
    words.update({word + "s": ("wds", number) for word, number in _WEEKDAYS.items() if word.endswith("day")})
    words.update({word: ("n", number) for number, word in enumerate(_ONES)})
    words.update({word: ("n", 10 * number) for number, word in enumerate(_TENS, 2)})
    words.update({word: ("on", number) for number, word in enumerate(_ORDINALS)})
    words.update({word.replace("ty", "tieth"): ("on", 10 * number) for number, word in enumerate(_TENS, 2)})
    words.update({word: ("unit", code) for word, code in _UNITS.items()})
    words.update(_EN_WORDS)
    return words


def _zh_vocabulary() -> dict[str, Token]:
    words: dict[str, Token] = {}
    words.update({word: ("unit", code) for word, code in _ZH_UNITS.items()})
    words.update({word: ("day", offset) for word, offset in _ZH_DAYS.items()})
    words.update({word: ("part", part) for word, part in _ZH_PARTS.items()})
    words.update({word: ("yr", offset) for word, offset in _ZH_YEARS.items()})
    words.update({word: ("holiday", 0) for word in _ZH_HOLIDAYS})
    words.update(_ZH_WORDS)
    for when, weeks in _RELATIVE.items():
        words[when] = words[when + "个"] = ("rel", weeks)
    for week in _WEEK_WORDS:
        words[week] = ("week", 0)
        words.update({week + char: ("wd", number) for char, number in _ZH_WEEKDAYS.items()})
    return words


_ZH_VOCABULARY: Final = _zh_vocabulary()
_VOCABULARY: Final = _vocabulary() | _ZH_VOCABULARY
_ONLY_BEFORE: Final = {"今": "[晚早晨夜]", "明": "[晚早晨]", "昨": "[晚夜]", "当": "[晚]"}
_JIN: Final = ("明", "昨")


def _pattern() -> str:
    apart = {*_RELATIVE, *(when + "个" for when in _RELATIVE), *_JIN, "个星期", "个礼拜", "个周"}
    fixed = sorted(_ZH_VOCABULARY.keys() - apart, key=lambda word: (-len(word), word))
    jin = "|".join(f"{word}(?={after})" for word, after in _ONLY_BEFORE.items())
    relative = "(?:" + "|".join(sorted(_RELATIVE, key=len, reverse=True)) + ")个?(?=月|周|星期|礼拜|季|年)"
    weeks = "个(?:星期|礼拜|周)(?![一二三四五六日天末])"
    return rf"[0-9]+(?:(?:st|nd|rd|th)(?![a-z]))?|[a-z]+|{weeks}|{'|'.join(fixed)}|{jin}|{relative}|[零〇一二三四五六七八九十百千两廿卅]+|\S"


_LEXER: Final = re.compile(_pattern())
_TRIGGER: Final = re.compile(
    "[0-9点时日号月年周星礼今明昨前后天晚底末初季庆秋圣端劳夕除宵谊恩]|夜|早|晨|午|现在|此|当|依家|而家|宜家|旦|节|秒|[一二三四五六七八九十两半]"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|to(?:day|m|ni)|tm|yesterday|yday|noon|mid"
    r"|eo[dmyq]\b|cob\b|end|close|start|beginning|now|moment|in |ago|from|later|hence|back|clock|the|past|to |at |on |half|quarter|next|last"
    r"|this|chris|xmas|easter|thanks|week|month|year|fortnight|upcoming|ides|otd\b|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|one|two|three|four|five|six|seven|eight"
    r"|nine|ten|eleven|twelve)"
)


class Tokens:
    """A folded text as tokens, without white space.

    Attributes:
        text: The folded text.
        kinds: Kind of each token; after the last stand three of kind ``""``.
        values: Its number, offset or text.
        starts: Where it begins in the text.
        ends: One past its last code point.
        count: How many tokens there are.
    """

    __slots__ = ("count", "ends", "kinds", "starts", "text", "values")

    def __init__(self, text: str) -> None:
        self.text = text
        self.kinds: list[str] = []
        self.values: list[int | str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        for match in _LEXER.finditer(text):
            word = match.group()
            kind, value = _token(word)
            self.kinds.append(kind)
            self.values.append(value)
            start, end = match.span()
            self.starts.append(start)
            self.ends.append(end)
        self.count = len(self.kinds)
        for _ in range(6):
            self.kinds.append("")
            self.values.append("")
            self.starts.append(len(text))
            self.ends.append(len(text))

    def number(self, index: int) -> int:
        """Give the value of a token that holds a number."""
        value = self.values[index]
        return value if isinstance(value, int) else 0

    def word(self, index: int) -> str:
        """Give the text of a token."""
        return self.text[self.starts[index] : self.ends[index]]

    def is_glued(self, index: int) -> bool:
        """Tell whether a token follows the one before it without white space."""
        return index > 0 and self.ends[index - 1] == self.starts[index]

    def width(self, index: int) -> int:
        """Give the number of code points of a token."""
        return self.ends[index] - self.starts[index]


def _token(word: str) -> Token:
    known = _VOCABULARY.get(word)
    if known:
        return known
    first = word[0]
    if first.isdigit() and first.isascii():
        if word.isdigit():
            return ("num", int(word)) if len(word) <= 9 else ("long", 0)  # noqa: PLR2004
        return ("ord", int(word[:-2])) if len(word) <= 4 else ("long", 0)  # noqa: PLR2004
    if first in _CN_CHARS:
        return "cn", word
    if "a" <= first <= "z":
        return "w", word
    return ("x", word) if first > "\x7f" else (first, word)


_CN_CHARS: Final = frozenset("零〇一二三四五六七八九十百千两廿卅")


@lru_cache(maxsize=16)
def lex(text: str) -> Tokens | None:
    """Give the tokens of a folded text, or None where no date or time can stand in it."""
    return Tokens(text) if _TRIGGER.search(text) else None


def read_cn(word: str) -> int | None:
    """Give the whole number that Chinese digits and units say, up to four figures, or None (``十五``, ``廿三``, ``二〇二六``)."""
    if len(word) > 9:  # noqa: PLR2004
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
