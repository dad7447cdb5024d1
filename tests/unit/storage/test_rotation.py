"""Rotation: the newest is backup_1, whatever breaks in between."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from dualmem.errors import Conflict, StorageError
from dualmem.storage import locks, rotation

NOW = datetime.fromisoformat("2026-11-29T09:00:00+08:00")
DAY = timedelta(days=1)


class Copies:
    """Makes numbered copies."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, target: str) -> None:
        self.count += 1
        Path(target).write_text(str(self.count), encoding="utf-8")


def texts(folder: Path) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in rotation.listed(folder)]


def test_the_newest_is_the_first_and_the_oldest_goes(tmp_path: Path) -> None:
    copies = Copies()
    for day in range(5):
        rotation.rotate(tmp_path / "m.db", tmp_path / "b", copies, keep=3, now=NOW + day * DAY)
    assert texts(tmp_path / "b") == ["5", "4", "3"]
    assert [path.name for path in rotation.listed(tmp_path / "b")] == ["backup_1.db", "backup_2.db", "backup_3.db"]


def test_one_a_day_means_the_first_commit_of_a_date(tmp_path: Path) -> None:
    copies = Copies()
    times = [NOW, NOW + timedelta(hours=14, minutes=59), NOW + timedelta(hours=15), NOW + timedelta(hours=30)]
    for now in times:
        rotation.rotate(tmp_path / "m.db", tmp_path / "b", copies, keep=3, now=now, every=DAY)
    assert copies.count == 2


def test_a_shorter_period_counts_hours(tmp_path: Path) -> None:
    copies, every = Copies(), timedelta(hours=6)
    for hours in (0, 5, 6, 11, 12):
        rotation.rotate(
            tmp_path / "m.db", tmp_path / "b", copies, keep=9, now=NOW + timedelta(hours=hours), every=every
        )
    assert copies.count == 3


def test_fewer_are_kept_when_fewer_are_asked_for(tmp_path: Path) -> None:
    copies = Copies()
    for keep in (5, 5, 5, 5, 2):
        rotation.rotate(tmp_path / "m.db", tmp_path / "b", copies, keep=keep, now=NOW)
    assert texts(tmp_path / "b") == ["5", "4"]


@pytest.mark.parametrize("step", range(1, 5))
def test_a_crash_at_any_rename_loses_no_backup_but_the_oldest(
    tmp_path: Path, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies, folder = Copies(), tmp_path / "b"
    for _ in range(3):
        rotation.rotate(tmp_path / "m.db", folder, copies, keep=3, now=NOW)
    replace, count = Path.replace, 0

    def crash(self: Path, target: Path) -> Path:
        nonlocal count
        count += 1
        if count == step:
            raise KeyboardInterrupt
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", crash)
    if step <= 3:
        with pytest.raises(KeyboardInterrupt):
            rotation.rotate(tmp_path / "m.db", folder, copies, keep=3, now=NOW)
    monkeypatch.undo()
    left = {path.read_text(encoding="utf-8") for path in folder.glob("backup_*.db")}
    assert {"3", "2"} <= left
    rotation.rotate(tmp_path / "m.db", folder, copies, keep=3, now=NOW)
    assert texts(folder)[0] == str(copies.count)
    assert "3" in texts(folder)
    assert len(texts(folder)) == 3


def test_a_failed_copy_leaves_every_backup_where_it_is(tmp_path: Path) -> None:
    rotation.rotate(tmp_path / "m.db", tmp_path / "b", Copies(), keep=3, now=NOW)

    def fail(target: str) -> None:
        Path(target).write_text("half", encoding="utf-8")
        raise OSError(28, "No space left on device")

    with pytest.raises(StorageError, match="No space left"):
        rotation.rotate(tmp_path / "m.db", tmp_path / "b", fail, keep=3, now=NOW + DAY)
    assert texts(tmp_path / "b") == ["1"]
    assert [path.name for path in (tmp_path / "b").iterdir() if "new" in path.name] == []


def test_the_backups_of_another_store_are_never_pushed_out(tmp_path: Path) -> None:
    rotation.rotate(tmp_path / "m.db", tmp_path / "b", Copies(), keep=1, now=NOW)
    with pytest.raises(Conflict, match=r"m\.db"):
        rotation.rotate(tmp_path / "other.db", tmp_path / "b", Copies(), keep=1, now=NOW)
    assert texts(tmp_path / "b") == ["1"]


def test_two_do_not_make_one_at_once(tmp_path: Path) -> None:
    with locks.held(tmp_path / "b" / ".lock") as is_held:
        assert is_held
        assert rotation.rotate(tmp_path / "m.db", tmp_path / "b", Copies(), keep=3, now=NOW, every=DAY) is None
    assert rotation.rotate(tmp_path / "m.db", tmp_path / "b", Copies(), keep=3, now=NOW, every=DAY) is not None


@pytest.mark.parametrize("every", [DAY, timedelta(hours=6)])
def test_a_backup_of_the_future_is_not_waited_for(tmp_path: Path, every: timedelta) -> None:
    copies = Copies()
    for now in (NOW + 900 * DAY, NOW, NOW):
        rotation.rotate(tmp_path / "m.db", tmp_path / "b", copies, keep=3, now=now, every=every)
    assert copies.count == 2
