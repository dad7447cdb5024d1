"""History: the audit rows that a command's options choose, in the form it prints."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import cast

from dualmem.cli.app import App
from dualmem.cli.opening import open_existing
from dualmem.cli.output import Row
from dualmem.cli.times import moment
from dualmem.cli.views import field_path
from dualmem.jobs import history
from dualmem.memory import Memory
from dualmem.schema.spec import Schema


def data_rows(app: App, chosen: Mapping[str, object]) -> Iterator[Row]:
    """Give the chosen records as JSON data."""
    with open_existing(app.config) as memory:
        for row in _search(memory, app, chosen):
            yield history.to_data(row)


def table_rows(app: App, chosen: Mapping[str, object]) -> list[Row]:
    """Give the chosen records for a table: values as a person reads them."""
    with open_existing(app.config) as memory:
        schema = memory.schema
        return [
            {
                **history.to_data(row),
                "old": history.shown(row, row.old, schema, schema.languages[0]),
                "new": history.shown(row, row.new, schema, schema.languages[0]) or row.note,
            }
            for row in _search(memory, app, chosen)
        ]


def csv_lines(app: App, chosen: Mapping[str, object]) -> Iterator[str]:
    """Give the chosen records as CSV lines."""
    with open_existing(app.config) as memory:
        yield from history.to_csv(_search(memory, app, chosen), memory.schema, memory.schema.languages[0])


def readable_lines(app: App, chosen: Mapping[str, object]) -> Iterator[str]:
    """Give the chosen records as one readable line each."""
    with open_existing(app.config) as memory:
        for row in _search(memory, app, chosen):
            yield history.to_line(row, memory.schema, memory.schema.languages[0])


def _search(memory: Memory, app: App, chosen: Mapping[str, object]) -> Iterator[history.Row]:
    return memory.audit.list(app.subject, _filter(memory.schema, chosen))


def _filter(schema: Schema, chosen: Mapping[str, object]) -> history.Filter:
    field = cast("str | None", chosen.get("field"))
    return history.Filter(
        field=None if field is None else field_path(schema, field),
        actor=cast("str | None", chosen.get("actor")),
        channel=cast("str | None", chosen.get("channel")),
        conversation=cast("str | None", chosen.get("conversation")),
        since=_time(chosen.get("since")),
        until=_time(chosen.get("until")),
        kinds=history.read_kinds(cast("tuple[str, ...]", chosen.get("kinds", ()))),
        changes_only=bool(chosen.get("changes_only")),
    )


def _time(text: object) -> datetime | None:
    return None if text is None else moment(str(text))
