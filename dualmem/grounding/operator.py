"""Operator: acts outside a conversation (API, command line, panel, import) become events.

What does not fit is an exception here: the caller is a program, not a user in a conversation.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dualmem.errors import Conflict, InvalidValue, NotFound
from dualmem.grounding.change import end, source, stale, supersede
from dualmem.grounding.overflow import entry_limit
from dualmem.grounding.undo import undo as take_back
from dualmem.grounding.workbench import MAX_WRITES, Workbench
from dualmem.model.conversation import Conversation, TurnContext, WritingTurn
from dualmem.model.decision import Decision
from dualmem.model.event import Change, Event, EventKind
from dualmem.model.note import Note
from dualmem.model.pending import Origin, PendingUpdate
from dualmem.model.reading import Refusal
from dualmem.model.state import Held, State
from dualmem.model.value import Value
from dualmem.schema.spec import Schema, template_key
from dualmem.values.clean import check_text
from dualmem.values.compare import equal
from dualmem.values.validate import validate


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """What an act decides on.

    Attributes:
        schema: The schema.
        state: Now.
        queue: Now.
        conversation: The conversation the act stands in, or one with an empty id.
        context: Clock and names of the act.
    """

    schema: Schema
    state: State
    queue: Sequence[PendingUpdate]
    conversation: Conversation
    context: TurnContext

    def decision(self, events: Sequence[Event], queue: Sequence[PendingUpdate] | None = None) -> Decision:
        """Give a decision that leaves all else as it is."""
        kept = tuple(self.queue if queue is None else queue)
        return Decision(events=tuple(events), queue=kept, conversation=self.conversation)


def set_field(memory: Memory, path: str, value: Value) -> Decision:
    """Write one field at once; what a full field of ``overflow: archive`` holds longest leaves it with a note.

    Raises:
        UnknownField: The schema has no such field.
        InvalidValue: The field refuses the value, or the map is full.
    """
    checked = fitting(memory, path, value)
    _check_room(memory, path)
    bench = _bench(memory)
    bench.supersede(path, "set")
    bench.write(EventKind.FIELD_SET, {path: checked}, source(memory.context))
    return replace(bench.decision(), conversation=memory.conversation)


def clear_field(memory: Memory, path: str) -> Decision:
    """Take one value away; undo and rollback can bring it back.

    Raises:
        UnknownField: The schema has no such field.
        NotFound: The field has no value and nothing waits.
    """
    memory.schema.field(path)
    bench = _bench(memory)
    bench.supersede(path, "cleared")
    if path in memory.state.fields:
        bench.write(EventKind.FIELD_CLEARED, {path: None}, source(memory.context))
    if not bench.events:
        raise NotFound(f"{path} has no value", field=path)
    return replace(bench.decision(), conversation=memory.conversation)


def erase_field(memory: Memory, path: str) -> Decision:
    """Take one value away for good: it is scrubbed from history after the commit.

    Raises:
        UnknownField: The schema has no such field.
    """
    memory.schema.field(path)
    return erase_path(memory, path)


def erase_path(memory: Memory, path: str) -> Decision:
    """Take away for good what lies at or below a path, also one that the schema does not have any more."""
    gone = tuple(held for held in memory.state.fields if held == path or held.startswith(f"{path}."))
    event = Event(
        kind=EventKind.FIELD_ERASED,
        provenance=source(memory.context),
        field=path,
        changes=tuple(Change(field=held) for held in gone),
        made_stale=stale(memory.schema, memory.state, gone or (path,)),
    )
    ended, queue = supersede(path, memory.queue, memory.context, "erased")
    ended = tuple(one._replace(value=None) for one in ended)
    return replace(memory.decision((*ended, event), queue), erased=(path,))


def propose(memory: Memory, path: str, value: Value, *, quote: str | None = None, origin: Origin = "api") -> Decision:
    """Put a value into the queue; only a yes writes it.

    Raises:
        UnknownField: The schema has no such field.
        InvalidValue: The field refuses the value.
    """
    checked = fitting(memory, path, value)
    stored = memory.state.value(path)
    if stored is not None and equal(checked, stored):
        return memory.decision(())
    update = PendingUpdate(
        id=f"{memory.context.turn}.1",
        field=path,
        value=checked,
        origin=origin,
        provenance=source(memory.context)._replace(quote=quote),
        user_turn=memory.conversation.user_turns,
        proposed_at=memory.context.now,
    )
    event = Event(
        kind=EventKind.UPDATE_PROPOSED,
        provenance=update.provenance,
        field=path,
        update=update.id,
        value=checked,
        reason=origin,
    )
    ended, queue = supersede(path, memory.queue, memory.context, "proposed anew")
    return memory.decision((*ended, event), (*queue, update))


def confirm(memory: Memory, update_id: str) -> Decision:
    """Write a waiting update, exactly as it waits.

    Raises:
        NotFound: No such update waits.
        InvalidValue: The field refuses the value by now (``moves``, ``write_once``).
    """
    update = waiting(memory, update_id)
    stored = memory.state.value(update.field)
    value = _after(update, stored)
    checked = fitting(memory, update.field, value) if value is not None else None
    if checked is not None:
        _check_room(memory, update.field)
    said = source(memory.context)._replace(
        quote=update.provenance.quote,
        words=update.provenance.words,
        span=update.provenance.span,
        rule=update.provenance.rule,
    )
    bench = _bench(memory)
    bench.queue = [one for one in memory.queue if one.id != update_id]
    bench.write(EventKind.UPDATE_CONFIRMED, {update.field: checked}, said, update=update.id)
    return replace(bench.decision(), conversation=memory.conversation)


def reject(memory: Memory, update_id: str) -> Decision:
    """Refuse a waiting update: nothing is written.

    Raises:
        NotFound: No such update waits.
    """
    update = waiting(memory, update_id)
    event = end(EventKind.UPDATE_REJECTED, update, memory.context, "rejected")
    return memory.decision((event,), [one for one in memory.queue if one.id != update_id])


def roll_back(
    memory: Memory,
    target: Mapping[str, Held],
    *,
    name: str,
    fields: Sequence[str] = (),
    left_out: Sequence[str] = (),
) -> Decision:
    """Bring the state back to ``target``, as one event; an act in a conversation can be undone there.

    Args:
        memory: What is there now.
        target: Field path to held value, as it was.
        name: The tag, version or time it is rolled back to.
        fields: Only these field paths; empty for all.
        left_out: Field paths that were forgotten since: each gets a record that says so, without the value.
    """
    suppressed = tuple(
        Event(kind=EventKind.UPDATE_REJECTED, provenance=source(memory.context), field=path, reason="forgotten")
        for path in left_out
        if not fields or path in fields
    )
    paths = [*memory.state.fields, *(path for path in target if path not in memory.state.fields)]
    changes = tuple(
        _restored(path, memory.state.fields.get(path), target.get(path))
        for path in paths
        if (not fields or path in fields) and not _is_same(memory.state.fields.get(path), target.get(path))
    )
    if not changes:
        return memory.decision(suppressed)
    event = Event(
        kind=EventKind.STATE_ROLLED_BACK,
        provenance=source(memory.context),
        field=fields[0] if len(fields) == 1 else None,
        changes=changes,
        made_stale=stale(memory.schema, memory.state, [change.field for change in changes]),
        reason=name,
    )
    decision = memory.decision((event, *suppressed))
    return replace(decision, conversation=_undoable(memory, changes)) if memory.conversation.id else decision


def _undoable(memory: Memory, changes: Sequence[Change]) -> Conversation:
    """Give the conversation with changes that its next undo takes back."""
    fields = memory.state.fields
    kept = tuple(
        change._replace(
            restored_from=fields[change.field].provenance if change.field in fields else None,
            restored_at=fields[change.field].at if change.field in fields else None,
        )
        for change in changes
    )
    turn = WritingTurn(turn=memory.context.turn, version=memory.state.version + 1, changes=kept)
    return replace(memory.conversation, writes=(*memory.conversation.writes, turn)[-MAX_WRITES:])


def undo(memory: Memory) -> Decision:
    """Take back what the last writing turn of the act's conversation changed.

    Raises:
        NotFound: There is no such turn, or it only erased.
        Conflict: It was changed elsewhere since.
    """
    bench = _bench(memory)
    take_back(bench)
    decision = bench.decision()
    keys = {say.key: say for say in decision.says}
    if "undo_conflict" in keys:
        raise Conflict(f"{keys['undo_conflict'].field} was changed elsewhere since", field=keys["undo_conflict"].field)
    if not decision.events:
        raise NotFound("this conversation changed nothing that can be taken back")
    return decision


def add_note(memory: Memory, text: str, *, tags: Sequence[str] = (), importance: float | None = None) -> Decision:
    """Keep a note.

    Args:
        memory: What is there now.
        text: The note, cleaned by the caller.
        tags: Its tags.
        importance: 0..1, or None.
    """
    said = source(memory.context)
    note = Note(
        id=f"n{memory.context.turn}.1",
        text=text,
        at=memory.context.now,
        provenance=said,
        tags=tuple(tags),
        importance=importance,
    )
    event = Event(kind=EventKind.NOTE_ADDED, provenance=said, item=note.id, text=text)
    return replace(memory.decision((event,)), notes=(note,))


def configured(memory: Memory, what: str) -> Decision:
    """Record that the subject's settings changed; ``what`` names the new ones."""
    event = Event(kind=EventKind.SUBJECT_CONFIGURED, provenance=source(memory.context), reason=what)
    return memory.decision((event,))


