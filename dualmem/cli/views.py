"""Views: rows of what the memory holds, ready for a table or JSON."""

from collections.abc import Iterable
from typing import Final, Protocol

from dualmem.cli.output import Row
from dualmem.exchange import Pending
from dualmem.model.event import Event
from dualmem.model.state import Held, State
from dualmem.model.value import Value
from dualmem.schema.spec import Schema
from dualmem.values.codec import to_json
from dualmem.values.mask import mask
from dualmem.values.show import show


class Changed(Protocol):
    """One field before and after, of an event or of a comparison."""

    @property
    def field(self) -> str:
        """Field path."""
        ...

    @property
    def old(self) -> Value | None:
        """Value before."""
        ...

    @property
    def new(self) -> Value | None:
        """Value after."""
        ...


STATE_COLUMNS: Final = {
    "field": "field",
    "label": "name",
    "shown": "value",
    "by": "by",
    "at": "when",
    "version": "version",
}
AUDIT_COLUMNS: Final = {
    "seq": "no.",
    "time": "when",
    "kind": "what",
    "field": "field",
    "old": "old",
    "new": "new",
    "actor": "by",
    "conversation": "conversation",
}
HISTORY_COLUMNS: Final = {
    "time": "when",
    "old": "old",
    "new": "new",
    "actor": "by",
    "quote": "said",
    "version": "version",
}
PENDING_COLUMNS: Final = {"id": "id", "field": "field", "shown": "waits", "quote": "said", "token": "token"}


def shown(schema: Schema, path: str, value: Value | None, language: str) -> str:
    """Give a value as a person reads it."""
    if value is None:
        return ""
    spec = schema.find(path)
    if isinstance(value, str) and spec is not None and spec.sensitive is not None:
        return value
    return show(value, language, spec)


def masked_json(schema: Schema, path: str, value: Value | None) -> object:
    """Give a value as JSON, masked where its field is sensitive or unknown."""
    if value is None:
        return None
    spec = schema.find(path)
    if spec is not None and spec.sensitive is None:
        return to_json(value)
    return value if isinstance(value, str) and "*" in value else mask(value, spec.type if spec else "text")


def state_rows(schema: Schema, state: State, language: str) -> list[Row]:
    """Give one row per stored field, in the order of the schema."""
    return [_state_row(schema, path, held, language) for path, held in sorted_fields(schema, state)]


def unreadable_rows(schema: Schema, paths: Iterable[str], language: str) -> list[Row]:
    """Give one row per field whose stored value does not open."""
    named = {"value": None, "shown": "unreadable: damaged, or moved from another place", "by": None, "at": None}
    return [{"field": path, "label": schema.label(path, language), **named} for path in paths]


def sorted_fields(schema: Schema, state: State) -> list[tuple[str, Held]]:
    """Give the stored fields in the order of the schema file."""

    def order(item: tuple[str, Held]) -> tuple[int, str]:
        spec = schema.find(item[0])
        return (spec.order if spec else 10**6, item[0])

    return sorted(state.fields.items(), key=order)


def _state_row(schema: Schema, path: str, held: Held, language: str) -> Row:
    return {
        "field": path,
        "label": schema.label(path, language),
        "value": to_json(held.value),
        "shown": shown(schema, path, held.value, language),
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
        "value": None if path is None else masked_json(schema, path, event.value),
        "changes": [change_row(schema, change) for change in event.changes],
        "update": event.update,
        "reason": event.reason,
    }


def change_rows(schema: Schema, events: Iterable[Event]) -> list[Row]:
    """Give one row per changed field; sensitive values masked."""
    return [change_row(schema, change) for event in events for change in event.changes]


def change_row(schema: Schema, change: Changed) -> Row:
    """Give one change; sensitive values masked."""
    return {
        "field": change.field,
        "old": masked_json(schema, change.field, change.old),
        "new": masked_json(schema, change.field, change.new),
    }


def why_row(schema: Schema, path: str, held: Held) -> Row:
    """Give where a value came from."""
    said = held.provenance
    return {
        "field": path,
        "name": schema.label(path, schema.languages[0]),
        "value": shown(schema, path, held.value, schema.languages[0]),
        "quote": said.quote,
        "rule": said.rule,
        "by": said.actor,
        "channel": said.channel,
        "when": held.at.isoformat(timespec="seconds"),
        "conversation": said.conversation,
        "turn": said.turn,
        "version": held.version,
    }


def field_path(schema: Schema, name: str) -> str:
    """Give the path of a field that is named by its path or by one of its labels.

    Raises:
        UnknownField: Names the nearest one.
    """
    if name in schema.groups or schema.find(name) is not None:
        return name
    wanted = name.casefold().strip()
    for spec in schema.fields.values():
        if any(wanted == label.casefold() for labels in spec.labels.values() for label in labels):
            return spec.path
    return schema.field(name).path


def below(path: str, group: str) -> bool:
    """Tell whether a field path is a group's, or the same field."""
    return path == group or path.startswith(group + ".")


def waiting_line(pending: Iterable[Pending]) -> str:
    """Give the dim line of what waits."""
    names = [update.shown for update in pending]
    return f"waiting: {', '.join(names)}" if names else "nothing waits"
