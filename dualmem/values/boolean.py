"""Boolean: the words for yes and no where they stand as a value (是, 不需要, enabled, off)."""

import re

from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.span import Span
from dualmem.model.utterance import Folded

_TRUE = [
    "是的",
    "是",
    "对的",
    "对",
    "要的",
    "要",
    "需要",
    "可以",
    "行",
    "有",
    "开启",
    "启用",
    "打开",
    "开着",
    "开",
    "支持",
    "允许",
    "同意",
    "愿意",
    "已完成",
    "完成了",
    "真",
    "yes",
    "yeah",
    "yep",
    "yup",
    "y",
    "true",
    "on",
    "enabled",
    "enable",
    "allowed",
    "ok",
    "okay",
    "sure",
    "right",
    "required",
    "needed",
]
_FALSE = [
    "否",
    "不是",
    "不对",
    "不要",
    "不需要",
    "不用",
    "不必",
    "不可以",
    "不行",
    "没有",
    "没",
    "无",
    "关闭",
    "关掉",
    "关着",
    "关",
    "禁用",
    "停用",
    "不支持",
    "不允许",
    "不同意",
    "不愿意",
    "未完成",
    "没完成",
    "假",
    "no",
    "nope",
    "nah",
    "n",
    "false",
    "off",
    "disabled",
    "disable",
    "not_allowed",
    "not_required",
    "not_needed",
    "none",
    "never",
]
_MEANING = {word.replace("_", " "): value for words, value in ((_TRUE, True), (_FALSE, False)) for word in words}
_WORDS = sorted(_MEANING, key=len, reverse=True)
_SWITCH = r"(?! ?[0-9]| (?!(?:please|now|again|and|for|but|so|then|by default|thanks)(?![a-z]))[a-z])"  # no on Friday
_PATTERN = re.compile(  # fixed words only: linear
    "|".join(word + "(?![a-z])" * word.isascii() + _SWITCH * (word in ("on", "off")) for word in _WORDS)
)
_DENIES = ("not ", "n't ")  # not sure, isn't right
_OTHER_RIGHT = re.compile(
    r"right (?:now|away|after|before|here|there|side|hand)(?![a-z])|no\.? ?[0-9#]|n ?['’]|"
    r"no (?:problem|worries|worry|objection|issue|doubt|complaint|wonder|question|preference|idea|matter|rush|hurry)s?"
    r"(?![a-z])"
)
_MAY_FOLLOW = frozenset("的了吧啊呀哦嘛呢")


def find(folded: Folded, context: ReadingContext) -> list[Reading]:  # noqa: ARG001  (the face of every grammar)
    """Give the places of a text that say yes or no as a value.

    Args:
        folded: The text.
        context: Not needed.

    Returns:
        Readings in order; a Chinese word counts only where no further word of the clause goes on from it.
    """
    readings = []
    text = folded.text
    for hit in _PATTERN.finditer(text):
        start, end = hit.span()
        if not _stands_alone(text, start, end):
            continue
        place = Span(start, end)
        value = _MEANING[text[start:end]]
        readings.append(Reading(span=folded.to_original(place), folded=place, outer=place, value=value))
    return readings


def _stands_alone(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    if text[start].isascii():
        if text[max(0, start - 4) : start] in _DENIES or _OTHER_RIGHT.match(text, start):
            return False
        return not (before.isascii() and (before.isalnum() or before in "-_'@./") and before) and not (
            after.isascii() and (after.isalnum() or after in "-_'@") and after
        )
    if after in _MAY_FOLLOW:
        after = text[end + 1 : end + 2]
    return not "\u3400" <= (after or " ") <= "\u9fff"
