"""A rules file: what it says, and every fault of it at once, with place and nearest name."""

import pytest

from dualmem.errors import SpecError
from dualmem.schema.load import load_schema
from dualmem.schema.rules import load_rules
from dualmem.schema.shipped import rules_path, schema_path, shipped_names

SCHEMA = load_schema(
    "dualmem: schema/1\nid: s\nversion: 1\nlanguages: [zh, en]\nfields:\n"
    "  a: {type: text}\n  g: {fields: {name: {type: text}}}\n  facts: {type: map, of: text}\n",
    name="s.yaml",
)
HEAD = "dualmem: rules/1\nfor: s\nnow: 2026-11-29T09:00:00+08:00\nrules:\n"
RULE = """  - id: {id}
    field: {field}
    patterns: {patterns}
    match: [{{text: x, value: y}}]
    no_match: [{{text: z}}]
"""


def rule(name="one", field="a", patterns="{any: ['x{value}']}", more=""):
    return RULE.format(id=name, field=field, patterns=patterns) + more


def load(*rules):
    return load_rules(HEAD + "".join(rules), SCHEMA, name="r.yaml")


def faults(text):
    with pytest.raises(SpecError) as caught:
        load_rules(text, SCHEMA, name="r.yaml")
    return [str(fault) for fault in caught.value.faults]


def test_every_shipped_rules_file_loads():
    for name in shipped_names():
        rules = load_rules(rules_path(name), load_schema(schema_path(name)))
        assert rules.rules
        assert all(rule.match and rule.no_match for rule in rules.rules)


def test_a_rule_is_kept_with_its_defaults_and_places():
    (rule_spec,) = load(rule(patterns="{zh: ['我叫{value}', 名字], en: 'name {value}'}")).rules
    assert [(p.text, p.language, p.line, p.column) for p in rule_spec.patterns] == [
        ("我叫{value}", "zh", 7, 21),
        ("名字", "zh", 7, 34),
        ("name {value}", "en", 7, 43),
    ]
    assert (rule_spec.priority, rule_spec.clauses, rule_spec.speaker, rule_spec.within) == (0, ("stated",), "user", 12)
    assert rule_spec.match[0].value == "y"
    assert rule_spec.line == 5


def test_all_keys_of_a_rule_are_kept():
    more = (
        "    priority: -3\n    unless: {near: [去年, last year], within: 5}\n"
        "    clauses: [negated, stated]\n    speaker: assistant\n"
    )
    (spec,) = load(rule(more=more)).rules
    assert (spec.priority, spec.near, spec.within) == (-3, ("去年", "last year"), 5)
    assert (spec.clauses, spec.speaker) == (("negated", "stated"), "assistant")


def test_keys_of_examples_are_kept_and_values_are_json():
    text = rule().replace(
        "{text: x, value: y}",
        "{text: x, value: {amount: '5', approximate: true}, also: [one], todo: true, now: 2027-01-01T00:00:00Z}",
    )
    example = load(text).rules[0].match[0]
    assert example.value == {"amount": "5", "approximate": True}
    assert (example.also, example.todo) == (("one",), True)
    assert example.now is not None
    assert example.now.year == 2027


def test_an_entry_of_a_map_can_be_fed():
    assert load(rule(field="facts.city")).rules[0].field == "facts.city"


