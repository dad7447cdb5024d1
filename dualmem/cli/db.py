"""``dualmem db``: the store as a file."""

import contextlib
from pathlib import Path

import click

from dualmem.cli.app import App, examples, with_app
from dualmem.cli.who import actor_option
from dualmem.errors import NotFound


@click.group()
def db() -> None:
    """Inspect, upgrade, back up and restore the store."""


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


@db.command(epilog=examples("dualmem db check"))
@with_app
def check(app: App) -> None:
    """Read every page of the store, and verify every subject: chain, tokens, replay.

    Changes nothing. Exits with 3 for a damaged file (`db recover` brings back what can be), with 1 where a subject
    does not verify.
    """
    from dualmem.cli.opening import open_memory
    from dualmem.storage.sqlite import SqliteStore

    with contextlib.closing(SqliteStore(_existing(app))) as store:
        faults = store.check()
    if faults:
        app.out.record({"file": "damaged", "found": list(faults)})
        raise click.exceptions.Exit(3)
    with open_memory(app.config) as memory:
        reports = list(memory.audit.verify_all())
    bad = [line for report in reports if not report.is_ok for line in report.lines()]
    app.out.record({"file": "ok", "subjects": len(reports), "found": bad})
    if bad:
        raise click.exceptions.Exit(1)


@db.command(epilog=examples("dualmem db recover memory.db", "dualmem db recover memory.db --yes"))
@click.argument("file")
@click.option("--yes", "is_sure", is_flag=True, help="Do not ask.")
@with_app
def recover(app: App, *, file: str, is_sure: bool) -> None:
    """Bring back of the damaged store FILE every subject that can be read whole and verifies.

    FILE is set aside as FILE.corrupt-<time>.bak, and what was lost is named. Stop what uses it first, and make a copy.
    Exits with 1 where something was lost.
    """
    from dualmem.cli.recovering import recover as bring_back

    path = Path(file)
    if not path.exists():
        raise NotFound(f"there is no file {file}", next_step="`dualmem doctor` prints where the store is.")
    if not is_sure:
        click.confirm(f"Set {file} aside and put what can be salvaged in its place?", abort=True, err=True)
    found = bring_back(app, path)
    app.out.record(found)
    if found["lost"]:
        raise click.exceptions.Exit(1)


@db.command(epilog=examples("dualmem db upgrade"))
@with_app
def upgrade(app: App) -> None:
    """Bring a store that an older dualmem wrote to the newest layout, after a backup of it (`backup_1`)."""
    from dualmem.cli.restoring import back_up
    from dualmem.storage.sqlite import upgrade as upgrade_store

    path = _existing(app)
    made = back_up(app)
    app.out.record({"path": str(path), "layout": upgrade_store(path), "backup": str(made or "none")})


@db.command(
    epilog=examples(
        "dualmem db backup                                  the next backup_1", "dualmem db backup /disk/m.db"
    )
)
@click.argument("target", required=False)
@with_app
def backup(app: App, *, target: str | None) -> None:
    """Copy the store, while it is in use, to the new file TARGET, or without one to backup_1 (the others move on).

    The copy holds no key: to read it you need the file of keys (`dualmem keys backup FILE --data-keys`) and the master
    key (`dualmem keys backup FILE`), each kept apart from it. So a copy says nothing of a subject that was forgotten
    later: its key is gone. `[backup]` of dualmem.toml has this done every day by itself.
    """
    from dualmem.cli.restoring import back_up
    from dualmem.storage.backups import backup as copy

    path = _existing(app)
    if target is None:
        made = back_up(app)
        if made is None:
            raise NotFound("no backup is kept", next_step="Set `keep` of [backup] in dualmem.toml, or name a TARGET.")
    else:
        made = Path(target)
        copy(path, made)
    needs = ["the file of keys", "the master key"]
    app.out.record({"backup": str(made), "size_bytes": made.stat().st_size, "holds_keys": False, "needs": needs})
    app.out.line("It holds no key. Keep the keys elsewhere: `dualmem keys backup`, with and without --data-keys.")


@db.command(
    epilog=examples(
        "dualmem db restore backup_1",
        "dualmem db restore /disk/memory.db --receipt r1.json --receipt r2.json",
    )
)
@click.argument("source")
@click.option(
    "--receipt",
    "receipts",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A receipt of a forgetting, to be followed where the store that is there can not be read; repeatable.",
)
@actor_option
@with_app
def restore(app: App, *, source: str, receipts: tuple[Path, ...], actor: str) -> None:
    """Put the backup SOURCE, a name such as backup_1 or a path, in the place of the store.

    First it is verified: every page, every chain, every token. What was forgotten since is forgotten in it as well,
    and the store that was there is set aside as a file, which the result names. The file of keys stays as it is.
    Exits with 3 where the backup is damaged or the store is in use, with 1 where a subject does not verify; then
    nothing was changed.
    """
    from dualmem.cli.restoring import restore as put_back

    app.out.record(put_back(app, source, actor, receipts))


@db.command("backups", epilog=examples("dualmem db backups"))
@with_app
def list_backups(app: App) -> None:
    """List the backups that are made by themselves, the newest first, and the stores that were set aside."""
    from dualmem.cli.restoring import copies

    app.out.rows(copies(app), {"name": "name", "at": "of", "size_bytes": "bytes", "file": "file"}, empty="no backup")


@db.command(epilog=examples("dualmem db retain", "dualmem db retain --dry-run"))
@click.option("--dry-run", "is_dry", is_flag=True, help="Only count what would go.")
@with_app
def retain(app: App, *, is_dry: bool) -> None:
    """Let go of what is older than the schema's periods: texts of turns, waiting updates, audit payloads.

    `window.keep` and `retention` of the schema name the periods. Audit headers stay, and so does what the present
    state came from. Run it every day; `doctor` says where it is due.
    """
    from dualmem.cli.opening import open_memory

    _existing(app)
    with open_memory(app.config) as memory:
        found = list(memory.retention.due() if is_dry else memory.retention.run())
    total = {name: sum(getattr(one, name) for one in found) for name in ("turns", "pending", "payloads")}
    app.out.record({"subjects": len(found), **total})


def _existing(app: App) -> Path:
    path = app.config.store
    if not path.exists():
        raise NotFound(f"there is no store {path}", next_step="`dualmem hear`, `chat` or `init` makes one.")
    return path
