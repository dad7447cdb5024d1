"""Snapshots: list, compare, and keep as files. They are taken by the ledger, together with what they precede."""

import contextlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

import orjson

from dualmem import records
from dualmem.errors import Conflict, InvalidInput, StorageError
from dualmem.jobs.archive import Archive, is_forgotten
from dualmem.model.snapshot import Snapshot
from dualmem.model.state import Held
from dualmem.model.value import Value
from dualmem.ports import SealContext

FORMAT: Final = "snapshot/1"
_MOST_BYTES: Final = 64_000_000
_STEP: Final = "Take a file that `dualmem snapshot save TAG FILE` wrote."


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One field that differs.

    Attributes:
        field: Field path.
        old: Value in the first; None for absent.
        new: Value in the second; None for absent.
    """

    field: str
    old: Value | None
    new: Value | None


def diff(old: Mapping[str, Held], new: Mapping[str, Held]) -> tuple[Difference, ...]:
    """Give the fields whose value differs, in order of path."""
    before, after = ({path: held.value for path, held in fields.items()} for fields in (old, new))
    return tuple(
        Difference(field=path, old=before.get(path), new=after.get(path))
        for path in sorted({*before, *after})
        if before.get(path) != after.get(path)
    )


def write_file(archive: Archive, tag: str, path: Path) -> None:
    """Keep a snapshot as a file (0600): sealed, so that it opens only with this store's key.

    Raises:
        NotFound: There is no such snapshot.
        Conflict: The file exists.
    """
    snapshot = archive.snapshot(tag)
    token = archive.vault.seal(_context(archive, tag), records.dump(snapshot))
    data = {
        "dualmem": FORMAT,
        "subject": archive.subject,
        "tag": tag,
        "at": snapshot.at.isoformat(),
        "version": snapshot.version,
        "token": token,
    }
    write_private(path, orjson.dumps(data, option=orjson.OPT_INDENT_2) + b"\n")


def read_file(archive: Archive, path: Path) -> tuple[Snapshot, tuple[str, ...]]:
    """Give the snapshot of a file without what was forgotten since, and the paths of that.

    Raises:
        InvalidInput: It is no snapshot file.
        TokenUnreadable: It is of another subject, or was changed.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InvalidInput(f"can not read {path}: {error.strerror}", path=str(path)) from error
    try:
        data = orjson.loads(raw) if len(raw) <= _MOST_BYTES else None
        if not isinstance(data, dict) or data["dualmem"] != FORMAT:
            raise InvalidInput(f"{path} is no snapshot file", path=str(path), next_step=_STEP)
        tag, token = str(data["tag"]), str(data["token"])
    except (ValueError, KeyError) as error:
        raise InvalidInput(f"{path} is no snapshot file", path=str(path), next_step=_STEP) from error
    snapshot = records.load(Snapshot, archive.vault.open(_context(archive, tag), token))
    forgotten = archive.forgotten()
    kept = {path: held for path, held in snapshot.fields.items() if not is_forgotten(path, held.at, forgotten)}
    left_out = tuple(path for path in snapshot.fields if path not in kept)
    return replace(snapshot, fields=MappingProxyType(kept)), left_out


def write_private(path: Path, data: bytes) -> None:
    """Write a new file that only its owner can read, whole or not at all.

    Raises:
        Conflict: The file exists.
        StorageError: It can not be written.
    """
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise Conflict(
            f"{path} exists already", path=str(path), next_step="Nothing was written; choose another name."
        ) from error
    except OSError as error:
        raise StorageError(f"can not write {path}: {error.strerror}", path=str(path)) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        with contextlib.suppress(OSError):
            path.unlink()
        raise StorageError(f"can not write {path}: {error.strerror}", path=str(path)) from error


def _context(archive: Archive, tag: str) -> SealContext:
    """Give what a snapshot file is bound to."""
    return SealContext(archive.tenant, archive.subject, "snapshot_file", tag, 0)
