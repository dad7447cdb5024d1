"""Respond: the whole turn with the configured model, its answer guarded clause by clause."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from dualmem import guard, prompt
from dualmem.errors import ModelError
from dualmem.model.candidate import Extraction
from dualmem.ports import ChatModel, Message
from dualmem.turn.hear import notes_of
from dualmem.turn.house import Heard, House
from dualmem.turn.phases import TurnPhases
from dualmem.turn.reply import contradicts, extract_draft, reply

LEAST_S: Final = 0.5


def messages_for(house: House, heard: Heard, *, system: str | None = None) -> tuple[Message, ...]:
    """Give what a model gets for this turn: memory block, window, and what the user just said."""
    opened = heard.opened
    return prompt.assemble(
        house.schema,
        house.messages,
        language=heard.language,
        state=opened.state,
        queue=opened.queue,
        notes=notes_of(house, opened),
        window=opened.window,
        findings=heard.findings,
        text=heard.text,
        now=heard.context.now,
        system=system,
    )


def stream(house: House, heard: Heard, phases: TurnPhases, *, system: str | None = None) -> Iterator[str]:
    """Give the reply piece by piece and commit it at the end; nothing that contradicts the state is ever given.

    A model that fails before its first piece is replaced by a plain answer from the state; one that fails later leaves
    a reply that is marked as cut.
    """
    question = heard.question
    draft, is_cut = "", False
    if house.model is not None and not question.holds and not question.answers:
        pieces: list[str] = []
        try:
            for piece in _guarded(house, heard, house.model, messages_for(house, heard, system=system)):
                pieces.append(piece)
                yield piece
        except ModelError:
            is_cut = bool(pieces)
        draft = "".join(pieces)
    if not draft and not question.text:
        draft = _plain(house, heard)
        yield draft
    done = reply(house, heard, draft, phases, is_cut=is_cut)
    rest = done.text.removeprefix(draft.strip()) if draft else done.text
    if rest:
        yield rest


def _guarded(house: House, heard: Heard, model: ChatModel, messages: Sequence[Message]) -> Iterator[str]:
    """Give the model's clauses as the guard lets them through; a contradiction is corrected once by the model."""
    deadline = time.monotonic() + house.deadline_s
    read: Callable[[str], Extraction] = lambda text: extract_draft(house, text, heard.context)  # noqa: E731
    releaser = guard.Releaser(read, house.schema, heard.opened.state)
    released = ""
    for piece in model.stream(messages, deadline_s=house.deadline_s):
        out = releaser.feed(piece)
        released += out
        if out:
            yield out
        if releaser.found:
            break
    else:
        out = releaser.finish()
        released += out
        if out:
            yield out
    if not releaser.found:
        return
    yield _corrected(
        house, heard, model, [*messages, *_correction(house, heard, releaser, released)], deadline=deadline
    )


def _correction(house: House, heard: Heard, releaser: guard.Releaser, released: str) -> tuple[Message, ...]:
    """Give the words that ask the model to go on without the contradiction."""
    facts = guard.sentence(releaser.found, house.schema, house.messages, heard.language)
    return (
        Message("assistant", released + releaser.refused),
        Message("user", house.messages.text("guard_correct", heard.language, facts=facts)),
    )


def _corrected(house: House, heard: Heard, model: ChatModel, messages: Sequence[Message], *, deadline: float) -> str:
    """Give the model's second draft where it holds, else a sentence from the state."""
    left = deadline - time.monotonic()
    draft = ""
    if left > LEAST_S:
        try:
            draft = "".join(model.stream(messages, deadline_s=left))
        except ModelError:
            draft = ""
    if draft and not contradicts(house, draft, heard.opened, heard.context):
        return draft
    found = guard.check(extract_draft(house, draft, heard.context), house.schema, heard.opened.state)
    return guard.sentence(found, house.schema, house.messages, heard.language)


def _plain(house: House, heard: Heard) -> str:
    """Give a plain answer from the state where no model answers."""
    return house.messages.text("plain_answer", heard.language)
