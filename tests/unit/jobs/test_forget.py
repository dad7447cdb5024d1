"""Forget: the value is gone from every place, the chain still verifies, and the user gets a receipt."""

import os
import sqlite3
from datetime import datetime

import pytest

from dualmem.errors import KeyMissing, NotFound, StoreBusy
from dualmem.grounding import operator
from dualmem.jobs import forget
from dualmem.jobs.archive import Archive
from dualmem.model.provenance import Provenance
from dualmem.ports import ItemKind, Scrub
from tests.unit.jobs.desk import TENANT, Desk, canaries
from tests.unit.samples import BUDGET, CONSTRAINTS, EMAIL, NAME, PHONE, yuan

NUMBER = "+8613800138000"
SAID = ("13800138000", "138 0013 8000", "138-0013-8000")


def talk_about_a_phone(desk: Desk) -> None:
    desk.set(NAME, "小明", text="我叫小明")
    desk.propose(PHONE, NUMBER, "手机号138 0013 8000")
    desk.reply("已提取：手机号 138 0013 8000。是否正确？")
    desk.set(PHONE, NUMBER, text="记住我的手机号13800138000")
    desk.set(BUDGET, yuan(500_000), text="预算50万", tag="before")
    desk.note("周五打13800138000联系客户")
    desk.set(PHONE, "+8613900139000", text="手机号改成13900139000")
    desk.reply("好的，您的手机号是138-0013-8000以外的新号码。")


def test_an_erased_value_is_in_no_place_and_no_file(disk: Desk) -> None:
    talk_about_a_phone(disk)
    assert canaries(disk, (NUMBER, *SAID, "13900139000"))
    (receipt,) = disk.erase(PHONE)
    assert canaries(disk, (NUMBER, *SAID, "13900139000", "1380013")) == []
    assert receipt.erased == (PHONE,)
    assert receipt.payloads >= 4
    assert (receipt.turns, receipt.notes, receipt.snapshots, receipt.conversations) == (6, 1, 1, 1)
    assert "backups" in receipt.out_of_reach


def test_what_was_not_erased_stays(desk: Desk) -> None:
    talk_about_a_phone(desk)
    desk.erase(PHONE)
    state, _ = desk.archive.state()
    assert {path: held.value for path, held in state.fields.items()} == {NAME: "小明", BUDGET: yuan(500_000)}
    texts = [raw.text for _, raw in desk.archive.turns() if raw is not None]
    assert "我叫小明" in texts
    assert "预算50万" in texts
    assert [note.text for note in desk.archive.notes()] == ["周五打[…]联系客户"]
    assert NAME in desk.archive.snapshot("before").fields


def test_the_chain_and_the_replay_still_verify(desk: Desk) -> None:
    talk_about_a_phone(desk)
    desk.erase(PHONE)
    report = desk.verify()
    assert report.is_ok, report.lines()
    assert report.chain.erased >= 4
    assert report.chain.erasures


def test_a_field_that_is_set_again_after_the_erasure_is_kept(disk: Desk) -> None:
    talk_about_a_phone(disk)
    disk.act(lambda memory: operator.erase_field(memory, PHONE))
    disk.set(PHONE, "+8613700137000", text="手机号13700137000")
    disk.finish()
    state, _ = disk.archive.state()
    assert state.value(PHONE) == "+8613700137000"
    assert canaries(disk, SAID) == []
    assert "13700137000" in disk.clear_text()
    assert disk.verify().is_ok


