"""Before: what Memory held, had shown and had asked when a row of ``confirm`` was said.

Told from the row, whatever its label:

- ``pending``: these values were read back: updates of typed fields that the last reply showed.
- ``changes`` alone: the old value is what the dialogue held: it is stored, and the system's words are the reply before.
- neither, and the acts of the system only tell (a success, a fact): nothing was shown.
- neither, and the acts only ask for values: a question that names a value offers it (``will you leave on March 1st?``)
  and is shown; any other asks, and shows nothing that could be affirmed.
- else the question that the system asked is what was shown, as a text: its last sentence that is a question (an offer to
  do something, ``还有什么可以帮您的吗``), else its last sentence; where the row has no words of the system, a question that
  both a yes to what was read back and a no to anything else answer.

A question beside what was read back or offered is the model's own. Schema and rules are those that a developer writes for
the services of the row, as in the other benches.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

from bench.understanding.domain import domain_of
from bench.understanding.readbacks import spoken_domain
from bench.understanding.slots import path_of, read_slots, value_of
from bench.understanding.system_turn import asks_more, offer_of, question_of
from dualmem.model.field import FieldSpec
from dualmem.model.reading import ReadingContext
from dualmem.schema.spec import RuleSet, Schema
from dualmem.values.codec import to_json

ZONES = {"en": "America/Los_Angeles", "zh": "Asia/Shanghai"}
REQUEST = "request"
_ASKING = frozenset(("REQUEST",))
_TELLING = frozenset(("INFORM", "INFORM_COUNT", "NOTIFY_SUCCESS", "NOTIFY_FAILURE", "GOODBYE"))
_PREFIXES = {"multiwoz21": "multiwoz", "multiwoz_zh": "multiwoz_zh", "crosswoz": "crosswoz", "risawoz": "risawoz"}
_DESKS: Mapping[str, Sequence[tuple[str, str]]] = {  # sources whose rows name no service: a bank and a hotel
    "nlupp": (
        ("amount", "money"),
        ("date", "date"),
        ("time", "time"),
        ("stay_length", "duration"),
        ("people", "integer"),
        ("number_of_rooms", "integer"),
    )
}
Slots = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Before:
    """What a row is played on.

    Attributes:
        schema, rules: Of the services that the row is about.
        now: Clock.
        shown: What the last reply showed: field, value, quote.
        state: What was stored: field path to value.
        model_asks: The system's turn held a question beside what it showed.
        has_values: Values of fields were shown or stored, not a question.
    """

    schema: Schema
    now: datetime
    rules: tuple[RuleSet, ...] = ()
    shown: Sequence[Mapping[str, object]] = ()
    state: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    model_asks: bool = False
    has_values: bool = False


def before_answer(row: Mapping[str, Any], slots: Slots, language: str) -> Before:
    """Give what a row is played on."""
    now = datetime(2019, 3, 1, 9, tzinfo=ZoneInfo(ZONES[language]))
    read_back = {name: pair[1] for name, pair in row.get("pending", {}).items() if name in slots}
    held = {} if read_back else {name: said for name, said in _held(row).items() if name in slots}
    if not read_back and not held:
        return _asked(row, language, now)
    schema, rules = _domain(tuple(sorted({name.rsplit(".", 1)[0] for name in (*read_back, *held)})), language)
    context = ReadingContext(now=now, language=language)
    state = {path: value for path, value, _ in _typed(held, schema, slots, context)}
    shown = [
        {"field": path, "value": value, "quote": said}
        for path, value, said in _typed(read_back, schema, slots, context)
    ]
    words = [str(said) for pair in row.get("pending", {}).values() for said in pair]
    model_asks = bool(shown) and asks_more(row["sys"] or "", words)
    return Before(schema, now, (rules,), shown, state, model_asks, has_values=True)


def _typed(
    given: Mapping[str, str], schema: Schema, slots: Slots, context: ReadingContext
) -> list[tuple[str, object, str]]:
    """Give path, JSON value and words of what is a value of its slot."""
    values = ((name, said, value_of(schema, slots[name], said, context)) for name, said in given.items())
    return [(path_of(name), to_json(value), said) for name, said, value in values if value is not None]


def _asked(row: Mapping[str, Any], language: str, now: datetime) -> Before:
    """Stage a row that neither read back nor changed a value."""
    acts = frozenset(row.get("sys_acts") or ())
    schema, said, model_asks = _request_schema(language), question_of(row["sys"]), False
    if acts and acts <= _TELLING:
        return Before(schema, now)
    if acts == _ASKING:
        offer, model_asks = offer_of(row["sys"], ReadingContext(now=now, language=language))
        if offer is None:
            return Before(schema, now, model_asks=True)
        said = offer
    rules: tuple[RuleSet, ...] = ()
    if row["source"] in _DESKS:
        schema, rules = _desk(row["source"])
    return Before(schema, now, rules, [{"field": REQUEST, "value": said, "quote": ""}], model_asks=model_asks)


@cache
def _domain(services: tuple[str, ...], language: str) -> tuple[Schema, RuleSet]:
    """Give the schema and rules of some services."""
    slots = read_slots(language)
    if language == "en":
        return spoken_domain(slots, services)
    domain = domain_of(slots, services, language, ZONES[language])
    return domain.schema, domain.rules


@cache
def _desk(source: str) -> tuple[Schema, tuple[RuleSet, ...]]:
    """Give the schema and rules of the assistant of a source, with the field of the question."""
    slots = {
        f"{source}.{name}": {"slot": f"{source}.{name}", "type": kind, "n": 1, "values": ()}
        for name, kind in _DESKS[source]
    }
    domain = domain_of(slots, (source,), "en", ZONES["en"])
    fields = MappingProxyType({**_request_fields("en"), **domain.schema.fields})
    return replace(domain.schema, fields=fields), (domain.rules,)


def _held(row: Mapping[str, Any]) -> dict[str, str]:
    """Give the old values of what the turn changes, by slot key."""
    changes = row.get("changes", {})
    if not isinstance(changes, Mapping) or "pending" in row:
        return {}
    prefix = next((known for start, known in _PREFIXES.items() if row["source"].startswith(start)), "")
    named = ((f"{prefix}:{name}" if prefix else name, change) for name, change in changes.items())
    return {name: str(change["old"][0]) for name, change in named if change.get("old")}


def _request_fields(language: str) -> dict[str, FieldSpec]:
    labels = MappingProxyType({language: (REQUEST,)})
    return {REQUEST: FieldSpec(path=REQUEST, type="text", labels=labels, max_length=200)}


def _request_schema(language: str) -> Schema:
    return Schema(
        id="request",
        version=1,
        languages=(language,),
        timezone=ZONES[language],
        fields=MappingProxyType(_request_fields(language)),
    )
