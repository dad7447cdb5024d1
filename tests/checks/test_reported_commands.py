"""What users of similar systems reported about changes that left no trace: every command, once."""

import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from dualmem.cli.main import cli
from tests.checks.talk import BUDGET, EMAIL, NAME
from tests.e2e.inside import Inside

PHRASE = "总预算控制在五十万以内"
Step = tuple[list[str], str, str]  # words, the one record that they leave, whose chain


def waiting(dualmem: Inside) -> str:
    """Make an update wait, and give its token."""
    dualmem("hear", PHRASE)
    rows = dualmem("pending", "list", "--json").data
    assert isinstance(rows, list)
    return str(rows[-1]["token"])


def steps(dualmem: Inside) -> Iterator[Step]:
    yield ["state", "set", NAME, "小明"], "FieldSet", "me"
    yield ["snapshot", "create", "one"], "SnapshotTaken", "me"
    dualmem("state", "set", NAME, "小红")
    yield ["rollback", "one"], "StateRolledBack", "me"
    yield ["undo"], "TurnUndone", "me"
    yield ["snapshot", "restore", "one"], "StateRolledBack", "me"
    yield ["state", "clear", NAME], "FieldCleared", "me"
    yield ["pending", "reject", waiting(dualmem)], "UpdateRejected", "me"
    yield ["pending", "confirm", waiting(dualmem)], "UpdateConfirmed", "me"
    yield ["forget", "now", BUDGET, "--yes"], "FieldErased", "me"
    dualmem("state", "set", EMAIL, "a@abc.com")
    yield ["state", "show", "--reveal"], "ValueRevealed", "me"
    yield ["state", "import", "facts.json", "--trusted"], "FieldSet", "me"
    yield ["keys", "reencrypt"], "TokensResealed", "_store"
    dualmem("db", "backup", "copy.db")
    yield ["db", "restore", "copy.db"], "StoreRestored", "_store"
    yield ["keys", "rotate", "next.key"], "KeysRotated", "_store"
    yield ["forget", "now", "--everything", "--yes"], "SubjectErased", "me"


# Talked to: each message is a turn with its records. Files, output and the machine itself: nothing of a memory changes.
TALKED = {"hear", "chat"}
ELSEWHERE = {
    *("init", "demo", "replay", "machine", "doctor", "completion", "explain", "recall", "why"),
    *("state export", "state history", "pending list", "forget verify", "snapshot diff", "snapshot list"),
    *("snapshot save", "audit anchor", "audit export", "audit list", "audit proof", "audit verify"),
    *("schema check", "rules check", "rules test", "rules try", "rules words", "values try"),
    *("keys backup", "keys make", "keys restore", "keys status"),
    *("db backup", "db backups", "db check", "db recover", "db status", "db upgrade"),
    "db retain",  # its records are tested where periods pass: tests/unit/jobs/test_retain.py
}


def commands(group: click.Group, prefix: tuple[str, ...] = ()) -> Iterator[str]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*prefix, name))
        else:
            yield " ".join((*prefix, name))


@pytest.fixture
def dualmem(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inside:
    (tmp_path / "facts.json").write_text('{"facts": {"城市": "北京"}, "notes": []}', encoding="utf-8")
    return Inside(tmp_path, tmp_path / "store" / "memory.db", capsys, monkeypatch)


def records(dualmem: Inside, subject: str) -> list[dict[str, object]]:
    """Give the records of a subject, or of the store's own chain; none before the first."""
    with dualmem.monkeypatch.context() as patch:
        patch.setenv("DUALMEM_OUTPUT", "json")
        for code in (0, 4):
            try:
                return list(json.loads(dualmem("audit", "list", "-s", subject, code=code).out or "[]"))
            except AssertionError:
                continue
    raise AssertionError("the audit can not be listed")


def name_of(words: list[str]) -> str:
    known = set(commands(cli))
    return next(name for name in (" ".join(words[:2]), words[0]) if name in known)


# chk-074-a, the command line's part
def test_every_command_that_changes_something_leaves_its_record_once(dualmem: Inside) -> None:
    dualmem.monkeypatch.setenv("DUALMEM_KEY_FILE", str(dualmem.folder / "master.key"))
    tried = set()
    for words, kind, subject in steps(dualmem):
        before = len(records(dualmem, subject)) if dualmem.db.exists() else 0
        dualmem(*words)
        if kind == "KeysRotated":
            dualmem.monkeypatch.setenv("DUALMEM_KEY_FILE", str(dualmem.folder / "next.key"))
        tried.add(name_of(words))
        own = [row for row in records(dualmem, subject)[before:] if row["kind"] == kind]
        assert len(own) == (2 if kind in {"TokensResealed", "KeysRotated"} else 1), (words, own)  # begin and end
        assert all(row["actor"] and row["time"] and row["operation"] for row in own), own
        assert {row["channel"] for row in own} <= {"cli", "import", "api"}, own
    assert set(commands(cli)) == tried | TALKED | ELSEWHERE
