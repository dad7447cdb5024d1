"""Recovering: a damaged store read subject by subject, each verified before it is taken."""

import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from dualmem.cli.app import App
from dualmem.errors import DualmemError


def recover(app: App, path: Path) -> dict[str, list[str] | str]:
    """Salvage a store, and give what was kept, what was lost, and where the damaged file is now.

    Raises:
        StorageError: Nothing can be read; nothing was changed.
    """
    from dualmem.storage import files, recovery
    from dualmem.storage.backups import keys_of

    fresh = path.with_name(f".{path.name}.salvaged")
    for old in (fresh, *files.side_files(fresh)):
        old.unlink(missing_ok=True)
    copied, gone = recovery.salvage(path, fresh)
    lost = [f"{place[1]} of {place[0]}: can not be read whole" for place in gone]
    kept: list[str] = []
    for side in ("", "-wal"):
        if Path(f"{keys_of(path)}{side}").exists():
            shutil.copyfile(f"{keys_of(path)}{side}", f"{keys_of(fresh)}{side}")
    try:
        for place in copied:
            told = _fault(app, fresh, place)
            if told is None:
                kept.append(f"{place[1]} of {place[0]}")
            else:
                recovery.drop(fresh, place)
                lost.append(f"{place[1]} of {place[0]}: {told}")
    finally:
        for file in files.side_files(keys_of(fresh)):
            file.unlink(missing_ok=True)
        keys_of(fresh).unlink(missing_ok=True)
    aside = recovery.swap(path, fresh, datetime.now(UTC))
    return {"store": str(path), "damaged": str(aside), "kept": kept, "lost": lost}


def _fault(app: App, fresh: Path, place: tuple[str, str]) -> str | None:
    """Give what is wrong with a salvaged subject; None where it verifies."""
    from dualmem.cli.opening import open_memory

    with open_memory(replace(app.config, store=fresh, tenant=place[0])) as memory:
        try:
            report = memory.audit.verify(place[1])
        except DualmemError as error:
            return str(error)
    return None if report.is_ok else "; ".join(report.lines()[1:4])
