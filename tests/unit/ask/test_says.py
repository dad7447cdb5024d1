"""Ask: acknowledgements, refusals and answers in words."""

import pytest

from dualmem.ask import ask
from dualmem.model.decision import Say
from dualmem.model.finding import Finding, Question
from tests.unit.samples import (
    BUDGET,
    CONSTRAINTS,
    DEADLINE,
    EMAIL,
    MESSAGES,
    NAME,
    NOW,
    PHASE,
    PHONE,
    PROJECT,
    QUOTE,
    SCHEMA,
    day,
    decision,
    held,
    origin,
    state,
    talk,
    update,
    yuan,
)


def question(*says, values=None, queue=(), language="zh", findings=()) -> Question:
    resting = talk(user_turns=1)
    return ask(
        SCHEMA,
        MESSAGES,
        language=language,
        state=state(values),
        queue=queue,
        conversation=resting,
        decision=decision(conversation=resting, says=says, is_answered=True),
        findings=findings,
    )


def text(*says, **more) -> str:
    return question(*says, **more).text


def resting(path, value, **more):
    return update(path, value, shown_count=1, shown_user_turn=1, **more)


@pytest.mark.parametrize(
    ("say", "zh", "en"),
    [
        (Say(key="written", field=BUDGET, value=yuan(5)), "已记录：预算 ¥5。", "Saved: budget ¥5."),
        (
            Say(key="written", field=BUDGET, value=yuan(6), old=yuan(5)),
            "已更新：预算 ¥6（原为 ¥5）。",
            "Updated: budget ¥6 (was ¥5).",
        ),
        (
            Say(key="set", field=PHASE, value="design_review", old="design"),
            "已将项目阶段改为 设计评审（原为 设计）。",
            "Changed project phase to design review (was design).",
        ),
        (
            Say(key="set", field=EMAIL, value="dev@abc.com"),
            "已记住：邮箱 d***@abc.com。",
            "Remembered: e-mail d***@abc.com.",
        ),
        (
            Say(key="appended", field=CONSTRAINTS, value=("兼容IE11",)),
            "已添加到约束：兼容IE11。",
            "Added to constraints: 兼容IE11.",
        ),
        (
            Say(key="removed", field=CONSTRAINTS, value=("兼容IE11",)),
            "已从约束中去掉：兼容IE11。",
            "Removed from constraints: 兼容IE11.",
        ),
        (Say(key="kept", field=BUDGET, value=yuan(5)), "好的，预算仍为 ¥5。", "All right, budget stays ¥5."),
        (Say(key="cleared", field=PHASE), "已清除（可撤销）：项目阶段。", "Cleared (can be undone): project phase."),
        (Say(key="erased", fields=(EMAIL, PHONE)), "已彻底删除：邮箱、电话。", "Erased for good: e-mail, phone."),
        (
            Say(key="nothing_to_forget", field=PHASE),
            "没有可删除的「项目阶段」。",
            "There is no “project phase” to delete.",
        ),
        (
            Say(key="undone", field=BUDGET, old=yuan(6), value=yuan(5)),
            "已撤销：预算 由 ¥6 恢复为 ¥5。",
            "Undone: budget back from ¥6 to ¥5.",
        ),
        (
            Say(key="undone", field=BUDGET, old=yuan(6)),
            "已撤销：预算 ¥6（恢复为未设置）。",
            "Undone: budget ¥6 (not set again).",
        ),
        (Say(key="undone", field=BUDGET, value=yuan(6)), "已撤销：预算 恢复为 ¥6。", "Undone: budget is ¥6 again."),
        (Say(key="note_added", details={"text": "周五开会"}), "已记下：周五开会", "Noted down: 周五开会"),
        (
            Say(key="invalid", field=DEADLINE, reason="no_such_day", details={"words": "2月30日"}),
            "截止日期「2月30日」未记录：没有这一天。",
            "deadline “2月30日” was not saved: there is no such day.",
        ),
        (
            Say(
                key="invalid",
                field=PHASE,
                reason="no_move",
                details={"words": "结项", "old": "design", "new": "closed"},
            ),
            "项目阶段「结项」未记录：不能从「设计」变为「结项」。",
            "project phase “结项” was not saved: it can not go from “design” to “closed”.",
        ),
        (
            Say(
                key="invalid", field=PHASE, reason="not_a_value", details={"words": "吃饭", "allowed": "design, build"}
            ),
            "项目阶段「吃饭」未记录：不在可选范围内（设计、开发）。",
            "project phase “吃饭” was not saved: it is none of the choices (design, build).",
        ),
        (
            Say(key="invalid", field=BUDGET, reason="too_small", details={"words": "-5", "min": "0"}),
            "预算「-5」未记录：不能小于 0。",
            "budget “-5” was not saved: at least 0 is needed.",
        ),
        (
            Say(key="which_field", fields=(BUDGET, QUOTE), value=yuan(60)),
            "¥60 是指哪一项：预算 还是 报价总额？",
            "What is ¥60: budget or quote total?",
        ),
        (
            Say(key="unknown_field", details={"name": "颜色"}),
            "没有名为「颜色」的字段，未写入任何内容。",
            "There is no field “颜色”. Nothing was written.",
        ),
        (
            Say(key="recall_unknown", details={"name": "用户名"}),
            "没有关于「用户名」的记忆。",
            "I have no memory of “用户名”.",
        ),
    ],
)
def test_every_message_has_its_words(say, zh, en) -> None:
    assert text(say) == zh
    assert text(say, language="en") == en


