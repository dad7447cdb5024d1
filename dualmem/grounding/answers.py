"""Answers: what the user's yes, no and corrections do to the waiting updates."""

from dataclasses import replace

from dualmem.grounding.ledger import Ledger
from dualmem.model.act import Affirm, Answer, AskField, AskWhich, Correct, LeaveOpen, Negate, Stated, Undecided
from dualmem.model.event import EventKind
from dualmem.model.pending import Action, Origin, PendingUpdate
from dualmem.model.provenance import Provenance
from dualmem.model.reading import Refusal
from dualmem.model.value import Ambiguous, Money, Value
from dualmem.values.compare import equal


def affirm(ledger: Ledger, act: Affirm) -> None:
    """Write a waiting update exactly as it was shown."""
    update = ledger.update(act.update)
    if update is None:
        return
    spec = ledger.schema.field(update.field)
    value = _after(ledger, update)
    if value is None:
        _finish(ledger, update, None)
        return
    checked = ledger.checked(spec, value, update.field)
    if isinstance(checked, Refusal):
        ledger.invalid(update.field, checked, update.provenance.words or "")
        if checked.reason in ("full", "too_many", "write_once", "no_move"):
            ledger.drop(update, EventKind.UPDATE_REJECTED, checked.reason)
        return
    if _lacks_currency(checked):
        ledger.show_now.append(update.id)
        ledger.say("which_value", update.field, options=())
        return
    _finish(ledger, update, checked)


def _lacks_currency(value: Value) -> bool:
    return isinstance(value, Money) and value.currency is None


def _after(ledger: Ledger, update: PendingUpdate) -> Value | None:
    """Give what the field holds once the update is written; None for nothing left."""
    if update.action == "set":
        return update.value
    stored = ledger.state.value(update.field)
    items = update.value if isinstance(update.value, tuple) else (update.value,)
    old = stored if isinstance(stored, tuple) else ()
    if update.action == "remove":
        left = tuple(item for item in old if not any(equal(item, one) for one in items))
        return left or None
    return old + tuple(item for item in items if not any(equal(item, one) for one in old))


def _finish(ledger: Ledger, update: PendingUpdate, value: Value | None) -> None:
    old = ledger.state.value(update.field)
    ledger.queue = [one for one in ledger.queue if one.id != update.id]
    provenance = replace(
        update.provenance, actor=ledger.context.actor, at=ledger.context.now, operation=ledger.context.operation
    )
    is_same = value is not None and old is not None and equal(old, value)
    if is_same:
        ledger.write(EventKind.UPDATE_CONFIRMED, {}, provenance, update=update.id)
        ledger.say("reaffirmed", update.field, value=value)
        return
    ledger.write(EventKind.UPDATE_CONFIRMED, {update.field: value}, provenance, update=update.id)
    if update.action == "set":
        ledger.say("written", update.field, value=value, old=old)
    else:
        key = "appended" if update.action == "append" else "removed"
        ledger.say(key, update.field, value=update.value)
    ledger.supersede(update.field, "written")


def negate(ledger: Ledger, act: Negate) -> None:
    """Refuse a waiting update."""
    update = ledger.update(act.update)
    if update is None:
        return
    ledger.drop(update, EventKind.UPDATE_REJECTED, "refused")
    stored = ledger.state.value(update.field)
    if update.is_conflict and stored is not None:
        ledger.say("kept", update.field, value=stored)
    else:
        ledger.say("refused", update.field, value=update.value)
        if act.asks and update.field not in ledger.asks:
            ledger.asks.append(update.field)


def correct(ledger: Ledger, act: Correct) -> None:
    """Write the value the user gave in place of the shown one; keep everything where it does not validate."""
    update = ledger.update(act.update)
    if update is None:
        return
    spec = ledger.schema.field(update.field)
    stated = act.stated
    checked: Value | Refusal
    if stated.value is None:
        checked = stated.refusal or Refusal(reason="not_a_value")
    else:
        value = (stated.value,) if update.action == "append" and not isinstance(stated.value, tuple) else stated.value
        checked = ledger.checked(spec, value, update.field)
    if isinstance(checked, Refusal):
        ledger.invalid(update.field, checked, stated.words)
        ledger.show_now.append(update.id)
        return
    ledger.drop(update, EventKind.UPDATE_SUPERSEDED, "corrected")
    provenance = ledger.provenance(stated, act.rule)
    if isinstance(checked, Ambiguous) or _lacks_currency(checked):
        new = ledger.propose(update.field, checked, provenance, action=update.action, origin="answer")
        ledger.show_now.append(new.id)
        return
    _written(ledger, update.field, checked, provenance, origin="answer")


