"""Anchors: what nothing inside the database can show."""

import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from dualmem import merkle
from dualmem.errors import InvalidInput, NotFound
from dualmem.jobs import anchor
from dualmem.jobs.anchor import Log
from dualmem.memory import Memory
from dualmem.vault.signer import Ed25519Signer

FACT = "facts.city"


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    made = Memory.open(tmp_path / "memory.db", key=tmp_path / "key")
    for subject in ("anna", "bo"):
        for city in ("Berlin", "Hamburg", "Kiel"):
            made.set(subject, FACT, city)
    return made


def cut(tmp_path: Path, *statements: str) -> None:
    with sqlite3.connect(tmp_path / "memory.db") as connection:
        for statement in statements:
            connection.execute(statement)


def test_an_untouched_store_fits_its_anchor(memory: Memory, tmp_path: Path) -> None:
    log = tmp_path / "heads.log"
    assert memory.audit.anchor(log) == 3
    assert memory.audit.anchor(log) == 0
    memory.set("anna", FACT, "Bonn")
    assert memory.audit.anchor(log) == 2
    report = memory.audit.verify_anchored(log)
    assert report.is_ok
    assert report.heads == 3


def test_records_cut_off_the_end_are_found(memory: Memory, tmp_path: Path) -> None:
    log = tmp_path / "heads.log"
    memory.audit.anchor(log)
    earlier = memory._house.store.head("default", "anna")
    memory.close()
    cut(tmp_path, f"DELETE FROM records WHERE subject = 'anna' AND sequence = {earlier.sequence}")
    report = Memory.open(tmp_path / "memory.db", key=tmp_path / "key").audit.verify_anchored(log)
    bad = {one.subject: one.chain.fault for one in report.reports if not one.is_ok}
    assert list(bad) == ["anna"]
    assert bad["anna"] is not None
    assert bad["anna"].sequence == earlier.sequence


