"""The tables [backup], [audit] and [keys]."""

from datetime import timedelta
from pathlib import Path

import pytest

from dualmem.config import load
from dualmem.errors import SpecError
from dualmem.plans import Plans, period


def plans(folder: Path, text: str) -> Plans:
    (folder / "dualmem.toml").write_text(text, encoding="utf-8")
    return load(folder=folder, environ={"HOME": str(folder)}).plans


def test_without_tables_there_are_three_daily_backups_and_no_anchor(tmp_path: Path) -> None:
    found = plans(tmp_path, "")
    assert (found.backup.keep, found.backup.every, found.backup.folder) == (3, timedelta(days=1), None)
    assert (found.anchor, found.key_command, found.suite) == (None, None, "aes-256-gcm")


def test_every_key_is_read(tmp_path: Path) -> None:
    found = plans(
        tmp_path,
        '[backup]\nkeep = 7\nevery = "12h"\ndir = "b"\n'
        '[audit.anchor]\nfile = "heads.log"\ncommand = ["ship", "it"]\nstdout = true\nchanges = 10\nevery = "5m"\n'
        '[keys]\ncommand = ["pass", "show"]\ntimeout = "3s"\nsuite = "fernet"\n',
    )
    assert (found.backup.keep, found.backup.every, found.backup.folder) == (7, timedelta(hours=12), tmp_path / "b")
    anchor = found.anchor
    assert anchor is not None
    assert (anchor.file, anchor.command, anchor.to_stdout) == (tmp_path / "heads.log", ("ship", "it"), True)
    assert (anchor.changes, anchor.every) == (10, timedelta(minutes=5))
    assert found.key_command is not None
    assert (found.key_command.argv, found.key_command.timeout_s) == (("pass", "show"), 3.0)
    assert found.suite == "fernet"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[backup]\nkep = 3\n", "2:1: error: unknown key kep in [backup]; did you mean keep?"),
        ("[backup]\nkeep = -1\n", "2:1: error: keep must be a whole number, at least 0"),
        ("[backup]\nkeep = true\n", "2:1: error: keep must be a whole number"),
        ('[backup]\nevery = "daily"\n', "2:1: error: every must be a period"),
        ('[backup]\nevery = "0s"\n', "2:1: error: every must be a period"),
        ("backup = 3\n", "1:1: error: backup must be a table"),
        ("[audit.anchor]\nchanges = 5\n", "1:1: error: [audit.anchor] has no target; name file, command or stdout"),
        ('[audit]\nanchor = "x"\n', "2:1: error: anchor must be a table"),
        ('[audit.anchor]\nfile = "x"\nchanges = 0\n', "3:1: error: changes must be a whole number, at least 1"),
        ('[keys]\ncommand = "pass show"\n', "2:1: error: command must be a list of texts"),
        ("[keys]\ncommand = []\n", "2:1: error: command must be a list of texts"),
        ('[keys]\nsuite = "rot13"\n', "2:1: error: suite must be aes-256-gcm or fernet"),
    ],
)
def test_a_fault_is_named_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        plans(tmp_path, text)
    assert message in str(caught.value)
    assert str(caught.value).count("error:") == 1


@pytest.mark.parametrize(
    ("text", "seconds"), [("60s", 60), ("15m", 900), ("12h", 43_200), ("1d", 86_400), ("2w", 1_209_600)]
)
def test_periods(text: str, seconds: int) -> None:
    assert period(text) == timedelta(seconds=seconds)
