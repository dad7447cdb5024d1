"""Typed: a value as it is typed on the command line, in the JSON form of its field."""

import json
from datetime import datetime
from typing import Final

from dualmem.errors import InvalidValue
from dualmem.model.field import FieldSpec
from dualmem.model.reading import ReadingContext
from dualmem.values.codec import to_json
from dualmem.values.parse import parse

_AS_IS: Final = frozenset({"text", "map"})


def json_of_text(spec: FieldSpec, text: str, now: datetime) -> object:
    """Give the JSON form of a typed value: JSON as it is, else what the field's grammar reads in the whole text.

    Args:
        spec: The field.
        text: ``600000``, ``60万``, ``下周五``, ``{"amount": "600000", "currency": "CNY"}``, ``["a", "b"]``.
        now: Reference time, aware.

    Raises:
        InvalidValue: The text is no value of the type, or holds more than one.
    """
    if text[:1] in {"{", "["}:
        try:
            return json.loads(text)
        except ValueError as error:
            raise InvalidValue(f"{spec.path}: this is not JSON: {error}", field=spec.path) from error
    if spec.type in _AS_IS:
        return text
    if spec.type == "list":
        return [text] if spec.item is None else [json_of_text(spec.item, text, now)]
    context = ReadingContext(
        now=now,
        default_currency=spec.default_currency,
        region=spec.region,
        choices=spec.choices,
        is_open=spec.is_open,
        pattern=spec.pattern,
        is_asked_for=True,
    )
    readings = parse(spec.type, text, context)
    good = [reading for reading in readings if reading.value is not None]
    if len(good) == 1 and good[0].value is not None:
        return to_json(good[0].value)
    if spec.type == "choice" and spec.is_open:
        return text
    refused = next((reading.refusal.reason for reading in readings if reading.refusal), None)
    why = f"it is refused: {refused}" if refused else f"it holds {len(good)} values" if good else "no such value in it"
    raise InvalidValue(f"{spec.path}: {text!r} is no {spec.type}: {why}", field=spec.path)
