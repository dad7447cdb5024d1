"""State: the confirmed values of one subject, and how an event changes them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple

from dualmem.model.event import Event
from dualmem.model.provenance import Provenance
from dualmem.model.value import Value


class Held(NamedTuple):
    """One stored value.

    Attributes:
        value: The value.
        version: The state version that wrote it.
        at: When it was written, aware.
        provenance: Where it came from.
        stale_since: Version of the change of a ``depends_on`` field after this value was written; None when fresh.
    """

    value: Value
    version: int
    at: datetime
    provenance: Provenance
    stale_since: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The long-term state of one subject.

    Attributes:
        version: Grows by one with every committed change; 0 is empty.
        fields: Field path to held value, for the fields that have one.
    """

    version: int = 0
    fields: Mapping[str, Held] = field(default_factory=lambda: MappingProxyType({}))

    def value(self, path: str) -> Value | None:
        """Give the stored value of a field, or None."""
        held = self.fields.get(path)
        return None if held is None else held.value


def fold(state: State, events: Iterable[Event]) -> State:
    """Give the state after the events: the one definition of what an event means for the state.

    Every event with changes makes one new version.
    """
    fields = dict(state.fields)
    version = state.version
    for event in events:
        version = follow(fields, version, event)
    return State(version=version, fields=MappingProxyType(fields)) if version != state.version else state


def follow(fields: dict[str, Held], version: int, event: Event) -> int:
    """Let held fields follow one event, in place, and give the version after it."""
    if not event.changes:
        return version
    version += 1
    for change in event.changes:
        if change.new is None:
            fields.pop(change.field, None)
        else:
            at, provenance = change.restored_at or event.provenance.at, change.restored_from or event.provenance
            fields[change.field] = Held(change.new, version, at, provenance)
    for path in event.made_stale:
        if path in fields and all(change.field != path for change in event.changes):
            fields[path] = fields[path]._replace(stale_since=version)
    return version
