"""Whole turns that answer a question: for one field, to forget a group, to renew a value."""

import pytest

from dualmem.model.act import (
    Answer,
    Correct,
    ForgetAnswer,
    Recall,
    Remark,
    Renew,
    SetField,
    Undecided,
)
from tests.unit.dialogue.turning import (
    BUDGET,
    DATE,
    DEADLINE,
    HELD,
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


# -- the answer to one question ----------------------------------------------------------------------------------------
def test_a_value_answers_the_question_for_one_field() -> None:
    assert acts("60万", asked=(BUDGET,)) == [(Answer, BUDGET, SIXTY)]


def test_a_value_answers_no_question_that_was_not_committed() -> None:
    assert acts("60万", asked=(BUDGET,), unanswered_turn=3) == []


def test_a_value_answers_no_question_for_two_fields() -> None:
    assert acts("60万", asked=(BUDGET, DEADLINE)) == []


def test_a_value_of_the_type_of_a_shown_one_corrects_that() -> None:
    assert acts("60万", asked=(BUDGET,), shown=(TOTAL,)) == [(Correct, "1.3", SIXTY)]


def test_a_value_of_another_type_than_the_shown_one_is_the_answer() -> None:
    assert acts("60万", asked=(BUDGET,), shown=(DATE,)) == [(Answer, BUDGET, SIXTY)]


def test_what_only_waits_does_not_take_the_answer() -> None:
    assert acts("60万", asked=(BUDGET,), queued=(TOTAL,)) == [(Answer, BUDGET, SIXTY)]


def test_a_command_is_no_answer() -> None:
    assert acts("把阶段设为设计", asked=(NAME,)) == [(SetField, PHASE, "design")]


def test_a_question_is_no_answer() -> None:
    assert acts("预算是多少？", asked=(NAME,)) == [Recall(fields=(BUDGET,), name="预算")]


def test_a_question_for_a_field_that_is_gone_takes_no_answer() -> None:
    assert acts("60万", asked=("old.field",)) == []


def test_a_statement_beside_the_answer_is_kept() -> None:
    assert acts("我叫李雷，项目阶段是设计", asked=(NAME,)) == [(Answer, NAME, "李雷"), informed(PHASE, "design")]


def test_an_answer_is_not_proposed_as_well() -> None:
    assert acts("预算是60万", asked=(BUDGET,)) == [(Answer, BUDGET, SIXTY)]
    assert acts("约束是不出差", asked=(LIST,)) == [(Answer, LIST, ("不出差",))]


def test_a_remark_on_an_answer_tells_what_was_mentioned() -> None:
    assert remark("预算是60万", asked=(BUDGET,)) == Remark(mentioned=(BUDGET,))


# -- yes and no to a group forget --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("是的", [ForgetAnswer(is_yes=True)]),
        ("确认", [ForgetAnswer(is_yes=True)]),
        ("不用了", [ForgetAnswer(is_yes=False)]),
        ("也许吧", []),
        ("是的，不", []),
        ("可以吗", []),
        ("", []),
    ],
)
def test_a_group_forget_takes_a_plain_yes_or_no(text: str, expected: list[object]) -> None:
    assert acts(text, waiting_forget=(BUDGET,), held=HELD) == expected


def test_a_group_forget_that_was_not_committed_takes_no_answer() -> None:
    assert acts("是的", waiting_forget=(BUDGET,), unanswered_turn=3) == []


def test_beside_a_question_of_the_model_a_group_forget_takes_only_an_explicit_yes() -> None:
    assert acts("是的", waiting_forget=(BUDGET,), has_model_question=True) == []
    assert acts("确认", waiting_forget=(BUDGET,), has_model_question=True) == [ForgetAnswer(is_yes=True)]


def test_beside_a_shown_value_a_bare_yes_forgets_nothing() -> None:
    assert acts("是的", waiting_forget=(BUDGET,), shown=(MONEY,)) == [Undecided(updates=("1.1",))]


def test_a_statement_beside_the_yes_to_a_group_forget_is_kept() -> None:
    text = "是的，项目阶段是设计"
    assert acts(text, waiting_forget=(BUDGET,)) == [ForgetAnswer(is_yes=True), informed(PHASE, "design")]


# -- yes and no to the question whether a value is to be renewed -------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("需要", [Renew(field=BUDGET, is_wanted=True)]),
        ("不需要更新", [Renew(field=BUDGET, is_wanted=False)]),
        ("也许", []),
    ],
)
def test_the_question_whether_a_value_is_to_be_renewed_takes_yes_or_no(text: str, expected: list[object]) -> None:
    assert acts(text, asked=(BUDGET,), held=HELD) == expected


def test_a_yes_renews_nothing_where_nothing_is_stored() -> None:
    assert acts("是的", asked=(BUDGET,)) == []


def test_a_yes_renews_nothing_where_two_fields_were_asked_for() -> None:
    assert acts("是的", asked=(BUDGET, PHASE), held=HELD) == []


def test_a_yes_renews_nothing_where_the_question_was_not_committed() -> None:
    assert acts("是的", asked=(BUDGET,), held=HELD, unanswered_turn=2) == []


def test_a_yes_beside_a_shown_value_renews_nothing() -> None:
    assert acts("是的", asked=(BUDGET,), held=HELD, shown=(DATE,)) == [Undecided(updates=("1.2",))]


@pytest.mark.parametrize("text", ["是的，预算是多少？", "是的，把阶段设为设计", "是的，截止日期是12月20日"])
def test_a_yes_beside_something_else_renews_nothing(text: str) -> None:
    assert not [act for act in acts(text, asked=(BUDGET,), held=HELD) if isinstance(act, Renew)]


def test_a_yes_to_a_group_forget_renews_nothing() -> None:
    found = acts("是的", asked=(BUDGET,), held=HELD, waiting_forget=(PHASE,))
    assert found == [ForgetAnswer(is_yes=True)]
