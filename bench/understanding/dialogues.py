"""Dialogues: public dialogues played through Memory; the bench plays the user who answers what is shown."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from bench.files import named_or_default, read_rows
from bench.understanding.domain import Domain, domain_of, groups_of, slot_key, source_of
from bench.understanding.slots import read_slots
from dualmem.exchange import Exchange
from dualmem.memory import Memory
from dualmem.model.pending import Shown
from dualmem.model.reading import ReadingContext
from dualmem.model.value import Day, Value
from dualmem.testing.fakes import CountingIds, FixedClock, PlainVault
from dualmem.values.compare import equal

ZONES = {"en": "America/Los_Angeles", "zh": "Asia/Shanghai"}
MOST_ANSWERS = 4
_NO = {"en": "no, ", "zh": "不对，是"}
_ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth"}
_NO_VALUES = frozenset({"none", "dontcare", "不在意", "do n't care", "not mentioned", ""})


@dataclass(slots=True)
class Gold:
    """What a dialogue says must be held: field path to the values that count as right, and one spelling to say."""

    values: dict[str, tuple[Value, ...]] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)

    def is_right(self, path: str, value: Value) -> bool:
        """Tell that a value is the gold of now."""
        return any(same(value, one) for one in self.values.get(path, ()))


@dataclass(slots=True)
class Played:
    """What one dialogue gave.

    Attributes:
        errors: ``field: held / wanted`` of what is held wrong at the end.
        said: Values the user said, typed.
        held: Of these, held when the turn was over.
        questions: Replies that ask something and confirm no right value.
        things: Values shown that are not right, each time they are shown, and fields asked for.
        confirmations: Right values shown.
        rounds: User turns of the dialogue until the last required value was said.
        rounds_again: The same in a second conversation, where only what is not held must be said.
        missed: What was said and not held.
        asked: What the other questions were.
    """

    errors: list[str] = field(default_factory=list)
    said: int = 0
    held: int = 0
    questions: int = 0
    things: int = 0
    confirmations: int = 0
    rounds: int = 0
    rounds_again: int = 0
    missed: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)


def run(files: Sequence[Path], limit: int | None, *, show: bool) -> dict[str, Any]:
    """Play every dialogue with the heartbeat's questions answered (on), and not (off: the first value stays).

    Returns:
        by_source: dialogues, error_off, error_on, coverage, questions_per_dialogue, things_per_dialogue,
        confirmations_per_dialogue, rounds_off, rounds_on, failed.
    """
    files = named_or_default(files, "dialogues/dialogues.*.jsonl")
    slots = {language: read_slots(language) for language in ZONES}
    aliases = {language: aliases_of(language) for language in ZONES}
    on: dict[str, list[tuple[str, Played]]] = defaultdict(list)
    off: dict[str, list[Played]] = defaultdict(list)
    stages: dict[tuple[str, ...], Stage] = {}
    for number, row in enumerate(read_rows(files, limit)):
        language = row["lang"]
        groups = groups_of(row, slots[language], aliases[language])
        stage = stages.get((language, *groups))
        if stage is None:
            stage = stages[language, *groups] = Stage.open(slots[language], aliases[language], groups, language)
        played = stage.play(row, f"on{number}")
        on[source_of(row)].append((row["id"], played))
        off[source_of(row)].append(stage.play(row, f"off{number}", has_heartbeat=False))
        if show:
            _print(row, played)
    for stage in stages.values():
        stage.memory.close()
    return {"by_source": {source: _result(on[source], off[source]) for source in on}}


@dataclass(slots=True)
class Stage:
    """One memory with the schema and rules of some services; each dialogue is a subject of its own."""

    memory: Memory
    domain: Domain
    slots: Mapping[str, Mapping[str, Any]]
    aliases: Mapping[str, str]
    language: str
    context: ReadingContext

    @classmethod
    def open(
        cls,
        slots: Mapping[str, Mapping[str, Any]],
        aliases: Mapping[str, str],
        groups: Sequence[str],
        language: str,
    ) -> "Stage":
        """Open a memory for some services."""
        zone = ZONES[language]
        now = datetime(2019, 3, 1, 9, tzinfo=ZoneInfo(zone))
        domain = domain_of(slots, groups, language, zone)
        memory = Memory.open(
            schema=domain.schema, rules=[domain.rules], vault=PlainVault(), clock=FixedClock(now), ids=CountingIds()
        )
        return cls(memory, domain, slots, aliases, language, ReadingContext(now=now, language=language))

    def play(self, row: Mapping[str, Any], subject: str, *, has_heartbeat: bool = True) -> Played:
        """Play one dialogue from its first turn to its last."""
        gold, played = Gold(), Played()
        turns = row["turns"]
        said_at: dict[str, int] = {}
        user_turns = 0
        for place, turn in enumerate(turns):
            if turn["role"] != "user":
                continue
            user_turns += 1
            self._learn(gold, turn, row["source"])
            exchange = self.memory.hear(subject, turn["text"], conversation=subject)
            exchange = self._settle(exchange, gold, played, has_heartbeat=has_heartbeat)
            reply = turns[place + 1]["text"] if place + 1 < len(turns) else ""
            self._count(exchange, gold, played)
            exchange.reply(reply)
            self._cover(subject, turn, gold, played, row["source"], said_at, user_turns)
        self._end(subject, row, played, said_at)
        return played

    def _learn(self, gold: Gold, turn: Mapping[str, Any], source: str) -> None:
        """Take in what holds after a user turn."""
        for name, given in turn["state_change"].items():
            path, typed, words = self.typed(name, given, source)
            if path is None:
                continue
            gold.values[path], gold.words[path] = typed, words
        for name in turn.get("removed") or ():
            path, _, _ = self.typed(name, "", source)
            if path is not None:
                gold.values.pop(path, None)
                gold.words.pop(path, None)

    def typed(self, name: str, given: object, source: str) -> tuple[str | None, tuple[Value, ...], str]:
        """Give field path, typed values and one spelling of what a row says of a slot."""
        key = slot_key(source, name, self.slots, self.aliases)
        path = self.domain.paths.get(key)
        if path is None:
            return None, (), ""
        spellings = [str(one) for one in given] if isinstance(given, list) else [str(given)]
        if self.language == "zh":
            spellings = ["".join(one.split()) for one in spellings]
        listed = {str(one).lower() for one in self.slots[key].get("values", ())}
        kept = [one for one in spellings if one.lower() not in _NO_VALUES - listed]
        values = [self.domain.value(key, one, self.context) for one in kept]
        return path, tuple(value for value in values if value is not None), next(iter(kept), "")

    def _settle(self, exchange: Exchange, gold: Gold, played: Played, *, has_heartbeat: bool) -> Exchange:
        """Answer what is shown, as the user would, until nothing is left to say."""
        for _ in range(MOST_ANSWERS):
            words = self._answer(exchange, gold, has_heartbeat=has_heartbeat)
            if words is None:
                break
            self._count(exchange, gold, played)
            exchange.reply("")
            exchange = self.memory.hear(exchange_subject(exchange), words, conversation=exchange.conversation)
        return exchange

    def _answer(self, exchange: Exchange, gold: Gold, *, has_heartbeat: bool) -> str | None:
        """Give yes where what is shown is the gold, else ``no, <gold>``, else nothing."""
        state = self.memory.state(exchange.conversation, reveal=True)
        shown = [one for one in exchange.shown if not one.is_offer]
        if not has_heartbeat:
            shown = [one for one in shown if one.field not in state.fields]
        right = [one for one in shown if gold.is_right(one.field, one.value)]
        wrong = [one for one in shown if one not in right and gold.values.get(one.field)]
        if right and len(right) == len(exchange.shown):
            return {"en": "yes", "zh": "是的"}[self.language]
        if wrong and len(exchange.shown) == 1:
            return f"{_NO[self.language]}{gold.words[wrong[0].field]}"
        said = [self._right(one) for one in right] + [self._wrong(one, gold) for one in wrong]
        stop = {"en": ". ", "zh": "。"}[self.language]
        return f"{stop.join(said)}{stop.strip()}" if said else None

    def _right(self, one: Shown) -> str:
        if self.language == "zh":
            return f"第{one.ordinal}个对"
        words = _ORDINALS.get(one.ordinal)
        return f"the {words} is right" if words else f"{self.domain.schema.label(one.field, 'en')} is right"

    def _wrong(self, one: Shown, gold: Gold) -> str:
        label = self.domain.schema.label(one.field, self.language)
        if self.language == "zh":
            return f"{label}不对，是{gold.words[one.field]}"
        return f"{label} is wrong, it is {gold.words[one.field]}"

    def _count(self, exchange: Exchange, gold: Gold, played: Played) -> None:
        """Count what a reply asks: confirmations of right values, and whether it asks for more.

        What is put in one reply is one question, whatever its length, and one that confirms right values is no further
        question.
        """
        wrong = [one for one in exchange.shown if not gold.is_right(one.field, one.value)]
        named = [f"{one.field}={one.value!r}" for one in wrong] + [f"{path}?" for path in exchange.asked]
        right = len(exchange.shown) - len(wrong)
        played.confirmations += right
        played.questions += bool(named) and not right
        played.things += len(named)
        played.asked += named

    def _cover(
        self,
        subject: str,
        turn: Mapping[str, Any],
        gold: Gold,
        played: Played,
        source: str,
        said_at: dict[str, int],
        number: int,
    ) -> None:
        """Count the values that the user said in a turn, and which of them are held now."""
        state = self.memory.state(subject, reveal=True)
        text = "".join(turn["text"].split()).lower()
        for name, given, words in said_in(turn):
            path, values, _ = self.typed(name, given, source)
            if path is None or not str(given) or str(given).lower() in _NO_VALUES:
                continue
            spec = self.domain.schema.field(path)
            is_literal = "".join(str(words).split()).lower() in text
            if spec.type == "text" and not is_literal:
                continue
            if values and not any(gold.is_right(path, value) for value in values):
                continue
            played.said += 1
            said_at[path] = number
            held = state.fields.get(path)
            if held is not None and gold.is_right(path, held.value):
                played.held += 1
            else:
                played.missed.append(f"{path}={given!r} <- {turn['text']!r}")

    def _end(self, subject: str, row: Mapping[str, Any], played: Played, said_at: Mapping[str, int]) -> None:
        """Compare what is held with the final state."""
        state = self.memory.state(subject, reveal=True)
        final = Gold()
        self._learn(final, {"state_change": row["final_state"]}, row["source"])
        for path, one in state.fields.items():
            if final.values.get(path) and not final.is_right(path, one.value):
                played.errors.append(f"{path}: {one.value!r} / {final.words[path]!r}")
        played.rounds = max(said_at.values(), default=0)
        held = {path for path, one in state.fields.items() if final.is_right(path, one.value)}
        left = [at for path, at in said_at.items() if path not in held]
        played.rounds_again = max(left, default=0)


def exchange_subject(exchange: Exchange) -> str:
    """Give the subject of an exchange: here each dialogue is a subject and a conversation of one name."""
    return exchange.conversation


def said_in(turn: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Give what a user turn says, as (slot name, canonical value, words)."""
    said = turn.get("said") or {}
    if isinstance(said, Mapping):
        return [(name, one[1], one[0]) if isinstance(one, list) else (name, one, one) for name, one in said.items()]
    return [(name, value, value) for name, value in said]


