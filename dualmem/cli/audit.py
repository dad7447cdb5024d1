"""``dualmem audit``: the log of every change."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import click

from dualmem.cli.app import App, examples, with_app
from dualmem.cli.output import Row, dumps, safe
from dualmem.cli.views import AUDIT_COLUMNS

if TYPE_CHECKING:  # imported where a command verifies
    from dualmem.jobs.anchor import AnchorReport

P = ParamSpec("P")
R = TypeVar("R")


@click.group()
def audit() -> None:
    """Read, verify and export the log of every change."""


def with_filters(function: Callable[P, R]) -> Callable[P, R]:
    """Give a command the options that choose records."""
    for option in (
        click.option("--kind", "kinds", multiple=True, metavar="NAME", help="UpdateConfirmed, FieldSet, …"),
        click.option("--until", metavar="TIME", help="Up to this time."),
        click.option("--since", metavar="TIME", help="From this time on (2026-11-29, 2026-11-29T09:00)."),
        click.option("--in", "conversation", metavar="ID", help="Conversation."),
        click.option("--channel", help="user, cli, api, import, …"),
        click.option("--by", "actor", metavar="ACTOR", help="Who acted: user, system, operator, operator:<name>."),
        click.option("--field", help="Field path or name, or a group (business_context)."),
        click.option("--changes", "changes_only", is_flag=True, help="Only what changed the state."),
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
@with_filters
@click.option("--lines", is_flag=True, help="One line per change: time, what, field, old, new, by, conversation.")
@click.option("--csv", "is_csv", is_flag=True, help="CSV instead of a table.")
@with_app
def list_records(app: App, /, *, lines: bool, is_csv: bool, **chosen: object) -> None:
    """List records, oldest first. Sensitive values are masked."""
    from dualmem.cli.history import csv_lines, data_rows, readable_lines, table_rows

    if lines or is_csv:
        for line in (readable_lines if lines else csv_lines)(app, chosen):
            click.echo(line)
    elif app.out.is_json:
        app.out.data(list(data_rows(app, chosen)))
    else:
        app.out.rows(table_rows(app, chosen), AUDIT_COLUMNS, empty="no record")


@audit.command(
    epilog=examples(
        "dualmem audit verify",
        "dualmem audit verify --all",
        "dualmem audit verify --anchor /safe/heads.log",
        "dualmem audit verify --since /safe/heads.log      only what came after",
    )
)
@click.option("--all", "is_all", is_flag=True, help="Every subject of the tenant.")
@click.option("--anchor", metavar="FILE", help="Every subject, and that nothing anchored in FILE is gone.")
@click.option("--since", metavar="FILE", help="Like --anchor, but only the records after what is anchored in FILE.")
@with_app
def verify(app: App, *, is_all: bool, anchor: str | None, since: str | None) -> None:
    """Check that the chain is whole, every record opens, and the state equals the replay of its records.

    Only an anchor outside the database shows records cut off its end, a removed subject or an old copy of all of it.
    Exits with 1 where anything is wrong.
    """
    from dualmem.cli.opening import open_existing

    if since is not None and anchor is not None:
        raise click.UsageError("name one of --anchor and --since")
    log = since if since is not None else anchor
    matched = None
    with open_existing(app.config) as memory:
        if log is not None:
            matched = memory.audit.verify_anchored(Path(log), is_since=since is not None)
            reports = list(matched.reports)
        else:
            reports = list(memory.audit.verify_all()) if is_all else [memory.audit.verify(app.subject)]
    is_ok = all(report.is_ok for report in reports) and (matched is None or not matched.missing)
    rows: list[Row] = [
        {"subject": r.subject, "ok": r.is_ok, "records": r.chain.records, "found": r.lines()} for r in reports
    ]
    if matched is not None and log is not None:
        told = _matched(log, matched)
        rows.append({"subject": None, "anchor": log, "ok": not matched.missing, "heads": matched.heads, "found": told})
        for line in told:
            app.out.line(safe(line))
    if app.out.is_json:
        app.out.data(rows)
    for report in reports:
        for line in report.lines():
            app.out.line(safe(line))
    if not is_ok:
        raise click.exceptions.Exit(1)


def _matched(log: str, found: "AnchorReport") -> list[str]:
    """Say whether a store fits its anchor."""
    if found.missing:
        return [f"{name}: was anchored, and is not in the store any more" for name in found.missing]
    if any(not report.is_ok for report in found.reports):
        return [f"the anchor {log} ({found.heads} heads) names faults:"]
    return [f"the anchor {log} matches: its {found.heads} heads are all in the store"]


@audit.command(
    epilog=examples("dualmem audit anchor /safe/heads.log", "dualmem audit anchor heads.log && cp heads.log /usb/")
)
@click.argument("target")
@with_app
def anchor(app: App, *, target: str) -> None:
    """Append the heads of all chains that changed, signed, to the log TARGET.

    `[audit.anchor]` of dualmem.toml has this done by itself, after 1,000 records or 60 s: to a file, the standard
    output or a program. Keep the log, or a copy of it, where nobody who can write the database can write it.
    """
    from dualmem.cli.opening import open_existing

    with open_existing(app.config) as memory:
        count = memory.audit.anchor(Path(target))
    app.out.record({"anchor": target, "lines": count})


@audit.command(epilog=examples("dualmem audit proof proof.jsonl", "dualmem audit proof proof.jsonl --all"))
@click.argument("target")
@click.option("--all", "is_all", is_flag=True, help="Every subject of the tenant.")
@with_app
def proof(app: App, *, target: str, is_all: bool) -> None:
    """Write the records as they stand, sealed, to TARGET (- prints them), for a verifier that holds no key.

    `docs/verifier/verify_audit.py` checks the file, and an anchor beside it, without dualmem.
    """
    from dualmem.cli.files import write_new
    from dualmem.cli.opening import open_existing

    with open_existing(app.config) as memory:
        lines = list(memory.audit.proof(None if is_all else app.subject))
    if target == "-":
        click.echo("".join(f"{line}\n" for line in lines), nl=False)
        return
    write_new(Path(target), "".join(f"{line}\n" for line in lines))
    app.out.record({"file": target, "records": len(lines)})


@audit.command(epilog=examples("dualmem audit export audit.jsonl", "dualmem audit export audit.csv --since 2026-11-01"))
@click.argument("target")
@with_filters
@with_app
def export(app: App, /, *, target: str, **chosen: object) -> None:
    """Write records to a new file TARGET (- prints them): JSON lines, or CSV for a name that ends in .csv.

    Sensitive values are masked.
    """
    from dualmem.cli.files import write_new
    from dualmem.cli.history import csv_lines, data_rows

    rows = csv_lines(app, chosen) if target.endswith(".csv") else _json_lines(data_rows(app, chosen), app)
    lines = list(rows)
    if target == "-":
        click.echo("".join(f"{line}\n" for line in lines), nl=False)
        return
    write_new(Path(target), "".join(f"{line}\n" for line in lines))
    app.out.record({"file": target, "lines": len(lines)})


def _json_lines(rows: Iterable[Row], app: App) -> Iterator[str]:
    for row in rows:
        yield dumps(dict(row), indent=None, is_ascii=app.out.is_ascii)
