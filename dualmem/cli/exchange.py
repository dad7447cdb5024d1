"""Exchange: one message through the memory, printed."""

from dataclasses import dataclass

from dualmem.cli.app import App
from dualmem.cli.opening import open_memory
from dualmem.cli.views import event_row, waiting_line
from dualmem.exchange import Exchange, Pending
from dualmem.memory import Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message to hear: text, conversation, speaker, channel and operation id, as ``Memory.hear`` takes them."""

    text: str
    conversation: str
    speaker: str | None = None
    channel: str = "user"
    operation: str | None = None


def hear_once(app: App, message: Message, *, use_model: bool) -> None:
    """Take one message, commit the reply and print it."""
    with open_memory(app.config, with_model=use_model) as memory:
        exchange = memory.hear(
            app.subject,
            message.text,
            conversation=message.conversation,
            speaker=message.speaker,
            channel=message.channel,
            operation_id=message.operation,
        )
        reply = ""
        if message.channel == "user":
            reply = exchange.respond() if use_model else exchange.reply()
        if app.out.is_json:
            app.out.data(_document(memory, exchange, reply))
            return
        app.out.line(reply or "(nothing to say)")
        app.out.line(waiting_line(exchange.pending), is_dim=True)


def _document(memory: Memory, exchange: Exchange, reply: str) -> dict[str, object]:
    return {
        "reply": reply,
        "conversation": exchange.conversation,
        "turn": exchange.turn,
        "language": exchange.language,
        "findings": [f"{finding.kind}:{finding.field}" for finding in exchange.findings],
        "events": [event_row(memory.schema, event) for event in exchange.events],
        "pending": [pending_row(update) for update in exchange.pending],
        "repeated": exchange.is_repeated,
    }


def pending_row(update: Pending) -> dict[str, object]:
    """Give one row of what waits: the exact words to confirm, and the token that binds them."""
    return {
        "id": update.id,
        "field": update.field,
        "label": update.label,
        "action": update.action,
        "value": update.value,
        "shown": update.shown,
        "origin": update.origin,
        "quote": update.quote,
        "at": update.proposed_at.isoformat(timespec="seconds"),
        "token": update.token,
    }
