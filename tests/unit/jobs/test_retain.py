"""Retain: what is old goes, what the state came from stays, and the chain says what went."""

from datetime import timedelta

from dualmem.jobs.retain import due, retain
from dualmem.ports import ItemKind
from dualmem.schema.load import load_schema
from dualmem.schema.shipped import schema_path
from tests.unit.jobs.desk import TENANT, Desk
from tests.unit.samples import BUDGET, NAME, PHONE, yuan

SCHEMA = load_schema(schema_path("project_assistant"))


def filled(desk: Desk) -> None:
    desk.set(NAME, "小明", text="我叫小明")
    desk.set(BUDGET, yuan(500_000), text="预算50万")
    desk.set(BUDGET, yuan(600_000), text="预算60万")
    desk.propose(PHONE, "+8613800138000", "手机号13800138000")


def texts(desk: Desk) -> list[str]:
    return [raw.text for _, raw in desk.archive.turns() if raw is not None]


def test_what_is_young_stays(desk: Desk) -> None:
    filled(desk)
    before = desk.archive.head()
    found = retain(desk.archive, SCHEMA, desk.now + timedelta(days=1))
    assert (found.turns, found.pending, found.payloads) == (0, 0, 0)
    assert desk.archive.head() == before


def test_texts_and_waiting_updates_go_after_a_month(desk: Desk) -> None:
    filled(desk)
    found = retain(desk.archive, SCHEMA, desk.now + timedelta(days=31))
    assert (found.turns, found.pending, found.payloads) == (4, 1, 1)
    assert texts(desk) == []
    assert desk.archive.pending() == ()
    report = desk.verify()
    assert report.is_ok, report.lines()
    state, _ = desk.archive.state()
    assert state.value(BUDGET) == yuan(600_000)


def test_payloads_go_after_two_years_but_for_those_that_the_state_came_from(disk: Desk) -> None:
    filled(disk)
    retain(disk.archive, SCHEMA, disk.now + timedelta(days=800))
    kept = [row.sequence for row in disk.store.records(TENANT, "wei") if row.payload is not None]
    state, _ = disk.archive.state()
    assert state.value(NAME) == "小明"
    assert 2 not in kept
    assert {1, 3} <= set(kept)
    assert disk.verify().is_ok, disk.verify().lines()
    assert len(list(disk.store.records(TENANT, "wei"))) == disk.archive.head().sequence


def test_a_second_run_finds_nothing(desk: Desk) -> None:
    filled(desk)
    later = desk.now + timedelta(days=800)
    retain(desk.archive, SCHEMA, later)
    again = retain(desk.archive, SCHEMA, later)
    assert (again.turns, again.pending, again.payloads) == (0, 0, 0)


def test_an_update_that_still_waits_keeps_its_payload(desk: Desk) -> None:
    filled(desk)
    desk.now += timedelta(days=31)
    desk.propose(PHONE, "+8613900139000", "手机号13900139000")
    retain(desk.archive, SCHEMA, desk.now + timedelta(days=1))
    assert [update.value for update in desk.archive.pending()] == ["+8613900139000"]
    assert desk.store.items(TENANT, "wei", ItemKind.PENDING)
    assert desk.verify().is_ok


def test_what_is_due_is_counted_and_nothing_is_changed(desk: Desk) -> None:
    filled(desk)
    later = desk.now + timedelta(days=31)
    before = desk.archive.head()
    counted = due(desk.archive, SCHEMA, later)
    assert desk.archive.head() == before
    assert counted == retain(desk.archive, SCHEMA, later)
    assert due(desk.archive, SCHEMA, later).turns == 0
