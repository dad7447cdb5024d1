"""Question: everything dualmem itself has to say in one reply, and what it thereby shows and asks."""

from collections.abc import Sequence
from types import MappingProxyType

from dualmem.ask.due import by_age, choose
from dualmem.ask.line import Line
from dualmem.ask.recall import Known
from dualmem.ask.requests import forget_line, missing_lines, name, value_lines, warning_lines
from dualmem.ask.says import render
from dualmem.ask.updates import compose, line, shown
from dualmem.ask.words import Words
from dualmem.model.conversation import Conversation
from dualmem.model.decision import Decision
from dualmem.model.finding import Finding, Question
from dualmem.model.pending import PendingUpdate
from dualmem.model.state import State
from dualmem.schema.messages import Messages
from dualmem.schema.spec import Schema

# Says that are questions themselves.
_ASKING = frozenset({"which_value", "which_field", "which_item", "plain_again"})


def ask(
    schema: Schema,
    messages: Messages,
    *,
    language: str,
    state: State,
    queue: Sequence[PendingUpdate],
    conversation: Conversation,
    decision: Decision,
    findings: Sequence[Finding],
) -> Question:
    """Give what dualmem says in this reply: what was done or answered, then what waits and what is asked.

    Args:
        schema: The schema.
        messages: What dualmem says in each language.
        language: Of the turn; undecided: the conversation's last; else the schema's first.
        state: After the turn.
        queue: After the turn.
        conversation: After the turn; ``user_turns`` counts it.
        decision: What the turn decided.
        findings: The heartbeat's.

    Returns:
        The text, and exactly what it shows and asks: what later turns can answer.
    """
    words = Words(schema, messages, messages.language(language))
    marks = {finding.field: finding.kind for finding in findings if finding.kind in {"expired", "stale"}}
    has_notes = any(say.key == "listing_note" for say in decision.says)
    known = Known(words=words, state=state, queue=by_age(queue), marks=MappingProxyType(marks), has_notes=has_notes)
    is_silent = all(say.key == "not_answered" for say in decision.says)
    said = [text for say in decision.says if is_silent or say.key != "not_answered" for text in render(known, say)]
    lines = _lines(known, conversation, decision, findings)
    asking = tuple(each for each in lines if not _is_remark(each))
    forget = next((say for say in decision.says if say.key == "forget_group"), None)
    asked = compose(words, asking)
    text = [*said, *(each.text for each in lines if _is_remark(each)), asked]
    return Question(
        text="\n".join(filter(None, text)),
        shown=shown(asking, state),
        asked=_asked(decision, asking),
        holds=any(finding.holds for finding in findings) and bool(asking),
        answers=decision.is_answered or (decision.is_statement_only and any(each.update for each in asking)),
        forget=forget.fields if forget is not None else (),
        forget_is_erase=forget is not None and forget.details.get("how") == "erase",
        asked_missing=tuple(each.asks for each in asking if each.is_once and each.asks is not None),
        missing_text=asked if any(each.is_once for each in asking) else "",
        warned=tuple(name(each.finding) for each in lines if each.finding is not None and not each.is_once),
    )


def _lines(
    known: Known, conversation: Conversation, decision: Decision, findings: Sequence[Finding]
) -> tuple[Line, ...]:
    """Give what is put to the user, updates first, no more than ``ask_at_most`` things."""
    words, limit = known.words, known.words.schema.ask_at_most
    held = {finding.update for finding in findings if finding.holds and finding.update is not None}
    due = choose(
        known.queue,
        conversation=conversation,
        decision=decision,
        ask_at_most=limit,
        expire_turns=words.schema.expire_turns,
        held=held,
    )
    lines = [line(words, known.state, update) for update in due]
    lines += [forget_line(words, say) for say in decision.says if say.key == "forget_group"]
    undecided = {say.field for say in decision.says if say.key == "which_value" and say.field is not None}
    taken = {update.field for update in due} | undecided
    lines += value_lines(words, decision, taken)
    taken |= {each.asks for each in lines if each.asks is not None}
    lines += warning_lines(words, findings, conversation=conversation, decision=decision, taken=taken)
    is_asking = any(say.key in _ASKING for say in decision.says) or not all(map(_is_remark, lines))
    lines += missing_lines(
        words, findings, conversation=conversation, decision=decision, lines=lines, is_asking=is_asking
    )
    return tuple(lines[: max(limit, len(due))])


def _is_remark(each: Line) -> bool:
    """Tell whether a line states something and asks nothing."""
    return each.finding is not None and each.finding.kind == "expiring"


def _asked(decision: Decision, asking: tuple[Line, ...]) -> tuple[str, ...]:
    """Give the fields whose value the reply asks for, those of ``which_value`` too."""
    undecided = [say.field for say in decision.says if say.key == "which_value" and say.field is not None]
    return tuple(dict.fromkeys([*undecided, *(each.asks for each in asking if each.asks is not None)]))
