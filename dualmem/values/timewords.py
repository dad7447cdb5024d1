"""Time words: the words of dates and times in Chinese and English, each with its kind and number."""

from typing import Final

from dualmem.values.number_words import ONE_WORDS

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
_TENS: Final = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ORDINALS: Final = [
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
]
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
_EN_WORDS: Final[dict[str, Token]] = {
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
_ZH_WORDS: Final[dict[str, Token]] = {
    "底": ("edge", "end"),
    "末": ("edge", "end"),
    "初": ("edge", "start"),
    "中旬": ("third", 0),
    "上旬": ("third", 0),
    "下旬": ("third", 0),
    "元月": ("january", 1),
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
_ZH_HOLIDAYS: Final = [
    "春节",
    "除夕",
    "元宵",
    "元宵节",
    "清明",
    "清明节",
    "五一",
    "劳动节",
    "端午",
    "端午节",
    "中秋",
    "中秋节",
    "国庆",
    "国庆节",
    "重阳节",
    "圣诞",
    "圣诞节",
    "平安夜",
    "情人节",
    "妇女节",
    "儿童节",
    "教师节",
    "双十一",
    "双11",
    "七夕",
    "母亲节",
    "父亲节",
    "感恩节",
    "万圣节",
]
_WEEK_WORDS: Final = ("周", "星期", "礼拜")
_ZH_WEEKDAYS: Final = dict(zip("一二三四五六日天", (0, 1, 2, 3, 4, 5, 6, 6), strict=True))
RELATIVE: Final = {"下下": 2, "上上": -2, "下": 1, "上": -1, "这": 0, "本": 0, "今": 0, "当": 0}
CN_DIGITS: Final = dict(zip("零〇一二三四五六七八九两", (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2), strict=True))


def _vocabulary() -> dict[str, Token]:
    words: dict[str, Token] = dict(_EN_WORDS)
    words.update({word: ("mon", number) for word, number in _MONTHS.items()})
    words.update({word: ("wd", number) for word, number in _WEEKDAYS.items()})
    words.update({word + "s": ("wds", number) for word, number in _WEEKDAYS.items() if word.endswith("day")})
    words.update({word: ("n", number) for number, word in enumerate(ONE_WORDS)})
    words.update({word: ("n", 10 * number) for number, word in enumerate(_TENS, 2)})
    words.update({word: ("on", number) for number, word in enumerate(_ORDINALS)})
    words.update({word.replace("ty", "tieth"): ("on", 10 * number) for number, word in enumerate(_TENS, 2)})
    words.update({word: ("unit", code) for word, code in _UNITS.items()})
    return words


def _zh_vocabulary() -> dict[str, Token]:
    words: dict[str, Token] = {}
    words.update({word: ("unit", code) for word, code in _ZH_UNITS.items()})
    words.update({word: ("day", offset) for word, offset in _ZH_DAYS.items()})
    words.update({word: ("part", part) for word, part in _ZH_PARTS.items()})
    words.update({word: ("yr", offset) for word, offset in _ZH_YEARS.items()})
    words.update(dict.fromkeys(_ZH_HOLIDAYS, ("holiday", 0)))
    words.update(_ZH_WORDS)
    for when, weeks in RELATIVE.items():
        words[when] = words[when + "个"] = ("rel", weeks)
    for week in _WEEK_WORDS:
        words[week] = ("week", 0)
        words.update({week + char: ("wd", number) for char, number in _ZH_WEEKDAYS.items()})
    return words


ZH_VOCABULARY: Final = _zh_vocabulary()
VOCABULARY: Final = _vocabulary() | ZH_VOCABULARY
JIN: Final = ("明", "昨")
