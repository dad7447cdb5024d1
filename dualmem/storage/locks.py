"""Locks: one process, or one thread, at a time does a work on files; the lock of a killed one is free."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from dualmem.storage import files


@contextlib.contextmanager
def held(path: Path, *, wait: bool = False) -> Iterator[bool]:
    """Hold the lock file ``path`` for the time of the block.

    Args:
        path: The lock file; it is made, and stays. It holds nothing.
        wait: Wait for another holder.

    Yields:
        Whether it is held; False where another holds it.
    """
    files.make_folder(path.parent)
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        is_held = _take(handle, wait=wait)
        try:
            yield is_held
        finally:
            if is_held:
                _leave(handle)
    finally:
        os.close(handle)


if sys.platform == "win32":
    import msvcrt

    def _take(handle: int, *, wait: bool) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _leave(handle: int) -> None:
        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _take(handle: int, *, wait: bool) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def _leave(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)
