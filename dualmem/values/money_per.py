"""Per: the words that say what an amount of money is for: 人均, 每人, /人, per seat, a month, each."""

import re
from typing import NamedTuple

_NOUNS_ZH = (
    "人次|人天|人月|人|位|名|头|个月|月|季度|年|天|日|周|星期|小时|课时|学时|晚|夜|件|个|台|套|份|次|只|张|本|间|席|平方米|平米|平|吨|公斤|千克|斤|户|单|"
    "米|条|辆|场|桌|瓶|箱|盒|杯|公里|度|篇|千字|字|页|节|颗|块|支|枚|把|双|副|对|股|期|账号|节点|设备|用户|坪"
)
_BEFORE = re.compile(
    rf"(?:(?P<person>人均)|(?P<month>月均)|(?P<year>年均)|(?P<day>日均)|(?P<item>件均|单件)|(?:每一?|(?<!第)一)个?(?P<noun>{_NOUNS_ZH})(?<!一个))"
    r"(?:消费|花费|费用|预算|成本|标准|餐标)?"
    r"(?:是|为|:|就|只?要|收|给|付|需|大概|大约|约)?$"
)
_AFTER_ZH = re.compile(
    rf" ?(?:/ ?|每一?)个?(?P<noun>{_NOUNS_ZH})(?![a-z])|(?P<one>一个?)(?P<count>{_NOUNS_ZH})(?![次期])(?:/|"
    rf"(?=[^a-z]|$))"
)
_AFTER_EN = re.compile(
    r" ?/ ?(?P<slash>[a-z]{1,14})(?![a-z])| (?:per|for each|for every|every) (?P<per>[a-z]{2,16})(?![a-z])|"
    r" an? (?P<article>month|year|day|week|hour|head|person|piece|night|seat|user|unit|pop|item|licen[cs]e|quarter|"
    r"share|copy|ticket|bottle|box|ton|kilo|"
    r"minute|gallon|lit(?:er|re)|mile|barrel|ounce|game|class|lesson|session|visit|trip|ride|call|word|page|click|lead|"
    r"plate|cup|glass|pack|pair|set|semester|term|team|site|device|employee|customer)(?![a-z])"
    r"(?! (?:ago|later|earlier|before|from now)(?![a-z]))|"
    r" ?(?P<each>each|apiece|ea)(?![a-z])|[ /]?(?P<pp>p\.p\.?|pp|pppn|pax)(?![a-z])|"
    r" (?P<adverb>monthly|annually|yearly|daily|weekly|hourly)(?![a-z])"
)
_SHORT = frozenset(("kg", "gb", "tb", "mb", "km", "lb", "oz", "kw"))
_STOP = frozenset(
    [
        "cent",
        "our",
        "your",
        "the",
        "my",
        "his",
        "her",
        "their",
        "this",
        "that",
        "request",
        "agreement",
        "contract",
        "se",
        "diem",
        "and",
        "or",
    ]
)
_NAMES = {
    "person": (
        "人",
        "位",
        "名",
        "头",
        "head",
        "pax",
        "person",
        "people",
        "capita",
        "pp",
        "p.p",
        "p.p.",
        "heads",
        "persons",
    ),
    "month": ("月", "个月", "month", "mo", "mth", "monthly"),
    "year": ("年", "year", "yr", "annum", "annually", "yearly", "y", "a"),
    "day": ("天", "日", "day", "daily", "d"),
    "item": ("个", "件", "只", "each", "apiece", "ea", "item", "piece", "pc", "unit"),
    "week": ("周", "星期", "week", "wk", "weekly"),
    "hour": ("小时", "hour", "hr", "h", "hourly"),
}
_PER = {word: name for name, words in _NAMES.items() for word in words}


class Per(NamedTuple):
    """What an amount is for, and the place with those words.

    Attributes:
        name: person, month, year, day, item, week, hour or the noun as said.
        start: Where amount and per words begin.
        end: Where they end.
    """

    name: str
    start: int
    end: int


def find_per(text: str, start: int, end: int, *, floor: int = 0) -> Per | None:
    """Give what the amount at a place of the folded text is for, or None; words before ``floor`` are another's."""
    after = _after(text, end)
    before = _before(text, start, floor)
    if after is not None:
        name, stop = after
        return Per(name, start if before is None or before[0] != name else before[1], stop)
    return Per(before[0], before[1], end) if before is not None else None


_ENDS_BEFORE = frozenset("均费用算本准标是为:就要收给付需概约") | {noun[-1] for noun in _NOUNS_ZH.split("|")}
_STARTS_AFTER = frozenset(" /每一eap")


def may_end_per(char: str) -> bool:
    """Tell whether per words before an amount can end in a character."""
    return char in _ENDS_BEFORE


def _before(text: str, start: int, floor: int) -> tuple[str, int] | None:
    if start <= floor or text[max(0, start - 10) : start].rstrip(" ")[-1:] not in _ENDS_BEFORE:
        return None
    at = max(floor, start - 10)
    window = text[at:start].rstrip(" ")
    hit = _BEFORE.search(window)
    if hit is None:
        return None
    for name in ("person", "month", "year", "day", "item"):
        if hit[name]:
            return name, at + hit.start()
    return _PER.get(hit["noun"], hit["noun"]), at + hit.start()


def _after(text: str, end: int) -> tuple[str, int] | None:
    if text[end : end + 1] not in _STARTS_AFTER:
        return None
    hit = _AFTER_ZH.match(text, end)
    if hit is not None:
        noun = hit["noun"] or hit["count"]
        stop = hit.end("noun") if hit["noun"] else hit.end("count")
        return _PER.get(noun, noun), stop
    hit = _AFTER_EN.match(text, end)
    if hit is None:
        return None
    word = next(part for part in hit.groups() if part)
    if word in _STOP or (hit["slash"] and word not in _PER and len(word) < 3 and word not in _SHORT):
        return None
    return _PER.get(word, word), hit.end()
