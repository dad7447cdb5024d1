"""Answers: what the user's yes, no and corrections do to the waiting updates."""

from collections.abc import Sequence
from dataclasses import replace

from dualmem.grounding.change import confirmed
from dualmem.grounding.workbench import Workbench
from dualmem.model.act import Affirm, Answer, AskField, AskWhich, Correct, LeaveOpen, Negate, Stated, Undecided
from dualmem.model.decision import Say
from dualmem.model.event import EventKind
from dualmem.model.pending import Action, Origin, PendingUpdate
from dualmem.model.provenance import Provenance
from dualmem.model.reading import Refusal
from dualmem.model.value import Ambiguous, Money, Value
from dualmem.values.compare import equal


def affirm(bench: Workbench, act: Affirm) -> None:
    """Write a waiting update exactly as it was shown."""
    update = bench.update(act.update)
    if update is None:
        return
    spec = bench.schema.field(update.field)
    value = update.value if update.action == "set" else _after(bench, update)
    if value is None:
        _finish(bench, update, None)
        return
    checked = bench.checked(spec, value, update.field)
    if isinstance(checked, Refusal):
        bench.invalid(update.field, checked, update.provenance.words or "")
        if checked.reason in ("full", "too_many", "write_once", "no_move"):
            bench.drop(update, EventKind.UPDATE_REJECTED, checked.reason)
        return
    if _lacks_currency(checked):
        bench.show_now.append(update.id)
        bench.say("which_value", update.field, options=())
        return
    _finish(bench, update, checked)


def _lacks_currency(value: Value) -> bool:
    return isinstance(value, Money) and value.currency is None


def _after(bench: Workbench, update: PendingUpdate) -> Value | None:
    """Give what the field holds once the update is written; None for nothing left."""
    if update.action == "set":
        return update.value
    stored = bench.held(update.field)
    items = update.value if isinstance(update.value, tuple) else (update.value,)
    old = stored if isinstance(stored, tuple) else ()
    if update.action == "remove":
        left = tuple(item for item in old if not any(equal(item, one) for one in items))
        return left or None
    return old + tuple(item for item in items if not any(equal(item, one) for one in old))


def _finish(bench: Workbench, update: PendingUpdate, value: Value | None) -> None:
    old = bench.held(update.field)
    bench.take_out(update)
    provenance = confirmed(update.provenance, bench.context)
    is_same = value is not None and old is not None and equal(old, value)
    if is_same:
        bench.write(EventKind.UPDATE_CONFIRMED, {}, provenance, update=update.id)
        bench.say("reaffirmed", update.field, value=value)
        return
    bench.write(EventKind.UPDATE_CONFIRMED, {update.field: value}, provenance, update=update.id)
    if update.action == "set":
        bench.says.append(Say("written", update.field, value, old))
    else:
        key = "appended" if update.action == "append" else "removed"
        bench.say(key, update.field, value=update.value)
    bench.supersede(update.field, "written")


def negate(bench: Workbench, act: Negate) -> None:
    """Refuse a waiting update."""
    update = bench.update(act.update)
    if update is None:
        return
    bench.drop(update, EventKind.UPDATE_REJECTED, "refused")
    stored = bench.held(update.field)
    if update.is_conflict and stored is not None:
        bench.say("kept", update.field, value=stored)
    else:
        bench.say("refused", update.field, value=update.value)
        if act.asks and update.field not in bench.asks:
            bench.asks.append(update.field)


def correct(bench: Workbench, act: Correct) -> None:
    """Write the value the user gave in place of the shown one; keep everything where it does not validate."""
    update = bench.update(act.update)
    if update is None:
        return
    spec = bench.schema.field(update.field)
    stated = act.stated
    offered: Value | None = stated.value
    checked: Value | Refusal
    if offered is None:
        checked = stated.refusal or Refusal(reason="not_a_value")
    else:
        offered = (offered,) if update.action == "append" and not isinstance(offered, tuple) else offered
        whole = _after(bench, replace(update, value=offered)) if update.action == "append" else offered
        checked = bench.checked(spec, whole if whole is not None else offered, update.field)
    if isinstance(checked, Refusal):
        bench.invalid(update.field, checked, stated.words)
        bench.show_now.append(update.id)
        return
    bench.drop(update, EventKind.UPDATE_SUPERSEDED, "corrected")
    provenance = bench.provenance(stated, act.rule)
    if act.is_loose or isinstance(checked, Ambiguous) or _lacks_currency(checked):
        waits = offered if update.action == "append" and offered is not None else checked
        new = bench.propose(update.field, waits, provenance, action=update.action, origin="answer")
        bench.show_now.append(new.id)
        return
    _written(bench, update.field, checked, provenance, origin="answer")