def test_a_refused_sensitive_value_is_not_repeated() -> None:
    say = Say(key="invalid", field=PHONE, reason="invalid_phone", details={"words": "138001380001"})
    assert text(say) == "电话未记录：不是有效的电话号码。"


def test_an_unknown_reason_is_still_a_sentence() -> None:
    assert text(Say(key="invalid", field=BUDGET, reason="strange", details={"words": "x"})) == (
        "预算「x」未记录：不是有效的值。"
    )


def test_a_conflict_of_an_undo_names_who_changed_it_since() -> None:
    values = {BUDGET: held(yuan(70), provenance=origin(actor="operator:li"), at=NOW)}
    assert text(Say(key="undo_conflict", field=BUDGET, value=yuan(70)), values=values) == (
        "无法撤销：预算之后又被改为 ¥70（操作员 li，2026-11-29 09:00），没有做任何更改。"
    )


def test_recall_gives_value_who_said_it_and_when() -> None:
    values = {BUDGET: held(yuan(500000), provenance=origin("总预算控制在五十万以内"))}
    assert text(Say(key="recall", field=BUDGET), values=values) == (
        "预算：¥500,000（您 2026-11-29 09:00 说：“总预算控制在五十万以内”）"
    )
    assert text(Say(key="recall", field=BUDGET), values=values, language="en") == (
        "budget: ¥500,000 (you said on 2026-11-29 09:00: “总预算控制在五十万以内”)"
    )


def test_recall_gives_a_waiting_value_as_unconfirmed() -> None:
    answer = text(Say(key="recall", field=BUDGET), queue=[resting(BUDGET, yuan(800000), quote="预算80万")])
    assert answer == "预算：¥800,000（尚未确认，您 2026-11-29 09:00 说：“预算80万”）"


def test_recall_gives_the_stored_value_and_the_waiting_one() -> None:
    waiting = [resting(BUDGET, yuan(600000))]
    answer = text(Say(key="recall", field=BUDGET), values={BUDGET: yuan(500000)}, queue=waiting)
    assert answer.split("\n") == ["预算：¥500,000（您，2026-11-29 09:00）", "另有尚未确认的预算：¥600,000"]


def test_recall_of_nothing_names_the_users_own_word() -> None:
    assert text(Say(key="recall", field=NAME, details={"name": "用户名"})) == "没有关于「用户名」的记忆。"
    assert text(Say(key="recall", field=NAME)) == "没有关于「姓名」的记忆。"


