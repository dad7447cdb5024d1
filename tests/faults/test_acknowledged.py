"""What was committed is acknowledged, and a repeated operation happens once, whatever comes between."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bench.faults.talk import open_memory
from dualmem.errors import StoreBusy
from dualmem.memory import Memory

PHONE = "user_profile.contact.phone"
BUDGET = "business_context.budget.ceiling"
NUMBER = "13800138000"
YUAN = {"amount": "500000", "currency": "CNY"}


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with open_memory(tmp_path) as opened:
        opened._house.store._database._busy_timeout_s = 0.05  # type: ignore[attr-defined]
        yield opened


@pytest.fixture
def reader(memory: Memory) -> Iterator[sqlite3.Connection]:
    """Give a reader of another program that keeps the log of the database open."""
    memory.hear("wei", f"记住我的手机号{NUMBER}", conversation="c").reply()
    connection = sqlite3.connect(memory._house.store.path, isolation_level=None)  # type: ignore[attr-defined]
    connection.execute("BEGIN")
    connection.execute("SELECT count(*) FROM items").fetchone()
    yield connection
    connection.close()


def is_unfinished(memory: Memory) -> bool:
    """Tell whether an erasure still waits to be finished."""
    opened = memory._house.store.load(memory.tenant, "wei", "", window=0)
    return any(item.kind == "erasure" for item in opened.items)


def test_a_turn_that_forgets_is_acknowledged_while_somebody_reads_the_log(
    memory: Memory, reader: sqlite3.Connection
) -> None:
    exchange = memory.hear("wei", "忘掉我的手机号", conversation="c")
    assert "彻底删除" in exchange.reply()
    assert PHONE not in memory.state("wei").fields
    assert memory.hear("wei", "今天天气不错", conversation="c").reply("是啊。").startswith("是啊。")
    assert is_unfinished(memory)
    reader.close()
    memory.state("wei")
    assert not is_unfinished(memory)
    assert memory.audit.verify("wei").is_ok


def test_a_receipt_is_given_once_the_log_is_empty(memory: Memory, reader: sqlite3.Connection) -> None:
    with pytest.raises(StoreBusy, match="being read"):
        memory.forget("wei", PHONE, operation_id="op")
    assert PHONE not in memory.state("wei").fields
    reader.close()
    receipt = memory.forget("wei", PHONE, operation_id="op")
    assert receipt.erased == (PHONE,)
    assert receipt.signature


def head(memory: Memory) -> object:
    return memory._house.store.head(memory.tenant, "wei")


def set_up(memory: Memory) -> None:
    memory.set("wei", PHONE, NUMBER)
    memory.set("wei", "facts.city", "北京")
    memory.snapshots.create("wei", "begin")
    memory.hear("wei", "/remember 宠物 猫", conversation="c").reply()


def confirm(memory: Memory) -> object:
    waits = memory.propose("wei", BUDGET, YUAN, operation_id="proposed")
    token = waits.token if waits is not None else "gone"  # the second time the update waits no more
    return memory.confirm("wei", token, operation_id="op")


def reject(memory: Memory) -> object:
    waits = memory.propose("wei", BUDGET, YUAN, operation_id="proposed")
    return memory.reject("wei", waits.token if waits is not None else "gone", operation_id="op")


ACTS: dict[str, Callable[[Memory], object]] = {
    "set": lambda memory: memory.set("wei", BUDGET, YUAN, operation_id="op"),
    "clear": lambda memory: memory.clear("wei", "facts.city", operation_id="op"),
    "propose": lambda memory: memory.propose("wei", BUDGET, YUAN, operation_id="op"),
    "confirm": confirm,
    "reject": reject,
    "undo": lambda memory: memory.undo("wei", "c", operation_id="op"),
    "forget a field": lambda memory: memory.forget("wei", PHONE, operation_id="op"),
    "forget a subject": lambda memory: memory.forget("wei", operation_id="op"),
    "snapshot": lambda memory: memory.snapshots.create("wei", "one", operation_id="op"),
    "restore": lambda memory: memory.snapshots.restore("wei", "begin", operation_id="op"),
    "import": lambda memory: memory.import_(
        "wei", '{"facts": {"a": "b"}, "notes": ["c"]}', is_trusted=True, operation_id="op"
    ),
    "hear": lambda memory: memory.hear("wei", "预算是50万", conversation="c", operation_id="op"),
}


@pytest.mark.parametrize("name", ACTS)
def test_an_act_that_is_repeated_with_its_operation_id_happens_once(memory: Memory, name: str) -> None:
    set_up(memory)
    before = head(memory)
    ACTS[name](memory)
    after = head(memory)
    assert after != before
    ACTS[name](memory)
    assert head(memory) == after


def test_a_repeated_import_tells_the_same(memory: Memory) -> None:
    first, again = ACTS["import"](memory), ACTS["import"](memory)
    assert first == again
