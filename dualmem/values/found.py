"""Found: how a grammar turns a place in the folded text into a reading."""

import re2

from dualmem.model.reading import Reading, Refusal
from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.model.value import Value

_BEFORE = (
    "大概是 大概在 大概要 大概 大约 约在 约为 约 差不多 估计 可能 预计 左右"
    " around about approximately approx. approx roughly circa ~ ≈"
)
_HEDGES_BEFORE = tuple(_BEFORE.split())
_HEDGES_AFTER = ("左右", "前后", "上下", "以内", "or so", "approximately", "or thereabouts")
_REACH = 16
_HIDDEN = re2.compile(
    "[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\\x{e0000}-\\x{e007f}\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]"
)


def words(text: str) -> frozenset[str]:
    """Give the words of a text as a set."""
    return frozenset(text.split())


def found(
    folded: Folded, start: int, end: int, *, value: Value | None = None, refusal: Refusal | None = None
) -> Reading:
    """Give the reading at a place of the folded text, its hedges looked up around it."""
    place = Span(start, end)
    return Reading(
        span=folded.to_original(place),
        folded=place,
        outer=hedged(folded.text, place),
        value=value,
        refusal=refusal,
    )


def refused(folded: Folded, start: int, end: int, *, reason: str) -> Reading:
    """Give a reading that is none, with the reason."""
    return found(folded, start, end, refusal=Refusal(reason=reason))


def hedged(text: str, place: Span) -> Span:
    """Give a place of the folded text with the hedges that stand right before and after it."""
    start, end = place.start, place.end
    before = text[max(0, start - _REACH) : start].rstrip()
    if before.endswith(_HEDGES_BEFORE):
        hedge = next(hedge for hedge in _HEDGES_BEFORE if before.endswith(hedge))
        start -= len(text[max(0, start - _REACH) : start]) - len(before) + len(hedge)
    after = text[end : end + _REACH]
    said = after.lstrip()
    if said.startswith(_HEDGES_AFTER):
        hedge = next(hedge for hedge in _HEDGES_AFTER if said.startswith(hedge))
        end += len(after) - len(said) + len(hedge)
    return Span(start, end)


def hidden_places(text: str) -> tuple[int, ...]:
    """Give the places of invisible, bidirectional, tag and control characters in a folded text."""
    if text.isascii() and text.isprintable():
        return ()
    return tuple(match.start() for match in _HIDDEN.finditer(text))
