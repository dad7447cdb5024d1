"""Confirm: what a user's answer is taken for: affirm, negate, correct or other."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.files import named_or_default, read_rows
from bench.understanding import naive
from bench.understanding.before import before_answer
from bench.understanding.slots import read_slots
from dualmem.memory import Memory
from dualmem.model.event import Event, EventKind
from dualmem.testing.fakes import CountingIds, FixedClock, PlainVault
from dualmem.testing.seed import Start, seed

LABELS = ("affirm", "negate", "correct", "other")
SELECT = "select"
_DISPUTED = Path(__file__).with_name("disputed.md")
_DISPUTED_ROW = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)
_ENDS = {
    EventKind.UPDATE_CONFIRMED: "affirm",
    EventKind.UPDATE_REJECTED: "negate",
    EventKind.UPDATE_SUPERSEDED: "correct",
}


def run(files: Sequence[Path], limit: int | None, *, show: bool) -> dict[str, Any]:
    """Play every row: what it read back (or asked) is shown, and the fate of the updates says what was understood.

    How a row is staged stands in ``before.py``.

    Returns:
        rows, accuracy, accuracy_without_select, dangerous (negate or correct read as affirm), dangerous_share,
        confusion, naive, by_file, failed, hand (rows labelled by hand: rows, accuracy, dangerous, disputed and
        accuracy_without_disputed; disputed.md lists and explains the disputed rows and scores nothing).
    """
    files = named_or_default(files, "dialogues/confirm.*.jsonl")
    by_file = {path.name: _file(path, limit, show=show) for path in files}
    total = _summed(list(by_file.values()))
    return {**total, "by_file": {name: _without_counts(result) for name, result in by_file.items()}}


def _file(path: Path, limit: int | None, *, show: bool) -> dict[str, Any]:
    language = "zh" if ".zh." in path.name else "en"
    slots = read_slots(language)
    confusion, without_select = Counter[tuple[str, str]](), Counter[bool]()
    naive_confusion = Counter[tuple[str, str]]()
    dangerous: list[str] = []
    failed: list[str] = []
    by_hand: dict[str, bool] = {}
    for row in read_rows([path], limit):
        found = understood(row, slots, language)
        confusion[row["label"], found] += 1
        naive_confusion[row["label"], naive.label(row["user"], language)] += 1
        if row.get("sub") != SELECT:
            without_select[found == row["label"]] += 1
        if row.get("label_by") == "hand":
            by_hand[row["id"]] = found == row["label"]
        if found == "affirm" and row["label"] in {"negate", "correct"}:
            dangerous.append(row["id"])
        if found != row["label"]:
            failed.append(row["id"])
            if show:
                mark = "DANGEROUS " if row["id"] in dangerous else ""
                print(f"{mark}{row['id']} {row['label']} -> {found} [{row.get('sub')}]\n   sys: {row['sys']!r}")
                print(f"   user: {row['user']!r} { ({n: p[1] for n, p in row.get('pending', {}).items()}) }")
    return {
        "confusion": confusion,
        "without_select": without_select,
        "naive_confusion": naive_confusion,
        "dangerous_ids": dangerous,
        "failed": failed,
        "by_hand": by_hand,
    }


def understood(row: Mapping[str, Any], slots: Mapping[str, Mapping[str, Any]], language: str) -> str:
    """Give what dualmem took the user's answer for, by what became of what was shown and stored."""
    before = before_answer(row, slots, language)
    with Memory.open(
        schema=before.schema, rules=before.rules, vault=PlainVault(), clock=FixedClock(before.now), ids=CountingIds()
    ) as memory:
        start = Start(state=before.state, shown=before.shown, language=language, model_asks=before.model_asks)
        seed(memory, "u", "c", start)
        if before.has_values and not before.shown and row["sys"]:
            memory.said("u", row["sys"], "c")
        shown = {update.id for update in memory.pending("u")}
        exchange = memory.hear("u", row["user"], conversation="c")
        return fate(exchange.events, shown, has_values=before.has_values)


def fate(events: Sequence[Event], shown: set[str], *, has_values: bool = False) -> str:
    """Give the one word for what became of the shown updates: a change of value beats a no, and a no beats a yes.

    A further value beside values that were read back says that these were not all: a correction, unless they were
    affirmed. Beside a no it says what is wanted instead.
    """
    ends = set()
    for event in events:
        if event.update not in shown:
            continue
        end = _ENDS.get(event.kind)
        if end == "affirm" and event.reason == "corrected":
            end = "correct"
        if end is not None:
            ends.add(end)
    if any(event.kind is EventKind.UPDATE_CONFIRMED and event.update not in shown for event in events):
        ends.add("correct")
    has_more = any(event.kind is EventKind.UPDATE_PROPOSED and event.update not in shown for event in events)
    if has_more and ("negate" in ends or (has_values and not ends)):
        ends.add("correct")
    return next((label for label in ("correct", "negate", "affirm") if label in ends), "other")


def _summed(results: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Give the measures over all files."""
    confusion, naive_confusion = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    without_select = Counter[bool]()
    for result in results:
        confusion += result["confusion"]
        naive_confusion += result["naive_confusion"]
        without_select += result["without_select"]
    dangerous = [name for result in results for name in result["dangerous_ids"]]
    rows = sum(confusion.values())
    return {
        "rows": rows,
        "accuracy": _right(confusion),
        "accuracy_without_select": round(without_select[True] / max(1, sum(without_select.values())), 4),
        "dangerous": len(dangerous),
        "dangerous_share": round(len(dangerous) / max(1, rows), 4),
        "dangerous_ids": dangerous,
        "confusion": {label: {found: confusion[label, found] for found in LABELS} for label in LABELS},
        "naive": {
            "accuracy": _right(naive_confusion),
            "dangerous_share": round(
                sum(naive_confusion[label, "affirm"] for label in ("negate", "correct")) / max(1, rows), 4
            ),
        },
        "failed": [name for result in results for name in result["failed"]],
        "hand": _hand(results),
    }


def _hand(results: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Give the measures over the rows that were labelled by hand, with and without the disputed ones."""
    right = {name: is_right for result in results for name, is_right in result["by_hand"].items()}
    disputed = set(_DISPUTED_ROW.findall(_DISPUTED.read_text(encoding="utf-8"))) & right.keys()
    clear = [is_right for name, is_right in right.items() if name not in disputed]
    return {
        "rows": len(right),
        "accuracy": round(sum(right.values()) / max(1, len(right)), 4),
        "dangerous": sum(name in right for result in results for name in result["dangerous_ids"]),
        "disputed": len(disputed),
        "accuracy_without_disputed": round(sum(clear) / max(1, len(clear)), 4),
    }


def _right(confusion: Counter[tuple[str, str]]) -> float:
    return round(sum(confusion[label, label] for label in LABELS) / max(1, sum(confusion.values())), 4)


def _without_counts(result: Mapping[str, Any]) -> dict[str, Any]:
    summed = _summed([result])
    return {key: value for key, value in summed.items() if key not in {"failed", "dangerous_ids"}}
