"""Backups as a user meets them: made by themselves, without keys, and brought back without what was forgotten."""

import contextlib
import json
import sqlite3
from pathlib import Path

import pytest

from bench.faults.talk import open_memory
from dualmem.storage.layout import STORE
from tests.e2e.inside import Inside, age

PHONE = "user_profile.contact.phone"
NUMBER = "13800138000"


def folder(dualmem: Inside) -> Path:
    return Path(f"{dualmem.db}.backups")


def names(dualmem: Inside) -> list[str]:
    return sorted(path.name for path in folder(dualmem).glob("backup_*"))


@pytest.fixture
def dualmem(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inside:
    return Inside(tmp_path, tmp_path / "store" / "memory.db", capsys, monkeypatch)


def test_the_first_commit_of_a_day_makes_one_and_the_next_does_not(dualmem: Inside) -> None:
    dualmem("state", "set", "user_profile.name", "小明")
    assert names(dualmem) == ["backup_1.db"]
    dualmem("state", "set", "user_profile.name", "小红")
    assert names(dualmem) == ["backup_1.db"]
    age(folder(dualmem) / "backup_1.db", 2)
    dualmem("state", "set", "user_profile.name", "小刚")
    assert names(dualmem) == ["backup_1.db", "backup_2.db"]


def test_a_backup_holds_no_key_and_no_value(dualmem: Inside) -> None:
    dualmem("state", "set", "user_profile.name", "canaryname")
    found = dualmem("db", "backup", "--json").data
    assert isinstance(found, dict)
    assert found["holds_keys"] is False
    assert found["needs"] == ["the file of keys", "the master key"]
    raw = b"".join(path.read_bytes() for path in folder(dualmem).iterdir())
    assert b"canaryname" not in raw
    assert [path.name for path in folder(dualmem).iterdir() if "keys" in path.name] == []


def test_a_backup_is_restored_by_name_and_the_store_is_set_aside(dualmem: Inside) -> None:
    dualmem("state", "set", "user_profile.name", "小明")
    dualmem("db", "backup")
    dualmem("state", "set", "user_profile.name", "小红")
    found = dualmem("db", "restore", "backup_1", "--json").data
    assert isinstance(found, dict)
    assert found["left_behind_records"] >= 1
    assert "小明" in dualmem("state", "show").out
    dualmem("audit", "verify", "--all")
    dualmem("db", "restore", found["set_aside"])
    assert "小红" in dualmem("state", "show").out


def test_a_name_that_is_none_lists_those_that_are(dualmem: Inside) -> None:
    dualmem("state", "set", "user_profile.name", "小明")
    assert "backup_1" in dualmem("db", "restore", "backup_9", code=4).err
    assert "小明" in dualmem("state", "show").out


def test_what_was_forgotten_stays_forgotten_in_backups_and_after_a_restore(dualmem: Inside) -> None:
    outside = dualmem.path("disk/copy.db")
    dualmem("hear", f"记住我的手机号{NUMBER}")
    dualmem("hear", "记住我叫小明")
    dualmem("db", "backup")
    dualmem("db", "backup", str(outside))
    dualmem("forget", PHONE, "--yes", "--receipt", "receipt.json")
    assert "nothing" in dualmem("forget", "verify", "receipt.json", "--table").out
    dualmem("forget", "verify", "receipt.json", str(outside), code=1)
    for source in ("backup_1", str(outside)):
        dualmem("db", "restore", source)
        assert NUMBER not in dualmem("state", "show", "--reveal").out
        assert "小明" in dualmem("state", "show").out
        dualmem("audit", "verify", "--all")
        dualmem("forget", "verify", "receipt.json")
        exported = json.dumps({"user_profile": {"contact": {"phone": NUMBER}}})
        dualmem("state", "import", "-", said=exported, code=1)
        assert NUMBER not in dualmem("pending", "list").out + dualmem("state", "show", "--reveal").out


def test_a_subject_that_was_forgotten_does_not_come_back_with_a_backup(dualmem: Inside) -> None:
    dualmem("hear", "记住我叫小明", "--subject", "wei")
    dualmem("hear", "记住我叫小红", "--subject", "lan")
    dualmem("db", "backup", "copy.db")
    dualmem("forget", "--everything", "--yes", "--subject", "wei")
    found = dualmem("db", "restore", "copy.db", "--json").data
    assert isinstance(found, dict)
    assert found["forgotten_again"] == ["everything of wei"]
    assert "小红" in dualmem("state", "show", "--subject", "lan").out
    assert "小明" not in dualmem("state", "show", "--subject", "wei").out
    dualmem("audit", "verify", "--all")


def test_a_forgotten_subject_stays_so_where_the_store_itself_was_lost(dualmem: Inside) -> None:
    dualmem("hear", "记住我叫小明", "--subject", "wei")
    dualmem("hear", "记住我叫小红", "--subject", "lan")
    dualmem("db", "backup", "copy.db")
    dualmem("forget", "--everything", "--yes", "--subject", "wei")
    dualmem.db.write_bytes(b"ruin" * 2000)
    found = dualmem("db", "restore", "copy.db", "--json").data
    assert isinstance(found, dict)
    assert "could not be read" in found["note"]
    assert "小红" in dualmem("state", "show", "--subject", "lan").out
    assert "小明" not in dualmem("state", "show", "--subject", "wei").out


def test_a_backup_whose_chain_does_not_verify_replaces_nothing(dualmem: Inside) -> None:
    dualmem("state", "set", "user_profile.name", "小明")
    dualmem("db", "backup", "copy.db")
    connection = sqlite3.connect(dualmem.folder / "copy.db")
    connection.execute("UPDATE records SET header = replace(header, 'FieldSet', 'FieldXet')")
    connection.commit()
    connection.close()
    dualmem("state", "set", "user_profile.name", "小红")
    assert "does not verify" in dualmem("db", "restore", "copy.db", code=1).err
    assert "小红" in dualmem("state", "show").out


def test_without_the_file_of_keys_nothing_is_restored_and_a_copy_of_it_brings_all_back(dualmem: Inside) -> None:
    keys = Path(f"{dualmem.db}.keys")
    dualmem("state", "set", "user_profile.name", "小明")
    dualmem("db", "backup", "copy.db")
    dualmem("keys", "backup", "apart/memory.keys", "--data-keys")
    assert "apart" in dualmem("keys", "backup", "memory.keys", "--data-keys", code=5).err
    keys.unlink()
    assert "keys restore" in dualmem("state", "show", code=3).err
    assert "keys restore" in dualmem("db", "restore", "copy.db", code=3).err
    dualmem("keys", "restore", "apart/memory.keys")
    assert "小明" in dualmem("state", "show").out
    dualmem("db", "restore", "copy.db")
    assert "小明" in dualmem("state", "show").out


def test_a_copy_of_the_keys_does_not_bring_back_a_forgotten_subject(dualmem: Inside) -> None:
    dualmem("hear", "记住我叫小明", "--subject", "wei")
    dualmem("db", "backup", "copy.db")
    dualmem("keys", "backup", "apart/memory.keys", "--data-keys")
    dualmem("forget", "--everything", "--yes", "--subject", "wei")
    found = dualmem("keys", "restore", "apart/memory.keys", "--json").data
    assert isinstance(found, dict)
    assert found["stay_forgotten"] == ["wei"]
    dualmem("db", "restore", "copy.db")
    assert "小明" not in dualmem("state", "show", "--subject", "wei").out


def test_keys_of_another_store_are_not_put_in_place(dualmem: Inside) -> None:
    dualmem("state", "set", "user_profile.name", "小明")
    with open_memory(dualmem.folder / "other") as other:
        other.set("me", "user_profile.name", "小红")
    dualmem("keys", "restore", "other/memory.db.keys", code=3)
    assert "小明" in dualmem("state", "show").out


def test_a_failed_backup_loses_no_turn_and_the_doctor_says_why(dualmem: Inside) -> None:
    dualmem("state", "set", "user_profile.name", "小明")
    age(folder(dualmem) / "backup_1.db", 2)
    (folder(dualmem) / ".store").write_text("/somewhere/else.db\n", encoding="utf-8")
    dualmem("state", "set", "user_profile.name", "小红")
    assert "小红" in dualmem("state", "show").out
    assert "holds the backups of" in dualmem("doctor", code=1).out
    assert "holds the backups of" in dualmem("state", "import", "-", said='{"facts": {}, "notes": []}', code=5).err
    (folder(dualmem) / ".store").unlink()
    dualmem("db", "backup")
    dualmem("doctor")


def test_an_import_and_an_upgrade_are_preceded_by_a_backup(dualmem: Inside) -> None:
    dualmem("state", "set", "user_profile.name", "小明")
    dualmem("state", "import", "-", "--trusted", said='{"facts": {"城市": "北京"}, "notes": []}')
    assert len(names(dualmem)) == 2
    dualmem("db", "upgrade")
    assert len(names(dualmem)) == 3
    assert "北京" not in dualmem("db", "restore", "backup_2").out


def test_the_project_says_how_many_how_often_and_where(dualmem: Inside) -> None:
    project = 'store = "s/m.db"\n[backup]\nkeep = 2\nevery = "1s"\ndir = "kept"\n'
    (dualmem.folder / "dualmem.toml").write_text(project, encoding="utf-8")
    for name in ("a", "b", "c", "d"):
        dualmem("state", "set", "user_profile.name", name, DUALMEM_DB="")
        age(dualmem.folder / "kept" / "backup_1.db", 0.001)
    assert sorted(path.name for path in (dualmem.folder / "kept").glob("b*")) == ["backup_1.db", "backup_2.db"]
    assert not folder(dualmem).exists()


def test_a_snapshot_file_says_what_it_left_out(dualmem: Inside) -> None:
    dualmem("hear", f"记住我的手机号{NUMBER}")
    dualmem("hear", "记住我叫小明")
    dualmem("snapshot", "create", "all")
    dualmem("snapshot", "save", "all", "all.json")
    dualmem("forget", PHONE, "--yes")
    dualmem("state", "set", "user_profile.name", "小红")
    restored = dualmem("snapshot", "restore", "--file", "all.json", "--table")
    assert f"left out: {PHONE}: it was forgotten" in restored.out
    assert "138" not in restored.out
    rows = dualmem("rollback", "all", "--json").data
    assert [row["field"] for row in rows if "left_out" in row] == [PHONE]
    assert dualmem("audit", "verify").code == 0


def test_the_backup_before_an_upgrade_has_the_old_layout_and_can_be_restored(dualmem: Inside) -> None:
    dualmem("state", "set", "user_profile.name", "小明")
    newer = type(STORE)(STORE.application_id, (*STORE.migrations, "keys_0001.sql"))
    for module in ("sqlite", "backups"):
        dualmem.monkeypatch.setattr(f"dualmem.storage.{module}.STORE", newer)
    assert "db upgrade" in dualmem("state", "show", code=3).err
    upgraded = dualmem("db", "upgrade", "--json").data
    assert isinstance(upgraded, dict)
    assert upgraded["layout"] == 2
    for file, layout in ((dualmem.db, 2), (folder(dualmem) / "backup_1.db", 1)):
        with contextlib.closing(sqlite3.connect(file)) as connection:
            assert connection.execute("PRAGMA user_version").fetchone() == (layout,)
    dualmem("state", "set", "user_profile.name", "小红")
    dualmem("db", "restore", "backup_1")
    assert "小明" in dualmem("state", "show").out


def test_where_the_store_was_lost_a_receipt_has_a_field_forgotten_in_what_is_restored(dualmem: Inside) -> None:
    dualmem("hear", f"记住我叫小明，手机号{NUMBER}")
    dualmem("hear", "记住我叫小红", "--subject", "lan")
    dualmem("db", "backup", "copy.db")
    dualmem("forget", PHONE, "--yes", "--receipt", "field.json")
    dualmem("forget", "--everything", "--yes", "--subject", "lan", "--receipt", "whole.json")
    dualmem.db.unlink()
    found = dualmem("db", "restore", "copy.db", "--json").data
    assert isinstance(found, dict)
    assert "--receipt" in found["note"]
    assert NUMBER in dualmem("state", "show", "--reveal").out  # nobody could know
    dualmem.db.unlink()
    found = dualmem("db", "restore", "copy.db", "--receipt", "field.json", "--receipt", "whole.json", "--json").data
    assert isinstance(found, dict)
    assert found["note"] == "ok"
    assert set(found["forgotten_again"]) == {f"{PHONE} of me", "everything of lan"}
    assert NUMBER not in dualmem("state", "show", "--reveal").out
    assert "小明" in dualmem("state", "show").out
    dualmem("forget", "verify", "field.json")
    dualmem("audit", "verify", "--all")
    text = dualmem.path("field.json").read_text(encoding="utf-8").replace(PHONE, "user_profile.name")
    dualmem.path("field.json").write_text(text, encoding="utf-8")
    dualmem("db", "restore", "copy.db", "--receipt", "field.json", code=2)
