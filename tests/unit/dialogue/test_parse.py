"""Acts: how one turn binds to what was shown."""

import pytest

from dualmem.model.act import (
    Affirm,
    AskField,
    AskWhich,
    Correct,
    Forget,
    LeaveOpen,
    ListMemory,
    Negate,
    OffRecord,
    PlainAgain,
    Recall,
    Remark,
    Undecided,
    Why,
)
from dualmem.model.value import Ambiguous
from tests.unit import samples
from tests.unit.dialogue.scene import hear

BUDGET = samples.update(samples.BUDGET, samples.yuan(500_000), "1.1", quote="预算50万", words="50万")
DATE = samples.update(samples.DEADLINE, samples.day("2026-12-15"), "1.2")
QUOTE = samples.update(samples.QUOTE, samples.yuan(450_000), "1.3")


def kinds(text: str, **more: object) -> list[type]:
    return [type(act) for act in hear(text, **more).acts if not isinstance(act, Remark)]  # type: ignore[arg-type]


def test_a_bare_yes_affirms_all_that_was_shown() -> None:
    acts = hear("是的", shown=(BUDGET, DATE)).acts
    assert [act.update for act in acts if isinstance(act, Affirm)] == ["1.1", "1.2"]


def test_a_bare_yes_beside_a_question_of_the_model_binds_nothing() -> None:
    assert kinds("对", shown=(BUDGET,), has_model_question=True) == [Undecided]


def test_an_explicit_yes_binds_beside_a_question_of_the_model() -> None:
    assert kinds("确认", shown=(BUDGET,), has_model_question=True) == [Affirm]


def test_an_equal_value_is_an_explicit_yes() -> None:
    acts = hear("五十万", shown=(BUDGET,), has_model_question=True).acts
    assert acts[0] == Affirm(update="1.1", is_explicit=True)


def test_what_was_not_shown_is_not_affirmed() -> None:
    assert Affirm not in kinds("是的", queued=(BUDGET,))


def test_a_named_yes_leaves_the_rest_open() -> None:
    assert kinds("预算没错", shown=(BUDGET, DATE)) == [Affirm, LeaveOpen]


def test_a_named_no_asks_for_the_value() -> None:
    acts = hear("预算不对", shown=(BUDGET, DATE)).acts
    assert acts[0] == Negate(update="1.1", asks=True)


def test_a_withdrawal_asks_for_nothing() -> None:
    acts = hear("算了", shown=(BUDGET,)).acts
    assert acts[0] == Negate(update="1.1", asks=False)


def test_another_value_corrects() -> None:
    act = hear("不对，是60万", shown=(BUDGET, DATE)).acts[0]
    assert isinstance(act, Correct)
    assert act.stated.value == samples.yuan(600_000)


def test_a_bare_number_takes_the_unit_of_what_it_corrects() -> None:
    act = hear("改成60", shown=(BUDGET,)).acts[0]
    assert isinstance(act, Correct)
    assert act.stated.value == samples.yuan(600_000)


def test_a_yes_with_another_value_asks_which_holds() -> None:
    act = hear("对，60万", shown=(BUDGET,)).acts[0]
    assert act == AskWhich(update="1.1", options=(samples.yuan(500_000), samples.yuan(600_000)))


def test_a_value_that_two_fields_could_take_asks_for_the_field() -> None:
    assert kinds("不对，是60万", shown=(BUDGET, QUOTE))[0] is AskField


def test_the_old_value_names_the_field() -> None:
    act = hear("45万那个改成46万", shown=(BUDGET, QUOTE)).acts[0]
    assert isinstance(act, Correct)
    assert act.update == "1.3"


def test_a_yes_to_two_readings_asks_which() -> None:
    two = Ambiguous((samples.day("2026-03-04"), samples.day("2026-04-03")))
    update = samples.update(samples.DEADLINE, two, "1.1")
    assert kinds("对", shown=(update,)) == [AskWhich]


