"""History: filters, masks and the forms of a row."""

import csv
import json
from datetime import timedelta

import pytest

from dualmem.errors import InvalidInput, UnknownField
from dualmem.grounding import operator
from dualmem.jobs import history
from dualmem.jobs.history import Filter, Row, search
from dualmem.model.event import EventKind
from tests.unit.jobs.desk import Desk
from tests.unit.samples import BUDGET, CONSTRAINTS, NAME, NOW, PHONE, PROJECT, SCHEMA, yuan


@pytest.fixture
def filled(desk: Desk) -> Desk:
    desk.set(BUDGET, yuan(500_000), text="预算50万")
    desk.set(BUDGET, yuan(600_000))
    desk.set(BUDGET, yuan(0))
    desk.clear(BUDGET)
    desk.set(PHONE, "+8613800138000", text="手机号13800138000")
    desk.propose(NAME, "小明", "我叫小明")
    return desk


def rows_of(desk: Desk, **wanted: object) -> list[Row]:
    return list(search(desk.archive, SCHEMA, Filter(**wanted)))  # type: ignore[arg-type]


def test_every_change_is_a_row_with_old_and_new_also_of_a_value_like_nothing(filled: Desk) -> None:
    values = [(row.old, row.new) for row in rows_of(filled, field=BUDGET)]
    assert values == [
        (None, yuan(500_000)),
        (yuan(500_000), yuan(600_000)),
        (yuan(600_000), yuan(0)),
        (yuan(0), None),
    ]


@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        ({}, 6),
        ({"field": "user_profile"}, 2),
        ({"field": "user_profile.contact"}, 1),
        ({"actor": "user"}, 3),
        ({"actor": "operator"}, 3),
        ({"actor": "operator:tests"}, 3),
        ({"actor": "oper"}, 0),
        ({"channel": "cli"}, 3),
        ({"conversation": "c1"}, 3),
        ({"kinds": (EventKind.FIELD_CLEARED,)}, 1),
        ({"changes_only": True}, 5),
        ({"since": NOW + timedelta(minutes=3)}, 4),
        ({"until": NOW + timedelta(minutes=3)}, 3),
        ({"since": NOW + timedelta(minutes=2), "until": NOW + timedelta(minutes=2)}, 1),
    ],
)
def test_a_filter_lets_through_what_it_says(filled: Desk, wanted: dict[str, object], count: int) -> None:
    assert len(rows_of(filled, **wanted)) == count


def test_a_field_that_the_schema_does_not_have_is_an_error_that_names_the_nearest(filled: Desk) -> None:
    with pytest.raises(UnknownField, match="project_id"):
        rows_of(filled, field="business_context.projectID")


def test_a_kind_is_read_in_both_ways_of_writing_and_a_wrong_one_is_refused() -> None:
    assert history.read_kinds(["FieldSet", "field_cleared"]) == (EventKind.FIELD_SET, EventKind.FIELD_CLEARED)
    with pytest.raises(InvalidInput, match="FieldSett"):
        history.read_kinds(["FieldSett"])


def test_sensitive_values_and_their_words_are_masked_unless_revealed(filled: Desk) -> None:
    (row,) = rows_of(filled, field=PHONE)
    assert "13800138000" not in repr(history.to_data(row))
    assert "*" in str(row.new)
    (clear,) = search(filled.archive, SCHEMA, Filter(field=PHONE), reveal=True)
    assert clear.new == "+8613800138000"
    assert clear.provenance is not None
    assert clear.provenance.quote == "手机号13800138000"


def test_an_erased_value_is_a_row_that_says_so(filled: Desk) -> None:
    filled.erase(PHONE)
    rows = rows_of(filled, field=PHONE)
    assert [row.note for row in rows] == ["erased", "erased"]
    assert rows[-1].header.kind is EventKind.FIELD_ERASED


def test_a_row_as_data_is_json_with_the_public_forms(filled: Desk) -> None:
    data = history.to_data(rows_of(filled, field=BUDGET)[1])
    assert json.loads(json.dumps(data)) == data
    assert data["old"] == {"amount": "500000", "currency": "CNY"}
    assert (data["actor"], data["channel"], data["version"], data["seq"]) == ("operator:tests", "cli", 2, 2)
    assert "quote" not in data


def test_a_line_reads_time_key_old_new_by_and_session(filled: Desk) -> None:
    first, second = rows_of(filled, field=BUDGET)[:2]
    assert (
        history.to_line(first, SCHEMA, "zh")
        == f"2026-11-29 09:01:00  FieldSet  {BUDGET}  - -> ¥500,000  by user  in c1"
    )
    assert history.to_line(second, SCHEMA, "zh").endswith("¥500,000 -> ¥600,000  by operator:tests")


def test_a_line_stays_one_line_whatever_the_value_holds(desk: Desk) -> None:
    desk.act(lambda memory: operator.add_note(memory, "a\nb\u202e\u2028c\x1b[31m"))
    (row,) = rows_of(desk)
    line = history.to_line(row, SCHEMA, "zh")
    assert line.isprintable()
    assert "\\u202e" in line


def test_csv_has_a_head_and_one_line_for_each_row(filled: Desk) -> None:
    lines = list(history.to_csv(rows_of(filled), SCHEMA, "zh"))
    table = list(csv.DictReader(lines))
    assert len(table) == 6
    assert table[1]["old"] == "¥500,000"
    assert tuple(table[0]) == history.COLUMNS


def test_no_cell_of_a_csv_can_be_taken_for_a_formula(desk: Desk) -> None:
    for text in ("=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)"):
        desk.set(NAME, text)
    rows = list(csv.DictReader(history.to_csv(rows_of(desk), SCHEMA, "zh")))
    assert all(row["new"].startswith("'") for row in rows)


def test_a_list_is_shown_item_by_item(desk: Desk) -> None:
    desk.set(CONSTRAINTS, ("必须兼容IE11", "需通过等保三级"))
    (row,) = rows_of(desk)
    assert history.shown(row, row.new, SCHEMA, "zh") == "必须兼容IE11; 需通过等保三级"


def test_a_rollback_of_several_fields_gives_a_row_for_each(desk: Desk) -> None:
    desk.set(NAME, "小明")
    desk.set(PROJECT, "PROJ-2024-001")
    desk.act(lambda memory: operator.roll_back(memory, {}, name="v0"))
    rows = rows_of(desk, kinds=(EventKind.STATE_ROLLED_BACK,))
    assert {(row.field, row.old, row.new, row.reason) for row in rows} == {
        (NAME, "小明", None, "v0"),
        (PROJECT, "PROJ-2024-001", None, "v0"),
    }