def test_recall_masks_a_sensitive_value_and_its_quote() -> None:
    said = origin("手机13800138000", words="13800138000")
    answer = text(Say(key="recall", field=PHONE), values={PHONE: held("+8613800138000", provenance=said)})
    assert "13800138000" not in answer
    assert "****8000" in answer
    assert "手机…" in answer


def test_recall_marks_what_has_expired() -> None:
    gone = Finding(kind="expired", field=DEADLINE, stored=day("2024-03-15"))
    answer = text(Say(key="recall", field=DEADLINE), values={DEADLINE: day("2024-03-15")}, findings=[gone])
    assert answer.split("\n")[0].endswith("（已过期）")


def test_recall_of_a_group_gives_what_is_held_of_it() -> None:
    answer = text(Say(key="recall", fields=(EMAIL, PHONE)), values={EMAIL: "dev@abc.com"})
    assert answer == "邮箱：d***@abc.com（您，2026-11-29 09:00）"


def test_a_listing_gives_everything_held_and_waiting() -> None:
    values = {BUDGET: yuan(500000), NAME: "张工"}
    answer = text(Say(key="listing"), values=values, queue=[resting(PROJECT, "PROJ-2024-001")])
    assert answer.split("\n") == [
        "我记住的内容：",
        "- 姓名：张工",
        "- 预算：¥500,000",
        "尚未确认：",
        "- 项目编号：PROJ-2024-001",
    ]


def test_an_empty_listing_says_so() -> None:
    assert text(Say(key="listing")) == "目前没有任何记忆。"
    assert text(Say(key="listing"), language="en") == "I remember nothing yet."


def test_why_shows_quote_turn_rule_and_who_confirmed() -> None:
    said = origin("总预算控制在五十万以内", rule="budget-ceiling", turn=3)
    answer = text(Say(key="why", field=BUDGET), values={BUDGET: held(yuan(500000), provenance=said)})
    assert answer == (
        "预算 ¥500,000：您在第 3 轮（2026-11-29 09:00）说“总预算控制在五十万以内”；规则 budget-ceiling；由您确认。"
    )


def test_why_of_a_command_names_the_command() -> None:
    values = {BUDGET: held(yuan(5), provenance=origin("预算设为5元", turn=2))}
    assert "由您的指令直接写入" in text(Say(key="why", field=BUDGET), values=values)


def test_why_of_a_waiting_value_says_that_it_is_not_confirmed() -> None:
    assert "（尚未确认）" in text(Say(key="why", field=BUDGET), queue=[resting(BUDGET, yuan(8), quote="预算8元")])


def test_why_of_nothing_known_says_so() -> None:
    assert text(Say(key="why", field=BUDGET)) == "没有关于「预算」的记忆。"


def test_several_things_are_said_in_order() -> None:
    answer = text(
        Say(key="written", field=BUDGET, value=yuan(5)), Say(key="refused", field=DEADLINE, value=day("2026-12-15"))
    )
    assert answer.split("\n") == ["已记录：预算 ¥5。", "好的，未记录截止日期 2026-12-15。"]


def test_long_quotes_are_cut() -> None:
    values = {NAME: held("张工", provenance=origin("我叫张工" + "，" * 400))}
    assert len(text(Say(key="recall", field=NAME), values=values)) < 200


def test_a_language_without_messages_falls_back_to_the_first() -> None:
    assert text(Say(key="undo_nothing"), language="fr") == "没有可以撤销的更改。"


def test_nothing_was_saved_is_not_said_beside_what_was() -> None:
    says = (Say(key="written", field=BUDGET, value=yuan(5)), Say(key="not_answered"))
    assert text(*says) == "已记录：预算 ¥5。"
    assert text(Say(key="not_answered")) == "好的，暂不记录。"


def test_the_unit_of_an_amount_is_said_in_the_language() -> None:
    say = Say(
        key="invalid", field=BUDGET, reason="wrong_per", details={"words": "每人500", "per": "person", "expected": ""}
    )
    assert text(say) == "预算「每人500」未记录：该项不按单位计价（说的是每 人）。"
