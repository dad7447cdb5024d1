"""Commands: what the user orders is written at once, and forgotten at once."""

from collections.abc import Sequence
from dataclasses import replace

from dualmem.grounding.workbench import Workbench
from dualmem.model.act import AddNote, Forget, ForgetAnswer, RemoveItem, SetField, UnknownTarget
from dualmem.model.conversation import Conversation
from dualmem.model.event import Change, Event, EventKind
from dualmem.model.pending import PendingUpdate
from dualmem.model.reading import Refusal
from dualmem.model.value import Ambiguous, Money, Value
from dualmem.text import fold
from dualmem.values.clean import check_text
from dualmem.values.compare import equal


# -- writing ---------------------------------------------------------------------------------------------------------
def set_field(bench: Workbench, act: SetField) -> None:
    """Write one field; what waits for it is superseded."""
    path, stated = act.field, act.stated
    spec = bench.schema.field(path)
    old = bench.held(path)
    if stated.value is None:
        bench.invalid(path, stated.refusal or Refusal(reason="not_a_value"), stated.words, asks=True)
        return
    if act.is_append:
        _append(bench, act)
        return
    checked = bench.checked(spec, stated.value, path)
    if isinstance(checked, Refusal):
        bench.invalid(path, checked, stated.words, asks=True)
        return
    if isinstance(checked, Ambiguous) or (isinstance(checked, Money) and checked.currency is None):
        bench.supersede(path, "restated")
        update = bench.propose(path, checked, bench.provenance(stated), origin="answer")
        bench.show_now.append(update.id)
        return
    bench.supersede(path, "commanded")
    if old is not None and equal(old, checked):
        bench.say("set", path, value=checked, old=old)
        return
    bench.write(EventKind.FIELD_SET, {path: checked}, bench.provenance(stated))
    bench.say("set", path, value=checked, old=old)


def _append(bench: Workbench, act: SetField) -> None:
    path, stated = act.field, act.stated
    spec = bench.schema.field(path)
    assert stated.value is not None
    items = stated.value if isinstance(stated.value, tuple) else (stated.value,)
    stored = bench.held(path)
    old = stored if isinstance(stored, tuple) else ()
    new = tuple(item for item in items if not any(equal(item, one) for one in old))
    if not new:
        bench.say("duplicate", path, value=items)
        return
    checked = bench.checked(spec, old + new, path)
    if isinstance(checked, Refusal):
        bench.invalid(path, checked, stated.words)
        return
    bench.write(EventKind.FIELD_SET, {path: checked}, bench.provenance(stated))
    _shrink_waiting(bench, path, new)
    bench.say("appended", path, value=new)


def _shrink_waiting(bench: Workbench, path: str, written: Sequence[Value]) -> None:
    """Take items that were just written out of the waiting list update."""
    waiting = bench.waiting(path)
    if waiting is None or not isinstance(waiting.value, tuple):
        return
    left = tuple(item for item in waiting.value if not any(equal(item, one) for one in written))
    if len(left) < len(waiting.value):
        _replace(bench, waiting, left)


def _replace(bench: Workbench, waiting: PendingUpdate, left: tuple[Value, ...]) -> PendingUpdate | None:
    bench.drop(waiting, EventKind.UPDATE_SUPERSEDED, "changed")
    if not left:
        return None
    return bench.propose(
        waiting.field, left, waiting.provenance, action=waiting.action, origin=waiting.origin, since=waiting
    )


def unknown_target(bench: Workbench, act: UnknownTarget) -> None:
    """Say that no field has that name."""
    nearest = bench.schema.nearest(act.name) or ""
    bench.say("unknown_field", details={"name": act.name, "nearest": nearest})


def add_note(bench: Workbench, act: AddNote) -> None:
    """Keep a text as a note."""
    text = act.text.strip()
    refusal = check_text(text, is_clean=bench.schema.is_clean)
    if not text:
        refusal = Refusal(reason="empty")
    if refusal is not None:
        bench.say("note_refused", reason=refusal.reason)
        return
    if any(fold(note.text).text == fold(text).text for note in (*bench.held_notes, *bench.notes)):
        bench.say("note_duplicate", details={"text": text})
        return
    bench.keep_note(text, bench.provenance())
    bench.say("note_added", details={"text": text})


# -- list items ------------------------------------------------------------------------------------------------------
def remove_item(bench: Workbench, act: RemoveItem) -> dict[str, str]:
    """Take out the one item that holds the words; give the ids of waiting updates that changed, old to new."""
    held = _holding(bench, act)
    if len(held) > 1:
        bench.say("which_item", held[0][0], options=tuple(item for _, item, _ in held))
        return {}
    if not held:
        bench.say("no_such_item", act.field or _list_field(bench), details={"words": act.words})
        return {}
    path, item, waiting = held[0]
    if waiting is not None:
        return _from_waiting(bench, waiting, item)
    stored = bench.held(path)
    assert isinstance(stored, tuple)
    left = tuple(one for one in stored if not equal(one, item))
    kind = EventKind.FIELD_CLEARED if not left else EventKind.FIELD_SET
    bench.write(kind, {path: left or None}, bench.provenance())
    if act.is_erase:
        bench.erased.append(path)
    bench.say("removed", path, value=(item,))
    return {}


