"""What users of similar systems reported about the audit log."""

import contextlib
import logging
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.faults.talk import open_memory
from dualmem.errors import VaultError
from dualmem.jobs.archive import Archive
from dualmem.memory import Memory
from dualmem.storage.sqlite import SqliteStore
from tests.checks.talk import BUDGET, EMAIL, NAME, PROJECT, Talk, talking, talking_on_disk, yuan
from tests.e2e.inside import Inside


# chk-048-c
def test_an_erased_subject_leaves_a_chain_that_verifies_and_no_value(tmp_path: Path) -> None:
    with open_memory(tmp_path) as memory:
        for subject in ("ann", "bob", "cai"):
            for n in range(167):
                memory.set(subject, f"facts.k{n}", f"canary-{subject}-{n}")
        before = memory.audit.verify("bob").chain.records
        memory._house.store.backup(str(tmp_path / "old.db"))
        memory.forget("bob")
        report = memory.audit.verify("bob")
        assert report.is_ok
        assert f"{report.chain.erased} erased payloads (erased by record {before + 1})" in report.lines()[0]
        assert report.chain.erased == before + 1
        (erasure,) = (row for row in memory.audit.list("bob") if row.header.kind.value == "SubjectErased")
        assert erasure.header.sequence == before + 1
        assert all(memory.audit.verify(subject).is_ok for subject in ("ann", "cai"))
        assert memory.state("ann").value("facts.k7") == "canary-ann-7"
        readable = repr(list(memory.audit.list("bob", reveal=True))) + repr(memory.state("bob"))
        assert "canary-bob" not in readable
        with contextlib.closing(SqliteStore(tmp_path / "old.db")) as old:  # with every key that is left
            archive = Archive(old, memory._vault, "default", "bob")
            for read in (archive.state, lambda: list(archive.entries())):
                with pytest.raises(VaultError):
                    read()
    assert b"canary-bob" not in b"".join(path.read_bytes() for path in tmp_path.iterdir())


# Every public call that changes something, the events that it leaves, and the channel that must stand beside them.
OPERATIONS: dict[str, tuple[Callable[[Memory], object], str]] = {
    "set": (lambda m: m.set("sam", NAME, "小明"), "FieldSet"),
    "clear": (lambda m: m.clear("sam", NAME), "FieldCleared"),
    "propose": (lambda m: m.propose("sam", PROJECT, "PROJ-2024-001"), "UpdateProposed"),
    "confirm": (lambda m: m.confirm("sam", m.pending("sam")[0].token), "UpdateConfirmed"),
    "reject": (lambda m: m.reject("sam", m.pending("sam")[0].token), "UpdateRejected"),
    "forget": (lambda m: m.forget("sam", PROJECT), "FieldErased"),
    "import_": (lambda m: m.import_("sam", '{"facts": {"城市": "北京"}, "notes": []}', is_trusted=True), "FieldSet"),
    "state": (lambda m: m.state("sam", reveal=True), "ValueRevealed"),
    "snapshots.create": (lambda m: m.snapshots.create("sam", "one"), "SnapshotTaken"),
    "snapshots.restore": (lambda m: m.snapshots.restore("sam", "v1"), "StateRolledBack"),
    "subject.configure": (lambda m: m.subject("sam").configure(language="en"), "SubjectConfigured"),
}
AUTOMATIC = {"SnapshotTaken"}


# chk-074-a (server and MCP are not built yet)
def test_every_operation_leaves_exactly_one_record_of_its_kind_with_actor_channel_and_operation() -> None:
    with talking() as talk:
        memory = talk.memory
        memory.set("sam", EMAIL, "a@b.io")
        memory.set("sam", NAME, "旧名")
        for name, (act, kind) in OPERATIONS.items():
            if name == "reject":
                memory.propose("sam", BUDGET, yuan(1))
            before = len(list(memory.audit.list("sam")))
            act(memory)
            new = [row.header for row in memory.audit.list("sam")][before:]
            kinds = [header.kind.value for header in new]
            own = [one for one in kinds if one not in AUTOMATIC or one == kind]
            assert kind in own, name
            assert len([one for one in new if one.kind.value == kind and one.field is not None]) <= 1, name
            assert all(header.actor and header.channel and header.operation and header.at for header in new), name
        assert memory.audit.verify("sam").is_ok


def test_acts_on_the_store_leave_a_record_of_begin_and_end_in_its_own_chain(tmp_path: Path) -> None:
    with open_memory(tmp_path) as memory:
        memory.set("sam", NAME, "小明")
        for act, kind in (
            (lambda: memory.keys.rotate(tmp_path / "next.key", actor="operator:ann"), "KeysRotated"),
            (lambda: memory.keys.reencrypt(actor="operator:ann"), "TokensResealed"),
            (lambda: memory.keys.reencrypt(is_fresh=True, actor="operator:ann"), "TokensResealed"),
        ):
            before = len(list(memory.audit.list("_store"))) if kind != "KeysRotated" else 0
            act()
            new = [row.header for row in memory.audit.list("_store")][before:]
            assert [header.kind.value for header in new] == [kind, kind]
            assert all(header.actor == "operator:ann" and header.channel and header.operation for header in new)
        assert memory.audit.verify("_store").is_ok


