"""A schema file: what it says, and every fault of it at once, with place and nearest name."""

import re
from datetime import timedelta
from decimal import Decimal

import pytest

from dualmem.errors import SpecError, UnknownField
from dualmem.schema.load import load_schema
from dualmem.schema.shipped import schema_path, shipped_names

HEAD = "dualmem: schema/1\nid: s\nversion: 1\nlanguages: [zh, en]\n"


def load(fields, rest=""):
    return load_schema(f"{HEAD}fields:\n{fields}{rest}", name="s.yaml")


def faults(text):
    with pytest.raises(SpecError) as caught:
        load_schema(text, name="s.yaml")
    return [str(fault) for fault in caught.value.faults]


def field_fault(line):
    found = faults(f"{HEAD}fields:\n  a: {line}\n")
    assert len(found) == 1, found
    return found[0]


def test_every_shipped_schema_loads():
    assert set(shipped_names()) >= {"project_assistant"}
    for name in shipped_names():
        assert load_schema(schema_path(name)).id == name


def test_the_project_assistant_says_what_the_reference_says():
    schema = load_schema(schema_path("project_assistant"))
    ceiling = schema.fields["business_context.budget.ceiling"]
    assert (ceiling.type, ceiling.default_currency, ceiling.minimum) == ("money", "CNY", Decimal(0))
    assert ceiling.expires is not None
    assert ceiling.expires.after == timedelta(days=90)
    assert schema.fields["business_context.budget.per_person"].per == "person"
    assert schema.fields["user_profile.id_card"].sensitive == "mask"
    phase = schema.fields["business_context.phase"]
    assert phase.has_offers
    assert phase.moves is not None
    assert phase.moves["build"] == ("closed", "design")
    assert schema.fields["user_profile.role"].is_open
    assert schema.fields["current_task.constraints"].item is not None
    assert schema.fields["business_context.quote_total"].depends_on == ("business_context.budget.ceiling",)
    assert schema.groups["facts"].is_map
    assert schema.groups["facts"].max_items == 200
    assert schema.tasks["default"].blocks is False
    assert schema.tasks["contract_review"].when == {"current_task.type": "contract_review"}
    assert schema.priorities == {"business_context.project_id": "high", "business_context.budget.ceiling": "high"}
    assert (schema.expire_turns, schema.expire_after, schema.ask_at_most) == (10, timedelta(hours=24), 5)
    assert (schema.window_rounds, schema.window_keep) == (5, timedelta(days=30))
    assert (schema.retention_payloads, schema.retention_headers) == (timedelta(days=730), None)
    assert len(schema.digest) == 64


@pytest.mark.parametrize(
    ("group", "like"),
    [("user_profile.contact", "user_profile.contact.email"), ("facts", "facts.<key>"), ("facts.*", "facts.<key>")],
)
def test_a_group_is_no_field_and_one_of_its_fields_is_named(group, like):
    with pytest.raises(UnknownField, match=f"it is a group; name one of its fields, like {re.escape(like)}"):
        load_schema(schema_path("project_assistant")).field(group)


def test_a_path_of_another_spelling_is_unknown_and_the_nearest_is_named():
    schema = load_schema(schema_path("project_assistant"))
    with pytest.raises(UnknownField, match=r"business_context\.project_id"):
        schema.field("business_context.projectID")


def test_records_of_a_map_stand_under_a_star():
    schema = load(
        "  members:\n    type: map\n    max_items: 9\n    labels: {zh: 成员}\n    of:\n      fields:\n"
        "        area: {type: text}\n        skills: {type: list, of: text, max_items: 3}\n"
    )
    assert list(schema.fields) == ["members.*.area", "members.*.skills"]
    assert schema.find("members.张三.area") is schema.fields["members.*.area"]
    assert schema.groups["members"].max_items == 9
    assert schema.fields["members.*.skills"].max_items == 3


def test_the_keys_of_a_list_hold_for_its_items():
    spec = load("  a: {type: list, of: money, default_currency: USD, min: 1, max_items: 3}\n").fields["a"]
    assert spec.item is not None
    assert (spec.item.type, spec.item.default_currency, spec.item.minimum) == ("money", "USD", Decimal(1))
    assert (spec.minimum, spec.max_items) == (None, 3)


def test_clean_is_inherited_and_can_be_switched_off():
    schema = load("  a: {type: text}\n  b: {type: text, clean: true}\n", "clean: false\n")
    assert (schema.fields["a"].is_clean, schema.fields["b"].is_clean) == (False, True)


