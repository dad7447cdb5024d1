"""Corrections: a statement against what is stored raises a conflict of that slot, and nothing else does."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.files import named_or_default, read_rows
from bench.understanding.dialogues import ZONES, Stage, aliases_of
from bench.understanding.domain import groups_of, slot_key
from bench.understanding.slots import read_slots
from dualmem.model.event import EventKind
from dualmem.model.value import Value
from dualmem.testing.seed import Start, seed
from dualmem.values.codec import to_json
from dualmem.values.compare import equal
from dualmem.values.parse import parse

_CONFLICTS = (EventKind.UPDATE_PROPOSED, EventKind.UPDATE_CONFIRMED, EventKind.FIELD_SET, EventKind.FIELD_CLEARED)


def run(files: Sequence[Path], limit: int | None, *, show: bool) -> dict[str, Any]:
    """Seed the state before each turn, give what the system said as the reply before, and hear the user.

    A row with a conflict is found where the turn leaves its slot with another value that waits or was written. A
    A value that can not be stored (dontcare) is in question where another one is proposed. A
    control that restates a stored slot is a false alarm where that slot is put in question; one that states a new slot,
    where any stored slot is (``false_alarms_any`` counts every other slot of the first kind too: some do change there).

    Returns:
        conflicts, controls, recall (typed and closed slots), recall_all, false_alarms, by_lang, naive, failed.
    """
    files = named_or_default(files, "dialogues/corrections.*.jsonl")
    slots = {language: read_slots(language) for language in ZONES}
    aliases = {language: aliases_of(language) for language in ZONES}
    stages: dict[tuple[str, ...], Stage] = {}
    counts: dict[str, Counter[str]] = {language: Counter() for language in ZONES}
    failed: list[str] = []
    for number, row in enumerate(read_rows(files, limit)):
        language = row["lang"]
        groups = groups_of(row, slots[language], aliases[language])
        stage = stages.get((language, *groups))
        if stage is None:
            stage = stages[language, *groups] = Stage.open(slots[language], aliases[language], groups, language)
        if not _row(stage, row, f"c{number}", counts[language], show=show):
            failed.append(row["id"])
            if show:
                print(
                    f"{'missed' if row['conflict'] else 'FALSE'} {row['id']} [{row['kind']}] {row.get('old')} -> {row['new']}"
                )
                print(f"   sys: {row['sys']!r}\n   user: {row['user']!r}")
    for stage in stages.values():
        stage.memory.close()
    return _result(counts, failed)


def _held(stage: Stage, row: Mapping[str, Any]) -> dict[str, Value]:
    """Give what is stored before the turn, by path."""
    held: dict[str, Value] = {}
    for name, given in row["state_before"].items():
        path, typed, _ = stage.typed(name, given, row["source"])
        if path is not None and typed:
            held[path] = typed[0]
    return held


def _raised(stage: Stage, row: Mapping[str, Any], held: Mapping[str, Value], subject: str) -> set[str | None]:
    """Hear the turn with that stored; give the fields whose stored value it puts in question."""
    seed(stage.memory, subject, subject, Start(state={path: to_json(value) for path, value in held.items()}))
    if row["sys"]:
        stage.memory.said(subject, row["sys"], subject)
    events = stage.memory.hear(subject, row["user"], conversation=subject).events
    slot_path = stage.typed(row["slot"], row["new"], row["source"])[0] if row["conflict"] else None
    conflicts = [event for event in events if event.kind in _CONFLICTS]
    raised: set[str | None] = {e.field for e in conflicts if e.field is not None and _differs(held, e.field, e.value)}
    raised |= {e.field for e in conflicts if e.field == slot_path and slot_path not in held}
    return raised | {change.field for event in events for change in event.changes if change.field in held}


def _row(stage: Stage, row: Mapping[str, Any], subject: str, counts: Counter[str], *, show: bool) -> bool:
    """Play one row; tell whether it came out right."""
    source = row["source"]
    held = _held(stage, row)
    raised = _raised(stage, row, held, subject)
    path, _, _ = stage.typed(row["slot"], row["new"], source)
    spec = stage.domain.schema.find(path) if path is not None else None
    key = slot_key(source, row["slot"], stage.slots, stage.aliases)
    is_closed = spec is not None and stage.slots.get(key, {}).get("type") != "text"
    naive = _naive(stage, row, held)
    if not row["conflict"]:
        counts["controls"] += 1
        counts["false_any"] += bool(raised)
        mine, plain = ({path} & raised, {path} & naive) if path in held else (raised, naive)
        counts["false"] += bool(mine)
        counts["naive_false"] += bool(plain)
        if mine and show:
            print(f"FALSE {row['id']}: {sorted(map(str, mine))} {[(str(p), str(held.get(str(p)))) for p in mine]}")
        return not mine
    is_found = path in raised
    counts["conflicts"] += 1
    counts["found"] += is_found
    if is_closed:
        counts["closed"] += 1
        counts["closed_found"] += is_found
        counts["naive_found"] += path in naive
    return is_found or not is_closed


def _differs(held: Mapping[str, Value], path: str, value: Value | None) -> bool:
    """Tell that the field holds a value, and another one than this."""
    return path in held and (value is None or not equal(held[path], value))


def _naive(stage: Stage, row: Mapping[str, Any], held: Mapping[str, Value]) -> set[str]:
    """By type alone: a stored value is in question where the turn holds another value of its type."""
    found = set()
    for path, value in held.items():
        spec = stage.domain.schema.field(path)
        if spec.type == "text":
            continue
        context = stage.context._replace(default_currency=spec.default_currency, choices=spec.choices)
        readings = [one.value for one in parse(spec.type, row["user"], context) if one.value is not None]
        if readings and not any(equal(one, value) for one in readings):
            found.add(path)
    return found


def _result(counts: Mapping[str, Counter[str]], failed: list[str]) -> dict[str, Any]:
    total = sum(counts.values(), Counter[str]())
    by_lang = {language: _measures(found) for language, found in counts.items() if found}
    return {**_measures(total), "by_lang": by_lang, "failed": failed}


def _measures(found: Counter[str]) -> dict[str, Any]:
    return {
        "conflicts": found["conflicts"],
        "conflicts_typed_or_closed": found["closed"],
        "controls": found["controls"],
        "recall": _share(found["closed_found"], found["closed"]),
        "recall_all": _share(found["found"], found["conflicts"]),
        "false_alarms": _share(found["false"], found["controls"]),
        "false_alarms_any": _share(found["false_any"], found["controls"]),
        "naive": {
            "recall": _share(found["naive_found"], found["closed"]),
            "false_alarms": _share(found["naive_false"], found["controls"]),
        },
    }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