def _from_waiting(bench: Workbench, waiting: PendingUpdate, item: Value) -> dict[str, str]:
    values = waiting.value if isinstance(waiting.value, tuple) else (waiting.value,)
    left = tuple(one for one in values if not equal(one, item))
    new = _replace(bench, waiting, left)
    bench.say("removed", waiting.field, value=(item,))
    if new is None:
        return {}
    bench.show_now.append(new.id)
    return {waiting.id: new.id}


def _holding(bench: Workbench, act: RemoveItem) -> list[tuple[str, Value, PendingUpdate | None]]:
    found: list[tuple[str, Value, PendingUpdate | None]] = []
    for path, held in bench.state.fields.items():
        if isinstance(held.value, tuple) and act.field in (None, path):
            found += [(path, item, None) for item in held.value if _says(item, act.words)]
    for update in bench.queue:
        if isinstance(update.value, tuple) and act.field in (None, update.field):
            found += [(update.field, item, update) for item in update.value if _says(item, act.words)]
    exact = [hit for hit in found if isinstance(hit[1], str) and fold(hit[1]).text.strip() == act.words]
    shown = [hit for hit in found if hit[2] is not None and bench.is_shown(hit[2].id)]
    return exact if len(exact) == 1 else shown if len(shown) == 1 else found


def _says(item: Value, words: str) -> bool:
    return isinstance(item, str) and words in fold(item).text


def _list_field(bench: Workbench) -> str | None:
    held = [path for path, one in bench.state.fields.items() if isinstance(one.value, tuple)]
    return held[0] if held else next((p for p, spec in bench.schema.fields.items() if spec.type == "list"), None)


# -- forgetting ------------------------------------------------------------------------------------------------------
def forget(bench: Workbench, act: Forget) -> None:
    """Clear or erase one field at once; show a group first."""
    known = _held(bench, act.fields)
    if not known:
        path = act.fields[0] if len(act.fields) == 1 and "*" not in act.fields[0] else None
        bench.say("nothing_to_forget", path, details={"name": act.name})
        return
    if act.group is not None:
        bench.conversation = _with_forget(bench, known, is_erase=act.is_erase)
        how = "erase" if act.is_erase else "clear"
        bench.say("forget_group", act.group or None, fields=known, details={"how": how})
        return
    _forget(bench, known, is_erase=act.is_erase)


def _held(bench: Workbench, fields: Sequence[str]) -> tuple[str, ...]:
    """Give the concrete paths that have a value, or a waiting one."""
    wanted = set(fields)
    found: list[str] = []
    for path in (*bench.state.fields, *(update.field for update in bench.queue)):
        spec = bench.schema.find(path)
        if (path in wanted or (spec is not None and spec.path in wanted)) and path not in found:
            found.append(path)
    order = {path: place for place, path in enumerate(bench.schema.fields)}
    return tuple(sorted(found, key=lambda path: order.get(path, len(order))))


def _with_forget(bench: Workbench, fields: Sequence[str], *, is_erase: bool) -> Conversation:
    return replace(bench.conversation, waiting_forget=tuple(fields), waiting_forget_is_erase=is_erase)


def forget_answer(bench: Workbench, act: ForgetAnswer) -> None:
    """Do or leave the group forget that was shown."""
    fields, is_erase = bench.conversation.waiting_forget, bench.conversation.waiting_forget_is_erase
    if not act.is_yes:
        bench.say("forget_kept")
        return
    _forget(bench, _held(bench, fields), is_erase=is_erase)


def _forget(bench: Workbench, fields: Sequence[str], *, is_erase: bool) -> None:
    erased = [p for p in fields if is_erase or bench.schema.field(p).sensitive is not None]
    cleared = [p for p in fields if p not in erased]
    for path in cleared:
        bench.supersede(path, "cleared")
        if path in bench.state.fields:
            bench.write(EventKind.FIELD_CLEARED, {path: None}, bench.provenance())
    for path in erased:
        erase(bench, path)
    if cleared:
        bench.say("cleared", cleared[0] if len(cleared) == 1 else None, fields=tuple(cleared))
    if erased:
        bench.say("erased", erased[0] if len(erased) == 1 else None, fields=tuple(erased))


def erase(bench: Workbench, path: str) -> None:
    """Take a value away for good; no event carries it."""
    bench.supersede(path, "erased", hides_value=True)
    if path in bench.state.fields:
        bench.commit(
            Event(kind=EventKind.FIELD_ERASED, provenance=bench.provenance(), field=path, changes=(Change(field=path),))
        )
    else:
        bench.events.append(Event(kind=EventKind.FIELD_ERASED, provenance=bench.provenance(), field=path))
    bench.erased.append(path)
