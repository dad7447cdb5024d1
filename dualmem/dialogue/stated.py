"""Stated: the value that stands in the value place of a command or an answer."""

from collections.abc import Sequence
from dataclasses import dataclass

import re2

from dualmem.model.act import Stated
from dualmem.model.conversation import TurnContext
from dualmem.model.field import FieldSpec
from dualmem.model.reading import Reading, ReadingContext, Refusal
from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.model.value import Value
from dualmem.values.parse import parse

_OUTER = re2.compile(r"^[\s:：,，=\-—]+|[\s,，。;；!！?？、]+$")
_QUOTES = {"“": "”", '"': '"', "'": "'", "「": "」", "『": "』", "‘": "’", "《": "》", "`": "`", "«": "»"}
_TAIL = re2.compile(
    r"(?i)(?:[\s,，。.!！]*(?:谢谢(?:你|您|啦|了|哈)?|多谢|謝謝|感谢|哈|哦|吧|啊|呀|please|pls|thanks(?: a lot)?|thank you|thx|ok\??)[\s.。!！~]*)+$"
)
_LEAD = re2.compile(
    r"(?:[\s:,=\"'“”‘’「」『』`(（]|是|为|成|到|大概|大约|约|差不多|左右|about|around|approximately|some|roughly|be|is|to|at|the|a|an|"
    r"一共|总共|至少|最多|不超过|at most|up to|on|in|by|就|我的|定在|控制在|设在|改成|改为|新的)*"
)
_ITEM_CUT = re2.compile(r"[、;；\n]|[,，]\s*|\s+(?:and|or)\s+|以及")
_FILL = re2.compile(
    r"(?i)[\s,，。.!！~;；:：、()（）\"'“”‘’\-—]+|谢谢|吧|哈|啊|呀|哦|了|的|哟|呢|整|正|左右|以内|上下|please|thanks|thank you|then|now|the|a|an|"
    r"phase|stage|阶段|we are in|in|at"
)


@dataclass(frozen=True, slots=True)
class Place:
    """A value place in a turn.

    Attributes:
        folded: The whole turn.
        span: The place in the folded text.
        start: Where the words of the command begin, in the folded text: the quote begins there.
    """

    folded: Folded
    span: Span
    start: int

    @property
    def original(self) -> Span:
        """Give the place in the original text."""
        return self.folded.to_original(self.span)


def stated_value(spec: FieldSpec, place: Place, context: TurnContext, *, is_strict: bool = False) -> Stated:
    """Give what the words in a value place say for a field: a value or why they are none.

    Args:
        spec: The field; a list reads items.
        place: Where to read.
        context: Clock.
        is_strict: The value must be all there is (an open choice keeps other words as said anyway).
    """
    if spec.type == "list":
        return _items(spec, place, context)
    if spec.type in ("text", "map"):
        return _text(place)
    return _typed(spec, place, context, is_strict=is_strict)


def _typed(spec: FieldSpec, place: Place, context: TurnContext, *, is_strict: bool) -> Stated:
    original = place.original
    piece = place.folded.original[original.start : original.end]
    readings = parse(spec.type, piece, asking(spec, context))
    head = first(piece, readings)
    if head is None:
        if spec.is_open:
            return _text(place)
        return refused(place, Refusal(reason="no_choice" if spec.type == "choice" else "not_a_value"))
    if spec.type == "phone" and isinstance(head.value, str) and not is_dialable(head.value):
        return refused(place, Refusal(reason="not_a_value"))
    rest = piece[: head.span.start] + " " + piece[head.span.end :]
    is_whole = not _FILL.sub("", _LEAD.sub("", rest, count=1))
    if spec.is_open and not is_whole:
        return _text(place)
    if (
        spec.type == "choice"
        and not is_whole
        and len(_FILL.sub("", rest)) > len(piece[head.span.start : head.span.end]) + 4
    ):
        return refused(place, Refusal(reason="no_choice"))
    if is_strict and not is_whole:
        return refused(place, Refusal(reason="not_a_value"))
    span = Span(original.start + head.span.start, original.start + head.span.end)
    return Stated(
        value=head.value,
        refusal=head.refusal,
        span=span,
        quote=place.folded.original[place.folded.offsets[place.start] : span.end],
        words=place.folded.original[span.start : span.end],
    )


def is_dialable(number: str) -> bool:
    """Tell that a phone number is one of a plan, not just digits."""
    return number.startswith(("+", "400", "800"))


def asking(spec: FieldSpec, context: TurnContext) -> ReadingContext:
    """Give the reading context of a field whose value stands in a value place."""
    return ReadingContext(
        now=context.now,
        default_currency=spec.default_currency,
        region=spec.region,
        choices=spec.choices,
        pattern=spec.pattern,
        is_asked_for=True,
    )


def first(piece: str, readings: Sequence[Reading]) -> Reading | None:
    """Give the reading that the value place begins with (after hedges and joints), else None."""
    if not readings:
        return None
    head = readings[0]
    from_start = piece[: head.span.start]
    lead = _LEAD.match(from_start.lower())
    is_near = lead is not None and lead.end() >= len(from_start.rstrip())
    return head if is_near else None


def refused(place: Place, refusal: Refusal) -> Stated:
    """Give a place whose words are no value of the field."""
    span = trimmed(place)
    text = place.folded.original
    return Stated(
        refusal=refusal,
        span=span,
        quote=text[place.folded.offsets[place.start] : span.end],
        words=text[span.start : span.end],
    )


def _text(place: Place) -> Stated:
    span = trimmed(place)
    text = place.folded.original
    words = text[span.start : span.end]
    quote = text[place.folded.offsets[min(place.start, place.span.start)] : span.end]
    if not words:
        return Stated(refusal=Refusal(reason="empty"), span=span, quote=quote, words=words)
    return Stated(value=words, span=span, quote=quote, words=words)


def _items(spec: FieldSpec, place: Place, context: TurnContext) -> Stated:
    span = trimmed(place)
    text = place.folded.original
    words = text[span.start : span.end]
    values: list[Value] = []
    at = span.start
    for piece in _ITEM_CUT.split(words):
        item = unquoted(piece.strip())
        at = text.find(piece, at) if piece else at
        if item:
            values.append(item)
    quote = text[place.folded.offsets[place.start] : span.end]
    if not values:
        return Stated(refusal=Refusal(reason="empty"), span=span, quote=quote, words=words)
    return Stated(value=tuple(values), span=span, quote=quote, words=words)


def trimmed(place: Place) -> Span:
    """Give the place in the original text without outer stops, polite tails and quotes."""
    original = place.original
    text = place.folded.original
    start, end = original.start, original.end
    piece = text[start:end]
    cut = _OUTER.sub("", piece)
    start += piece.find(cut) if cut else 0
    tail = _TAIL.search(cut)
    if tail is not None and tail.start() > 0:
        cut = _OUTER.sub("", cut[: tail.start()])
    end = start + len(cut)
    inner = unquoted(cut)
    if inner != cut:
        start, end = start + 1, start + 1 + len(inner)
    return Span(start, end)


def unquoted(text: str) -> str:
    """Give a text without one pair of quotes around all of it."""
    if len(text) > 2 and _QUOTES.get(text[0]) == text[-1] and text[-1] not in text[1:-1]:
        return text[1:-1]
    return text
