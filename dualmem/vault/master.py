"""The master key: taken from the environment or a key file, made once where there is none."""

import base64
import binascii
import contextlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from dualmem.errors import KeyMissing, VaultError

VARIABLE: Final = "DUALMEM_KEY"
LENGTH: Final = 32


def find(environ: Mapping[str, str], key_file: Path, *, is_new: bool) -> bytes:
    """Give the master key.

    Args:
        environ: ``DUALMEM_KEY`` in it comes first.
        key_file: Where the key lies otherwise.
        is_new: Nothing was sealed yet: a missing key file is made (0600).

    Raises:
        KeyMissing: There is none, or it is no key of 32 bytes.
    """
    text = environ.get(VARIABLE, "").strip()
    if text:
        return decode(text.encode(), VARIABLE)
    if not key_file.exists():
        if not is_new:
            raise KeyMissing(f"the key file {key_file} of this store is missing", path=str(key_file))
        make(key_file)
    try:
        data = key_file.read_bytes()
    except OSError as error:
        raise KeyMissing(f"can not read the key file {key_file}: {error.strerror}", path=str(key_file)) from error
    return data if len(data) == LENGTH else decode(data, str(key_file))


def decode(data: bytes, source: str) -> bytes:
    """Give the 32 bytes of a key written as 64 hex digits or as base64.

    Args:
        data: What was written.
        source: Where, for the message; the key itself is never shown.
    """
    text = data.strip()
    with contextlib.suppress(ValueError):
        if len(text) == 2 * LENGTH:
            return bytes.fromhex(text.decode())
    with contextlib.suppress(ValueError, binascii.Error):
        key = base64.b64decode(text.translate(bytes.maketrans(b"-_", b"+/")) + b"=" * (-len(text) % 4), validate=True)
        if len(key) == LENGTH:
            return key
    raise KeyMissing(
        f"{source} holds no key",
        source=source,
        next_step="A key is 32 random bytes, written as base64 or as 64 hex digits.",
    )


def make(key_file: Path) -> None:
    """Write a new random key, readable by its owner only; a file that is there already stays."""
    import tempfile  # noqa: PLC0415 - only a key that is made needs it

    try:
        _make_folder(key_file.parent)
        handle, name = tempfile.mkstemp(prefix=f".{key_file.name}.", dir=key_file.parent)
        fresh = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(base64.b64encode(os.urandom(LENGTH)) + b"\n")
                file.flush()
                os.fsync(file.fileno())
            with contextlib.suppress(FileExistsError):
                os.link(fresh, key_file)
        finally:
            fresh.unlink(missing_ok=True)
    except OSError as error:
        raise VaultError(f"can not make the key file {key_file}: {error.strerror}", path=str(key_file)) from error


def _make_folder(folder: Path) -> None:
    """Make a folder and those above it, each open to its owner only."""
    if folder.is_dir():
        return
    _make_folder(folder.parent)
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
