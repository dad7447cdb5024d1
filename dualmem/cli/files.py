"""Files that commands write: new ones only, whole or not at all, durable, readable by their owner only."""

import os
import tempfile
from pathlib import Path

from dualmem.errors import Conflict, StorageError
from dualmem.storage.files import link_new

_TAKEN = "Nothing was written; choose another name."


def write_new(path: Path, text: str) -> None:
    """Write a text to a new file, 0600.

    Raises:
        Conflict: The file is there already.
        StorageError: It can not be written; nothing of it is left.
    """
    check_new(path)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
        fresh = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            is_made = link_new(fresh, path)
        finally:
            fresh.unlink(missing_ok=True)
    except OSError as error:
        raise StorageError(
            f"can not write {path}: {error.strerror}",
            path=str(path),
            next_step="Nothing was half written. Check path, rights and disk.",
        ) from error
    if not is_made:
        raise Conflict(f"{path} is there already", next_step=_TAKEN)


def check_new(path: Path) -> None:
    """Refuse a place where no new file can be made, before what it is for is done.

    Raises:
        Conflict: The file is there already.
        StorageError: Its folder is not there, or can not be written.
    """
    if path.exists() or path.is_symlink():
        raise Conflict(f"{path} is there already", next_step=_TAKEN)
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK | os.X_OK):
        raise StorageError(
            f"can not write {path}: {path.parent} is no folder that can be written",
            path=str(path),
            next_step="Make the folder, or name another place. Nothing was done.",
        )
