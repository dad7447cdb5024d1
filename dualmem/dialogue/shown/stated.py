"""Stated: the value that stands in the value place of a command or an answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import re2

from dualmem.model.act import Stated
from dualmem.model.conversation import TurnContext
from dualmem.model.field import FieldSpec
from dualmem.model.reading import Reading, ReadingContext, Refusal
from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.model.value import Money, Value
from dualmem.schema.lexicon import Lexicon
from dualmem.text import fold
from dualmem.values.parse import parse

_OUTER = re2.compile(r"^[\s:：,，=\-—]+|[\s,，。;；!！?？、]+$")
_FLOURISH = re2.compile(
    r"^[\s:：,，=\-—]+|"
    r"(?:[\s,，。;；!！?？、~～〜…]|\.\.+|[\x{1F000}-\x{1FAFF}\x{2600}-\x{27BF}\x{2B00}-\x{2BFF}\x{FE0F}\x{200D}]|"
    r"\s(?:\^[_.o-]?\^|[:;=]['-]?[)(\]DPp]|>_<|-_-+|T_T))+$"
)
_FULL_STOP = re2.compile(r"(?:[^.\s]*[^\x00-\x7F]|(?:^|[\s(])([A-Za-z]{2,}|\d+))\.$")
_QUOTES = {"“": "”", '"': '"', "'": "'", "「": "」", "『": "』", "‘": "’", "《": "》", "`": "`", "«": "»"}
_ITEM_CUT = re2.compile(r"[、;；\n]|[,，]\s*")
_MUCH = 4
_MOST_TAILS = 4
_MARKS = re2.compile(r"[\s,，。.!！~;；:：、()（）\"'“”‘’「」『』`\-—=]+")


@dataclass(frozen=True, slots=True)
class Place:
    """A value place in a turn.

    Attributes:
        folded: The whole turn.
        span: The place in the folded text.
        start: Where the words of the command begin, in the folded text: the quote begins there.
        lexicon: The words that may stand around a value: ``value.lead``, ``value.tail``, ``value.filler``.
    """

    folded: Folded
    span: Span
    start: int
    lexicon: Lexicon

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
        return _items(place)
    if spec.type in ("text", "map"):
        return _text(place)
    return _typed(spec, place, context, is_strict=is_strict)


def _typed(spec: FieldSpec, place: Place, context: TurnContext, *, is_strict: bool) -> Stated:
    original = place.original
    piece = place.folded.original[original.start : original.end]
    head = first(piece, parse(spec.type, _part(place), asking(spec, context)), place.lexicon)
    none = Refusal(reason="no_choice" if spec.type == "choice" else "not_a_value")
    if head is None or (spec.type == "phone" and isinstance(head.value, str) and not is_dialable(head.value)):
        return _text(place) if spec.is_open else refused(place, none)
    rest = left_over(piece[: head.outer.start] + " " + piece[head.outer.end :], place.lexicon)
    if rest and spec.is_open:
        return _text(place)
    if rest and (is_strict or (spec.type == "choice" and len(rest) > len(head.span) + _MUCH)):
        return refused(place, none)
    span = Span(original.start + head.span.start, original.start + head.span.end)
    return Stated(
        value=in_field(spec, head.value),
        refusal=head.refusal,
        span=span,
        quote=place.folded.original[place.folded.offsets[place.start] : span.end],
        words=place.folded.original[span.start : span.end],
    )


def _part(place: Place) -> Folded:
    """Give the folded words of a place, with places in its own original words."""
    folded, span, original = place.folded, place.span, place.original
    base = original.start
    offsets = (*(at - base for at in folded.offsets[span.start : span.end]), len(original))
    ends = (*(at - base for at in folded.ends[span.start : span.end]), len(original))
    return Folded(folded.original[base : original.end], folded.text[span.start : span.end], offsets, ends)


def in_field(spec: FieldSpec, value: Value | None) -> Value | None:
    """Give an amount that stands in the value place of a field with ``per`` as one for each of these."""
    is_plain = isinstance(value, Money) and value.per is None and spec.per is not None
    return replace(value, per=spec.per) if is_plain and isinstance(value, Money) else value


def left_over(text: str, lexicon: Lexicon) -> str:
    """Give what stands around a value beside marks and the small words that may."""
    folded = fold(text).text
    for section in ("value.lead", "value.filler", "value.tail"):
        folded = str(lexicon.regex(section).sub(" ", folded))
    return str(_MARKS.sub("", folded))


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


def first(piece: str, readings: Sequence[Reading], lexicon: Lexicon) -> Reading | None:
    """Give the reading that the value place begins with (after hedges and joints), else None."""
    if not readings:
        return None
    before = fold(piece[: readings[0].outer.start]).text  # 不到60万: the hedge is a part of it
    return readings[0] if not _MARKS.sub("", lexicon.regex("value.lead").sub(" ", before)) else None


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


def _items(place: Place) -> Stated:
    span = trimmed(place)
    text = place.folded.original
    words = text[span.start : span.end]
    values: list[Value] = []
    at = span.start
    for piece in _ITEM_CUT.split(str(place.lexicon.regex("list.joint").sub("\n", words))):
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
    is_slash = place.folded.text[place.start : place.start + 1] == "/"  # kept as it was typed
    cut = (_OUTER if is_slash else _FLOURISH).sub("", piece) or _OUTER.sub("", piece)
    start += piece.find(cut) if cut else 0
    cut = untailed(cut, place.lexicon)
    cut = cut if is_slash else _unstopped(cut, place.lexicon)
    end = start + len(cut)
    inner = unquoted(cut)
    if inner != cut:
        start, end = start + 1, start + 1 + len(inner)
    return Span(start, end)


def _unstopped(text: str, lexicon: Lexicon) -> str:
    """Give words without the full stop of their sentence; that of an abbreviation (``Acme Inc.``, ``U.S.``) stays."""
    stop = _FULL_STOP.search(text)
    is_short = stop is not None and lexicon.regex("value.abbreviation").fullmatch((stop.group(1) or "").lower())
    return text[:-1] if stop is not None and not is_short and len(text) > 1 else text


def untailed(text: str, lexicon: Lexicon) -> str:
    """Give words without thanks and particles behind them; never nothing at all."""
    for _ in range(_MOST_TAILS):
        folded = fold(text)
        last = max(lexicon.regex("value.tail").finditer(folded.text), key=lambda found: found.end(), default=None)
        if last is None or last.end() < len(folded.text) or last.start() == 0:
            break
        shorter = _OUTER.sub("", text[: folded.offsets[last.start()]])
        if not shorter:
            break
        text = shorter
    return text


def unquoted(text: str) -> str:
    """Give a text without one pair of quotes around all of it."""
    if len(text) > 2 and _QUOTES.get(text[0]) == text[-1] and text[-1] not in text[1:-1]:
        return text[1:-1]
    return text