def test_a_whole_database_that_was_rolled_back_is_found(memory: Memory, tmp_path: Path) -> None:
    log = tmp_path / "heads.log"
    memory.close()
    old = tmp_path / "old.db"
    shutil.copy(tmp_path / "memory.db", old)
    again = Memory.open(tmp_path / "memory.db", key=tmp_path / "key")
    again.set("bo", FACT, "Bonn")
    again.audit.anchor(log)
    again.close()
    for name in ("memory.db-wal", "memory.db-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    shutil.copy(old, tmp_path / "memory.db")
    rolled = Memory.open(tmp_path / "memory.db", key=tmp_path / "key")
    assert rolled.audit.verify("bo").is_ok
    report = rolled.audit.verify_anchored(log)
    assert [one.subject for one in report.reports if not one.is_ok] == ["bo"]


def test_a_removed_subject_is_found(memory: Memory, tmp_path: Path) -> None:
    log = tmp_path / "heads.log"
    memory.audit.anchor(log)
    memory.close()
    cut(tmp_path, *(f"DELETE FROM {table} WHERE subject = 'bo'" for table in ("subjects", "records", "turns", "items")))
    report = Memory.open(tmp_path / "memory.db", key=tmp_path / "key").audit.verify_anchored(log)
    assert len(report.missing) == 1
    assert not report.is_ok


def test_a_forgotten_subject_still_fits_its_anchor(memory: Memory, tmp_path: Path) -> None:
    log = tmp_path / "heads.log"
    memory.audit.anchor(log)
    memory.forget("bo")
    assert memory.audit.verify_anchored(log).is_ok


@pytest.mark.parametrize(("old", "new"), [('"version":3', '"version":4'), ("Z", "Y"), ('"leaf"', '"leav"')])
def test_a_changed_log_is_refused(memory: Memory, tmp_path: Path, old: str, new: str) -> None:
    log = tmp_path / "heads.log"
    memory.audit.anchor(log)
    text = log.read_text(encoding="utf-8")
    log.write_text(text.replace('"sequence":', '"sequence":1', 1) if old not in text else text.replace(old, new))
    with pytest.raises(InvalidInput):
        memory.audit.verify_anchored(log)


def test_a_log_signed_by_another_key_is_refused(memory: Memory, tmp_path: Path) -> None:
    log = tmp_path / "heads.log"
    with Memory.open(tmp_path / "other.db", key=tmp_path / "other-key") as other:
        other.set("anna", FACT, "Berlin")
        other.audit.anchor(log)
    with pytest.raises(InvalidInput, match="not signed"):
        memory.audit.verify_anchored(log)


def test_heads_without_their_checkpoint_wait_for_the_next_one(memory: Memory, tmp_path: Path) -> None:
    log = tmp_path / "heads.log"
    memory.audit.anchor(log)
    memory.set("anna", FACT, "Bonn")
    memory.audit.anchor(log)
    whole = log.read_text(encoding="utf-8").splitlines()
    log.write_text("\n".join(whole[:-1]) + "\n" + whole[-1][:9], encoding="utf-8")  # the process died while writing
    assert memory.audit.verify_anchored(log).is_ok
    memory.set("bo", FACT, "Bonn")
    memory.audit.anchor(log)
    report = memory.audit.verify_anchored(log)
    assert report.is_ok
    assert report.heads == 4


NAMES = ("facts.a", "facts.b", "facts.c", "facts.d")


def since(tmp_path: Path, *statements: str) -> list[str]:
    """Tamper, and give what verifying only what came after the anchor says."""
    cut(tmp_path, *statements)
    with Memory.open(tmp_path / "memory.db", key=tmp_path / "key") as again:
        report = again.audit.verify_anchored(tmp_path / "heads.log", is_since=True)
        assert report.is_ok == again.audit.verify_anchored(tmp_path / "heads.log").is_ok
        return [line for one in report.reports if not one.is_ok for line in one.lines()]


@pytest.fixture
def anchored(memory: Memory, tmp_path: Path) -> Memory:
    """A subject with fields set, cleared, erased and rolled back before its anchor, and changed after it."""
    for path in NAMES:
        memory.set("anna", path, "1")
    memory.snapshots.create("anna", "all")
    memory.clear("anna", "facts.c")
    memory.forget("anna", "facts.d")
    memory.set("anna", FACT, "Bonn")
    memory.snapshots.restore("anna", "all")
    memory.audit.anchor(tmp_path / "heads.log")
    memory.set("anna", FACT, "Kiel")
    memory.clear("anna", "facts.c")
    memory.set("anna", "facts.new", "2")
    memory.close()
    return memory


def test_an_untouched_store_is_right_since_its_anchor(anchored: Memory, tmp_path: Path) -> None:
    assert since(tmp_path) == []


@pytest.mark.parametrize("path", ["facts.a", "facts.b"])
def test_a_field_that_was_taken_out_and_not_changed_since_the_anchor_is_missed(
    anchored: Memory, tmp_path: Path, path: str
) -> None:
    lines = since(tmp_path, f"DELETE FROM items WHERE subject = 'anna' AND kind = 'field' AND key = '{path}'")
    assert any(path in line for line in lines)


def test_a_field_that_was_put_back_to_an_older_token_is_missed(memory: Memory, tmp_path: Path) -> None:
    memory.set("anna", "facts.a", "1")
    with sqlite3.connect(tmp_path / "memory.db") as connection:
        (token, version) = connection.execute(
            "SELECT token, version FROM items WHERE subject = 'anna' AND key = 'facts.a'"
        ).fetchone()
    memory.set("anna", "facts.a", "2")
    memory.audit.anchor(tmp_path / "heads.log")
    memory.set("anna", FACT, "Bonn")
    memory.close()
    lines = since(
        tmp_path,
        f"UPDATE items SET token = '{token}', version = {version} WHERE subject = 'anna' AND key = 'facts.a'",
    )
    assert any("facts.a" in line for line in lines)


def test_what_is_forgotten_after_the_anchor_is_no_fault(memory: Memory, tmp_path: Path) -> None:
    memory.set("anna", "facts.a", "1")
    memory.audit.anchor(tmp_path / "heads.log")
    memory.forget("anna", "facts.a")
    memory.forget("bo")
    memory.close()
    assert since(tmp_path) == []


def test_a_log_without_digests_of_fields_is_still_read(anchored: Memory, tmp_path: Path) -> None:
    with Memory.open(tmp_path / "memory.db", key=tmp_path / "key") as again:
        log = anchor.read_file(tmp_path / "heads.log", again._vault.signer(), again._vault, "default")
        old = Log(tuple(replace(leaf, fields="") for leaf in log.leaves), log.checked)
        assert anchor.check(again._house.store, again._vault, "default", old, is_since=True).is_ok


def test_no_log_is_an_error_and_no_ok(memory: Memory, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        memory.audit.verify_anchored(tmp_path / "nowhere.log")


def test_the_tree_hash_is_that_of_rfc_6962() -> None:
    # Leaves and roots of the certificate transparency reference tests.
    leaves = [bytes.fromhex(text) for text in ("", "00", "10", "2021", "3031", "40414243")]
    hashes = [merkle.leaf_hash(leaf) for leaf in leaves]
    assert merkle.root([]).hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert merkle.root(hashes[:1]).hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert merkle.root(hashes[:3]).hex() == "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"
    assert merkle.root(hashes).hex() == "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"


def test_a_note_gives_back_its_checkpoint_and_signature() -> None:
    signer = Ed25519Signer(bytes(range(32)))
    checkpoint = merkle.Checkpoint(origin="dualmem/heads/1/x", size=7, root=bytes(32))
    note = merkle.note(checkpoint, "dualmem", signer.public_key, signer.sign(checkpoint.body().encode()))
    found, signature = merkle.parse_note(note, "dualmem", signer.public_key)
    assert found == checkpoint
    assert signer.is_signed(checkpoint.body().encode(), signature)
    assert not signer.is_signed(b"other", signature)


def test_people_of_whom_nothing_is_recorded_yet_are_anchored_each(memory: Memory, tmp_path: Path) -> None:
    log = tmp_path / "heads.log"
    for subject in ("cai", "dan"):
        memory.hear(subject, "你好", conversation="c").reply("你好。")
        assert memory._house.store.head("default", subject).sequence == 0
        memory.audit.anchor(log)
    assert memory.audit.verify_anchored(log).heads == 4
    memory.close()
    cut(tmp_path, "DELETE FROM subjects WHERE subject = 'cai'", "DELETE FROM turns WHERE subject = 'cai'")
    with Memory.open(tmp_path / "memory.db", key=tmp_path / "key") as again:
        assert len(again.audit.verify_anchored(log).missing) == 1
