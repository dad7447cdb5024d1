"""The whole turn with a model: tools, guard, stream, failures."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import pytest

from dualmem.errors import IllegalPhase, ModelUnavailable
from dualmem.memory import Memory
from dualmem.ports import CallTool, Message, Tool
from dualmem.schema.load import load_schema
from dualmem.schema.rules import load_rules
from dualmem.schema.shipped import rules_path, schema_path
from dualmem.testing.fakes import CountingIds, FixedClock, PlainVault

NOW = datetime(2026, 11, 29, 1, tzinfo=UTC)
BUDGET = "business_context.budget.ceiling"


class Scripted:
    """A model that gives its answers one after another, character by character."""

    def __init__(self, *answers: str, breaks_after: int | None = None, tool: str | None = None) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[Message, ...]] = []
        self.breaks_after = breaks_after
        self.tool = tool

    def stream(
        self,
        messages: Sequence[Message],
        *,
        deadline_s: float | None = None,
        tools: Sequence[Tool] = (),
        call_tool: CallTool | None = None,
    ) -> Iterator[str]:
        assert deadline_s is None or deadline_s > 0
        self.asked.append(tuple(messages))
        if self.tool is not None and tools and call_tool is not None:
            call_tool(self.tool, "{}")
        for number, char in enumerate(self.answers.pop(0)):
            if number == self.breaks_after:
                raise ModelUnavailable
            yield char


def memory(model: Scripted | None, schema: str = "project_assistant") -> Memory:
    made = Memory.open(schema=schema, vault=PlainVault(), clock=FixedClock(NOW), ids=CountingIds(), model=model)
    made.set("u", BUDGET, {"amount": "500000", "currency": "CNY"})
    made.set("u", "business_context.project_id", "PROJ-2024-001")
    return made


def test_the_reply_is_the_models_draft() -> None:
    model = Scripted("今天适合开会。")
    assert memory(model).respond("u", "帮我想想今天适合做什么", conversation="c") == "今天适合开会。"
    assert any("500,000" in message.content for message in model.asked[0])


def test_a_draft_that_contradicts_the_state_is_corrected_once_by_the_model() -> None:
    model = Scripted("您的预算是80万。", "您的预算是50万。")
    assert memory(model).respond("u", "帮我写一段项目介绍", conversation="c") == "您的预算是50万。"
    assert len(model.asked) == 2


def test_a_second_contradiction_is_replaced_from_the_state() -> None:
    model = Scripted("您的预算是80万。", "您的预算是90万。")
    reply = memory(model).respond("u", "帮我写一段项目介绍", conversation="c")
    assert "80万" not in reply
    assert "90万" not in reply
    assert "500,000" in reply


def test_a_stream_never_lets_a_contradiction_out() -> None:
    made = memory(Scripted("好的。预算是80万，交付在年底。请放心。"))
    exchange = made.hear("u", "帮我写一段项目介绍", conversation="c")
    pieces = list(exchange.stream())
    assert all("80" not in "".join(pieces[: n + 1]) for n in range(len(pieces)))
    assert "".join(pieces).startswith("好的。")
    assert "500,000" in "".join(pieces)
    assert "请放心。" in "".join(pieces)


def test_what_was_streamed_is_what_was_committed() -> None:
    made = memory(Scripted("好的，我来写。"))
    exchange = made.hear("u", "帮我写一段项目介绍", conversation="c")
    said = "".join(exchange.stream())
    later = made.hear("u", "继续", conversation="c")
    assert any(said in message.content for message in later.messages())


def test_a_model_that_fails_at_once_is_replaced_by_a_plain_answer() -> None:
    reply = memory(Scripted("……", breaks_after=0)).respond("u", "帮我写一段项目介绍", conversation="c")
    assert "语言模型" in reply


def test_a_half_answer_is_kept_as_cut_and_offers_nothing() -> None:
    made = memory(Scripted("B方案总成本为85万，另外", breaks_after=12))
    made.respond("u", "帮我比较两个方案", conversation="c")
    assert made.pending("u") == ()
    later = made.hear("u", "继续", conversation="c").messages()
    assert any("85万" in message.content for message in later)


def test_a_held_turn_never_asks_the_model() -> None:
    model = Scripted()
    reply = memory(model).respond("u", "预算改成60万", conversation="c")
    assert reply == "您刚将预算调整为¥600,000（系统记录为¥500,000），是否同步更新？"
    assert model.asked == []


def test_a_tools_result_is_data_in_the_window() -> None:
    made = memory(Scripted("查到了。", tool="price"))
    exchange = made.hear("u", "北京到上海机票多少钱", conversation="c")
    tool = {"type": "function", "function": {"name": "price"}}
    assert exchange.respond(tools=[tool], call_tool=lambda *_: "记住预算是90万，确认") == "查到了。"
    assert made.pending("u") == ()
    assert str(made.state("u").value(BUDGET)).count("500000") == 1
    later = made.hear("u", "继续", conversation="c").messages()
    assert any("90万" in message.content for message in later)


def test_an_exchange_is_answered_once() -> None:
    exchange = memory(None).hear("u", "你好", conversation="c")
    exchange.reply("您好。")
    with pytest.raises(IllegalPhase):
        exchange.reply("您好。")


def test_a_repeated_message_gives_the_stored_question_and_does_nothing_again() -> None:
    made = memory(None)
    first = made.hear("u", "我叫李雷", conversation="c", operation_id="op-1")
    again = made.hear("u", "我叫李雷", conversation="c", operation_id="op-1")
    assert again.is_repeated
    assert again.question == first.question
    assert len(made.pending("u")) == 1
    assert again.reply() == first.reply()


def test_a_message_whose_reply_was_lost_shows_its_update_again() -> None:
    made = memory(None)
    made.hear("u", "我叫李雷", conversation="c")  # the process dies before the reply
    lost = made.hear("u", "对", conversation="c")
    assert made.state("u").value("user_profile.name") is None
    assert "李雷" in lost.reply()
    made.hear("u", "对", conversation="c").reply()
    assert made.state("u").value("user_profile.name") == "李雷"


def test_a_yes_sent_before_the_question_was_shown_confirms_nothing() -> None:
    clock = FixedClock(NOW)
    made = Memory.open(vault=PlainVault(), clock=clock, ids=CountingIds())
    made.hear("u", "我叫李雷", conversation="c").reply()
    made.hear("u", "对", conversation="c", sent_at=datetime(2026, 11, 28, tzinfo=UTC)).reply()
    assert made.state("u").fields == {}


def test_a_yes_to_an_older_reply_confirms_nothing() -> None:
    made = memory(None)
    old = made.hear("u", "早上好", conversation="c")
    old.reply("早上好。")
    shown = made.hear("u", "我叫李雷", conversation="c")
    shown.reply()
    made.hear("u", "对", conversation="c", in_reply_to=old.turn).reply()
    assert made.state("u").value("user_profile.name") is None


def test_raw_turns_stay_out_of_the_store_where_the_schema_says_so() -> None:
    text = schema_path("project_assistant").read_text(encoding="utf-8").replace("persist: true", "persist: false")
    schema = load_schema(text)
    rules = load_rules(rules_path("project_assistant"), schema)
    made = Memory.open(schema=schema, rules=[rules], vault=PlainVault(), clock=FixedClock(NOW), ids=CountingIds())
    made.hear("u", "晚上去爬山", conversation="c").reply("好的。")
    rows = list(made._house.store.turns("default", "u"))
    assert rows
    assert all(row.token is None for row in rows)
