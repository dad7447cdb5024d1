"""Respond: the whole turn with the configured model; nothing that contradicts the state ever goes out."""

import time
from collections.abc import Iterator
from typing import Final

from dualmem import guard, notes, prompt
from dualmem.errors import ModelError
from dualmem.ports import ChatModel, Message
from dualmem.turn.hear import notes_of
from dualmem.turn.house import Heard, House
from dualmem.turn.phases import TurnPhases
from dualmem.turn.reply import Draft, check_draft, contradictions, draft_facts, extract_draft, reply

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
        notes=notes.select(notes_of(house, opened), heard.text),
        window=opened.window,
        findings=heard.findings,
        text=heard.text,
        now=heard.context.now,
        system=system,
    )


def respond(house: House, heard: Heard, phases: TurnPhases, *, system: str | None = None) -> str:
    """Give the committed reply: a draft that contradicts the state is corrected once by the model.

    A model that fails is replaced by dualmem's own words, or a plain answer where it has none.
    """
    model = _model(house, heard)
    if model is None:
        return reply(house, heard, Draft(_fallback(house, heard)), phases).text
    deadline = time.monotonic() + house.deadline_s
    messages = messages_for(house, heard, system=system)
    draft = _drafted(model, messages, house.deadline_s)
    found = contradictions(house, draft.text, heard)
    left = deadline - time.monotonic()
    if found and left > LEAST_S:
        facts = draft_facts(house, heard, found)
        ask = Message("user", house.messages.text("guard.correct", heard.language, facts=facts))
        second = _drafted(model, (*messages, Message("assistant", draft.text), ask), left)
        if second.text and not second.is_cut:
            draft = second
    return reply(house, heard, draft if draft.text else Draft(_fallback(house, heard)), phases).text


def stream(house: House, heard: Heard, phases: TurnPhases, *, system: str | None = None) -> Iterator[str]:
    """Give the reply clause by clause, each after the guard has read it, and commit it at the end.

    A clause that contradicts the state is replaced by a sentence from the state. A model that fails before its first
    piece is replaced as in ``respond``; one that fails later leaves a reply that is marked as cut.
    """
    model = _model(house, heard)
    sent, is_cut = "", False
    if model is not None:
        releaser = guard.Releaser(
            lambda text: extract_draft(house, text, heard.context),
            lambda extraction: check_draft(house, extraction, heard),
            lambda found: draft_facts(house, heard, found),
        )
        try:
            for piece in model.stream(messages_for(house, heard, system=system), deadline_s=house.deadline_s):
                out = releaser.feed(piece)
                sent += out
                if out:
                    yield out
        except ModelError:
            is_cut = bool(releaser.draft)
        out = releaser.finish()
        sent += out
        if out:
            yield out
    draft = Draft(sent or _fallback(house, heard), is_cut=is_cut)
    rest = reply(house, heard, draft, phases).text.removeprefix(sent)
    if rest:
        yield rest


def _model(house: House, heard: Heard) -> ChatModel | None:
    """Give the model where it is asked at all."""
    return None if heard.question.holds or heard.question.answers else house.model


def _drafted(model: ChatModel, messages: tuple[Message, ...], deadline_s: float) -> Draft:
    """Give a whole draft; one that broke off is marked as cut."""
    pieces: list[str] = []
    try:
        pieces.extend(model.stream(messages, deadline_s=deadline_s))
    except ModelError:
        return Draft("".join(pieces), is_cut=True)
    return Draft("".join(pieces))


def _fallback(house: House, heard: Heard) -> str:
    """Give a plain answer where no model answers and dualmem has nothing of its own to say."""
    return "" if heard.question.text else house.messages.text("plain_answer", heard.language)
