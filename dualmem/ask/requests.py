"""Requests: what is asked for beside the waiting updates: values, a forget, what the heartbeat found."""

from collections.abc import Collection, Iterator, Sequence

from dualmem.ask.line import Line
from dualmem.ask.words import Words
from dualmem.model.conversation import Conversation
from dualmem.model.decision import Decision, Say
from dualmem.model.finding import Finding
from dualmem.schema.spec import Schema


def forget_line(words: Words, say: Say) -> Line:
    """Give the question that shows a group forget."""
    items = words.labels(say.fields)
    if say.details.get("how") == "erase":
        return Line(text=words.text("forget_erase", items=items))
    erased = [path for path in say.fields if words.is_sensitive(path)]
    if not erased:
        return Line(text=words.text("forget_clear", items=items))
    return Line(text=words.text("forget_clear_erasing", items=items, erased=words.labels(erased)))


def value_lines(words: Words, decision: Decision, taken: Collection[str]) -> Iterator[Line]:
    """Give the questions for values that a refusal left open."""
    for path in dict.fromkeys(decision.asks_value_of):
        if path not in taken:
            yield Line(text=words.text("ask_value", label=words.label(path)), asks=path)


def warning_lines(
    words: Words, findings: Sequence[Finding], *, conversation: Conversation, decision: Decision, taken: Collection[str]
) -> Iterator[Line]:
    """Give what has expired, is about to, or is stale: once in a conversation, and again when it is mentioned."""
    for finding in findings:
        if finding.kind not in {"expired", "expiring", "stale"} or finding.field in taken:
            continue
        is_known = name(finding) in conversation.warned
        if is_known and (finding.field not in decision.mentioned or finding.field in _answered_now(decision)):
            continue
        text = words.text(
            finding.kind, label=words.label(finding.field), value=words.value(finding.field, finding.stored)
        )
        yield Line(text=text, asks=None if finding.kind == "expiring" else finding.field, finding=finding)


def missing_lines(
    words: Words,
    findings: Sequence[Finding],
    *,
    conversation: Conversation,
    decision: Decision,
    lines: Sequence[Line],
    is_asking: bool,
) -> Iterator[Line]:
    """Give the questions for what the task needs.

    A finding that holds is always asked. Another one is asked only where the reply asks nothing else: of a task with
    ``block: false`` once in a conversation and never beside dualmem's own answer; of any other where the turn set the
    task or one of its fields.
    """
    taken = {line.update.field for line in lines if line.update is not None} | {line.asks for line in lines}
    for finding in findings:
        if finding.kind != "missing" or finding.field in taken:
            continue
        task = words.schema.tasks[finding.task or ""]
        if not finding.holds:
            is_due = _has_moved(words.schema, finding, decision) if task.blocks else not decision.is_answered
            if is_asking or not is_due or (not task.blocks and finding.field in conversation.asked_missing):
                continue
        yield Line(text=_ask_missing(words, finding), asks=finding.field, finding=finding, is_once=not task.blocks)


def name(finding: Finding) -> str:
    """Give ``kind:field``."""
    return f"{finding.kind}:{finding.field}"


def _answered_now(decision: Decision) -> frozenset[str]:
    return frozenset(say.field for say in decision.says if say.key in {"recall", "kept"} and say.field is not None)


def _has_moved(schema: Schema, finding: Finding, decision: Decision) -> bool:
    task = schema.tasks[finding.task or ""]
    changed = {change.field for event in decision.events for change in event.changes if change.new is not None}
    return not changed.isdisjoint((*task.when, *task.requires))


def _ask_missing(words: Words, finding: Finding) -> str:
    own = words.schema.tasks[finding.task or ""].ask.get(finding.field, {})
    return own.get(words.language) or words.text("ask_missing", label=words.label(finding.field))
