"""Confirm: what a user's answer is taken for: affirm, negate, correct or other."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

from bench.files import named_or_default, read_rows
from bench.understanding import naive
from bench.understanding.domain import worded
from bench.understanding.slots import path_of, read_slots, schema_of, value_of
from dualmem.memory import Memory
from dualmem.model.event import Event, EventKind
from dualmem.model.field import FieldSpec
from dualmem.model.reading import ReadingContext
from dualmem.schema.spec import Schema
from dualmem.testing.fakes import CountingIds, FixedClock, PlainVault
from dualmem.testing.seed import Start, seed
from dualmem.values.codec import to_json

LABELS = ("affirm", "negate", "correct", "other")
SELECT = "select"
_ZONES = {"en": "America/Los_Angeles", "zh": "Asia/Shanghai"}
_REQUEST = "request"
_SENTENCE = re.compile(r"[^。！!？?；;]*(?:[。！!？?；;]|$)[？?\s]*")
_MOST_ASKED = 80
_TELLING = frozenset(("INFORM", "INFORM_COUNT", "NOTIFY_SUCCESS", "NOTIFY_FAILURE", "GOODBYE"))
_UNKNOWN_QUESTION = "Is that right, or is there anything else?"  # both kinds of answer fit it
_DISPUTED = Path(__file__).with_name("disputed.md")
_DISPUTED_ROW = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)
_PREFIXES = {"multiwoz21": "multiwoz", "multiwoz_zh": "multiwoz_zh", "crosswoz": "crosswoz", "risawoz": "risawoz"}
_ENDS = {
    EventKind.UPDATE_CONFIRMED: "affirm",
    EventKind.UPDATE_REJECTED: "negate",
    EventKind.UPDATE_SUPERSEDED: "correct",
}


def run(files: Sequence[Path], limit: int | None, *, show: bool) -> dict[str, Any]:
    """Play every row: what it read back (or asked) is shown, and the fate of the updates says what was understood.

    How a row is staged, whatever its label: what was read back (``pending``), else the old value of the slot that a
    change is about (``changes``), is shown as updates of typed fields made from the slot list. A row with neither is
    shown as one update of a text field that holds what the system asked: its last sentence that is a question (an
    offer, ``还有什么可以帮您的吗``, ``would you like me to book it?``), else its last sentence. ``没有了，再见`` then
    refuses ``还有别的要求吗``, and a yes takes up exactly the offer that the last sentence made. Where the row gives
    the acts of the system and all of them only tell (a success, a fact), nothing was asked and nothing is shown. Where
    the row does not give the words of the system at all, what is shown is a question that both a yes to what was
    read back and a no to anything else answer.

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
    """Give what dualmem took the user's answer for, by what became of the shown updates."""
    zone = ZoneInfo(_ZONES[language])
    now = datetime(2019, 3, 1, 9, tzinfo=zone)
    schema, shown = _stage(row, slots, language, now)
    with Memory.open(schema=schema, rules=[], vault=PlainVault(), clock=FixedClock(now), ids=CountingIds()) as memory:
        seed(memory, "u", "c", Start(shown=shown, language=language))
        before = {update.id for update in memory.pending("u")}
        exchange = memory.hear("u", row["user"], conversation="c")
        return fate(exchange.events, before)


def fate(events: Sequence[Event], shown: set[str]) -> str:
    """Give the one word for what became of the shown updates: a change of value beats a no, and a no beats a yes."""
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
    return next((label for label in ("correct", "negate", "affirm") if label in ends), "other")


def _stage(
    row: Mapping[str, Any], slots: Mapping[str, Mapping[str, Any]], language: str, now: datetime
) -> tuple[Schema, list[dict[str, object]]]:
    """Give the schema of a row and what was shown."""
    context = ReadingContext(now=now, language=language)
    given = {name: pair[1] for name, pair in row.get("pending", {}).items()}
    if not given:
        given = {_slot_of(row, name): change["old"][0] for name, change in _changes(row).items() if change.get("old")}
    known = {name: said for name, said in given.items() if name in slots}
    if not known and set(row.get("sys_acts") or ("?",)) <= _TELLING:
        return _request_schema(language, now), []
    if not known:
        return _request_schema(language, now), [{"field": _REQUEST, "value": _request(row["sys"]), "quote": ""}]
    services = {name.rsplit(".", 1)[0] for name in known}
    chosen = [slot for name, slot in slots.items() if name.rsplit(".", 1)[0] in services]
    schema = schema_of(chosen, language, timezone=_ZONES[language], currency="USD" if language == "en" else "CNY")
    schema = worded(schema, chosen, language) if language == "en" else schema
    shown: list[dict[str, object]] = []
    for name, said in known.items():
        value = value_of(schema, slots[name], said, context)
        if value is not None:
            shown.append({"field": path_of(name), "value": to_json(value), "quote": said})
    return schema, shown or [{"field": path_of(next(iter(known))), "value": "?", "quote": ""}]


def _request(said: str | None) -> str:
    """Give what the system asked: its last sentence that is a question, else its last sentence."""
    sentences: list[str] = [part.strip() for part in _SENTENCE.findall(said or "") if part.strip()]
    asked = [part for part in sentences if part.endswith(("?", "？"))]
    return (asked or sentences or [_UNKNOWN_QUESTION])[-1][-_MOST_ASKED:]


def _changes(row: Mapping[str, Any]) -> Mapping[str, Any]:
    changes = row.get("changes", {})
    return changes if isinstance(changes, Mapping) else {}


def _slot_of(row: Mapping[str, Any], name: str) -> str:
    """Give the slot key of a changed slot of another source than SGD."""
    prefix = next((known for start, known in _PREFIXES.items() if row["source"].startswith(start)), "")
    return f"{prefix}:{name}" if prefix else name


def _request_schema(language: str, now: datetime) -> Schema:
    spec = FieldSpec(path=_REQUEST, type="text", labels=MappingProxyType({language: (_REQUEST,)}), max_length=200)
    return Schema(
        id="request",
        version=1,
        languages=(language,),
        timezone=str(now.tzinfo),
        fields=MappingProxyType({_REQUEST: spec}),
    )


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
