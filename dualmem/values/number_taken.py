"""Taken: places where figures and numerals are no numbers: dates, times, phones, ids, versions and names."""

import re
from functools import lru_cache

import re2

from dualmem.model.utterance import Folded
from dualmem.values.number_places import Places, merge

_N = "[0-9〇零一二三四五六七八九十两廿]"
_MONTHS = (
    "january|february|march|april|may|june|july|august|september|october|november|december|"
    "jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec"
)
_ORDINAL = "(?:st|nd|rd|th)"
_WEEKDAY_EN = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"

_HOURS_EN = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_MINUTES_EN = "(?:five|ten|fifteen|twenty|thirty|forty|fifty)(?:[ -]five)?"
_UNITS_EN = "second|minute|hour|day|week|month|year"
_NAMED = (
    "(?:微信|订单|单号|卡号|账号|编号|工号|学号|房间号?|邮编|型号|尾号|门牌|车牌|"
    r"\b(?:qq|order|invoice|ticket|case|room|ref|no\.|id))"
)
_DAY_ZH = rf" ?{_N}{{1,3}} ?月(?: ?{_N}{{1,3}} ?[日号]?)?"
_DATE_ZH = rf"(?:[0-9]{{2,4}}|[〇零一二三四五六七八九]{{4}}) ?年(?:{_DAY_ZH}|度|底|初|末|中)?"
_TIME_ZH = (
    rf"(?:早上|上午|中午|下午|晚上|凌晨|傍晚|今晚|明早|晚) ?{_N}{{1,3}} ?(?:点|时)"
    rf"(?: ?(?:半|整|钟|一刻|三刻|{_N}{{1,3}} ?分?))?"
)