def test_an_answer_picks_a_reading() -> None:
    two = Ambiguous((samples.day("2026-03-04"), samples.day("2026-04-03")))
    act = hear("4月3日", shown=(samples.update(samples.DEADLINE, two, "1.1"),)).acts[0]
    assert isinstance(act, Correct)
    assert act.stated.value == samples.day("2026-04-03")


def test_a_yes_counts_for_the_own_updates_of_the_speaker_only() -> None:
    mine = samples.update(samples.BUDGET, samples.yuan(1), "1.1")
    mine = type(mine)(**{**fields(mine), "provenance": samples.origin(speaker="wei")})
    assert kinds("对", shown=(mine,), speaker="li") == [Undecided]
    assert kinds("对", shown=(mine,), speaker="wei") == [Affirm]


def fields(update: object) -> dict[str, object]:
    return {name: getattr(update, name) for name in update.__dataclass_fields__}  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["确\u200b认", "y\u0435s", "\u202e认确\u202c"])
def test_hidden_and_mixed_characters_confirm_nothing(text: str) -> None:
    found = kinds(text, shown=(BUDGET,))
    assert found[0] is PlainAgain
    assert Affirm not in found


@pytest.mark.parametrize("channel", ["tool", "document"])
def test_texts_from_outside_have_no_acts(channel: str) -> None:
    assert hear("确认", shown=(BUDGET,), channel=channel).acts == ()


@pytest.mark.parametrize(
    "text",
    ["“确认”是他说的", "他回了一句“确认”", "> 确认", "```\n确认\n```", "翻译：确认", "translate: yes", "甲方：确认"],
)
def test_a_quoted_yes_is_none(text: str) -> None:
    assert Affirm not in kinds(text, shown=(BUDGET,))


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("我叫什么", samples.NAME),
        ("项目编号是多少", samples.PROJECT),
        ("what is my name", samples.NAME),
        ("do you remember my budget", samples.BUDGET),
        ("/recall 用户名", samples.NAME),
        ("截止日期是哪天", samples.DEADLINE),
        ("what's the deadline again?", samples.DEADLINE),
    ],
)
def test_a_question_to_memory_is_a_recall(text: str, field: str) -> None:
    recalls = [act for act in hear(text).acts if isinstance(act, Recall)]
    assert [act.fields for act in recalls] == [(field,)]


@pytest.mark.parametrize("text", ["你记住了什么", "what do you know about me", "你都记住了我哪些东西？"])
def test_memory_is_listed(text: str) -> None:
    assert ListMemory in kinds(text)


@pytest.mark.parametrize("text", ["为什么预算是50万", "why is the budget 500k?"])
def test_why_names_the_field(text: str) -> None:
    assert [act.field for act in hear(text).acts if isinstance(act, Why)] == [samples.BUDGET]


@pytest.mark.parametrize("text", ["这句别记，预算是50万", "off the record, the budget is 500k"])
def test_off_the_record_proposes_nothing(text: str) -> None:
    turned = hear(text)
    assert isinstance(turned.acts[0], OffRecord)
    assert turned.decision.is_off_record
    assert turned.decision.queue == ()


def test_a_group_is_forgotten_by_its_label() -> None:
    act = next(act for act in hear("忘掉我的联系方式").acts if isinstance(act, Forget))
    assert act.group == "user_profile.contact"
    assert act.is_erase


@pytest.mark.parametrize(
    "text",
    ["{} ", "{}！", "{}。", "嗯，{}", "{}，谢谢", "{} 👍", "好的，{}", "那{}"],
)
def test_politeness_and_marks_change_nothing(text: str) -> None:
    assert Affirm in kinds(text.format("没错"), shown=(BUDGET,))
    assert Negate in kinds(text.format("不对"), shown=(BUDGET,)) or "好的" in text


def test_a_text_with_no_word_and_no_value_changes_nothing() -> None:
    turned = hear("海鸥飞过蓝色的堤岸", shown=(BUDGET,))
    assert turned.decision.events == ()
    assert len(turned.decision.queue) == 1
