"""House: what a turn is built from, what comes in, and what hearing it gave."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from dualmem.extract.compile import CompiledRules
from dualmem.ledger import Ledger, Opened
from dualmem.model.conversation import TurnContext
from dualmem.model.event import Event
from dualmem.model.finding import Finding, Question
from dualmem.ports import ChatModel, Clock, Ids, Store
from dualmem.protect import Protector
from dualmem.schema.lexicon import Lexicon
from dualmem.schema.messages import Messages
from dualmem.schema.spec import Schema
from dualmem.turn.order import Order


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What the turn is built from; composed in ``memory.py`` only.

    Attributes:
        store: Where things are kept.
        ledger: Opens what was read, seals what is written.
        clock: Tells the time.
        ids: Makes operation and conversation ids.
        schema: The compiled schema.
        rules: The compiled rules of every speaker.
        lexicon: Words of the conversation.
        messages: Words of the replies.
        protector: Gives the protector of one subject.
        model: The chat model; None for none.
        deadline_s: Seconds for a whole reply of the model.
        notify: Called with (tenant, subject, events) after each commit.
        order: Lets the threads of this process write to one subject one after another.
    """

    store: Store
    ledger: Ledger
    clock: Clock
    ids: Ids
    schema: Schema
    rules: CompiledRules
    lexicon: Lexicon
    messages: Messages
    protector: Callable[[str, str], Protector]
    notify: Callable[[str, str, tuple[Event, ...]], None]
    model: ChatModel | None = None
    deadline_s: float = 8.0
    order: Order = field(default_factory=Order)


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """One message as it came in.

    Attributes:
        tenant: Tenant id.
        subject: Subject id.
        conversation: Conversation id.
        text: What was said.
        operation: Operation id.
        channel: user, tool, document, …
        speaker: Speaker id where several people talk.
        in_reply_to: Turn number of the reply that it answers; None for the last.
        sent_at: When it was sent, aware; None for now.
    """

    tenant: str
    subject: str
    conversation: str
    text: str
    operation: str
    channel: str = "user"
    speaker: str | None = None
    in_reply_to: int | None = None
    sent_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What hearing one message gave.

    Attributes:
        opened: The memory after it.
        context: The turn's clock and names.
        question: What dualmem has to say.
        findings: What the heartbeat noticed.
        events: What happened; empty for a repeated operation.
        language: Language of the reply.
        text: The text as it may be kept and sent on; empty when off the record.
        is_repeated: The operation had been committed before; this is its stored result.
    """

    opened: Opened
    context: TurnContext
    question: Question
    findings: tuple[Finding, ...]
    events: tuple[Event, ...]
    language: str
    text: str
    is_repeated: bool = False
