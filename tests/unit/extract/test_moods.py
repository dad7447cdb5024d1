"""How clauses and values are said."""

import pytest

from tests.unit.extract.samples import BUDGET, candidates, moods, proposed


def yuan(amount: int) -> dict[str, object]:
    return {BUDGET: {"amount": str(amount), "currency": "CNY"}}


@pytest.mark.parametrize(
    ("text", "mood"),
    [
        ("预算是60万吗", "asked"),
        ("预算是60万？", "asked"),
        ("是不是预算60万", "asked"),
        ("预算60万，对吗？", "asked"),
        ("预算是80万够不够啊", "asked"),
        ("为什么预算是80万", "asked"),
        ("帮我确认下预算是60万", "asked"),
        ("is the budget 600k", "asked"),
        ("why is the budget 600k?", "asked"),
        ("let me know if the budget is 600k", "asked"),
        ("the budget is 600k, right?", "asked"),
        ("do you think the budget is 600k and the deadline is Friday", "asked"),
        ("如果预算是100万", "hypothetical"),
        ("如果老板同意，预算就是100万", "hypothetical"),
        ("预算是100万的话就好了", "hypothetical"),
        ("假设预算是100万。能做吗？", "hypothetical"),
        ("suppose the budget is 1M, could we ship", "hypothetical"),
        ("the budget is 1M if the boss agrees", "hypothetical"),
        ("let's say the budget is 1M", "hypothetical"),
        ("我不确定预算是60万", "hypothetical"),
        ("预算不是60万", "negated"),
        ("我没说过预算是60万", "negated"),
        ("我不认为预算是60万", "negated"),
        ("不要把预算改成60万", "negated"),
        ("预算60万不对", "negated"),
        ("預算不是六十萬", "negated"),
        ("the budget is not 600k", "negated"),
        ("the budget isn't 600k", "negated"),
        ("I don't think the budget is 600k", "negated"),
        ("the budget of 600k is wrong", "negated"),
        ("预算是60万", "stated"),
        ("预算不超过60万", "stated"),
        ("没错，预算是60万", "stated"),
        ("不用改了预算是60万", "stated"),
        ("no, the budget is 600k", "stated"),
        ("no doubt the budget is 600k", "stated"),
        ("能不能帮我把预算改成60万？", "stated"),
        ("能不能把预算改成60万？", "asked"),
        ("could you please set the budget to 600k?", "stated"),
        ("我不是跟你说了预算是60万吗", "stated"),
        ("我叫李雷，预算是60万，能帮我写封信吗？", "stated"),
        ("如果没记错，预算是60万", "stated"),
    ],
)
def test_a_value_has_the_mood_it_is_said_in(text: str, mood: str) -> None:
    assert [candidate.mood for candidate in candidates(text)] == [mood]


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("预算应该是50万不是5万", 500_000),
        ("预算不是60万，是50万", 500_000),
        ("预算不是60万是50万", 500_000),
        ("the budget is not 600k, it's 500k", 500_000),
        ("the budget isn't 600k but 500k", 500_000),
        ("预算60万，哦不，50万", 500_000),
        ("the budget is 600k, no wait, 500k", 500_000),
        ("呃不是五十万呃预算是六十万", 600_000),
        ("预算是60万，不是50万", 600_000),
    ],
)
def test_of_a_denied_and_a_replacing_value_only_the_second_is_proposed(text: str, amount: int) -> None:
    assert proposed(text) == yuan(amount)


def test_two_values_without_a_word_of_taking_back_keep_the_first() -> None:
    assert proposed("预算60万，上面那个别管") == yuan(600_000)


def test_a_name_that_replaces_a_denied_one_is_proposed() -> None:
    assert proposed("名字不是张三，是李四") == {"user_profile.name": "李四"}
    assert proposed("my name is not Anna, it's Anne") == {"user_profile.name": "Anne"}


@pytest.mark.parametrize("text", ["可能预算是60万", "I think the budget is 600k", "预算好像是60万"])
def test_doubt_marks_a_statement_and_keeps_it(text: str) -> None:
    (candidate,) = candidates(text)
    assert candidate.is_hedged
    assert candidate.mood == "stated"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("对的，预算不对", [("对的,", "stated"), ("预算不对", "stated")]),
        (
            "the date is right but the budget is not",
            [("the date is right", "stated"), ("but the budget is not", "negated")],
        ),
        ("预算1,200元。对吗？", [("预算1,200元。", "asked"), ("对吗?", "asked")]),
        ("see https://a.b/c?d=1 ok", [("see https://a.b/c?d=1 ok", "stated")]),
        ("3.5 is ok. go", [("3.5 is ok.", "stated"), ("go", "stated")]),
        ("错啦 是四十万", [("错啦", "stated"), ("是四十万", "stated")]),
        ("记住 所在城市 北京", [("记住 所在城市 北京", "stated")]),
        ("could be right could be wrong", [("could be right could be wrong", "stated")]),
    ],
)
def test_a_text_is_cut_at_stops_and_connectives(text: str, expected: list[tuple[str, str]]) -> None:
    assert moods(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "你刚才说预算是60万对吧",
        "別跟客户说预算是60万",
        "他们批了吗，预算是60万，开玩笑的",
        "我预算60万，行吗",
        "预算是60万，还是50万？",
        "the budget is 600k, or is it 500k?",
        "the budget is 600k, just kidding",
        "would a budget of 600k be enough",
        "you said the budget is 600k",
        "nobody said the budget is 600k",
        "their budget is 600k",
    ],
)
def test_doubtful_reports_propose_nothing(text: str) -> None:
    assert proposed(text) == {}


@pytest.mark.parametrize(
    "text",
    [
        "预算是60万，够吗？",
        "我们预算60万，想做个小程序，可以吗",
        "The budget is 600k. Can we do it?",
        "不用谢，预算是60万",
        "谁都知道预算是60万",
        "不管怎样预算都是60万",
        "【预算】60万",
        "**预算**：60万",
        "预算=60万",
        "👍预算60万👍",
        "  预算60万\n",
    ],
)
def test_plain_statements_propose(text: str) -> None:
    assert proposed(text) == yuan(600_000)
