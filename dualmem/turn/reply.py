"""Reply: a draft from guard to commit, with what it offers and shows."""

from dataclasses import dataclass, replace

from dualmem import guard
from dualmem.errors import Conflict
from dualmem.extract.match import match
from dualmem.grounding.reply import decide_reply
from dualmem.ledger import Opened, Step
from dualmem.model.candidate import Extraction
from dualmem.model.conversation import TurnContext
from dualmem.model.event import Event
from dualmem.model.finding import Question
from dualmem.model.reading import ReadingContext
from dualmem.turn.hear import MAX_TRIES, read, turn_context
from dualmem.turn.house import Heard, House, Incoming
from dualmem.turn.phases import TurnPhases

ASSISTANT = "assistant"
JOINT = "\n\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Replied:
    """A committed reply.

    Attributes:
        text: What the user gets.
        question: What of it is dualmem's own, with what it showed and asked.
        events: What happened: offers and showings.
        is_replaced: The draft contradicted the state and was replaced or cut.
        opened: The memory after it.
    """

    text: str
    question: Question
    events: tuple[Event, ...]
    is_replaced: bool
    opened: Opened


def extract_draft(house: House, text: str, context: TurnContext) -> Extraction:
    """Match the rules of every speaker over a draft."""
    return match(house.rules, text, context=ReadingContext(now=context.now), channel="user", speaker=ASSISTANT)


def contradicts(house: House, text: str, opened: Opened, context: TurnContext) -> bool:
    """Tell whether a draft states a value other than the state's."""
    return bool(guard.check(extract_draft(house, text, context), house.schema, opened.state))


def reply(house: House, heard: Heard, draft: str, phases: TurnPhases, *, is_cut: bool = False) -> Replied:
    """Commit a reply: the guarded draft and dualmem's own words, or these alone where the turn is held."""
    phases.step("draft")
    opened, question = heard.opened, heard.question
    guarded = "" if question.holds else guarded_draft(house, heard, draft)
    phases.step("guard")
    text = compose(guarded, question.text)
    message = Incoming(
        tenant=opened.tenant,
        subject=opened.subject,
        conversation=heard.context.conversation,
        text=guarded,
        operation=f"{heard.context.operation}/reply",
        channel=ASSISTANT,
    )
    done = _commit(house, message, phases, question=question, text=text, answers=heard.context.turn, is_cut=is_cut)
    return replace(done, is_replaced=guarded != draft and not question.holds)


def say(house: House, message: Incoming, phases: TurnPhases) -> Replied:
    """Commit an assistant message that answers no user turn."""
    phases.step("say")
    phases.step("guard")
    return _commit(house, message, phases, question=Question(), text=message.text, answers=None, is_cut=False)


def guarded_draft(house: House, heard: Heard, draft: str) -> str:
    """Give the draft with every clause that contradicts the state replaced by a sentence from the state."""
    extraction = extract_draft(house, draft, heard.context)
    found = guard.check(extraction, house.schema, heard.opened.state)
    if not found:
        return draft
    return guard.mend(draft, found, house.schema, house.messages, heard.language)


def compose(draft: str, question: str) -> str:
    """Give the reply: the draft, and dualmem's own words after it."""
    return JOINT.join(part for part in (draft.strip(), question) if part)


def _commit(
    house: House,
    message: Incoming,
    phases: TurnPhases,
    *,
    question: Question,
    text: str,
    answers: int | None,
    is_cut: bool,
) -> Replied:
    """Take a reply from match to commit, anew where somebody else wrote meanwhile."""
    for _ in range(MAX_TRIES):
        opened = read(house, message)
        context = replace(turn_context(house, message, opened), actor=ASSISTANT)
        if answers is not None:
            context = replace(context, turn=answers)
        if opened.result is not None:
            return Replied(text=opened.result.decode(), question=question, events=(), is_replaced=False, opened=opened)
        step = _decide(house, message, opened, context=context, question=question, text=text, is_cut=is_cut)
        phases.step("decide_reply")
        sealed = house.ledger.seal(replace(step, is_new_turn=answers is None))
        phases.step("seal_reply")
        try:
            house.store.commit(sealed.commit)
        except Conflict:
            phases.step("retry_reply")
            continue
        phases.step("commit_reply")
        house.notify(message.tenant, message.subject, sealed.events)
        return Replied(text=text, question=question, events=sealed.events, is_replaced=False, opened=sealed.after)
    raise Conflict("too many write to this subject at once; try again", subject=message.subject)


def _decide(
    house: House,
    message: Incoming,
    opened: Opened,
    *,
    context: TurnContext,
    question: Question,
    text: str,
    is_cut: bool,
) -> Step:
    """Decide what a reply offers and shows; ``message.text`` is the draft, without dualmem's own words."""
    protector = house.protector(message.tenant, message.subject)
    draft = "" if is_cut else message.text
    extraction = protector.extraction(extract_draft(house, draft, context))
    decision = decide_reply(
        extraction,
        schema=house.schema,
        state=opened.state,
        queue=opened.queue,
        conversation=opened.conversation,
        context=context,
        question=question,
    )
    stored = protector.text(text, extract_draft(house, text, context), decision)
    decision = protector.decision(decision, text, stored)
    conversation = replace(decision.conversation, unanswered_turn=None, replied_turn=context.turn)
    return Step(
        opened=opened,
        decision=replace(decision, conversation=conversation),
        context=context,
        speaker=ASSISTANT,
        text=stored if house.schema.window_persists else None,
        result=stored.encode(),
        is_cut=is_cut,
    )
