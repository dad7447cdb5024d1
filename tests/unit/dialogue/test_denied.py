"""A value that the words around it deny is never written: not the shown one as a yes, not another one as its change."""

import pytest

from tests.unit import samples
from tests.unit.dialogue.scene import Turned, hear

BUDGET = samples.update(samples.BUDGET, samples.yuan(500_000), "1.1", quote="预算50万", words="50万")
DATE = samples.update(samples.DEADLINE, samples.day("2026-12-15"), "1.2")


def amount(turned: Turned) -> object:
    held = turned.state.fields.get(samples.BUDGET)
    return None if held is None else held.value


@pytest.mark.parametrize(
    "text",
    [
        "不要50万", "别改成50万", "我没说50万", "拒绝50万", "不可以50万", "不用改成50万",
        "I don't want 500k", "don't make it 500k", "do not set it to 500k", "never make it 500k",
        "no need to make it 500k",
    ],
)  # fmt: skip
def test_a_denied_value_that_was_shown_is_refused(text: str) -> None:
    turned = hear(text, shown=(BUDGET,))
    assert amount(turned) is None
    assert turned.decision.queue == ()


@pytest.mark.parametrize(
    "text",
    [
        "不要60万", "别改成60万", "不要改成60万", "我没说60万", "拒绝60万", "60万不行", "60万不对", "60万太高了",
        "I don't want 600k", "don't make it 600k", "don't change it to 600k", "can't be 600k", "600k is wrong",
        "600k isn't right",
    ],
)  # fmt: skip
def test_a_denied_value_that_was_not_shown_changes_nothing(text: str) -> None:
    turned = hear(text, shown=(BUDGET,))
    assert amount(turned) is None
    assert [one.id for one in turned.decision.queue] == ["1.1"]


@pytest.mark.parametrize(
    "text",
    [
        "去年预算是60万",
        "previous budget 600k",
        "last year's budget was 600k",
        "our old budget was 600k",
        "隔壁的预算60万",
    ],
)
@pytest.mark.parametrize("shown", [(BUDGET,), (BUDGET, DATE)])
def test_the_value_of_another_thing_of_the_same_name_corrects_nothing(text: str, shown: tuple[object, ...]) -> None:
    turned = hear(text, shown=shown)  # type: ignore[arg-type]
    assert turned.state.fields == {}


@pytest.mark.parametrize(
    "text",
    [
        "不，60万",
        "不对60万",
        "no, 600k",
        "no 600k",
        "不是50万是60万",
        "不要了，60万吧",
        "I don't want 500k, make it 600k",
    ],
)
def test_a_no_with_another_value_behind_it_corrects(text: str) -> None:
    assert amount(hear(text, shown=(BUDGET,))) == samples.yuan(600_000)


def test_what_is_not_to_be_changed_is_kept() -> None:
    assert amount(hear("别改50万", shown=(BUDGET,))) == samples.yuan(500_000)


@pytest.mark.parametrize("text", ["别记预算日期对", "don't save the budget the date is fine"])
def test_a_refusal_has_the_name_behind_it_as_its_object(text: str) -> None:
    turned = hear(text, shown=(BUDGET, DATE))
    assert set(turned.state.fields) == {samples.DEADLINE}
