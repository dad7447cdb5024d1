"""Export and import: readable, strict, nothing doubled, and what does not fit is named."""

import json
from datetime import UTC, datetime

import pytest

from dualmem.errors import InvalidInput, TooLarge
from dualmem.jobs import strict_json
from dualmem.jobs.export import export
from dualmem.jobs.intake import Intake, read
from dualmem.jobs.take_in import Report, take_in
from dualmem.model.event import EventKind
from tests.unit.jobs.desk import Desk
from tests.unit.samples import BUDGET, CONSTRAINTS, DEADLINE, NAME, NOW, PHONE, PROJECT, SCHEMA, day, yuan


def bring_in(desk: Desk, data: object, *, is_trusted: bool = False) -> Report:
    reports: list[Report] = []
    intake: Intake = read(strict_json.read(json.dumps(data)), SCHEMA, NOW, forgotten=desk.archive.forgotten())

    def decide(memory: object) -> object:
        decision, report = take_in(memory, intake, is_trusted=is_trusted, notes=desk.archive.notes())  # type: ignore[arg-type]
        reports.append(report)
        return decision

    desk.act(decide)  # type: ignore[arg-type]
    return reports[-1]


def stored(desk: Desk) -> dict[str, object]:
    return {path: held.value for path, held in desk.archive.state()[0].fields.items()}


def waiting(desk: Desk) -> dict[str, object]:
    return {update.field: update.value for update in desk.archive.pending()}


@pytest.fixture
def filled(desk: Desk) -> Desk:
    desk.set(BUDGET, yuan(500_000), text="预算50万")
    desk.set(NAME, "小明", text="我叫小明", tag="t1")
    desk.set(CONSTRAINTS, ("必须兼容IE11", "需通过等保三级"))
    desk.set(PHONE, "+8613800138000", text="手机号13800138000")
    desk.propose(DEADLINE, day("2026-12-15"), "12月15日交")
    desk.note("周五开会")
    return desk


def test_an_export_is_plain_json_and_masks_what_is_sensitive(filled: Desk) -> None:
    text = json.dumps(export(filled.archive, SCHEMA), ensure_ascii=False)
    assert "13800138000" not in text
    data = json.loads(text)
    assert data["fields"][BUDGET]["value"] == {"amount": "500000", "currency": "CNY"}
    assert data["fields"][BUDGET]["from"]["quote"] == "预算50万"
    assert data["fields"][PHONE]["masked"] is True
    assert [note["text"] for note in data["notes"]] == ["周五开会"]
    assert [one["field"] for one in data["pending"]] == [DEADLINE]
    assert [one["tag"] for one in data["snapshots"]] == ["t1"]
    assert {"turns", "audit", "conversations", "settings", "tombstones"} <= set(data["left_out"])


def test_a_note_that_repeats_a_sensitive_value_is_exported_without_it(filled: Desk) -> None:
    filled.note("打138 0013 8000找客户")
    data = export(filled.archive, SCHEMA)
    assert "0013" not in json.dumps(data, ensure_ascii=False)
    report = bring_in(Desk(), data, is_trusted=True)
    assert "notes[1]" in dict(report.left_out)
    assert "138 0013 8000" in json.dumps(export(filled.archive, SCHEMA, reveal=True), ensure_ascii=False)


def test_a_revealed_export_has_the_clear_value(filled: Desk) -> None:
    assert export(filled.archive, SCHEMA, reveal=True)["fields"][PHONE]["value"] == "+8613800138000"  # type: ignore[index]


def test_an_export_taken_into_an_empty_store_gives_the_same_export(filled: Desk) -> None:
    first = export(filled.archive, SCHEMA, reveal=True)
    empty = Desk()
    empty.now = datetime(2027, 5, 1, 9, tzinfo=UTC)
    report = bring_in(empty, first, is_trusted=True)
    second = export(empty.archive, SCHEMA, reveal=True)
    for part in ("subject", "fields", "schema"):
        assert second[part] == first[part], part
    assert [(note["text"], note["at"]) for note in second["notes"]] == [
        (note["text"], note["at"]) for note in first["notes"]
    ]  # type: ignore[attr-defined]
    assert waiting(empty) == waiting(filled)
    assert [what for what, _ in report.left_out] == ["snapshot t1"]
    assert empty.verify().is_ok


