"""Slots: a schema made from a slot list, as a developer would write it from names, descriptions and closed lists."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bench.files import data_folder, read_rows
from dualmem.errors import InvalidValue
from dualmem.model.field import Choice, FieldSpec, FieldType, Labels
from dualmem.model.reading import ReadingContext, Refusal
from dualmem.model.value import Money, Value
from dualmem.schema.spec import GroupSpec, Schema
from dualmem.values.codec import from_json
from dualmem.values.parse import parse
from dualmem.values.validate import validate

_UNITS = {"day": "D", "days": "D", "week": "W", "month": "M", "year": "Y"}
_NOUNS = {"from": "origin", "to": "destination"}  # a label is a noun
_CLOCK_UNITS = {"hour": "H", "hours": "H", "minute": "M", "minutes": "M"}


def read_slots(language: str) -> dict[str, dict[str, Any]]:
    """Give the slot list of a language by slot key; the artefact ``none`` and aliases are left out."""
    path: Path = data_folder() / "dialogues" / f"slots.{language}.jsonl"
    rows = {row["slot"]: row for row in read_rows([path])}
    return {key: row for key, row in rows.items() if not row.get("placeholder") and not row.get("alias_of")}


def schema_of(slots: Iterable[Mapping[str, Any]], language: str, *, timezone: str, currency: str) -> Schema:
    """Give a schema whose fields are these slots: a group for each service, a label for each slot."""
    fields = {}
    groups = {}
    for order, slot in enumerate(slots):
        path = path_of(slot["slot"])
        fields[path] = _field(slot, path, order, language, currency)
        group = path.rsplit(".", 1)[0]
        groups[group] = GroupSpec(path=group)
    return Schema(
        id="slots",
        version=1,
        languages=(language,),
        timezone=timezone,
        fields=MappingProxyType(fields),
        groups=MappingProxyType(groups),
        ask_at_most=max(20, len(fields)),
    )


def path_of(slot: str) -> str:
    """Give the field path of a slot key (``Restaurants_2.time``, ``crosswoz:酒店.价格``)."""
    return slot.replace(":", ".").replace(" ", "_")


def labels_of(slot: Mapping[str, Any], language: str) -> Labels:
    """Give the names of a slot: its key in words, and what its description begins with."""
    name = slot["slot"].rsplit(".", 1)[-1].split(":")[-1]
    if language == "zh":
        return MappingProxyType({"zh": (name,)})
    words = re.sub(r"[_\s]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)).strip().lower()
    words = _NOUNS.get(words, words)
    names = [words]
    bare = words.removeprefix("number of ").removesuffix(" name")
    if bare != words:
        names.append(bare)
    return MappingProxyType({"en": tuple(dict.fromkeys(names))})


def _field(slot: Mapping[str, Any], path: str, order: int, language: str, currency: str) -> FieldSpec:
    kind: FieldType = slot["type"]
    choices = {}
    if kind == "choice":
        choices = {
            value: Choice(key=value, labels=MappingProxyType({language: (_words(value),)})) for value in slot["values"]
        }
    numbers = _numbers(slot)
    return FieldSpec(
        path=path,
        type=kind,
        order=order,
        labels=labels_of(slot, language),
        choices=MappingProxyType(choices),
        default_currency=currency if kind == "money" else None,
        region="US" if language == "en" else "CN",
        max_length=200,
        minimum=min(numbers, default=None),
        maximum=max(numbers, default=None),
    )


def _numbers(slot: Mapping[str, Any]) -> list[Decimal]:
    """Give the numbers of a closed list of them that stands in a service's own schema."""
    is_closed = slot["type"] == "integer" and slot.get("closed") and slot.get("values_from") == "sgd-schema"
    return [Decimal(value) for value in slot["values"] if value.isdigit()] if is_closed else []


def _words(value: str) -> str:
    return value.replace("_", " ")


def value_of(schema: Schema, slot: Mapping[str, Any], said: str, context: ReadingContext) -> Value | None:
    """Give the typed value of a row's canonical text; None where it is no value of the slot's type.

    Args:
        schema: Made from the slots.
        slot: The slot.
        said: As the row gives it (a bare count for durations).
        context: Clock of the row.
    """
    spec = schema.field(path_of(slot["slot"]))
    found = _typed(spec, slot, said, context)
    if found is None:
        return None
    if isinstance(found, Money) and spec.per is not None and found.per is None:
        found = replace(found, per=spec.per)  # 人均消费 50-100元: the rows leave out per what
    checked = validate(spec, found)
    return None if isinstance(checked, Refusal) else checked


def _typed(spec: FieldSpec, slot: Mapping[str, Any], said: str, context: ReadingContext) -> Value | None:
    if spec.type == "duration" and said.isdigit():
        unit = str(slot.get("unit") or "day")
        said = f"P{said}{_UNITS[unit]}" if unit in _UNITS else f"PT{said}{_CLOCK_UNITS.get(unit, 'H')}"
    if spec.type == "boolean" and said.lower() in {"true", "false", "yes", "no", "是", "否", "有", "无", "free"}:
        return said.lower() in {"true", "yes", "是", "有", "free"}
    if spec.type == "integer" and said.isdigit():
        return int(said)
    if spec.type == "money" and re.fullmatch(r"[\d.]+", said):
        return from_json(spec, {"amount": said, "currency": spec.default_currency})
    try:
        return from_json(spec, said)
    except InvalidValue:
        readings = [one for one in parse(spec.type, said, context) if one.value is not None]
        return readings[0].value if readings else None
