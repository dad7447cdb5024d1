"""Long turns: no answer is as long as a document, and a long one costs what its length costs."""

import sys
from typing import Any

import pytest

from dualmem.model.act import Affirm, Correct, Inform, LeaveOpen, Negate, SetField, Undecided
from tests.unit import samples
from tests.unit.dialogue.scene import hear

BUDGET = samples.update(samples.BUDGET, samples.yuan(500_000), "1.1", quote="预算50万", words="50万")
DATE = samples.update(samples.DEADLINE, samples.day("2026-12-15"), "1.2")
ANSWERS = (Affirm, Correct, LeaveOpen, Negate, Undecided)
PROSE = "那天下午我们在会议室里看完了所有图纸，随后去了工地。"


def answers(text: str) -> list[type]:
    return [type(act) for act in hear(text, shown=(BUDGET, DATE)).acts if isinstance(act, ANSWERS)]


def test_a_yes_before_a_short_story_answers() -> None:
    assert answers("都对。" + PROSE * 20) == [Affirm, Affirm]


@pytest.mark.parametrize(
    "text", ["都对。" + PROSE * 200, PROSE * 200 + "都对", "预算50万，" * 900, "对，" * 1500, '"a" ' * 1500]
)
def test_a_turn_as_long_as_a_document_is_no_answer(text: str) -> None:
    assert answers(text) == []


def test_a_yes_above_a_long_quoted_document_answers() -> None:
    assert answers("都对\n```\n" + PROSE * 200 + "\n```") == [Affirm, Affirm]


def test_a_command_in_a_long_turn_is_obeyed() -> None:
    acts = hear("预算设为60万。" + PROSE * 200, shown=(BUDGET,)).acts
    assert [act.field for act in acts if isinstance(act, SetField)] == [samples.BUDGET]


def test_a_statement_in_a_long_turn_is_proposed() -> None:
    acts = hear(PROSE * 200 + "我的邮箱是li@b.com。", shown=(BUDGET,)).acts
    assert [act.candidate.field for act in acts if isinstance(act, Inform)] == ["user_profile.contact.email"]


def test_a_command_far_behind_is_found_at_its_place() -> None:
    acts = hear("好。" * 1500 + "预算设为60万。" + "好。" * 200 + "截止日期设为12月20日。").acts
    assert [act.field for act in acts if isinstance(act, SetField)] == [samples.BUDGET, samples.DEADLINE]


def steps(text: str) -> int:
    """Count the calls of reading a turn: the same on every machine, at any load."""
    count = 0

    def called(frame: Any, event: str, arg: Any) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(called)
    try:
        hear(text, shown=(BUDGET, DATE))
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(
    "seed", ["吗？", "记住 a b。", "预算是多少？", "“对”", "去掉a，", "set budget to 500k. ", "50万", "\n", " \r\n"]
)
def test_a_flood_twice_as_long_takes_about_twice_the_steps(seed: str) -> None:
    steps(seed)  # compiles what is compiled once
    short = steps(seed * (5_000 // len(seed)))
    assert steps(seed * (10_000 // len(seed))) < 3 * short
