"""Reply: a draft from guard to commit, with what it offers and shows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dualmem import guard
from dualmem.extract.match import match
from dualmem.grounding.reply import decide_reply
from dualmem.grounding.topics import stored_topics
from dualmem.ledger import Opened, Step
from dualmem.model.candidate import Candidate, Extraction
from dualmem.model.conversation import TurnContext
from dualmem.model.event import Event, EventKind
from dualmem.model.finding import Question
from dualmem.model.provenance import Provenance
from dualmem.model.reading import ReadingContext
from dualmem.turn.hear import turn_context
from dualmem.turn.house import Heard, House, Incoming
from dualmem.turn.phases import TurnPhases
from dualmem.turn.write import write

ASSISTANT = "assistant"
JOINT = "\n\n"


@dataclass(frozen=True, slots=True)
class Draft:
    """What a model, or the caller, wants to say.

    Attributes:
        text: The words.
        is_cut: The model stopped in the middle: what the half answer offers is no offer.
    """

    text: str = ""
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply as it is to be committed.

    Attributes:
        question: What of it is dualmem's own.
        text: The whole text.
        turn: Number of the turn it answers; None for an assistant message that answers none.
        is_cut: The model stopped in the middle.
    """

    question: Question
    text: str
    turn: int | None
    is_cut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Replied:
    """A committed reply.

    Attributes:
        text: What the user gets.
        question: What of it is dualmem's own, with what it showed and asked.
        events: What happened: offers and showings.
        opened: The memory after it.
    """

    text: str
    question: Question
    events: tuple[Event, ...]
    opened: Opened


def extract_draft(house: House, text: str, context: TurnContext, focus: Sequence[str] = ()) -> Extraction:
    """Match the rules of every speaker over a draft; ``focus``: what the conversation is about."""
    reading = ReadingContext(now=context.now)
    return match(house.rules, text, context=reading, channel="user", speaker=ASSISTANT, focus=focus)


def contradictions(house: House, text: str, heard: Heard) -> tuple[guard.Contradiction, ...]:
    """Give where a draft states a value other than the state's."""
    extraction = extract_draft(house, text, heard.context)
    return check_draft(house, extraction, heard)


def check_draft(house: House, extraction: Extraction, heard: Heard) -> tuple[guard.Contradiction, ...]:
    """Give where a draft that was read states a value other than the state's."""
    return guard.check(
        extraction,
        house.schema,
        heard.opened.state,
        lexicon=house.lexicon,
        read=lambda text: extract_draft(house, text, heard.context),
    )


def draft_facts(house: House, heard: Heard, found: Sequence[guard.Contradiction]) -> str:
    """Give the sentence from the state that stands in the place of contradictions."""
    return guard.facts(found, house.schema, house.messages, heard.language)


def reply(house: House, heard: Heard, draft: Draft, phases: TurnPhases) -> Replied:
    """Commit a reply: the guarded draft and dualmem's own words, or these alone where the turn is held."""
    phases.step("draft")
    opened, question = heard.opened, heard.question
    guarded = "" if question.holds else guarded_text(house, heard, draft.text)
    if question.asked_missing and not draft.is_cut and _has_offers(house, heard, guarded):
        question = question.without_missing()
    phases.step("guard")
    message = Incoming(
        tenant=opened.tenant,
        subject=opened.subject,
        conversation=heard.context.conversation,
        text=guarded,
        operation=f"{heard.context.operation}/reply",
        channel=ASSISTANT,
    )
    text = compose(guarded, question.text)
    return _commit(house, message, phases, Answer(question, text, heard.context.turn, is_cut=draft.is_cut))


def _has_offers(house: House, heard: Heard, draft: str) -> bool:
    """Tell whether a draft offers a value, beside which the optional field of a task is not asked for."""
    opened = heard.opened
    decision = decide_reply(
        extract_draft(house, draft, heard.context),
        schema=house.schema,
        lexicon=house.lexicon,
        state=opened.state,
        queue=opened.queue,
        conversation=opened.conversation,
        context=replace(heard.context, actor=ASSISTANT),
        question=Question(),
    )
    return bool(decision.conversation.shown)


def say(house: House, message: Incoming, phases: TurnPhases) -> Replied:
    """Commit an assistant message that answers no user turn."""
    phases.step("say")
    phases.step("guard")
    return _commit(house, message, phases, Answer(Question(), message.text, None))


def guarded_text(house: House, heard: Heard, draft: str) -> str:
    """Give the draft with every sentence that contradicts the state replaced by one from the state."""
    found = contradictions(house, draft, heard)
    return guard.corrected(draft, found, lambda some: draft_facts(house, heard, some)) if found else draft


def compose(draft: str, question: str) -> str:
    """Give the reply: the draft, and dualmem's own words after it."""
    return JOINT.join(part for part in (draft.strip(), question) if part)


def _commit(house: House, message: Incoming, phases: TurnPhases, answer: Answer) -> Replied:
    """Take a reply from match to commit, anew where somebody else wrote meanwhile."""

    def decide(opened: Opened) -> tuple[None, Step]:
        context = replace(turn_context(house, message, opened), actor=ASSISTANT)
        if answer.turn is not None:
            context = replace(context, turn=answer.turn)
        step = _decide(house, message, opened, context, answer)
        phases.step("decide_reply")
        return None, step

    written = write(house, message, decide, lambda passed: phases.step(f"{passed}_reply"))
    opened, sealed = written.opened, written.sealed
    if sealed is None:
        return Replied(text=(opened.result or b"").decode(), question=answer.question, events=(), opened=opened)
    return Replied(text=answer.text, question=answer.question, events=sealed.events, opened=sealed.after)


def _suppressed(candidates: Sequence[Candidate], context: TurnContext) -> Iterator[Event]:
    """Record, without the value, that a forgotten one was not offered again."""
    for path in dict.fromkeys(one.field for one in candidates):
        said = Provenance(
            at=context.now,
            actor=ASSISTANT,
            channel=context.channel,
            conversation=context.conversation,
            turn=context.turn,
            operation=context.operation,
            zone=context.zone,
        )
        yield Event(kind=EventKind.UPDATE_REJECTED, provenance=said, field=path, reason="forgotten")


def _decide(house: House, message: Incoming, opened: Opened, context: TurnContext, answer: Answer) -> Step:
    """Decide what a reply offers and shows; ``message.text`` is the draft, without dualmem's own words."""
    protector = house.protector(message.tenant, message.subject)
    draft = "" if answer.is_cut else message.text
    focus = (*opened.conversation.focus, *stored_topics(opened.state))
    extraction = protector.extraction(extract_draft(house, draft, context, focus))
    extraction, forgotten = house.ledger.forgotten(opened).without(extraction)
    decision = decide_reply(
        extraction,
        schema=house.schema,
        lexicon=house.lexicon,
        state=opened.state,
        queue=opened.queue,
        conversation=opened.conversation,
        context=context,
        question=answer.question,
    )
    decision = replace(decision, events=(*decision.events, *_suppressed(forgotten, context)))
    stored = protector.text(answer.text, extract_draft(house, answer.text, context), decision)
    decision = protector.decision(decision, answer.text, stored)
    conversation = replace(decision.conversation, unanswered_turn=None, replied_turn=context.turn)
    return Step(
        opened=opened,
        decision=replace(decision, conversation=conversation),
        context=context,
        speaker=ASSISTANT,
        text=stored if house.schema.window_persists else None,
        result=stored.encode(),
        is_cut=answer.is_cut,
        is_new_turn=answer.turn is None,
    )
