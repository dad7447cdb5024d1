"""Upkeep: backups and anchors beside the turns, which never wait for them and never fail with them."""

import contextlib
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

import orjson
import pytest

from bench.faults.talk import MASTER, specs
from dualmem import memory as memory_module
from dualmem.errors import DualmemError
from dualmem.jobs import anchor as anchoring
from dualmem.jobs import copies
from dualmem.jobs.archive import Archive
from dualmem.jobs.upkeep import notes
from dualmem.memory import Memory
from dualmem.model.plans import AnchorPlan, BackupPlan
from dualmem.storage import rotation
from dualmem.storage.sqlite import SqliteStore

NAME = "user_profile.name"


class Clock:
    """Tells the time that it was set to."""

    def __init__(self) -> None:
        self.now = datetime.fromisoformat("2026-11-29T09:00:00+08:00")

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(autouse=True)
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_module, "load_specs", lambda *_: specs())
    monkeypatch.setenv("DUALMEM_KEY", MASTER)


def opened(folder: Path, clock: Clock, *, backup: BackupPlan | None = None, anchor: AnchorPlan | None = None) -> Memory:
    return Memory.open(folder / "memory.db", clock=clock, backup=backup, anchor=anchor)


def settle(memory: Memory) -> None:
    assert memory._upkeep is not None
    memory._upkeep.wait()


def backups(folder: Path) -> list[str]:
    return [path.name for path in rotation.listed(rotation.folder_of(folder / "memory.db"))]


def test_the_first_turn_of_each_day_is_followed_by_a_backup(tmp_path: Path, clock: Clock) -> None:
    with opened(tmp_path, clock, backup=BackupPlan()) as memory:
        for day, count in ((0, 1), (0, 1), (1, 2), (1, 2), (2, 3), (3, 3)):
            clock.now = datetime.fromisoformat("2026-11-29T23:50:00+08:00") + timedelta(days=day)
            memory.hear("wei", "你好", conversation="c").reply("你好。")
            settle(memory)
            assert len(backups(tmp_path)) == count


