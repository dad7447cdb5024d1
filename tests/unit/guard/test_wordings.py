"""Drafts in many wordings, for every type of field: another value is caught; what states none of now passes."""

import pytest

from dualmem import guard
from tests.unit import samples
from tests.unit.guard.test_with_rules import LEXICON, SCHEMA, read

# What is held, and per field: label and another value in English, label and another value in Chinese.
HELD = samples.state(
    {
        samples.BUDGET: samples.yuan(500_000),
        samples.QUOTE: samples.yuan(850_000),
        samples.DEADLINE: samples.day("2026-12-15"),
        samples.NAME: "Anna Schmidt",
        samples.PHASE: "design",
        samples.PROJECT: "PROJ-2024-001",
        samples.PHONE: "+8613800138000",
        samples.EMAIL: "li.lei@abc.com",
        "user_profile.role": "pm",
        "user_profile.industry": "物流",
        samples.TASK: "contract_review",
    }
)
OTHER = {
    samples.BUDGET: ("budget", "600k", "预算", "60万"),
    samples.QUOTE: ("total cost", "900k", "报价总额", "90万"),
    samples.DEADLINE: ("deadline", "December 20", "截止日期", "12月20日"),
    samples.NAME: ("name", "Rosa Lind", "姓名", "韩梅梅"),
    samples.PHASE: ("project phase", "build", "项目阶段", "开发"),
    samples.PROJECT: ("project id", "PROJ-2024-031", "项目编号", "PROJ-2024-031"),
    samples.PHONE: ("phone", "13912345678", "电话", "13912345678"),
    samples.EMAIL: ("email", "anna@xyz.com", "邮箱", "anna@xyz.com"),
    "user_profile.role": ("role", "engineer", "角色", "工程师"),
    "user_profile.industry": ("industry", "pharma", "行业", "医药"),
    samples.TASK: ("task type", "quote", "任务类型", "报价"),
}
CAUGHT_EN = (
    "Your {label} is {value}.",
    "The {label} is {value}.",
    "Your {label} is set to {value}.",
    "I have your {label} as {value}.",
    "Your {label} remains {value}.",
    "Your {label} was updated to {value}.",
    "According to my records, your {label} is {value}.",
    "Since the {label} is {value}, we can start.",
    "Please note that the {label} is {value}.",
    "Your confirmed {label} is {value}.",
    "Your current {label} is still {value}.",
    "The {label} you gave me is {value}.",
    "The {label} on file is {value}.",
    "I've noted your {label} as {value}.",
    "You told me your {label} is {value}.",
    "The {label} we agreed on is {value}.",
    "- {label}: {value}",
    "{value} is your {label}.",
    "So {value} is still your {label}.",
    "I have {value} as your {label}.",
    "Your {label}? It is {value}.",
    "Your {label}? {value}.",
    "What is your {label}? It's {value}.",
    "As for your {label}, it is {value}.",
    "I've saved {value} as your {label}.",
    "You've confirmed {value} as the {label}.",
    "The {label} has been changed to {value}.",
    "With the {label} at {value}, plan A fits.",
)
CAUGHT_ZH = (
    "您的{label}是{value}。",
    "{label}：{value}",
    "{label}仍是{value}。",
    "您之前确认的{label}是{value}。",
    "{label}已设为{value}。",
    "我记录的{label}是{value}。",
    "已将{label}记为{value}。",
    "系统里{label}是{value}。",
    "您登记的{label}为{value}。",
    "您的{label}依然是{value}，没有变化。",
    "您说过{label}是{value}。",
    "目前我这边的{label}显示为{value}。",
    "您的{label}一直是{value}。",
    "我们约定的{label}是{value}。",
    "{value}是您的{label}。",
    "我把{value}记作您的{label}。",
    "您的{label}？是{value}。",
    "您的{label}呢？是{value}。",
    "您的{label}是什么？是{value}。",
    "您上次告诉我{label}是{value}。",
    "{label}更新成功：{value}。",
    "{label}已由您改为{value}。",
    "当前{label}：{value}",
)
CAUGHT_MONEY = (
    "Your 600k budget covers it.",
    "With your total 600k budget, plan A fits.",
    "The approved project budget is 600k.",
    "您的60万预算足够了。",
    "按60万预算来算，人力占一半。",
    "其中预算60万，报价85万。",
    "预算不超过60万。",
)
PASSING_EN = (
    "Is your {label} {value}?",
    "Do you want to change the {label} to {value}?",
    "Your {label} is not {value}.",
    "If the {label} were {value}, we could start.",
    "You said “the {label} is {value}”.",
    "Tom's {label} is {value}.",
    "The client's {label} is {value}.",
    "His {label} is {value}.",
    "My {label} is {value}.",
    "Last year the {label} was {value}.",
    "Previously, the {label} was {value}.",
    "In the first version, the {label} was {value}.",
    "The {label} used to be {value}.",
    "The old {label} was {value}.",
    "The {label} of the other project is {value}.",
    "You could change the {label} to {value}.",
    "Once you confirm, I will set the {label} to {value}.",
    "The new {label} would be {value}.",
    "{label} {value} is not confirmed yet.",
    "You mentioned {label} {value}, but it is not confirmed.",
    "Is {value} your {label}?",
    "{value} is not your {label}.",
    "{value} was your {label} last year.",
    "{value} is Tom's {label}.",
    "Your {label}? Is it {value}?",
    "Your {label}? It is not {value}.",
    "A typical {label} is {value}.",
    "The travel {label} is {value}.",
    "To set the {label} to {value}, just say so.",
    "Changing the {label} to {value} would help.",
    "I'd recommend that the {label} be {value}.",
)
PASSING_ZH = (
    "您的{label}是{value}吗？",
    "要把{label}改成{value}吗？",
    "{label}不是{value}。",
    "如果{label}是{value}，就可以开始。",
    "您说“{label}是{value}”。",
    "张三的{label}是{value}。",
    "客户的{label}是{value}。",
    "您爱人的{label}是{value}。",
    "我的{label}是{value}。",
    "另一个项目的{label}是{value}。",
    "去年{label}是{value}。",
    "此前{label}是{value}。",
    "旧的{label}是{value}。",
    "{label}以前是{value}。",
    "建议把{label}改为{value}。",
    "您确认后，{label}将改为{value}。",
    "{label}{value}尚未确认。",
    "您提到{label}{value}，但还没确认。",
    "如需将{label}调整为{value}，请告诉我。",
    "{value}是您的{label}吗？",
    "{value}不是您的{label}。",
    "{value}是张三的{label}。",
    "您的{label}？是{value}吗？",
    "您的{label}？不是{value}。",
    "要把{label}改成{value}，请回复确认。",
    "示例：{label}是{value}。",
    "等{label}改成{value}再说。",
    "明年{label}会是{value}。",
)
NO_VALUES = (
    "Your name is safe with me.",
    "Your role is important.",
    "The scope is still open.",
    "Your name was confirmed by Tom Smith.",
    "Role: to be confirmed",
    "Name | Role | Industry",
    "Your order number is needed.",
    "I could not find PROJ-2024-031.",
    "PROJ-2024-031 is another project.",
    "You can call me at 13912345678.",
    "您的姓名是必填项。",
    "您的角色是关键。",
    "行业：暂无",
    "联系人的姓名是王芳。",
    "客服电话是13912345678。",
    "What matters is your name.",
    "That is your role.",
    "All I need is your industry.",
    "Is that your name? It is a good question.",
    "关键是您的行业。",
    "接下来是您的姓名。",
    "60万超出了您的预算10万。",
    "总价低于您的预算5万。",
    "600k exceeds your budget by 100k.",
    "预算超过60万需要审批。",
    "预算在60万以上的项目需要招标。",
    "60万预算的项目通常要三个月。",
    "其中10万预算用于测试。",
    "设计阶段结束后进入开发阶段。",
    "投标截止时间为12月20日。",
    "The remaining budget is 200k.",
    "Phase one has a budget of 100k.",
    "I'd suggest a budget of 600k.",
    "The budget will be 600k next year.",
    "The next phase is build.",
    "Once the design phase is done, we enter the build phase.",
)


def check(draft: str) -> list[str]:
    return [found.field for found in guard.check(read(draft), SCHEMA, HELD, lexicon=LEXICON, read=read)]


def drafts(english: tuple[str, ...], chinese: tuple[str, ...]) -> list[tuple[str, str]]:
    made = [(form.format(label=one[0], value=one[1]), path) for path, one in OTHER.items() for form in english]
    return made + [(form.format(label=one[2], value=one[3]), path) for path, one in OTHER.items() for form in chinese]


@pytest.mark.parametrize(("draft", "path"), drafts(CAUGHT_EN, CAUGHT_ZH))
def test_another_value_is_caught_however_it_is_put(draft: str, path: str) -> None:
    assert path in check(draft)


@pytest.mark.parametrize("draft", CAUGHT_MONEY)
def test_another_budget_is_caught(draft: str) -> None:
    assert samples.BUDGET in check(draft)


@pytest.mark.parametrize("draft", [draft for draft, _ in drafts(PASSING_EN, PASSING_ZH)] + list(NO_VALUES))
def test_what_states_no_value_of_now_passes(draft: str) -> None:
    assert check(draft) == []
