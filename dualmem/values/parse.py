"""Parse: every value of one type in a text, by the grammar of that type."""

import bisect
import functools
import importlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, cast

from dualmem.model.field import FieldType
from dualmem.model.reading import Reading, ReadingContext, Refusal
from dualmem.model.utterance import Folded
from dualmem.text import fold
from dualmem.values.found import hidden_places
from dualmem.values.ownwords import OWN, with_own_words

Grammar = Callable[[Folded, ReadingContext], list[Reading]]

# Where each grammar is. It is imported when its type is first asked for: a schema uses a few of them.
_HOMES: Final[Mapping[FieldType, tuple[str, str]]] = {
    "integer": ("number", "find_integers"),
    "number": ("number", "find"),
    "money": ("money", "find"),
    "percent": ("percent", "find"),
    "duration": ("duration", "find"),
    "boolean": ("boolean", "find"),
    "date": ("date", "find"),
    "time": ("timeofday", "find"),
    "datetime": ("moment", "find"),
    "phone": ("phone", "find"),
    "email": ("email", "find"),
    "url": ("url", "find"),
    "id": ("ids", "find_ids"),
    "id_card_cn": ("ids", "find_id_cards"),
    "bank_card": ("ids", "find_bank_cards"),
    "choice": ("choice", "find"),
}


def parse(field_type: FieldType, text: str | Folded, context: ReadingContext) -> list[Reading]:
    """Give every reading of one type in a text, in order of place, refused ones included.

    Args:
        field_type: Any type; text, list and map have no grammar and give nothing.
        text: The text, folded or not.
        context: Clock, currency, region, choices and pattern the grammars may use.

    Returns:
        Readings that do not overlap. One that touches an invisible character is refused as ``invisible``.
    """
    folded = text if isinstance(text, Folded) else fold(text)
    grammar = _grammar(field_type)
    if grammar is None or not folded.text:
        return []
    readings = grammar(folded, context)
    if context.choices and field_type in OWN:
        readings = with_own_words(field_type, folded, context, readings)
    if len(folded.text) != len(folded.original):
        readings = [reading for reading in readings if not _cuts_character(folded, reading)]
    hidden = hidden_places(folded.text) if readings else ()
    return [_guarded(reading, hidden) for reading in readings] if hidden else readings


@functools.cache
def _grammar(field_type: FieldType) -> Grammar | None:
    """Give the grammar of a type; None for text, list and map."""
    home = _HOMES.get(field_type)
    if home is None:
        return None
    return cast("Grammar", getattr(importlib.import_module(f"dualmem.values.{home[0]}"), home[1]))


def _cuts_character(folded: Folded, reading: Reading) -> bool:
    """Tell whether a reading begins or ends inside one character as given (½ folds to three)."""
    start, end, offsets = reading.folded.start, reading.folded.end, folded.offsets
    return (start > 0 and offsets[start] == offsets[start - 1]) or offsets[end] == offsets[end - 1]


def _guarded(reading: Reading, hidden: tuple[int, ...]) -> Reading:
    nearest = bisect.bisect_left(hidden, reading.folded.start - 1)
    if nearest < len(hidden) and hidden[nearest] <= reading.folded.end:
        return replace(reading, value=None, refusal=Refusal(reason="invisible"))
    return reading
