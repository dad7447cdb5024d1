"""Recovering: a damaged store read subject by subject, each verified before it is taken."""

import contextlib
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from dualmem.cli.app import App
from dualmem.errors import DualmemError, KeyMissing, StoreCorrupt


def recover(app: App, path: Path) -> dict[str, list[str] | str]:
    """Salvage a store, and give what was kept, what was lost, and where the damaged file is now.

    Who is lost is known from the damaged store, and from the file of keys, which names everybody.

    Raises:
        KeyMissing: The file of keys is not there, so that nothing could be verified; nothing was changed.
        StoreCorrupt: Nothing can be brought back, or it is no store; nothing was changed.
    """
    from dualmem.storage import recovery
    from dualmem.storage.backups import keys_of

    fresh = path.with_name(f".{path.name}.salvaged")
    with _cleared(fresh):
        found = recovery.salvage(path, fresh)
        if not keys_of(path).exists():
            raise KeyMissing(
                f"the file of keys {keys_of(path)} is missing: without it nothing can be verified",
                next_step="Put a copy of it back first: `dualmem keys restore FILE`.",
            )
        for side in ("", "-wal"):
            if Path(f"{keys_of(path)}{side}").exists():
                shutil.copyfile(f"{keys_of(path)}{side}", f"{keys_of(fresh)}{side}")
        lost = dict.fromkeys(found.lost, "can not be read whole")
        if not found.is_complete:
            lost |= {
                place: "nothing of it can be read" for place in _known(fresh) if place not in found.copied + found.lost
            }
        kept: list[str] = []
        for place in found.copied:
            told = _fault(app, fresh, place)
            if told is None:
                kept.append(f"{place[1]} of {place[0]}")
            else:
                recovery.drop(fresh, place)
                lost[place] = told
        if lost and not kept:
            raise StoreCorrupt(
                f"no subject of {path} can be brought back; it was left as it is",
                next_step="Restore a backup: `dualmem db backups`, then `dualmem db restore backup_1`.",
            )
        aside = recovery.swap(path, fresh, datetime.now(UTC))
    told_lost = [f"{name} of {tenant}: {why}" for (tenant, name), why in sorted(lost.items())]
    return {"store": str(path), "damaged": str(aside), "kept": kept, "lost": told_lost}


@contextlib.contextmanager
def _cleared(fresh: Path) -> Iterator[None]:
    """Have nothing of an earlier or failed run beside the store."""
    from dualmem.storage import files
    from dualmem.storage.backups import keys_of

    every = [file for path in (fresh, keys_of(fresh)) for file in (path, *files.side_files(path))]
    try:
        for file in every:
            file.unlink(missing_ok=True)
        yield
    finally:
        for file in every:
            file.unlink(missing_ok=True)


def _known(fresh: Path) -> list[tuple[str, str]]:
    """Give everybody who has a key."""
    from dualmem.storage.backups import keys_of
    from dualmem.storage.keys import SqliteKeys

    with contextlib.closing(SqliteKeys(keys_of(fresh))) as keys:
        return [place for place in keys.subjects() if place[0]]


def _fault(app: App, fresh: Path, place: tuple[str, str]) -> str | None:
    """Give what is wrong with a salvaged subject; None where it verifies."""
    from dualmem.cli.opening import open_memory

    with open_memory(replace(app.config, store=fresh, tenant=place[0])) as memory:
        try:
            report = memory.audit.verify(place[1])
        except DualmemError as error:
            return str(error)
    return None if report.is_ok else "; ".join(report.lines()[1:4])
