"""Ask: values that are asked for, warnings, what a task misses, and forgets."""

import pytest

from dualmem.ask import ask
from dualmem.model.decision import Say
from dualmem.model.event import Change, Event, EventKind
from dualmem.model.finding import Finding, Question
from tests.unit.samples import (
    BUDGET,
    DEADLINE,
    EMAIL,
    MESSAGES,
    PHONE,
    PROJECT,
    QUOTE,
    SCHEMA,
    TASK,
    day,
    decision,
    origin,
    state,
    talk,
    update,
    yuan,
)

EXPIRED = Finding(kind="expired", field=DEADLINE, stored=day("2024-03-15"))
EXPIRING = Finding(kind="expiring", field=DEADLINE, stored=day("2026-12-01"))
STALE = Finding(kind="stale", field=QUOTE, stored=yuan(850000))
MISSING = Finding(kind="missing", field=PROJECT, task="default")
REVIEW = tuple(Finding(kind="missing", field=path, task="contract_review") for path in (PROJECT, DEADLINE))
HELD_REVIEW = tuple(Finding(kind="missing", field=each.field, task=each.task, holds=True) for each in REVIEW)


def question(*findings, queue=(), language="zh", conversation=None, **decided) -> Question:
    conversation = conversation or talk()
    return ask(
        SCHEMA,
        MESSAGES,
        language=language,
        state=state(),
        queue=queue,
        conversation=conversation,
        decision=decision(conversation=conversation, **decided),
        findings=findings,
    )


def test_an_expired_value_is_asked_about() -> None:
    asked = question(EXPIRED)
    assert asked.text == "截止日期2024-03-15已过期，是否需要更新？"
    assert (asked.asked, asked.warned, asked.holds) == ((DEADLINE,), (f"expired:{DEADLINE}",), False)


def test_an_expired_value_is_asked_about_in_english() -> None:
    assert question(EXPIRED, language="en").text == ("The deadline 2024-03-15 has expired. Do you want to update it?")


def test_a_warning_is_given_once_in_a_conversation() -> None:
    assert question(EXPIRED, conversation=talk(warned=(f"expired:{DEADLINE}",))) == Question()


def test_a_warning_is_given_again_when_its_field_is_mentioned() -> None:
    asked = question(EXPIRED, conversation=talk(warned=(f"expired:{DEADLINE}",)), mentioned=(DEADLINE,))
    assert asked.asked == (DEADLINE,)


def test_what_is_about_to_expire_is_remarked_and_nothing_is_asked() -> None:
    asked = question(EXPIRING)
    assert asked.text == "截止日期2026-12-01即将到期。"
    assert (asked.asked, asked.warned) == ((), (f"expiring:{DEADLINE}",))


def test_a_stale_value_is_asked_about() -> None:
    asked = question(STALE)
    assert asked.text == "报价总额¥850,000所依据的信息已变更，是否需要更新？"
    assert asked.asked == (QUOTE,)


def test_an_expired_value_is_not_asked_about_beside_an_update_of_its_field() -> None:
    asked = question(EXPIRED, queue=[update(DEADLINE, day("2026-12-20"))])
    assert asked.asked == ()
    assert "过期" not in asked.text


def test_an_expired_value_is_asked_about_beside_another_update_with_a_number_of_its_own() -> None:
    asked = question(EXPIRED, queue=[update(BUDGET, yuan(500000), quote="预算50万")])
    assert asked.text.split("\n")[1:] == [
        "1. 已提取：预算 ¥500,000（根据您说的“预算50万”）。是否正确？",
        "2. 截止日期2024-03-15已过期，是否需要更新？",
    ]
    assert [shown.ordinal for shown in asked.shown] == [1]


def test_the_field_of_the_default_task_is_asked_once_in_its_own_words() -> None:
    asked = question(MISSING)
    assert asked.text == "请提供项目编号，以便我为您调取相关资料。"
    assert (asked.asked, asked.asked_missing, asked.holds) == ((PROJECT,), (PROJECT,), False)
    assert question(MISSING, language="en").text == "Which project is it?"


def test_the_field_of_the_default_task_is_not_asked_again() -> None:
    assert question(MISSING, conversation=talk(asked_missing=(PROJECT,))) == Question()


