"""The red lines of ``doctor --production``, and what keeps a store in order: check, recover, retain, receipts."""

from pathlib import Path

import pytest

from dualmem.schema.shipped import schema_path
from tests.e2e.conftest import Shell

PHONE = "user_profile.contact.phone"


@pytest.fixture
def key(tmp_path: Path) -> str:
    place = tmp_path / "elsewhere" / "master.key"
    place.parent.mkdir(mode=0o700)
    return str(place)


def red(dualmem: Shell, **env: str) -> dict[str, str]:
    rows = dualmem("doctor", "--production", "--json", code=1, **env).data
    assert isinstance(rows, list)
    return {row["check"]: row["found"] for row in rows if row["status"] == "fault"}


def test_a_store_with_its_key_elsewhere_keeps_every_red_line(dualmem: Shell, key: str) -> None:
    dualmem("hear", "记住我的手机号13800138000", DUALMEM_KEY_FILE=key)
    dualmem("doctor", "--production", DUALMEM_KEY_FILE=key)


def test_a_key_beside_the_data_is_a_red_line(dualmem: Shell) -> None:
    beside = str(dualmem.db.parent / "master.key")
    dualmem("hear", "你好", DUALMEM_KEY_FILE=beside)
    assert list(red(dualmem, DUALMEM_KEY_FILE=beside)) == ["master key"]


@pytest.mark.parametrize(
    ("old", "new", "check"),
    [
        ("clean: true", "clean: false", "cleaned input"),
        (
            "labels: {zh: [电话, 手机号, 手机], en: [phone]}, sensitive: encrypt",
            "labels: {zh: [电话]}",
            "contact and card fields",
        ),
        ("sensitive: mask", "sensitive: encrypt", "card numbers"),
        ("reveal: []", f"reveal: [{PHONE}]", "white list of what a model sees"),
    ],
)
def test_a_schema_that_crosses_a_red_line_is_named(dualmem: Shell, key: str, old: str, new: str, check: str) -> None:
    text = schema_path("project_assistant").read_text(encoding="utf-8")
    assert old in text
    (dualmem.folder / "schema.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    (dualmem.folder / "dualmem.toml").write_text('schema = "./schema.yaml"\n', encoding="utf-8")
    dualmem("keys", "make", "--file", key)
    assert check in red(dualmem, DUALMEM_KEY_FILE=key)


def test_readable_files_are_a_red_line(dualmem: Shell, key: str) -> None:
    dualmem("hear", "你好", DUALMEM_KEY_FILE=key)
    Path(key).chmod(0o644)
    assert "rights of master.key" in red(dualmem, DUALMEM_KEY_FILE=key)


def test_a_receipt_finds_an_old_backup_and_passes_a_new_one(dualmem: Shell) -> None:
    dualmem("hear", "记住我的手机号13800138000")
    dualmem("db", "backup", "old.db")
    dualmem("forget", PHONE, "--yes", "--receipt", "receipt.json")
    dualmem("db", "backup", "new.db")
    assert "138" not in (dualmem.folder / "receipt.json").read_text(encoding="utf-8").split('"marks"')[0]
    dualmem("forget", "verify", "receipt.json", "new.db")
    assert "field user_profile.contact.phone" in dualmem("forget", "verify", "receipt.json", "old.db", code=1).out
