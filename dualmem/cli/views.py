"""Views: rows of what the memory holds, ready for a table or JSON."""

from collections.abc import Iterable, Mapping
from typing import Final

from dualmem.cli.output import Row
from dualmem.exchange import Pending
from dualmem.model.event import Event
from dualmem.model.state import Held, State
from dualmem.model.value import Value
from dualmem.schema.spec import Schema
from dualmem.values.codec import to_json
from dualmem.values.mask import mask
from dualmem.values.show import show

STATE_COLUMNS: Final = {
    "field": "field",
    "label": "name",
    "shown": "value",
    "by": "by",
    "at": "when",
    "version": "version",
}
PENDING_COLUMNS: Final = {"id": "id", "field": "field", "shown": "waits", "quote": "said", "token": "token"}


def shown(schema: Schema, path: str, value: Value | None, language: str, *, reveal: bool = False) -> str:
    """Give a value as a person reads it; a sensitive one masked unless revealed."""
    if value is None:
        return ""
    spec = schema.find(path)
    if spec is not None and spec.sensitive == "encrypt" and not reveal:
        return mask(value, spec.type)
    return show(value, language, spec)


def json_of(schema: Schema, path: str, value: Value | None, *, reveal: bool = False) -> object:
    """Give a value as JSON; a sensitive one masked unless revealed."""
    if value is None:
        return None
    spec = schema.find(path)
    if spec is not None and spec.sensitive == "encrypt" and not reveal:
        return mask(value, spec.type)
    return to_json(value)


def state_rows(schema: Schema, state: State, language: str, *, reveal: bool = False) -> list[Row]:
    """Give one row per stored field, in the order of the schema."""
    return [_state_row(schema, path, held, language, reveal=reveal) for path, held in sorted_fields(schema, state)]


def sorted_fields(schema: Schema, state: State) -> list[tuple[str, Held]]:
    """Give the stored fields in the order of the schema file."""

    def order(item: tuple[str, Held]) -> tuple[int, str]:
        spec = schema.find(item[0])
        return (spec.order if spec else 10**6, item[0])

    return sorted(state.fields.items(), key=order)


def _state_row(schema: Schema, path: str, held: Held, language: str, *, reveal: bool) -> Row:
    return {
        "field": path,
        "label": schema.label(path, language),
        "value": json_of(schema, path, held.value, reveal=reveal),
        "shown": shown(schema, path, held.value, language, reveal=reveal),
        "by": held.provenance.actor,
        "at": held.at.isoformat(timespec="seconds"),
        "version": held.version,
        "stale": held.stale_since is not None,
    }


def event_row(schema: Schema, event: Event) -> Row:
    """Give one row of what happened; sensitive values masked."""
    path = event.field or (event.changes[0].field if event.changes else None)
    return {
        "event": event.kind.value,
        "field": path,
        "value": None if path is None else json_of(schema, path, event.value),
        "changes": [
            {"field": c.field, "old": json_of(schema, c.field, c.old), "new": json_of(schema, c.field, c.new)}
            for c in event.changes
        ],
        "update": event.update,
        "reason": event.reason,
    }


def nested(state: State) -> Mapping[str, object]:
    """Give the state as a nested document: groups as objects, values as JSON."""
    out: dict[str, object] = {}
    for path, held in state.fields.items():
        *groups, leaf = path.split(".")
        place = out
        for group in groups:
            below = place.setdefault(group, {})
            assert isinstance(below, dict)
            place = below
        place[leaf] = to_json(held.value)
    return out


def waiting_line(pending: Iterable[Pending]) -> str:
    """Give the dim line of what waits."""
    names = [update.shown for update in pending]
    return f"waiting: {', '.join(names)}" if names else "nothing waits"
