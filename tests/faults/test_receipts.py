"""Receipts of forgetting: signed, without a value, and good to search any file with."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.faults.talk import open_memory
from dualmem.errors import InvalidInput
from dualmem.memory import Memory
from dualmem.storage.backups import opened_copy

PHONE = "user_profile.contact.phone"
NUMBER = "13800138000"


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with open_memory(tmp_path / "store") as opened:
        opened.hear("wei", f"记住我的手机号{NUMBER}", conversation="c").reply("好的。")
        opened.hear("wei", "记一下：周五开会", conversation="c").reply("好的。")
        yield opened


@pytest.fixture
def receipt(memory: Memory, tmp_path: Path) -> Path:
    memory._house.store.backup(str(tmp_path / "before.db"))
    (tmp_path / "before.json").write_text(json.dumps(memory.export("wei", reveal=True)), encoding="utf-8")
    text = memory.receipts.dump(memory.forget("wei", PHONE))
    path = tmp_path / "receipt.json"
    path.write_text(text, encoding="utf-8")
    return path


def places(memory: Memory, receipt: Path, *files: Path) -> list[tuple[str, ...]]:
    return [found for _, found in memory.receipts.verify(receipt, files, opened_copy)]


def test_a_receipt_holds_no_value(receipt: Path) -> None:
    text = receipt.read_text(encoding="utf-8")
    assert NUMBER not in text
    assert json.loads(text)["erased"] == [PHONE]


def test_the_store_and_a_backup_made_after_hold_nothing(memory: Memory, receipt: Path, tmp_path: Path) -> None:
    memory._house.store.backup(str(tmp_path / "after.db"))
    assert places(memory, receipt, tmp_path / "store" / "memory.db", tmp_path / "after.db") == [(), ()]


def test_a_backup_and_an_export_made_before_are_named(memory: Memory, receipt: Path, tmp_path: Path) -> None:
    backup, export = places(memory, receipt, tmp_path / "before.db", tmp_path / "before.json")
    assert {"field user_profile.contact.phone", "record 2", "turn 1"} <= set(backup)
    assert export == ("in clear",)


@pytest.mark.parametrize("text", [NUMBER, "call 138-0013-8000 now", "+86 138 0013 8000", "１３８００１３８０００"])
def test_a_value_is_found_in_any_file_however_it_is_written(
    memory: Memory, receipt: Path, tmp_path: Path, text: str
) -> None:
    (tmp_path / "any.txt").write_text(f"x{'。' * 50}\n{text}\n", encoding="utf-8")
    (tmp_path / "none.txt").write_text("13800138001 2026-11-29 nothing", encoding="utf-8")
    assert places(memory, receipt, tmp_path / "any.txt", tmp_path / "none.txt") == [("in clear",), ()]


def test_a_changed_receipt_and_one_of_another_store_are_refused(memory: Memory, receipt: Path, tmp_path: Path) -> None:
    data = json.loads(receipt.read_text(encoding="utf-8"))
    receipt.write_text(json.dumps({**data, "subject": "lan"}), encoding="utf-8")
    with pytest.raises(InvalidInput, match="signature"):
        places(memory, receipt)
    receipt.write_text(json.dumps(data), encoding="utf-8")
    with open_memory(tmp_path / "other") as other, pytest.raises(InvalidInput, match="signature"):
        places(other, receipt)


def test_a_whole_subject_gets_a_signed_receipt(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "before.json").write_text(json.dumps(memory.export("wei", reveal=True)), encoding="utf-8")
    given = memory.forget("wei")
    path = tmp_path / "receipt.json"
    path.write_text(memory.receipts.dump(given), encoding="utf-8")
    assert places(memory, path, tmp_path / "before.json", tmp_path / "store" / "memory.db") == [("in clear",), ()]
    assert given.signature


def test_a_store_whose_forgotten_subject_has_no_key_any_more_can_be_searched(memory: Memory, tmp_path: Path) -> None:
    memory._house.store.backup(str(tmp_path / "before.db"))
    path = tmp_path / "receipt.json"
    path.write_text(memory.receipts.dump(memory.forget("wei")), encoding="utf-8")
    memory.close()
    with open_memory(tmp_path / "store") as again:
        assert places(again, path, tmp_path / "store" / "memory.db", tmp_path / "before.db") == [(), ()]
