"""A schema as a pydantic model and as JSON Schema."""

import json

import pytest

from dualmem.errors import InvalidValue
from dualmem.schema.compile import check_document, compile_model, flatten, json_schema
from dualmem.schema.load import load_schema
from dualmem.schema.shipped import schema_path, shipped_names

SCHEMA = load_schema(schema_path("project_assistant"))
RECORDS = load_schema(
    "dualmem: schema/1\nid: r\nversion: 1\nlanguages: [en]\nfields:\n"
    "  members: {type: map, of: {fields: {area: {type: text, max_length: 5}, since: {type: date}}}}\n"
    "  done: {type: percent}\n"
)
GOOD = {
    "user_profile": {"name": "李雷", "contact": {"phone": "+8613800138000"}, "id_card": "110101********1234"},
    "current_task": {"constraints": ["必须兼容IE11"]},
    "business_context": {
        "project_id": "PROJ-2024-001",
        "phase": "design",
        "deadline": {"date": "2026-12-04", "bound": "by"},
        "budget": {"ceiling": {"amount": "500000", "currency": "CNY", "approximate": True}},
        "quote_total": {"min": "310000", "max": "390000", "currency": None},
    },
    "facts": {"所在城市": "北京", "a.b": "x"},
}


def test_a_document_of_every_form_is_taken():
    assert check_document(SCHEMA, GOOD) == ()


def test_it_is_taken_as_json_text_too():
    model = compile_model(SCHEMA).model_validate_json(json.dumps(GOOD))
    assert model.model_dump()["user_profile"]["name"] == "李雷"


def test_flatten_gives_paths_and_keeps_keys_with_dots():
    flat = flatten(SCHEMA, GOOD)
    assert flat["business_context.budget.ceiling"] == GOOD["business_context"]["budget"]["ceiling"]
    assert flat["facts.a.b"] == "x"
    assert flat["user_profile.contact.phone"] == "+8613800138000"


def test_records_of_a_map_are_checked():
    assert check_document(RECORDS, {"members": {"张三": {"area": "前端", "since": "2026-01-01"}}}) == ()
    assert check_document(RECORDS, {"members": {"张三": {"area": "x" * 6}}}) != ()
    assert check_document(RECORDS, {"members": {"张三": {"areas": "x"}}}) != ()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("projectID", "x"),
        ("user_profile.name", 5),
        ("user_profile.name", ""),
        ("user_profile.name", "x" * 81),
        ("business_context.project_id", "PROJ-1"),
        ("business_context.phase", "done"),
        ("business_context.deadline", "soon"),
        ("business_context.budget.ceiling", {"amount": 5.5, "currency": "CNY"}),
        ("business_context.budget.ceiling", {"amount": "5", "currency": "yuan"}),
        ("business_context.budget.ceiling", {"amount": "NaN", "currency": "CNY"}),
        ("current_task.constraints", ["x"] * 21),
        ("current_task.constraints", "x"),
        ("facts", {"a": 1}),
        ("facts", ["a"]),
    ],
)
def test_a_wrong_value_is_told_by_path_and_never_shown(path, value):
    document = value
    for key in reversed(path.split(".")):
        document = {key: document}
    faults = check_document(SCHEMA, document)
    assert faults
    assert all(fault.startswith(path.split(".")[0]) for fault in faults)
    with pytest.raises(InvalidValue):
        flatten(SCHEMA, document)


def test_ambiguous_readings_are_a_form_of_their_type():
    assert check_document(SCHEMA, {"business_context": {"deadline": {"ambiguous": ["2026-03-04", "2026-04-03"]}}}) == ()
    assert check_document(SCHEMA, {"business_context": {"deadline": {"ambiguous": ["2026-03-04"]}}}) != ()


def test_every_shipped_schema_compiles_to_json_schema():
    for name in shipped_names():
        document = json_schema(load_schema(schema_path(name)))
        assert document["additionalProperties"] is False
        assert json.loads(json.dumps(document)) == document


def test_the_model_of_one_content_is_made_once():
    assert compile_model(load_schema(schema_path("project_assistant"))) is compile_model(SCHEMA)
