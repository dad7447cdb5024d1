"""A whole subject's erasure that is killed at any step is finished by itself, by whoever comes next."""

from pathlib import Path

import pytest

from bench.faults.talk import open_memory
from dualmem.storage.keys import SqliteKeys
from dualmem.storage.sqlite import SqliteStore

NAME = "user_profile.name"
STEPS = [(SqliteStore, "erase_subject"), (SqliteKeys, "remove")]


@pytest.mark.parametrize(("kind", "name"), STEPS, ids=["before the rows go", "before the key goes"])
@pytest.mark.parametrize("by", ["a new opening", "an open one that reads", "an open one that hears"])
def test_a_killed_erasure_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type, name: str, by: str
) -> None:
    with open_memory(tmp_path) as memory, open_memory(tmp_path) as other:
        memory.set("wei", NAME, "canaryname")
        memory.set("lan", NAME, "小红")
        (old,) = memory._vault.key_ids("default", "wei")
        assert other.state("wei").value(NAME) == "canaryname"

        def killed(*_: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(kind, name, killed)
            with pytest.raises(KeyboardInterrupt):
                memory.forget("wei")
        if by == "a new opening":
            with open_memory(tmp_path) as fresh:
                assert fresh.state("wei").fields == {}
        elif by == "an open one that reads":
            assert other.state("wei").fields == {}
        else:
            other.hear("wei", "记住我叫小刚", conversation="c").reply("")
            assert other.state("wei").value(NAME) == "小刚"
        assert old not in other._vault.key_ids("default", "wei")
        assert list(other._vault.doomed()) == []
        assert other.state("lan").value(NAME) == "小红"
        assert all(report.is_ok for report in other.audit.verify_all())
    raw = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert old.encode() not in raw


def test_one_that_was_killed_before_it_was_noted_changed_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_memory(tmp_path) as memory:
        memory.set("wei", NAME, "小明")
        with monkeypatch.context() as patch:
            patch.setattr(SqliteKeys, "add", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
            with pytest.raises(KeyboardInterrupt):
                memory.forget("wei")
    with open_memory(tmp_path) as memory:
        assert memory.state("wei").value(NAME) == "小明"