@pytest.mark.parametrize(
    "beside",
    [
        {"queue": [update(BUDGET, yuan(5))]},
        {"queue": [update(QUOTE, yuan(5), origin="offer")]},
        {"says": (Say(key="forget_group", fields=(PHONE, EMAIL), details={"how": "erase"}),)},
        {"says": (Say(key="off_record"),), "is_answered": True},
        {"asks_value_of": (BUDGET,)},
        {"says": (Say(key="which_value", field=BUDGET, options=(yuan(5), yuan(6))),)},
    ],
)
def test_the_field_of_the_default_task_is_not_asked_beside(beside) -> None:
    asked = question(MISSING, **beside)
    assert asked.asked_missing == ()
    assert PROJECT not in asked.asked


def test_a_blocking_task_asks_for_all_it_misses_and_holds() -> None:
    asked = question(*HELD_REVIEW, is_work_request=True)
    assert asked.text.split("\n")[1:] == ["1. 请提供项目编号。", "2. 请提供截止日期。"]
    assert (asked.asked, asked.holds, asked.asked_missing) == ((PROJECT, DEADLINE), True, ())


def test_a_blocking_task_does_not_ask_where_the_turn_has_nothing_to_do_with_it() -> None:
    assert question(*REVIEW) == Question()


def test_a_blocking_task_asks_when_the_turn_sets_it() -> None:
    change = Event(kind=EventKind.FIELD_SET, provenance=origin(), changes=(Change(field=TASK, new="contract_review"),))
    assert question(*REVIEW, events=(change,), is_answered=True).asked == (PROJECT, DEADLINE)


def test_what_holds_is_asked_beside_updates_but_not_for_their_fields() -> None:
    asked = question(*HELD_REVIEW, queue=[update(PROJECT, "PROJ-2024-001")], is_work_request=True)
    assert asked.asked == (DEADLINE,)
    assert asked.holds


def test_a_value_is_asked_for_after_a_refusal() -> None:
    asked = question(says=(Say(key="refused", field=BUDGET, value=yuan(5)),), asks_value_of=(BUDGET,))
    assert asked.text == "好的，未记录预算 ¥5。\n请问预算是什么？"
    assert asked.asked == (BUDGET,)


def test_a_value_is_not_asked_for_twice() -> None:
    asked = question(EXPIRED, asks_value_of=(DEADLINE,))
    assert asked.text == "请问截止日期是什么？"


def test_an_undecided_value_is_asked_for_and_its_update_not_put_again() -> None:
    which = Say(key="which_value", field=BUDGET, options=(yuan(500000), yuan(600000)))
    asked = question(says=(which,), queue=[update(BUDGET, yuan(500000))], mentioned=(BUDGET,))
    assert asked.text == "预算是哪一个：¥500,000 还是 ¥600,000？"
    assert (asked.asked, asked.shown) == ((BUDGET,), ())


def test_a_group_is_shown_before_it_is_erased() -> None:
    asked = question(says=(Say(key="forget_group", fields=(EMAIL, PHONE), details={"how": "erase"}),))
    assert asked.text == "将彻底删除（不可恢复）：邮箱、电话。是否确认？"
    assert (asked.forget, asked.forget_is_erase) == ((EMAIL, PHONE), True)


def test_a_clear_of_a_group_says_which_fields_it_erases() -> None:
    asked = question(says=(Say(key="forget_group", fields=(BUDGET, PHONE), details={"how": "clear"}),))
    assert asked.text == "将清除：预算、电话；其中敏感信息将彻底删除（不可恢复）：电话。是否确认？"
    assert (asked.forget, asked.forget_is_erase) == ((BUDGET, PHONE), False)


def test_beside_an_offer_the_optional_field_waits() -> None:
    asked = question(MISSING, EXPIRING)
    later = asked.without_missing()
    assert later.text == "截止日期2026-12-01即将到期。"
    assert (later.asked, later.asked_missing, later.warned) == ((), (), asked.warned)
    assert question(*HELD_REVIEW, is_work_request=True).without_missing().asked == (PROJECT, DEADLINE)
