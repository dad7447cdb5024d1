"""What users of similar systems reported about deleting and forgetting."""

import json
from pathlib import Path

from dualmem.memory import Memory
from tests.checks.talk import PHONE, Talk, talking_on_disk

NUMBER = "13800138000"


def second(folder: Path) -> Memory:
    """Open the same store once more."""
    return Memory.open(folder / "memory.db", key=folder / "master.key")


# chk-043-a
def test_a_deleted_note_is_found_by_nobody_who_has_the_store_open(tmp_path: Path) -> None:
    with talking_on_disk(tmp_path) as talk, second(tmp_path) as other:
        talk.say("/note 周五带上canaryword的文件")
        reader = Talk(other)
        for memory in (talk.memory, other):
            assert "canaryword" in memory.recall("sam", "canaryword")
        note = next(row.header.item for row in talk.memory.audit.list("sam") if row.header.kind.value == "NoteAdded")
        assert note is not None
        talk.memory.forget("sam", note=note)
        for memory in (talk.memory, other):
            assert "周五" not in memory.recall("sam", "canaryword")
            block = memory.hear("sam", "周五要带什么", conversation="d").messages()[0].content
            assert "canaryword" not in block
        assert "canaryword" not in reader.say("你记住了什么", conversation="d")
        raw = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert b"canaryword" not in raw


# chk-045-a
def test_a_forgotten_number_comes_back_only_by_the_users_own_command(tmp_path: Path) -> None:
    with talking_on_disk(tmp_path) as talk:
        memory = talk.memory
        talk.say("记住我的手机号是" + NUMBER)
        talk.say("记住我叫张伟")
        memory.snapshots.create("sam", "before")
        saved = tmp_path / "before.json"
        memory.snapshots.save("sam", "before", saved)
        exported = json.dumps(memory.export("sam", reveal=True))
        talk.say("忘掉我的手机号")
        report = memory.import_("sam", exported, is_trusted=True)
        assert PHONE not in talk.state
        assert any(PHONE in line for line in report.left_out)
        assert NUMBER not in str(report)
        for target in ("before", saved):
            events = memory.snapshots.restore("sam", target)
            assert [event.field for event in events if event.reason == "forgotten"] == [PHONE]
            assert NUMBER not in repr(events)
            assert PHONE not in talk.state
        memory.said("sam", f"您的手机号是{NUMBER}吗？", "c")
        assert PHONE not in talk.state
        assert PHONE not in talk.waiting
        talk.say("记住我的手机号是" + NUMBER)
        assert talk.state[PHONE] == "+86" + NUMBER
        assert memory.audit.verify("sam").is_ok
