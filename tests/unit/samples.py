"""Samples for the tests of the steps: the shipped schema; states, updates and conversations in one line each."""

from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from types import MappingProxyType

from dualmem.model.conversation import Conversation
from dualmem.model.decision import Decision
from dualmem.model.pending import PendingUpdate
from dualmem.model.provenance import Provenance
from dualmem.model.state import Held, State
from dualmem.model.value import Day, Money, Value
from dualmem.schema.load import load_schema
from dualmem.schema.messages import load_messages
from dualmem.schema.shipped import schema_path

ZONE = timezone(timedelta(hours=8))
NOW = datetime(2026, 11, 29, 9, 0, tzinfo=ZONE)
SCHEMA = load_schema(schema_path("project_assistant"))
MESSAGES = load_messages(("zh", "en"))

BUDGET = "business_context.budget.ceiling"
DEADLINE = "business_context.deadline"
PROJECT = "business_context.project_id"
PHASE = "business_context.phase"
QUOTE = "business_context.quote_total"
TASK = "current_task.type"
CONSTRAINTS = "current_task.constraints"
NAME = "user_profile.name"
PHONE = "user_profile.contact.phone"
EMAIL = "user_profile.contact.email"
ID_CARD = "user_profile.id_card"


def yuan(amount: int | str, **more: object) -> Money:
    return Money(currency="CNY", amount=Decimal(amount), **more)  # type: ignore[arg-type]


def day(text: str, bound: str | None = None) -> Day:
    return Day(datetime.fromisoformat(text).date(), bound)  # type: ignore[arg-type]


def origin(quote: str | None = None, **more: object) -> Provenance:
    given: dict[str, object] = {"at": NOW, "actor": "user", "conversation": "c", "turn": 1, "quote": quote, **more}
    return Provenance(**given)  # type: ignore[arg-type]


def held(value: Value, **more: object) -> Held:
    given: dict[str, object] = {"value": value, "version": 1, "at": NOW, "provenance": origin(), **more}
    return Held(**given)  # type: ignore[arg-type]


def state(values: Mapping[str, Value | Held] | None = None) -> State:
    fields = {path: one if isinstance(one, Held) else held(one) for path, one in (values or {}).items()}
    return State(version=len(fields), fields=MappingProxyType(fields))


def update(path: str, value: Value, number: str = "1.1", **more: object) -> PendingUpdate:
    quote = more.pop("quote", None)
    given: dict[str, object] = {
        "id": number,
        "field": path,
        "value": value,
        "provenance": origin(quote, words=more.pop("words", None)),  # type: ignore[arg-type]
        "user_turn": 1,
        "proposed_at": NOW,
        **more,
    }
    return PendingUpdate(**given)  # type: ignore[arg-type]


def talk(**more: object) -> Conversation:
    return Conversation(**{"id": "c", "user_turns": 1, "language": "zh", **more})  # type: ignore[arg-type]


def decision(**more: object) -> Decision:
    return Decision(**{"conversation": talk(), **more})  # type: ignore[arg-type]
