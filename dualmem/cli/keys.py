"""``dualmem keys``: the master key, and the keys that it wraps."""

import os
from pathlib import Path

import click

from dualmem.cli.app import App, examples, with_app
from dualmem.errors import Conflict, NotFound


@click.group()
def keys() -> None:
    """Show, make, rotate and back up the encryption key."""


@keys.command(epilog=examples("dualmem keys status"))
@with_app
def status(app: App) -> None:
    """Print where the master key comes from, and whether it opens this store. The key itself is never printed."""
    from dualmem.cli.opening import open_memory

    place = _place(app)
    is_there = bool(os.environ.get("DUALMEM_KEY")) or place.exists()
    if not app.config.store.exists():
        raise NotFound(f"there is no store {app.config.store}", next_step="`dualmem hear` or `chat` makes one.")
    with open_memory(app.config) as memory:
        found = memory.keys.status()
    app.out.record({"key": _source(place), "there": is_there, "opens": str(app.config.store), **found})


@keys.command(epilog=examples("dualmem keys rotate /secure/next.key", "dualmem keys rotate /secure/next.key --open"))
@click.argument("file")
@click.option("--open", "is_open", is_flag=True, help="The old key opens the store too, until a rotate without --open.")
@with_app
def rotate(app: App, *, file: str, is_open: bool) -> None:
    """Wrap every data key with the master key in FILE, which is made where there is none.

    Programs that use the store meanwhile go on. From then on it opens with that key only: name it by `key` in
    dualmem.toml, DUALMEM_KEY_FILE or DUALMEM_KEY. After a crash in the middle, run it again with the old key. Keep the
    old one for as long as backups need it.
    """
    from dualmem.cli.opening import open_memory

    with open_memory(app.config) as memory:
        count = memory.keys.rotate(Path(file), is_open=is_open)
    app.out.record({"key": file, "data_keys": count})


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


@keys.command(epilog=examples("dualmem keys backup /usb/dualmem.key"))
@click.argument("target")
@with_app
def backup(app: App, *, target: str) -> None:
    """Copy the master key to a new file TARGET. Keep it apart from the store: who has both reads everything."""
    from dualmem.cli.files import write_new
    from dualmem.vault import master

    key = master.find(os.environ, _place(app), is_new=False)
    write_new(Path(target), key.hex() + "\n")
    app.out.record({"key": target})


def _place(app: App) -> Path:
    from dualmem.config import key_file

    return app.config.key or Path(os.environ.get("DUALMEM_KEY_FILE") or key_file(os.environ))


def _source(place: Path) -> str:
    return "DUALMEM_KEY" if os.environ.get("DUALMEM_KEY") else str(place)
