"""Mask: what may be shown or stored of a value that must not be."""

from typing import NamedTuple

import re2

from dualmem.model.field import FieldType
from dualmem.model.span import Span
from dualmem.model.utterance import Folded
from dualmem.model.value import Value
from dualmem.text import fold
from dualmem.values.ids import check_bank_card, check_id_card, is_phone

_LONG_RUN = re2.compile(r"\d{5,}")
_HIDDEN_CHARS = "[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufe00-\ufe0f]"
_DIGIT_GROUPS = re2.compile(rf"\d(?:(?:[ -]|{_HIDDEN_CHARS}*)\d)*")
_GROUP = re2.compile(rf"\d(?:{_HIDDEN_CHARS}*\d)*")
_MAYBE_CARD = re2.compile(r"(?:\p{N}[^\p{L}\p{N}]*){6}")  # one sign may stand for two digits
_MOST_GROUPS = 7
_FEWEST_DIGITS = 13
_HIDDEN = "****"


class CardNumber(NamedTuple):
    """A card number in a text.

    Attributes:
        span: Place in the original text.
        masked: What may stand in its place.
        type: ``id_card_cn`` or ``bank_card``.
    """

    span: Span
    masked: str
    type: FieldType


def mask(value: Value, field_type: FieldType) -> str:
    """Give the masked form of a value: ``110101********1234``, ``+86138****8000``, ``z***@a.com``."""
    if not isinstance(value, str) or not value:
        return _HIDDEN
    if field_type == "id_card_cn" or (field_type == "text" and check_id_card(value) is None):
        return _middle(value, 6, 4)
    if field_type == "bank_card":
        return _middle(value, 4, 4)
    if field_type == "phone":
        return _middle(value, len(value) - 8, 4) if len(value) > 10 else _middle(value, 0, 2)
    if field_type == "email" and "@" in value:
        local, _, host = value.rpartition("@")
        return f"{local[:1]}***@{host}"
    return f"{value[0]}***" if len(value) > 1 else _HIDDEN


def _middle(value: str, head: int, tail: int) -> str:
    if len(value) <= head + tail:
        return "*" * len(value)
    return value[:head] + "*" * (len(value) - head - tail) + value[len(value) - tail :]


def group_digits(text: str) -> str:
    """Give a text whose digit strings stand in groups of at most four, so that no long number stays whole."""
    out, at = [], 0
    for match in _LONG_RUN.finditer(text):
        digits = match.group()
        out += [text[at : match.start()], " ".join(digits[start : start + 4] for start in range(0, len(digits), 4))]
        at = match.end()
    return "".join(out) + text[at:]


def find_card_numbers(text: str) -> tuple[CardNumber, ...]:
    """Give every valid ID card or bank card number of a text, wherever it stands, digits of any width.

    Groups may be parted by single spaces or hyphens, digits by invisible characters; a number glued to letters counts,
    one inside a longer digit string does not.
    """
    if _MAYBE_CARD.search(text.encode(errors="replace")) is None:
        return ()
    folded = fold(text)
    cards = []
    for match in _DIGIT_GROUPS.finditer(folded.text):
        if match.end() - match.start() < _FEWEST_DIGITS:
            continue
        groups = [
            (found.start() + match.start(), found.end() + match.start()) for found in _GROUP.finditer(match.group())
        ]
        first = 0
        while first < len(groups):
            card = _card_from(folded, groups[first : first + _MOST_GROUPS])
            if card:
                cards.append(card)
                end = card.span.end
                first = next((i for i in range(first, len(groups)) if folded.offsets[groups[i][0]] >= end), len(groups))
            else:
                first += 1
    return tuple(cards)


def mask_card_numbers(text: str) -> str:
    """Give the text with every valid card number masked."""
    for card in reversed(find_card_numbers(text)):
        text = text[: card.span.start] + card.masked + text[card.span.end :]
    return text


def _card_from(folded: Folded, groups: list[tuple[int, int]]) -> CardNumber | None:
    """Give the longest card that begins with the first group."""
    start, digits = groups[0][0], ""
    best: CardNumber | None = None
    for index, (begin, end) in enumerate(groups):
        if index and groups[index - 1][1] - groups[index - 1][0] < 3:  # a date, not a card
            break
        digits += "".join(char for char in folded.text[begin:end] if char.isdigit())
        if len(digits) > 19:
            break
        if len(digits) == 17 and folded.text[end : end + 1] == "x" and check_id_card(digits + "X") is None:
            return _card(folded, Span(start, end + 1), digits + "X")
        is_card = check_id_card(digits) is None or check_bank_card(digits) is None
        if is_card and not is_phone(folded.text[max(0, start - 2) : start], digits):
            best = _card(folded, Span(start, end), digits)
    return best


def _card(folded: Folded, place: Span, digits: str) -> CardNumber:
    kind: FieldType = "bank_card" if check_id_card(digits) else "id_card_cn"
    return CardNumber(folded.to_original(place), mask(digits, kind), kind)
