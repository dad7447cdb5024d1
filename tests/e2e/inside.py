"""Runs the command line in this process: as ``Shell``, without the seconds that a new process takes."""

import io
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from dualmem.cli import main
from tests.e2e.conftest import Ran


@dataclass(frozen=True)
class Inside:
    """A folder with a store, and the commands run in it."""

    folder: Path
    db: Path
    capsys: pytest.CaptureFixture[str]
    monkeypatch: pytest.MonkeyPatch

    def __call__(self, *args: str, said: str = "", code: int = 0, **env: str) -> Ran:
        with self.monkeypatch.context() as patch:
            patch.chdir(self.folder)
            for name, value in {"DUALMEM_DB": str(self.db), **env}.items():
                patch.setenv(name, value)
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(said.encode()), encoding="utf-8"))
            self.capsys.readouterr()
            found = main._run(list(args))
            captured = self.capsys.readouterr()
        ran = Ran(found, captured.out, captured.err)
        assert ran.code == code, f"{args} gave {ran.code}\n{ran.out}\n{ran.err}"
        return ran

    def path(self, name: str) -> Path:
        """Give a file of the folder, its folders made."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path


def age(path: Path, days: float) -> None:
    """Make a file look older."""
    at = path.stat().st_mtime - days * 86_400
    os.utime(path, (at, at))
