"""Keys as an operator meets them: another master key, another suite, fresh data keys, a program that gives the key."""

import json
import sqlite3
import sys
from pathlib import Path

import pytest

from tests.e2e.inside import Inside

KEY = "07" * 32


@pytest.fixture
def dualmem(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inside:
    return Inside(tmp_path, tmp_path / "store" / "memory.db", capsys, monkeypatch)


def project(dualmem: Inside, text: str) -> None:
    dualmem.path("dualmem.toml").write_text(text, encoding="utf-8")


def suites(dualmem: Inside) -> set[str]:
    """Give the marks of all tokens but those of the audit."""
    with sqlite3.connect(dualmem.db) as connection:
        rows = connection.execute("SELECT token FROM items UNION ALL SELECT token FROM turns WHERE token IS NOT NULL")
        found = {token.partition(".")[0] for (token,) in rows}
    connection.close()
    return found


def test_a_rotation_leaves_a_record_of_its_begin_and_end(dualmem: Inside) -> None:
    dualmem("state", "set", "user_profile.name", "小明")
    dualmem("keys", "rotate", "next.key", "--actor", "operator:ann")
    new = str(dualmem.folder / "next.key")
    rows = json.loads(dualmem("audit", "list", "-s", "_store", "--json", DUALMEM_KEY_FILE=new).out)
    assert [row["kind"] for row in rows] == ["KeysRotated", "KeysRotated"]
    assert rows[0]["reason"].startswith("begun from ")
    assert rows[1]["reason"].startswith("done from ")
    assert "3 keys" in rows[1]["reason"]  # the subject's, the root key, that of the chain itself
    assert {row["actor"] for row in rows} == {"operator:ann"}
    assert (dualmem.folder / "next.key").read_text(encoding="utf-8").strip() not in json.dumps(rows)
    dualmem("audit", "verify", "--all", DUALMEM_KEY_FILE=new)
    dualmem("state", "show", code=3)


def test_the_suite_is_chosen_by_the_project_and_old_tokens_follow_on_demand(dualmem: Inside) -> None:
    dualmem("hear", "记住我叫小明")
    assert suites(dualmem) == {"a1"}
    project(dualmem, '[keys]\nsuite = "fernet"\n')
    dualmem("hear", "记住我的邮箱是a@abc.com")
    assert suites(dualmem) == {"a1", "f1"}
    found = dualmem("keys", "reencrypt", "--json").data
    assert isinstance(found, dict)
    assert found["suite"] == "fernet"
    assert found["tokens"] > 0
    assert suites(dualmem) == {"f1"}
    for command in (("audit", "verify", "--all"), ("db", "check"), ("doctor",)):
        dualmem(*command)
    shown = dualmem("state", "show", "--reveal").out
    assert "小明" in shown
    assert "a@abc.com" in shown
    dualmem("forget", "user_profile.contact.email", "--yes", "--receipt", "r.json")
    dualmem("forget", "verify", "r.json")
    dualmem("snapshot", "create", "now")
    dualmem("db", "backup")
    dualmem("db", "restore", "backup_1")
    dualmem("rollback", "now")
    dualmem("audit", "verify", "--all")


def test_fresh_keys_seal_everything_but_the_audit_and_the_chain_verifies(dualmem: Inside) -> None:
    dualmem("hear", "记住我叫小明")
    with sqlite3.connect(f"{dualmem.db}.keys") as connection:
        connection.execute("UPDATE keys SET at = '2020-01-01T00:00:00+00:00'")
    connection.close()
    found = dualmem("keys", "reencrypt", "--fresh", "--json").data
    assert isinstance(found, dict)
    assert found["fresh_keys"] == 1
    assert found["kept_payloads"] > 0
    rows = json.loads(dualmem("audit", "list", "-s", "_store", "--json").out)
    assert [row["reason"].partition(",")[0] for row in rows] == ["begun with fresh keys", "done with fresh keys"]
    dualmem("audit", "verify", "--all")
    assert "小明" in dualmem("state", "show").out


def test_a_program_gives_the_master_key(dualmem: Inside) -> None:
    command = json.dumps([sys.executable, "-c", f"print('{KEY}')"])
    project(dualmem, f'[keys]\ncommand = {command}\ntimeout = "20s"\n')
    dualmem("state", "set", "user_profile.name", "小明")
    status = dualmem("keys", "status").out
    assert "the command" in status
    assert KEY not in status
    assert "from the command" in dualmem("doctor", "--production").out
    dualmem("keys", "backup", "copy.key")
    project(dualmem, "")
    assert "小明" in dualmem("state", "show", DUALMEM_KEY=KEY).out


def test_a_program_that_fails_opens_nothing_and_the_error_names_the_next_step(dualmem: Inside) -> None:
    dualmem("state", "set", "user_profile.name", "小明")
    project(dualmem, f"[keys]\ncommand = {json.dumps([sys.executable, '-c', 'raise SystemExit(1)'])}\n")
    failed = dualmem("state", "show", code=3)
    assert "failed (exit 1)" in failed.err
    assert "Run it by hand" in failed.err


def test_verifying_says_that_the_anchor_matches(dualmem: Inside) -> None:
    project(dualmem, '[audit.anchor]\nfile = "heads.log"\nchanges = 1\n')
    dualmem("state", "set", "user_profile.name", "小明")
    assert "matches: its 1 heads" in dualmem("audit", "verify", "--anchor", "heads.log", "--table").out
    rows = dualmem("audit", "verify", "--since", "heads.log", "--json").data
    assert isinstance(rows, list)
    assert rows[-1]["ok"] is True
    assert rows[-1]["heads"] == 1
    with sqlite3.connect(dualmem.db) as connection:
        connection.execute("DELETE FROM subjects")
    connection.close()
    assert "is not in the store any more" in dualmem("audit", "verify", "--anchor", "heads.log", "--table", code=1).out


def test_a_store_that_a_newer_dualmem_wrote_is_not_told_to_upgrade(dualmem: Inside) -> None:
    dualmem("state", "set", "user_profile.name", "小明")
    with sqlite3.connect(dualmem.db) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    said = dualmem("state", "show", code=3).err
    assert "install that release" in said
    assert "db upgrade" not in said


def test_a_production_system_is_told_of_an_anchor_beside_its_data(dualmem: Inside) -> None:
    def row() -> dict[str, str]:
        lines = json.loads(dualmem("doctor", "--production", "--json", code=code).out)
        return next(line for line in lines if line["check"] == "audit anchor")

    dualmem("state", "set", "user_profile.name", "小明")
    code = 0
    assert row()["found"].startswith("none")
    project(dualmem, '[audit.anchor]\nfile = "safe/heads.log"\n')
    assert row()["status"] == "ok"
    project(dualmem, '[audit.anchor]\nfile = "store/heads.log"\n')
    code = 1
    assert "proves nothing" in row()["found"]


def test_keys_beside_the_backups_are_a_red_line(dualmem: Inside) -> None:
    dualmem("state", "set", "user_profile.name", "小明")
    dualmem("doctor", "--production")
    copy = dualmem.path("store/memory.db.backups/any.keys")
    copy.write_bytes(Path(f"{dualmem.db}.keys").read_bytes())
    assert "any.keys in" in dualmem("doctor", "--production", code=1).out
