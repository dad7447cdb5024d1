"""The shipped rules on their own examples, and on everyday phrases that no rule quotes."""

from functools import cache

import pytest

from dualmem.extract.compile import compile_rules
from dualmem.extract.match import match
from dualmem.model.reading import ReadingContext
from dualmem.schema.lexicon import load_lexicons
from dualmem.schema.load import load_schema
from dualmem.schema.rules import load_rules
from dualmem.schema.shipped import rules_path, schema_path, shipped_names
from dualmem.values.codec import to_json


@cache
def ready(name):
    schema = load_schema(schema_path(name))
    rules = load_rules(rules_path(name), schema)
    return schema, rules, compile_rules(schema, [rules], load_lexicons(schema.languages))


def proposed(name, text, *, now=None, speaker="user"):
    """Rule to the JSON values it proposes; items of lists stand in lists."""
    schema, rules, compiled = ready(name)
    found = match(compiled, text, context=ReadingContext(now=now or rules.now), speaker=speaker)
    values = {}
    for candidate in found.proposals(speaker):
        if candidate.value is not None:
            values.setdefault(candidate.rule, []).append((candidate.field, to_json(candidate.value)))
    return schema, values


def fields(text, name="project_assistant"):
    _, values = proposed(name, text)
    return {path.rsplit(".", 1)[-1]: value for found in values.values() for path, value in found}


EXAMPLES = [
    pytest.param(name, rule, example, is_match, id=f"{name}:{rule.id}:{example.text}")
    for name in shipped_names()
    for rule in ready(name)[1].rules
    for examples, is_match in ((rule.match, True), (rule.no_match, False))
    for example in examples
]


@pytest.mark.parametrize(("name", "rule", "example", "is_match"), EXAMPLES)
def test_an_example_of_a_shipped_rule_holds(name, rule, example, is_match):
    schema, values = proposed(name, example.text, now=example.now, speaker=rule.speaker)
    assert set(values) - {rule.id} == set(example.also)
    own = [value for _, value in values.get(rule.id, [])]
    if not is_match:
        assert own == []
    elif schema.field(rule.field).type == "list":
        assert own == example.value
    else:
        assert own == [example.value]


@pytest.mark.parametrize("name", shipped_names())
def test_every_labelled_field_has_a_rule(name):
    schema, rules, _ = ready(name)
    fed = {rule.field for rule in rules.rules if rule.speaker == "user"}
    assert {path for path, spec in schema.fields.items() if spec.labels and "*" not in path} <= fed


CNY = {"currency": "CNY"}

STATED = [
    ("我叫王小明，来自上海", {"name": "王小明"}),
    ("大家好，我叫陈静，负责采购", {"name": "陈静"}),
    ("本人姓名李华", {"name": "李华"}),
    ("我是小李，刚加入", {"name": "小李"}),
    ("你可以叫我小美", {"name": "小美"}),
    ("叫我Lily就行", {"name": "Lily"}),
    ("My name is Anna Schmidt and I work at ABC", {"name": "Anna Schmidt"}),
    ('my name is "Anna Schmidt"', {"name": "Anna Schmidt"}),
    ("我在公司担任财务总监", {"role": "财务总监"}),
    ("角色：产品经理", {"role": "pm"}),
    ("I work as an engineer", {"role": "engineer"}),
    ("行业：新能源汽车", {"industry": "新能源汽车"}),
    ("我们是零售行业的", {"industry": "零售"}),
    ("邮箱 a.b@c.com", {"email": "a.b@c.com"}),
    ("You can email me at foo@bar.com.", {"email": "foo@bar.com"}),
    ("我手机号换成13912345678了", {"phone": "+8613912345678"}),
    ("my cell is +1 415 555 2671", {"phone": "+14155552671"}),
    ("預算增加到80萬", {"ceiling": {"amount": "800000", **CNY}}),
    ("预算从50万提高到60万", {"ceiling": {"amount": "600000", **CNY}}),
    ("预算不能超过50万", {"ceiling": {"amount": "500000", **CNY}}),
    ("预算好像是60万", {"ceiling": {"amount": "600000", **CNY}}),
    ("老板批了60万预算", {"ceiling": {"amount": "600000", **CNY}}),
    ("we have a budget of $1.2M", {"ceiling": {"amount": "1200000", "currency": "USD"}}),
    ("the budget is maybe 600k", {"ceiling": {"amount": "600000", **CNY}}),
    ("每人预算800", {"per_person": {"amount": "800", "per": "person", **CNY}}),
    ("項目編號：PROJ-2025-100", {"project_id": "PROJ-2025-100"}),
    ("项目目前处于设计评审阶段", {"phase": "design_review"}),
    ("the phase is now build", {"phase": "build"}),
    ("12月20日前交付", {"deadline": {"date": "2026-12-20", "bound": "by"}}),
    ("截止日期从12月15日推迟到12月20日", {"deadline": "2026-12-20"}),
    ("deadline has been moved to Dec 22", {"deadline": "2026-12-22"}),
    ("我们的报价是45万", {"quote_total": {"amount": "450000", **CNY}}),
    ("身份证11010519491231002X", {"id_card": "11010519491231002X"}),
    ("任务类型是竞品分析", {"type": "竞品分析"}),
    ("工作范围包括需求调研和设计", {"scope": "需求调研和设计"}),
    ("平台要兼容移动端", {"constraints": "平台要兼容移动端"}),
    ("must support IE11", {"constraints": "must support IE11"}),
    ("必须不依赖外网", {"constraints": "必须不依赖外网"}),
    ("我们不用PHP", {"excluded": "PHP"}),
    ("rule out Oracle", {"excluded": "Oracle"}),
    ("预算 is 60万", {"ceiling": {"amount": "600000", **CNY}}),
    ("我的 name 是 Tom", {"name": "Tom"}),
    ("my 手机号 is 13800138000", {"phone": "+8613800138000"}),
    ("原预算50万，现预算60万", {"ceiling": {"amount": "600000", **CNY}}),
    ("预算五十万截止日期十二月十五号", {"ceiling": {"amount": "500000", **CNY}, "deadline": "2026-12-15"}),
]


