"""Runs the command line as a user does: in a process of its own, on a store of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True)
class Ran:
    """What a command gave."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> object:
        return json.loads(self.out)


@dataclass(frozen=True)
class Shell:
    """A folder with a store, and the commands run in it."""

    folder: Path
    db: Path

    def env(self, **more: str) -> dict[str, str]:
        return {**os.environ, "DUALMEM_DB": str(self.db), "PYTHONUTF8": "1", **more}

    def __call__(self, *args: str, said: str | bytes | None = None, code: int = 0, **env: str) -> Ran:
        given = said.encode() if isinstance(said, str) else said
        run = subprocess.run(
            command(args),
            input=given,
            cwd=self.folder,
            env=self.env(**env),
            capture_output=True,
            check=False,
            timeout=60,
        )
        ran = Ran(run.returncode, run.stdout.decode(), run.stderr.decode())
        assert ran.code == code, f"{args} gave {ran.code}\n{ran.out}\n{ran.err}"
        assert "Traceback" not in ran.err
        return ran


def command(args: Sequence[str]) -> list[str]:
    return [sys.executable, "-m", "dualmem", *args]


@pytest.fixture
def dualmem(tmp_path: Path) -> Shell:
    return Shell(tmp_path, tmp_path / "store" / "memory.db")
