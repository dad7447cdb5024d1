"""What a whole turn costs the store: one transaction and one sync for each committed step, whatever the history."""

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from bench.faults.talk import open_memory
from dualmem.memory import Memory

SAYINGS = (
    "总预算控制在五十万以内",
    "确认",
    "记住我的手机号13800138000",
    "改成60万",
    "撤销",
    "今天天气不错",
    "我叫小明",
)
WRITES = ("INSERT", "UPDATE", "DELETE")


def statements(memory: Memory, act: object) -> Counter[str]:
    """Count the statements that an act runs on the store, by their first word."""
    seen: list[str] = []
    connection = memory._house.store._database.connection()  # type: ignore[attr-defined]
    connection.set_trace_callback(seen.append)
    act()  # type: ignore[operator]
    connection.set_trace_callback(None)
    return Counter(text.split()[0] for text in seen)


def test_a_heard_turn_and_its_reply_are_one_read_and_one_transaction_each(tmp_path: Path) -> None:
    with open_memory(tmp_path) as memory:
        for text in SAYINGS:
            exchanges: list[object] = []
            heard = statements(memory, lambda t=text, e=exchanges: e.append(memory.hear("wei", t, conversation="c")))
            replied = statements(memory, lambda e=exchanges: e[0].reply("好的。"))  # type: ignore[attr-defined]
            for words in (heard, replied):
                assert (words["BEGIN"], words["COMMIT"]) == (1, 1), (text, words)
                assert sum(words[name] for name in WRITES) <= 5, (text, words)
                reads = 2 if text == "撤销" else 1  # an undo looks at the notes too
                assert words["SELECT"] <= reads, (text, words)


def work(memory: Memory, act: object) -> int:
    """Count the steps of SQLite's virtual machine that an act takes."""
    count = 0

    def tick() -> int:
        nonlocal count
        count += 1
        return 0

    connection = memory._house.store._database.connection()  # type: ignore[attr-defined]
    connection.set_progress_handler(tick, 1)
    act()  # type: ignore[operator]
    connection.set_progress_handler(None, 0)
    return count


def test_a_turn_costs_the_store_the_same_after_a_long_history(tmp_path: Path) -> None:
    def turn(memory: Memory, number: int) -> int:
        def whole() -> None:
            memory.hear("wei", f"今天天气不错{number}", conversation="c").reply("是啊。")

        return work(memory, whole)

    with open_memory(tmp_path) as memory:
        early = [turn(memory, number) for number in range(20)][-1]
        for number in range(150):
            memory.set("wei", "business_context.budget.ceiling", {"amount": str(number), "currency": "CNY"})
        memory.set("wei", "business_context.budget.ceiling", {"amount": "1", "currency": "CNY"})
        late = [turn(memory, number) for number in range(20, 30)][-1]
    # one field more is stored than before: reading it is all that was added
    assert late <= early + 60, (early, late)


TALK = """
import sys
from pathlib import Path
from dualmem.memory import Memory
from dualmem.model.plans import AnchorPlan, BackupPlan
folder, has_upkeep = Path(sys.argv[1]), sys.argv[2] == "upkeep"
plans = {"backup": BackupPlan(), "anchor": AnchorPlan(file=folder / "heads.log")} if has_upkeep else {}
with Memory.open(folder / "memory.db", key=folder / "key", **plans) as memory:
    memory.hear("wei", "总预算控制在五十万以内", conversation="c").reply("好的。")
    if has_upkeep:  # the first commit of a day makes a backup and an anchor; the turns after it are ordinary ones
        memory._upkeep.wait()
        memory.hear("wei", "你好", conversation="d").reply("你好。")
        memory._upkeep.wait()
    print("begin", flush=True)
    sys.stdin.readline()
    for text in ("确认", "改成60万", "今天天气不错"):
        memory.hear("wei", text, conversation="c").reply("好的。")
    print("end", flush=True)
    sys.stdin.readline()
"""


@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace to count syncs")
@pytest.mark.parametrize("plans", ["upkeep", "none"])
def test_every_committed_step_is_one_sync_of_the_log(tmp_path: Path, plans: str) -> None:
    if subprocess.run(["strace", "-o", "/dev/null", "true"], check=False, capture_output=True).returncode:
        pytest.skip("strace may not trace here")
    trace = tmp_path / "trace"
    command = ["strace", "-f", "-y", "-e", "trace=fsync,fdatasync,write", "-o", str(trace)]
    with subprocess.Popen(
        [*command, sys.executable, "-c", TALK, str(tmp_path / "store"), plans],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        assert child.stdout.readline() == "begin\n"
        child.stdin.write("\n")
        child.stdin.flush()
        assert child.stdout.readline() == "end\n"
        child.stdin.write("\n")
        child.stdin.flush()
    lines = trace.read_text(encoding="utf-8", errors="replace").splitlines()
    begin = next(index for index, line in enumerate(lines) if '"begin' in line)
    end = next(index for index, line in enumerate(lines) if '"end' in line)
    synced = [
        match[1] for line in lines[begin:end] if (match := re.search(r"f(?:data)?sync\(\d+<[^>]*/([^/>]+)>", line))
    ]
    assert synced == ["memory.db-wal"] * 6, synced
