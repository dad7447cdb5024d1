"""Exchange: one heard message, and the way to answer it."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from dualmem.canonical import canonical
from dualmem.errors import Conflict
from dualmem.grounding import operator
from dualmem.model.event import Event
from dualmem.model.finding import Finding
from dualmem.model.pending import PendingUpdate, Shown
from dualmem.model.state import State
from dualmem.ports import CallTool, Message, Tool
from dualmem.schema.spec import Schema
from dualmem.turn.house import Heard, House
from dualmem.turn.phases import TurnPhases
from dualmem.turn.reply import Draft, reply
from dualmem.turn.respond import Wish, messages_for, respond, stream
from dualmem.values.codec import to_json
from dualmem.values.show import show


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """One waiting update as a surface may show it.

    Attributes:
        id: Update id.
        field: Field path.
        label: The field's name in the language asked for.
        value: The proposed value in its JSON form (list fields: the items).
        shown: The exact words that a person must see before a yes.
        action: set, append or remove.
        origin: rule, offer, answer, api or import.
        quote: The user's words it came from.
        proposed_at: When, aware.
        token: Single-use token: confirms these words, and nothing else, once.
    """

    id: str
    field: str
    label: str
    value: object
    shown: str
    action: str
    origin: str
    quote: str | None
    proposed_at: datetime
    token: str


def view(schema: Schema, state: State, update: PendingUpdate, language: str) -> Pending:
    """Give an update with the exact words to show and the token that binds them."""
    label = schema.label(update.field, language)
    shown = f"{label}: {show(update.value, language, schema.find(update.field))}"
    return Pending(
        id=update.id,
        field=update.field,
        label=label,
        value=to_json(update.value),
        shown=shown,
        action=update.action,
        origin=update.origin,
        quote=update.provenance.quote,
        proposed_at=update.proposed_at,
        token=token(state, update),
    )


def token(state: State, update: PendingUpdate) -> str:
    """Give the single-use token of an update: its id, and a digest of its value and of what it would replace."""
    held = state.fields.get(update.field)
    bound = {
        "update": update.id,
        "field": update.field,
        "action": update.action,
        "value": to_json(update.value),
        "version": held.version if held else 0,
    }
    return f"{update.id}-{hashlib.sha256(canonical(bound)).hexdigest()[:32]}"


def bound(memory: operator.Memory, token_: str) -> str:
    """Give the id of the update that a token was made for.

    Raises:
        Conflict: It was used, or the update or what it would replace has changed since it was shown.
    """
    update_id = token_.partition("-")[0]
    update = next((one for one in memory.queue if one.id == update_id), None)
    if update is None:
        raise Conflict("this update waits no more: the token was used, or the update was answered or superseded")
    if not hmac.compare_digest(token(memory.state, update).encode(), token_.encode(errors="replace")):
        raise Conflict("what this token was shown for has changed; show the update again and use its new token")
    return update_id


class Exchange:
    """One heard message. Answer it with ``reply``, or let the configured model answer with ``respond``.

    A message whose reply is never committed counts as one that showed nothing.
    """

    def __init__(self, house: House, heard: Heard, phases: TurnPhases) -> None:
        """Keep what hearing gave."""
        self._house = house
        self._heard = heard
        self._phases = phases

    @property
    def conversation(self) -> str:
        """Id of the conversation."""
        return self._heard.context.conversation

    @property
    def turn(self) -> int:
        """Number of the turn, for ``in_reply_to`` of the next message."""
        return self._heard.context.turn

    @property
    def question(self) -> str | None:
        """What dualmem itself says in this reply (acknowledgements, answers, questions); None for nothing."""
        return self._heard.question.text or None

    @property
    def shown(self) -> tuple[Shown, ...]:
        """The updates that ``question`` shows, by ordinal."""
        return self._heard.question.shown

    @property
    def asked(self) -> tuple[str, ...]:
        """Field paths whose value ``question`` asks for."""
        return self._heard.question.asked

    @property
    def may_reply(self) -> bool:
        """False where the reply must be ``question`` alone: a hold, or a turn that dualmem's own words answer."""
        return not (self._heard.question.holds or self._heard.question.answers)

    @property
    def holds(self) -> bool:
        """True where a finding holds the reply: whatever is passed to ``reply`` is left out."""
        return self._heard.question.holds

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the heartbeat noticed on the state after this turn."""
        return self._heard.findings

    @property
    def events(self) -> tuple[Event, ...]:
        """What this turn did; empty where nothing was captured or the operation was repeated."""
        return self._heard.events

    @property
    def language(self) -> str:
        """Language of the reply, as zh or en."""
        return self._heard.language

    @property
    def is_repeated(self) -> bool:
        """True where this operation id had been committed before; nothing was done again."""
        return self._heard.is_repeated

    @property
    def pending(self) -> tuple[Pending, ...]:
        """All updates that wait after this turn, oldest first."""
        opened = self._heard.opened
        return tuple(view(self._house.schema, opened.state, one, self.language) for one in opened.queue)

    def messages(self, *, system: str | None = None) -> tuple[Message, ...]:
        """Give the messages for a chat model: memory block under its budget, window, and the user's words.

        Args:
            system: Your own system prompt; it stands before the memory block.
        """
        return messages_for(self._house, self._heard, system=system)

    def reply(self, text: str = "", *, is_cut: bool = False) -> str:
        """Commit the reply and give the text to show: the guarded draft, and dualmem's question after it.

        Args:
            text: The draft; empty for dualmem's own words alone.
            is_cut: The model stopped in the middle: what the half answer offers is no offer.

        Raises:
            IllegalPhase: This exchange was answered before.
        """
        return reply(self._house, self._heard, Draft(text, is_cut=is_cut), self._phases).text

    def respond(
        self, *, system: str | None = None, tools: Sequence[Tool] = (), call_tool: CallTool | None = None
    ) -> str:
        """Let the configured model answer, and give the committed reply.

        Args:
            system: Your own system prompt.
            tools: Tools as the endpoint describes them.
            call_tool: Gives a tool's result for its name and JSON arguments; it enters the window on channel
                ``tool``, where it proposes and confirms nothing.
        """
        return respond(self._house, self._heard, self._phases, Wish(system=system, tools=tools, call_tool=call_tool))

    def stream(
        self, *, system: str | None = None, tools: Sequence[Tool] = (), call_tool: CallTool | None = None
    ) -> Iterator[str]:
        """Give the model's guarded answer piece by piece; the reply is committed when the last piece was taken.

        Arguments as for ``respond``.
        """
        return stream(self._house, self._heard, self._phases, Wish(system=system, tools=tools, call_tool=call_tool))
