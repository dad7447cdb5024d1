"""``dualmem state``: what is remembered."""

from pathlib import Path

import click

from dualmem.cli.app import App, examples, read_input, with_app
from dualmem.cli.output import dumps
from dualmem.cli.times import moment
from dualmem.cli.views import HISTORY_COLUMNS, STATE_COLUMNS
from dualmem.cli.who import actor_option


@click.group()
def state() -> None:
    """Show, set, trace, export and import what is remembered."""


@state.command(
    epilog=examples(
        "dualmem state show",
        "dualmem state show business_context",
        "dualmem state show --reveal --json        encrypted values in clear; the asking is audited",
    )
)
@click.argument("field", required=False)
@click.option("--reveal", is_flag=True, help="Encrypted values in clear; the asking is audited.")
@click.option("--language", metavar="CODE", help="Language of names and values (default: the schema's first).")
@actor_option
@with_app
def show(app: App, *, field: str | None, reveal: bool, language: str | None, actor: str) -> None:
    """Show the confirmed values, of all fields or of FIELD and what lies below it. Sensitive values are masked."""
    from dualmem.cli.opening import open_memory
    from dualmem.cli.views import below, field_path, state_rows, unreadable_rows

    with open_memory(app.config) as memory:
        schema = memory.schema
        chosen = language or schema.languages[0]
        rows = state_rows(schema, memory.state(app.subject, reveal=reveal, actor=actor), chosen)
        rows += unreadable_rows(schema, memory.unreadable(app.subject), chosen)
        if field is not None:
            path = field_path(schema, field)
            rows = [row for row in rows if below(str(row["field"]), path)]
    app.out.rows(rows, STATE_COLUMNS, empty="nothing is remembered yet")


@state.command(
    "set",
    epilog=examples(
        "dualmem state set business_context.budget.ceiling 60万",
        "dualmem state set business_context.deadline 2026-12-15",
        "dualmem state set current_task.constraints '[\"必须兼容IE11\"]'",
    ),
)
@click.argument("field")
@click.argument("value")
@click.option("--operation-id", help="Repeating it writes nothing again.")
@actor_option
@with_app
def set_state(app: App, *, field: str, value: str, operation_id: str | None, actor: str) -> None:
    """Write VALUE to FIELD at once, as an operator's act. VALUE is read by the field's grammar, or is JSON.

    Exits with 2 where the field refuses the value; an unknown FIELD names the nearest one.
    """
    from dualmem.cli.opening import open_memory
    from dualmem.cli.typed import json_of_text
    from dualmem.cli.views import change_rows, field_path

    with open_memory(app.config) as memory:
        path = field_path(memory.schema, field)
        data = json_of_text(memory.schema.field(path), value, moment(None))
        events = memory.set(app.subject, path, data, actor=actor, channel="cli", operation_id=operation_id)
        rows = change_rows(memory.schema, events)
    app.out.rows(rows, {"field": "field", "old": "was", "new": "is"}, empty="it holds that value already")


@state.command(epilog=examples("dualmem state clear business_context.deadline"))
@click.argument("field")
@actor_option
@with_app
def clear(app: App, *, field: str, actor: str) -> None:
    """Take the value of FIELD away. It stays in the history: `undo`, `rollback` bring it back; `forget` is for good."""
    from dualmem.cli.opening import open_memory
    from dualmem.cli.views import change_rows, field_path

    with open_memory(app.config) as memory:
        path = field_path(memory.schema, field)
        rows = change_rows(memory.schema, memory.clear(app.subject, path, actor=actor, channel="cli"))
    app.out.rows(rows, {"field": "field", "old": "was", "new": "is"}, empty="it has no value")


@state.command(epilog=examples("dualmem state history business_context.budget.ceiling", "dualmem state history 预算"))
@click.argument("field")
@with_app
def history(app: App, *, field: str) -> None:
    """Show every change of FIELD, oldest first: when, old, new, who, in which words."""
    from dualmem.cli.history import data_rows, table_rows

    chosen = {"field": field, "changes_only": True}
    rows = data_rows(app, chosen) if app.out.is_json else table_rows(app, chosen)
    app.out.rows(rows, HISTORY_COLUMNS, empty="it was never written")


@state.command(
    epilog=examples(
        "dualmem state export me.json",
        "dualmem state export - | less",
        "dualmem state export person.json --everything --reveal      all that is kept of a person",
    )
)
@click.argument("target", default="-")
@click.option("--reveal", is_flag=True, help="Encrypted values in clear; the asking is audited.")
@click.option("--everything", is_flag=True, help="With the texts of the turns, the history and the settings.")
@actor_option
@with_app
def export(app: App, *, target: str, reveal: bool, everything: bool, actor: str) -> None:
    """Write the subject's memory as readable JSON to TARGET (- prints it): state, queue, notes, snapshots.

    The file is readable by its owner only. Without --reveal it holds sensitive values masked.
    """
    from dualmem.cli.files import write_new
    from dualmem.cli.opening import open_memory

    with open_memory(app.config) as memory:
        document = memory.export(app.subject, reveal=reveal, everything=everything, actor=actor)
    text = dumps(document, is_ascii=app.out.is_ascii) + "\n"
    if target == "-":
        click.echo(text, nl=False)
        return
    write_new(Path(target), text)
    app.out.record({"file": target, "bytes": len(text.encode())})


@state.command(
    "import",
    epilog=examples(
        "dualmem state import me.json                 every value waits for a yes",
        "dualmem state import old_agent.json --trusted",
    ),
)
@click.argument("file")
@click.option("--trusted", is_flag=True, help="Write at once, as an operator's act.")
@actor_option
@with_app
def import_state(app: App, *, file: str, trusted: bool, actor: str) -> None:
    """Take in FILE: an export, or the JSON of a simple memory agent.

    That is {facts, notes}, a list of {content, tags, importance, ts}, or a nested state document.

    Every value arrives as waiting; what does not validate is listed and left out. Exits with 1 where some
    was left out. Snapshots stay with the store they were taken in.
    """
    from dualmem.cli.opening import open_memory

    text = read_input(file)
    with open_memory(app.config) as memory:
        report = memory.import_(app.subject, text, is_trusted=trusted, actor=actor)
    rows = [{"what": what, "outcome": outcome} for what, outcome in report.rows()]
    app.out.rows(rows, {"what": "what", "outcome": "outcome"}, empty="nothing in it")
    if any(not what.startswith("snapshot ") for what, _ in report.left_out):
        raise click.exceptions.Exit(1)
