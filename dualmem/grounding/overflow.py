"""Overflow: what leaves a full list or map of ``overflow: archive``, so that a new item or entry has room."""

from collections.abc import Mapping, Sequence

from dualmem.model.field import FieldSpec
from dualmem.model.state import State
from dualmem.model.value import Value
from dualmem.schema.spec import Schema
from dualmem.values.show import show


def leaving_items(spec: FieldSpec, value: Value | None) -> tuple[Value, ...]:
    """Give the oldest items of a list that are too many; none where the field refuses instead."""
    if spec.overflow != "archive" or spec.max_items is None or not isinstance(value, tuple):
        return ()
    return value[: max(len(value) - spec.max_items, 0)]


def leaving_entries(schema: Schema, state: State, path: str) -> tuple[str, ...]:
    """Give the held paths of the oldest entry of a full map, where ``path`` would be a new entry."""
    entries = _full_map(schema, state, path, "archive")
    oldest = min(entries.values(), key=lambda paths: max(state.fields[one].version for one in paths), default=())
    return tuple(oldest)


def entry_limit(schema: Schema, state: State, path: str) -> int | None:
    """Give the most entries of a full map that refuses ``path`` as a new one; None where there is room."""
    entries = _full_map(schema, state, path, "refuse")
    return schema.groups[_head(schema, path)].max_items if entries else None


def _full_map(schema: Schema, state: State, path: str, overflow: str) -> Mapping[str, Sequence[str]]:
    """Give the entries of a full map that does so when it is full: their keys, and the paths held of each."""
    head = _head(schema, path)
    whole = schema.groups.get(head) if head else None
    if whole is None or whole.overflow != overflow or whole.max_items is None:
        return {}
    if len(state.fields) < whole.max_items:  # too few to be full, whatever they are
        return {}
    entries: dict[str, list[str]] = {}
    for held in state.fields:
        if held.startswith(f"{head}."):
            entries.setdefault(_key(held, head), []).append(held)
    return entries if _key(path, head) not in entries and len(entries) >= whole.max_items else {}


def _head(schema: Schema, path: str) -> str:
    """Give the path of the map that a path is an entry of; empty for none."""
    if path in schema.fields:  # an entry of a map has no path of its own
        return ""
    spec = schema.find(path)
    return spec.path.partition(".*")[0] if spec is not None and "*" in spec.path else ""


def as_note(spec: FieldSpec, path: str, value: Value, language: str) -> str:
    """Give the text of the note that keeps what left: the label, the key of an entry, the value."""
    head = spec.path.partition("*")[0]
    names = spec.labels.get(language) or next(iter(spec.labels.values()), ())
    label = path[len(head) :] if "*" in spec.path else names[0] if names else path
    return f"{label}: {show(value, language, spec.item or spec)}"


def _key(path: str, head: str) -> str:
    return path[len(head) + 1 :].split(".", maxsplit=1)[0]
