"""Read-backs: what the system read back, what the user answered, and what must then be in the state."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

from bench.files import named_or_default, read_rows
from bench.understanding import naive
from bench.understanding.domain import domain_of
from bench.understanding.names_en import NAME_SHAPE, rules_of
from bench.understanding.slots import path_of, read_slots, value_of
from bench.understanding.system_turn import asks_more
from dualmem.memory import Memory
from dualmem.model.reading import ReadingContext
from dualmem.model.value import Value
from dualmem.schema.spec import RuleSet, Schema
from dualmem.testing.fakes import CountingIds, FixedClock, PlainVault
from dualmem.testing.seed import Start, seed
from dualmem.values.codec import to_json
from dualmem.values.compare import equal

ZONE = ZoneInfo("America/Los_Angeles")
NOW = datetime(2019, 3, 1, 9, tzinfo=ZONE)
CONFIRMATIONS = 0.819  # share of confirmations among public read-back episodes; the rest are corrections
YES = "yes"
MOST_SHOWN = 20
_STATING = ("-cue", "-bare")
_TYPES = ("text",)


@dataclass(slots=True)
class Tally:
    """What the episodes gave.

    Attributes:
        exact: By (label, is exact).
        wrong: Ids of episodes that wrote a wrong value.
        missed: Confirmations that were not all written.
        extractable: Corrections of typed and closed slots only, by exact.
        canonical: Episodes that are exact or wrong only where a text must be spelled as in the data's canonical list.
        naive_exact, naive_wrong: The same of the word list.
    """

    exact: Counter[tuple[str, bool]] = field(default_factory=Counter)
    wrong: list[tuple[str, str]] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    extractable: Counter[bool] = field(default_factory=Counter)
    canonical: Counter[tuple[str, str]] = field(default_factory=Counter)
    naive_exact: Counter[tuple[str, bool]] = field(default_factory=Counter)
    naive_wrong: Counter[str] = field(default_factory=Counter)


def run(files: Sequence[Any], limit: int | None, *, show: bool) -> dict[str, Any]:
    """Play every row that has pending and expected.

    An episode is exact where the state is the expected one after the turn, and after one further plain yes to what the
    reply showed again, where every value that it shows is right. A text counts as the row spells it: as the canonical
    name, or as one of the spellings that the row accepts for the changed slot (``Heathrow Airport``), with or without a
    leading article. ``canonical`` gives exact and wrong_written with the canonical names alone.

    A question of the system beside what it read back (``will you travel with luggage?``) is the model's own.

    Returns:
        The keys of the benches' face; shares are weighted to the natural mix.
    """
    files = named_or_default(files, "dialogues/confirm.en.jsonl")
    slots = read_slots("en")
    rows = [row for row in read_rows(files, limit) if "pending" in row and "expected" in row]
    tally, unmapped, episodes = Tally(), 0, 0
    for row in rows:
        names = {*row["pending"], *row["expected"]}
        if row["label"] not in {"affirm", "correct"}:
            continue
        episodes += 1
        if any(
            name not in slots or not slots[name]["n"] for name in names
        ):  # of a slot that nobody uses no field is made
            unmapped += 1
            continue
        _episode(row, slots, tally, show=show)
    return _result(tally, episodes, unmapped)


def _episode(row: Mapping[str, Any], slots: Mapping[str, Mapping[str, Any]], tally: Tally, *, show: bool) -> None:
    services = sorted({name.split(".")[0] for name in row["pending"]})
    schema, rules = spoken_domain(slots, tuple(services))
    context = ReadingContext(now=NOW, language="en")
    given = {name: _value(schema, slots, name, pair[1], context) for name, pair in row["pending"].items()}
    wanted = {name: _value(schema, slots, name, said, context) for name, said in row["expected"].items()}
    right = {path_of(name): (value, *_spellings(row, name)) for name, value in wanted.items()}
    held = _play(row, schema, rules, given=given, right=right)
    is_exact, wrong = _judged(held, right)
    label = row["label"]
    tally.exact[label, is_exact] += 1
    canonical = {path: values[:1] for path, values in right.items()}
    is_spelled = any(not _same(one, values[0]) for values in right.values() for one in values[1:])
    strict = _judged(_play(row, schema, rules, given=given, right=canonical) if is_spelled else held, canonical)
    tally.canonical[label, "exact"] += strict[0]
    tally.canonical[label, "wrong"] += bool(strict[1])
    if wrong:
        tally.wrong.append((row["id"], label))
    if label == "affirm" and not is_exact:
        tally.missed.append(row["id"])
    if label == "correct" and _is_extractable(row, slots):
        tally.extractable[is_exact] += 1
    if not is_exact:
        tally.failed.append(row["id"])
        if show:
            said = {path: to_json(value) for path, value in held.items()}
            want = {name: None if value is None else to_json(value) for name, value in wanted.items()}
            mark = "WRONG " if wrong else ""
            print(f"{mark}{row['id']} [{label}] {row['sys']!r}\n   user: {row['user']!r}")
            print(f"   shown { ({n: p[1] for n, p in row['pending'].items()}) }\n   held {said}\n   want {want}")
    _naive(row, tally, given, wanted)


def _judged(held: Mapping[str, Value], right: Mapping[str, tuple[Value | str | None, ...]]) -> tuple[bool, list[str]]:
    """Give whether all is held as it must be, and the paths that hold a wrong value."""
    wrong = [path for path, value in held.items() if not any(_same(value, one) for one in right.get(path, ()))]
    return held.keys() == right.keys() and not wrong, wrong


def _spellings(row: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Give the spellings that the row accepts for the new value of a slot."""
    change = row.get("changes", {}).get(name.rsplit(".", 1)[-1], {})
    return tuple(change.get("new", ()))


