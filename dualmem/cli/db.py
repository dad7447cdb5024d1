"""``dualmem db``: the store as a file."""

from pathlib import Path

import click

from dualmem.cli.app import App, examples, with_app
from dualmem.errors import NotFound


@click.group()
def db() -> None:
    """Inspect, upgrade and back up the store."""


@db.command(epilog=examples("dualmem db status", "dualmem db status --db copy.db"))
@with_app
def status(app: App) -> None:
    """Print where the store is, its size, counts, and whether it is intact.

    Changes nothing; exits with 3 for a damaged or foreign file.
    """
    from dualmem.storage.sqlite import SqliteStore

    path = _existing(app)
    store = SqliteStore(path)
    try:
        found = dict(store.status())
    finally:
        store.close()
    app.out.record(found)
    if found.get("integrity") != "ok":
        raise click.exceptions.Exit(3)


@db.command(epilog=examples("dualmem db upgrade"))
@with_app
def upgrade(app: App) -> None:
    """Bring a store that an older dualmem wrote to the newest layout. Make a backup first."""
    from dualmem.storage.sqlite import upgrade as upgrade_store

    path = _existing(app)
    app.out.record({"path": str(path), "layout": upgrade_store(path)})


@db.command(epilog=examples("dualmem db backup /backups/memory-2026-11-29.db"))
@click.argument("target")
@with_app
def backup(app: App, *, target: str) -> None:
    """Copy the store to a new file TARGET, while it is in use.

    The copy is as encrypted as the store: keep the key too (`dualmem keys backup`), but elsewhere.
    """
    from dualmem.storage.sqlite import SqliteStore

    store = SqliteStore(_existing(app))
    try:
        store.backup(target)
    finally:
        store.close()
    app.out.record({"backup": target, "size_bytes": Path(target).stat().st_size})


def _existing(app: App) -> Path:
    path = app.config.store
    if not path.exists():
        raise NotFound(f"there is no store {path}", next_step="`dualmem hear`, `chat` or `init` makes one.")
    return path
