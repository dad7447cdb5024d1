"""Runs golden dialogues: a start, turns, and what must hold after each, through Memory as a user would.

A file is ``*.yaml``::

    dualmem: dialogue/1
    dialogues:
      - id: zh-expired            # unique over all files
        schema: project_assistant # the default
        now: '2026-11-29T09:00:00+08:00'
        start: {state: {}, shown: [], queued: [], asked: [], model_asks: false}
        turns:
          - user: 你好             # or `assistant:` (memory.said), `tool:`, `document:`
            now: …                # the clock from here on
            conversation: other   # from here on
            speaker: wei          # who spoke
            draft: 您好！          # what a model answers
            reply: exact text     # reply_has: [parts], reply_lacks: [parts]
            state: {path: value}  # the whole state; `holds_state` for a part of it, null for absent
            pending: {path: value}
            findings: ['expired:business_context.deadline']
            shown: [path]         # what dualmem's own words show, in order
            asked: [path]
            holds: true
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from dualmem.memory import Memory
from dualmem.specs import load_specs
from dualmem.testing.seed import Start, seed
from dualmem.values.codec import to_json

FOLDER = Path(__file__).resolve().parent
SUBJECT = "sam"
DEFAULT_NOW = "2026-11-29T09:00:00+08:00"
KNOWN_TURN = frozenset(
    {
        *("user", "assistant", "tool", "document", "now", "conversation", "speaker", "draft", "about"),
        *(
            "reply",
            "reply_has",
            "reply_lacks",
            "state",
            "holds_state",
            "pending",
            "findings",
            "shown",
            "asked",
            "holds",
        ),
    }
)
KNOWN = frozenset(["id", "about", "schema", "now", "start", "turns"])


@dataclass(frozen=True, slots=True)
class Dialogue:
    """One golden dialogue and the file it stands in."""

    id: str
    file: str
    data: Mapping[str, Any]


def load(folder: Path = FOLDER) -> Iterator[Dialogue]:
    """Give every dialogue of the folder's files; unknown keys are refused."""
    for path in sorted(folder.glob("*.yaml")):
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        for one in data["dialogues"]:
            strange = set(one) - KNOWN | {key for turn in one["turns"] for key in set(turn) - KNOWN_TURN}
            if strange:
                raise ValueError(f"{path.name}: {one.get('id')}: unknown keys {sorted(strange)}")
            yield Dialogue(one["id"], path.name, one)


_specs = cache(load_specs)  # every dialogue of a schema reads the same files


class Run:
    """One dialogue on a store in memory."""

    def __init__(self, dialogue: Dialogue) -> None:
        data = dialogue.data
        self._now = datetime.fromisoformat(data.get("now", DEFAULT_NOW))
        self._conversation = "main"
        self._ids = 0
        self._data = data
        specs = _specs(data.get("schema", "project_assistant"))
        self._memory = Memory.open(schema=specs.schema, rules=specs.rules, clock=lambda: self._now, ids=self._next_id)
        start = data.get("start")
        if start:
            seed(self._memory, SUBJECT, self._conversation, Start(**start))

    def _next_id(self) -> str:
        self._ids += 1
        return f"id-{self._ids}"

    def faults(self) -> Iterator[str]:
        """Give every expectation that does not hold, as one line each."""
        with self._memory:
            for number, turn in enumerate(self._data["turns"], start=1):
                for fault in self._turn(turn):
                    yield f"turn {number} ({turn.get('user', '…')}): {fault}"

    def _turn(self, turn: Mapping[str, Any]) -> Iterator[str]:
        if "now" in turn:
            self._now = datetime.fromisoformat(turn["now"])
        self._conversation = turn.get("conversation", self._conversation)
        if "assistant" in turn:
            self._memory.said(SUBJECT, turn["assistant"], self._conversation)
            yield from self._stored(turn)
            return
        channel = next(name for name in ("user", "tool", "document") if name in turn)
        exchange = self._memory.hear(
            SUBJECT,
            turn[channel],
            conversation=self._conversation,
            channel=channel,
            speaker=turn.get("speaker"),
        )
        yield from _differs("findings", turn, {f"{one.kind}:{one.field}" for one in exchange.findings})
        yield from _differs("shown", turn, [one.field for one in exchange.shown])
        yield from _differs("asked", turn, list(exchange.asked))
        yield from _differs("holds", turn, exchange.holds)
        if channel == "user":
            yield from _said(turn, exchange.reply(turn.get("draft", "")))
        yield from self._stored(turn)

    def _stored(self, turn: Mapping[str, Any]) -> Iterator[str]:
        held = self._memory.state(SUBJECT, reveal=True).fields
        state = {path: to_json(one.value) for path, one in held.items()}
        pending = [(one.field, one.value) for one in self._memory.pending(SUBJECT)]
        if "state" in turn and state != turn["state"]:
            yield f"the state is {state}, not {turn['state']}"
        for path, value in turn.get("holds_state", {}).items():
            if state.get(path) != value:
                yield f"{path} is {state.get(path)}, not {value}"
        if "pending" in turn and (dict(pending) != turn["pending"] or len(pending) != len(turn["pending"])):
            yield f"there waits {pending}, not {turn['pending']}"


def _differs(key: str, turn: Mapping[str, Any], found: object) -> Iterator[str]:
    if key not in turn:
        return
    if isinstance(found, set):
        if not set(turn[key]) <= found:
            yield f"{key}: {sorted(found)} lacks {sorted(set(turn[key]) - found)}"
    elif found != turn[key]:
        yield f"{key}: {found}, not {turn[key]}"


def _said(turn: Mapping[str, Any], reply: str) -> Iterator[str]:
    if "reply" in turn and reply != turn["reply"].rstrip("\n"):
        yield f"it said {reply!r}, not {turn['reply']!r}"
    for part in turn.get("reply_has", ()):
        if part not in reply:
            yield f"it said {reply!r} without {part!r}"
    for part in turn.get("reply_lacks", ()):
        if part in reply:
            yield f"it said {reply!r} with {part!r}"
