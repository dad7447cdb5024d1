"""Lengths: a bare number as a length of time, in the unit of the one that was shown (``no, 4`` beside six nights)."""

from dataclasses import replace
from decimal import Decimal

import re2

from dualmem.dialogue.shown.named import folded as folded_words
from dualmem.dialogue.shown.targets import Target, reading_context
from dualmem.model.conversation import TurnContext
from dualmem.model.reading import Reading
from dualmem.model.utterance import Folded
from dualmem.model.value import Duration, Value
from dualmem.schema.lexicon import Lexicon
from dualmem.values.parse import parse

_WEEK, _YEAR = Decimal(7), Decimal(12)
_WEEKS, _YEARS = re2.compile(r"week|周|星期|礼拜"), re2.compile(r"year|年")
_LONGER = {"days": (_WEEK, _WEEKS), "months": (_YEAR, _YEARS)}
_CLOCK = (Decimal(3600), Decimal(60), Decimal(1))
_FIGURE = re2.compile(r"[0-9]{1,3}|[一二两三四五六七八九十百]{1,4}|[a-z]+")
_NEVER = frozenset("第#:/.-+$¥€£,")
_STOPS = ("", *",.。;!?")
_NEAR, _BEFORE = 12, 20


def counted(target: Target, folded: Folded, context: TurnContext, lexicon: Lexicon) -> list[Reading]:
    """Give the bare numbers of a turn as lengths of time in the unit of the shown one; none for any other value."""
    if not isinstance(target.value, Duration):
        return []
    return [
        replace(one, value=length)
        for one in parse("integer", folded, reading_context(target.spec, context))
        if _is_alone(folded.text, one, lexicon) and (length := in_unit_of(target, one.value)) is not None
    ]


def in_unit_of(target: Target, count: Value | None) -> Duration | None:
    """Give a count as a length of time in the unit of the shown one, None where that has several or it is no count."""
    shown, is_count = target.value, isinstance(count, int) and not isinstance(count, bool) and count > 0
    parts = [name for name in ("months", "days", "seconds") if getattr(shown, name, None)]
    if not isinstance(shown, Duration) or not is_count or len(parts) != 1:
        return None
    assert isinstance(count, int)
    said = folded_words(target.update.provenance.words or target.update.provenance.quote or "")
    length = _size(parts[0], getattr(shown, parts[0]), said) * count
    months, days, seconds = (length if parts[0] == name else Decimal(0) for name in ("months", "days", "seconds"))
    return Duration(months=months, days=days, seconds=seconds, is_business=shown.is_business)


def _size(part: str, value: Decimal, words: str) -> Decimal:
    if part == "seconds":
        return next(size for size in _CLOCK if not value % size)
    more, said = _LONGER[part]
    return more if not value % more and said.search(words) is not None else Decimal(1)


def _is_alone(text: str, reading: Reading, lexicon: Lexicon) -> bool:
    """Tell that a number counts nothing else, and no word before makes it a day, an hour or the number of a thing."""
    start, end = reading.folded.start, reading.folded.end
    if _FIGURE.fullmatch(text[start:end]) is None or text[max(0, start - 1) : start] in _NEVER:
        return False
    rest = text[end : end + _NEAR].strip()
    is_led = lexicon.has("length.led", text[max(0, start - _BEFORE) : start])
    return not is_led and (rest[:1] in _STOPS or lexicon.has("length.alone", rest))
