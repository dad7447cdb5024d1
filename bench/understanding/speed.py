"""Speed: what parse and decide cost beside the rules' own matching of a message, with 20 updates shown.

Times are processor time of this process, so that other programs count less; the first round, which compiles what is
compiled once, is not counted. Each message is matched, parsed and decided before the next one, as a server does it, and
no message is said twice in a row: its figures change from round to round, or it comes from a file of many.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from bench.files import read_rows
from bench.understanding.stage import CONVERSATION, SUBJECT, Stage
from dualmem.dialogue.parse import parse
from dualmem.extract.match import match
from dualmem.grounding.decide import decide
from dualmem.grounding.topics import stored_topics
from dualmem.ledger import Opened
from dualmem.model.reading import ReadingContext
from dualmem.turn.hear import turn_context
from dualmem.turn.house import House, Incoming
from dualmem.turn.write import read

ROUNDS = 15
VALUES: dict[str, Any] = {
    "user_profile.name": "王小明",
    "user_profile.role": None,
    "user_profile.industry": "餐饮",
    "user_profile.contact.email": "zhang@a.com",
    "user_profile.contact.phone": "+8613800138000",
    "current_task.type": None,
    "current_task.scope": "小程序点餐",
    "current_task.constraints": ["必须兼容微信"],
    "current_task.excluded": ["不做后台"],
    "business_context.phase": None,
    "business_context.deadline": "2026-12-20",
    "business_context.budget.ceiling": {"amount": "500000", "currency": "CNY"},
    "business_context.budget.per_person": {"amount": "300", "currency": "CNY", "per": "person"},
    "business_context.quote_total": {"amount": "480000", "currency": "CNY"},
    **{f"facts.{key}": f"{key} one" for key in ("city", "colour", "team", "office", "language", "season")},
}  # None: the first choice
MESSAGES = (
    "对",
    "都对",
    "不对",
    "是的,没错",
    "第{n}个不对",
    "预算改成{n}万",
    "除了第一个都对",
    "不是,我叫王{n}",
    "先不管这些,帮我写{n}行介绍",
    "我们的总预算大概{n}万,12月{day}日之前上线,主要给运营团队用",
    "你觉得{n}万够不够?",
    "第一个对,第二个改成{n}",
    "记住我的邮箱是li{n}@b.com",
    "周五下午{n}点开会讨论预算和截止日期",
    "好的,那就这样,另外团队有{n}个人",
    "yes",
    "all correct",
    "no, the budget is {n}k",
    "everything except number {n}",
    "the deadline is December {day}",
    "not yet, ask me in {n} days",
    "Can you write {n} lines about our product?",
    "the first is right, make the second {n}",
    "We have {n} people and a budget of about {n}00k, and we would like to launch before December {day}",
)


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of one message.

    Attributes:
        match: Of the rules' matching.
        parse: Of reading it as an answer.
        decide: Of what follows from the acts.
    """

    match: float
    parse: float
    decide: float


def run(files: Sequence[Path], limit: int | None = None, *, show: bool = False) -> dict[str, Any]:
    """Compare parse and decide with matching: with 20 updates shown, every text new, all in one run.

    Args:
        files: Case files whose user turns are the messages; none for ``MESSAGES``.
        limit: Rounds; ``ROUNDS``, or one with files.
        show: Give the ratio of each message too.
    """
    stage = _stage()
    messages = _said(files) if files else MESSAGES
    rounds = limit or (1 if files else ROUNDS)
    by_message: dict[str, list[Cost]] = {message: [] for message in messages}
    for turn in range(rounds + 1):
        for place, message in enumerate(messages):
            said = message if files else message.format(n=11 + turn * 3 + place, day=1 + (turn + place) % 28)
            cost = _cost(stage, said)
            if turn:  # the first round compiles what is compiled once
                by_message[message].append(cost)
    costs = [cost for some in by_message.values() for cost in some]
    ratios = {message: _ratio(some) for message, some in by_message.items()}
    return {
        "messages": len(costs),
        "shown": len(VALUES),
        "ratio": _ratio(costs),
        "ratio_of_medians": median(c.parse + c.decide for c in costs) / median(c.match for c in costs),
        "worst_ratio": max(ratios.values()),
        **_milliseconds("match", [c.match for c in costs]),
        **_milliseconds("parse", [c.parse for c in costs]),
        **_milliseconds("decide", [c.decide for c in costs]),
        **({"by_message": ratios} if show else {}),
    }


def _said(files: Sequence[Path]) -> tuple[str, ...]:
    """Give the different texts that users say in the cases of files."""
    turns = [turn for row in read_rows(files) for turn in row.get("turns", ())]
    return tuple(dict.fromkeys(t["user"] for t in turns if t.get("speaker", "user") == "user" and t["user"]))


def _milliseconds(step: str, seconds: Sequence[float]) -> dict[str, float]:
    return {f"{step}_ms": 1000 * sum(seconds) / len(seconds), f"{step}_p50_ms": 1000 * median(seconds)}


def _ratio(costs: Sequence[Cost]) -> float:
    return sum(cost.parse + cost.decide for cost in costs) / sum(cost.match for cost in costs)


def _stage() -> Stage:
    """Open a memory whose last reply showed 20 updates, of nearly all fields."""
    fields = Stage.open({}).memory.schema.fields
    return Stage.open({
        "shown": [
            {"field": path, "value": next(iter(fields[path].choices)) if value is None else value}
            for path, value in VALUES.items()
        ]
    })  # fmt: skip


def _cost(stage: Stage, text: str) -> Cost:
    house = stage.memory._house  # noqa: SLF001 - the steps of a turn, one by one
    message = Incoming(
        tenant=stage.memory.tenant, subject=SUBJECT, text=text, conversation=CONVERSATION, operation=text
    )
    opened = read(house, message)
    if len(opened.conversation.shown) != len(VALUES):
        raise ValueError(f"{len(opened.conversation.shown)} updates are shown, not {len(VALUES)}")
    return _steps(house, message, opened)


def _steps(house: House, message: Incoming, opened: Opened) -> Cost:
    context = turn_context(house, message, opened)
    focus = (*opened.conversation.focus, *stored_topics(opened.state))
    began = time.process_time_ns()
    extraction = match(house.rules, message.text, context=ReadingContext(now=context.now), focus=focus)
    matched = time.process_time_ns()
    acts = parse(
        extraction,
        schema=house.schema,
        lexicon=house.lexicon,
        conversation=opened.conversation,
        queue=opened.queue,
        state=opened.state,
        context=context,
    )
    parsed = time.process_time_ns()
    decide(
        acts,
        extraction,
        schema=house.schema,
        state=opened.state,
        queue=opened.queue,
        conversation=opened.conversation,
        context=context,
    )
    decided = time.process_time_ns()
    return Cost(match=(matched - began) / 1e9, parse=(parsed - matched) / 1e9, decide=(decided - parsed) / 1e9)
