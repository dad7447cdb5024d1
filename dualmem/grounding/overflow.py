"""Overflow: what leaves a full list or map of ``overflow: archive``, so that a new item or entry has room."""

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
    spec = schema.find(path)
    if spec is None or "*" not in spec.path or spec.overflow != "archive" or spec.max_items is None:
        return ()
    head = spec.path.partition("*")[0]
    entries: dict[str, list[str]] = {}
    for held in state.fields:
        if held.startswith(head):
            entries.setdefault(_key(held, head), []).append(held)
    if _key(path, head) in entries or len(entries) < spec.max_items:
        return ()
    oldest = min(entries.values(), key=lambda paths: max(state.fields[one].version for one in paths))
    return tuple(oldest)


def as_note(spec: FieldSpec, path: str, value: Value, language: str) -> str:
    """Give the text of the note that keeps what left: the label, the key of an entry, the value."""
    head = spec.path.partition("*")[0]
    names = spec.labels.get(language) or next(iter(spec.labels.values()), ())
    label = path[len(head) :] if "*" in spec.path else names[0] if names else path
    return f"{label}: {show(value, language, spec.item or spec)}"


def _key(path: str, head: str) -> str:
    return path[len(head) :].split(".", maxsplit=1)[0]
