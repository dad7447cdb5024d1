"""Another master key, through the front door."""

from pathlib import Path

import pytest

from bench.faults.talk import open_memory
from dualmem.errors import KeyMissing
from dualmem.memory import Memory

NAME = "user_profile.name"


def test_after_a_rotation_the_store_opens_with_the_new_key_only(tmp_path: Path) -> None:
    new = tmp_path / "new.key"
    with open_memory(tmp_path) as memory:
        for subject in ("wei", "lan"):
            memory.set(subject, NAME, "小明")
        before = memory.keys.status()
        assert memory.keys.rotate(new) == 4  # of two subjects, of the store, and of its own chain
        assert memory.keys.status()["master"] != before["master"]
        assert memory.state("wei").value(NAME) == "小明"
    with Memory.open(tmp_path / "memory.db", key=new) as again:
        assert again.state("lan").value(NAME) == "小明"
        assert again.audit.verify("lan").is_ok
    with pytest.raises(KeyMissing):
        open_memory(tmp_path)
