"""Workbench: the working copy of state and queue while one turn is decided. Every event passes through it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from dualmem.grounding.change import end, source, stale
from dualmem.grounding.overflow import as_note, entry_limit, leaving_entries, leaving_items
from dualmem.model.act import Remark, Stated
from dualmem.model.conversation import Conversation, TurnContext, WritingTurn
from dualmem.model.decision import Decision, Say
from dualmem.model.event import Change, Event, EventKind
from dualmem.model.field import FieldSpec
from dualmem.model.note import Note
from dualmem.model.pending import Action, Origin, PendingUpdate
from dualmem.model.provenance import Provenance
from dualmem.model.reading import Refusal
from dualmem.model.state import Held, State, follow
from dualmem.model.value import Value
from dualmem.schema.spec import Schema
from dualmem.values.compare import equal
from dualmem.values.validate import validate

MAX_WRITES = 20
NO_REMARK = Remark()
_FOR_GOOD = ("full", "too_many", "write_once")  # reasons that no other value would change


@dataclass(slots=True)
class Workbench:
    """What a turn has done so far.

    Attributes:
        schema: The schema.
        before: State before the turn.
        queue: After the events so far, oldest first.
        conversation: Before the turn.
        context: Clock and names.
        held_notes: Notes of the subject, for undo and repeats.
        user_turn: Number of this user turn in its conversation.
        version: State version after the events so far.
        events: So far.
        says: So far.
        notes: Added so far.
        removed_notes: Ids.
        erased: Paths to scrub.
        show_now: Ids of updates that the reply must show.
        asks: Fields whose value is asked for.
        undone: An undo wrote: the turn is not itself undoable.
    """

    schema: Schema
    before: State
    queue: list[PendingUpdate]
    conversation: Conversation
    context: TurnContext
    held_notes: Sequence[Note] = ()
    user_turn: int = 0
    events: list[Event] = field(default_factory=list)
    says: list[Say] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    removed_notes: list[str] = field(default_factory=list)
    erased: list[str] = field(default_factory=list)
    show_now: list[str] = field(default_factory=list)
    asks: list[str] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    is_off_record: bool = False
    is_undo: bool = False
    made: int = 0
    version: int = field(init=False)
    _state: State = field(init=False)
    _fields: dict[str, Held] | None = None

    def __post_init__(self) -> None:
        """Begin with the state before the turn."""
        self.version, self._state = self.before.version, self.before

    @property
    def state(self) -> State:
        """Give the state after the events so far; it is made when it is asked for, not at every write."""
        if self._fields is not None and self._state.version != self.version:
            self._state = State(version=self.version, fields=MappingProxyType(self._fields))
        return self._state

    def held(self, path: str) -> Value | None:
        """Give what a field holds after the events so far, or None."""
        held = (self.before.fields if self._fields is None else self._fields).get(path)
        return None if held is None else held.value

    # -- words -----------------------------------------------------------------------------------------------------
    def say(self, key: str, path: str | None = None, **more: object) -> None:
        """Add one thing to tell."""
        self.says.append(Say(key=key, field=path, **more))  # type: ignore[arg-type]  # the keys are those of Say

    def invalid(self, path: str, refusal: Refusal, words: str, *, asks: bool = False) -> None:
        """Tell why words are no value of a field."""
        details: dict[str, str] = {"words": words, **refusal.details}
        self.say("invalid", path, reason=refusal.reason, details=details)
        if asks and refusal.reason not in _FOR_GOOD and path not in self.asks:
            self.asks.append(path)

    # -- finding ---------------------------------------------------------------------------------------------------
    def waiting(self, path: str) -> PendingUpdate | None:
        """Give the waiting update of a field, the last proposed where there are several."""
        return next((update for update in reversed(self.queue) if update.field == path), None)

    def update(self, update_id: str) -> PendingUpdate | None:
        """Give a waiting update by its id."""
        for update in self.queue:
            if update.id == update_id:
                return update
        return None

    def is_shown(self, update_id: str) -> bool:
        """Tell that the last committed reply showed an update."""
        if self.conversation.unanswered_turn is not None:
            return False
        return any(item.update == update_id for item in self.conversation.shown)

    def provenance(self, stated: Stated | None = None, rule: str | None = None) -> Provenance:
        """Give the provenance of words of this turn."""
        base = source(self.context)
        if stated is None:
            return base
        return base._replace(span=stated.span, quote=stated.quote or None, words=stated.words or None, rule=rule)

    # -- queue -----------------------------------------------------------------------------------------------------
    def propose(
        self,
        path: str,
        value: Value,
        provenance: Provenance,
        *,
        action: Action = "set",
        origin: Origin = "rule",
        since: PendingUpdate | None = None,
    ) -> PendingUpdate:
        """Let a value wait; ``since``: the update it goes on, whose age it keeps."""
        self.made += 1
        stored = self.held(path)
        update = PendingUpdate(
            id=f"{self.context.turn}.{self.made}",
            field=path,
            value=value,
            action=action,
            origin=origin,
            provenance=provenance,
            user_turn=self.user_turn if since is None else since.user_turn,
            proposed_at=self.context.now if since is None else since.proposed_at,
            is_conflict=action == "set" and stored is not None and not equal(stored, value),
        )
        self.queue.append(update)
        self.events.append(
            Event(
                kind=EventKind.UPDATE_PROPOSED,
                provenance=provenance,
                field=path,
                update=update.id,
                value=value,
                reason=origin,
            )
        )
        return update

    def take_out(self, update: PendingUpdate) -> None:
        """Take a waiting update out of the queue."""
        for place, one in enumerate(self.queue):
            if one.id == update.id:
                del self.queue[place]
                return

    def drop(self, update: PendingUpdate, kind: EventKind, reason: str, *, hides_value: bool = False) -> None:
        """End a waiting update without a write."""
        self.take_out(update)
        event = end(kind, update, self.context, reason)
        self.events.append(event._replace(value=None) if hides_value else event)

    def supersede(self, path: str, reason: str, *, hides_value: bool = False) -> None:
        """End what waits for a field."""
        if path not in [one.field for one in self.queue]:
            return
        for update in [one for one in self.queue if one.field == path]:
            self.drop(update, EventKind.UPDATE_SUPERSEDED, reason, hides_value=hides_value)

    # -- state -----------------------------------------------------------------------------------------------------
    def write(
        self,
        kind: EventKind,
        values: Mapping[str, Value | None],
        provenance: Provenance,
        *,
        update: str | None = None,
        reason: str | None = None,
    ) -> None:
        """Write fields in one event; None takes a value away. What a full field archives leaves it with a note."""
        if self._may_be_full() or tuple in map(type, values.values()):
            values = {path: self._with_room(path, new) for path, new in values.items()}
        changes = tuple([Change(path, self.held(path), new) for path, new in values.items()])
        field = changes[0].field if len(changes) == 1 else None
        touches = not self.schema.depended_on.isdisjoint(values)
        made_stale = stale(self.schema, self.state, values) if touches else ()
        self.commit(Event(kind, provenance, field, changes, made_stale, update, None, reason))

    def _with_room(self, path: str, new: Value | None) -> Value | None:
        """Give what is written of a value; the oldest item or entry of a full list or map is archived before it."""
        if new is None:
            return new
        gone = leaving_entries(self.schema, self.state, path) if self._may_be_full() else ()
        if gone:
            held = {one: self.state.fields[one].value for one in gone}
            self.write(EventKind.FIELD_CLEARED, dict.fromkeys(gone), source(self.context), reason="archived")
            for one, value in held.items():
                self._archive(self.schema.field(one), one, value)
        spec = self.schema.find(path) if isinstance(new, tuple) else None
        if spec is None or not isinstance(new, tuple):
            return new
        items = leaving_items(spec, new)
        for item in items:
            self._archive(spec, path, item)
        return new[len(items) :] if items else new

    def _may_be_full(self) -> bool:
        """Tell that some map may have no room for a new entry."""
        least = self.schema.least_full
        return least is not None and len(self.before.fields if self._fields is None else self._fields) >= least

    def _archive(self, spec: FieldSpec, path: str, value: Value) -> None:
        """Keep what leaves a field as a note, and say so; of a sensitive field it is only said, masked."""
        key = "archived" if spec.sensitive is None else "removed"
        self.say(key, path, value=(value,) if spec.type == "list" else value)
        if spec.sensitive is not None:
            return
        language = self.conversation.language or next(iter(self.schema.languages), "en")
        self.keep_note(as_note(spec, path, value, language), source(self.context))

    def keep_note(self, text: str, provenance: Provenance) -> None:
        """Add a note; undo of this turn removes it."""
        note_id = f"n{self.context.turn}.{len(self.notes) + 1}"
        self.notes.append(Note(id=note_id, text=text, at=self.context.now, provenance=provenance))
        self.events.append(Event(kind=EventKind.NOTE_ADDED, provenance=provenance, item=note_id, text=text))

    def commit(self, event: Event) -> None:
        """Add an event and follow it."""
        fields = self._fields = dict(self.before.fields) if self._fields is None else self._fields
        for change in event.changes:
            held = fields.get(change.field)
            if held is None and change.restored_from is None and change.restored_at is None:
                self.changes.append(change)
                continue
            kept = Change(
                field=change.field,
                old=change.old,
                new=change.new,
                restored_from=held.provenance if held is not None else None,
                restored_at=held.at if held is not None else None,
            )
            self.changes.append(kept)
        self.events.append(event)
        self.version = follow(fields, self.version, event)

    def checked(self, spec: FieldSpec, value: Value, path: str) -> Value | Refusal:
        """Give a value as the field keeps it now, or why not."""
        limit = entry_limit(self.schema, self.state, path) if self._may_be_full() else None
        if limit is not None:
            return Refusal(reason="full", details={"max": str(limit)})
        return validate(spec, value, stored=self.held(path))

    # -- the end ---------------------------------------------------------------------------------------------------
    def decision(
        self, remark: Remark = NO_REMARK, *, is_answered: bool = False, topics: tuple[str, ...] | None = None
    ) -> Decision:
        """Give the decision.

        Args:
            remark: What the turn says beside what it does.
            is_answered: dualmem's own words answer the turn.
            topics: What the conversation spoke of last after a turn of the user's, which is counted; None for none.
        """
        left = {update.id for update in self.queue} if self.show_now else ()
        return Decision(
            events=tuple(self.events),
            queue=tuple(self.queue),
            conversation=self._after(topics),
            says=tuple(self.says),
            notes=tuple(self.notes),
            removed_notes=tuple(self.removed_notes),
            erased=tuple(dict.fromkeys(self.erased)),
            show_now=tuple(dict.fromkeys([one for one in self.show_now if one in left])),
            is_answered=is_answered,
            is_off_record=self.is_off_record,
            asks_value_of=tuple(self.asks),
            mentioned=remark.mentioned,
            is_work_request=remark.is_work_request,
            is_statement_only=remark.is_statement_only,
        )

    def _after(self, topics: tuple[str, ...] | None) -> Conversation:
        """Give the conversation after the turn: it is made anew once."""
        writes, before = self._writes(), self.conversation
        if topics is not None:
            return replace(before, user_turns=self.user_turn, questioned=(), topics=topics, writes=writes)
        return replace(before, writes=writes) if writes is not before.writes else before

    def _writes(self) -> tuple[WritingTurn, ...]:
        gone = set(self.erased)
        held = self.conversation.writes
        writes = tuple(_without(turn, gone) for turn in held) if gone else held
        if self.is_undo or not (self.changes or self.notes or self.erased):
            return writes
        turn = WritingTurn(
            turn=self.context.turn,
            version=self.version,
            changes=_net([change for change in self.changes if change.field not in gone] if gone else self.changes),
            notes=tuple(note.id for note in self.notes),
            removed_notes=tuple(self.removed_notes),
            erased=tuple(dict.fromkeys(self.erased)),
        )
        if not (turn.changes or turn.notes or turn.erased):
            return writes
        return (*writes, turn)[-MAX_WRITES:]


def _net(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Give one change a field: from the first old value to the last new one."""
    net: dict[str, Change] = {}
    for change in changes:
        first = net.get(change.field)
        net[change.field] = change if first is None else first._replace(new=change.new)
    return tuple([change for change in net.values() if not _is_same(change)])


def _is_same(change: Change) -> bool:
    if change.old is None or change.new is None:
        return change.old is change.new
    return equal(change.old, change.new)


def _without(turn: WritingTurn, gone: set[str]) -> WritingTurn:
    """Give a writing turn without the values of erased fields."""
    lost = tuple(change.field for change in turn.changes if change.field in gone)
    if not lost:
        return turn
    kept = tuple(change for change in turn.changes if change.field not in gone)
    return replace(turn, changes=kept, erased=tuple(dict.fromkeys((*turn.erased, *lost))))
