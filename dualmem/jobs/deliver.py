"""Deliver: the heads of the audit to the place that an anchor plan names: a log, the standard output, a program."""

import subprocess
import sys
from pathlib import Path
from typing import Final

from dualmem.errors import StorageError
from dualmem.jobs import anchor, tip
from dualmem.model.plans import AnchorPlan
from dualmem.ports import Store, Vault
from dualmem.storage import files, locks

_TIMEOUT_S: Final = 60.0


def append_heads(path: Path, store: Store, vault: Vault, tenant: str) -> int:
    """Append the heads that changed, and a checkpoint, to a log; give how many lines.

    Raises:
        InvalidInput: The file is no log of this store, or was changed.
        StorageError: It can not be written.
    """
    signer = vault.signer()
    try:
        with locks.held(Path(f"{path}.lock"), wait=True):
            origin = anchor.origin_of(vault, tenant)
            known = tip.load(path, signer, origin) if path.exists() else None
            if known is None:
                known = anchor.read_file(path, signer, vault, tenant, is_last_only=True).tip()
            lines, after = anchor.lines(store, vault, signer, tenant, known)
            count = anchor.append(path, lines)
            if count:
                tip.keep(path, after, signer, origin)
            return count
    except OSError as error:
        raise StorageError(f"can not write the anchor {path}: {error.strerror}", path=str(path)) from error


def deliver(plan: AnchorPlan, path: Path, store: Store, vault: Vault, tenant: str) -> int:
    """Append to the log, then hand on what it has beyond what was handed on before; give how many lines.

    The log is first: a crash, or a program that fails, is made good by the next delivery, which repeats whole lines at
    worst (reading an anchor skips a block that stands twice).

    Raises:
        InvalidInput: The log is none of this store, or was changed.
        StorageError: The log can not be written, or the program failed.
    """
    count = append_heads(path, store, vault, tenant)
    if not (plan.command or plan.to_stdout or plan.to_stderr):
        return count
    with locks.held(Path(f"{path}.lock"), wait=True):
        noted = Path(f"{path}.sent")
        sent = int(noted.read_text(encoding="utf-8")) if noted.exists() else 0
        fresh = path.read_bytes()[sent:] if path.exists() else b""
        if not fresh:
            return count
        if plan.command:
            _run(plan.command, fresh)
        for stream in [sys.stdout] * plan.to_stdout + [sys.stderr] * plan.to_stderr:
            stream.write(fresh.decode())
            stream.flush()
        files.replace_text(noted, str(sent + len(fresh)))
    return count


def _run(argv: tuple[str, ...], data: bytes) -> None:
    """Give lines to a program; no shell, its output is let go."""
    try:
        done = subprocess.run(  # noqa: S603 - the words of the project's own file, and no shell
            argv, input=data, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=_TIMEOUT_S, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise StorageError(f"the anchor's program {argv[0]} did not end within {_TIMEOUT_S:.0f} s") from error
    except OSError as error:
        raise StorageError(f"the anchor's program {argv[0]} can not be run: {error.strerror}") from error
    if done.returncode:
        raise StorageError(
            f"the anchor's program {argv[0]} failed (exit {done.returncode})",
            next_step="Run it by hand; the lines are kept and are given to it again.",
        )
