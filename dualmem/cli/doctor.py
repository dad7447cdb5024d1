"""``dualmem doctor``: is everything in its place?"""

import os
import platform
import sqlite3
import sys
from collections.abc import Callable, Iterator
from importlib import metadata, util
from pathlib import Path

import click

from dualmem.cli.app import App, examples, with_app
from dualmem.config import key_file
from dualmem.errors import DualmemError


@click.command(epilog=examples("dualmem doctor", "dualmem doctor --json", "dualmem doctor --production"))
@click.option("--production", "is_production", is_flag=True, help="Check the red lines of a production system as well.")
@with_app
def doctor(app: App, *, is_production: bool) -> None:
    """Check this installation and this project: versions, files and their rights, schema, rules, store, key, model.

    The red lines: cleaned input, white lists, escaped output, the rights of files, a key that does not lie beside the
    data, and no contact or card field in clear. Exits with 1 where a check fails.
    """
    rows = list(_checks(app))
    if is_production:
        from dualmem.cli.production import red_lines

        rows += [_row(check, found, is_ok=is_ok) for check, found, is_ok in red_lines(app)]
    marks = {"ok": click.style("ok", fg="green"), "fault": click.style("FAULT", fg="red", bold=True)}
    if app.out.is_json:
        app.out.data(rows)
    else:
        for row in rows:
            click.echo(f"{marks.get(row['status'], row['status']):5}  {row['check']}: ", nl=False)
            app.out.line(row["found"])
    if any(row["status"] == "fault" for row in rows):
        raise click.exceptions.Exit(1)


def _checks(app: App) -> Iterator[dict[str, str]]:
    config = app.config
    yield _row("dualmem", metadata.version("dualmem"))
    yield _row("python", f"{platform.python_version()} on {sys.platform}", is_ok=sys.version_info[:2] >= (3, 11))
    yield _row("sqlite", sqlite3.sqlite_version, is_ok=sqlite3.sqlite_version_info >= (3, 35))
    yield _row("project", str(config.file or "no dualmem.toml here or above"))
    yield _row("store", f"{config.store} (from {config.source})" + ("" if config.store.exists() else ", not made yet"))
    yield from _rights(config.store)
    yield _row("key", _key(app))
    yield _tried("schema and rules", lambda: _specs(app))
    if config.store.exists():
        yield _tried("memory", lambda: _memory(app))
        yield from _upkeep(app)
        yield _tried("retention", lambda: _retention(app))
    yield _row("model", _model(app))
    for name, purpose in (("httpx2", "models over HTTP: dualmem[llm]"), ("prompt_toolkit", "editing: dualmem[chat]")):
        yield _row(f"extra {name}", "installed" if util.find_spec(name) else f"not installed ({purpose})")


def _row(check: str, found: str, *, is_ok: bool = True) -> dict[str, str]:
    return {"check": check, "status": "ok" if is_ok else "fault", "found": found}


def _tried(check: str, act: Callable[[], str]) -> dict[str, str]:
    try:
        return _row(check, act())
    except (DualmemError, OSError) as error:
        found = error.diagnostics() if isinstance(error, DualmemError) else str(error)
        return _row(check, found, is_ok=False)


def _rights(store: Path) -> Iterator[dict[str, str]]:
    """Check that nobody else can read the files; Windows keeps them private by the rights of the user's folder."""
    if os.name == "nt":
        return
    for file in (store, Path(f"{store}-wal"), Path(f"{store}-shm"), Path(f"{store}.keys")):
        if file.exists():
            mode = file.stat().st_mode & 0o777
            yield _row(f"rights of {file.name}", f"{mode:04o}", is_ok=not mode & 0o077)


def _upkeep(app: App) -> Iterator[dict[str, str]]:
    """Say how old the backups are, and what failed that is made by itself."""
    from dualmem.cli.restoring import copies
    from dualmem.jobs.upkeep import notes, overdue

    plan = app.config.plans.backup
    found = overdue(app.config.store, plan)
    newest = next((str(row["at"]) for row in copies(app) if row["name"] == "backup_1"), "none yet")
    told = "none are kept (keep = 0)" if not plan.keep else f"the newest is of {newest}, {plan.keep} are kept"
    yield _row("backups", found or f"{told}; they hold no key", is_ok=found is None)
    for what, why in notes(app.config.store).items():
        yield _row(f"upkeep: {what}", why, is_ok=False)


def _key(app: App) -> str:
    if os.environ.get("DUALMEM_KEY"):
        return "DUALMEM_KEY"
    command = app.config.plans.key_command
    if command is not None:
        return f"from the command {command.argv[0]}"
    place = app.config.key or Path(os.environ.get("DUALMEM_KEY_FILE") or key_file(os.environ))
    return f"{place}" + ("" if place.exists() else ", made at first use")


def _specs(app: App) -> str:
    from dualmem.specs import load_specs

    specs = load_specs(app.config.schema, app.config.rules, app.config.lexicons)
    rules = sum(len(rule_set.rules) for rule_set in specs.rules)
    return f"{specs.schema.id} version {specs.schema.version}, {len(specs.schema.fields)} fields, {rules} rules"


def _memory(app: App) -> str:
    from dualmem.cli.opening import open_memory

    with open_memory(app.config) as memory:
        reports = list(memory.audit.verify_all())
    faults = [line for report in reports if not report.is_ok for line in report.lines()]
    if faults:
        raise DualmemError("; ".join(faults))
    return f"{len(reports)} subjects, every chain verifies"


def _retention(app: App) -> str:
    """Say how much is older than the schema's periods; what is a day old is no fault."""
    from dualmem.cli.opening import open_memory

    with open_memory(app.config) as memory:
        found = list(memory.retention.due())
    total = sum(one.turns + one.pending + one.payloads for one in found)
    return f"{total} texts, updates and payloads are due to go: run `dualmem db retain`" if total else "nothing is due"


def _model(app: App) -> str:
    model = app.config.model
    return (
        f"{model.get('preset', 'openai')} {model.get('model', '')}".strip() if model else "none: answers from the state"
    )
