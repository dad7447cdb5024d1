"""What users of similar systems reported about imports."""

import json
import time
from pathlib import Path

import pytest

from dualmem.errors import InvalidInput
from tests.checks.talk import talking_on_disk

HOSTILE = (
    '{"facts": {"a": "1", "a": "2"}}',
    "[" * 100_000,
    "\x00" * 1_000_000,
    '{"dualmem": "export/9", "fields": {}}',
    "PK\x03\x04" + "0" * 1_000,
    '{"facts": {"a": NaN}}',
)


# chk-140-a (an import is one JSON text; there are no archives)
@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_import_is_refused_at_once_and_touches_nothing(tmp_path: Path, text: str) -> None:
    with talking_on_disk(tmp_path / "store") as talk:
        talk.say("记住我叫张伟")
        before = (talk.state, sorted(path.name for path in tmp_path.rglob("*")))
        begin = time.perf_counter()
        with pytest.raises(InvalidInput):
            talk.memory.import_("sam", text, is_trusted=True)
        assert time.perf_counter() - begin < 1
        assert (talk.state, sorted(path.name for path in tmp_path.rglob("*"))) == before


def test_names_that_look_like_paths_stay_names(tmp_path: Path) -> None:
    names = ("../up", "/etc/passwd", "C:\\x", "a/b")
    with talking_on_disk(tmp_path / "store") as talk:
        talk.memory.import_(
            "sam", json.dumps({"facts": dict.fromkeys(names, "x"), "notes": ["../../n"]}), is_trusted=True
        )
        assert not (tmp_path / "up").exists()
        assert {path.parent for path in tmp_path.rglob("*") if path.is_file()} == {tmp_path / "store"}


# chk-129-a: notes with tags and times come back, nothing is doubled, what was forgotten stays so
def test_an_export_taken_in_twice_doubles_nothing_and_keeps_times_and_tags(tmp_path: Path) -> None:
    agent = [{"content": "喜欢绿茶", "tags": ["pref"], "importance": 0.7, "ts": "2025-01-02T03:04:05+08:00"}]
    with talking_on_disk(tmp_path / "one") as talk, talking_on_disk(tmp_path / "two") as other:
        talk.memory.import_("sam", json.dumps(agent), is_trusted=True)
        talk.say("记住我叫张伟")
        talk.say("记住我的手机号13800138000")
        talk.say("忘掉我的手机号")
        first = talk.memory.export("sam", reveal=True)
        talk.memory.import_("sam", json.dumps(first), is_trusted=True)
        assert talk.memory.export("sam", reveal=True)["notes"] == first["notes"]
        for _ in range(2):
            other.memory.import_("sam", json.dumps(first), is_trusted=True)
        second = other.memory.export("sam", reveal=True)
        assert second["fields"] == first["fields"]
        for key in ("text", "tags", "importance", "at"):
            assert [note.get(key) for note in second["notes"]] == [note.get(key) for note in first["notes"]]  # type: ignore[attr-defined]
        assert "13800138000" not in json.dumps(second)
