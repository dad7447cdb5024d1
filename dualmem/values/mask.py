"""Mask: what may be shown or stored of a value that must not be."""

from typing import NamedTuple

import re2

from dualmem.model.field import FieldType
from dualmem.model.span import Span
from dualmem.model.value import Value
from dualmem.text import fold
from dualmem.values.ids import check_bank_card, check_id_card, is_phone

_LONG_RUN = re2.compile(r"\d{5,}")
_DIGIT_GROUPS = re2.compile(r"\d+(?:[ -]\d+)*(?: ?x)?")
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

    Groups may be parted by single spaces or hyphens; a number glued to letters counts, one inside a longer digit
    string does not.
    """
    folded = fold(text)
    found = []
    for match in _DIGIT_GROUPS.finditer(folded.text):
        for start, end, digits in _cards(match.group(), match.start()):
            if is_phone(folded.text[:start][-2:], digits):
                continue
            kind: FieldType = "id_card_cn" if check_id_card(digits) is None else "bank_card"
            found.append(CardNumber(folded.to_original(Span(start, end)), mask(digits, kind), kind))
    return tuple(found)


def mask_card_numbers(text: str) -> str:
    """Give the text with every valid card number masked."""
    for card in reversed(find_card_numbers(text)):
        text = text[: card.span.start] + card.masked + text[card.span.end :]
    return text


def _cards(said: str, offset: int) -> list[tuple[int, int, str]]:
    groups: list[tuple[int, int]] = []
    at = 0
    for piece in said.replace("-", " ").split(" "):
        groups.append((at, at + len(piece)))
        at += len(piece) + 1
    cards = []
    first = 0
    while first < len(groups):
        hit = _card_from(said, groups, first)
        if hit is None:
            first += 1
            continue
        last, digits = hit
        cards.append((offset + groups[first][0], offset + groups[last][1], digits))
        first = last + 1
    return cards


def _card_from(said: str, groups: list[tuple[int, int]], first: int) -> tuple[int, str] | None:
    """Give the last group and the digits of the longest card that begins with a group."""
    digits = ""
    best = None
    for index in range(first, min(len(groups), first + 7)):
        start, end = groups[index]
        if index > first and groups[index - 1][1] - groups[index - 1][0] < 3:  # a date, not a card
            break
        digits += said[start:end].upper()
        if len(digits) > 19:
            break
        if check_id_card(digits) is None or check_bank_card(digits) is None:
            best = index, digits
        elif digits[-1:] == "X" and check_bank_card(digits[:-1]) is None:
            best = None
    return best
