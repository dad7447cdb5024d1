"""What users of similar systems reported about names and filters that reach the store."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dualmem.errors import DualmemError
from dualmem.jobs.history import Filter
from dualmem.memory import Memory
from tests.checks.talk import NAME, talking, talking_on_disk

HOSTILE = ("x' OR '1'='1", 'x" --', "x; DROP TABLE items", "$.a[*]", "a AND b NEAR c*", "../../etc/passwd", "%", "sam*")


@contextmanager
def traced(memory: Memory) -> Iterator[set[str]]:
    """Collect the text of every statement with its values taken out."""
    seen: set[str] = set()
    connection: sqlite3.Connection = memory._house.store._database.connection()  # type: ignore[attr-defined]
    connection.set_trace_callback(lambda sql: seen.add(re.sub(r"x'[0-9A-Fa-f]*'|'(?:[^']|'')*'|\b\d+\b", "?", sql)))
    try:
        yield seen
    finally:
        connection.set_trace_callback(None)


def calls(memory: Memory, word: str) -> tuple[Callable[[], object], ...]:
    """Give every call that takes a filter, a tag, a path or words to search for."""
    return (
        lambda: memory.state(word),
        lambda: memory.recall("sam", word),
        lambda: list(memory.audit.list("sam", Filter(field=word))),
        lambda: list(memory.audit.list("sam", Filter(actor=word, channel=word, conversation=word))),
        lambda: list(memory.audit.history("sam", word)),
        lambda: memory.snapshots.diff("sam", word),
        lambda: memory.snapshots.restore("sam", word),
        lambda: memory.snapshots.create("sam", word),
        lambda: memory.why("sam", word),
        lambda: memory.forget("sam", word),
        lambda: memory.forget("sam", note=word),
        lambda: memory.confirm("sam", word),
        lambda: memory.set("sam", word, "x"),
        lambda: memory.for_tenant(word),
        lambda: memory.hear("sam", "你好", conversation=word),
    )


def attempt(memory: Memory, word: str) -> None:
    for call in calls(memory, word):
        try:
            call()
        except DualmemError:
            continue


# chk-132-a
def test_hostile_names_and_filters_change_no_statement(tmp_path: Path) -> None:
    with talking_on_disk(tmp_path) as talk:
        talk.memory.set("sam", NAME, "张伟")
        with traced(talk.memory) as plain:
            attempt(talk.memory, "nothing")
        with traced(talk.memory) as attacked:
            for word in HOSTILE:
                attempt(talk.memory, word)
        assert attacked <= plain
        assert talk.memory.state("sam").value(NAME) == "张伟"
        assert talk.memory.audit.verify("sam").is_ok


# chk-134-a
def test_a_misspelt_filter_fails_and_names_the_unknown_key() -> None:
    with talking() as talk:
        with pytest.raises(TypeError, match="tgs"):
            Filter(tgs="work")  # type: ignore[call-arg]
        with pytest.raises(TypeError, match="tgs"):
            talk.memory.forget("sam", tgs="work")  # type: ignore[call-arg]
        with pytest.raises(TypeError, match="tgs"):
            talk.memory.export("sam", tgs="work")  # type: ignore[call-arg]


# chk-136-a
@pytest.mark.parametrize("text", ["!!python/object/apply:os.system [ls]", "${jndi:ldap://x}", "*alias", "&anchor x"])
def test_what_looks_like_a_constructor_is_plain_text_as_a_value(text: str) -> None:
    with talking() as talk:
        talk.memory.set("sam", "facts.k", text)
        assert talk.state == {"facts.k": text}