def test_field_keys_are_kept():
    spec = load(
        "  a: {type: text, max_length: 9, sensitive: hash, confirm: explicit, write_once: true, renamed_from: old.a}\n"
    ).fields["a"]
    assert (spec.max_length, spec.sensitive, spec.is_explicit, spec.is_write_once) == (9, "hash", True, True)
    assert spec.renamed_from == "old.a"


def test_no_stays_a_choice():
    schema = load("  a: {type: choice, choices: {no: {labels: {en: no}}, yes: {labels: {en: yes}}}}\n")
    assert set(schema.fields["a"].choices) == {"no", "yes"}


def test_a_longer_expiry_and_kept_payloads():
    schema = load("  a: {type: text, expires: {after: 24h, warn_before: 2w}}\n", "retention: {audit_payloads: keep}\n")
    expiry = schema.fields["a"].expires
    assert expiry is not None
    assert (expiry.after, expiry.warn_before) == (timedelta(hours=24), timedelta(days=14))
    assert schema.retention_payloads is None


def test_two_texts_with_the_same_meaning_have_one_digest():
    text = f"{HEAD}fields:\n  a: {{type: text}}\n"
    assert load_schema(text).digest == load_schema("# a comment\n" + text.replace("text}", "'text'}")).digest
    assert load_schema(text).digest != load_schema(text.replace("version: 1", "version: 2")).digest


def test_all_faults_are_told_at_once_in_file_order():
    text = f"""{HEAD}timezone: Mars/Base
fields:
  a: {{typ: text}}
  b: {{type: mony}}
  c: {{type: text, labels: {{cn: 名}}, max_length: many}}
  d: {{type: text}}
  d: {{type: text}}
tasks:
  t: {{requires: [b2, d]}}
pendin: {{}}
window: {{rounds: -1}}
"""
    found = faults(text)
    lines = [int(fault.split(":")[1]) for fault in found]
    assert lines == sorted(lines)
    assert set(lines) == {5, 7, 8, 9, 11, 13, 14, 15}
    assert all(fault.startswith("s.yaml:") and ": error: " in fault and "\n" not in fault for fault in found)
    joined = "\n".join(found)
    for hint in ("did you mean type?", "did you mean money?", "did you mean zh?", "did you mean pending?"):
        assert hint in joined


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{type: text, lable: x}", "did you mean labels?"),
        ("{type: text, maxLength: 3}", "did you mean max_length?"),
        ("{type: texts}", "did you mean text?"),
        ("{type: id}", "'pattern' is missing"),
        ("{type: id, pattern: 'A-(\\d'}", "RE2 refuses"),
        ("{type: id, pattern: '(?=x)y'}", "RE2 refuses"),
        ("{type: id, pattern: 'x*'}", "nothing at all"),
        ("{type: choice}", "'choices' is missing"),
        ("{type: choice, choices: {}}", "at least one choice"),
        ("{type: choice, choices: {x: {labels: {en: a}}, y: {labels: {en: A}}}}", "both x and y"),
        ("{type: choice, choices: {x: {}}, moves: {y: [x]}}", "'y' is not known"),
        ("{type: choice, choices: {x: {}}, moves: {x: [xx]}}", "did you mean x?"),
        ("{type: list}", "'of' is missing"),
        ("{type: list, of: list}", "'list' is not known"),
        ("{type: list, of: {fields: {x: {type: text}}}}", "only a map can be of records"),
        ("{type: map, of: {fields: {x: {type: map, of: text}}}}", "can not stand in the records"),
        ("{type: map, of: text, moves: {}}", "has a meaning only for choice"),
        ("{type: map, of: {fields: {x: {type: text}}}, sensitive: encrypt}", "has no meaning for a map of records"),
        ("{type: text, min: 3}", "only for integer, number, money, percent"),
        ("{type: money, min: 5, max: 3}", "min is greater than max"),
        ("{type: money, min: much}", "expected a number"),
        ("{type: money, default_currency: yuan}", "3 capital letters"),
        ("{type: money, sensitive: mask}", "mask works for"),
        ("{type: text, sensitive: secret}", "'secret' is not known"),
        ("{type: text, confirm: maybe}", "'maybe' is not known"),
        ("{type: text, write_once: yes}", "expected true or false, and read the text 'yes'"),
        ("{type: text, max_length: 0}", "whole number from 1"),
        ("{type: text, max_length: 1.5}", "whole number"),
        ("{type: text, expires: {}}", "'at' or 'after'"),
        ("{type: text, expires: {at: value}}", "only a date or datetime"),
        ("{type: date, expires: {at: value, after: 3d}}", "one of the two"),
        ("{type: date, expires: {after: 3 days}}", "a duration like 3d"),
        ("{type: date, expires: {after: 0d}}", "a duration like 3d"),
        ("{type: text, depends_on: [b]}", "no field 'b'"),
        ("{type: text, renamed_from: a}", "still exists"),
        ("{type: text, labels: [x]}", "expected languages (zh, en), and read a list of 1"),
        ("{type: text, labels: {zh: }}", "fields.a.labels.zh: a value is missing"),
        ("{type: text, labels: {fr: nom}}", "unknown language 'fr'"),
        ("{type: }", "fields.a.type: a value is missing"),
        ("{labels: {zh: 名}}", "'type' is missing"),
        ("{}", "'type' is missing"),
        ("text", "expected keys"),
        ("[x]", "expected keys"),
        ("{fields: }", "fields.a.fields: a value is missing"),
        ("{fields: [x]}", "expected field names, and read a list of 1"),
    ],
)
def test_a_wrong_field_is_refused_with_its_reason(line, says):
    assert says in field_fault(line)


