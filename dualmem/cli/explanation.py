"""Explanation: runs the pure steps on one message and tells what each found."""

import dataclasses
from collections.abc import Sequence
from datetime import datetime
from types import MappingProxyType

import click

from dualmem.cli.output import Row
from dualmem.cli.typed import json_of_text
from dualmem.cli.views import change_row, field_path
from dualmem.config import Config
from dualmem.dialogue.parse import parse
from dualmem.extract.match import match
from dualmem.grounding.decide import decide
from dualmem.model.candidate import Extraction
from dualmem.model.conversation import Conversation, TurnContext
from dualmem.model.decision import Decision
from dualmem.model.pending import PendingUpdate, Shown
from dualmem.model.provenance import Provenance
from dualmem.model.reading import ReadingContext
from dualmem.model.state import Held, State
from dualmem.model.value import Value
from dualmem.schema.spec import Schema
from dualmem.specs import load_specs
from dualmem.values.codec import from_json, to_json

Report = dict[str, list[Row]]


def explain_text(config: Config, text: str, *, shown: Sequence[str], stored: Sequence[str], now: datetime) -> Report:
    """Give clauses, values, acts, events, words and queue of one message.

    Args:
        config: Names schema and rules.
        text: What is said.
        shown: ``FIELD=VALUE`` that the last reply showed, in order.
        stored: ``FIELD=VALUE`` that the state holds.
        now: When it is said, aware.
    """
    specs = load_specs(config.schema, config.rules, config.lexicons)
    schema = specs.schema
    state = _state(schema, stored, now)
    queue, conversation = _shown(schema, shown, now)
    context = TurnContext(now=now, zone=schema.timezone, turn=2, conversation=conversation.id)
    extraction = match(specs.compiled, text, context=ReadingContext(now=now))
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
    return {
        "clauses": _clauses(extraction),
        "values": _values(extraction),
        "acts": [{"act": type(act).__name__, **_facts(act)} for act in acts],
        "events": _events(schema, decision),
        "says": [_facts(say) for say in decision.says],
        "waits": [{"id": one.id, "field": one.field, "value": to_json(one.value)} for one in decision.queue],
    }


def _pairs(schema: Schema, given: Sequence[str], now: datetime) -> list[tuple[str, Value]]:
    out = []
    for one in given:
        name, equals, text = one.partition("=")
        if not equals:
            raise click.UsageError(f"{one!r}: write FIELD=VALUE")
        path = field_path(schema, name)
        spec = schema.field(path)
        out.append((path, from_json(spec, json_of_text(spec, text, now))))
    return out


def _state(schema: Schema, stored: Sequence[str], now: datetime) -> State:
    said = Provenance(at=now, actor="operator:explain", channel="cli")
    fields = {
        path: Held(value=value, version=1, at=now, provenance=said) for path, value in _pairs(schema, stored, now)
    }
    return State(version=1 if fields else 0, fields=MappingProxyType(fields))


def _shown(schema: Schema, shown: Sequence[str], now: datetime) -> tuple[tuple[PendingUpdate, ...], Conversation]:
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
    conversation = Conversation(id="explain", user_turns=1, shown=last, shown_at=now if last else None)
    return queue, conversation


def _clauses(extraction: Extraction) -> list[Row]:
    said = extraction.utterance
    return [
        {"text": said.folded.text[c.span.start : c.span.end], "mood": c.mood, "hedged": "yes" if c.is_hedged else ""}
        for c in said.clauses
    ]


def _values(extraction: Extraction) -> list[Row]:
    return [
        {
            "field": c.field,
            "value": None if c.value is None else to_json(c.value),
            "quote": c.quote,
            "rule": c.rule,
            "mood": c.mood,
            "refused": c.refusal.reason if c.refusal else None,
            "shut out": "by unless" if c.is_blocked else None,
        }
        for c in extraction.candidates
    ]


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


def _facts(thing: object) -> dict[str, object]:
    """Give the attributes of an act that differ from their defaults, values in their public form."""
    assert dataclasses.is_dataclass(thing)
    out: dict[str, object] = {}
    for attribute in dataclasses.fields(thing):
        value = getattr(thing, attribute.name)
        if value not in (None, (), "", False) and value != attribute.default:
            out[attribute.name] = _plain(value)
    return out


def _plain(value: object) -> object:
    if isinstance(value, str | bool | int):
        return value
    if dataclasses.is_dataclass(value):
        if type(value).__module__ == "dualmem.model.value":
            return to_json(value)  # type: ignore[arg-type]  # every dataclass of that module is a value
        return _facts(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return str(value)
