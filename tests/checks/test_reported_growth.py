"""What users of similar systems reported about stores that grow and turns that slow down."""

import os
import sqlite3
import time
from pathlib import Path

import pytest

from tests.checks.talk import talking_on_disk

TURNS = 10_000 if os.environ.get("DUALMEM_TEST_FULL") else 1_000


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir() if not path.name.endswith("-shm"))


# chk-052-a (a tenth of the turns and the same ratios; all of them with DUALMEM_TEST_FULL=1)
@pytest.mark.slow
def test_a_store_grows_at_most_linearly_and_the_prompt_costs_the_same(tmp_path: Path) -> None:
    with talking_on_disk(tmp_path) as talk:
        costs: dict[int, float] = {}
        sizes: dict[int, int] = {}
        for n in range(1, TURNS + 1):
            talk.say(f"第{n}句：" + "今天和客户聊了聊交付的事，大家都挺满意，回头再约。" * 2, draft="好的。")
            if n in (TURNS // 10, TURNS // 2, TURNS):
                begin = time.perf_counter()
                for _ in range(20):
                    talk.memory.hear("sam", "帮我写总结", conversation=f"d{n}").messages()
                costs[n], sizes[n] = time.perf_counter() - begin, size(tmp_path)
        assert sizes[TURNS] <= 11 * sizes[TURNS // 10]
        assert sizes[TURNS] <= 2.2 * sizes[TURNS // 2]
        assert costs[TURNS] <= 2 * costs[TURNS // 10] + 0.2


# chk-063-a
@pytest.mark.slow
def test_two_hundred_sets_beside_many_facts_are_quick_and_all_there(tmp_path: Path) -> None:
    with talking_on_disk(tmp_path) as talk:
        for n in range(199):
            talk.memory.set("sam", f"facts.old{n}", "x" * 40)
        spent: list[float] = []
        floor: list[float] = []
        bare = sqlite3.connect(tmp_path / "bare.db", isolation_level=None)  # what one synced commit costs just now
        bare.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (x)")
        for n in range(200):
            begin = time.perf_counter()
            talk.memory.set("sam", "facts.new", str(n))
            middle = time.perf_counter()
            bare.execute("INSERT INTO t VALUES (?)", ("x" * 400,))
            spent.append(middle - begin)
            floor.append(time.perf_counter() - middle)
        bare.close()
        history = [row.new for row in talk.memory.audit.history("sam", "facts.new")]
        assert history == [str(n) for n in range(200)]
        assert sorted(spent)[100] < max(0.05, 40 * sorted(floor)[100])
    exchange_events = talk_of_nothing(tmp_path)
    assert exchange_events == ()


def talk_of_nothing(folder: Path) -> tuple[object, ...]:
    """Give the events of a turn in which nothing is captured."""
    with talking_on_disk(folder) as talk:
        return talk.memory.hear("sam", "今天天气不错", conversation="c").events
