"""Compiled rules: any number of them, and what RE2 refuses."""

import time

import pytest

from dualmem.errors import SpecError
from dualmem.extract.compile import compile_rules
from dualmem.extract.match import match
from dualmem.schema.spec import PatternSpec, RuleSet, RuleSpec
from tests.unit.extract.samples import BUDGET, CONTEXT, lexicon, proposed, read, rules, schema


def _many(count: int) -> RuleSet:
    return RuleSet(
        schema_id="project_assistant",
        rules=tuple(
            RuleSpec(
                id=f"r{number}",
                field=BUDGET,
                patterns=(PatternSpec(text=f"(?:词{number}号|w{number}ord)(?:是|为|:)?{{value}}", language="any"),),
            )
            for number in range(count)
        ),
    )


def test_ten_thousand_rules_load_and_the_right_one_fires() -> None:
    compiled = compile_rules(schema(), [_many(10_000)], lexicon())
    found = match(compiled, "词7342号是50万", context=CONTEXT)
    assert [candidate.rule for candidate in found.candidates] == ["r7342"]


def test_ten_thousand_rules_cost_a_text_what_ten_do() -> None:
    few, many = (compile_rules(schema(), [_many(count)], lexicon()) for count in (10, 10_000))
    text = "总预算先不谈，词3号是50万，其他的下午再说。"

    def best(compiled: object) -> float:
        times: list[float] = []
        for _ in range(40):
            start = time.perf_counter()
            match(compiled, text, context=CONTEXT)  # type: ignore[arg-type]
            times.append(time.perf_counter() - start)
        return min(times)

    best(few), best(many)
    assert best(many) < 2 * best(few)


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [("预算(?P<x", "RE2 refuses"), ("预算(?:{value}|x)", "inside a group"), (r"(a)\1{value}", "RE2 refuses")],
)
def test_a_pattern_that_cannot_run_is_refused_with_its_place(pattern: str, reason: str) -> None:
    spec = RuleSpec(id="bad", field=BUDGET, patterns=(PatternSpec(text=pattern, language="zh", line=7, column=9),))
    with pytest.raises(SpecError) as error:
        compile_rules(schema(), [RuleSet(schema_id="x", rules=(spec,), source="own.yaml")], lexicon())
    (fault,) = error.value.faults
    assert (fault.file, fault.line, fault.column) == ("own.yaml", 7, 9)
    assert "rule bad" in fault.message
    assert reason in fault.message


def test_patterns_of_any_and_of_each_language_apply_to_every_text() -> None:
    own = rules(
        "  - id: r\n    field: business_context.budget.ceiling\n"
        "    patterns: {any: ['cap {value}'], zh: ['封顶{value}'], en: ['at most {value} please']}\n"
        "    match: [{text: cap 50万, value: {amount: '500000', currency: CNY}}]\n    no_match: [{text: cap}]\n"
    )
    for text in ("cap 50万", "封顶 50万", "at most 50万 please"):
        assert BUDGET in proposed(text, using=own)


def test_the_words_before_and_after_a_place_must_both_stand() -> None:
    own = rules(
        "  - {id: r, field: business_context.budget.ceiling, patterns: {any: ['批了{value}的额度']},"
        " match: [{text: 批了50万的额度, value: {amount: '500000', currency: CNY}}], no_match: [{text: 批了50万}]}\n"
    )
    assert proposed("批了大概50万左右的额度", using=own) == {
        BUDGET: {"amount": "500000", "currency": "CNY", "approximate": True}
    }
    assert proposed("批了50万", using=own) == {}


def test_a_group_of_an_own_shape_is_read_whole_by_the_grammar() -> None:
    own = rules(
        "  - {id: r, field: business_context.budget.ceiling, patterns: {any: ['额度(?P<value>[0-9]+万)']},"
        " match: [{text: 额度50万, value: {amount: '500000', currency: CNY}}], no_match: [{text: 额度}]}\n"
    )
    assert BUDGET in proposed("额度50万", using=own)
    assert proposed("额度50万6千", using=own) == {}


@pytest.mark.parametrize(
    "flood", ["预算50万 " * 400, "不是" * 1000, "“" * 2000, "，是不是" * 500, "a: b\n" * 500, "翻译费，" * 500]
)
def test_a_hostile_text_is_read_in_linear_time(flood: str) -> None:
    start = time.perf_counter()
    read(flood)
    assert time.perf_counter() - start < 2
