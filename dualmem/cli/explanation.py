"""Explanation: runs the pure steps on one message and tells what each found, what is written and why not."""

import dataclasses
from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Final
from zoneinfo import ZoneInfo

import click

from dualmem.cli.output import Row
from dualmem.cli.reasons import Heard, not_written
from dualmem.cli.typed import json_of_text
from dualmem.cli.views import change_row, change_rows, field_path, masked_json
from dualmem.config import Config
from dualmem.dialogue.parse import parse
from dualmem.errors import InvalidValue
from dualmem.extract.match import match
from dualmem.grounding.decide import decide
from dualmem.grounding.topics import stored_topics, stored_values
from dualmem.model.act import Act, Remark
from dualmem.model.candidate import Candidate, Extraction
from dualmem.model.conversation import Conversation, TurnContext
from dualmem.model.decision import Decision, Say
from dualmem.model.pending import PendingUpdate, Shown
from dualmem.model.provenance import Provenance
from dualmem.model.reading import ReadingContext
from dualmem.model.state import Held, State
from dualmem.model.value import Value
from dualmem.schema.spec import Schema
from dualmem.specs import Specs, load_specs
from dualmem.values.codec import from_json, to_json

Report = dict[str, list[Row]]
_READ: Final = frozenset({"candidate"})  # shown under values already


def explain_text(
    config: Config, text: str, *, shown: Sequence[str], stored: Sequence[str], asked: Sequence[str], now: datetime
) -> Report:
    """Give what was shown, the clauses, values, acts, writes, reasons, events, words and queue of one message.

    Args:
        config: Names schema and rules.
        text: What is said.
        shown: ``FIELD=VALUE`` that the last reply showed, in order.
        stored: ``FIELD=VALUE`` that the state holds.
        asked: Fields that the last reply asked for.
        now: When it is said, aware.
    """
    specs = load_specs(config.schema, config.rules, config.lexicons)
    schema = specs.schema
    now = now.astimezone(ZoneInfo(schema.timezone))
    state = _state(schema, stored, now)
    queue, conversation = _shown(schema, shown, asked, now)
    context = TurnContext(now=now, zone=schema.timezone, turn=2, conversation=conversation.id)
    extraction = match(
        specs.compiled,
        text,
        context=ReadingContext(now=now),
        focus=(*conversation.focus, *stored_topics(state)),
        held=stored_values(state, schema),
    )
    acts = parse(
        extraction,
        schema=schema,
        lexicon=specs.lexicon,
        conversation=conversation,
        queue=queue,
        state=state,
        context=context,
    )
    decision = decide(
        acts, extraction, schema=schema, state=state, queue=queue, conversation=conversation, context=context
    )
    heard = Heard(extraction=extraction, acts=tuple(acts), queue=queue, decision=decision)
    return _report(specs, heard, conversation)


def _report(specs: Specs, heard: Heard, conversation: Conversation) -> Report:
    """Give the rows of every step."""
    schema, decision = specs.schema, heard.decision
    updates = {one.id: one for one in (*heard.queue, *decision.queue)}
    said = [act for act in heard.acts if not isinstance(act, Remark) or act != Remark()]
    return {
        "shown": [
            {
                "no": one.ordinal,
                "update": one.update,
                "field": one.field,
                "value": masked_json(schema, one.field, one.value),
            }
            for one in conversation.shown
        ],
        "clauses": _clauses(heard.extraction),
        "values": _values(schema, heard.extraction),
        "acts": [_act_row(schema, act, updates) for act in said],
        "written": list(change_rows(schema, decision.events)),
        "not_written": not_written(schema, heard),
        "events": _events(schema, decision),
        "says": [_facts(schema, say, say.field) for say in decision.says],
        "waits": [
            {"update": one.id, "field": one.field, "value": masked_json(schema, one.field, one.value)}
            for one in decision.queue
        ],
    }


def _pairs(schema: Schema, given: Sequence[str], now: datetime) -> list[tuple[str, Value]]:
    out = []
    for one in given:
        name, equals, text = one.partition("=")
        if not equals or not name.strip() or not text.strip():
            raise click.UsageError(f"{one!r}: write FIELD=VALUE, like business_context.budget.ceiling=50万")
        path = field_path(schema, name)
        spec = schema.field(path)
        try:
            out.append((path, from_json(spec, json_of_text(spec, text, now))))
        except InvalidValue as error:
            step = f"`dualmem values try {text!r} --type {spec.type}` shows how it is read."
            raise InvalidValue(f"{error}: {text!r}", field=path, next_step=step) from error
    return out