def same(one: Value, other: Value) -> bool:
    """Tell that two values are the same: days without their bound, which no row tells; texts plainly.

    Plainly: without white space and leading article, whatever the sign of a range.
    """
    if isinstance(one, Day) and isinstance(other, Day):
        return one.date == other.date
    if isinstance(one, str) and isinstance(other, str):
        return _plain(one) == _plain(other)
    return equal(one, other)


def _plain(text: str) -> str:
    return re.sub(r"(?<=\d)(?:到|至|-|－|—|~)(?=\d)", "~", "".join(text.lower().removeprefix("the ").split()))


def aliases_of(language: str) -> dict[str, str]:
    """Give the slots that are other names of a slot."""
    from bench.files import data_folder  # noqa: PLC0415

    rows = read_rows([data_folder() / "dialogues" / f"slots.{language}.jsonl"])
    return {row["slot"]: row["alias_of"] for row in rows if row.get("alias_of")}


def _result(on: Sequence[tuple[str, Played]], off: Sequence[Played]) -> dict[str, Any]:
    count = len(on)
    said = sum(played.said for _, played in on)
    return {
        "dialogues": count,
        "error_off": round(sum(bool(played.errors) for played in off) / count, 4),
        "error_on": round(sum(bool(played.errors) for _, played in on) / count, 4),
        "coverage": round(sum(played.held for _, played in on) / max(1, said), 4),
        "said": said,
        "questions_per_dialogue": round(sum(played.questions for _, played in on) / count, 3),
        "things_per_dialogue": round(sum(played.things for _, played in on) / count, 3),
        "confirmations_per_dialogue": round(sum(played.confirmations for _, played in on) / count, 3),
        "rounds_off": round(sum(played.rounds for _, played in on) / count, 3),
        "rounds_on": round(sum(played.rounds_again for _, played in on) / count, 3),
        "failed": [name for name, played in on if played.errors],
    }


def _print(row: Mapping[str, Any], played: Played) -> None:
    for kind, lines in (("ERROR", played.errors), ("missed", played.missed), ("asked", played.asked)):
        for line in lines:
            print(f"{kind} {row['id']}: {line}")
