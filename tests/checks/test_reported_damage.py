"""Reported elsewhere: one damaged value made a list fail, or was just not there any more (chk-115-a, chk-117-a)."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from dualmem.memory import Memory

SUBJECT, EMAIL, NAME = "wei", "user_profile.contact.email", "user_profile.name"
FACTS = tuple(f"facts.k{number}" for number in range(18))


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory.open(tmp_path / "memory.db", key=tmp_path / "key") as memory:
        for number, path in enumerate((*FACTS, NAME)):
            memory.set(SUBJECT, path, f"v{number}")
        memory.set(SUBJECT, EMAIL, "wei@abc.com")
        yield memory


def put_token(tmp_path: Path, path: str, token: str) -> None:
    with sqlite3.connect(tmp_path / "memory.db") as connection:
        sql = "UPDATE items SET token = ? WHERE kind = 'field' AND key = ? AND subject = ?"
        assert connection.execute(sql, (token, path, SUBJECT)).rowcount == 1


def token_of(tmp_path: Path, path: str, subject: str = SUBJECT) -> str:
    with sqlite3.connect(tmp_path / "memory.db") as connection:
        sql = "SELECT token FROM items WHERE kind = 'field' AND key = ? AND subject = ?"
        return str(connection.execute(sql, (path, subject)).fetchone()[0])


def damage(tmp_path: Path) -> None:
    token = token_of(tmp_path, EMAIL)
    put_token(tmp_path, EMAIL, token[:-3] + ("AAA" if token[-3:] != "AAA" else "BBB"))


def test_a_damaged_value_is_named_and_the_others_work(memory: Memory, tmp_path: Path) -> None:
    damage(tmp_path)
    assert len(memory.state(SUBJECT).fields) == 19
    assert memory.unreadable(SUBJECT) == (EMAIL,)
    document = memory.export(SUBJECT)
    assert document["unreadable"] == [EMAIL]
    assert "wei@abc.com" not in json.dumps(document)
    exchange = memory.hear(SUBJECT, "预算设为60万", conversation="c")
    assert "600,000" in exchange.reply()
    assert memory.audit.verify(SUBJECT).unreadable == (EMAIL,)


def test_a_damaged_value_can_be_set_anew(memory: Memory, tmp_path: Path) -> None:
    damage(tmp_path)
    memory.set(SUBJECT, EMAIL, "new@abc.com")
    assert memory.unreadable(SUBJECT) == ()
    assert memory.audit.verify(SUBJECT).is_ok


@pytest.mark.parametrize("path", [EMAIL, None])
def test_a_damaged_value_can_be_forgotten(memory: Memory, tmp_path: Path, path: str | None) -> None:
    damage(tmp_path)
    memory.forget(SUBJECT, path)
    assert memory.unreadable(SUBJECT) == ()
    assert memory.audit.verify(SUBJECT).is_ok
    with sqlite3.connect(tmp_path / "memory.db") as connection:
        sql = "SELECT count(*) FROM items WHERE kind = 'field' AND key = ?"
        assert connection.execute(sql, (EMAIL,)).fetchone() == (0,)


@pytest.mark.parametrize("swap", ["of another subject", "of another field", "of an older version"])
def test_a_token_in_another_place_is_refused_and_named(memory: Memory, tmp_path: Path, swap: str) -> None:
    other = token_of(tmp_path, EMAIL)
    if swap == "of another subject":
        memory.set("lan", EMAIL, "lan@abc.com")
        other = token_of(tmp_path, EMAIL, "lan")
    elif swap == "of another field":
        other = token_of(tmp_path, NAME)
    memory.set(SUBJECT, EMAIL, "newer@abc.com")
    put_token(tmp_path, EMAIL, other)
    assert EMAIL not in memory.state(SUBJECT, reveal=True).fields
    assert memory.unreadable(SUBJECT) == (EMAIL,)
    report = memory.audit.verify(SUBJECT)
    assert not report.is_ok
    assert EMAIL in report.unreadable
