"""Conversations: whole cases, with what must hold after every turn."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from bench.understanding.rows import Row
from bench.understanding.stage import Stage, same, same_pending


def check(case: Row) -> tuple[list[str], bool]:
    """Give what is wrong after the turns of a case, and whether a value was written that should not have been."""
    stage = Stage.open(case)
    wrote_wrong = False
    for number, turn in enumerate(case["turns"], start=1):
        stage.say(turn["user"], speaker=turn.get("speaker", "user"), channel=turn.get("channel", "user"))
        faults, is_wrong_write = _after(stage, turn)
        wrote_wrong |= is_wrong_write
        if faults:
            said = stage.exchange.question if stage.exchange is not None else None
            return [f"turn {number} {turn['user']!r}: {'; '.join(faults)} [{said or ''}]"], wrote_wrong
    return [], wrote_wrong


def _after(stage: Stage, turn: Row) -> tuple[list[str], bool]:
    faults: list[str] = []
    state, pending = stage.state(), stage.pending()
    is_wrong_write = False
    if not same(state, turn["state"]):
        faults.append(f"state {state} != {turn['state']}")
        is_wrong_write = any(not same(value, turn["state"].get(path)) for path, value in state.items())
    expected = [(item["field"], item["value"]) for item in turn.get("pending", ())]
    if "pending" in turn and not same_pending(pending, expected):
        faults.append(f"pending {pending} != {expected}")
    faults += [f"no finding {name} in {stage.findings}" for name in turn.get("findings", ()) if name not in stage.findings]
    return faults, is_wrong_write


def run(rows: Iterable[Row]) -> dict[str, Any]:
    """Run cases and count."""
    kinds: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    languages: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    failed: list[str] = []
    wrong_writes: list[str] = []
    details: list[str] = []
    total = 0
    for case in rows:
        total += 1
        try:
            faults, is_wrong = check(case)
        except Exception as error:  # noqa: BLE001 - a crash is a failed case, and told
            faults, is_wrong = [f"crash: {type(error).__name__}: {error}"], False
        for table, key in ((kinds, case["kind"]), (languages, case["lang"])):
            table[key][0] += not faults
            table[key][1] += 1
        if faults:
            failed.append(case["id"])
            details.append(f"{case['id']} [{case['kind']}] {faults[0]}")
        if is_wrong:
            wrong_writes.append(case["id"])
    return {
        "passed": total - len(failed),
        "total": total,
        "by_kind": _table(kinds),
        "by_lang": _table(languages),
        "failed": failed,
        "wrong_writes": wrong_writes,
        "details": details,
    }


def _table(counts: dict[str, list[int]]) -> dict[str, dict[str, int]]:
    return {key: {"passed": passed, "total": total} for key, (passed, total) in sorted(counts.items())}
