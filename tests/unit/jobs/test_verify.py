"""Verify: chain, tokens and replay."""

import sqlite3
from dataclasses import replace

import pytest

from dualmem import records
from dualmem.errors import StoreCorrupt
from dualmem.grounding import operator
from dualmem.jobs.verify import verify, verify_since
from dualmem.ports import ItemKind
from tests.unit.jobs.desk import TENANT, Desk
from tests.unit.samples import BUDGET, NAME, PHONE, QUOTE, yuan


def filled(desk: Desk) -> None:
    desk.set(NAME, "小明", text="我叫小明")
    desk.set(BUDGET, yuan(500_000), text="预算50万")
    desk.set(QUOTE, yuan(400_000), text="报价40万")
    desk.set(BUDGET, yuan(600_000), text="预算60万")
    desk.propose(PHONE, "+8613800138000", "手机号13800138000")
    desk.clear(NAME)


def tamper(desk: Desk, sql: str, *values: object) -> None:
    with sqlite3.connect(desk.files / "memory.db") as connection:
        connection.execute(sql, values)
    connection.close()


def test_a_state_equals_the_replay_of_its_events(desk: Desk) -> None:
    filled(desk)
    report = desk.verify()
    assert report.is_ok
    assert report.lines() == ("wei: ok, 6 records, the state equals the replay",)


def test_a_value_that_became_stale_is_part_of_the_replay(desk: Desk) -> None:
    filled(desk)
    state, _ = desk.archive.state()
    assert state.fields[QUOTE].stale_since == 4
    assert desk.verify().is_ok


def test_a_value_that_no_event_wrote_is_named(disk: Desk) -> None:
    filled(disk)
    item = disk.store.item(TENANT, "wei", ItemKind.FIELD, BUDGET)
    assert item is not None
    state, _ = disk.archive.state()
    forged = state.fields[BUDGET]._replace(value=yuan(900_000))
    token = disk.archive.sealed(item, records.dump(forged)).token
    tamper(disk, "UPDATE items SET token = ? WHERE kind = 'field' AND key = ?", token, BUDGET)
    report = disk.verify()
    assert report.differences == (BUDGET,)
    assert f"{BUDGET}: the stored value is not what the audit says" in report.lines()


def test_a_deleted_value_is_named(disk: Desk) -> None:
    filled(disk)
    tamper(disk, "DELETE FROM items WHERE kind = 'field' AND key = ?", BUDGET)
    assert disk.verify().differences == (BUDGET,)


def test_tokens_that_changed_places_are_refused_and_named(disk: Desk) -> None:
    other = Desk.__new__(Desk)
    other.__dict__.update({**disk.__dict__, "subject": "lan"})
    for one, number in ((disk, "+8613800138000"), (other, "+8613900139000")):
        one.set(PHONE, "+8613700137000")
        one.set(PHONE, number)
        one.set(NAME, "小明")
    rows = {
        (subject, key): token
        for subject, key, token in sqlite3.connect(disk.files / "memory.db").execute(
            "SELECT subject, key, token FROM items WHERE kind = 'field'"
        )
    }
    tamper(disk, "UPDATE items SET token = ? WHERE subject = 'wei' AND key = ?", rows["lan", PHONE], PHONE)
    tamper(disk, "UPDATE items SET token = ? WHERE subject = 'lan' AND key = ?", rows["lan", PHONE], NAME)
    assert disk.open().unreadable == (PHONE,)
    assert other.open().unreadable == (NAME,)
    assert disk.verify().unreadable == (PHONE,)
    assert other.verify().unreadable == (NAME,)
    assert "its token does not open" in " ".join(disk.verify().lines())


def test_an_older_version_put_over_the_newer_is_refused_and_named(disk: Desk) -> None:
    disk.set(PHONE, "+8613700137000")
    old = disk.store.item(TENANT, "wei", ItemKind.FIELD, PHONE)
    assert old is not None
    disk.set(PHONE, "+8613800138000")
    tamper(disk, "UPDATE items SET token = ? WHERE key = ?", old.token, PHONE)
    assert disk.verify().unreadable == (PHONE,)
    tamper(disk, "UPDATE items SET version = ? WHERE key = ?", old.version, PHONE)
    assert disk.verify().differences == (PHONE,)


def test_a_damaged_payload_is_named_as_its_record(disk: Desk) -> None:
    filled(disk)
    tamper(disk, "UPDATE records SET payload = payload || 'x' WHERE sequence = 2")
    report = disk.verify()
    assert report.chain.fault is not None
    assert (report.chain.fault.sequence, report.chain.fault.why) == (2, "payload")