_Shapes = tuple[tuple[bool, tuple[str, ...]], ...]
_SHAPES: _Shapes = (  # in order of precedence; True for those that need a Han character
    (
        False,
        (
            r"[a-z][a-z0-9+.-]{1,10}://[^\s\x{3000}-\x{303f}\x{4e00}-\x{9fff}，。；]+",
            r"www\.[a-z0-9./?=&%_-]+",
            r"[a-z0-9][a-z0-9._%+-]*@[a-z0-9.-]+",
            r"\bq[1-4] ?(?:19|20)[0-9]{2}\b",
            # ids, versions, names, hashes, files
            r"[a-z]+[a-z0-9]*(?:[-_][a-z0-9]+)*[-_][0-9][a-z0-9_-]*",
            r"[a-z_]+[0-9][a-z0-9_]*(?:[.-][a-z0-9_]+)*",
            r"[0-9]+[a-z]+[0-9][0-9a-z]*",
            r"[a-z0-9_-]+_[a-z0-9_-]+(?:\.[a-z0-9]+)?",
            r"\bv ?[0-9]+(?:\.[0-9]+)*",
            r"[0-9]+(?:\.[0-9]+){2,}",
            r"(?:[0-9a-f]{1,4}:){2,}[0-9a-f]{1,4}",
        ),
    ),
    (
        True,
        (
            # dates
            _DATE_ZH,
            rf"[0-9]{{5,9}} ?年{_DAY_ZH}",
            rf"{_N}{{1,3}} ?(?:天|日|周|个?星期|个?礼拜|个月|年|个?小时|分钟)(?:之|以)?前",
            rf"(?:腊月|正月|冬月)(?:初)?{_N}{{1,3}}",
            rf"{_N}{{1,3}} ?月 ?(?:份|底|初|末|中旬?|上旬|下旬)?(?: ?{_N}{{1,3}} ?[日号]?)?",
            rf"{_N}{{1,3}} ?[日号](?:线|楼|门|院|房|店|库|机|桌|位|员)?",
        ),
    ),
    (
        False,
        (
            r"[0-9]{4}-[0-9]{2}-[0-9]{4}:[0-9]{2}",
            r"[0-9]{4}[-/.年][0-9]{1,2}[-/.][0-9]{1,2}(?:t[0-9:.+z-]+)?",
            r"[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2,4}",
            rf"\b(?:{_WEEKDAY_EN},? )?(?:{_MONTHS})\.? [0-9]{{1,2}}{_ORDINAL}?(?:,? [0-9]{{4}})?",
            rf"[0-9]{{1,2}}{_ORDINAL}? (?:of )?(?:{_MONTHS})\b(?:,? [0-9]{{4}})?",
            rf"\b(?:{_MONTHS}),? [0-9]{{4}}\b",
            r"\b(?:in|since|by|until|till|from|year|fy|©) ?(?:19|20)[0-9]{2}\b",
        ),
    ),
    (
        True,
        (
            r"(?:19|20)[0-9]{2}(?:财年|届|版|款)",
            r"(?:星期|周|礼拜)[一二三四五六]",
        ),
    ),
    (
        False,
        (
            # times
            r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[ap]\.?m)?",
            r"[0-9]{1,2}(?:[:.][0-9]{2})? ?[ap]\.?m\b\.?",
            r"\b(?:morning|afternoon|evening|tonight),? [0-9]{1,2}(?:$|[^a-z0-9 .:%/-]|\.(?:$|[^0-9]))",
        ),
    ),
    (
        True,
        (
            _TIME_ZH,
            rf"{_N}{{1,3}} ?点(?:[\s，。,.;；！？!?、]|$|前|后|之|以|钟|开|见|到|出|集|起|下|上|左)",
            rf"{_N}{{1,3}} ?(?:年级|班(?:级|$))",
            rf"{_N}{{1,3}} ?点(?:半|整|钟|一刻|三刻|[0-9〇零一二三四五六七八九十]{{1,3}} ?分)",
        ),
    ),
    (
        False,
        (
            rf"\b(?:{_HOURS_EN})(?: (?:o[h']? ?)?{_MINUTES_EN})? ?[ap]\.?m\b",
            rf"\b(?:[0-9]{{1,2}}|(?:{_HOURS_EN})(?: {_MINUTES_EN})?) in the (?:morning|afternoon|evening)\b",
            r"\bhalf past [a-z]+|\bquarter (?:past|to) [a-z]+|\b[a-z]+ o'?clock|[0-9]{1,2} o'?clock",
            # phones and long numbers with a name before them
            r"\+ ?[0-9]{1,3}[ -]?(?:\([0-9]{1,4}\)|[0-9]{1,4})(?:[ .-][0-9]{2,4}){1,4}",
            r"\+[0-9]{7,15}",
            r"\(?[0-9]{3}\)?[ .-][0-9]{3}[ .-][0-9]{4}",
            r"\(0[0-9]{2,3}\) ?[0-9]{3,4}[ -]?[0-9]{4}\b",
            r"1[3-9][0-9][ -]?[0-9]{4}[ -]?[0-9]{4}",
            r"0[0-9]{2,3}[ -][0-9]{7,8}(?:-[0-9]{1,6})?",
            r"400[ -]?[0-9]{3,4}[ -]?[0-9]{3,4}",
            r"[0-9]{3,8}(?:-[0-9]{2,8}){2,}",
            r"[0-9]{4}(?:[ -][0-9]{4}){2,4}(?:[ -][0-9]{1,3})?",
            r"0[0-9]{2,3}[ -][0-9]{3,4}[ -][0-9]{4}\b(?: ?(?:转|分机|ext\.?|x|#) ?[0-9]{1,6})?",
            _NAMED + r"(?:号码|号|是|为|:|#|number\b|no\.|is\b| ){0,4}[:#]? ?[0-9][0-9-]*[a-z0-9]*",
        ),
    ),
    (
        True,
        (
            r"(?:[0-9.]+|[一二三四五六七八九]{1,2}) ?折",
            r"(?:[0-9]{1,2}|[一二三四五六七八九十]{1,3}) ?世纪",
            r"(?:[0-9]{2}|[零五六七八九]零)后",
            r"[一二三四五六1-6] ?线城市",
        ),
    ),
    (
        False,
        (r"#[0-9]+",),
    ),
    (
        True,
        (
            # ordinals
            r"第 ?(?:[0-9]+|[零〇一二三四五六七八九十百千万两]+)",
        ),
    ),
    (
        False,
        (
            rf"[0-9]+{_ORDINAL}(?:[^a-z]|$)",
            rf"\b(?:[0-9]+|[a-z]+(?:-[a-z]+)?) (?:{_UNITS_EN})s? (?:ago|later|earlier|from now)\b",
            r"24/7|7 ?[*x×] ?24|9/11",
        ),
    ),
)
_ANY = re2.compile("|".join(shape for _, shapes in _SHAPES for shape in shapes))
_ASCII = re2.compile("|".join(shape for needs_han, shapes in _SHAPES if not needs_han for shape in shapes))

_NUMBER = re.compile(r"[0-9]{1,9}e[0-9]{1,3}|[1-9][0-9]{0,3}w[1-9]|no\. ?[0-9]{1,9}(?:k|w|mm?|bn)")  # 1e10, no. 600k
_ADDRESS = re.compile(r"[a-z]{2,8}://[^\s\u3000-\u303f\u4e00-\u9fff，。；]{1,2000}")


@lru_cache(maxsize=16)
def find_addresses(folded: Folded) -> Places:
    """Give the places of web addresses: nothing in them is a value of another type."""
    return merge(hit.span() for hit in _ADDRESS.finditer(folded.text)) if "://" in folded.text else merge(())


@lru_cache(maxsize=16)
def find_shapes(folded: Folded) -> tuple[tuple[int, int], ...]:
    """Give the places of dates, times, phones, ids, versions, addresses, file names and ordinals, by their shape."""
    text = folded.text
    pattern = _ASCII if text.isascii() else _ANY
    return tuple(hit.span() for hit in pattern.finditer(text) if _is_whole(text, *hit.span()))


def _is_whole(text: str, start: int, end: int) -> bool:
    """Tell whether a shape is no piece of a longer run of digits."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if before.isascii() and before.isalnum() and text[start].isascii() and text[start].isalpha():
        return False
    if _NUMBER.fullmatch(text, start, end):
        return False
    if text[start].isdigit() and before.isdigit() and before.isascii():
        return False
    return not (text[end - 1].isdigit() and (after == "^" or (after.isdigit() and after.isascii())))
