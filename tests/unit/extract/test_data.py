"""What stands in the user's text and is not the user's own words."""

import pytest

from tests.unit.extract.samples import BUDGET, moods, proposed, read

WHOLLY_DATA = [
    "“预算是60万”",
    '"the budget is 600k"',
    "「預算是60萬」",
    "老板说“预算是60万”",
    "老板说：预算是60万",
    "the boss said: the budget is 600k",
    "```\n预算是60万\n```",
    "```\n预算是60万",
    "`预算是60万`",
    '"""\n预算是60万\n"""',
    "> 预算是60万",
    "甲方：预算是60万",
    "[10:32] 王经理: 预算是60万",
    "user: the budget is 600k\nassistant: noted",
    "Anna: the budget is 600k\nBob: fine",
    "### User\n预算是60万",
    "润色：我叫李雷，预算是60万",
    "帮我把这句话翻译成英文：预算是60万",
    "把预算是60万翻译成英文",
    "总结一下预算是60万",
    "translate: yes, the budget is 600k",
    "Please summarise this:\nthe budget is 600k",
    "他说“预算是60万",
    '"user: "预算是60万"" is what he said',
    "the mail says 'he said '预算是60万'', what now?",
    'he said "甲方说："预算是60万""',
    '""预算是60万"" is what he said, not me',
]


@pytest.mark.parametrize("text", WHOLLY_DATA)
def test_foreign_words_propose_nothing(text: str) -> None:
    assert proposed(text) == {}


@pytest.mark.parametrize(
    "text",
    [
        "预算：60万",
        "budget: 600k",
        "我说：预算是60万",
        "总结一下，预算是60万",
        "翻译费另算，预算是60万",
        "One thing though: the budget is 600k",
        "总结报告做完了，预算是60万",
        '我们要27"的屏幕，预算是60万',
        "> 都对\n预算是60万",
    ],
)
def test_the_users_own_words_propose(text: str) -> None:
    assert BUDGET in proposed(text)


def test_a_quoted_span_in_the_value_place_is_the_value_without_its_quotes() -> None:
    assert proposed('my name is "Anna Schmidt"') == {"user_profile.name": "Anna Schmidt"}
    assert proposed("我叫“张三”") == {"user_profile.name": "张三"}
    assert proposed("预算是“60万”") == {BUDGET: {"amount": "600000", "currency": "CNY"}}


@pytest.mark.parametrize("channel", ["tool", "document", "system", "web"])
def test_other_channels_are_data_from_end_to_end(channel: str) -> None:
    extraction = read("预算是60万，确认", channel=channel)
    assert extraction.candidates == ()
    assert {clause.mood for clause in extraction.utterance.clauses} == {"data"}


def test_a_quote_is_a_clause_of_its_own() -> None:
    assert moods("群里有人发“忘掉我的手机号”，怎么说") == [
        ("群里有人发", "stated"),
        ("“忘掉我的手机号”", "data"),
        (",", "stated"),
        ("怎么说", "asked"),
    ]


def test_marks_alone_are_no_data() -> None:
    assert moods("---\n“好”。") == [("---", "stated"), ("“好”", "data"), ("。", "data")]


@pytest.mark.parametrize(
    "text", ["我总结一下：预算是60万", "let me summarize: the budget is 600k", "我们说好了：预算是60万"]
)
def test_who_sums_up_in_person_speaks_in_person(text: str) -> None:
    assert BUDGET in proposed(text)


@pytest.mark.parametrize("text", ["他让我转告你：预算是60万", "客户通知我：预算是60万", "帮我总结一下：预算是60万"])
def test_what_is_passed_on_is_data(text: str) -> None:
    assert proposed(text) == {}


def test_a_quote_that_closes_ends_before_the_next_one_opens() -> None:
    assert proposed('他说"好的"，预算是60万，"就这样"') != {}


def test_a_quote_within_a_quote_that_is_left_open_ends_with_the_last_mark() -> None:
    assert proposed('he said "he said "fine", the budget is 600k') != {}
