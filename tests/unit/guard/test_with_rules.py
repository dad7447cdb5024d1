"""Guard: drafts read with the shipped rules."""

import pytest

from dualmem import guard
from dualmem.extract.compile import compile_rules
from dualmem.extract.match import match
from dualmem.model.candidate import Extraction
from dualmem.model.reading import ReadingContext
from dualmem.schema.lexicon import load_lexicons
from dualmem.schema.rules import load_rules
from dualmem.schema.shipped import rules_path
from dualmem.schema.spec import PatternSpec, RuleSet, RuleSpec
from tests.unit.samples import (
    BUDGET,
    DEADLINE,
    MESSAGES,
    NAME,
    NOW,
    PHASE,
    PHONE,
    PROJECT,
    QUOTE,
    SCHEMA,
    day,
    state,
    yuan,
)

LEXICON = load_lexicons(("zh", "en"))
RULES = compile_rules(SCHEMA, [load_rules(rules_path("project_assistant"), SCHEMA)], LEXICON)
HELD = state(
    {
        BUDGET: yuan(500000),
        DEADLINE: day("2026-12-15"),
        NAME: "张工",
        PHASE: "design",
        PROJECT: "PROJ-2024-001",
        QUOTE: yuan(850000),
        PHONE: "+8613800138000",
    }
)

EVERY_DAY = RuleSpec(
    id="every-day",
    field=DEADLINE,
    patterns=(PatternSpec(text="{value}", language="any"),),
    clauses=("stated", "asked", "hypothetical"),
)


def read(text: str) -> Extraction:
    return match(RULES, text, context=ReadingContext(now=NOW), speaker="assistant")


def check(extraction: Extraction) -> tuple[guard.Contradiction, ...]:
    return guard.check(extraction, SCHEMA, HELD, lexicon=LEXICON, read=read)


def sentence(found) -> str:
    return guard.facts(found, SCHEMA, MESSAGES, "zh")


@pytest.mark.parametrize(
    ("draft", "path"),
    [
        ("预算是80万", BUDGET),
        ("您的预算目前是80万元，够用。", BUDGET),
        ("The budget is $600k.", BUDGET),
        ("Your budget of 800k is fine", BUDGET),
        ("预算上限：¥800,000", BUDGET),
        ("| 预算 | 80万 |", BUDGET),
        ("**预算**：80万", BUDGET),
        ("截止日期是12月20日。", DEADLINE),
        ("the deadline is Dec 20", DEADLINE),
        ("项目阶段是开发。", PHASE),
        ("The phase is build.", PHASE),
        ("项目编号是PROJ-2024-002", PROJECT),
        ("总成本为90万", QUOTE),
        ("您叫小明。", NAME),
        ("Your name is Wei.", NAME),
        ("您的手机号是13900139000", PHONE),
        ("Your phone is +86 139 0013 9000.", PHONE),
    ],
)
def test_a_draft_that_states_another_value_is_caught(draft, path) -> None:
    assert [found.field for found in check(read(draft))] == [path]


@pytest.mark.parametrize(
    "draft",
    [
        "预算是50万",
        "The budget is ¥500,000.",
        "The deadline is December 15.",
        "您叫张工，项目阶段是设计。",
        "B方案总成本为85万",
        "预算是80万吗？",
        "预算不是80万",
        "如果预算是80万",
        "您说“预算是80万”。",
        "预算比去年的80万少",
        "人均预算1200元",
        "去年预算是60万",
        "预算剩余30万",
        "在预算50万的基础上增加10万",
        "距离截止日期还有16天",
        "12月1日提交初稿，截止日期12月15日",
        "We keep your name on file.",
        "好的，预算50万、截止12月15日，报价总额85万。",
        "您的手机号是138 0013 8000",
    ],
)
def test_a_draft_that_states_none_passes(draft) -> None:
    assert check(read(draft)) == ()


@pytest.mark.parametrize(
    "draft", ["您好，预算是80万", "预算是80万，没问题。", "总的来说\n预算：80万\n好", "the budget is 800k, ok"]
)
def test_streamed_character_by_character_no_contradiction_is_ever_released(draft) -> None:
    releaser = guard.Releaser(read, check, sentence)
    released = ""
    for char in draft:
        released += releaser.feed(char)
        assert "80" not in released
    released += releaser.finish()
    assert "80" not in released
    assert "¥500,000" in released


def test_the_corrected_draft_agrees() -> None:
    draft = "方案可行。预算是80万，截止日期是12月20日。下周见。"
    fixed = guard.corrected(draft, check(read(draft)), sentence)
    assert fixed.startswith("方案可行。")
    assert fixed.endswith("下周见。")
    assert check(read(fixed)) == ()


@pytest.mark.parametrize(
    "draft",
    [
        "去年的预算是60万。", "Last year's budget was 600k.", "您可以把预算调整为60万。",
        "You could raise the budget to 600k.",
        "建议将截止日期延到12月20日。", "I suggest moving the deadline to Dec 20.",
    ],
)  # fmt: skip
def test_a_former_value_and_a_suggestion_are_no_contradiction(draft: str) -> None:
    assert check(read(draft)) == ()


@pytest.mark.parametrize("draft", ["I have the deadline as 2026-12-16.", "| 预算 | 60万 |", "预算已调整为60万。"])
def test_a_value_beside_its_label_is_a_statement(draft: str) -> None:
    assert len(check(read(draft))) == 1


@pytest.mark.parametrize("size", [1, 2, 3, 7])
@pytest.mark.parametrize(
    "draft", ["好的，您的预算是60万，交付日期不变。", "Sure! The deadline is December 20. Your budget is 600k."]
)
def test_a_wrong_value_leaves_no_stream_however_it_is_cut(draft: str, size: int) -> None:
    releaser = guard.Releaser(read, check, lambda found: guard.facts(found, SCHEMA, MESSAGES, "en"))
    pieces = [releaser.feed(draft[at : at + size]) for at in range(0, len(draft), size)]
    shown = "".join([*pieces, releaser.finish()])
    assert "60万" not in shown
    assert "600k" not in shown
    assert "December 20" not in shown


@pytest.mark.parametrize(
    "draft",
    [
        "Sorry, that did not work. Should I try December 20th?",
        "They have an opening on December 20th.",
        "12月20日还有位。",
        "要不要改订12月20日？",
    ],
)
def test_a_day_that_is_asked_about_or_free_is_not_told_as_the_stored_one(draft: str) -> None:
    rules = compile_rules(SCHEMA, [RuleSet(schema_id=SCHEMA.id, rules=(EVERY_DAY,))], LEXICON)
    found = match(rules, draft, context=ReadingContext(now=NOW), speaker="assistant")
    assert any(one.field == DEADLINE and one.mood == "stated" for one in found.candidates)
    assert guard.check(found, SCHEMA, HELD, lexicon=LEXICON) == ()
