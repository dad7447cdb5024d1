"""What users of similar systems reported about where a value came from."""

import sqlite3
from pathlib import Path

import pytest

from dualmem import records
from dualmem.jobs.archive import Archive
from dualmem.ports import ItemKind
from tests.checks.talk import BUDGET, NAME, PROJECT, talking, talking_on_disk, yuan
from tests.e2e.inside import Inside


# chk-005-a
def test_the_doctor_names_the_field_and_the_turn_of_a_stored_quote_that_was_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    dualmem = Inside(tmp_path, tmp_path / "memory.db", capsys, monkeypatch)
    key = str(tmp_path / "master.key")
    with talking_on_disk(tmp_path) as talk:
        for n in range(29):
            talk.say(f"记住 词{n} 是 值{n}")
        talk.say("总预算控制在五十万以内")
        talk.say("确认")
        assert len(talk.state) == 30
        dualmem("doctor", "-s", "sam", DUALMEM_KEY_FILE=key)
        memory = talk.memory
        archive = Archive(memory._house.store, memory._vault, memory.tenant, "sam")
        item = memory._house.store.item(memory.tenant, "sam", ItemKind.FIELD, BUDGET)
        assert item is not None
        held = archive.state()[0].fields[BUDGET]
        forged = held._replace(provenance=held.provenance._replace(quote="预算随便"))
        token = archive.sealed(item, records.dump(forged)).token
        with sqlite3.connect(tmp_path / "memory.db") as connection:
            connection.execute("UPDATE items SET token = ? WHERE kind = 'field' AND key = ?", (token, BUDGET))
        connection.close()
        said = dualmem("doctor", "--json", DUALMEM_KEY_FILE=key, code=1).data
    assert isinstance(said, list)
    faults = [row["found"] for row in said if row["status"] == "fault"]
    assert len(faults) == 1
    assert f"{BUDGET}: its quote does not stand in turn {held.provenance.turn}" in faults[0]
    assert "facts." not in faults[0]


# chk-008-a
def test_only_what_was_confirmed_is_given_as_known() -> None:
    with talking() as talk:
        talk.say("总预算控制在五十万以内")
        talk.say("确认")
        talk.say("我叫王小二")
        talk.say("不对")
        talk.say("项目编号是PROJ-2024-001")
        block = talk.memory.hear("sam", "帮我写总结", conversation="d").messages()[0].content
        known, _, rest = block.partition("【待确认】")
        assert "¥500,000" in known
        assert "PROJ-2024-001" not in known
        assert "PROJ-2024-001" in rest
        assert "王小二" not in block
        listing = talk.memory.recall("sam")
        assert listing.index("¥500,000") < listing.index("尚未确认") < listing.index("PROJ-2024-001")
        assert "王小二" not in listing
        assert (talk.state, set(talk.waiting)) == ({BUDGET: yuan(500_000)}, {PROJECT})
        assert NAME not in talk.state
