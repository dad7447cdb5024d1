"""Entries: the lines of the block, each with its section and its rank when the budget is short."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from dualmem.model.conversation import Turn
from dualmem.model.finding import Finding
from dualmem.model.note import Note
from dualmem.model.pending import PendingUpdate
from dualmem.model.provenance import Provenance
from dualmem.model.state import Held, State
from dualmem.model.value import Ambiguous, Value
from dualmem.prompt.fence import clipped, fenced
from dualmem.prompt.masking import Secrets, is_revealed
from dualmem.schema.messages import Messages
from dualmem.schema.spec import Schema
from dualmem.values.mask import mask
from dualmem.values.show import show

LONGEST_VALUE = 200
LONGEST_TURN = 600
LAST_TURNS = 2


class Rank(IntEnum):
    """What is left out last comes first."""

    TASK = 0
    HIGH = 1
    UNSET = 2
    LAST_TURN = 3
    NORMAL = 4
    PENDING = 5
    OUTDATED = 6
    NOTE = 7
    TURN = 8
    LOW = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of the block.

    Attributes:
        section: Key of the section's heading.
        text: The line, fenced.
        rank: When it is left out.
        age: Tie-break in its rank: the greater goes first.
    """

    section: str
    text: str
    rank: Rank
    age: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """How the lines of one block are written.

    Attributes:
        schema: The schema.
        messages: What dualmem says.
        language: Language of the block.
        secrets: What must be masked.
    """

    schema: Schema
    messages: Messages
    language: str
    secrets: Secrets

    def facts(self, state: State, findings: Sequence[Finding]) -> Iterator[Entry]:
        """Give what is held: of the task, current, and expired; then what the task needs and lacks."""
        marks = {finding.field: finding.kind for finding in findings if finding.kind in {"expired", "stale"}}
        for path in sorted(state.fields, key=self._place):
            yield self._fact(path, state.fields[path], marks)
        for finding in findings:
            if finding.kind == "missing":
                text = self._text("prompt.unset", label=self._label(finding.field))
                yield Entry(section="prompt.memory", text=text, rank=Rank.UNSET)

    def pending(self, queue: Sequence[PendingUpdate], state: State) -> Iterator[Entry]:
        """Give what waits, marked as not confirmed."""
        for update in queue:
            origin = "".join(self._origin(update, state))
            value = self._value(update.field, update.value)
            text = self._text("prompt.pending_line", label=self._label(update.field), value=value, origin=origin)
            yield Entry(section="prompt.pending", text=text, rank=Rank.PENDING)

    def notes(self, notes: Sequence[Note]) -> Iterator[Entry]:
        """Give the notes as they were chosen, the first as the most fitting."""
        for index, note in enumerate(notes):
            shown = self._free(note.text, LONGEST_VALUE)
            text = self._text("prompt.note", at=note.at.strftime("%Y-%m-%d %H:%M"), text=shown)
            yield Entry(section="prompt.notes", text=text, rank=Rank.NOTE, age=index)

    def window(self, window: Sequence[Turn]) -> Iterator[Entry]:
        """Give the last turns, oldest first."""
        for index, turn in enumerate(window):
            age = len(window) - index
            shown = self._free(turn.text, LONGEST_TURN)
            text = self._text("prompt.turn", who=self._who_spoke(turn), text=shown)
            text += self._text("prompt.cut") if turn.is_cut else ""
            rank = Rank.LAST_TURN if age <= LAST_TURNS else Rank.TURN
            yield Entry(section="prompt.window", text=text, rank=rank, age=age)

    def _fact(self, path: str, held: Held, marks: Mapping[str, str]) -> Entry:
        kind = marks.get(path)
        priority = self.schema.priorities.get(path, "normal")
        mark = self._text(f"prompt.mark_{kind}", at=held.at.strftime("%Y-%m-%d")) if kind is not None else ""
        text = self._text(
            "prompt.line",
            priority=self._text("prompt.high") if priority == "high" and kind != "expired" else "",
            label=self._label(path),
            value=self._value(path, held.value),
            mark=mark,
            source="" if kind == "expired" else self._source(held),
        )
        if kind == "expired":
            return Entry(section="prompt.outdated", text=text, rank=Rank.OUTDATED)
        if self._is_of_task(path):
            return Entry(section="prompt.task", text=text, rank=Rank.TASK)
        return Entry(section="prompt.memory", text=text, rank=Rank[priority.upper()])

    def _is_of_task(self, path: str) -> bool:
        """Tell whether a field belongs to the task: it stands in a group that says which task it is."""
        groups = {when.rpartition(".")[0] for task in self.schema.tasks.values() for when in task.when}
        return any(group and path.startswith(group + ".") for group in groups)

    def _value(self, path: str, value: Value) -> str:
        spec = self.schema.find(path)
        if isinstance(value, Ambiguous):
            options = dict.fromkeys(self._value(path, reading) for reading in value.readings)
            return self._text("or").join(options)
        if isinstance(value, tuple):
            return clipped(self._text("and").join(self._value(path, item) for item in value), LONGEST_VALUE)
        one = spec.item if spec is not None and spec.item is not None else spec
        text = show(value, self.language, one)
        if one is not None and not is_revealed(self.schema, path) and "*" not in text:
            text = mask(value, one.type)
        return fenced(clipped(text, LONGEST_VALUE))

    def _free(self, text: str, limit: int) -> str:
        return fenced(clipped(self.secrets.masked(text), limit))

    def _label(self, path: str) -> str:
        return fenced(self.schema.label(path, self.language))

    def _text(self, key: str, /, **words: str) -> str:
        return self.messages.text(key, self.language, **words)

    def _source(self, held: Held) -> str:
        return self._text("prompt.source", who=self._who(held.provenance), at=held.at.strftime("%Y-%m-%d"))

    def _who(self, provenance: Provenance) -> str:
        if provenance.actor == "user":
            return fenced(provenance.speaker or self._text("prompt.user"))
        kind, _, name = provenance.actor.partition(":")
        if kind == "operator":
            return self._text("who_operator", name=fenced(name))
        key = f"who_{kind}"
        return self._text(key) if self.messages.has(key) else fenced(provenance.actor)

    def _who_spoke(self, turn: Turn) -> str:
        for name in (turn.channel, turn.speaker):
            if name in {"tool", "document"}:
                return self._text(f"prompt.{name}")
        key = f"prompt.{turn.speaker}"
        return self._text(key) if turn.speaker in {"user", "assistant"} else fenced(turn.speaker or key)

    def _origin(self, update: PendingUpdate, state: State) -> Iterator[str]:
        if update.origin in {"offer", "import"}:
            yield self._text(f"prompt.origin_{update.origin}")
        stored = state.value(update.field)
        if update.is_conflict and stored is not None:
            yield self._text("prompt.conflict", stored=self._value(update.field, stored))

    def _place(self, path: str) -> tuple[int, int, str]:
        order = {"high": 0, "normal": 1, "low": 2}[self.schema.priorities.get(path, "normal")]
        spec = self.schema.find(path)
        return order, spec.order if spec is not None else len(self.schema.fields), path
