"""Files that commands write: new ones only, readable by their owner only."""

import os
from pathlib import Path

from dualmem.errors import Conflict


def write_new(path: Path, text: str) -> None:
    """Write a text to a new file, 0600.

    Raises:
        Conflict: The file is there already.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    try:
        handle = os.open(path, flags, 0o600)
    except FileExistsError as error:
        raise Conflict(f"{path} is there already", next_step="Nothing was written; choose another name.") from error
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
