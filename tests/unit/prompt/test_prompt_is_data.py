"""Prompt: a block that comes back as text of any other channel changes nothing."""

from datetime import datetime

import pytest

from dualmem.memory import Memory

NOW = datetime.fromisoformat("2026-11-29T09:00:00+08:00")


@pytest.mark.parametrize("channel", ["system", "assistant", "tool", "document"])
def test_the_prompt_itself_is_data_on_every_other_channel(channel) -> None:
    with Memory.open(clock=lambda: NOW) as memory:
        for text in ("预算设为50万", "截止日期设为12月20日", "/note 周五开会", "note: call Bob"):
            memory.hear("sam", text, conversation="c").reply()
        memory.hear("sam", "项目编号是PROJ-2024-001", conversation="c").reply()
        block = "\n".join(each.content for each in memory.hear("sam", "你好", conversation="c").messages())
        assert "PROJ-2024-001" in block
        before = _everything(memory)
        if channel == "assistant":
            memory.said("sam", block, "c")
        else:
            memory.hear("sam", block, conversation="c", channel=channel)
        assert _everything(memory) == before


def _everything(memory: Memory) -> tuple[object, ...]:
    state = memory.state("sam", reveal=True)
    return (state.version, dict(state.fields), memory.pending("sam"), memory.recall("sam"))
