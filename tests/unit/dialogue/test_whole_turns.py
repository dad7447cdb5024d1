"""Parse: every act of a whole turn, in order, and the remark on what is left of it."""

import pytest

from dualmem.model.act import (
    Affirm,
    Correct,
    LeaveOpen,
    Negate,
    OffRecord,
    PlainAgain,
    Recall,
    SetField,
    Undecided,
)
from tests.unit import samples
from tests.unit.dialogue.scene import hear
from tests.unit.dialogue.turning import (
    BUDGET,
    DATE,
    DEADLINE,
    HIDDEN,
    ITEMS,
    LIST,
    MONEY,
    NAME,
    PHASE,
    SIXTY,
    TOTAL,
    acts,
    informed,
    remark,
)


# -- text that is not the user's ---------------------------------------------------------------------------------------
def test_text_of_a_tool_has_no_acts() -> None:
    assert hear("确认", shown=(MONEY,), channel="tool").acts == ()


# -- off the record ----------------------------------------------------------------------------------------------------
def test_off_the_record_alone_refuses_what_was_shown_and_no_more() -> None:
    assert list(hear("off the record", shown=(MONEY, DATE), queued=(TOTAL,)).acts) == [
        OffRecord(),
        Negate(update="1.1"),
        Negate(update="1.2"),
    ]


# -- hidden characters -------------------------------------------------------------------------------------------------
def test_a_yes_with_hidden_characters_must_be_said_again() -> None:
    assert acts(f"确{HIDDEN}认", shown=(MONEY,)) == [PlainAgain()]


def test_a_yes_to_a_group_forget_with_hidden_characters_must_be_said_again() -> None:
    assert acts(f"好{HIDDEN}的", waiting_forget=(BUDGET,)) == [PlainAgain()]


def test_a_command_with_hidden_characters_must_be_said_again() -> None:
    assert acts(f"把预算设为60万{HIDDEN}") == [PlainAgain()]


def test_a_statement_with_hidden_characters_is_proposed_but_for_what_was_shown() -> None:
    text = f"项目阶段是设计。预算是50万。今天{HIDDEN}天气不错"
    assert acts(text) == [informed(PHASE, "design"), informed(BUDGET, samples.yuan(500_000))]
    assert acts(text, queued=(MONEY,)) == acts(text)
    assert acts(text, shown=(MONEY,)) == [PlainAgain(), informed(PHASE, "design")]


def test_a_remark_on_hidden_characters_tells_what_was_mentioned() -> None:
    assert remark(f"预算是50万。今天{HIDDEN}天气不错", shown=(MONEY,)).mentioned == (BUDGET,)
    assert remark(f"预算是50万。今天{HIDDEN}天气不错").mentioned == (BUDGET,)


def test_a_request_for_work_is_one_with_hidden_characters_too() -> None:
    assert remark(f"帮我写一份合同{HIDDEN}", shown=(MONEY,)).is_work_request
    assert remark(f"帮我写一份合同{HIDDEN}").is_work_request


# -- commands beside answers -------------------------------------------------------------------------------------------
def test_a_command_takes_its_field_out_of_a_yes() -> None:
    assert acts("把预算设为60万，好的", shown=(MONEY, DATE)) == [Affirm(update="1.2"), (SetField, BUDGET, SIXTY)]


def test_a_command_for_a_shown_field_leaves_the_others_open() -> None:
    expected = [LeaveOpen(updates=("1.2", "1.3")), (SetField, BUDGET, SIXTY)]
    assert acts("把预算设为60万", shown=(MONEY, DATE, TOTAL)) == expected


def test_a_command_that_adds_to_a_shown_list_leaves_the_others_open() -> None:
    assert acts("记住约束是不出差", shown=(ITEMS, DATE))[0] == LeaveOpen(updates=("1.2",))


def test_what_is_answered_beside_a_command_is_not_left_open() -> None:
    expected = [Affirm(update="1.2", is_explicit=True), LeaveOpen(updates=("1.3",)), (SetField, BUDGET, SIXTY)]
    assert acts("把预算设为60万，截止日期没错", shown=(MONEY, DATE, TOTAL)) == expected


def test_what_is_put_off_beside_a_command_is_not_left_open_as_well() -> None:
    expected = [Undecided(updates=("1.2",)), (SetField, BUDGET, SIXTY)]
    assert acts("把预算设为60万，日期也许吧", shown=(MONEY, DATE)) == expected


def test_a_command_that_is_doubted_right_behind_is_none() -> None:
    assert acts("把预算设为60万，也许吧", shown=(MONEY, DATE)) == []


def test_a_command_for_a_field_that_was_not_shown_leaves_all_as_it_is() -> None:
    assert acts("把阶段设为设计", shown=(MONEY, DATE)) == [(SetField, PHASE, "design")]


def test_a_further_statement_of_the_group_leaves_what_was_shown_open() -> None:
    assert acts("另外，项目阶段是设计", shown=(DATE,)) == [LeaveOpen(updates=("1.2",)), informed(PHASE, "design")]


ASKING = samples.update(NAME, "需要我为您预订座位吗？", "1.7", quote="需要我为您预订座位吗？")


def test_a_shown_question_is_answered_by_its_verb() -> None:
    assert acts("预订吧，周六晚上", shown=(ASKING,)) == [Affirm(update="1.7")]


def test_beside_a_command_a_shown_question_is_not_answered_by_its_verb() -> None:
    found = acts("预订吧，把预算设为60万", shown=(ASKING,))
    assert [act for act in found if isinstance(act, Affirm)] == []