def test_a_turn_does_not_wait_for_a_slow_backup_and_closing_does(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = SqliteStore.backup

    def slow(self: SqliteStore, target: str) -> None:
        time.sleep(1)
        copy(self, target)

    monkeypatch.setattr(SqliteStore, "backup", slow)
    memory = opened(tmp_path, clock, backup=BackupPlan())
    begin = time.monotonic()
    memory.set("wei", NAME, "小明")
    memory.set("wei", NAME, "小红")
    assert time.monotonic() - begin < 0.8
    memory.close()
    assert backups(tmp_path) == ["backup_1.db"]


def test_a_backup_that_fails_loses_no_turn_is_noted_and_is_tried_again_later(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = 0

    def fail(self: SqliteStore, target: str) -> None:
        nonlocal calls
        calls += 1
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(SqliteStore, "backup", fail)
    with opened(tmp_path, clock, backup=BackupPlan()) as memory:
        for minutes, wanted in ((0, 1), (1, 1), (5, 1), (11, 2)):
            clock.now = datetime.fromisoformat("2026-11-29T09:00:00+08:00") + timedelta(minutes=minutes)
            memory.set("wei", NAME, f"n{minutes}")
            settle(memory)
            assert calls == wanted
        assert memory.state("wei").value(NAME) == "n11"
        assert "No space left" in notes(tmp_path / "memory.db")["backup"]
        monkeypatch.undo()
        clock.now += timedelta(minutes=11)
        memory.set("wei", NAME, "n22")
        settle(memory)
        assert notes(tmp_path / "memory.db") == {}
        assert backups(tmp_path) == ["backup_1.db"]


def test_an_import_is_refused_where_its_backup_can_not_be_made(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path, clock, backup=BackupPlan()) as memory:
        memory.set("wei", NAME, "小明")
        settle(memory)

        def fail(self: SqliteStore, target: str) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(SqliteStore, "backup", fail)
        before = memory.audit.verify("wei").chain.records
        with pytest.raises(DualmemError, match="No space left"):
            memory.import_("wei", '{"facts": {"城市": "北京"}, "notes": []}', is_trusted=True)
        assert memory.audit.verify("wei").chain.records == before


PHONE = "user_profile.contact.phone"


def opened_values(folder: Path, memory: Memory) -> list[str]:
    """Give all that the store's key opens in every backup."""
    found = []
    for path in rotation.listed(rotation.folder_of(folder / "memory.db")):
        with contextlib.closing(SqliteStore(path)) as store:
            archive = Archive(store, memory._vault, "default", "wei")
            found.append(repr((archive.state(), list(archive.entries()), list(archive.turns()), archive.pending())))
    return found


@pytest.mark.parametrize("plan", [BackupPlan(), None], ids=["with a plan", "where another opening made the backups"])
def test_what_a_turn_forgets_is_forgotten_in_the_backups_which_keep_their_date(
    tmp_path: Path, clock: Clock, plan: BackupPlan | None
) -> None:
    with opened(tmp_path, clock, backup=BackupPlan(every=timedelta(hours=1))) as memory:
        memory.hear("wei", "记住我叫小明，手机号13800138000", conversation="c").reply("")
        settle(memory)
        clock.now += timedelta(hours=2)
        memory.set("lan", NAME, "小红")
        settle(memory)
        assert all("13800138000" in text for text in opened_values(tmp_path, memory))
    made = [path.stat().st_mtime for path in rotation.listed(rotation.folder_of(tmp_path / "memory.db"))]
    with opened(tmp_path, clock, backup=plan) as memory:
        memory.hear("wei", "忘掉我的手机号", conversation="c").reply("")
        assert not any("13800138000" in text for text in opened_values(tmp_path, memory))
        assert all("小明" in text for text in opened_values(tmp_path, memory))
        folder = rotation.folder_of(tmp_path / "memory.db")
        assert [path.stat().st_mtime for path in rotation.listed(folder)] == made
        for path in rotation.listed(folder):
            with contextlib.closing(SqliteStore(path)) as store:
                assert list(copies.faults(store, memory._vault)) == []


def test_a_forgetting_that_is_killed_while_it_cleans_the_backups_goes_on_there(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path, clock, backup=BackupPlan(every=timedelta(hours=1))) as memory:
        for hour in range(3):
            clock.now += timedelta(hours=2)
            memory.hear("wei", "记住我的手机号13800138000", conversation=f"c{hour}").reply("")
            settle(memory)
        forget_again, calls = copies.forget_again, 0

        def killed(*args: object, **named: object) -> bool:
            nonlocal calls
            calls += 1
            if calls == 2:
                raise KeyboardInterrupt
            return forget_again(*args, **named)  # type: ignore[arg-type]

        monkeypatch.setattr(copies, "forget_again", killed)
        with pytest.raises(KeyboardInterrupt):
            memory.forget("wei", PHONE)
        assert any("13800138000" in text for text in opened_values(tmp_path, memory))
    monkeypatch.undo()
    monkeypatch.setattr(memory_module, "load_specs", lambda *_: specs())
    monkeypatch.setenv("DUALMEM_KEY", MASTER)
    with opened(tmp_path, clock, backup=BackupPlan()) as memory:
        assert memory.state("wei").value(PHONE) is None
        assert not any("13800138000" in text for text in opened_values(tmp_path, memory))
        assert memory.audit.verify("wei").is_ok


def test_nothing_is_copied_where_none_shall_be_kept(tmp_path: Path, clock: Clock) -> None:
    with opened(tmp_path, clock, backup=BackupPlan(keep=0)) as memory:
        memory.set("wei", NAME, "小明")
        memory.import_("wei", '{"facts": {}, "notes": []}')
        settle(memory)
    assert backups(tmp_path) == []


def test_the_turn_after_a_minute_or_after_so_many_records_anchors(tmp_path: Path, clock: Clock) -> None:
    log = tmp_path / "safe" / "heads.log"
    with opened(tmp_path, clock, anchor=AnchorPlan(file=log, changes=5)) as memory:
        sizes = []
        for seconds in (0, 10, 59, 60, 61, 62, 63, 64, 65, 66, 67):
            clock.now = datetime.fromisoformat("2026-11-29T09:00:00+08:00") + timedelta(seconds=seconds)
            memory.set("wei", NAME, f"n{seconds}")
            settle(memory)
            sizes.append(len(log.read_text(encoding="utf-8").splitlines()))
        assert sizes == [2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6]
        assert memory.audit.verify_anchored(log).is_ok


def test_another_tenant_has_a_log_of_its_own(tmp_path: Path, clock: Clock) -> None:
    log = tmp_path / "heads.log"
    with opened(tmp_path, clock, anchor=AnchorPlan(file=log)) as memory:
        memory.set("wei", NAME, "小明")
        settle(memory)
        memory.for_tenant("acme").set("wei", NAME, "小红")
        settle(memory)
        (other,) = [path for path in tmp_path.glob("heads.log.*") if path.suffix not in {".lock", ".tip"}]
        assert "acme" not in other.name
        assert memory.for_tenant("acme").audit.verify_anchored(other).is_ok
        assert memory.audit.verify_anchored(log).is_ok


RECEIVE = "import sys; open(sys.argv[1], 'ab').write(sys.stdin.buffer.read())"


def test_a_command_gets_each_line_once_and_what_it_has_is_an_anchor(tmp_path: Path, clock: Clock) -> None:
    target = tmp_path / "away.log"
    plan = AnchorPlan(command=(sys.executable, "-c", RECEIVE, str(target)), changes=1)
    with opened(tmp_path, clock, anchor=plan) as memory:
        for number in range(4):
            memory.set("wei", NAME, str(number))
            settle(memory)
            clock.now += timedelta(minutes=1)
        assert memory.audit.verify_anchored(target).is_ok
        assert target.read_bytes() == (tmp_path / "memory.db.heads.log").read_bytes()


def test_a_command_that_fails_is_noted_and_gets_the_lines_again(tmp_path: Path, clock: Clock) -> None:
    target, allowed = tmp_path / "away.log", tmp_path / "allowed"
    code = f"import os, sys\nif not os.path.exists({str(allowed)!r}): sys.exit(1)\n{RECEIVE}"
    plan = AnchorPlan(command=(sys.executable, "-c", code, str(target)), changes=1)
    with opened(tmp_path, clock, anchor=plan) as memory:
        memory.set("wei", NAME, "1")
        settle(memory)
        assert "exit 1" in notes(tmp_path / "memory.db")["anchor"]
        allowed.touch()
        clock.now += timedelta(minutes=11)
        memory.set("wei", NAME, "2")
        settle(memory)
        assert notes(tmp_path / "memory.db") == {}
        assert len(target.read_text(encoding="utf-8").splitlines()) == 4
        assert memory.audit.verify_anchored(target).is_ok


def test_a_block_that_was_delivered_twice_is_read_once(tmp_path: Path, clock: Clock) -> None:
    log = tmp_path / "heads.log"
    with opened(tmp_path, clock, anchor=AnchorPlan(file=log, changes=1)) as memory:
        blocks = []
        for number in range(3):
            clock.now += timedelta(minutes=2)
            memory.set("wei", NAME, str(number))
            settle(memory)
            blocks.append(log.read_bytes()[sum(map(len, blocks)) :])
        again = tmp_path / "again.log"
        again.write_bytes(blocks[0] + blocks[1] + blocks[0] + blocks[1] + blocks[2])
        assert memory.audit.verify_anchored(again).heads == 3
        again.write_bytes(blocks[0] + blocks[2])
        with pytest.raises(DualmemError, match="does not fit"):
            memory.audit.verify_anchored(again)


def test_the_lines_may_be_printed(tmp_path: Path, clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with opened(tmp_path, clock, anchor=AnchorPlan(to_stdout=True)) as memory:
        memory.set("wei", NAME, "小明")
        settle(memory)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith('{"leaf"')


def test_a_log_is_not_read_again_where_its_tip_is_known(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "heads.log"
    with opened(tmp_path, clock) as memory:
        memory.set("wei", NAME, "1")
        memory.audit.anchor(log)
        monkeypatch.setattr(anchoring, "read_file", lambda *_a, **_k: pytest.fail("the log was read"))
        memory.set("wei", NAME, "2")
        memory.set("bo", NAME, "3")
        assert memory.audit.anchor(log) == 3
        assert memory.audit.anchor(log) == 0
        monkeypatch.undo()
        assert memory.audit.verify_anchored(log).heads == 3


@pytest.mark.parametrize("harm", ["the log is another", "the tip is another", "the tip is another log's", "no tip"])
def test_a_tip_that_is_not_of_the_log_as_it_is_counts_for_nothing(tmp_path: Path, clock: Clock, harm: str) -> None:
    log, tip = tmp_path / "heads.log", tmp_path / "heads.log.tip"
    with opened(tmp_path, clock) as memory:
        memory.set("wei", NAME, "1")
        memory.audit.anchor(tmp_path / "other.log")
        memory.audit.anchor(log)
        memory.set("wei", NAME, "2")
        later = memory._house.store.head("default", "wei").chain.hex()
        text = tip.read_text(encoding="utf-8")
        if harm == "the log is another":
            log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:1]))
        elif harm == "the tip is another":
            earlier = orjson.loads(text.splitlines()[0])["heads"].popitem()[1][2]
            tip.write_text(text.replace(earlier, later), encoding="utf-8")
        elif harm == "the tip is another log's":
            tip.write_bytes((tmp_path / "other.log.tip").read_bytes())
        else:
            tip.unlink()
        assert memory.audit.anchor(log) == 2
        assert memory.audit.verify_anchored(log).is_ok


def test_a_clock_that_was_set_back_does_not_stop_the_anchors(tmp_path: Path, clock: Clock) -> None:
    log = tmp_path / "heads.log"
    with opened(tmp_path, clock, anchor=AnchorPlan(file=log)) as memory:
        memory.set("wei", NAME, "1")
        settle(memory)
        clock.now -= timedelta(days=2)
        memory.set("wei", NAME, "2")
        settle(memory)
        assert memory.audit.verify_anchored(log).heads == 2


def test_a_clock_that_was_set_back_ends_the_rest_after_a_failure(tmp_path: Path, clock: Clock) -> None:
    log = tmp_path / "heads.log"
    log.mkdir()
    with opened(tmp_path, clock, anchor=AnchorPlan(file=log)) as memory:
        memory.set("wei", NAME, "1")
        settle(memory)
        assert "anchor" in notes(tmp_path / "memory.db")
        log.rmdir()
        clock.now -= timedelta(days=2)
        memory.set("wei", NAME, "2")
        settle(memory)
        assert memory.audit.verify_anchored(log).is_ok
        assert notes(tmp_path / "memory.db") == {}
