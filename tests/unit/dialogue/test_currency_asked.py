"""A currency that the confirmation asks for, and the words that answer it."""

from pathlib import Path

import pytest

from tests.unit.dialogue.own_schema import held_after

SCHEMA = """
dualmem: schema/1
id: quotes
version: 1
languages: [en, zh]
timezone: Asia/Shanghai
fields:
  budget: {type: money, labels: {en: [budget], zh: [预算]}}
"""
RULES = """
dualmem: rules/1
for: quotes
now: 2026-11-29T09:00:00+08:00
rules:
  - id: budget
    field: budget
    patterns: {en: ['budget is {value}']}
    match: [{text: the budget is $500, value: {amount: "500", currency: USD}}]
    no_match: [{text: no budget}]
"""


def answered(folder: Path, answer: str) -> object:
    return held_after(folder, SCHEMA, RULES, "the budget is 500k", answer)


@pytest.mark.parametrize(
    "answer", ["USD", "dollars", "in dollars", "it's dollars", "yes, dollars", "是美元", "美元", "$500k"]
)
def test_a_currency_alone_settles_the_amount_that_lacks_it(tmp_path, answer):
    assert answered(tmp_path, answer) == {"amount": "500000", "currency": "USD"}


@pytest.mark.parametrize(
    "answer", ["yes", "is it dollars?", "maybe dollars", "not dollars", "I pay the hotel in dollars"]
)
def test_an_amount_without_its_currency_stays_open(tmp_path, answer):
    assert answered(tmp_path, answer) is None