def test_an_export_taken_into_its_own_store_changes_nothing(filled: Desk) -> None:
    first = export(filled.archive, SCHEMA, reveal=True)
    report = bring_in(filled, first, is_trusted=True)
    assert export(filled.archive, SCHEMA, reveal=True) == first
    assert (report.written, report.waiting, report.notes) == ((), (), 0)
    assert set(report.same) >= {BUDGET, NAME, CONSTRAINTS, PHONE, DEADLINE}


def test_what_was_masked_in_the_export_is_left_out_and_named(filled: Desk) -> None:
    empty = Desk()
    report = bring_in(empty, export(filled.archive, SCHEMA), is_trusted=True)
    assert PHONE not in stored(empty)
    assert PHONE in dict(report.left_out)


def test_what_was_forgotten_since_the_export_stays_forgotten(filled: Desk) -> None:
    data = export(filled.archive, SCHEMA, reveal=True)
    filled.erase(PHONE, DEADLINE)
    report = bring_in(filled, data, is_trusted=True)
    assert PHONE not in stored(filled)
    assert DEADLINE not in waiting(filled)
    assert dict(report.left_out)[PHONE] == "it was forgotten since"
    filled.set(PHONE, "+8613900139000")
    bring_in(filled, data, is_trusted=True)
    assert stored(filled)[PHONE] == "+8613900139000"


def test_without_trust_every_value_waits(desk: Desk) -> None:
    report = bring_in(desk, {"facts": {"姓名": "小明", "所在城市": "北京", "预算": "60万"}})
    assert stored(desk) == {}
    assert waiting(desk) == {NAME: "小明", "facts.所在城市": "北京", BUDGET: yuan(600_000)}
    assert report.waiting == (NAME, "facts.所在城市", BUDGET)
    assert len({update.id for update in desk.archive.pending()}) == 3
    assert all(update.origin == "import" for update in desk.archive.pending())


def test_with_trust_every_value_is_an_operators_set(desk: Desk) -> None:
    bring_in(desk, {"facts": {"姓名": "小明", "所在城市": "北京"}}, is_trusted=True)
    assert stored(desk) == {NAME: "小明", "facts.所在城市": "北京"}
    events = [entry.event for entry in desk.archive.entries()]
    assert [event.kind for event in events if event] == [EventKind.FIELD_SET, EventKind.FIELD_SET]
    assert {event.provenance.actor for event in events if event} == {"operator:tests"}
    assert desk.verify().is_ok


def test_a_list_of_an_agents_notes_comes_in_with_tags_and_times(desk: Desk) -> None:
    data = [
        {"content": "喜欢简洁的回答", "tags": ["偏好"], "importance": 0.8, "ts": 1_700_000_000},
        {"content": "met the client", "tags": [], "importance": 8, "ts": "2026-01-02T03:04:05"},
        {"content": ""},
        "一句话",
        7,
    ]
    report = bring_in(desk, data)
    notes = {note.text: note for note in desk.archive.notes()}
    assert set(notes) == {"喜欢简洁的回答", "met the client", "一句话"}
    assert notes["喜欢简洁的回答"].tags == ("偏好",)
    assert notes["喜欢简洁的回答"].at == datetime.fromtimestamp(1_700_000_000, UTC)
    assert notes["met the client"].importance == 0.8
    assert [what for what, _ in report.left_out] == ["[2]", "[4]"]
    assert len({note.id for note in notes.values()}) == 3