def test_a_group_of_its_own_may_stand_in_place_of_the_value():
    assert load(rule(patterns="{any: ['x(?P<value>[0-9]+)']}")).rules


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (rule(field="b"), "no field 'b'"),
        (rule(field="g.nam"), "did you mean g.name?"),
        (rule(field="g"), "g is a group"),
        (rule(field="'facts.*'"), "write its key in place of *"),
        (rule(patterns="{any: ['(x{value}']}"), "rules.one.patterns.any[0]: RE2 refuses"),
        (rule(patterns="{any: ['x(?=y){value}']}"), "RE2 refuses"),
        (rule(patterns="{any: ['x{1,2000}{value}']}"), "RE2 refuses"),
        (rule(patterns="{any: ['(x)\\1{value}']}"), "RE2 refuses"),
        (rule(patterns="{any: ['{value}{value}']}"), "more than once"),
        (rule(patterns="{any: ['是{date}']}"), "unknown place {date}"),
        (rule(patterns="{cn: ['x{value}']}"), "did you mean zh?"),
        (rule(patterns="{}"), "at least one pattern"),
        (rule(patterns="{any: }"), "rules.one.patterns.any: a value is missing"),
        (rule(patterns="{any: [x, ]}").replace("[x, ]", "[x, '']"), "rules.one.patterns.any[1]: a value is missing"),
        (rule(patterns="x{value}"), "expected languages (any, zh, en)"),
        (rule(name="a/b"), "can not name a rule"),
        (rule(more="    prio: 3\n"), "did you mean priority?"),
        (rule(more="    priority: high\n"), "expected a number"),
        (rule(more="    unless: {near: [x], with: 3}\n"), "did you mean within?"),
        (rule(more="    unless: {within: 3}\n"), "'near' is missing"),
        (rule(more="    clauses: [denied]\n"), "'denied' is not known"),
        (rule(more="    clauses: [data]\n"), "'data' is not known"),
        (rule(more="    speaker: tool\n"), "'tool' is not known"),
        (rule().replace("match: [{text: x, value: y}]", "match: []", 1), "at least one example"),
        (rule().replace("{text: x, value: y}", "{text: x}"), "rules.one.match[0]: the key 'value' is missing"),
        (rule().replace("{text: z}", "{text: z, value: y}"), "has no value"),
        (rule().replace("{text: z}", "{txt: z}"), "did you mean text?"),
        (rule().replace("{text: z}", "{text: z, now: yesterday}"), "no time with an offset"),
        (rule().replace("{text: z}", "{text: z, now: 2026-11-29T09:00:00}"), "no time with an offset"),
        (rule().replace("{text: z}", "z"), "expected keys (text, value, also, todo, now), and read the text 'z'"),
        (rule().replace("    no_match: [{text: z}]\n", ""), "'no_match' is missing"),
        (rule() + rule(), "the id 'one' stands twice; first in line 5"),
    ],
)
def test_a_wrong_rule_is_refused_with_its_reason(text, says):
    assert any(says in fault for fault in faults(HEAD + text)), faults(HEAD + text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the file is empty"),
        ("- id: x\n", "expected keys"),
        ("dualmem: rules/1\nfor: s\n", "'rules' is missing"),
        ("dualmem: rules/1\nfor: s\nrules: []\n", "at least one rule"),
        ("dualmem: rules/1\nfor: s\nrules: {}\n", "expected a list of rules"),
        ("dualmem: schema/1\nfor: s\nrules: [x]\n", "expected rules/1"),
        (HEAD.replace("for: s", "for: t") + rule(), "these rules are for 't'"),
    ],
)
def test_a_file_that_is_no_rules_file_is_refused(text, says):
    assert any(says in fault for fault in faults(text))


def test_rules_for_another_schema_are_told_so_and_no_more():
    (found,) = faults(HEAD.replace("for: s", "for: t") + rule(field="nowhere"))
    assert "these rules are for 't', and the schema is 's'" in found


def test_chk_078_a_wrong_language_key_is_an_error_that_names_the_right_one():
    text = HEAD + rule(patterns="{any: ['a{value}'], zh: ['我{value}'], en: ['i {value}'], cn: ['你{value}']}")
    (found,) = faults(text)
    assert found == "r.yaml:7:72: error: rules.one.patterns: unknown language 'cn'; did you mean zh?"


def test_chk_079_a_missing_blank_after_the_dash_says_what_was_read_and_expected():
    block = rule().replace("no_match: [{text: z}]", "no_match:\n      -{text: z}")
    (found,) = faults(HEAD + block)
    assert found.startswith("r.yaml:10:7: error: rules.one.no_match: expected a list of examples")
    assert "and read keys (the first is '-{text')" in found
    assert "write a blank after '-'" in found
    mixed = rule().replace("no_match: [{text: z}]", "no_match:\n      - {text: q}\n      -{text: z}")
    (found,) = faults(HEAD + mixed)
    assert found.startswith("r.yaml:11:7: error:")
    assert "a list item was expected and a text was read: write a blank after '-'" in found


def test_chk_079_b_a_file_with_one_bad_rule_is_refused_as_a_whole_with_its_id_and_line():
    rules = [rule(name=f"r{n}", patterns=f"{{any: ['{'(' if n == 7 else ''}x{{value}}']}}") for n in range(10)]
    (found,) = faults(HEAD + "".join(rules))
    assert found.startswith("r.yaml:42:")
    assert "rules.r7.patterns" in found


def test_chk_082_an_empty_value_is_named_with_file_line_path_and_what_is_missing():
    (found,) = faults(HEAD + rule().replace("{text: x, value: y}", "{text: , value: y}"))
    assert found == "r.yaml:8:14: error: rules.one.match[0].text: a value is missing"


def test_chk_136_what_hides_is_refused_with_its_line_and_templates_stay_text():
    text = HEAD + rule(
        patterns="{any: [!!python/object/apply:os.system ['ls']]}", more="    priority: &p 3\n    speaker: *p\n"
    )
    found = faults(text)
    assert any(fault.startswith("r.yaml:7:") and "tags are not allowed" in fault for fault in found)
    assert any("anchors are not allowed" in fault for fault in found)
    assert any("aliases are not allowed" in fault for fault in found)
    kept = load(rule().replace("text: x", "text: '{{ 7*7 }}'")).rules[0]
    assert kept.match[0].text == "{{ 7*7 }}"


def test_ten_thousand_rules_load():
    rules = load(*(rule(name=f"r{n}") for n in range(10_000)))
    assert len(rules.rules) == 10_000