def test_a_cut_off_tail_is_named_by_a_head_noted_outside_and_differs_from_damage(disk: Desk) -> None:
    filled(disk)
    noted = disk.archive.head()
    assert verify(disk.archive, anchor=noted).is_ok
    rows = list(disk.store.records(TENANT, "wei"))
    last = rows[3]
    tamper(disk, "DELETE FROM records WHERE sequence > 4")
    tamper(disk, "UPDATE subjects SET sequence = 4, version = 4, chain = ?", last.digest)
    report = verify(disk.archive, anchor=noted)
    assert report.chain.fault is not None
    assert report.chain.fault.why == "tail"
    assert "the last 2 records (5 to 6) that were noted are missing" in report.lines()


def test_a_chain_written_anew_behind_a_noted_head_is_named(desk: Desk) -> None:
    filled(desk)
    noted = replace(desk.archive.head(), chain=bytes(32))
    report = verify(desk.archive, anchor=noted)
    assert report.chain.fault is not None
    assert "written anew" in report.chain.fault.message


def test_a_longer_chain_still_holds_a_head_noted_before(desk: Desk) -> None:
    filled(desk)
    noted = desk.archive.head()
    desk.set(NAME, "小红")
    assert verify(desk.archive, anchor=noted).is_ok


def test_a_rollback_of_several_fields_is_part_of_the_replay(desk: Desk) -> None:
    filled(desk)
    target, _ = desk.archive.state()
    desk.set(NAME, "小红")
    desk.set(BUDGET, yuan(700_000))
    desk.act(lambda memory: operator.roll_back(memory, target.fields, name="v5"))
    assert desk.verify().is_ok
    state, _ = desk.archive.state()
    assert {path: held.value for path, held in state.fields.items()} == {
        path: held.value for path, held in target.fields.items()
    }


@pytest.mark.parametrize(
    "damage",
    ["digest = 'x'", "digest = x'00'", "header = 'x'", "header = x'ff'", "payload = 7"],
)
def test_a_damaged_row_is_named_whatever_it_holds(disk: Desk, damage: str) -> None:
    filled(disk)
    tamper(disk, f"UPDATE records SET {damage} WHERE sequence = 3")
    report = disk.verify()
    assert report.chain.fault is not None
    assert report.chain.fault.sequence == 3


def test_damaged_counters_are_a_corrupt_store(disk: Desk) -> None:
    filled(disk)
    tamper(disk, "UPDATE subjects SET chain = 'x'")
    with pytest.raises(StoreCorrupt, match="counters"):
        disk.verify()


def test_what_came_after_a_noted_head_is_verified_alone(desk: Desk) -> None:
    filled(desk)
    noted = desk.archive.head()
    desk.set(BUDGET, yuan(700_000), text="预算70万")
    desk.clear(QUOTE)
    report = verify_since(desk.archive, noted)
    assert report.is_ok, report.lines()
    assert (report.since, report.chain.records) == (noted.sequence, 2)


def test_what_is_wrong_after_a_noted_head_is_named(disk: Desk) -> None:
    filled(disk)
    noted = disk.archive.head()
    disk.set(NAME, "小红")
    old = disk.store.item(TENANT, "wei", ItemKind.FIELD, NAME)
    assert old is not None
    disk.set(NAME, "小明")
    tamper(disk, "UPDATE items SET token = ?, version = ? WHERE key = ?", old.token, old.version, NAME)
    assert verify_since(disk.archive, noted).differences == (NAME,)
    tamper(disk, "UPDATE records SET header = replace(header, 'FieldSet', 'FieldCut') WHERE sequence = 8")
    fault = verify_since(disk.archive, noted).chain.fault
    assert fault is not None
    assert fault.sequence == 8


def test_a_turn_or_a_note_that_was_taken_out_is_named(disk: Desk) -> None:
    filled(disk)
    disk.note("周五开会")
    tamper(disk, "DELETE FROM items WHERE kind = 'note'")
    assert "is missing, and no record took it away" in " ".join(disk.verify().lines())
    tamper(disk, "DELETE FROM turns WHERE number = 2")
    assert any("steps are there" in line for line in disk.verify().lines())


def test_who_said_a_turn_and_when_can_not_be_changed(disk: Desk) -> None:
    filled(disk)
    tamper(disk, "UPDATE turns SET channel = 'tool' WHERE number = 2")
    assert disk.verify().unreadable == ("turn 2 of user",)
