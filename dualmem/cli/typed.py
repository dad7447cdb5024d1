"""Typed: a value as it is typed on the command line, in the JSON form of its field."""

import json
from datetime import datetime

from dualmem.errors import InvalidValue
from dualmem.jobs.intake import read_value
from dualmem.model.field import FieldSpec
from dualmem.values.codec import to_json


def json_of_text(spec: FieldSpec, text: str, now: datetime) -> object:
    """Give the JSON form of a typed value: JSON as it is, else what the field's grammar reads in the whole text.

    Args:
        spec: The field.
        text: ``600000``, ``60万``, ``下周五``, ``{"amount": "600000", "currency": "CNY"}``, ``["a", "b"]``.
        now: Reference time, aware.

    Raises:
        InvalidValue: The text is no value of the type.
    """
    data: object = text
    if text[:1] in {"{", "["} and spec.type != "text":
        try:
            data = json.loads(text)
        except ValueError as error:
            raise InvalidValue(f"{spec.path}: this is not JSON: {error}", field=spec.path) from error
    return to_json(read_value(spec, data, now))
