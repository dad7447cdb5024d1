"""Commands: what the user orders is written at once, and forgotten at once."""

from collections.abc import Sequence
from dataclasses import replace

from dualmem.grounding.ledger import Ledger
from dualmem.model.act import AddNote, Forget, ForgetAnswer, RemoveItem, SetField, UnknownTarget
from dualmem.model.conversation import Conversation
from dualmem.model.event import Change, Event, EventKind
from dualmem.model.note import Note
from dualmem.model.pending import PendingUpdate
from dualmem.model.reading import Refusal
from dualmem.model.value import Ambiguous, Money, Value
from dualmem.text import fold
from dualmem.values.clean import check_text
from dualmem.values.compare import equal


# -- writing ---------------------------------------------------------------------------------------------------------
def set_field(ledger: Ledger, act: SetField) -> None:
    """Write one field; what waits for it is superseded."""
    path, stated = act.field, act.stated
    spec = ledger.schema.field(path)
    old = ledger.state.value(path)
    if stated.value is None:
        ledger.invalid(path, stated.refusal or Refusal(reason="not_a_value"), stated.words, asks=True)
        return
    if act.is_append:
        _append(ledger, act)
        return
    checked = ledger.checked(spec, stated.value, path)
    if not isinstance(checked, Refusal) and "*" in spec.path and old is None:
        checked = _room(ledger, path, checked)
    if isinstance(checked, Refusal):
        ledger.invalid(path, checked, stated.words, asks=checked.reason not in ("full", "too_many", "write_once"))
        return
    if isinstance(checked, Ambiguous) or (isinstance(checked, Money) and checked.currency is None):
        ledger.supersede(path, "restated")
        update = ledger.propose(path, checked, ledger.provenance(stated), origin="answer")
        ledger.show_now.append(update.id)
        return
    ledger.supersede(path, "commanded")
    if old is not None and equal(old, checked):
        ledger.say("set", path, value=checked, old=old)
        return
    ledger.write(EventKind.FIELD_SET, {path: checked}, ledger.provenance(stated))
    ledger.say("set", path, value=checked, old=old)


def _room(ledger: Ledger, path: str, value: Value) -> Value | Refusal:
    """Refuse a new entry of a full map."""
    spec = ledger.schema.field(path)
    head = spec.path.partition("*")[0]
    whole = ledger.schema.fields.get(spec.path)
    limit = whole.max_items if whole is not None else None
    keys = {held[len(head) :].split(".")[0] for held in ledger.state.fields if held.startswith(head)}
    if limit is not None and len(keys) >= limit:
        return Refusal(reason="full", details={"max": str(limit)})
    return value


def _append(ledger: Ledger, act: SetField) -> None:
    path, stated = act.field, act.stated
    spec = ledger.schema.field(path)
    assert stated.value is not None
    items = stated.value if isinstance(stated.value, tuple) else (stated.value,)
    stored = ledger.state.value(path)
    old = stored if isinstance(stored, tuple) else ()
    new = tuple(item for item in items if not any(equal(item, one) for one in old))
    if not new:
        ledger.say("duplicate", path, value=items)
        return
    checked = ledger.checked(spec, old + new, path)
    if isinstance(checked, Refusal):
        ledger.invalid(path, checked, stated.words)
        return
    ledger.write(EventKind.FIELD_SET, {path: checked}, ledger.provenance(stated))
    _shrink_waiting(ledger, path, new)
    ledger.say("appended", path, value=new)


def _shrink_waiting(ledger: Ledger, path: str, written: Sequence[Value]) -> None:
    """Take items that were just written out of the waiting list update."""
    waiting = ledger.waiting(path)
    if waiting is None or not isinstance(waiting.value, tuple):
        return
    left = tuple(item for item in waiting.value if not any(equal(item, one) for one in written))
    if len(left) < len(waiting.value):
        _replace(ledger, waiting, left)


def _replace(ledger: Ledger, waiting: PendingUpdate, left: tuple[Value, ...]) -> PendingUpdate | None:
    ledger.drop(waiting, EventKind.UPDATE_SUPERSEDED, "changed")
    if not left:
        return None
    return ledger.propose(
        waiting.field, left, waiting.provenance, action=waiting.action, origin=waiting.origin, since=waiting
    )


def unknown_target(ledger: Ledger, act: UnknownTarget) -> None:
    """Say that no field has that name."""
    nearest = ledger.schema.nearest(act.name) or ""
    ledger.say("unknown_field", details={"name": act.name, "nearest": nearest})


def add_note(ledger: Ledger, act: AddNote) -> None:
    """Keep a text as a note."""
    text = act.text.strip()
    refusal = check_text(text, is_clean=ledger.schema.is_clean)
    if not text:
        refusal = Refusal(reason="empty")
    if refusal is not None:
        ledger.say("note_refused", reason=refusal.reason)
        return
    if any(fold(note.text).text == fold(text).text for note in (*ledger.held_notes, *ledger.notes)):
        ledger.say("note_duplicate", details={"text": text})
        return
    note_id = f"n{ledger.context.turn}.{len(ledger.notes) + 1}"
    provenance = ledger.provenance()
    ledger.notes.append(Note(id=note_id, text=text, at=ledger.context.now, provenance=provenance))
    ledger.events.append(Event(kind=EventKind.NOTE_ADDED, provenance=provenance, item=note_id, text=text))
    ledger.say("note_added", details={"text": text})


