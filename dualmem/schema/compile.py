"""Compile a schema to a pydantic model of a whole state in public JSON, and to JSON Schema."""

import functools
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError, create_model

from dualmem.errors import InvalidValue
from dualmem.schema.forms import Form, form
from dualmem.schema.spec import Schema

Tree = dict[str, "Tree | str"]


def compile_model(schema: Schema) -> type[BaseModel]:
    """Give the pydantic model of a state document: groups nest, every field may be absent, no other key is taken."""
    return _compiled(schema.digest, _Keyed(schema))


def json_schema(schema: Schema) -> dict[str, object]:
    """Give the JSON Schema (2020-12) of a state document."""
    document = compile_model(schema).model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"dualmem:{schema.id}", **document}


def check_document(schema: Schema, document: object) -> tuple[str, ...]:
    """Give what is wrong with a nested state document, one line each with its path; empty for nothing.

    The lines never hold a value.
    """
    try:
        compile_model(schema).model_validate(document)
    except ValidationError as error:
        return tuple(
            f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"
            for fault in error.errors(include_input=False, include_url=False, include_context=False)
        )
    return ()


def flatten(schema: Schema, document: Mapping[str, object]) -> dict[str, object]:
    """Give path to JSON value of a nested state document, for the fields that the schema has.

    Raises:
        InvalidValue: With all that is wrong.
    """
    faults = check_document(schema, document)
    if faults:
        raise InvalidValue("\n".join(faults), faults=faults)
    found: dict[str, object] = {}
    _walk(schema, document, "", found)
    return found


def _walk(schema: Schema, node: Mapping[str, object], path: str, found: dict[str, object]) -> None:
    for key, value in node.items():
        here = f"{path}.{key}" if path else key
        if value is None:
            continue
        if schema.find(here) is not None:
            found[here] = value
        elif isinstance(value, Mapping):
            _walk(schema, value, here, found)


class _Keyed:
    """A schema that a cache knows by its digest."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Keyed) and other.schema.digest == self.schema.digest

    def __hash__(self) -> int:
        return hash(self.schema.digest)


@functools.lru_cache(maxsize=32)
def _compiled(_digest: str, keyed: _Keyed) -> type[BaseModel]:
    tree: Tree = {}
    for path in keyed.schema.fields:
        node = tree
        *groups, leaf = path.split(".")
        for group in groups:
            child = node.setdefault(group, {})
            assert isinstance(child, dict)
            node = child
        node[leaf] = path
    return _model(keyed.schema, "".join(map(str.title, keyed.schema.id.split("_"))), tree)


def _model(schema: Schema, name: str, tree: Tree) -> type[BaseModel]:
    fields: dict[str, Any] = {}  # what create_model takes
    for key, child in tree.items():
        fields[key] = (_annotation(schema, f"{name}{key.title().replace('_', '')}", child) | None, None)
    return create_model(name, __base__=Form, **fields)


def _annotation(schema: Schema, name: str, child: "Tree | str") -> Any:  # noqa: ANN401  # an annotation
    if isinstance(child, str):
        return form(schema.fields[child])
    if set(child) == {"*"}:
        return dict[str, _annotation(schema, f"{name}Entry", child["*"])]  # type: ignore[misc]
    return _model(schema, name, child)
