"""What a person may ask for: everything that is kept, masked unless somebody with the right asks, and on record."""

import json
from pathlib import Path

from tests.checks.talk import NAME, PHONE, talking_on_disk

NUMBER, OLDER = "13800138000", "13900139000"


def test_everything_holds_turns_history_and_settings_and_no_sensitive_value_in_any_text(tmp_path: Path) -> None:
    with talking_on_disk(tmp_path) as talk:
        memory = talk.memory
        talk.say(f"记住我叫张伟，手机号{OLDER}", draft=f"记下了{OLDER}。")
        talk.say(f"把手机号改成{NUMBER[:3]} {NUMBER[3:7]} {NUMBER[7:]}")
        memory.subject("sam").configure(language="zh")
        found = memory.export("sam", everything=True)
        text = json.dumps(found, ensure_ascii=False)
        assert {"turns", "history", "settings", "fields", "notes", "snapshots"} <= found.keys()
        assert "我叫张伟" in text
        for number in (NUMBER, OLDER, f"{NUMBER[:3]} {NUMBER[3:7]} {NUMBER[7:]}", NUMBER[3:]):
            assert number not in text
        assert [row["field"] for row in found["history"] if row["kind"] == "FieldSet"] == [NAME, PHONE, PHONE]
        assert found["settings"] == {"timezone": None, "language": "zh"}
        assert "ValueRevealed" not in talk.kinds


def test_everything_in_clear_is_audited_and_can_be_imported(tmp_path: Path) -> None:
    with talking_on_disk(tmp_path / "one") as talk:
        talk.say(f"记住我叫张伟，手机号{NUMBER}")
        text = json.dumps(talk.memory.export("sam", everything=True, reveal=True, actor="operator:ann"))
        assert NUMBER in text
        assert talk.kinds.count("ValueRevealed") == 1
    with talking_on_disk(tmp_path / "two") as other:
        other.memory.import_("sam", text, is_trusted=True)
        assert other.state == {NAME: "张伟", PHONE: f"+86{NUMBER}"}