@pytest.mark.parametrize(
    ("rest", "says"),
    [
        ("prompt: {reveal: [a]}", "is not 'sensitive: encrypt'"),
        ("prompt: {reveal: [b]}", "no field 'b'"),
        ("prompt: {priorities: {a: top}}", "'top' is not known"),
        ("tasks: {t: {requires: [a]}}", "'when' is missing"),
        ("tasks: {default: {when: {a: x}}}", "has no condition"),
        ("tasks: {t: {when: {n: 3}}}", "not on a number"),
        ("tasks: {t: {when: {a: x}, ask: {a: {zh: 问}}}}", "not among 'requires'"),
        ("tasks: {t: {when: {c: z}}}", "'z' is not known"),
        ("pending: {expire_after: keep}", "a duration like 3d"),
        ("retention: {pending: forever}", "(or keep)"),
        ("window: [5]", "expected keys"),
        ("clean: no", "expected true or false"),
        ("notes: text", "expected keys"),
    ],
)
def test_a_wrong_section_is_refused_with_its_reason(rest, says):
    fields = "  a: {type: text}\n  n: {type: number}\n  c: {type: choice, choices: {x: {}}}\n"
    found = faults(f"{HEAD}fields:\n{fields}{rest}\n")
    assert len(found) == 1, found
    assert says in found[0]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the file is empty"),
        ("# nothing\n", "the file is empty"),
        ("- a\n", "expected keys"),
        ("just words\n", "expected keys"),
        ("on: yes\nversion: 1.10\nzip: 010\ntime: 12:30:45\n", "unknown key 'on'"),
        (HEAD.replace("schema/1", "schema/2") + "fields: {a: {type: text}}\n", "expected schema/1"),
        (HEAD.replace("id: s", "id: ../s") + "fields: {a: {type: text}}\n", "can not name a schema"),
        (HEAD.replace("[zh, en]", "[]") + "fields: {a: {type: text}}\n", "at least one language"),
        (HEAD.replace("[zh, en]", "[Chinese]") + "fields: {a: {type: text}}\n", "no language code"),
        (HEAD + "fields: {}\n", "at least one field"),
        (HEAD + "fields: {a.b: {type: text}}\n", "can not name a field"),
        (HEAD + "fields: {'*': {type: text}}\n", "can not name a field"),
        (HEAD + "fields: {__class__: {type: text}}\n", "can not name a field"),
    ],
)
def test_a_file_that_is_no_schema_is_refused(text, says):
    assert any(says in fault for fault in faults(text))


def test_a_missing_key_is_named():
    found = faults("dualmem: schema/1\nid: s\n")
    assert [fault.split("the key ")[1] for fault in found] == [
        "'version' is missing",
        "'languages' is missing",
        "'fields' is missing",
    ]


def test_the_faults_of_syntax_come_alone_and_with_their_place():
    assert faults("fields:\n  a: [1\n")[0].startswith("s.yaml:3:1: error: this is no YAML")