# -- list items ------------------------------------------------------------------------------------------------------
def remove_item(ledger: Ledger, act: RemoveItem) -> dict[str, str]:
    """Take out the one item that holds the words; give the ids of waiting updates that changed, old to new."""
    held = _holding(ledger, act)
    if len(held) > 1:
        ledger.say("which_item", held[0][0], options=tuple(item for _, item, _ in held))
        return {}
    if not held:
        ledger.say("no_such_item", act.field or _list_field(ledger), details={"words": act.words})
        return {}
    path, item, waiting = held[0]
    if waiting is not None:
        return _from_waiting(ledger, waiting, item)
    stored = ledger.state.value(path)
    assert isinstance(stored, tuple)
    left = tuple(one for one in stored if not equal(one, item))
    kind = EventKind.FIELD_CLEARED if not left else EventKind.FIELD_SET
    ledger.write(kind, {path: left or None}, ledger.provenance())
    if act.is_erase:
        ledger.erased.append(path)
    ledger.say("removed", path, value=(item,))
    return {}


def _from_waiting(ledger: Ledger, waiting: PendingUpdate, item: Value) -> dict[str, str]:
    values = waiting.value if isinstance(waiting.value, tuple) else (waiting.value,)
    left = tuple(one for one in values if not equal(one, item))
    new = _replace(ledger, waiting, left)
    ledger.say("removed", waiting.field, value=(item,))
    if new is None:
        return {}
    ledger.show_now.append(new.id)
    return {waiting.id: new.id}


def _holding(ledger: Ledger, act: RemoveItem) -> list[tuple[str, Value, PendingUpdate | None]]:
    found: list[tuple[str, Value, PendingUpdate | None]] = []
    for path, held in ledger.state.fields.items():
        if isinstance(held.value, tuple) and act.field in (None, path):
            found += [(path, item, None) for item in held.value if _says(item, act.words)]
    for update in ledger.queue:
        if isinstance(update.value, tuple) and act.field in (None, update.field):
            found += [(update.field, item, update) for item in update.value if _says(item, act.words)]
    exact = [hit for hit in found if isinstance(hit[1], str) and fold(hit[1]).text.strip() == act.words]
    shown = [hit for hit in found if hit[2] is not None and ledger.is_shown(hit[2].id)]
    return exact if len(exact) == 1 else shown if len(shown) == 1 else found


def _says(item: Value, words: str) -> bool:
    return isinstance(item, str) and words in fold(item).text


def _list_field(ledger: Ledger) -> str | None:
    held = [path for path, one in ledger.state.fields.items() if isinstance(one.value, tuple)]
    return held[0] if held else next((p for p, spec in ledger.schema.fields.items() if spec.type == "list"), None)


# -- forgetting ------------------------------------------------------------------------------------------------------
def forget(ledger: Ledger, act: Forget) -> None:
    """Clear or erase one field at once; show a group first."""
    known = _held(ledger, act.fields)
    if not known:
        path = act.fields[0] if len(act.fields) == 1 and "*" not in act.fields[0] else None
        ledger.say("nothing_to_forget", path, details={"name": act.name})
        return
    if act.group is not None:
        ledger.conversation = _with_forget(ledger, known, is_erase=act.is_erase)
        how = "erase" if act.is_erase else "clear"
        ledger.say("forget_group", act.group or None, fields=known, details={"how": how})
        return
    _forget(ledger, known, is_erase=act.is_erase)


def _held(ledger: Ledger, fields: Sequence[str]) -> tuple[str, ...]:
    """Give the concrete paths that have a value, or a waiting one."""
    wanted = set(fields)
    found: list[str] = []
    for path in (*ledger.state.fields, *(update.field for update in ledger.queue)):
        spec = ledger.schema.find(path)
        if (path in wanted or (spec is not None and spec.path in wanted)) and path not in found:
            found.append(path)
    order = {path: place for place, path in enumerate(ledger.schema.fields)}
    return tuple(sorted(found, key=lambda path: order.get(path, len(order))))


def _with_forget(ledger: Ledger, fields: Sequence[str], *, is_erase: bool) -> Conversation:
    return replace(ledger.conversation, waiting_forget=tuple(fields), waiting_forget_is_erase=is_erase)


def forget_answer(ledger: Ledger, act: ForgetAnswer) -> None:
    """Do or leave the group forget that was shown."""
    fields, is_erase = ledger.conversation.waiting_forget, ledger.conversation.waiting_forget_is_erase
    if not act.is_yes:
        ledger.say("forget_kept")
        return
    _forget(ledger, _held(ledger, fields), is_erase=is_erase)


def _forget(ledger: Ledger, fields: Sequence[str], *, is_erase: bool) -> None:
    erased = [p for p in fields if is_erase or ledger.schema.field(p).sensitive is not None]
    cleared = [p for p in fields if p not in erased]
    for path in cleared:
        ledger.supersede(path, "cleared")
        if path in ledger.state.fields:
            ledger.write(EventKind.FIELD_CLEARED, {path: None}, ledger.provenance())
    for path in erased:
        erase(ledger, path)
    if cleared:
        ledger.say("cleared", cleared[0] if len(cleared) == 1 else None, fields=tuple(cleared))
    if erased:
        ledger.say("erased", erased[0] if len(erased) == 1 else None, fields=tuple(erased))


def erase(ledger: Ledger, path: str) -> None:
    """Take a value away for good; no event carries it."""
    ledger.supersede(path, "erased", hides_value=True)
    if path in ledger.state.fields:
        ledger.commit(
            Event(
                kind=EventKind.FIELD_ERASED, provenance=ledger.provenance(), field=path, changes=(Change(field=path),)
            )
        )
    else:
        ledger.events.append(Event(kind=EventKind.FIELD_ERASED, provenance=ledger.provenance(), field=path))
    ledger.erased.append(path)