def test_a_command_for_the_only_shown_field_leaves_nothing_to_answer() -> None:
    assert acts("把预算设为60万", shown=(MONEY,)) == [(SetField, BUDGET, SIXTY)]


def test_a_command_that_adds_an_item_leaves_the_list_to_answer() -> None:
    expected = [Affirm(update="1.5"), Affirm(update="1.2"), (SetField, LIST, ("不出差",))]
    assert acts("记住约束是不出差，好的", shown=(ITEMS, DATE)) == expected


def test_a_question_inside_a_command_is_not_asked_as_well() -> None:
    expected = [(SetField, BUDGET, SIXTY), Recall(fields=(BUDGET,), name="预算")]
    assert acts("把预算设为60万，预算是多少？") == expected


# -- a wish beside a no ------------------------------------------------------------------------------------------------
WISH = "我想要项目阶段是设计"


@pytest.mark.parametrize("text", [f"不，{WISH}", f"也许吧，{WISH}", f"随便，{WISH}"])
def test_a_wish_for_a_further_value_of_the_group_leaves_what_was_shown_open(text: str) -> None:
    assert acts(text, shown=(DATE, TOTAL))[0] == LeaveOpen(updates=("1.2", "1.3"))


def test_a_wish_without_an_answer_leaves_what_was_shown_as_it_is() -> None:
    assert acts(WISH, queued=(DATE,)) == [informed(PHASE, "design")]


def test_a_statement_of_the_group_that_is_no_wish_leaves_a_no_as_it_is() -> None:
    assert acts("不，项目阶段是设计", shown=(DATE,))[0] == Negate(update="1.2", asks=True)


def test_a_wish_of_another_group_leaves_a_no_as_it_is() -> None:
    assert acts(f"不，{WISH}", shown=(MONEY,))[0] == Negate(update="1.1", asks=True)


def test_a_no_to_one_of_several_shown_values_stands_beside_a_wish() -> None:
    found = acts(f"截止日期不对，{WISH}", shown=(DATE, TOTAL))
    assert found[:2] == [Negate(update="1.2", asks=True), LeaveOpen(updates=("1.3",))]


def test_a_yes_stands_beside_a_wish() -> None:
    assert acts(f"是的，{WISH}", shown=(DATE,)) == [Affirm(update="1.2"), informed(PHASE, "design")]


# -- statements --------------------------------------------------------------------------------------------------------
def test_a_statement_of_a_shown_field_is_a_correction_and_no_proposal() -> None:
    expected = [(Correct, "1.1", SIXTY), informed(PHASE, "design")]
    assert acts("项目阶段是设计，预算是60万", shown=(MONEY,)) == expected


def test_an_item_of_a_shown_list_is_proposed() -> None:
    assert acts("约束是不出差", shown=(ITEMS,)) == [informed(LIST, "不出差")]


def test_what_only_waits_does_not_keep_a_statement_from_being_proposed() -> None:
    assert acts("预算是60万", queued=(MONEY,)) == [informed(BUDGET, SIXTY)]


def test_the_value_of_a_command_is_not_proposed_as_well() -> None:
    assert acts("记住预算是60万") == [(SetField, BUDGET, SIXTY)]


# -- the remark --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "mentioned"),
    [
        ("我的联系方式", (samples.EMAIL, samples.PHONE)),
        ("预算和截止日期都要改", (BUDGET, DEADLINE)),
        ("截止日期和预算都要改，预算先改", (DEADLINE, BUDGET)),
        ("我叫李雷", (NAME,)),
        ("今天天气不错", ()),
    ],
)
def test_a_remark_names_the_fields_that_were_mentioned_each_once(text: str, mentioned: tuple[str, ...]) -> None:
    assert remark(text).mentioned == mentioned


@pytest.mark.parametrize(
    ("text", "is_statement"),
    [
        ("预算是60万", True),
        ("预算是60万，嗯嗯", True),
        ("预算是60万!!!", True),
        ("预算是60万，今天天气不错", False),
        ("预算是60万。\n> 引用", False),
        ("预算是60万。\n> 嗯嗯", False),
        ("把预算设为60万", False),
        ("把阶段设为设计，预算是60万", False),
        ("预算是60万，截止日期是多少？", False),
        ("今天天气不错", False),
        ("", False),
    ],
)
def test_a_turn_of_statements_and_small_words_is_nothing_else(text: str, *, is_statement: bool) -> None:
    assert remark(text).is_statement_only is is_statement


def test_a_statement_beside_an_answer_is_not_all() -> None:
    assert not remark("是的，项目阶段是设计", shown=(DATE,)).is_statement_only


@pytest.mark.parametrize(
    ("text", "is_work"),
    [
        ("帮我写一份合同", True),
        ("请帮我写报告", True),
        ("把预算设为60万，帮我写报告", True),
        ("请把预算设为60万，并写一份报告", True),
        ("帮我记住预算是60万", False),
        ("帮我查一下预算是多少", False),
        ("预算是多少？帮我写报告", False),
        ("预算是60万", False),
        ("今天天气不错", False),
    ],
)
def test_a_turn_that_asks_for_work_beside_memory_is_a_request_for_work(text: str, *, is_work: bool) -> None:
    assert remark(text).is_work_request is is_work


def test_work_beside_a_yes_is_a_request_for_work() -> None:
    assert remark("对，预算50万，帮我写报告", shown=(MONEY,)).is_work_request
