"""Hear: one message from read to commit."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final
from zoneinfo import ZoneInfo

from dualmem import heartbeat, records
from dualmem.ask.question import ask
from dualmem.dialogue.parse import parse
from dualmem.extract.match import match
from dualmem.grounding.decide import decide
from dualmem.grounding.topics import stored_topics, stored_values
from dualmem.ledger import Opened, Step
from dualmem.model.act import Act, AddNote, Forget, ListMemory, Recall, Undo
from dualmem.model.candidate import Extraction
from dualmem.model.conversation import Conversation, TurnContext
from dualmem.model.decision import Decision
from dualmem.model.finding import Finding, Question
from dualmem.model.note import Note
from dualmem.model.reading import ReadingContext
from dualmem.model.state import State, fold
from dualmem.ports import ItemKind
from dualmem.turn.house import Heard, House, Incoming
from dualmem.turn.phases import Phase, TurnPhases
from dualmem.turn.write import read, write

USER: Final = "user"
ABOUT_NOTES: Final = (AddNote, Undo, Recall, ListMemory, Forget)  # the acts for which the notes are read


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardResult:
    """What a repeated operation gets again.

    Attributes:
        question: What dualmem had to say.
        findings: What the heartbeat had noticed.
        language: Language of the reply.
        turn: Turn number.
    """

    question: Question
    findings: tuple[Finding, ...]
    language: str
    turn: int


def hear(house: House, message: Incoming, phases: TurnPhases) -> Heard:
    """Take one message from read to commit; one that somebody else overtook is decided anew on what they wrote."""

    def think(opened: Opened) -> tuple[Heard, Step]:
        phases.step("read")
        context = turn_context(house, message, opened)
        return _think(house, message, _bind(opened, message), context=context, phases=phases)

    written = write(house, message, think, phases.step)
    if written.decided is None or written.sealed is None:
        phases.step("read")
        phases.step("repeat")
        return _repeated(message, written.opened, turn_context(house, message, written.opened))
    return replace(written.decided, opened=written.sealed.after, events=written.sealed.events)


def look(house: House, message: Incoming, *, language: str | None = None) -> Question:
    """Give what dualmem would say to a message, without writing anything."""
    opened = read(house, message)
    if language is not None:
        opened = replace(opened, conversation=replace(opened.conversation, language=language))
    context = turn_context(house, message, opened)
    heard, _ = _think(house, message, opened, context=context, phases=TurnPhases(Phase.READ))
    return heard.question


def turn_context(house: House, message: Incoming, opened: Opened) -> TurnContext:
    """Give the turn's clock and names."""
    zone = opened.settings.timezone or house.schema.timezone
    return TurnContext(
        now=house.clock().astimezone(ZoneInfo(zone)),
        zone=zone,
        turn=opened.head.turn + 1,
        conversation=message.conversation,
        actor=USER if message.channel == USER else message.channel,
        channel=message.channel,
        speaker=message.speaker,
        operation=message.operation,
    )


def notes_of(house: House, opened: Opened) -> tuple[Note, ...]:
    """Give all notes of the subject, oldest first."""
    items = house.store.items(opened.tenant, opened.subject, ItemKind.NOTE)
    notes = [records.load(Note, house.ledger.read(opened.tenant, opened.subject, item)) for item in items]
    return tuple(sorted(notes, key=lambda note: (note.at, note.id)))


def snapshot_tag(opened: Opened, state: State, context: TurnContext, *, command: str | None = None) -> str | None:
    """Give the tag of the snapshot that is due before this write: ``pre_<command>``, or the first of the local day."""
    today = context.now.date().isoformat()
    if command is not None:
        return f"pre_{command}-{opened.head.revision + 1}"
    if state.version == opened.state.version or opened.head.day == today:
        return None
    return f"daily-{today}"


def _bind(opened: Opened, message: Incoming) -> Opened:
    """Give the memory as the message can answer it: sent too early, or to another reply, it answers nothing."""
    conversation = opened.conversation
    is_early = (
        message.sent_at is not None and conversation.shown_at is not None and message.sent_at < conversation.shown_at
    )
    is_other = message.in_reply_to is not None and message.in_reply_to != conversation.replied_turn
    if not (is_early or is_other):
        return opened
    return replace(opened, conversation=_unbound(conversation))


def _unbound(conversation: Conversation) -> Conversation:
    """Give the conversation without what its last reply put to the user: nothing can be answered."""
    return replace(
        conversation, shown=(), asked=(), waiting_forget=(), has_model_question=False, has_model_values=False
    )


