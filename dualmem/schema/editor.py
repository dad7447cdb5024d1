"""JSON Schemas of the files users write, for editors: completion, hints and faults while typing."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import orjson

from dualmem.schema.fields import GROUP_KEYS, ONLY_FOR, SCALARS, SENSITIVITIES, TYPES
from dualmem.schema.load import PENDING_KEYS, PRIORITIES, RETENTION_KEYS, SCHEMA_FORMAT, WINDOW_KEYS
from dualmem.schema.rules import CLAUSES, RULES_FORMAT, SPEAKERS

Json = Mapping[str, object]

_TEXT: Json = {"type": "string", "minLength": 1}
_TEXTS: Json = {"anyOf": [_TEXT, {"type": "array", "items": _TEXT, "minItems": 1}]}
_FLAG: Json = {"type": "boolean"}
_COUNT: Json = {"type": "integer", "minimum": 1}
_NUMBER: Json = {"anyOf": [{"type": "number"}, {"type": "string", "pattern": r"^-?\d+(\.\d+)?$"}]}
_DURATION: Json = {"type": "string", "pattern": r"^[1-9]\d{0,5}[smhdw]$"}
_KEPT: Json = {"anyOf": [_DURATION, {"const": "keep"}]}
_PATHS: Json = {"type": "array", "items": _TEXT, "minItems": 1}
_NAMES: Json = {"pattern": r"^[^\W\d_][\w-]{0,63}$"}
_LABELS: Json = {
    "type": "object",
    "additionalProperties": _TEXTS,
    "description": "language to names; the first is shown",
}
_VALUES: Mapping[str, Json] = {
    "type": {"enum": list(TYPES), "description": "what the field holds"},
    "labels": _LABELS,
    "choices": {
        "type": "object",
        "propertyNames": _NAMES,
        "minProperties": 1,
        "additionalProperties": {
            "type": "object",
            "properties": {"labels": _LABELS, "synonyms": _TEXTS},
            "additionalProperties": False,
        },
    },
    "open": {**_FLAG, "description": "any other short text is kept as said"},
    "moves": {
        "type": "object",
        "additionalProperties": {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]},
        "description": "from a stored value to those it may become",
    },
    "offers": {**_FLAG, "description": "a question of the assistant with one valid value is an offer"},
    "pattern": {**_TEXT, "description": "RE2 that a whole id fits"},
    "min": _NUMBER,
    "max": _NUMBER,
    "max_length": {**_COUNT, "description": "in characters"},
    "of": {
        "anyOf": [
            {"enum": list(SCALARS)},
            {
                "type": "object",
                "properties": {"fields": {"$ref": "#/$defs/fields"}},
                "required": ["fields"],
                "additionalProperties": False,
            },
        ],
        "description": "what a list or map holds; a map also records: {fields: …}",
    },
    "max_items": _COUNT,
    "overflow": {"enum": ["refuse", "archive"]},
    "default_currency": {"type": "string", "pattern": "^[A-Z]{3}$"},
    "per": {**_TEXT, "description": "person, month, year, day, item, or a noun"},
    "region": {"type": "string", "pattern": "^[A-Z]{2}$"},
    "sensitive": {"enum": list(SENSITIVITIES)},
    "expires": {
        "type": "object",
        "properties": {"at": {"const": "value"}, "after": _DURATION, "warn_before": _DURATION},
        "oneOf": [{"required": ["at"]}, {"required": ["after"]}],
        "additionalProperties": False,
    },
    "depends_on": {"anyOf": [_TEXT, _PATHS]},
    "confirm": {"const": "explicit"},
    "write_once": _FLAG,
    "clean": {**_FLAG, "description": "refuse markup, templates and control characters"},
    "renamed_from": _TEXT,
}


def schema_file_schema() -> dict[str, object]:
    """Give the JSON Schema (2020-12) of schema files."""
    sections: dict[str, object] = {
        "dualmem": {"const": SCHEMA_FORMAT},
        "id": {"type": "string", **_NAMES},
        "version": _COUNT,
        "languages": {"type": "array", "items": {"type": "string", "pattern": "^[a-z]{2,3}$"}, "minItems": 1},
        "timezone": _TEXT,
        "fields": {"$ref": "#/$defs/fields"},
        "tasks": {"type": "object", "propertyNames": _NAMES, "additionalProperties": _task()},
        "pending": _table(dict(zip(PENDING_KEYS, (_COUNT, _DURATION, _COUNT), strict=True))),
        "window": _table(dict(zip(WINDOW_KEYS, ({"type": "integer", "minimum": 0}, _FLAG, _KEPT), strict=True))),
        "prompt": _table(
            {
                "priorities": {"type": "object", "additionalProperties": {"enum": list(PRIORITIES)}},
                "reveal": {"type": "array", "items": _TEXT},
            }
        ),
        "retention": _table(dict.fromkeys(RETENTION_KEYS, _KEPT)),
        "clean": _FLAG,
        "notes": {"type": "object"},
    }
    document = _document("dualmem schema", sections, ("dualmem", "id", "version", "languages", "fields"))
    document["$defs"] = {
        "fields": {
            "type": "object",
            "propertyNames": _NAMES,
            "minProperties": 1,
            "additionalProperties": {"anyOf": [{"$ref": "#/$defs/field"}, {"$ref": "#/$defs/group"}]},
        },
        "field": {**_table(_VALUES, ("type",)), "allOf": _conditions()},
        "group": _table(dict(zip(GROUP_KEYS, (_LABELS, {"$ref": "#/$defs/fields"}), strict=True)), ("fields",)),
    }
    return document


def rules_file_schema() -> dict[str, object]:
    """Give the JSON Schema (2020-12) of rules files."""
    now: Json = {"type": "string", "description": "a time with an offset: 2026-11-29T09:00:00+08:00"}
    common: dict[str, Json] = {"text": _TEXT, "also": _TEXTS, "todo": _FLAG, "now": now}
    rule = {
        "id": {"type": "string", **_NAMES},
        "field": {**_TEXT, "description": "field path of the schema"},
        "priority": {"type": "integer", "minimum": -1000, "maximum": 1000},
        "patterns": {
            "type": "object",
            "additionalProperties": _TEXTS,
            "minProperties": 1,
            "description": "any or a language to RE2 patterns; {value} is the grammar of the field's type",
        },
        "unless": _table({"near": _TEXTS, "within": {"type": "integer", "minimum": 0, "maximum": 1000}}, ("near",)),
        "clauses": {"anyOf": [{"enum": list(CLAUSES)}, {"type": "array", "items": {"enum": list(CLAUSES)}}]},
        "speaker": {"enum": list(SPEAKERS)},
        "asks": _FLAG,
        "answers": _FLAG,
        "topic": _FLAG,
        "refers": _FLAG,
        "any_case": _FLAG,
        "match": _examples({**common, "value": {"description": "as JSON"}}, ("text", "value")),
        "no_match": _examples(common, ("text",)),
    }
    sections: dict[str, object] = {
        "dualmem": {"const": RULES_FORMAT},
        "for": {**_TEXT, "description": "id of the schema"},
        "now": now,
        "rules": {
            "type": "array",
            "minItems": 1,
            "items": _table(rule, ("id", "field", "patterns", "match", "no_match")),
        },
    }
    return _document("dualmem rules", sections, ("dualmem", "for", "rules"))


def write_file_schemas(folder: Path) -> tuple[Path, Path]:
    """Write both into a project's ``.dualmem`` folder, where first lines point; give the paths."""
    written = (folder / "schema.schema.json", folder / "rules.schema.json")
    for path, document in zip(written, (schema_file_schema(), rules_file_schema()), strict=True):
        path.write_bytes(orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    return written


def _task() -> dict[str, object]:
    return _table(
        {
            "when": {"type": "object", "minProperties": 1},
            "requires": _PATHS,
            "block": _FLAG,
            "ask": {"type": "object", "additionalProperties": {"type": "object", "additionalProperties": _TEXT}},
        }
    )


def _conditions() -> list[dict[str, object]]:
    """Give which keys have a meaning for which types (a list or map takes those of what it is of)."""
    found: list[dict[str, object]] = []
    for key, kinds in ONLY_FOR.items():
        both = [*kinds, *(kind for kind in ("list", "map") if kind not in kinds)]
        found.append(
            {"if": {"required": [key]}, "then": {"properties": {"type": {"enum": both}}}},
        )
    for kind, key in (("id", "pattern"), ("choice", "choices"), ("list", "of"), ("map", "of")):
        found.append(
            {"if": {"properties": {"type": {"const": kind}}, "required": ["type"]}, "then": {"required": [key]}}
        )
    return found


def _examples(properties: Mapping[str, object], required: Sequence[str]) -> dict[str, object]:
    return {"type": "array", "minItems": 1, "items": _table(properties, required)}


def _table(properties: Mapping[str, object], required: Sequence[str] = ()) -> dict[str, object]:
    table: dict[str, object] = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    if required:
        table["required"] = list(required)
    return table


def _document(title: str, sections: Mapping[str, object], required: Sequence[str]) -> dict[str, object]:
    draft = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": draft, "title": title, **_table(sections, required)}