@pytest.mark.parametrize(("text", "expected"), STATED)
def test_a_plain_statement_proposes_its_field_and_no_other(text, expected):
    assert fields(text) == expected


AROUND_ZH = (
    "嗯，{}",
    "那个，{}",
    "您好，{}",
    "麻烦您记一下，{}",
    "{}，谢谢",
    "{}哈",
    "{}😊",
    "{}！",
    "{}～",
    "  {}  ",
    "呃{}",
    "对了，{}",
    "其实{}",
)
AROUND_EN = ("Hi, {}", "well, {}", "{}, thanks", "{} please", "{}!", "{}...", "😀 {}", "By the way, {}", "FYI: {}")


@pytest.mark.parametrize("text", [text for text, _ in STATED])
def test_fillers_politeness_and_marks_change_nothing(text):
    is_chinese = any("\u4e00" <= char <= "\u9fff" for char in text)
    said = {around: fields(around.format(text)) for around in (AROUND_ZH if is_chinese else AROUND_EN)}
    assert {around: found for around, found in said.items() if found != fields(text)} == {}


SILENT = [
    "我司主营SaaS服务",
    "北京到上海机票多少钱",
    "机票1200元",
    "我是王芳的同事",
    "我是学生",
    "我是北京人",
    "我是安全员",
    "我是老司机",
    "我是顾客",
    "我叫不出名字",
    "叫我过去",
    "Call me tomorrow",
    "I am a big fan",
    "客户的邮箱是w@x.com",
    "老板的手机号是13912345678",
    "客服电话是4008001234",
    "预算减10万",
    "预算增加10万",
    "广告预算是5万",
    "marketing budget is 50k",
    "last year's budget was 400k",
    "预算不是60万",
    "如果预算是100万能做吗",
    "suppose the budget is 1M",
    "合同下周五到期",
    "生日是12月20日",
    "会议日期是12月20日",
    "必须的",
    "我必须走了",
    "你必须告诉我",
    "需要你确认一下",
    "我需要一份合同",
    "You must be joking",
    "we need a contract",
    "我们不用开会了",
    "不考虑了",
    "硬约束有两条",
]


@pytest.mark.parametrize("text", SILENT)
def test_what_is_inferred_momentary_or_of_others_proposes_nothing(text):
    assert fields(text) == {}


def test_chk_078_a_rule_without_a_language_fires_in_every_language():
    assert (
        fields("订单号：ORD-2024-AB12CD") == fields("order ORD-2024-AB12CD please") == {"order_id": "ORD-2024-AB12CD"}
    )
