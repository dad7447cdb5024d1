"""Respond: the whole turn with the configured model; nothing that contradicts the state ever goes out."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from dualmem import guard, notes, prompt
from dualmem.errors import ModelError
from dualmem.ports import CallTool, ChatModel, Message, Tool
from dualmem.turn.hear import hear, notes_of
from dualmem.turn.house import Heard, House, Incoming
from dualmem.turn.phases import TurnPhases
from dualmem.turn.reply import Draft, check_draft, contradictions, draft_facts, extract_draft, reply

LEAST_S: Final = 0.5
TOOL: Final = "tool"
MAX_TOOL_TEXT: Final = 20_000


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """How a model is to answer.

    Attributes:
        system: The caller's own system prompt.
        tools: Tools as the endpoint describes them.
        call_tool: Gives a tool's result for its name and JSON arguments; the result enters the window as data.
    """

    system: str | None = None
    tools: Sequence[Tool] = ()
    call_tool: CallTool | None = None


def respond(house: House, heard: Heard, phases: TurnPhases, wish: Wish) -> str:
    """Give the committed reply: a draft that contradicts the state is corrected once by the model.

    A model that fails is replaced by dualmem's own words, or a plain answer where it has none.
    """
    model = _model(house, heard)
    if model is None:
        return reply(house, heard, Draft(_fallback(house, heard)), phases).text
    deadline = time.monotonic() + house.deadline_s
    messages = messages_for(house, heard, system=wish.system)
    draft = _drafted(_pieces(house, heard, model, messages, wish))
    found = contradictions(house, draft.text, heard)
    left = deadline - time.monotonic()
    if found and left > LEAST_S:
        facts = draft_facts(house, heard, found)
        ask = Message("user", house.messages.text("guard.correct", heard.language, facts=facts))
        second = _drafted(model.stream((*messages, Message("assistant", draft.text), ask), deadline_s=left))
        if second.text and not second.is_cut:
            draft = second
    return reply(house, heard, draft if draft.text else Draft(_fallback(house, heard)), phases).text


def stream(house: House, heard: Heard, phases: TurnPhases, wish: Wish) -> Iterator[str]:
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
            messages = messages_for(house, heard, system=wish.system)
            for piece in _pieces(house, heard, model, messages, wish):
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


def _pieces(house: House, heard: Heard, model: ChatModel, messages: tuple[Message, ...], wish: Wish) -> Iterator[str]:
    """Give the model's answer piece by piece; what a tool gives it is heard as data first."""
    call = wish.call_tool

    def recorded(name: str, arguments: str) -> str:
        assert call is not None
        result = call(name, arguments)
        _record(house, heard, name, result)
        return result

    return model.stream(
        messages, deadline_s=house.deadline_s, tools=wish.tools, call_tool=None if call is None else recorded
    )


def _record(house: House, heard: Heard, name: str, result: str) -> None:
    """Let the result of a tool enter the window, where it proposes and confirms nothing."""
    opened = heard.opened
    message = Incoming(
        tenant=opened.tenant,
        subject=opened.subject,
        conversation=heard.context.conversation,
        text=f"{name}: {result}"[:MAX_TOOL_TEXT],
        operation=house.ids(),
        channel=TOOL,
    )
    hear(house, message, TurnPhases())


def _drafted(pieces: Iterator[str]) -> Draft:
    """Give a whole draft; one that broke off is marked as cut."""
    taken: list[str] = []
    try:
        taken.extend(pieces)
    except ModelError:
        return Draft("".join(taken), is_cut=True)
    return Draft("".join(taken))


def _fallback(house: House, heard: Heard) -> str:
    """Give a plain answer where no model answers and dualmem has nothing of its own to say."""
    return "" if heard.question.text else house.messages.text("plain_answer", heard.language)