def test_the_same_notes_are_not_doubled(desk: Desk) -> None:
    data = [{"content": "a", "ts": 1}, {"content": "a", "ts": 2}, {"content": "a", "ts": 1}]
    bring_in(desk, data)
    assert len(desk.archive.notes()) == 2
    bring_in(desk, data)
    assert len(desk.archive.notes()) == 2


def test_a_nested_state_document_is_taken_by_its_paths(desk: Desk) -> None:
    data = {
        "user_profile": {"name": "小明", "contact": {"phone": "13800138000", "fax": "1"}},
        "business_context": {
            "projectID": "PROJ-2024-001",
            "budget": {"ceiling": 500000, "unit": "CNY"},
            "deadline": "2026-12-15",
        },
        "current_task": {"constraints": ["必须兼容IE11"]},
        "pending_updates": [],
    }
    report = bring_in(desk, data, is_trusted=True)
    assert stored(desk) == {
        NAME: "小明",
        PHONE: "+8613800138000",
        BUDGET: yuan(500_000),
        DEADLINE: day("2026-12-15"),
        CONSTRAINTS: ("必须兼容IE11",),
    }
    left = dict(report.left_out)
    assert "did you mean business_context.project_id" in left["business_context.projectID"]
    assert {"user_profile.contact.fax", "business_context.budget.unit", "pending_updates"} <= set(left)


def test_what_does_not_validate_is_listed_and_left_out(desk: Desk) -> None:
    data = {
        "business_context": {"budget": {"ceiling": -5}, "project_id": "nonsense", "deadline": "2026-02-30"},
        "user_profile": {"name": "<script>x"},
    }
    report = bring_in(desk, data, is_trusted=True)
    assert stored(desk) == {}
    assert set(dict(report.left_out)) == {BUDGET, PROJECT, DEADLINE, NAME}
    assert all(outcome.startswith("left out: ") for _, outcome in report.rows())


@pytest.mark.parametrize("text", ["零宽\u200b", "反\u202e向", "a\x00b", "{{x}}"])
def test_a_hostile_note_or_fact_is_left_out(desk: Desk, text: str) -> None:
    report = bring_in(desk, {"facts": {"城市": text}, "notes": [text]}, is_trusted=True)
    assert stored(desk) == {}
    assert desk.archive.notes() == ()
    assert len(report.left_out) == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a": 1, "a": 2}', "stands twice"),
        ('{"facts": {"x": {"a": 1, "a": 2}}}', "stands twice"),
        ("[NaN]", "NaN"),
        ("[Infinity]", "Infinity"),
        ("[-Infinity]", "Infinity"),
        ("[1e400]", "out of range"),
        ('["\\ud800"]', "surrogate"),
        ('{"\\udc00": 1}', "surrogate"),
        ("{", "1:2"),
        ("", "1:1"),
        ("[1,\n 2,,]", "2:4"),
        ("[" * 100 + "]" * 100, "deep"),
        ("[" * 100_000, "deep"),
        ("[" + "9" * 5000 + "]", "out of range"),
    ],
)
def test_json_that_two_programs_could_read_differently_is_refused(text: str, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        strict_json.read(text)


def test_a_byte_order_mark_is_dropped() -> None:
    assert strict_json.read('\ufeff{"a": [1.5, "x", null]}') == {"a": [1.5, "x", None]}


def test_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict_json, "MOST_CHARACTERS", 10)
    with pytest.raises(TooLarge):
        strict_json.read("[1, 2, 3, 4]")


@pytest.mark.parametrize("data", ["text", 5, None, {}, {"dualmem": "other/1"}])
def test_what_is_no_memory_is_refused(data: object) -> None:
    with pytest.raises(InvalidInput):
        read(data, SCHEMA, NOW)


def test_a_file_with_more_values_than_one_act_takes_is_refused_as_a_whole() -> None:
    many = {"notes": [f"n{number}" for number in range(5001)]}
    with pytest.raises(TooLarge, match="5,000"):
        read(strict_json.read(json.dumps(many)), SCHEMA, NOW)
