"""Bad input: one clear line each, the right exit code, and nothing lost."""

import errno
import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from dualmem.cli.files import write_new
from dualmem.cli.main import main
from dualmem.errors import StorageError
from tests.e2e.conftest import Shell, command

BUDGET = "business_context.budget.ceiling"
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
BROKEN = {
    "tab": "dualmem: schema/1\nid: x\n\tversion: 1\n",
    "unclosed": "dualmem: schema/1\nfields: {a: {type: text\n",
    "duplicate": "dualmem: schema/1\nid: x\nid: y\nversion: 1\nfields: {a: {type: text}}\n",
    "alias": "dualmem: schema/1\nid: &a x\nversion: 1\nfields: {b: {type: *a}}\n",
    "tag": "dualmem: schema/1\nid: !!python/object:os.system x\nversion: 1\nfields: {a: {type: text}}\n",
    "unknown-key": "dualmem: schema/1\nid: x\nversion: 1\nfeilds: {a: {type: text}}\n",
    "unknown-type": "dualmem: schema/1\nid: x\nversion: 1\nfields: {a: {type: textt}}\n",
    "bad-pattern": "dualmem: schema/1\nid: x\nversion: 1\nfields: {a: {type: id, pattern: '['}}\n",
    "no-fields": "dualmem: schema/1\nid: x\nversion: 1\n",
    "wrong-format": "dualmem: schema/9\nid: x\nversion: 1\nfields: {a: {type: text}}\n",
    "list": "- a\n- b\n",
    "scalar": "hello\n",
    "empty": "",
    "version-text": "dualmem: schema/1\nid: x\nversion: three\nfields: {a: {type: text}}\n",
    "bad-timezone": "dualmem: schema/1\nid: x\nversion: 1\ntimezone: Mars/Olympus\nfields: {a: {type: text}}\n",
    "depends": "dualmem: schema/1\nid: x\nversion: 1\nfields: {a: {type: text, depends_on: [nope]}}\n",
    "bad-choices": "dualmem: schema/1\nid: x\nversion: 1\nfields: {a: {type: choice}}\n",
    "bad-sensitive": "dualmem: schema/1\nid: x\nversion: 1\nfields: {a: {type: text, sensitive: yes}}\n",
    "two-documents": "dualmem: schema/1\n---\nid: x\n",
    "nul": "dualmem: schema/1\nid: x\0\n",
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_yaml_is_named_with_its_place(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "broken.yaml"
    file.write_text(BROKEN[name], encoding="utf-8")
    with pytest.raises(SystemExit) as stop:
        main(["schema", "check", str(file)])
    assert stop.value.code == 2
    assert f"{file}:" in capsys.readouterr().err


def test_a_binary_file_is_no_schema(dualmem: Shell) -> None:
    (dualmem.folder / "x.yaml").write_bytes(bytes(range(256)))
    assert "x.yaml" in dualmem("schema", "check", "x.yaml", code=2).err


def test_a_text_of_ten_megabytes_is_too_large(dualmem: Shell) -> None:
    error = dualmem("hear", "-", said="预算50万" * 1_000_000, code=2).err
    assert "larger" in error
    assert len(error.splitlines()) <= 2


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are UTF-16 there")
@pytest.mark.parametrize("text", [b"\xff\xfe", b"\xed\xa0\x80"], ids=["no-utf-8", "surrogate"])
def test_an_argument_that_is_no_text_is_refused(dualmem: Shell, text: bytes) -> None:
    run = subprocess.run([*command(["hear"]), text], env=dualmem.env(), capture_output=True, check=False)
    assert run.returncode == 2
    assert b"not valid text" in run.stderr
    assert dualmem("hear", "-", said=text, code=2).err.startswith("error: ")


def test_control_characters_are_escaped_in_every_output(dualmem: Shell) -> None:
    out = dualmem("hear", "记一下 \x1b[31mred\x07 \u202eevil", "--table").out + dualmem("recall", "--table").out
    assert "\x1b" not in out
    assert "\x07" not in out
    assert "\u202e" not in out


def test_nul_in_a_message_confirms_nothing(dualmem: Shell) -> None:
    dualmem("hear", "预算50万")
    dualmem("hear", "-", said="确认\0")
    assert dualmem("state", "show").data == []


def test_an_unknown_field_names_the_nearest(dualmem: Shell) -> None:
    error = dualmem("state", "set", "business_context.projectID", "PROJ-2024-001", code=2).err
    assert "project_id" in error


def test_a_value_that_does_not_fit_is_refused(dualmem: Shell) -> None:
    assert dualmem("state", "set", BUDGET, "later", code=2).err.startswith("error: ")
    assert dualmem("state", "set", BUDGET, '{"amount": "-5", "currency": "CNY"}', code=2).err.startswith("error: ")
    assert not dualmem.db.exists() or dualmem("state", "show").data == []


def test_what_is_not_there_exits_with_four(dualmem: Shell) -> None:
    dualmem("hear", "你好")
    dualmem("rollback", "never-taken", code=4)
    dualmem("why", "预算", code=4)
    dualmem("schema", "check", "nowhere.yaml", code=4)
    dualmem("db", "status", "--db", "nowhere.db", code=4)


@pytest.mark.parametrize(
    "data", [b"not a database at all, but long enough to look like one" * 20, b"SQLite format 3\0" + b"\1" * 5000]
)
def test_a_foreign_file_is_left_untouched(dualmem: Shell, data: bytes) -> None:
    dualmem.db.parent.mkdir()
    dualmem.db.write_bytes(data)
    error = dualmem("hear", "你好", code=3).err
    assert error.startswith("error: ")
    assert dualmem.db.read_bytes() == data


def test_another_programs_database_is_left_untouched(dualmem: Shell) -> None:
    dualmem.db.parent.mkdir()
    with sqlite3.connect(dualmem.db) as other:
        other.execute("CREATE TABLE theirs (x)")
    other.close()
    before = dualmem.db.read_bytes()
    dualmem("hear", "你好", code=3)
    assert dualmem.db.read_bytes() == before


def test_a_wrong_key_is_named_and_loses_nothing(dualmem: Shell) -> None:
    dualmem("state", "set", BUDGET, "50万")
    error = dualmem("state", "show", code=3, DUALMEM_KEY="11" * 32).err
    assert "key" in error
    assert dualmem("state", "show").data[0]["value"]["amount"] == "500000"


def test_a_locked_store_says_who_to_look_for(dualmem: Shell) -> None:
    dualmem("hear", "你好")
    holder = sqlite3.connect(dualmem.db, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        error = dualmem("hear", "预算50万", code=3).err
    finally:
        holder.execute("ROLLBACK")
        holder.close()
    assert "process" in error
    dualmem("hear", "预算50万")


@pytest.mark.skipif(IS_ROOT or sys.platform == "win32", reason="root may write everywhere")
def test_a_read_only_folder_is_named(dualmem: Shell) -> None:
    dualmem.db.parent.mkdir(mode=0o500)
    assert str(dualmem.db.parent) in dualmem("hear", "你好", code=3).err


def test_a_folder_in_the_place_of_the_store_is_named(dualmem: Shell) -> None:
    dualmem.db.mkdir(parents=True)
    assert dualmem("hear", "你好", code=3).err.startswith("error: ")


@pytest.mark.skipif(sys.platform == "win32", reason="no limits on file sizes there")
def test_a_full_disk_keeps_what_was_acknowledged(dualmem: Shell) -> None:
    dualmem("state", "set", BUDGET, "50万")
    resource = pytest.importorskip("resource")
    size = max(file.stat().st_size for file in dualmem.db.parent.iterdir())

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    long = ("记一下 " + "很长的笔记" * 20_000).encode()
    hear = command(["hear", "-"])
    run = subprocess.run(hear, input=long, env=dualmem.env(), capture_output=True, check=False, preexec_fn=limit)
    assert run.returncode == 3, run.stderr.decode()
    assert run.stderr.decode().startswith("error: ")
    assert dualmem("state", "show").data[0]["value"]["amount"] == "500000"
    assert dualmem("audit", "verify").data[0]["ok"] is True


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a process there")
def test_control_c_loses_nothing(dualmem: Shell) -> None:
    chat = subprocess.Popen(
        command(["chat"]), env=dualmem.env(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert chat.stdin is not None
    assert chat.stdout is not None
    chat.stdin.write(b"set project phase to design\n")
    chat.stdin.flush()
    while b"design" not in chat.stdout.readline():
        assert chat.poll() is None
    chat.send_signal(signal.SIGINT)
    _, err = chat.communicate(timeout=20)
    assert b"Traceback" not in err
    assert dualmem("state", "show").data[0]["value"] == "design"


def test_a_mistyped_command_names_the_nearest(dualmem: Shell) -> None:
    assert "did you mean state?" in dualmem("stat", code=2).err


def test_a_broken_project_file_is_named_with_its_line(dualmem: Shell) -> None:
    (dualmem.folder / "dualmem.toml").write_text('store = "x.db"\nshcema = "y"\n', encoding="utf-8")
    error = dualmem("hear", "你好", code=2).err
    assert "dualmem.toml:2:1" in error
    assert "did you mean schema?" in error


def test_files_are_private(dualmem: Shell) -> None:
    if sys.platform == "win32":
        pytest.skip("rights are those of the user's folder there")
    dualmem("hear", "你好")
    for file in [*dualmem.db.parent.iterdir(), dualmem.db.parent]:
        assert file.stat().st_mode & 0o077 == 0, file


@pytest.mark.parametrize(
    "command",
    [
        ("audit", "verify", "--all"),
        ("audit", "verify", "--anchor", "heads.log"),
        ("audit", "anchor", "heads.log"),
        ("audit", "list"),
        ("audit", "export", "x.jsonl"),
        ("audit", "proof", "x.jsonl"),
        ("keys", "rotate", "next.key"),
        ("keys", "reencrypt"),
        ("forget", "user_profile.name", "--yes"),
    ],
)
def test_a_mistyped_store_is_no_empty_one_that_is_all_right(dualmem: Shell, command: tuple[str, ...]) -> None:
    ran = dualmem(*command, "--db", "mistyped.db", code=4)
    first, step = ran.err.splitlines()
    assert first == "error: there is no store mistyped.db"
    assert step
    assert list(dualmem.folder.iterdir()) == []


@pytest.mark.parametrize("option", ["--subject", "--tenant", "--db"])
def test_an_empty_name_is_nobody_and_not_the_default(dualmem: Shell, option: str) -> None:
    assert option in dualmem("hear", "你好", option, "", code=2).err
    assert not dualmem.db.exists()


@pytest.mark.parametrize("place", ["there.json", "nowhere/r.json"])
def test_nothing_is_forgotten_where_the_receipt_has_no_place(dualmem: Shell, place: str) -> None:
    dualmem("hear", "记住我叫小明")
    (dualmem.folder / "there.json").write_text("mine", encoding="utf-8")
    ran = dualmem("forget", "user_profile.name", "--yes", "--receipt", place, code=5 if place == "there.json" else 3)
    assert len(ran.err.splitlines()) == 2
    assert "小明" in dualmem("state", "show").out
    assert (dualmem.folder / "there.json").read_text(encoding="utf-8") == "mine"


def test_records_can_be_printed_and_no_file_is_called_dash(dualmem: Shell) -> None:
    dualmem("hear", "记住我叫小明")
    for what in ("export", "proof"):
        lines = dualmem("audit", what, "-").out.splitlines()
        assert all(json.loads(line) for line in lines)
        assert lines
    assert not (dualmem.folder / "-").exists()


def test_one_anchor_is_compared_at_a_time(dualmem: Shell) -> None:
    assert "--since" in dualmem("audit", "verify", "--anchor", "a", "--since", "b", code=2).err


def test_printed_heads_of_a_command_leave_its_answer_one_json_document(dualmem: Shell) -> None:
    (dualmem.folder / "dualmem.toml").write_text("[audit.anchor]\nstdout = true\n", encoding="utf-8")
    ran = dualmem("hear", "记住我叫小明", "--json")
    assert isinstance(ran.data, dict)
    assert ran.err.startswith('{"leaf"')


def test_a_restore_that_finds_no_room_is_an_error_of_the_disk_and_no_bug(
    dualmem: Shell, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dualmem("hear", "记住我叫小明")
    dualmem("db", "backup", "b.db")

    def full(*_: object) -> bool:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("dualmem.storage.files.create", full)
    with pytest.raises(SystemExit) as stop:
        main(["db", "restore", str(dualmem.folder / "b.db"), "--db", str(dualmem.db)])
    assert stop.value.code == 3
    assert "full" in capsys.readouterr().err


def test_a_file_that_can_not_be_written_whole_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", failing)
    with pytest.raises(StorageError, match="No space"):
        write_new(tmp_path / "x.json", "text")
    assert list(tmp_path.iterdir()) == []
