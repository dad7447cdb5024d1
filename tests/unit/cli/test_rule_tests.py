"""Rule tests say what a rule does otherwise than its examples."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from dualmem.cli.rule_tests import run_examples
from dualmem.specs import load_specs

SCHEMA = """\
dualmem: schema/1
id: trip
version: 1
languages: [zh, en]
fields:
  budget: {type: money, default_currency: CNY, labels: {zh: [预算], en: [budget]}}
  people: {type: integer, labels: {zh: [人数], en: [people]}}
"""
HEAD = "dualmem: rules/1\nfor: trip\nrules:\n"
BUDGET = "{id: budget, field: budget, patterns: {zh: ['预算是{value}']}, "
ASKS = "{id: asks, field: people, speaker: assistant, asks: true, patterns: {zh: ['几位']}, "
ANSWER = "{id: answer, field: people, answers: true, patterns: {zh: ['就{value}位']}, "
OTHER = "{id: other, field: people, patterns: {zh: ['一共{value}人']}, "


def rule(head: str, match: str, no_match: str) -> str:
    return f"  - {head}match: [{match}], no_match: [{no_match}]}}\n"


def outcomes(folder: Path, rules: str) -> list[tuple[str, str]]:
    (folder / "schema.yaml").write_text(SCHEMA, encoding="utf-8")
    (folder / "rules.yaml").write_text(HEAD + rules, encoding="utf-8")
    specs = load_specs(folder / "schema.yaml", [folder / "rules.yaml"])
    return [(one.status, one.why) for one in run_examples(specs, datetime(2026, 11, 29, tzinfo=UTC))]


GAP = "{text: 预算呢, value: 3, todo: true}"
ASKED_WRONG = [("failed", "it does not ask"), ("failed", "it asks")]
RIGHT = '{text: 预算是5万, value: {amount: "50000", currency: CNY}}'


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (rule(BUDGET, RIGHT, "{text: 预算呢}"), [("passed", ""), ("passed", "")]),
        (rule(BUDGET, "{text: 预算呢, value: 3}", RIGHT.split(", value", maxsplit=1)[0] + "}"), None),
        (
            rule(BUDGET, GAP, "{text: 好}"),
            [("todo", "it does not fire"), ("passed", "")],
        ),
        (rule(ASKS, "{text: 请问几位？, value: 1}", "{text: 好的}"), [("passed", ""), ("passed", "")]),
        (
            rule(ASKS, "{text: 好的, value: 1}", "{text: 请问几位？}"),
            [("failed", "it does not ask"), ("failed", "it asks")],
        ),
        (rule(ANSWER, "{text: 就3位, value: 3}", "{text: 好的}"), [("passed", ""), ("passed", "")]),
    ],
)
def test_each_example_has_its_outcome(tmp_path: Path, rules: str, expected: list[tuple[str, str]] | None) -> None:
    found = outcomes(tmp_path, rules)
    if expected is None:
        assert [status for status, _ in found] == ["failed", "failed"]
    else:
        assert found == expected


def test_another_rule_that_fires_too_is_named(tmp_path: Path) -> None:
    rules = rule(BUDGET, RIGHT, "{text: 一共3人}") + rule(OTHER, "{text: 一共3人, value: 3}", "{text: 好}")
    assert ("failed", "other fires too") in outcomes(tmp_path, rules)
