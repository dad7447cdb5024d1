"""Hedges: the words around a number (about, at least, at most), and the joints that make a range of two numbers."""

import re
from typing import NamedTuple

_ABOUT_BEFORE = (
    r"大概|大约|约莫|差不多|(?<![最附靠])(?:将近|接近|近)|不到|不足|几乎|大致|大体|估摸着?|粗略|"
    r"(?:(?<=折合)|(?<![合预签节公违履解条制契]))约|"
    r"about|around|approximately|approx\.?|roughly|nearly|almost|close to|some|circa|ca\.|less than|"
    r"just (?:under|over)|~|≈|±"
)
_PLAIN_BEFORE = (
    r"不超过|不超|不高于|不多于|不大于|不少于|不低于|最多|最高|至多|顶多|至少|最少|起码|超过|超出|超|逾|高达|多达|高于|大于|多于|低于|"
    r"小于|少于|估计|预计|可能|上限|控制|"
    r"up to|at most|at least|no more than|not more than|not exceeding|no less than|not less than|more than|"
    r"maximum(?: of)?|"
    r"minimum(?: of)?|max\.?|min\.?|over|under|below|within|above|as much as|as many as"
)
_LINK = r" ?(?:也就|就|都|要|有|是|在|为|得|需要|花|:)? ?"
_BEFORE = re.compile(rf"(?:(?P<about>{_ABOUT_BEFORE})|(?:{_PLAIN_BEFORE})){_LINK}$")
_AFTER = re.compile(
    r" ?(?:(?P<about>左右|上下|前后|不到|出头|光景|的样子|or so|or thereabouts|give or take|approximately|roughly|"
    r"(?:- ?)?ish(?![a-z]))|"
    r"以内|之内|之间|以下|以上|封顶|打底|起步|起(?![来床])|(?:at most|at least|tops|max|maximum|or (?:less|more|"
    r"under|over|fewer))(?![a-z]))"
)
_SPOKEN_OF = re.compile(r"(?<![a-z])(?:how|what|talk(?:ing)?|think(?:ing)?|speak(?:ing)?|ask(?:ing)?) $")  # how about 2
_BEFORE_ENDS = frozenset("超逾足概约莫多近到乎致体着略超过于高少码出达计能限制是要有在为得花就都需:~≈±.tdyomnerxwshve")
_AFTER_STARTS = frozenset("左上前不出光的以之封打起oagri-mt ")
_REACH = 22
JOINT = re.compile(r" ?(?:-{1,2}|–|—{1,2}|~|至|到) ?| to | ?(?:和|与|跟)(?=[^\n]{1,12}之间) ?")
_BETWEEN = re.compile(r"(?:(?<![a-z])between|介于|在) ?$")
_BETWEEN_JOINT = re.compile(r" and | ?(?:和|与|跟|&) ?")


class Hedge(NamedTuple):
    """The words around a number.

    Attributes:
        start: Where the words before it begin; its own start without any.
        end: Where the words after it end; its own end without any.
        is_about: They say that the number is not exact.
    """

    start: int
    end: int
    is_about: bool


def find_hedge(text: str, start: int, end: int) -> Hedge:
    """Give the hedges that stand right before and after a place of the folded text."""
    low, high, is_about = start, end, False
    for _ in range(2):
        last = text[low - 1 : low] if text[low - 1 : low] != " " else text[low - 2 : low - 1]
        if last not in _BEFORE_ENDS or not last:
            break
        at = max(0, low - _REACH)
        before = _BEFORE.search(text[at:low])
        if before is None or _is_inside_word(text, at + before.start()):
            break
        low = at + before.start()
        is_asked = before["about"] == "about" and _SPOKEN_OF.search(text[max(0, low - _REACH) : low]) is not None
        is_about = is_about or (before["about"] is not None and not is_asked)
    if text[high : high + 1] in _AFTER_STARTS and high < len(text):
        after = _AFTER.match(text, high)
        if after is not None:
            high = after.end()
            is_about = is_about or after["about"] is not None
    return Hedge(low, high, is_about)


def _is_inside_word(text: str, at: int) -> bool:
    before = text[at - 1 : at]
    return bool(before) and before.isascii() and before.isalpha() and text[at].isalpha() and text[at].isascii()


def is_choice(text: str, first_end: int, second_start: int) -> bool:
    """Tell whether the words between two neighbouring numbers leave it open which (三、四天, 3 or 4 days)."""
    return text[first_end:second_start] in ("、", " or ", "或", "或者")


def is_joint(text: str, first_start: int, first_end: int, second_start: int) -> bool:
    """Tell whether the words between two numbers make them the ends of one range."""
    between = text[first_end:second_start]
    if not between or len(between) > 6:
        return False
    if JOINT.fullmatch(between):
        return True
    if between in ("和", "与", "跟") and "之间" in text[second_start : second_start + 16]:
        return True
    return bool(_BETWEEN_JOINT.fullmatch(between)) and bool(
        _BETWEEN.search(text[max(0, first_start - 10) : first_start])
        and (text[first_start - 1 : first_start] != "在" or "之间" in text[second_start : second_start + 16])
    )
