"""Found: how a grammar turns a place in the folded text into a reading."""

from functools import lru_cache

from dualmem.model.reading import Reading, Refusal
from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.model.value import Value

_BEFORE = (
    "大概是 大概在 大概要 大概 大约 约在 约为 约 差不多 估计 可能 预计 左右"
    " around about approximately approx. approx roughly circa ~ ≈ later earlier"
)
_HEDGES_BEFORE = tuple(_BEFORE.split())
_HEDGES_AFTER = ("左右", "前后", "上下", "以内", "or so", "approximately", "or thereabouts")
_REACH = 16
_UNSEEN = ((0, 8), (0xB, 0xC), (0xE, 0x1F), (0x7F, 0x7F), (0xAD, 0xAD), (0x200B, 0x200F), (0x2028, 0x202E),
           (0x2060, 0x206F), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFB), (0xE0000, 0xE007F))  # fmt: skip
_HIDDEN = frozenset(chr(code) for first, last in _UNSEEN for code in range(first, last + 1))


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


@lru_cache(maxsize=16)
def hidden_places(text: str) -> tuple[int, ...]:
    """Give the places of invisible, bidirectional, tag and control characters in a folded text."""
    if _HIDDEN.isdisjoint(text):
        return ()
    return tuple(place for place, char in enumerate(text) if char in _HIDDEN)