def _written(bench: Workbench, path: str, value: Value, provenance: Provenance, *, origin: Origin) -> None:
    old = bench.held(path)
    if old is not None and equal(old, value):
        bench.say("reaffirmed", path, value=value)
        return
    update = bench.propose(path, value, provenance, origin=origin)
    bench.take_out(update)
    bench.write(EventKind.UPDATE_CONFIRMED, {path: value}, provenance, update=update.id, reason="stated")
    bench.say("written", path, value=value, old=old)
    bench.supersede(path, "written")


def answer(bench: Workbench, act: Answer) -> None:
    """Write the answer to a question for one field; other words wait as a proposal."""
    spec = bench.schema.field(act.field)
    stated = act.stated
    if stated.value is None:
        bench.invalid(act.field, stated.refusal or Refusal(reason="not_a_value"), stated.words, asks=True)
        return
    value = stated.value
    if spec.type == "list":
        items = value if isinstance(value, tuple) else (value,)
        stored = bench.held(act.field)
        old = stored if isinstance(stored, tuple) else ()
        value = old + tuple(item for item in items if not any(equal(item, one) for one in old))
    checked = bench.checked(spec, value, act.field)
    if isinstance(checked, Refusal):
        bench.invalid(act.field, checked, stated.words, asks=True)
        return
    provenance = bench.provenance(stated)
    if act.is_open or isinstance(checked, Ambiguous) or _lacks_currency(checked):
        bench.supersede(act.field, "restated")
        action: Action = "append" if spec.type == "list" else "set"
        offered = _items(stated) if spec.type == "list" else checked
        update = bench.propose(act.field, offered, provenance, action=action, origin="answer")
        bench.show_now.append(update.id)
        return
    _written(bench, act.field, checked, provenance, origin="answer")


def _items(stated: Stated) -> Value:
    value = stated.value
    assert value is not None
    return value if isinstance(value, tuple) else (value,)


def ask_which(bench: Workbench, act: AskWhich) -> None:
    """Ask which value holds; the update waits unchanged."""
    update = bench.update(act.update)
    if update is None:
        return
    bench.show_now.append(update.id)
    if len(act.options) > 1 and not isinstance(update.value, Ambiguous):
        bench.say("which_value", update.field, options=act.options)


def ask_field(bench: Workbench, act: AskField) -> None:
    """Ask which of several shown fields a value is for."""
    fields = tuple(update.field for one in act.updates if (update := bench.update(one)) is not None)
    bench.show_now.extend(act.updates)
    bench.say("which_field", fields=fields, value=act.value)


def leave_open(bench: Workbench, act: LeaveOpen) -> None:
    """Show again at once what a partial answer left; what was passed over for newer ones rests."""
    left, held = frozenset(act.updates), {update.id: update for update in bench.queue}
    answered = [item.update for item in bench.conversation.shown if item.update not in left]
    bench.show_now.extend([one for one in act.updates if not _is_passed_over(one, held.get(one), answered)])


def _is_passed_over(update_id: str, update: PendingUpdate | None, answered: Sequence[str]) -> bool:
    """Tell that an update was shown before, and that only what came up after it was answered."""
    has_rested = update is not None and update.shown_count > 1
    return has_rested and bool(answered) and all(_turn_of(one) > _turn_of(update_id) for one in answered)


def _turn_of(update_id: str) -> int:
    """Give the turn that proposed an update."""
    return int(update_id.partition(".")[0])


def undecided(bench: Workbench, act: Undecided) -> None:
    """Leave everything as it is; what somebody else answered is put to its owner again at once."""
    foreign = [update for update in act.updates if _is_foreign(bench, update)]
    bench.show_now.extend(foreign)
    key = "not_yours" if foreign else "not_answered"
    if act.updates and not any(say.key in ("not_answered", "not_yours") for say in bench.says):
        bench.say(key)


def _is_foreign(bench: Workbench, update_id: str) -> bool:
    """Tell that another person of the conversation than the speaker said what waits."""
    update = bench.update(update_id)
    owner = update.provenance.speaker if update is not None and update.origin != "offer" else None
    return owner is not None and bench.context.speaker is not None and bench.context.speaker != owner
