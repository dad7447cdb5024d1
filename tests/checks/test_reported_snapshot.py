"""What users of similar systems reported about exports and snapshots that leave things out."""

import json
from pathlib import Path

from dualmem.ports import ItemKind
from tests.checks.talk import talking, talking_on_disk

# Where every kind of item of the store goes in an export; a new kind must be placed here and there.
PLACES = {
    ItemKind.FIELD: "fields",
    ItemKind.PENDING: "pending",
    ItemKind.NOTE: "notes",
    ItemKind.SNAPSHOT: "snapshots",
}


# chk-065-b
def test_every_kind_of_record_is_in_the_export_or_named_as_left_out(tmp_path: Path) -> None:
    with talking_on_disk(tmp_path) as talk:
        talk.say("记住我叫张伟")
        talk.say("记一下：周五开会")
        talk.say("总预算控制在五十万以内")
        talk.memory.snapshots.create("sam", "one")
        exported = talk.memory.export("sam", reveal=True)
    left_out = exported["left_out"]
    assert isinstance(left_out, dict)
    for kind in ItemKind:
        is_there = kind in PLACES and bool(exported[PLACES[kind]])
        assert is_there or left_out.get(kind.value.removesuffix("s") + "s"), kind
    assert {"turns", "audit"} <= set(left_out)
    with talking() as fresh:
        fresh.memory.import_("sam", json.dumps(exported), is_trusted=True)
        again = fresh.memory.export("sam", reveal=True)
    assert again["fields"].keys() == exported["fields"].keys()  # type: ignore[attr-defined]
    assert [note["text"] for note in again["notes"]] == ["周五开会"]  # type: ignore[attr-defined]
    assert [one["field"] for one in again["pending"]] == ["business_context.budget.ceiling"]  # type: ignore[attr-defined]
