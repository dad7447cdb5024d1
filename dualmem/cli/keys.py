"""``dualmem keys``: the master key, and the keys that it wraps."""

import dataclasses
import os
from pathlib import Path

import click

from dualmem.cli.app import App, examples, with_app
from dualmem.cli.who import actor_option
from dualmem.errors import Conflict, NotFound


@click.group()
def keys() -> None:
    """Show, make, rotate, back up and restore the encryption keys."""


@keys.command(epilog=examples("dualmem keys status"))
@with_app
def status(app: App) -> None:
    """Print where the master key comes from, and whether it opens this store. The key itself is never printed."""
    from dualmem.cli.opening import open_memory

    if not app.config.store.exists():
        raise NotFound(f"there is no store {app.config.store}", next_step="`dualmem hear` or `chat` makes one.")
    with open_memory(app.config) as memory:
        found = memory.keys.status()
    app.out.record({"key": _source(app), "opens": str(app.config.store), **found})


@keys.command(epilog=examples("dualmem keys rotate /secure/next.key", "dualmem keys rotate /secure/next.key --open"))
@click.argument("file")
@click.option("--open", "is_open", is_flag=True, help="The old key opens the store too, until a rotate without --open.")
@actor_option
@with_app
def rotate(app: App, *, file: str, is_open: bool, actor: str) -> None:
    """Wrap every data key with the master key in FILE, which is made where there is none.

    Programs that use the store meanwhile go on. From then on it opens with that key only: name it by `key` in
    dualmem.toml, DUALMEM_KEY_FILE or DUALMEM_KEY. After a crash in the middle, run it again with the old key. Keep the
    old one for as long as copies of the file of keys need it. `audit list -s _store` shows who rotated when.
    """
    from dualmem.cli.opening import open_existing

    with open_existing(app.config) as memory:
        count = memory.keys.rotate(Path(file), is_open=is_open, actor=actor, channel="cli")
    app.out.record({"key": file, "data_keys": count})


@keys.command(
    epilog=examples(
        "dualmem keys reencrypt                what stands under an older key or suite",
        "dualmem keys reencrypt --fresh        a new data key for every subject first",
    )
)
@click.option("--fresh", is_flag=True, help="Give every subject a new data key first.")
@actor_option
@with_app
def reencrypt(app: App, *, fresh: bool, actor: str) -> None:
    """Seal anew what the store holds under an older data key or suite, of every subject, while programs use it.

    Stopped or killed, run it again: it goes on where it was. Records of the audit keep their key for as long as they
    are kept (`retention.audit_payloads`): the chain is made of their tokens. Exits with 1 where a token does not open
    (`audit verify` names it).
    """
    from dualmem.cli.opening import open_existing

    with open_existing(app.config) as memory:
        found = memory.keys.reencrypt(is_fresh=fresh, actor=actor, channel="cli")
        suite = memory.keys.status()["suite"]
    app.out.record({"suite": suite, **dataclasses.asdict(found)})
    if found.unreadable:
        raise click.exceptions.Exit(1)


@keys.command(epilog=examples("dualmem keys make", "dualmem keys make --file /secure/dualmem.key"))
@click.option("--file", help="Where (default: the place `keys status` prints).")
@with_app
def make(app: App, *, file: str | None) -> None:
    """Make a new master key, readable by its owner only. One is made by itself at first use, too.

    Exits with 5 where a key is there already: it is never written over.
    """
    from dualmem.vault import master

    place = Path(file) if file else _place(app)
    if place.exists():
        raise Conflict(f"{place} is there already", next_step="A key is never written over.")
    master.make(place)
    app.out.record({"key": str(place)})


@keys.command(
    epilog=examples(
        "dualmem keys backup /usb/dualmem.key                      the master key",
        "dualmem keys backup /vault/memory.keys --data-keys        the file of keys",
    )
)
@click.argument("target")
@click.option("--data-keys", is_flag=True, help="The file of keys (one for each subject, wrapped), not the master key.")
@with_app
def backup(app: App, *, target: str, data_keys: bool) -> None:
    """Copy the master key, or with --data-keys the wrapped keys of the subjects, to a new file TARGET.

    A backup of the store needs both to be read; keep each apart from it, and from the other. A copy of the file of
    keys still opens what is forgotten later: renew it, and destroy the old one, after each forgetting of a subject.
    Exits with 5 where TARGET is there, or lies beside a store.
    """
    from dualmem.cli.files import write_new
    from dualmem.storage.backups import backup_keys

    if data_keys:
        backup_keys(app.config.store, target)
        app.out.record({"data_keys": target, "needs": ["the master key"]})
        return
    write_new(Path(target), _master(app).hex() + "\n")
    app.out.record({"key": target})


@keys.command(epilog=examples("dualmem keys restore /vault/memory.keys"))
@click.argument("file")
@actor_option
@with_app
def restore(app: App, *, file: str, actor: str) -> None:
    """Put FILE, a copy of the file of keys (`keys backup --data-keys`), in its place, if the master key opens it.

    The file that was there is set aside. A subject that the store says was forgotten stays so: its old key is
    destroyed. Exits with 3 where FILE is damaged, is another store's, or the store is in use.
    """
    from dualmem.cli.restoring import restore_keys

    app.out.record(restore_keys(app, file, actor))


def _place(app: App) -> Path:
    from dualmem.config import key_file

    return app.config.key or Path(os.environ.get("DUALMEM_KEY_FILE") or key_file(os.environ))


def _master(app: App) -> bytes:
    """Give the master key, wherever it comes from."""
    from dualmem.vault import master

    command = app.config.plans.key_command
    if command is not None:
        return master.from_environment(os.environ) or master.from_command(command.argv, command.timeout_s)
    return master.find(os.environ, _place(app), is_new=False)


def _source(app: App) -> str:
    if os.environ.get("DUALMEM_KEY"):
        return "DUALMEM_KEY"
    command = app.config.plans.key_command
    return f"the command {command.argv[0]}" if command is not None else str(_place(app))
