"""Conversations: cases with a start, user turns, and the whole state and queue that must hold after each."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from bench.files import named_or_default, read_rows
from dualmem.memory import Memory
from dualmem.specs import Specs, load_specs
from dualmem.testing.seed import Start, seed
from dualmem.values.codec import to_json

SUBJECT, CONVERSATION = "bench", "case"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one case gave.

    Attributes:
        problem: The first thing that differs; None where all is right.
        wrong_write: A state that is not the expected one.
    """

    problem: str | None
    wrong_write: bool = False


def run(files: Sequence[Path], limit: int | None, *, show: bool) -> dict[str, Any]:
    """Run every case of the files.

    Returns:
        passed, total, by_kind, by_lang, failed, wrong_writes (ids whose state is not the expected one).
    """
    files = named_or_default(files, "cases/conversations.*.jsonl", "cases/reports.*.jsonl")
    rows = [row for row in read_rows(files, limit) if "turns" in row]
    specs: dict[str, Specs] = {}
    by_kind, by_lang = Counter[tuple[str, bool]](), Counter[tuple[str, bool]]()
    failed: list[str] = []
    wrong: list[str] = []
    for row in rows:
        name = row["schema"]
        try:
            outcome = play(row, specs.setdefault(name, specs.get(name) or load_specs(name)))
        except Exception as error:  # noqa: BLE001 - a crash is a result of the bench
            outcome = Outcome(f"crash: {error!r}")
        by_kind[row["kind"], outcome.problem is None] += 1
        by_lang[row["lang"], outcome.problem is None] += 1
        if outcome.problem is None:
            continue
        failed.append(row["id"])
        wrong += [row["id"]] if outcome.wrong_write else []
        if show:
            print(f"{row['id']}: {outcome.problem}\n    why: {row['why']}")
    return {
        "passed": len(rows) - len(failed),
        "total": len(rows),
        "by_kind": _shares(by_kind),
        "by_lang": _shares(by_lang),
        "failed": failed,
        "wrong_writes": wrong,
    }


def play(row: Mapping[str, Any], specs: Specs) -> Outcome:
    """Play one case through Memory and compare after each turn."""
    now = datetime.fromisoformat(row["now"])
    with Memory.open(None, schema=specs.schema, rules=specs.rules, clock=lambda: now) as memory:
        start = Start(
            state=row["state"],
            shown=row["shown"],
            queued=row.get("queued", ()),
            asked=row.get("asked", ()),
            model_asks=row.get("model_asks", False),
            language=row["lang"] if row["lang"] in specs.schema.languages else None,
        )
        seed(memory, SUBJECT, CONVERSATION, start)
        turns = row["turns"]
        for number, turn in enumerate(turns):
            follows = turns[number + 1] if number + 1 < len(turns) else {}
            if turn.get("speaker") == "assistant":
                if number == 0 or turns[number - 1].get("speaker") == "assistant" or "channel" in turns[number - 1]:
                    memory.said(SUBJECT, turn["user"], CONVERSATION)
                findings: set[str] = set()
            else:
                exchange = memory.hear(
                    SUBJECT, turn["user"], conversation=CONVERSATION, channel=turn.get("channel", "user")
                )
                findings = {f"{finding.kind}:{finding.field}" for finding in exchange.findings}
                outcome = _compare(memory, turn, findings, number)
                if outcome.problem is not None:
                    return outcome
                if turn.get("channel", "user") == "user":
                    exchange.reply(follows["user"] if follows.get("speaker") == "assistant" else "")
                continue
            outcome = _compare(memory, turn, findings, number)
            if outcome.problem is not None:
                return outcome
    return Outcome(None)


def _compare(memory: Memory, turn: Mapping[str, Any], findings: set[str], number: int) -> Outcome:
    """Compare state, queue and findings after one turn."""
    state = {path: to_json(held.value) for path, held in memory.state(SUBJECT, reveal=True).fields.items()}
    where = f"turn {number + 1} {turn['user'][:60]!r}"
    if not same(state, turn["state"]):
        return Outcome(f"{where}: state {state}, wanted {turn['state']}", wrong_write=True)
    found = sorted((update.field, update.value) for update in _waiting(memory))
    wanted = sorted((update["field"], update["value"]) for update in turn["pending"])
    if len(found) != len(wanted) or not all(same(list(a), list(b)) for a, b in zip(found, wanted, strict=True)):
        return Outcome(f"{where}: queue {found}, wanted {wanted}")
    missing = set(turn.get("findings", ())) - findings
    if missing:
        return Outcome(f"{where}: findings {sorted(findings)}, wanted {sorted(missing)} too")
    return Outcome(None)


def _waiting(memory: Memory) -> list[Any]:
    return sorted(memory.pending(SUBJECT), key=lambda update: (update.field, str(update.value)))


def same(one: Any, other: Any) -> bool:
    """Tell whether two JSON values mean the same: amounts as decimals, text exactly, moments as instants."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, str) and isinstance(other, str):
        return one == other or _same_text(one, other)
    return bool(one == other)


def _same_text(one: str, other: str) -> bool:
    try:
        return Decimal(one) == Decimal(other)
    except InvalidOperation:
        pass
    try:
        return datetime.fromisoformat(one) == datetime.fromisoformat(other)
    except (ValueError, TypeError):
        return False


def _shares(counts: Counter[tuple[str, bool]]) -> dict[str, dict[str, int]]:
    names = sorted({name for name, _ in counts})
    return {name: {"passed": counts[name, True], "total": counts[name, True] + counts[name, False]} for name in names}
