"""Heartbeat: what is missing, expired, expiring, stale or inconsistent in the state, before each reply."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from dualmem.model.conversation import Conversation
from dualmem.model.decision import Decision
from dualmem.model.field import Expiry
from dualmem.model.finding import Finding
from dualmem.model.pending import PendingUpdate
from dualmem.model.state import Held, State
from dualmem.model.value import Day, Moment, Value
from dualmem.schema.spec import Schema, TaskSpec
from dualmem.values.compare import equal

DEFAULT_TASK = "default"


def check(
    schema: Schema,
    state: State,
    *,
    queue: Sequence[PendingUpdate],
    conversation: Conversation,
    decision: Decision,
    now: datetime,
) -> tuple[Finding, ...]:
    """Give what the reply must mention or wait for, on the state after the turn's writes.

    Args:
        schema: The schema.
        state: After the turn's events.
        queue: After the turn.
        conversation: After the turn (``user_turns`` counts it).
        decision: What the turn decided; a decision without a message (``is_work_request`` false) holds for nothing.
        now: Aware, in the subject's time zone.

    Returns:
        Inconsistent first, then missing, expired, expiring and stale, each in the order of the schema file.
    """
    return (
        *_inconsistent(state, queue, conversation, decision),
        *_missing(schema, state, decision),
        *_outdated(schema, state, now),
    )


def current_task(schema: Schema, state: State) -> TaskSpec | None:
    """Give the task that the state is in: the first whose ``when`` holds, else the default one, else None."""
    for task in schema.tasks.values():
        if task.when and all(_holds_value(state, path, value) for path, value in task.when.items()):
            return task
    default = schema.tasks.get(DEFAULT_TASK)
    return default if default is not None and not default.when else None


def _holds_value(state: State, path: str, value: Value) -> bool:
    stored = state.value(path)
    return stored is not None and equal(stored, value)


def _inconsistent(
    state: State, queue: Sequence[PendingUpdate], conversation: Conversation, decision: Decision
) -> Iterator[Finding]:
    """A hold lasts for the turn that caused it: the one that stated the value, or whose answer left it open.

    What waits is judged by the state as it is now, so that a value stored meanwhile makes it inconsistent; an offer is
    no statement of the user's.
    """
    for update in queue:
        stored = state.value(update.field)
        if stored is None or update.action != "set" or update.origin == "offer" or equal(stored, update.value):
            continue
        yield Finding(
            kind="inconsistent",
            field=update.field,
            stored=stored,
            stated=update.value,
            update=update.id,
            holds=update.user_turn == conversation.user_turns or update.id in decision.show_now,
        )


def _missing(schema: Schema, state: State, decision: Decision) -> Iterator[Finding]:
    task = current_task(schema, state)
    if task is None:
        return
    holds = task.blocks and decision.is_work_request
    for path in task.requires:
        if path not in state.fields:
            yield Finding(kind="missing", field=path, task=task.name, holds=holds)


def _outdated(schema: Schema, state: State, now: datetime) -> Iterator[Finding]:
    found: Mapping[str, list[Finding]] = {"expired": [], "expiring": [], "stale": []}
    for path in sorted(state.fields, key=lambda path: _order(schema, path)):
        spec, held = schema.find(path), state.fields[path]
        if spec is not None and spec.expires is not None:
            kind = _expiry_kind(spec.expires, held, now)
            if kind == "expired":
                found["expired"].append(Finding(kind="expired", field=path, stored=held.value))
            elif kind == "expiring":
                found["expiring"].append(Finding(kind="expiring", field=path, stored=held.value))
        if held.stale_since is not None:
            found["stale"].append(Finding(kind="stale", field=path, stored=held.value))
    for findings in found.values():
        yield from findings


def _expiry_kind(expires: Expiry, held: Held, now: datetime) -> str | None:
    """Give ``expired``, ``expiring`` or None; a day is over at its end in the zone of ``now``, and counted in days."""
    if expires.at_value and isinstance(held.value, Day):
        if held.value.bound not in {None, "by"}:
            return None
        if held.value.date < now.date():
            return "expired"
        left = held.value.date - now.date()
    else:
        if expires.after is not None:
            left = held.at + expires.after - now
        elif isinstance(held.value, Moment):
            left = held.value.at - now
        else:
            return None
        if left <= timedelta(0):
            return "expired"
    return "expiring" if expires.warn_before is not None and left <= expires.warn_before else None


def _order(schema: Schema, path: str) -> tuple[int, str]:
    spec = schema.find(path)
    return (spec.order if spec is not None else len(schema.fields), path)
