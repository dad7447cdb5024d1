"""Rules over a text: values, quotes, labels, unless, one span one field."""

import pytest

from tests.unit.extract.samples import BUDGET, candidates, proposed, read, rules

CNY_500K = {"amount": "500000", "currency": "CNY"}


def test_full_width_text_gives_normalised_values_and_the_quote_as_typed() -> None:
    for text, field, value in (
        ("预算是５０万", BUDGET, CNY_500K),
        ("项目编号是ＰＲＯＪ－２０２４－００１", "business_context.project_id", "PROJ-2024-001"),
    ):
        assert proposed(text) == {field: value}
        (candidate,) = candidates(text, field)
        assert candidate.quote == text
        assert text[candidate.span.start : candidate.span.end] == text.partition("是")[2]


def test_a_leading_byte_order_mark_counts_in_spans() -> None:
    (candidate,) = candidates("\ufeff预算是50万")
    assert "\ufeff预算是50万"[candidate.span.start : candidate.span.end] == "50万"


def test_hedges_stay_outside_the_span_and_inside_the_quote() -> None:
    (candidate,) = candidates("總預算控制在五十萬以內")
    assert (candidate.quote, len(candidate.span)) == ("總預算控制在五十萬以內", 3)


@pytest.mark.parametrize(
    "text",
    [
        "会议日期是12月20日",
        "研发预算60万",
        "the meeting date is December 20",
        "our travel budget is 5k",
        "客户的电话是13800138000",
        "her e-mail is rosa@lind.se",
        "今天天气不错",
        "我司主营SaaS服务",
        "北京到上海机票多少钱",
        "本次差旅另按800元算",
        "去年预算是60万",
        "phone 138\u200b0013\u200b8000",
        "email is p\u0430ypal@example.com",
        "budget is \u202e000,05\u202c yuan",
        "my name is <script>alert(1)</script>",
        "我叫{{config}}",
    ],
)
def test_nothing_is_proposed_from(text: str) -> None:
    assert proposed(text) == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("希望预算控制在50万以内", {BUDGET: CNY_500K}),
        ("我们的预算是50万", {BUDGET: CNY_500K}),
        ("budget是50万", {BUDGET: CNY_500K}),
        ("对，但是截止日期改成12月20日", {"business_context.deadline": "2026-12-20"}),
        (
            "人均预算是1200元",
            {"business_context.budget.per_person": {"amount": "1200", "currency": "CNY", "per": "person"}},
        ),
        ("你好我是张工负责ABC项目", {"user_profile.name": "张工"}),
        ("我叫小明今年10岁", {"user_profile.name": "小明"}),
        ("公司所属行业是SaaS", {"user_profile.industry": "SaaS"}),
        ("行业是物流，谢谢", {"user_profile.industry": "物流"}),
        ("我的角色是财务总监", {"user_profile.role": "财务总监"}),
        ("my role is a project manager", {"user_profile.role": "pm"}),
        ("必须兼容IE11", {"current_task.constraints": "必须兼容IE11"}),
        ("the scope covers the website and the app", {"current_task.scope": "the website and the app"}),
        ("预算 - 50万", {BUDGET: CNY_500K}),
        ("4. 必须兼容IE11", {"current_task.constraints": "必须兼容IE11"}),
        ("1、预算50万\n2、我叫李雷", {BUDGET: CNY_500K, "user_profile.name": "李雷"}),
        ("我叫李雷\n而且必须兼容IE11", {"user_profile.name": "李雷", "current_task.constraints": "必须兼容IE11"}),
        ("不要用React Native", {"current_task.excluded": "React Native"}),
    ],
)
def test_a_statement_proposes(text: str, expected: dict[str, object]) -> None:
    assert proposed(text) == expected


def test_an_id_after_its_label_is_a_statement_and_alone_it_is_bare() -> None:
    (with_label,) = candidates("project id is PROJ-2024-001", "business_context.project_id")
    (bare,) = candidates("明天把PROJ-2024-031的合同发我", "business_context.project_id")
    assert (with_label.is_bare, bare.is_bare) == (False, True)


def test_a_refused_value_is_a_candidate_with_its_reason() -> None:
    (candidate,) = candidates("截止日期是2月30日", "business_context.deadline")
    assert candidate.value is None
    assert candidate.refusal is not None