def _state(schema: Schema, stored: Sequence[str], now: datetime) -> State:
    said = Provenance(at=now, actor="operator:explain", channel="cli")
    fields = {
        path: Held(value=value, version=1, at=now, provenance=said) for path, value in _pairs(schema, stored, now)
    }
    return State(version=1 if fields else 0, fields=MappingProxyType(fields))


def _shown(
    schema: Schema, shown: Sequence[str], asked: Sequence[str], now: datetime
) -> tuple[tuple[PendingUpdate, ...], Conversation]:
    queue = tuple(
        PendingUpdate(
            id=f"1.{number}",
            field=path,
            value=value,
            action="append" if schema.field(path).type == "list" else "set",
            provenance=Provenance(at=now, actor="user", conversation="explain", turn=1),
            user_turn=1,
            proposed_at=now,
            shown_count=1,
            shown_user_turn=1,
        )
        for number, (path, value) in enumerate(_pairs(schema, shown, now), 1)
    )
    last = tuple(Shown(update=one.id, ordinal=n, field=one.field, value=one.value) for n, one in enumerate(queue, 1))
    fields = tuple(schema.field(field_path(schema, name)).path for name in asked)
    return queue, Conversation(
        id="explain", user_turns=1, shown=last, asked=fields, shown_at=now if last or fields else None
    )


def _clauses(extraction: Extraction) -> list[Row]:
    """Give the clauses in the user's own characters."""
    folded = extraction.utterance.folded
    places = [(clause, folded.to_original(clause.span)) for clause in extraction.utterance.clauses]
    return [
        {
            "text": folded.original[place.start : place.end],
            "mood": clause.mood,
            "hedged": "yes" if clause.is_hedged else "",
        }
        for clause, place in places
    ]


def _values(schema: Schema, extraction: Extraction) -> list[Row]:
    return [
        {
            "field": c.field,
            "value": masked_json(schema, c.field, c.value),
            "quote": c.quote,
            "start": c.span.start,
            "end": c.span.end,
            "rule": c.rule,
            "mood": c.mood,
            "refused": c.refusal.reason if c.refusal else None,
            "shut_out": "by unless" if c.is_blocked else None,
        }
        for c in extraction.candidates
    ]


def _act_row(schema: Schema, act: Act, updates: Mapping[str, PendingUpdate]) -> Row:
    """Give an act with what it is bound to: the field and value of its update, or of the rule's value."""
    candidate = getattr(act, "candidate", None)
    path = candidate.field if isinstance(candidate, Candidate) else getattr(act, "field", None)
    row: dict[str, object] = {"act": type(act).__name__}
    bound = updates.get(getattr(act, "update", None) or "")
    if bound is not None:
        path = bound.field
        row |= {"field": path, "shown": masked_json(schema, path, bound.value)}
    if isinstance(candidate, Candidate):
        row |= {"field": path, "value": masked_json(schema, candidate.field, candidate.value), "rule": candidate.rule}
    return row | _facts(schema, act, path)


def _events(schema: Schema, decision: Decision) -> list[Row]:
    return [
        {
            "event": event.kind.value,
            "field": event.field,
            "update": event.update,
            "changes": [change_row(schema, change) for change in event.changes] or None,
            "reason": event.reason,
        }
        for event in decision.events
    ]


def _facts(schema: Schema, thing: object, path: str | None) -> dict[str, object]:
    """Give the attributes of an act that differ from their defaults, values in their public form and masked."""
    out: dict[str, object] = {}
    for name, default in _attributes(thing).items():
        value = getattr(thing, name)
        is_default = default is not dataclasses.MISSING and value == default
        if value is None or value in ((), "") or is_default or name in _READ:
            continue
        if isinstance(value, Mapping) and not value:
            continue
        out[name] = _plain(schema, value, path, is_value=name in {"value", "old", "options"})
    return out


def _attributes(thing: object) -> dict[str, object]:
    """Give the attributes of a dataclass or named tuple, each with its default or ``MISSING``."""
    if isinstance(thing, Say):
        return {name: Say._field_defaults.get(name, dataclasses.MISSING) for name in Say._fields}
    assert dataclasses.is_dataclass(thing)
    return {attribute.name: attribute.default for attribute in dataclasses.fields(thing)}


def _plain(schema: Schema, value: object, path: str | None, *, is_value: bool) -> object:
    if isinstance(value, tuple):
        return [_plain(schema, item, path, is_value=is_value) for item in value]
    if is_value:
        return to_json(value) if path is None else masked_json(schema, path, value)  # type: ignore[arg-type]
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, str | bool | int):
        return value
    if dataclasses.is_dataclass(value):
        return _facts(schema, value, path)
    return str(value)
