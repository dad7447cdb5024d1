"""Assemble: the messages a model gets: preamble, memory block, and what the user just said."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from dualmem.model.conversation import Turn
from dualmem.model.finding import Finding
from dualmem.model.note import Note
from dualmem.model.pending import PendingUpdate
from dualmem.model.state import State
from dualmem.ports import Message
from dualmem.prompt.entries import Entry, Writer
from dualmem.prompt.fence import CLOSE, OPEN
from dualmem.prompt.masking import Secrets
from dualmem.prompt.tokens import estimate_tokens
from dualmem.schema.messages import Messages
from dualmem.schema.spec import Schema

DEFAULT_BUDGET = 3000
MAX_NOTES = 10
MEMORY = "prompt.memory"
SECTIONS = ("prompt.task", MEMORY, "prompt.outdated", "prompt.pending", "prompt.notes", "prompt.window")
# Tokens kept free for the line that says what was left out.
_RESERVE = 30


def assemble(
    schema: Schema,
    messages: Messages,
    *,
    language: str,
    state: State,
    queue: Sequence[PendingUpdate] = (),
    notes: Sequence[Note] = (),
    window: Sequence[Turn] = (),
    findings: Sequence[Finding] = (),
    text: str = "",
    now: datetime | None = None,  # noqa: ARG001 - the block holds no time of its own, so that a provider can cache it
    system: str | None = None,
    preamble: str | None = None,
    budget_tokens: int = DEFAULT_BUDGET,
) -> tuple[Message, ...]:
    """Give one system message, and the user's where there is one.

    Args:
        schema: The schema.
        messages: What dualmem says in each language.
        language: Language of the block.
        state: What is confirmed: only this stands as known.
        queue: What waits: marked as not confirmed.
        notes: The notes to show, the most fitting first; at most ``MAX_NOTES`` are.
        window: The last turns, oldest first.
        findings: The heartbeat's: what is expired, stale, missing.
        text: What the user just said.
        now: Unused.
        system: The caller's own system prompt; it stands before the preamble.
        preamble: Replaces the shipped one.
        budget_tokens: Estimated tokens that preamble and block may take; what does not fit is left out, least
            important first, and the block says how much.
    """
    chosen = messages.language(language)
    secrets = Secrets(schema, state, queue)
    writer = Writer(schema=schema, messages=messages, language=chosen, secrets=secrets)
    entries = (
        *writer.facts(state, findings),
        *writer.pending(queue, state),
        *writer.notes(notes[:MAX_NOTES]),
        *writer.window(window),
    )
    head = preamble if preamble is not None else messages.text("prompt.preamble", chosen)
    block = _block(entries, messages, chosen, budget_tokens=budget_tokens - estimate_tokens(head))
    content = "\n\n".join(part for part in (system, head, block) if part)
    result = [Message("system", content)]
    if text:
        result.append(Message("user", secrets.masked(text)))
    return tuple(result)


def _block(entries: Sequence[Entry], messages: Messages, language: str, *, budget_tokens: int) -> str:
    """Give the fenced block with what fits."""
    kept = _kept(entries, messages, language, budget_tokens=budget_tokens)
    left_out = Counter(each.section for index, each in enumerate(entries) if index not in kept)
    lines = [OPEN]
    for section in SECTIONS:
        own = [f"- {each.text}" for index, each in enumerate(entries) if each.section == section and index in kept]
        if section == MEMORY and not _has_memory(entries):
            own.insert(0, messages.text("prompt.empty", language))
        if left_out[section]:
            own.append(messages.text("prompt.left_out", language, count=str(left_out[section])))
        if own:
            lines += (messages.text(section, language), *own)
    return "\n".join((*lines, CLOSE))


def _kept(entries: Sequence[Entry], messages: Messages, language: str, *, budget_tokens: int) -> frozenset[int]:
    """Give the indexes of the entries that fit, the most important first."""
    left = budget_tokens - estimate_tokens(f"{OPEN}\n{CLOSE}\n")
    kept: set[int] = set()
    opened: set[str] = set()
    for index in sorted(range(len(entries)), key=lambda at: (entries[at].rank, entries[at].age, at)):
        entry = entries[index]
        cost = estimate_tokens(f"- {entry.text}\n")
        if entry.section not in opened:
            cost += estimate_tokens(messages.text(entry.section, language) + "\n")
        if cost <= left - _RESERVE:
            left -= cost
            kept.add(index)
            opened.add(entry.section)
    return frozenset(kept)


def _has_memory(entries: Sequence[Entry]) -> bool:
    """Tell whether anything is held at all, current, expired or of the task."""
    unset = {"prompt.pending", "prompt.notes", "prompt.window"}
    return any(each.section not in unset and each.rank.name != "UNSET" for each in entries)
