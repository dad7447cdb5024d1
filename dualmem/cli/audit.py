"""``dualmem audit``: the log of every change."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

import click

from dualmem.cli.app import App, examples, with_app
from dualmem.cli.audit_rows import COLUMNS, Filters, line_of
from dualmem.cli.output import Row, csv_text, dumps, safe

P = ParamSpec("P")
R = TypeVar("R")
_TABLE: Final = {
    "sequence": "no.",
    "at": "when",
    "kind": "what",
    "field": "field",
    "old": "old",
    "new": "new",
    "actor": "by",
    "conversation": "conversation",
}


@click.group()
def audit() -> None:
    """Read, verify and export the log of every change."""


def filters(function: Callable[P, R]) -> Callable[P, R]:
    """Give a command the options that choose records."""
    for option in (
        click.option("--limit", type=click.IntRange(min=1), help="Only the last N."),
        click.option("--kind", metavar="NAME", help="UpdateConfirmed, FieldSet, FieldErased, …"),
        click.option("--until", metavar="TIME", help="Before this time."),
        click.option("--since", metavar="TIME", help="From this time on (2026-11-29, 2026-11-29T09:00)."),
        click.option("--channel", help="user, cli, api, import, …"),
        click.option("--by", metavar="ACTOR", help="Who acted: user, system, operator:…"),
        click.option("--field", help="Field path, or the beginning of one (business_context)."),
    ):
        function = option(function)
    return function


@audit.command(
    "list",
    epilog=examples(
        "dualmem audit list",
        "dualmem audit list --field business_context.budget --since 2026-11-01",
        "dualmem audit list --lines          one readable line per change",
        "dualmem audit list --csv > changes.csv",
    ),
)
@filters
@click.option("--lines", is_flag=True, help="One line per change: time, field, old, new, by, conversation.")
@click.option("--csv", "is_csv", is_flag=True, help="CSV instead of a table.")
@with_app
def list_records(app: App, *, lines: bool, is_csv: bool, **chosen: object) -> None:
    """List records, oldest first. Sensitive values are masked."""
    rows = _rows(app, chosen)
    if lines:
        for row in rows:
            for line in line_of(row):
                click.echo(safe(line))
    elif is_csv:
        click.echo(csv_text(rows, COLUMNS), nl=False)
    else:
        app.out.rows(rows, _TABLE, empty="no record")


@audit.command(epilog=examples("dualmem audit verify", "dualmem audit verify --all"))
@click.option("--all", "is_all", is_flag=True, help="Every subject of the tenant.")
@with_app
def verify(app: App, *, is_all: bool) -> None:
    """Check that the chain is whole, every record opens, and the state equals the replay of its records.

    Exits with 1 where anything is wrong.
    """
    from dualmem.cli.opening import open_memory

    with open_memory(app.config) as memory:
        subjects = list(memory.subjects()) if is_all else [app.subject]
        reports = [memory.audit.verify(subject) for subject in subjects]
    if app.out.is_json:
        app.out.data(
            [{"subject": r.subject, "ok": r.is_ok, "records": r.chain.records, "lines": r.lines()} for r in reports]
        )
    else:
        for report in reports:
            click.echo("\n".join(map(safe, report.lines())))
    if not all(report.is_ok for report in reports):
        raise click.exceptions.Exit(1)


@audit.command(epilog=examples("dualmem audit export audit.jsonl", "dualmem audit export audit.csv --since 2026-11-01"))
@click.argument("target")
@filters
@with_app
def export(app: App, *, target: str, **chosen: object) -> None:
    """Write records to a new file TARGET: JSON lines, or CSV for a name that ends in .csv.

    Sensitive values are masked.
    """
    from dualmem.cli.files import write_new

    rows = _rows(app, chosen)
    is_csv = target.endswith(".csv")
    text = csv_text(rows, COLUMNS) if is_csv else _json_lines(rows, is_ascii=app.out.is_ascii)
    write_new(Path(target), text)
    app.out.record({"file": target, "records": len(rows)})


def _json_lines(rows: Iterable[Row], *, is_ascii: bool) -> str:
    return "".join(dumps(dict(row), indent=None, is_ascii=is_ascii) + "\n" for row in rows)


def _rows(app: App, chosen: dict[str, object]) -> list[Row]:
    from dualmem.cli.audit_rows import read_rows
    from dualmem.cli.opening import open_memory

    with open_memory(app.config) as memory:
        return read_rows(memory, app.subject, Filters.of(chosen))