def _think(
    house: House, message: Incoming, opened: Opened, *, context: TurnContext, phases: TurnPhases
) -> tuple[Heard, Step]:
    """Take a message from match to ask: pure, from what was read to what is to be written."""
    extraction = _match(house, message, opened, context)
    phases.step("match")
    acts = parse(
        extraction,
        schema=house.schema,
        lexicon=house.lexicon,
        conversation=opened.conversation,
        queue=opened.queue,
        state=opened.state,
        context=context,
    )
    phases.step("parse")
    decision, text = _decide(house, message, opened, context=context, extraction=extraction, acts=acts)
    phases.step("decide")
    language = _language(house, opened, extraction)
    findings, question = _ask(house, opened, decision, context=context, language=language, phases=phases)
    heard = Heard(
        opened=opened,
        context=context,
        question=question,
        findings=findings,
        events=decision.events,
        language=language,
        text="" if decision.is_off_record else text,
    )
    decision = replace(decision, conversation=_waiting(decision.conversation, context, extraction))
    return heard, _step(house, message, heard, decision)


def _match(house: House, message: Incoming, opened: Opened, context: TurnContext) -> Extraction:
    """Read the text by the rules, knowing what is spoken of."""
    focus = (*opened.conversation.focus, *stored_topics(opened.state))
    reading = ReadingContext(now=context.now)
    extraction = match(
        house.rules,
        message.text,
        context=reading,
        channel=message.channel,
        focus=focus,
        held=stored_values(opened.state, house.schema),
    )
    return house.protector(message.tenant, message.subject).extraction(extraction)


def _decide(
    house: House,
    message: Incoming,
    opened: Opened,
    *,
    context: TurnContext,
    extraction: Extraction,
    acts: Sequence[Act],
) -> tuple[Decision, str]:
    """Give what the turn changes, and its text, both as they may be stored."""
    decision = decide(
        acts,
        extraction,
        schema=house.schema,
        state=opened.state,
        queue=opened.queue,
        conversation=opened.conversation,
        context=context,
        notes=notes_of(house, opened) if any(isinstance(act, ABOUT_NOTES) for act in acts) else (),
    )
    protector = house.protector(message.tenant, message.subject)
    text = protector.text(message.text, extraction, decision)
    return protector.decision(decision, message.text, text), text


def _ask(
    house: House, opened: Opened, decision: Decision, *, context: TurnContext, language: str, phases: TurnPhases
) -> tuple[tuple[Finding, ...], Question]:
    """Check the state as it will be, and give the findings with what dualmem has to say and to ask."""
    state = fold(opened.state, decision.events)
    findings = heartbeat.check(
        house.schema,
        state,
        queue=decision.queue,
        conversation=decision.conversation,
        decision=decision,
        now=context.now,
    )
    phases.step("check")
    question = ask(
        house.schema,
        house.messages,
        language=language,
        state=state,
        queue=decision.queue,
        conversation=decision.conversation,
        decision=decision,
        findings=findings,
    )
    phases.step("ask")
    return findings, question


def _step(house: House, message: Incoming, heard: Heard, decision: Decision) -> Step:
    """Give what is to be written of a heard turn."""
    context = heard.context
    result = HeardResult(question=heard.question, findings=heard.findings, language=heard.language, turn=context.turn)
    state = fold(heard.opened.state, decision.events)
    return Step(
        opened=heard.opened,
        decision=decision,
        context=context,
        speaker=message.speaker or (USER if message.channel == USER else message.channel),
        text=heard.text if heard.text and house.schema.window_persists else None,
        result=records.dump(result),
        tag=snapshot_tag(heard.opened, state, context, command="forget" if decision.erased else None),
    )


def _language(house: House, opened: Opened, extraction: Extraction) -> str:
    """Give the language of the reply: the turn's, the conversation's last, the subject's, or the schema's first."""
    known = (extraction.utterance.language, opened.conversation.language, opened.settings.language)
    return next((name for name in known if name in house.messages.languages), house.schema.languages[0])


def _waiting(conversation: Conversation, context: TurnContext, extraction: Extraction) -> Conversation:
    """Give the conversation as it waits for the reply; only a user turn has answered what was shown."""
    conversation = replace(conversation, language=extraction.utterance.language or conversation.language)
    if context.channel != USER:
        return conversation
    return replace(_unbound(conversation), unanswered_turn=context.turn)


def _repeated(message: Incoming, opened: Opened, context: TurnContext) -> Heard:
    """Give the stored result of an operation that was committed before."""
    result = records.load(HeardResult, opened.result or b"")
    return Heard(
        opened=opened,
        context=replace(context, turn=result.turn),
        question=result.question,
        findings=result.findings,
        events=(),
        language=result.language,
        text=message.text,
        is_repeated=True,
    )
