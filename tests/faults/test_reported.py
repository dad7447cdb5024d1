"""Faults that users of similar systems reported, through the front door: concurrency, rollback, audit, transfer."""

import json
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.faults.talk import open_memory
from dualmem.errors import StoreBusy
from dualmem.memory import Memory
from dualmem.storage.sqlite import SqliteStore

BUDGET = "business_context.budget.ceiling"
DEADLINE = "business_context.deadline"
NAME = "user_profile.name"


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with open_memory(tmp_path) as opened:
        yield opened


def budget(memory: Memory) -> str | None:
    held = memory.state("wei").fields.get(BUDGET)
    return None if held is None else str(getattr(held.value, "amount", None))


def test_two_commands_at_the_same_moment_are_both_stored(memory: Memory) -> None:
    replies: dict[str, str] = {}
    gate = threading.Barrier(2)

    def say(text: str) -> None:
        gate.wait()
        replies[text] = memory.hear("wei", text, conversation="c").reply("")

    threads = [threading.Thread(target=say, args=(text,)) for text in ("预算设为60万", "截止日期设为12月20日")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(memory.state("wei").fields) == {BUDGET, DEADLINE}
    assert len(replies) == 2
    assert memory.audit.verify("wei").is_ok


def test_a_change_made_while_a_reply_is_awaited_is_not_lost(memory: Memory) -> None:
    exchange = memory.hear("wei", "总预算控制在五十万以内", conversation="c")
    memory.set("wei", NAME, "小明")
    memory.hear("wei", "截止日期设为12月20日", conversation="other").reply("")
    exchange.reply("好的。")
    assert set(memory.state("wei").fields) == {NAME, DEADLINE}
    assert [update.field for update in memory.pending("wei")] == [BUDGET]
    assert memory.audit.verify("wei").is_ok


def test_a_rollback_is_a_version_that_every_process_reads(memory: Memory, tmp_path: Path) -> None:
    for amount in range(1, 6):
        memory.set("wei", BUDGET, {"amount": str(amount), "currency": "CNY"})
    memory.snapshots.restore("wei", "v2")
    script = (
        "import sys; from pathlib import Path; from bench.faults.talk import open_memory\n"
        "state = open_memory(Path(sys.argv[1])).state('wei')\n"
        f"print(state.version, state.value('{BUDGET}').amount)"
    )
    seen = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=True)
    assert seen.stdout.split() == ["6", "2"]
    assert (memory.state("wei").version, budget(memory)) == (6, "2")
    memory.set("wei", NAME, "小明")
    assert memory.state("wei").version == 7
    versions = [row.header.version for row in memory.audit.list("wei") if row.header.changes]
    assert versions == [1, 2, 3, 4, 5, 6, 7]


def test_an_open_conversation_goes_on_with_what_was_rolled_back(memory: Memory) -> None:
    memory.set("wei", BUDGET, {"amount": "500000", "currency": "CNY"})
    memory.hear("wei", "把预算改成60万", conversation="c").reply("好的。")
    memory.snapshots.restore("wei", "v1")
    reply = memory.hear("wei", "预算是多少", conversation="c").reply("")
    assert "500,000" in reply
    assert "600,000" not in reply


def test_every_change_on_every_path_is_one_record_also_to_a_value_like_nothing(memory: Memory) -> None:
    memory.set("wei", BUDGET, {"amount": "500000", "currency": "CNY"}, channel="cli")
    memory.hear("wei", "把预算改成60万", conversation="c").reply("")
    memory.set("wei", BUDGET, {"amount": "0", "currency": "CNY"}, channel="api")
    memory.clear("wei", BUDGET, channel="panel")
    rows = list(memory.audit.history("wei", BUDGET))
    amounts = [tuple(None if value is None else str(value.amount) for value in (row.old, row.new)) for row in rows]  # type: ignore[union-attr]
    assert amounts == [(None, "500000"), ("500000", "600000"), ("600000", "0"), ("0", None)]
    assert [row.header.channel for row in rows] == ["cli", "user", "api", "panel"]


HOLD = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
time.sleep(float(sys.argv[2]))
connection.execute("ROLLBACK")
"""


def hold(folder: Path, seconds: float) -> "subprocess.Popen[str]":
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder / "memory.db"), str(seconds)], stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    return holder


def test_a_short_hold_by_another_process_is_waited_for(memory: Memory, tmp_path: Path) -> None:
    memory.set("wei", NAME, "小明")
    with hold(tmp_path, 0.5):
        assert memory.state("wei").value(NAME) == "小明"
        memory.set("wei", NAME, "小红")
    assert memory.state("wei").value(NAME) == "小红"


def test_a_long_hold_lets_readers_read_and_gives_writers_a_plain_error_in_time(tmp_path: Path) -> None:
    with open_memory(tmp_path) as memory:
        memory.set("wei", NAME, "小明")
        memory._house.store.close()
        object.__setattr__(memory._house, "store", SqliteStore(tmp_path / "memory.db", busy_timeout_s=0.3))
        holder = hold(tmp_path, 30)
        try:
            begin = time.monotonic()
            with pytest.raises(StoreBusy, match="held by another process"):
                memory.set("wei", NAME, "小红")
            assert time.monotonic() - begin < 10
            assert memory.state("wei").value(NAME) == "小明"
        finally:
            holder.kill()
            holder.communicate()
        assert memory.audit.verify("wei").is_ok


def test_a_cut_tail_and_a_damaged_row_are_named_apart(memory: Memory, tmp_path: Path) -> None:
    for amount in range(1, 16):
        memory.set("wei", BUDGET, {"amount": str(amount), "currency": "CNY"})
    noted = memory._house.store.head(memory.tenant, "wei")
    damaged = tmp_path / "memory.db"
    with sqlite3.connect(damaged) as connection:
        connection.execute("UPDATE records SET header = replace(header, 'api', 'cli') WHERE sequence = 4")
    connection.close()
    (line, *_) = memory.audit.verify("wei", anchor=noted).lines()[1:]
    assert "record 4" in line
    with sqlite3.connect(damaged) as connection:
        connection.execute("UPDATE records SET header = replace(header, 'cli', 'api') WHERE sequence = 4")
        connection.execute("DELETE FROM records WHERE sequence > ?", (noted.sequence - 10,))
    connection.close()
    (line, *_) = memory.audit.verify("wei", anchor=noted).lines()[1:]
    assert "the last 10 records" in line


def test_an_export_goes_into_an_empty_store_and_comes_out_the_same(memory: Memory, tmp_path: Path) -> None:
    for text in ("记住我叫小明", "记住我的手机号13800138000", "预算设为60万", "记一下：周五开会", "记住所在城市是北京"):
        memory.hear("wei", text, conversation="c").reply("")
    memory.hear("wei", "忘掉我的名字", conversation="c").reply("")
    first = memory.export("wei", reveal=True)
    with open_memory(tmp_path / "empty") as empty:
        empty.import_("wei", json.dumps(first), is_trusted=True)
        second = empty.export("wei", reveal=True)
        empty.import_("wei", json.dumps(first), is_trusted=True)
        third = empty.export("wei", reveal=True)
    assert second["fields"] == third["fields"] == first["fields"]
    assert [note["text"] for note in second["notes"]] == [note["text"] for note in first["notes"]]  # type: ignore[attr-defined]
    assert len(third["notes"]) == len(first["notes"])  # type: ignore[arg-type]
    assert "小明" not in json.dumps(second, ensure_ascii=False)
