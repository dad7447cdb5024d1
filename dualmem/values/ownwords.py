"""Own words: what a yes-or-no field or a number field calls its values (with parking, just me, 五星级)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from dualmem.model.field import FieldType
from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.utterance import Folded
from dualmem.model.value import Value
from dualmem.values import choice

_MEANING: Final[Mapping[FieldType, Callable[[str], Value | None]]] = {
    "boolean": lambda key: {"true": True, "false": False}.get(key),
    "integer": lambda key: int(key) if key.isdigit() and key.isascii() else None,
}


def with_own_words(
    field_type: FieldType, folded: Folded, context: ReadingContext, readings: Sequence[Reading]
) -> list[Reading]:
    """Give the readings of a grammar with those of the field's own words, which go first where they meet.

    Args:
        field_type: boolean or integer; other types are given back unchanged.
        folded: The text.
        context: ``choices``: keys ``true``, ``false`` or whole numbers, with the words for each.
        readings: Of the grammar.
    """
    meaning = _MEANING.get(field_type)
    if meaning is None or not context.choices:
        return list(readings)
    own: list[Reading] = []
    for one in choice.find(folded, context):
        key = one.value
        is_key = isinstance(key, str) and folded.text[one.folded.start : one.folded.end] == key
        value = None if is_key or not isinstance(key, str) else meaning(key)
        if value is not None:
            own.append(replace(one, value=value))
    left = [one for one in readings if not any(one.folded.overlaps(mine.folded) for mine in own)]
    return sorted([*own, *left], key=lambda one: one.folded.start)