def test_a_crash_before_the_scrub_is_made_good_by_the_next_call(disk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    talk_about_a_phone(disk)
    disk.act(lambda memory: operator.erase_field(memory, PHONE))

    def crash(_scrub: Scrub) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(disk.store, "scrub", crash)
    with pytest.raises(KeyboardInterrupt):
        disk.finish()
    monkeypatch.undo()
    assert disk.open().erasures
    disk.finish()
    assert disk.open().erasures == ()
    assert canaries(disk, SAID) == []
    assert disk.verify().is_ok


def test_a_log_that_is_being_read_is_emptied_by_the_next_call(disk: Desk) -> None:
    talk_about_a_phone(disk)
    disk.act(lambda memory: operator.erase_field(memory, PHONE))
    disk.store.close()
    disk.store = type(disk.store)(disk.files / "memory.db", busy_timeout_s=0.05)  # type: ignore[call-arg]
    reader = sqlite3.connect(disk.files / "memory.db", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM items").fetchone()
    with pytest.raises(StoreBusy, match="being read"):
        disk.finish()
    assert disk.open().erasures
    reader.close()
    disk.finish()
    assert disk.open().erasures == ()
    assert canaries(disk, SAID) == []


def test_finishing_twice_changes_nothing(desk: Desk) -> None:
    talk_about_a_phone(desk)
    desk.erase(PHONE)
    before = desk.archive.head()
    assert desk.finish() == ()
    assert desk.archive.head() == before


def test_two_fields_can_be_erased_one_after_the_other(disk: Desk) -> None:
    talk_about_a_phone(disk)
    disk.set(EMAIL, "dev@abc.com", text="记住我的邮箱是dev@abc.com")
    disk.erase(EMAIL, PHONE)
    assert canaries(disk, ("dev@abc.com", *SAID)) == []
    assert disk.verify().is_ok


def test_one_field_is_erased_from_an_event_that_changed_several(disk: Desk) -> None:
    disk.set(PHONE, NUMBER)
    disk.set(BUDGET, yuan(500_000))
    disk.act(lambda memory: operator.roll_back(memory, {}, name="nothing"))
    target = {path: held for _, state in disk.archive.states() for path, held in state.fields.items()}
    disk.act(lambda memory: operator.roll_back(memory, target, name="all"))
    disk.erase(PHONE)
    assert canaries(disk, (NUMBER, *SAID)) == []
    report = disk.verify()
    assert report.is_ok, report.lines()
    state, _ = disk.archive.state()
    assert state.value(BUDGET) == yuan(500_000)


def test_a_short_value_goes_from_its_own_turns_and_no_other_word(desk: Desk) -> None:
    desk.set(NAME, "李", text="叫我李就行")
    desk.reply("桃李满天下")
    desk.erase(NAME)
    texts = [raw.text for _, raw in desk.archive.turns() if raw is not None]
    assert texts == ["[…]", "桃李满天下"]


def test_a_money_value_goes_in_every_way_it_was_shown(desk: Desk) -> None:
    desk.set(BUDGET, yuan(512_345), text="预算512345")
    desk.reply("预算是¥512,345，对吗？")
    desk.reply("订单9512345不变")
    desk.erase(BUDGET)
    texts = [raw.text for _, raw in desk.archive.turns() if raw is not None]
    assert texts == ["[…]", "预算是[…]，对吗？", "订单9512345不变"]


def test_an_item_of_a_list_goes_from_the_turns(disk: Desk) -> None:
    disk.set(CONSTRAINTS, ("必须兼容IE11", "需通过等保三级"), text="必须兼容IE11，需通过等保三级")
    disk.erase(CONSTRAINTS)
    assert canaries(disk, ("IE11", "等保三级")) == []


def test_a_whole_subject_leaves_headers_only(disk: Desk) -> None:
    talk_about_a_phone(disk)
    said = Provenance(at=disk.now, actor="operator:tests", channel="cli")
    receipt = forget.forget_subject(disk.archive, said)
    assert receipt.erased == ()
    report = disk.verify()
    assert report.is_ok, report.lines()
    raw = b"".join(path.read_bytes() for path in disk.files.iterdir())
    for word in (NUMBER, *SAID, "小明", "预算"):
        assert word.encode() not in raw
    for kind in ItemKind:
        assert disk.store.items(TENANT, "wei", kind) == ()
    assert [entry.event for entry in disk.archive.entries()] == [None] * report.chain.records


def test_the_key_of_a_forgotten_subject_is_destroyed(desk: Desk) -> None:
    desk.set(PHONE, NUMBER)
    item = desk.store.item(TENANT, "wei", ItemKind.FIELD, PHONE)
    assert item is not None
    forget.forget_subject(desk.archive, Provenance(at=desk.now))
    with pytest.raises(KeyMissing):
        desk.archive.open(item)


def test_a_forgotten_subject_may_begin_anew(desk: Desk) -> None:
    talk_about_a_phone(desk)
    forget.forget_subject(desk.archive, Provenance(at=desk.now))
    desk.set(NAME, "小红")
    state, _ = desk.archive.state()
    assert dict(state.fields).keys() == {NAME}
    assert desk.verify().is_ok


def test_nothing_of_another_subject_is_touched(desk: Desk) -> None:
    other = Archive(desk.store, desk.vault, TENANT, "lan")
    desk.subject = "lan"
    talk_about_a_phone(desk)
    desk.subject = "wei"
    talk_about_a_phone(desk)
    before = list(desk.store.records(TENANT, "lan")), list(desk.store.turns(TENANT, "lan"))
    desk.erase(PHONE)
    forget.forget_subject(desk.archive, Provenance(at=desk.now))
    assert (list(desk.store.records(TENANT, "lan")), list(desk.store.turns(TENANT, "lan"))) == before
    assert other.state()[0].value(PHONE) == "+8613900139000"


def test_an_unknown_subject_is_not_found(desk: Desk) -> None:
    with pytest.raises(NotFound):
        desk.archive.known()


def test_an_erasure_reads_damaged_turns_as_gone(disk: Desk) -> None:
    talk_about_a_phone(disk)
    with sqlite3.connect(disk.files / "memory.db") as connection:
        connection.execute("UPDATE turns SET token = ? WHERE number = 2", (os.urandom(30).hex(),))
    connection.close()
    disk.erase(PHONE)
    assert canaries(disk, SAID) == []


def test_the_receipt_says_when(desk: Desk) -> None:
    desk.set(PHONE, NUMBER)
    (receipt,) = desk.erase(PHONE)
    assert isinstance(receipt.at, datetime)
    assert receipt.at == desk.now
