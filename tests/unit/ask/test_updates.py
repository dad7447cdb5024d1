"""Ask: how waiting updates are put to the user, and which rest."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dualmem.ask import ask
from dualmem.model.decision import Say
from dualmem.model.finding import Finding, Question
from dualmem.model.value import Ambiguous, Money
from tests.unit.samples import (
    BUDGET,
    CONSTRAINTS,
    DEADLINE,
    EMAIL,
    ID_CARD,
    MESSAGES,
    NAME,
    NOW,
    PHONE,
    PROJECT,
    QUOTE,
    SCHEMA,
    day,
    decision,
    state,
    talk,
    update,
    yuan,
)

HELD = {PROJECT: "PROJ-2024-001"}


def question(*queue, language="zh", values=None, findings=(), conversation=None, **decided) -> Question:
    conversation = conversation or talk()
    return ask(
        SCHEMA,
        MESSAGES,
        language=language,
        state=state(values or HELD),
        queue=queue,
        conversation=conversation,
        decision=decision(conversation=conversation, **decided),
        findings=findings,
    )


def test_one_proposal_is_a_sentence_with_its_quote() -> None:
    asked = question(update(BUDGET, yuan(500000), quote="总预算控制在五十万以内"))
    assert asked.text == "已提取：预算 ¥500,000（根据您说的“总预算控制在五十万以内”）。是否正确？"
    (shown,) = asked.shown
    assert (shown.update, shown.ordinal, shown.field, shown.value) == ("1.1", 1, BUDGET, yuan(500000))
    assert not asked.holds


def test_one_proposal_in_english() -> None:
    asked = question(update(BUDGET, yuan(500000), quote="a budget of 500k"), language="en")
    assert asked.text == "Noted: budget ¥500,000 (from your words “a budget of 500k”). Is that correct?"


def test_several_proposals_are_numbered_oldest_first() -> None:
    late = update(DEADLINE, day("2026-12-15"), "2.1", quote="12月15日交付", proposed_at=NOW + timedelta(minutes=1))
    asked = question(late, update(BUDGET, yuan(500000), quote="预算五十万"))
    assert asked.text.split("\n") == [
        "已提取：",
        "1. 预算 ¥500,000（根据您说的“预算五十万”）",
        "2. 截止日期 2026-12-15（根据您说的“12月15日交付”）",
        "是否正确？",
    ]
    assert [(shown.ordinal, shown.field) for shown in asked.shown] == [(1, BUDGET), (2, DEADLINE)]


def test_updates_of_one_turn_keep_their_order_past_nine() -> None:
    asked = question(update(BUDGET, yuan(1), "1.10"), update(DEADLINE, day("2026-12-15"), "1.9"))
    assert [shown.update for shown in asked.shown] == ["1.9", "1.10"]


def test_a_conflict_is_the_inconsistency_question() -> None:
    asked = question(update(BUDGET, yuan(600000), is_conflict=True), values={BUDGET: yuan(500000), **HELD})
    assert asked.text == "您刚将预算调整为¥600,000（系统记录为¥500,000），是否同步更新？"
    assert asked.shown[0].is_conflict


def test_a_conflict_among_others_keeps_its_own_question() -> None:
    asked = question(
        update(BUDGET, yuan(600000), "1.1", is_conflict=True),
        update(NAME, "张工", "1.2", quote="我是张工"),
        values={BUDGET: yuan(500000), **HELD},
    )
    assert asked.text.split("\n") == [
        "请逐项确认：",
        "1. 您刚将预算调整为¥600,000（系统记录为¥500,000），是否同步更新？",
        "2. 已提取：姓名 张工（根据您说的“我是张工”）。是否正确？",
    ]


def test_no_more_are_shown_than_ask_at_most() -> None:
    queue = [update(f"facts.k{index}", "v", f"1.{index}") for index in range(8)]
    assert [shown.update for shown in question(*queue).shown] == [f"1.{index}" for index in range(5)]


def test_an_update_that_holds_has_its_place_among_the_shown() -> None:
    queue = [update(f"facts.k{index}", "v", f"1.{index}") for index in range(8)]
    late = update(BUDGET, yuan(6), "2.1", is_conflict=True, proposed_at=NOW + timedelta(minutes=1))
    holds = Finding(kind="inconsistent", field=BUDGET, stored=yuan(5), stated=yuan(6), update="2.1", holds=True)
    asked = question(*queue, late, values={BUDGET: yuan(5), **HELD}, findings=[holds])
    assert [shown.update for shown in asked.shown] == ["1.0", "1.1", "1.2", "1.3", "2.1"]
    assert asked.holds


@pytest.mark.parametrize(("turns", "is_shown"), [(1, False), (2, True), (3, True)])
def test_a_shown_update_rests_for_one_turn(turns, is_shown) -> None:
    waiting = update(BUDGET, yuan(500000), shown_count=1, shown_user_turn=4)
    assert bool(question(waiting, conversation=talk(user_turns=4 + turns)).shown) is is_shown


@pytest.mark.parametrize("decided", [{"mentioned": (BUDGET,)}, {"show_now": ("1.1",)}])
def test_a_resting_update_is_shown_when_it_is_mentioned_or_left_open(decided) -> None:
    waiting = update(BUDGET, yuan(500000), shown_count=1, shown_user_turn=4)
    assert question(waiting, conversation=talk(user_turns=5), **decided).shown


def test_what_a_partial_answer_left_open_is_shown_at_once() -> None:
    waiting = update(BUDGET, yuan(500000), shown_count=1, shown_user_turn=4)
    assert question(waiting, conversation=talk(user_turns=5, left_open=("1.1",))).shown


def test_an_offer_is_marked() -> None:
    asked = question(update(QUOTE, yuan(850000), origin="offer"))
    assert asked.text == "报价总额 ¥850,000（我提到的，尚未确认）。是否记录？"
    assert asked.shown[0].is_offer


def test_an_imported_value_is_marked() -> None:
    assert "来自导入" in question(update(QUOTE, yuan(850000), origin="import")).text


def test_list_items_are_shown_as_added_or_removed() -> None:
    added = question(update(CONSTRAINTS, ("必须兼容IE11", "需通过等保三级"), action="append", quote="必须兼容IE11"))
    assert added.text.startswith("已提取：约束 新增 必须兼容IE11、需通过等保三级")
    removed = question(update(CONSTRAINTS, ("必须兼容IE11",), action="remove"))
    assert removed.text == "已提取：约束 去掉 必须兼容IE11。是否正确？"


def test_an_ambiguous_value_is_asked_which() -> None:
    asked = question(update(DEADLINE, Ambiguous((day("2026-03-04"), day("2026-04-03"))), quote="03/04/2026"))
    assert asked.text == "截止日期是哪一个：2026-03-04 还是 2026-04-03（根据您说的“03/04/2026”）？"
    english = question(update(DEADLINE, Ambiguous((day("2026-03-04"), day("2026-04-03")))), language="en")
    assert english.text == "Which deadline do you mean: 2026-03-04 or 2026-04-03?"


def test_an_amount_without_currency_asks_for_it() -> None:
    waiting = update("facts.price", Money(currency=None, amount=Decimal(500)), quote="500")
    assert "which currency" in question(waiting, language="en").text


def test_phone_and_id_stand_in_groups_of_four_that_join_to_the_value() -> None:
    asked = question(update(PHONE, "+8613800138000", quote="我的手机号是13800138000", words="13800138000"))
    shown = asked.text.removeprefix("已提取：电话 ").split("（")[0]
    assert shown.replace(" ", "") == "+8613800138000"
    assert max(len(run) for run in shown.strip("+").split(" ")) <= 4
    project = question(update(PROJECT, "PROJ-2024-001"))
    assert "PROJ-2024-001" in project.text


def test_an_email_stands_verbatim() -> None:
    assert "dev@abc.com" in question(update(EMAIL, "dev@abc.com", quote="邮箱dev@abc.com", words="dev@abc.com")).text


def test_the_quote_of_a_sensitive_value_comes_without_the_value() -> None:
    asked = question(update(PHONE, "+8613800138000", quote="我的手机号是13800138000", words="13800138000"))
    assert "（根据您说的“我的手机号是…”）" in asked.text
    assert "13800138000" not in asked.text


def test_the_quote_of_a_sensitive_value_is_left_out_where_the_value_is_not_found_in_it() -> None:
    asked = question(update(PHONE, "+8613800138000", quote="我的手机号是138 0013 8000", words="13800138000"))
    assert "根据" not in asked.text


def test_a_masked_field_is_masked_even_in_its_question() -> None:
    asked = question(
        update(ID_CARD, "110101199001011237", quote="身份证110101199001011237", words="110101199001011237")
    )
    assert "110101********1237" in asked.text
    assert "19900101" not in asked.text


def test_the_stored_sensitive_value_is_masked_beside_the_new_one() -> None:
    waiting = update(PHONE, "+8613700137000", is_conflict=True)
    asked = question(waiting, values={PHONE: "+8613800138000", **HELD})
    assert "8000" in asked.text
    assert "1380" not in asked.text.replace(" ", "")


def test_controls_and_bidi_characters_are_escaped() -> None:
    asked = question(update(NAME, "a\nb\u202ec\x1b[31m", quote="我叫a\nb\u202ec"))
    assert asked.text.isprintable()
    assert "\\u202e" in asked.text


def test_the_digest_is_that_of_the_shown_words() -> None:
    one, same = question(update(BUDGET, yuan(500000))), question(update(BUDGET, yuan(500000)))
    other = question(update(BUDGET, yuan(500001)))
    assert one.shown[0].digest == same.shown[0].digest != other.shown[0].digest
    assert len(one.shown[0].digest) == 64


def test_a_reply_without_anything_to_say_is_empty() -> None:
    assert question() == Question()


def test_the_same_input_gives_the_same_question_byte_for_byte() -> None:
    queue = [update(BUDGET, yuan(5)), update(NAME, "张工", "1.2")]
    assert question(*queue) == question(*[replace(one) for one in queue])


def test_a_statement_alone_is_answered_by_its_question() -> None:
    assert question(update(BUDGET, yuan(5)), is_statement_only=True).answers
    assert not question(update(BUDGET, yuan(5))).answers


def test_an_amount_whose_currency_is_asked_is_put_once() -> None:
    waiting = update("facts.price", Money(currency=None, amount=Decimal(500)), shown_count=1, shown_user_turn=1)
    asked = question(waiting, says=(Say(key="which_value", field="facts.price"),), show_now=("1.1",))
    assert asked.text.count("500") == 1
    assert [shown.update for shown in asked.shown] == ["1.1"]


VALUES = st.sampled_from([yuan(5), yuan(500000), "a\nb", "\u202e张工", Ambiguous((yuan(1), yuan(2))), ("x", "y")])
PATHS = st.sampled_from([BUDGET, NAME, QUOTE, CONSTRAINTS, "facts.k"])


@given(st.lists(st.tuples(PATHS, VALUES, st.sampled_from(["rule", "offer", "import"]), st.booleans()), max_size=9))
def test_numbers_in_the_text_are_the_ordinals_that_an_answer_binds(waiting) -> None:
    queue = [
        update(path, value, f"1.{number}", origin=origin, is_conflict=is_conflict)
        for number, (path, value, origin, is_conflict) in enumerate(waiting, start=1)
    ]
    asked = question(*queue, values={BUDGET: yuan(7), **HELD})
    lines = asked.text.split("\n")
    assert [shown.ordinal for shown in asked.shown] == list(range(1, min(len(queue), SCHEMA.ask_at_most) + 1))
    if len(asked.shown) > 1:
        assert [line.split(".")[0] for line in lines if line[:1].isdigit()] == [str(s.ordinal) for s in asked.shown]
    assert all(line.isprintable() for line in lines)
