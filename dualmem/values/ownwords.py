"""Own words: what a yes-or-no field or a number field calls its values (with parking, just me, 五星级)."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from dualmem.model.field import FieldType
from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.utterance import Folded
from dualmem.model.value import Money, Value
from dualmem.values import choice
from dualmem.values.number_idioms import is_idiom
from dualmem.values.number_taken import find_shapes

OWN: Final = frozenset({"boolean", "integer", "money"})


def with_own_words(
    field_type: FieldType, folded: Folded, context: ReadingContext, readings: Sequence[Reading]
) -> list[Reading]:
    """Give the readings of a grammar with those of the field's own words, which go first where they meet.

    Args:
        field_type: One of ``OWN``.
        folded: The text.
        context: ``choices``: keys ``true``, ``false``, whole numbers or amounts, with the words for each.
        readings: Of the grammar.
    """
    own: list[Reading] = []
    for one in choice.find(folded, context):
        key = one.value
        is_key = isinstance(key, str) and folded.text[one.folded.start : one.folded.end] == key
        value = None if is_key or not isinstance(key, str) else _meaning(field_type, key, context.default_currency)
        if value is not None and not (field_type == "integer" and _runs_on(folded, one, readings)):
            own.append(replace(one, value=value))
    left = [one for one in readings if not any(one.folded.overlaps(mine.folded) for mine in own)]
    return sorted([*own, *left], key=lambda one: one.folded.start)


def _runs_on(folded: Folded, own: Reading, readings: Sequence[Reading]) -> bool:
    """Tell that words for a count only begin something longer: an hour (**for six** pm), a number, a word."""
    text, start, end = folded.text, own.folded.start, own.folded.end
    if is_idiom(text, text.rfind(" ", 0, end) + 1, end + 2) and not is_idiom(text, start, end):  # for one-way flights
        return True
    if any(one.folded.start < end < one.folded.end for one in readings):
        return True
    return any(first < end < last for first, last in find_shapes(folded))


def _meaning(field_type: FieldType, key: str, currency: str | None) -> Value | None:
    if field_type == "boolean":
        return {"true": True, "false": False}.get(key)
    if not (key.isascii() and key.isdigit()):
        return None
    return Money(currency=currency, amount=Decimal(key)) if field_type == "money" else int(key)
