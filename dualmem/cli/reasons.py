"""Reasons: why a value of a message, or an update that was shown to its user, was not written."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from dualmem.cli.output import Row
from dualmem.cli.views import masked_json
from dualmem.model.act import Act, AskField, AskWhich, Correct, LeaveOpen, PlainAgain, Undecided
from dualmem.model.candidate import Candidate, Extraction
from dualmem.model.decision import Decision
from dualmem.model.pending import PendingUpdate
from dualmem.schema.spec import Schema

_MOODS: Final = {
    "asked": "it is asked, not stated",
    "negated": "it is denied",
    "hypothetical": "it is supposed, not stated",
    "data": "it is quoted, pasted or somebody else's text",
}
_ENDS: Final = {
    "UpdateRejected": "the user refused it",
    "UpdateSuperseded": "another value or a command took its place",
    "UpdateExpired": "it was never answered",
}

_LEAVING: Final = {
    AskField: "a value of the answer fits several fields: asked",
    Undecided: "the user does not decide yet",
    LeaveOpen: "the answer is about something else that was shown: it is shown again",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """One message after all steps.

    Attributes:
        extraction: What the rules found.
        acts: What the user does.
        queue: What waited before.
        decision: What is written, said and still waits.
    """

    extraction: Extraction
    acts: tuple[Act, ...]
    queue: tuple[PendingUpdate, ...]
    decision: Decision


def not_written(schema: Schema, heard: Heard) -> list[Row]:
    """Give one row for each shown update and each value that does not reach the state, with the reason."""
    return [*_updates(schema, heard), *_candidates(schema, heard)]


def _updates(schema: Schema, heard: Heard) -> Iterator[Row]:
    confirmed = {event.update for event in heard.decision.events if event.changes}
    ends = {event.update: event for event in heard.decision.events if event.kind.value in _ENDS}
    for one in heard.queue:
        if one.id in confirmed:
            continue
        end = ends.get(one.id)
        why = _waiting(heard, one)
        if end is not None:
            refusal = next(
                (say for say in heard.decision.says if say.key == "invalid" and say.field == one.field), None
            )
            why = _ENDS[end.kind.value] if refusal is None else f"the value is refused: {refusal.reason}"
        yield {"update": one.id, "field": one.field, "value": masked_json(schema, one.field, one.value), "why": why}


def _waiting(heard: Heard, one: PendingUpdate) -> str:
    """Tell why an update still waits."""
    whys = (_why_of(act, one.id, is_refused=_is_refused(heard, one)) for act in heard.acts)
    why = next(filter(None, whys), "")
    moods = {clause.mood for clause in heard.extraction.utterance.clauses}
    if not why and moods == {"data"}:
        return "the whole message is quoted, pasted or somebody else's text"
    return why or "nothing in the message answers it"


def _why_of(act: Act, update: str, *, is_refused: bool) -> str:
    """Tell why an act leaves an update waiting; empty where it is not about it."""
    if isinstance(act, PlainAgain):
        return "hidden characters or letters of mixed scripts: asked to say it again plainly"
    if isinstance(act, Correct) and act.update == update:
        is_none = act.stated.value is None or is_refused
        return (
            "the value stated for it is refused" if is_none else "where the stated value ends is a guess: shown first"
        )
    if isinstance(act, AskWhich) and act.update == update:
        return "it is open which value holds: asked"
    for kind, why in _LEAVING.items():
        if isinstance(act, kind) and update in getattr(act, "updates", ()):
            return why
    return ""


def _is_refused(heard: Heard, one: PendingUpdate) -> bool:
    return any(say.key == "invalid" and say.field == one.field for say in heard.decision.says)


def _candidates(schema: Schema, heard: Heard) -> Iterator[Row]:
    written = {change.field for event in heard.decision.events for change in event.changes}
    waits = {one.field for one in heard.decision.queue if one not in heard.queue}
    for one in heard.extraction.candidates:
        why = _why_not(heard, one, is_written=one.field in written, is_waiting=one.field in waits)
        if why:
            yield {
                "field": one.field,
                "value": masked_json(schema, one.field, one.value),
                "quote": one.quote,
                "why": why,
            }


def _why_not(heard: Heard, one: Candidate, *, is_written: bool, is_waiting: bool) -> str:
    if one.refusal is not None:
        return f"the words are no value of the field: {one.refusal.reason}"
    if one.is_blocked:
        return "a word of the rule's unless stands near, or its label is a part of a longer noun"
    if one.mood in _MOODS:
        return _MOODS[one.mood]
    if is_written:
        return ""
    if is_waiting:
        return "a statement only proposes: it waits for a yes"
    say = next((say for say in heard.decision.says if say.field == one.field), None)
    return f"the reply says why: {say.key}" if say is not None else ""