def unchanged(memory: Memory) -> Decision:
    """Change nothing: the act is a snapshot alone."""
    return memory.decision(())


def erase_note(memory: Memory, note: str) -> Decision:
    """Take one note away for good: it is scrubbed from history after the commit."""
    event = Event(kind=EventKind.NOTE_ERASED, provenance=source(memory.context), item=note)
    return replace(memory.decision((event,)), removed_notes=(note,), erased=(note,))


def revealed(memory: Memory, paths: Sequence[str]) -> Decision:
    """Record that sensitive values were shown in clear to whoever asked."""
    said = source(memory.context)
    return memory.decision([Event(kind=EventKind.VALUE_REVEALED, provenance=said, field=path) for path in paths])


def fitting(memory: Memory, path: str, value: Value) -> Value:
    """Give the value as the field keeps it.

    Raises:
        UnknownField: The schema has no such field.
        InvalidValue: The field refuses it.
    """
    spec = memory.schema.field(path)
    key = template_key(spec.path, path) if "*" in spec.path else None
    bad_key = None if key is None else check_text(key, is_clean=True)
    checked = bad_key or validate(spec, value, stored=memory.state.value(path))
    if isinstance(checked, Refusal):
        facts = ", ".join(f"{key} {word}" for key, word in checked.details.items())
        raise InvalidValue(
            f"{path} refuses this value: {checked.reason}{f' ({facts})' if facts else ''}",
            field=path,
            reason=checked.reason,
        )
    return checked


