"""What users of similar systems reported about turns that overlap."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from dualmem.memory import Memory
from dualmem.ports import CallTool, Message, Tool
from tests.checks.talk import BUDGET, DEADLINE, NAME, Talk


class Slow:
    """A model that lets something happen while it is thinking."""

    def __init__(self, meanwhile: Callable[[], None]) -> None:
        self.meanwhile = meanwhile

    def stream(
        self,
        messages: Sequence[Message],
        *,
        deadline_s: float | None = None,
        tools: Sequence[Tool] = (),
        call_tool: CallTool | None = None,
    ) -> Iterator[str]:
        self.meanwhile()
        yield "好的。"


# chk-050-a
def test_changes_made_while_the_model_thinks_stay_and_no_transaction_is_open(tmp_path: Path) -> None:
    path, key = tmp_path / "memory.db", tmp_path / "master.key"

    def meanwhile() -> None:
        with sqlite3.connect(path, isolation_level=None, timeout=0) as other:
            other.execute("BEGIN IMMEDIATE")  # fails at once where the turn still holds a transaction
            other.execute("ROLLBACK")
        other.close()
        with Memory.open(path, key=key) as panel:
            panel.set("sam", NAME, "小明", channel="panel")
            Talk(panel).say("截止日期设为12月20日", conversation="other")

    with Memory.open(path, key=key, model=Slow(meanwhile)) as memory:
        talk = Talk(memory)
        talk.say("预算设为50万")
        assert memory.respond("sam", "帮我写一句总结", conversation="c").startswith("好的")
        assert talk.state.keys() == {BUDGET, NAME, DEADLINE}
        assert memory.audit.verify("sam").is_ok
