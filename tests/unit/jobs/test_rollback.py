"""Rollback and snapshots: the state as it was, by tag, version or moment."""

import stat
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from dualmem.errors import Conflict, InvalidInput, NotFound, TokenUnreadable
from dualmem.grounding import operator
from dualmem.jobs import rollback, snapshots
from tests.unit.jobs.desk import Desk
from tests.unit.samples import BUDGET, NAME, NOW, PHONE, yuan

ZONE = ZoneInfo("Asia/Shanghai")


@pytest.fixture
def filled(desk: Desk) -> Desk:
    for amount in (1, 2, 3, 4, 5):
        desk.set(BUDGET, yuan(amount), tag="before-four" if amount == 4 else None)
    return desk


def budget(desk: Desk, to: str) -> object:
    held = rollback.find(desk.archive, to, ZONE).fields.get(BUDGET)
    return None if held is None else held.value


@pytest.mark.parametrize(
    ("to", "amount"),
    [
        ("before-four", 3),
        ("2", 2),
        ("v5", 5),
        ("now", 5),
        ("2026-11-29T09:02:00", 2),
        ("2026-11-29T09:02:30+08:00", 2),
        ("2026-11-29T01:03:30+00:00", 3),
        ("2026-11-29", 5),
    ],
)
def test_a_word_names_a_snapshot_a_version_or_a_moment(filled: Desk, to: str, amount: int) -> None:
    assert budget(filled, to) == yuan(amount)


@pytest.mark.parametrize("to", ["0", "2026-11-28", "2020-01-01T00:00:00"])
def test_before_the_first_change_nothing_was_there(filled: Desk, to: str) -> None:
    assert rollback.find(filled.archive, to, ZONE).fields == {}


@pytest.mark.parametrize("to", ["no-such-tag", "6", "99999999999", "last week", "../etc"])
def test_what_never_was_is_not_found(filled: Desk, to: str) -> None:
    with pytest.raises(NotFound):
        rollback.find(filled.archive, to, ZONE)


def test_a_name_that_is_none_lists_the_snapshots(filled: Desk) -> None:
    with pytest.raises(NotFound, match="before-four"):
        rollback.find(filled.archive, "before-five", ZONE)


def test_a_moment_needs_a_zone(filled: Desk) -> None:
    with pytest.raises(InvalidInput):
        rollback.at_moment(filled.archive, NOW.replace(tzinfo=None))


def test_a_rollback_is_a_version_of_its_own_and_history_stays(filled: Desk) -> None:
    target = rollback.at_version(filled.archive, 2)
    filled.act(lambda memory: operator.roll_back(memory, target.fields, name=target.name))
    state, _ = filled.archive.state()
    assert (state.version, state.value(BUDGET)) == (6, yuan(2))
    filled.set(NAME, "小明")
    assert filled.archive.head().version == 7
    assert [budget(filled, str(version)) for version in (3, 4, 5, 6)] == [yuan(3), yuan(4), yuan(5), yuan(2)]
    assert filled.verify().is_ok


def test_a_value_that_was_rolled_back_keeps_its_own_time_and_source(filled: Desk) -> None:
    target = rollback.at_version(filled.archive, 2)
    filled.act(lambda memory: operator.roll_back(memory, target.fields, name=target.name))
    held = filled.archive.state()[0].fields[BUDGET]
    assert held.at == NOW + timedelta(minutes=2)
    assert held.version == 6


def test_one_field_can_be_rolled_back_alone(filled: Desk) -> None:
    filled.set(NAME, "小明")
    target = rollback.at_version(filled.archive, 2)
    filled.act(lambda memory: operator.roll_back(memory, target.fields, name=target.name, fields=(BUDGET,)))
    state, _ = filled.archive.state()
    assert (state.value(BUDGET), state.value(NAME)) == (yuan(2), "小明")


def test_what_was_erased_does_not_come_back(desk: Desk) -> None:
    desk.set(PHONE, "+8613800138000")
    desk.set(BUDGET, yuan(1), tag="with-phone")
    desk.erase(PHONE)
    assert PHONE not in rollback.find(desk.archive, "with-phone", ZONE).fields
    assert PHONE not in rollback.at_version(desk.archive, 1).fields


def test_a_difference_names_what_was_there_and_what_is(filled: Desk) -> None:
    filled.set(NAME, "小明")
    old, new = rollback.find(filled.archive, "before-four", ZONE), rollback.find(filled.archive, "now", ZONE)
    assert snapshots.diff(old.fields, new.fields) == (
        snapshots.Difference(field=BUDGET, old=yuan(3), new=yuan(5)),
        snapshots.Difference(field=NAME, old=None, new="小明"),
    )
    assert snapshots.diff(old.fields, old.fields) == ()


def test_a_snapshot_can_be_kept_as_a_private_file_without_a_clear_value(filled: Desk, tmp_path: Path) -> None:
    filled.set(PHONE, "+8613800138000")
    filled.set(NAME, "小明", tag="all")
    path = tmp_path / "all.json"
    snapshots.write_file(filled.archive, "all", path)
    assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0
    assert "13800138000" not in path.read_text(encoding="utf-8")
    assert snapshots.read_file(filled.archive, path) == (filled.archive.snapshot("all"), ())
    with pytest.raises(Conflict, match="exists"):
        snapshots.write_file(filled.archive, "all", path)


def test_a_snapshot_file_of_another_subject_does_not_open(filled: Desk, tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    snapshots.write_file(filled.archive, "before-four", path)
    filled.subject = "lan"
    filled.set(NAME, "小明")
    with pytest.raises(TokenUnreadable):
        snapshots.read_file(filled.archive, path)


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"\xff\xfe", b'{"dualmem": "snapshot/1"}'])
def test_a_file_that_is_no_snapshot_is_refused(filled: Desk, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "s.json"
    path.write_bytes(content)
    with pytest.raises(InvalidInput, match="no snapshot file"):
        snapshots.read_file(filled.archive, path)


def test_a_snapshot_file_does_not_bring_back_what_was_forgotten_since(desk: Desk, tmp_path: Path) -> None:
    desk.set(PHONE, "+8613800138000")
    desk.set(NAME, "小明", tag="all")
    desk.set(NAME, "小红", tag="both")
    snapshots.write_file(desk.archive, "both", tmp_path / "s.json")
    desk.erase(PHONE)
    target = rollback.find_or_read(desk.archive, tmp_path / "s.json", ZONE)
    assert {path: held.value for path, held in target.fields.items()} == {NAME: "小明"}