def waiting(memory: Memory, update_id: str) -> PendingUpdate:
    """Give a waiting update.

    Raises:
        NotFound: No such update waits.
        Conflict: It has expired.
    """
    found = next((update for update in memory.queue if update.id == update_id), None)
    if found is None:
        raise NotFound(f"no update {update_id} waits: it was answered, superseded or has expired", update=update_id)
    if memory.context.now - found.proposed_at > memory.schema.expire_after:
        raise Conflict(f"the update {update_id} has expired; say or propose the value again", update=update_id)
    return found


def _bench(memory: Memory) -> Workbench:
    """Give the workbench that a turn writes on: an act follows the same rules of a full field."""
    return Workbench(memory.schema, memory.state, list(memory.queue), memory.conversation, memory.context)


def _check_room(memory: Memory, path: str) -> None:
    """Refuse a new entry of a full map, unless the oldest is archived for it."""
    limit = entry_limit(memory.schema, memory.state, path)
    if limit is not None:
        raise InvalidValue(f"{path} refuses this value: full (max {limit})", field=path, reason="full")


def _after(update: PendingUpdate, stored: Value | None) -> Value | None:
    """Give the field's value after an update; None for a list that is empty then."""
    if update.action == "set":
        return update.value
    old = stored if isinstance(stored, tuple) else ()
    items = update.value if isinstance(update.value, tuple) else (update.value,)
    if update.action == "append":
        return (*old, *(item for item in items if not any(equal(item, other) for other in old)))
    return tuple(item for item in old if not any(equal(item, other) for other in items)) or None


def _restored(path: str, now: Held | None, then: Held | None) -> Change:
    """Give the change that brings one field back, with where its value first came from."""
    return Change(
        field=path,
        old=now.value if now else None,
        new=then.value if then else None,
        restored_from=then.provenance if then else None,
        restored_at=then.at if then else None,
    )


def _is_same(now: Held | None, then: Held | None) -> bool:
    """Tell whether a field holds the same value."""
    if now is None or then is None:
        return now is then
    return now.value == then.value
