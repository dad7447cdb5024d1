"""Reseal: everything under the newest key and suite, whatever happens in between."""

from dataclasses import replace
from datetime import timedelta

import pytest

from dualmem.jobs.reseal import reseal
from dualmem.ports import ItemKind, Swap
from dualmem.storage.keys import SqliteKeys
from dualmem.storage.sqlite import SqliteStore
from dualmem.vault.keyed import KeyedVault
from tests.unit.jobs.desk import MASTER, SUBJECT, TENANT, Desk
from tests.unit.samples import BUDGET, NAME, PHONE, yuan


def filled(desk: Desk) -> None:
    desk.set(NAME, "小明", text="我叫小明", tag="before")
    desk.set(BUDGET, yuan(500_000), text="预算50万")
    desk.propose(PHONE, "+8613800138000", "手机号13800138000")
    desk.note("周五开会")


def tokens(desk: Desk) -> list[str]:
    """Give every token but those of the audit."""
    store = desk.store
    found = [item.token for kind in ItemKind for item in store.items(TENANT, SUBJECT, kind)]
    found += [row.token for row in store.turns(TENANT, SUBJECT) if row.token is not None]
    return found + [token for _, token in store.results(TENANT, SUBJECT)]


def marks(desk: Desk) -> set[str]:
    return {token.rpartition(".")[0] for token in tokens(desk)}


def test_everything_moves_to_the_other_suite_and_still_opens(disk: Desk) -> None:
    filled(disk)
    before = disk.archive.state()
    disk.vault = KeyedVault(SqliteKeys(disk.files / "memory.db.keys"), MASTER, suite="fernet")
    found = reseal(disk.archive)
    assert found.tokens == len(tokens(disk))
    assert {mark[:2] for mark in marks(disk)} == {"f1"}
    assert disk.archive.state() == before
    assert [note.text for note in disk.archive.notes()] == ["周五开会"]
    assert disk.verify().is_ok, disk.verify().lines()
    assert reseal(disk.archive).tokens == 0


def test_a_fresh_key_seals_all_but_the_audit_whose_chain_still_verifies(desk: Desk) -> None:
    filled(desk)
    (old,) = desk.vault.key_ids(TENANT, SUBJECT)
    found = reseal(desk.archive, since=desk.now + timedelta(days=9000))
    assert found.fresh_keys == 1
    assert found.kept_payloads == desk.archive.head().sequence
    assert marks(desk) == {f"a1.{desk.vault.key_ids(TENANT, SUBJECT)[-1]}"}
    assert old not in "".join(marks(desk))
    assert desk.verify().is_ok, desk.verify().lines()
    desk.set(NAME, "小红")
    assert desk.verify().is_ok


def test_a_key_that_is_young_enough_is_not_made_again(desk: Desk) -> None:
    filled(desk)
    assert reseal(desk.archive, since=desk.now - timedelta(days=9000)).fresh_keys == 0


def test_stored_results_are_sealed_anew_and_answer_a_repeated_operation(desk: Desk) -> None:
    filled(desk)
    reseal(desk.archive, since=desk.now + timedelta(days=9000))
    loaded = desk.store.load(TENANT, SUBJECT, "", window=0, operation_id="op-0")
    assert loaded.result is not None
    assert desk.vault.key_ids(TENANT, SUBJECT)[-1] in loaded.result


def test_killed_at_any_step_a_second_run_finishes(disk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(190):
        disk.set(f"facts.k{number}", str(number))
    since = disk.now + timedelta(days=9000)
    swap, calls = SqliteStore.swap, 0

    def killed(self: SqliteStore, swap_: Swap) -> int:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt
        return swap(self, swap_)

    monkeypatch.setattr(SqliteStore, "swap", killed)
    with pytest.raises(KeyboardInterrupt):
        reseal(disk.archive, since=since)
    monkeypatch.undo()
    assert disk.verify().is_ok
    assert len(marks(disk)) == 2
    reseal(disk.archive)
    assert marks(disk) == {f"a1.{disk.vault.key_ids(TENANT, SUBJECT)[-1]}"}
    assert disk.verify().is_ok


def test_a_value_that_is_erased_meanwhile_does_not_come_back(desk: Desk) -> None:
    filled(desk)
    item = desk.store.item(TENANT, SUBJECT, ItemKind.FIELD, NAME)
    assert item is not None
    desk.erase(NAME)
    swap = Swap(tenant=TENANT, subject=SUBJECT, items=((ItemKind.FIELD, NAME, item.token, "a1.x.y"),))
    assert desk.store.swap(swap) == 0
    assert desk.store.item(TENANT, SUBJECT, ItemKind.FIELD, NAME) is None


def test_a_value_that_is_written_meanwhile_stays(desk: Desk) -> None:
    filled(desk)
    old = desk.store.item(TENANT, SUBJECT, ItemKind.FIELD, NAME)
    assert old is not None
    desk.set(NAME, "小红")
    swap = Swap(tenant=TENANT, subject=SUBJECT, items=((ItemKind.FIELD, NAME, old.token, replace(old).token),))
    assert desk.store.swap(swap) == 0
    assert desk.archive.state()[0].value(NAME) == "小红"


def test_a_damaged_token_is_counted_and_left(desk: Desk) -> None:
    filled(desk)
    item = desk.store.item(TENANT, SUBJECT, ItemKind.FIELD, NAME)
    assert item is not None
    bad = item.token[:-4] + ("AAAA" if item.token[-4:] != "AAAA" else "BBBB")
    desk.store.swap(Swap(tenant=TENANT, subject=SUBJECT, items=((ItemKind.FIELD, NAME, item.token, bad),)))
    assert reseal(desk.archive, since=desk.now + timedelta(days=9000)).unreadable == 1


def test_another_opening_reads_and_writes_through_it(disk: Desk) -> None:
    filled(disk)
    other = Desk(disk.files)
    assert other.archive.state()[0].value(NAME) == "小明"
    reseal(disk.archive, since=disk.now + timedelta(days=9000))
    assert other.archive.state()[0].value(NAME) == "小明"
    other.now = disk.now
    other.names = disk.names
    other.set(NAME, "小红")
    assert disk.archive.state()[0].value(NAME) == "小红"
    assert disk.verify().is_ok, disk.verify().lines()
