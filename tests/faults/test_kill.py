"""kill -9 while conversations run: nothing acknowledged is lost; and the check itself finds what is wrong."""

import os
import sqlite3
from pathlib import Path

import pytest

from bench.faults import kill
from bench.faults.check import Acknowledged, check
from bench.faults.talk import COUNTER, open_memory, talk

SEED = 7


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_killed_conversations_lose_and_tear_nothing() -> None:
    result = kill.run(8, seed=SEED)
    assert (result["lost"], result["torn"], result["chain_bad"]) == (0, 0, 0), result["examples"]
    assert result["acknowledged"]


@pytest.fixture
def talked(tmp_path: Path) -> tuple[Path, list[Acknowledged]]:
    said: list[Acknowledged] = []
    with open_memory(tmp_path) as memory:
        talk(memory, SEED, lambda *one: said.append(one), steps=25)
    return tmp_path, said


def test_the_check_is_content_with_a_whole_store(talked: tuple[Path, list[Acknowledged]]) -> None:
    found = check(*talked)
    assert (found.lost, found.torn, found.chain_bad) == ([], [], [])


def test_the_check_finds_an_acknowledged_step_that_is_not_there(talked: tuple[Path, list[Acknowledged]]) -> None:
    folder, said = talked
    assert check(folder, [*said, ("wei", "never", 0)]).lost == ["wei never"]


def test_the_check_finds_a_counter_that_fell_back(talked: tuple[Path, list[Acknowledged]]) -> None:
    folder, said = talked
    subject, operation, count = max(said, key=lambda one: one[2])
    assert count
    assert check(folder, [(subject, operation, count + 1)]).lost


@pytest.mark.parametrize(
    ("sql", "where"),
    [
        (f"DELETE FROM items WHERE key = '{COUNTER}'", "torn"),
        ("UPDATE items SET token = token || 'x' WHERE kind = 'field'", "torn"),
        ("DELETE FROM turns WHERE number = 3", "torn"),
        ("DELETE FROM records WHERE sequence = 2", "chain_bad"),
        ("DELETE FROM records WHERE sequence > 5", "chain_bad"),
    ],
)
def test_the_check_finds_what_was_torn(talked: tuple[Path, list[Acknowledged]], sql: str, where: str) -> None:
    folder, _ = talked
    with sqlite3.connect(folder / "memory.db") as connection:
        assert connection.execute(sql).rowcount
    connection.close()
    assert getattr(check(folder, []), where)
