"""The master key: taken from the environment or a key file, made once where there is none."""

import base64
import contextlib
import os
import signal
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dualmem.errors import KeyMissing, VaultError

if TYPE_CHECKING:
    from subprocess import Popen

VARIABLE: Final = "DUALMEM_KEY"
LENGTH: Final = 32
_MOST_OUTPUT: Final = 4096


def find(environ: Mapping[str, str], key_file: Path, *, is_new: bool) -> bytes:
    """Give the master key.

    Args:
        environ: ``DUALMEM_KEY`` in it comes first.
        key_file: Where the key lies otherwise.
        is_new: Nothing was sealed yet: a missing key file is made (0600).

    Raises:
        KeyMissing: There is none, or it is no key of 32 bytes.
    """
    found = from_environment(environ)
    if found is not None:
        return found
    if not key_file.exists():
        if not is_new:
            raise KeyMissing(f"the key file {key_file} of this store is missing", path=str(key_file))
        make(key_file)
    try:
        data = key_file.read_bytes()
    except OSError as error:
        raise KeyMissing(f"can not read the key file {key_file}: {error.strerror}", path=str(key_file)) from error
    return data if len(data) == LENGTH else decode(data, str(key_file))


def from_environment(environ: Mapping[str, str]) -> bytes | None:
    """Give the key of ``DUALMEM_KEY``; None where it is not set.

    Raises:
        KeyMissing: It is no key of 32 bytes.
    """
    text = environ.get(VARIABLE, "").strip()
    return decode(text.encode(), VARIABLE) if text else None


def from_command(argv: Sequence[str], timeout_s: float) -> bytes:
    """Give the key that a program prints: 32 bytes, or written as 64 hex digits or base64.

    Args:
        argv: The program and its arguments; no shell reads them.
        timeout_s: Seconds until it is stopped.

    Raises:
        KeyMissing: It can not be run, fails, does not end in time, or prints no key. What it printed is never shown.
    """
    import subprocess  # noqa: PLC0415 - only where a command is configured

    name, step = argv[0], f"Run it by hand: it must print the key and end with 0 within {timeout_s:g} s."
    try:
        with subprocess.Popen(  # noqa: S603 - the words of the project's own file, and no shell
            list(argv),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=os.name == "posix",
        ) as program:
            data = _output(program, timeout_s)
            code = program.wait() if data is not None else None
    except OSError as error:
        raise KeyMissing(f"the key command {name} can not be run: {error.strerror}", next_step=step) from error
    if data is None:
        raise KeyMissing(f"the key command {name} did not end within {timeout_s:g} s", next_step=step)
    if len(data) > _MOST_OUTPUT:
        raise KeyMissing(f"the key command {name} prints more than {_MOST_OUTPUT} bytes", next_step=step)
    if code:
        raise KeyMissing(f"the key command {name} failed (exit {code})", next_step=step)
    return data if len(data) == LENGTH else decode(data, f"what the key command {name} prints")


def _output(program: "Popen[bytes]", timeout_s: float) -> bytes | None:
    """Give what a program prints, up to one byte too much; None for one that had to be stopped."""
    from subprocess import TimeoutExpired  # noqa: PLC0415 - only where a command is configured

    read: list[bytes] = []

    def take() -> None:
        assert program.stdout is not None
        read.append(program.stdout.read(_MOST_OUTPUT + 1))

    reader = threading.Thread(target=take, daemon=True)
    reader.start()
    begin = time.monotonic()
    reader.join(timeout_s)
    is_too_much = bool(read) and len(read[0]) > _MOST_OUTPUT
    is_over = bool(read) and not is_too_much
    if is_over:
        with contextlib.suppress(TimeoutExpired):  # it closed its output, and still works
            program.wait(max(timeout_s - (time.monotonic() - begin), 0.05))
        is_over = program.poll() is not None
    if not is_over:
        with contextlib.suppress(OSError):  # with what it began, which may hold the pipe
            if os.name == "posix":
                os.killpg(program.pid, signal.SIGKILL)
            else:
                program.kill()
        program.wait()
    return read[0] if is_over or is_too_much else None


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
    with contextlib.suppress(ValueError):
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