def spoken_domain(slots: Mapping[str, Mapping[str, Any]], services: Sequence[str]) -> tuple[Schema, RuleSet]:
    """Give the developer's schema and rules of some services; free texts stay texts."""
    domain = domain_of(slots, services, "en", str(ZONE))
    texts = {name: path for name, path in domain.paths.items() if slots[name]["type"] == "text"}
    fields = {
        path: replace(spec, type="text", choices=MappingProxyType({}), pattern=NAME_SHAPE)
        if path in texts.values()
        else spec
        for path, spec in domain.schema.fields.items()
    }
    schema = replace(
        domain.schema,
        fields=MappingProxyType(fields),
        expire_turns=1000,
        ask_at_most=MOST_SHOWN,
        expire_after=timedelta(0),
    )
    typed = [
        rule
        for rule in domain.rules.rules
        if rule.id.endswith(_STATING) and schema.fields[rule.field].type not in _TYPES
    ]
    rules = (*(replace(rule, clauses=("stated",)) for rule in typed), *rules_of(schema, iter(texts)))
    return schema, replace(domain.rules, rules=rules)


def _value(
    schema: Schema, slots: Mapping[str, Mapping[str, Any]], name: str, said: str, context: ReadingContext
) -> Value | None:
    return value_of(schema, slots[name], said, context)


def _play(
    row: Mapping[str, Any],
    schema: Schema,
    rules: RuleSet,
    *,
    given: Mapping[str, Value | None],
    right: Mapping[str, tuple[Value | str | None, ...]],
) -> dict[str, Value]:
    """Play the row, and a yes to what was shown again where it was right; give what is held."""
    with Memory.open(
        schema=schema, rules=[rules], vault=PlainVault(), clock=FixedClock(NOW), ids=CountingIds()
    ) as memory:
        shown = [
            {"field": path_of(name), "value": to_json(value), "quote": row["pending"][name][0]}
            for name, value in given.items()
            if value is not None
        ]
        said = [words for pair in row["pending"].values() for words in pair]
        seed(memory, "u", "c", Start(shown=shown, language="en", model_asks=asks_more(row["sys"] or "", said)))
        exchange = memory.hear("u", row["user"], conversation="c")
        exchange.reply()
        shown_again = exchange.shown
        if shown_again and all(any(_same(one.value, v) for v in right.get(one.field, ())) for one in shown_again):
            memory.hear("u", YES, conversation="c").reply()
        state = memory.state("u", reveal=True)
        return {path: held.value for path, held in state.fields.items()}


def _same(one: Value | None, other: Value | None) -> bool:
    """Compare two values; a text with or without a leading article, in any case."""
    if isinstance(one, str) and isinstance(other, str):
        return _bare(one) == _bare(other)
    return one is not None and other is not None and equal(one, other)


def _bare(text: str) -> str:
    return text.casefold().removeprefix("the ").strip()


def _is_extractable(row: Mapping[str, Any], slots: Mapping[str, Mapping[str, Any]]) -> bool:
    """Tell that every changed slot is typed or has a closed list."""
    service = next(iter(row["pending"])).split(".")[0]
    names = [name if name in slots else f"{service}.{name}" for name in row.get("changes", {})]
    return all(name in slots and slots[name]["type"] != "text" for name in names)


def _naive(
    row: Mapping[str, Any],
    tally: Tally,
    given: Mapping[str, Value | None],
    wanted: Mapping[str, Value | None],
) -> None:
    """A word list: a yes writes everything shown, anything else nothing."""
    held = given if naive.label(row["user"], "en") == "affirm" else {}
    is_exact = held.keys() == wanted.keys() and all(_same(held[name], wanted[name]) for name in held)
    tally.naive_exact[row["label"], is_exact] += 1
    if any(not _same(value, wanted.get(name)) for name, value in held.items()):
        tally.naive_wrong[row["label"]] += 1


def _result(tally: Tally, episodes: int, unmapped: int) -> dict[str, Any]:
    wrong = Counter(label for _, label in tally.wrong)
    counts = {label: tally.exact[label, True] + tally.exact[label, False] for label in ("affirm", "correct")}
    return {
        "episodes": episodes,
        "unmapped": unmapped,
        "confirmations": counts["affirm"],
        "corrections": counts["correct"],
        "exact": _mixed(tally.exact, counts),
        "wrong_written": _weighted(wrong, counts),
        "missed_confirmations": _share(len(tally.missed), counts["affirm"]),
        "corrections_exact": _share(tally.exact["correct", True], counts["correct"]),
        "canonical": {
            "exact": _weighted(Counter({label: tally.canonical[label, "exact"] for label in counts}), counts),
            "wrong_written": _weighted(Counter({label: tally.canonical[label, "wrong"] for label in counts}), counts),
        },
        "corrections_exact_extractable": _share(tally.extractable[True], sum(tally.extractable.values())),
        "naive": {
            "exact": _mixed(tally.naive_exact, counts),
            "wrong_written": _weighted(tally.naive_wrong, counts),
            "corrections_exact": _share(tally.naive_exact["correct", True], counts["correct"]),
        },
        "wrong": [name for name, _ in tally.wrong],
        "failed": tally.failed,
    }


def _mixed(exact: Counter[tuple[str, bool]], counts: Mapping[str, int]) -> float | None:
    return _weighted(Counter({label: exact[label, True] for label in counts}), counts)


def _weighted(hits: Counter[str], counts: Mapping[str, int]) -> float | None:
    """Give the share in the natural mix."""
    if not counts["affirm"] or not counts["correct"]:
        return None
    yes, other = hits["affirm"] / counts["affirm"], hits["correct"] / counts["correct"]
    return round(CONFIRMATIONS * yes + (1 - CONFIRMATIONS) * other, 4)


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
