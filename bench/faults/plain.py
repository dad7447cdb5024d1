"""Plain: the rules of state, queue, undo, snapshots and forgetting read as plain Python, with no part of the engine.

Values are JSON. Whatever the engine may do in any order, this must agree with it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

Json = object
Fields = dict[str, Json]
EXPIRE_AFTER = timedelta(hours=24)
EXPIRE_TURNS = 10
MOST_WRITES = 20
MOVES = {"design": {"design_review", "build"}, "design_review": {"build", "design"}, "build": {"closed", "design"}}
PHASE = "business_context.phase"


class Refused(Exception):
    """The act is refused: nothing changes."""


@dataclass
class Waiting:
    """An update that waits: what, since when, in which conversation (None: none), and whether a reply showed it."""

    field: str
    value: Json
    since: datetime
    conversation: str | None = None
    user_turn: int = 0
    was_shown: bool = False
    contradicts: bool = False  # another value was stored when the user said it


@dataclass
class Written:
    """What one turn changed: field to (old, new); and what it, or a later forgetting, took away for good."""

    changes: dict[str, tuple[Json, Json]] = field(default_factory=dict)


@dataclass
class Talk:
    """One conversation."""

    user_turns: int = 0
    shown: list[Waiting] = field(default_factory=list)
    asked: tuple[str, ...] = ()  # fields whose value the last reply asked for
    writes: list[Written] = field(default_factory=list)


@dataclass
class Token:
    """What a single-use token was made for."""

    update: Waiting
    written_at: int


@dataclass
class Plain:
    """Everything of one subject."""

    fields: Fields = field(default_factory=dict)
    written_at: dict[str, int] = field(default_factory=dict)  # the version that wrote a field's value
    history: list[Fields] = field(default_factory=lambda: [{}])  # the state at each version
    queue: list[Waiting] = field(default_factory=list)
    snapshots: dict[str, Fields] = field(default_factory=dict)
    talks: dict[str, Talk] = field(default_factory=dict)
    said: dict[str, list[Json]] = field(default_factory=dict)  # every value of a field that was written or proposed
    forgotten: dict[str, list[Json]] = field(default_factory=dict)

    # --- acts ---

    def set(self, path: str, value: Json) -> None:
        """Write a field at once, as an operator."""
        self._must_fit(path, value)
        self._supersede(path)
        self._write({path: value})

    def clear(self, path: str) -> None:
        """Take a value away."""
        if path not in self.fields and all(one.field != path for one in self.queue):
            raise Refused
        self._supersede(path)
        if path in self.fields:
            self._write({path: None})

    def propose(self, path: str, value: Json, now: datetime) -> Token | None:
        """Let a value wait; None where it is stored already."""
        if value in self.forgotten.get(path, ()):
            raise Refused
        self._must_fit(path, value)
        if self.fields.get(path) == value:
            return None
        return Token(self._wait(Waiting(path, value, now)), self.written_at.get(path, 0))

    def confirm(self, token: Token, now: datetime) -> None:
        """Write what a token was made for."""
        self._must_hold(token, now)
        self._must_fit(token.update.field, token.update.value)
        self._remove(token.update)
        self._write({token.update.field: token.update.value})

    def reject(self, token: Token, now: datetime) -> None:
        """Refuse what a token was made for."""
        self._must_hold(token, now)
        self._remove(token.update)

    def snapshot(self, tag: str) -> None:
        """Keep the state under a tag."""
        if tag in self.snapshots:
            raise Refused
        self.snapshots[tag] = dict(self.fields)

    def roll_back(self, to: str | int, path: str | None = None, conversation: str | None = None) -> None:
        """Bring back the state of a tag or version, or one field of it."""
        if isinstance(to, int) and to >= len(self.history):
            raise Refused
        if isinstance(to, str) and to not in self.snapshots:
            raise Refused
        target = self.history[to] if isinstance(to, int) else self.snapshots[to]
        paths = {*self.fields, *target} if path is None else {path}
        new = {one: target.get(one) for one in paths if target.get(one) != self.fields.get(one)}
        if new:
            old = {one: self.fields.get(one) for one in new}
            self._write(new)
            if conversation is not None:
                self._note_write(conversation, old, new)

    def forget(self, path: str) -> None:
        """Erase a field for good: from state, queue, history, snapshots and undo; its values do not come back."""
        known = self.forgotten.setdefault(path, [])
        known += [value for value in self.said.pop(path, []) if value not in known]
        self._supersede(path)
        if path in self.fields:
            self._write({path: None})
        for state in (*self.history, *self.snapshots.values()):
            state.pop(path, None)
        for talk in self.talks.values():
            talk.shown = [one for one in talk.shown if one.field != path]
            for turn in talk.writes:
                turn.changes.pop(path, None)

    def undo(self, conversation: str) -> None:
        """Take back what the last writing turn of a conversation changed."""
        talk = self._talk(conversation)
        if not talk.writes or not talk.writes[-1].changes:
            raise Refused
        changes = talk.writes[-1].changes
        if any(self.fields.get(path) != new for path, (_, new) in changes.items()):
            raise Refused
        talk.writes.pop()
        self._write({path: old for path, (old, _) in changes.items()})

    # --- the conversation ---

    def command(self, conversation: str, path: str, value: Json, now: datetime) -> None:
        """Hear a command that sets a field: it is written at once."""
        self._hear(conversation, now)
        self._supersede(path)
        old = self.fields.get(path)
        if old != value:
            self._write({path: value})
            self._note_write(conversation, {path: old}, {path: value})

    def state_value(self, conversation: str, path: str, value: Json, now: datetime) -> None:
        """Hear a statement: it proposes, or answers what the last reply showed of its field."""
        talk = self._talk(conversation)
        shown = next((one for one in talk.shown if one.field == path and self._is_waiting(one)), None)
        is_answer = talk.asked == (path,)
        self._hear(conversation, now)
        waits = next((one for one in self.queue if one.field == path), None)
        stored = self.fields.get(path)
        if shown is not None and shown is not waits:
            return  # what it answers has expired; it is told, and nothing is proposed by the way
        if shown is not None and value == stored:
            self._remove(shown)  # the stored value, said in answer, refuses the other one
        elif shown is not None:
            self._remove(shown)  # the shown value is a yes, another one a correction
            self.said.setdefault(path, []).append(value)
            self._yes(conversation, {path: value})
        elif is_answer and value != stored:  # to the one question of the last reply
            self._supersede(path)
            self._yes(conversation, {path: value})
        elif waits is not None and waits.value == value:
            is_named = waits.was_shown and waits.conversation == conversation and stored in (None, value)
            if is_named:  # a named yes to what was shown earlier
                self._remove(waits)
                self._yes(conversation, {path: value})
            elif value == stored and waits.contradicts:  # an undo made it the stored value: nothing is left to ask
                self._remove(waits)
        elif value != stored:
            self._wait(Waiting(path, value, now, conversation, talk.user_turns, contradicts=stored is not None))
        elif waits is not None and waits.contradicts:  # the stored value, said again, refuses what was said beside it
            self._remove(waits)

    def yes(self, conversation: str, now: datetime) -> None:
        """Hear a yes: what the last reply showed is written, as far as it still waits."""
        bound = [one for one in self._hear(conversation, now) if self._is_waiting(one)]
        for one in bound:
            self._remove(one)
        self._yes(conversation, {one.field: one.value for one in bound})

    def no(self, conversation: str, now: datetime) -> None:
        """Hear a no: what the last reply showed is refused."""
        for one in self._hear(conversation, now):
            self._remove(one)

    def say_undo(self, conversation: str, now: datetime) -> None:
        """Hear an undo; a turn that only erased is passed over by the next one."""
        self._hear(conversation, now)
        writes = self._talk(conversation).writes
        if writes and not writes[-1].changes:
            writes.pop()
            return
        try:
            self.undo(conversation)
        except Refused:
            return

    def chat(self, conversation: str, text: str, now: datetime) -> None:
        """Hear something else; where the last reply asked for one fact, it is proposed as its value."""
        talk = self._talk(conversation)
        path = talk.asked[0] if len(talk.asked) == 1 and talk.asked[0].startswith("facts.") else None
        self._hear(conversation, now)
        if path is not None and self.fields.get(path) != text:
            stored = self.fields.get(path)
            self._wait(Waiting(path, text, now, conversation, talk.user_turns, contradicts=stored is not None))

    def replied(self, conversation: str, shown: Iterable[tuple[str, Json]], asked: Iterable[str]) -> None:
        """Take note of what the committed reply showed and asked for; it can show only what waits."""
        talk = self._talk(conversation)
        talk.shown, talk.asked = [], tuple(asked)
        for path, value in shown:
            waits = [one for one in self.queue if (one.field, one.value) == (path, value)]
            if not waits:
                raise AssertionError(f"the reply shows {path} {value}, and there waits {self.queue}")
            waits[0].was_shown = True
            talk.shown.append(waits[0])

    # --- parts ---

    def _talk(self, conversation: str) -> Talk:
        return self.talks.setdefault(conversation, Talk())

    def _hear(self, conversation: str, now: datetime) -> list[Waiting]:
        """Begin a user turn: what is too old expires; give what the last reply showed, which counts once."""
        talk = self._talk(conversation)
        talk.user_turns += 1
        self.queue = [
            one
            for one in self.queue
            if now - one.since <= EXPIRE_AFTER
            and (one.conversation != conversation or talk.user_turns <= one.user_turn + EXPIRE_TURNS)
        ]
        shown, talk.shown, talk.asked = talk.shown, [], ()
        return shown

    def _yes(self, conversation: str, new: Mapping[str, Json]) -> None:
        old = {path: self.fields.get(path) for path in new}
        for path, value in new.items():
            if value != old[path]:  # what is stored already is not written again
                self._write({path: value})
        self._note_write(conversation, old, new)

    def _note_write(self, conversation: str, old: Mapping[str, Json], new: Mapping[str, Json]) -> None:
        changes = {path: (old[path], new[path]) for path in new if old[path] != new[path]}
        if changes:
            talk = self._talk(conversation)
            talk.writes = [*talk.writes, Written(changes)][-MOST_WRITES:]

    def _write(self, new: Mapping[str, Json]) -> None:
        """Make one version; None takes a value away."""
        version = len(self.history)
        for path, value in new.items():
            if value is None:
                self.fields.pop(path, None)
                self.written_at.pop(path, None)
            else:
                self.fields[path] = value
                self.written_at[path] = version
                self.said.setdefault(path, []).append(value)
        self.history.append(dict(self.fields))

    def _wait(self, update: Waiting) -> Waiting:
        self._supersede(update.field)
        self.said.setdefault(update.field, []).append(update.value)
        self.queue.append(update)
        return update

    def _is_waiting(self, update: Waiting) -> bool:
        return any(one is update for one in self.queue)

    def _supersede(self, path: str) -> None:
        self.queue = [one for one in self.queue if one.field != path]

    def _remove(self, update: Waiting) -> None:
        self.queue = [one for one in self.queue if one is not update]

    def _must_hold(self, token: Token, now: datetime) -> None:
        is_there = self._is_waiting(token.update)
        is_same = self.written_at.get(token.update.field, 0) == token.written_at
        if not is_there or not is_same or now - token.update.since > EXPIRE_AFTER:
            raise Refused

    def _must_fit(self, path: str, value: Json) -> None:
        """Refuse a move that the schema does not have."""
        stored = self.fields.get(path)
        if path == PHASE and stored is not None and stored != value and value not in MOVES.get(str(stored), ()):
            raise Refused