def test_unless_blocks_in_the_same_clause_only() -> None:
    own = rules(
        "  - id: r\n    field: business_context.budget.ceiling\n    patterns: {any: ['额度{value}']}\n"
        "    unless: {near: [旧], within: 3}\n"
        "    match: [{text: 额度50万, value: {amount: '500000', currency: CNY}}]\n"
        "    no_match: [{text: 旧额度50万}]\n"
    )
    assert proposed("旧额度50万", using=own) == {}
    assert proposed("旧的不管，额度50万", using=own) == {BUDGET: CNY_500K}
    assert proposed("旧的那一份额度50万", using=own) == {BUDGET: CNY_500K}


def test_the_longest_match_takes_a_span_then_the_higher_priority() -> None:
    own = rules(
        "  - {id: short, field: business_context.budget.ceiling, priority: 9, patterns: {any: ['额度{value}']},"
        " match: [{text: 额度50万, value: {amount: '500000', currency: CNY}}], no_match: [{text: 额}]}\n"
        "  - {id: long, field: business_context.quote_total, patterns: {any: ['报价额度{value}']},"
        " match: [{text: 报价额度50万, value: {amount: '500000', currency: CNY}}], no_match: [{text: 额}]}\n"
        "  - {id: low, field: business_context.quote_total, patterns: {any: ['额度{value}']},"
        " match: [{text: 额度50万, value: {amount: '500000', currency: CNY}}], no_match: [{text: 额}]}\n"
    )
    assert [c.rule for c in read("报价额度50万", using=own).proposals()] == ["long"]
    assert [c.rule for c in read("额度50万", using=own).proposals()] == ["short"]


def test_a_rule_for_negated_clauses_owns_its_negator() -> None:
    field = "current_task.excluded"
    assert proposed("we do not use Kafka") == {field: "Kafka"}
    assert proposed("排除PHP") == {field: "PHP"}
    assert proposed("不排除PHP") == {}
    assert proposed("我没说不要用PHP") == {}
    assert proposed("suppose we don't use Kafka") == {}


def test_a_reply_of_the_assistant_is_read_by_its_own_rules() -> None:
    assert proposed("B方案总成本为85万", speaker="assistant", channel="assistant") == {
        "business_context.quote_total": {"amount": "850000", "currency": "CNY"}
    }


def test_the_language_of_an_utterance_is_that_of_its_own_words() -> None:
    languages = {
        text: read(text).utterance.language for text in ("预算是60万", "the budget is 60k", "PROJ-2024-001", "OK")
    }
    assert list(languages.values()) == ["zh", "en", None, None]


def test_hidden_and_mixed_characters_make_an_utterance_suspect() -> None:
    suspect = ["确\u200b认", "y\u0435s", "\u202e认确", "y\u0301es", "\U000e0079es", "a\x00b"]
    fine = ["确认", "\ufeff确认", "确认\ufe0f", "ｙｅｓ", "budget对", "a\tb\r\nc"]
    assert [read(text).utterance.is_suspect for text in suspect] == [True] * len(suspect)
    assert [read(text).utterance.is_suspect for text in fine] == [False] * len(fine)


def test_of_an_overlong_text_head_and_tail_are_read_and_the_middle_is_data() -> None:
    filler = "今天天气不错。" * 6_000
    assert proposed(f"预算是50万。{filler}") == {BUDGET: CNY_500K}
    assert proposed(f"{filler}预算是50万。") == {BUDGET: CNY_500K}
    assert proposed(f"{filler}预算是50万。{filler}") == {}


@pytest.mark.parametrize(
    "text",
    [
        "预算呢，大概是50万",
        "预算嘛50万左右",
        "预算确实是大概50万",
        "预算写错了，应该是50万左右",
        "the budget, um, is about 500k",
        "the budget is wrong, it should be around 500k",
        "我哋預算係五十萬左右",
    ],
)
def test_fillers_and_dialect_between_cue_and_value_change_nothing(text: str) -> None:
    amount = proposed(text)[BUDGET]
    assert isinstance(amount, dict)
    assert amount["amount"] == "500000"


def test_a_name_ends_where_the_next_sentence_without_a_stop_begins() -> None:
    assert proposed("我叫李雷我的电话是13800138000")["user_profile.name"] == "李雷"