def _written(ledger: Ledger, path: str, value: Value, provenance: Provenance, *, origin: Origin) -> None:
    old = ledger.state.value(path)
    if old is not None and equal(old, value):
        ledger.say("reaffirmed", path, value=value)
        return
    update = ledger.propose(path, value, provenance, origin=origin)
    ledger.queue = [one for one in ledger.queue if one.id != update.id]
    ledger.write(EventKind.UPDATE_CONFIRMED, {path: value}, provenance, update=update.id, reason="stated")
    ledger.say("written", path, value=value, old=old)
    ledger.supersede(path, "written")


def answer(ledger: Ledger, act: Answer) -> None:
    """Write the answer to a question for one field; other words wait as a proposal."""
    spec = ledger.schema.field(act.field)
    stated = act.stated
    if stated.value is None:
        ledger.invalid(act.field, stated.refusal or Refusal(reason="not_a_value"), stated.words, asks=True)
        return
    value = stated.value
    if spec.type == "list":
        items = value if isinstance(value, tuple) else (value,)
        stored = ledger.state.value(act.field)
        old = stored if isinstance(stored, tuple) else ()
        value = old + tuple(item for item in items if not any(equal(item, one) for one in old))
    checked = ledger.checked(spec, value, act.field)
    if isinstance(checked, Refusal):
        ledger.invalid(act.field, checked, stated.words, asks=True)
        return
    provenance = ledger.provenance(stated)
    if act.is_open or isinstance(checked, Ambiguous) or _lacks_currency(checked):
        ledger.supersede(act.field, "restated")
        action: Action = "append" if spec.type == "list" else "set"
        offered = _items(stated) if spec.type == "list" else checked
        update = ledger.propose(act.field, offered, provenance, action=action, origin="answer")
        ledger.show_now.append(update.id)
        return
    _written(ledger, act.field, checked, provenance, origin="answer")


def _items(stated: Stated) -> Value:
    value = stated.value
    assert value is not None
    return value if isinstance(value, tuple) else (value,)


def ask_which(ledger: Ledger, act: AskWhich) -> None:
    """Ask which value holds; the update waits unchanged."""
    update = ledger.update(act.update)
    if update is None:
        return
    ledger.show_now.append(update.id)
    if len(act.options) > 1 and not isinstance(update.value, Ambiguous):
        ledger.say("which_value", update.field, options=act.options)


def ask_field(ledger: Ledger, act: AskField) -> None:
    """Ask which of several shown fields a value is for."""
    fields = tuple(update.field for one in act.updates if (update := ledger.update(one)) is not None)
    ledger.show_now.extend(act.updates)
    ledger.say("which_field", fields=fields, value=act.value)


def leave_open(ledger: Ledger, act: LeaveOpen) -> None:
    """Show again at once what a partial answer left."""
    ledger.show_now.extend(act.updates)


def undecided(ledger: Ledger, act: Undecided) -> None:
    """Leave everything as it is; what somebody else answered is put to its owner again at once."""
    foreign = [update for update in act.updates if _is_foreign(ledger, update)]
    ledger.show_now.extend(foreign)
    key = "not_yours" if foreign else "not_answered"
    if act.updates and not any(say.key in ("not_answered", "not_yours") for say in ledger.says):
        ledger.say(key)


def _is_foreign(ledger: Ledger, update_id: str) -> bool:
    """Tell that another person of the conversation than the speaker said what waits."""
    update = ledger.update(update_id)
    owner = update.provenance.speaker if update is not None and update.origin != "offer" else None
    return owner is not None and ledger.context.speaker is not None and ledger.context.speaker != owner