def test_every_public_call_of_memory_is_known_to_change_something_or_to_change_nothing() -> None:
    reading = {
        "pending",
        "unreadable",
        "recall",
        "why",
        "export",
        "close",
        "open",
        "for_tenant",
        "specs",
        "schema",
        "tenant",
    }
    groups = {"audit", "snapshots", "keys", "subject", "receipts", "retention"}
    talked = {"hear", "respond", "said", "undo", "act"}  # recorded as turns and tested by the dialogues
    changing = {name.partition(".")[0] for name in OPERATIONS}
    public = {name for name in dir(Memory) if not name.startswith("_")}
    assert public == reading | groups | talked | changing


# chk-075-a
def test_a_canary_is_in_no_audit_line_and_no_log_of_any_path(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    canary = "s3cr3tcanary"
    caplog.set_level(logging.DEBUG)
    dualmem = Inside(tmp_path, tmp_path / "memory.db", capsys, monkeypatch)
    monkeypatch.setenv("DUALMEM_KEY_FILE", str(tmp_path / "master.key"))
    with talking_on_disk(tmp_path) as talk:
        talk.say(f"记住我的邮箱是{canary}@abc.com")
        talk.memory.hear("sam", f"password={canary}", conversation="c", channel="tool")
        talk.say("我的邮箱是什么")
        talk.memory.state("sam", reveal=True)
        shown = "".join(map(repr, talk.memory.audit.list("sam")))
    dualmem("state", "set", "-s", "sam", EMAIL, f"{canary}2@abc.com")
    dualmem(
        "state", "import", "-", "-s", "sam", said=f'{{"user_profile": {{"contact": {{"email": "{canary}3@abc.com"}}}}}}'
    )
    dualmem("hear", "-s", "sam", f"password={canary}", "--channel", "tool")
    dualmem("hear", "-s", "sam", f"token={canary}")
    for words in (
        ("list",),
        ("list", "--lines"),
        ("list", "--csv"),
        ("export", "a.jsonl"),
        ("export", "a.csv"),
        ("verify",),
    ):
        shown += dualmem("audit", *words, "-s", "sam").out
    shown += (tmp_path / "a.jsonl").read_text(encoding="utf-8") + (tmp_path / "a.csv").read_text(encoding="utf-8")
    with sqlite3.connect(tmp_path / "memory.db") as connection:
        shown += connection.execute("SELECT group_concat(header) FROM records").fetchone()[0]
    connection.close()
    assert "FieldSet" in shown
    assert canary[:5] not in shown
    assert len(caplog.records) > 5
    assert canary[:5] not in caplog.text


WRITER = """
import sqlite3, sys
from pathlib import Path
from bench.faults.talk import open_memory
from dualmem.errors import DualmemError
from dualmem.storage import sqlite

write, calls = sqlite._write, 0

def failing(connection, commit):
    global calls
    write(connection, commit)
    calls += 1
    if calls % 50 == 0:
        raise sqlite3.OperationalError("disk I/O error")

sqlite._write = failing
with open_memory(Path(sys.argv[1])) as memory:
    for number in range(int(sys.argv[3])):
        try:
            memory.set("sam", f"facts.k{number % 37}", f"{sys.argv[2]} {number}")
            print("ok", flush=True)
        except DualmemError as error:
            print("failed", type(error).__name__, flush=True)
"""


# chk-130-a (5,000 changes by `python -m bench.faults race`; a tenth here)
def test_changes_of_two_processes_with_failing_writes_make_one_chain_that_counts_every_one(tmp_path: Path) -> None:
    with open_memory(tmp_path):
        pass
    said: list[str] = []
    for part in range(2):  # both are ended in the middle, and begin anew
        writers = [
            subprocess.Popen(
                [sys.executable, "-c", WRITER, str(tmp_path), f"{part}{name}", "125"], stdout=subprocess.PIPE, text=True
            )
            for name in "ab"
        ]
        for writer in writers:
            with writer:
                out, _ = writer.communicate(timeout=300)
                assert writer.returncode == 0
                said += out.splitlines()
    failed = [line for line in said if line != "ok"]
    assert len(said) == 500
    assert len(failed) == 8
    assert set(failed) == {"failed StorageError"}
    with open_memory(tmp_path) as memory:
        rows = [row for row in memory.audit.list("sam") if row.header.changes]
        assert len(rows) == len(said) - len(failed)
        report = memory.audit.verify("sam")
        assert report.is_ok, report.lines()
        assert len(Talk(memory).state) == 37
