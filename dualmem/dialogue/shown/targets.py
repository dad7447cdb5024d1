"""Targets: the waiting updates an answer may be about."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from dualmem.model.conversation import Conversation, TurnContext
from dualmem.model.field import FieldSpec
from dualmem.model.pending import PendingUpdate
from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.span import Span
from dualmem.model.state import State
from dualmem.model.value import Ambiguous, Day, Money, Quantity, Value
from dualmem.schema.spec import Schema
from dualmem.values.compare import equal

TEXT_TYPES = ("text", "list", "map")


class Target(NamedTuple):
    """One waiting update that the turn may answer; twenty are made at the beginning of a turn, so it is a tuple.

    Attributes:
        update: The pending update.
        spec: Its field.
        value: The value as it was shown.
        ordinal: Its number in the last reply; 0 where the last reply did not show it.
        stored: The stored value of the field.
        is_offer: It was a value of the assistant.
        id: The id of the update.
    """

    update: PendingUpdate
    spec: FieldSpec
    value: Value
    ordinal: int
    stored: Value | None
    is_offer: bool
    id: str

    @property
    def type(self) -> str:
        """Give the type a bare value must have: that of the items of a list."""
        return self.spec.type

    def equals(self, value: Value) -> bool:
        """Tell that a stated value is the shown one; a bound or a hedge need not be repeated."""
        return same(self.value, value)

    def is_among(self, value: Value | None) -> bool:
        """Tell that the shown value is one of the readings of an ambiguous one (``yes, 03/04``)."""
        return isinstance(value, Ambiguous) and any(same(self.value, one) for one in value.readings)

    def is_settled_by(self, value: Value | None) -> bool:
        """Tell that a value is one of the readings that were shown, or names the currency that was asked for."""
        shown = self.value
        if value is None:
            return False
        if isinstance(shown, Ambiguous):
            return any(same(one, value) for one in shown.readings)
        if not isinstance(shown, Money) or not isinstance(value, Money) or shown.currency is not None:
            return False
        return same(replace(shown, currency=value.currency), value)


class Targets(tuple[Target, ...]):  # noqa: SLOT001  # a tuple takes no slots of its own
    """The waiting updates a turn may answer, with what is asked of them at every word.

    Attributes:
        shown: Those that the last reply showed, in its order.
        by_id: Id to update, of all.
        shown_by_id: The same, of those that were shown.
        types: Types of the fields that were shown.
    """

    def __init__(self, _: Iterable[Target] = ()) -> None:
        """Look the updates through once."""
        self.shown: tuple[Target, ...] = tuple([target for target in self if target.ordinal])
        self.by_id = {target.id: target for target in self}
        is_all = len(self.shown) == len(self)
        self.shown_by_id = self.by_id if is_all else {target.id: target for target in self.shown}
        self.types = frozenset([target.spec.type for target in self.shown])


def is_beside_stored(shown: Sequence[Target]) -> bool:
    """Tell that another value than one that was shown is stored: what is not to change is the stored one."""
    return any(t.update.is_conflict or not (t.stored is None or same(t.stored, t.value)) for t in shown)


def same(shown: Value, stated: Value) -> bool:
    """Tell that a value said in answer is the shown one."""
    if equal(shown, stated):
        return True
    if isinstance(shown, Day) and isinstance(stated, Day):
        return shown.date == stated.date and stated.bound is None
    if isinstance(shown, Money) and isinstance(stated, Money):
        is_plain = shown.amount is not None and shown.amount == stated.amount and not stated.is_approximate
        return is_plain and stated.per is None and equal(replace(shown, is_approximate=False, per=None), stated)
    if isinstance(shown, Quantity) and isinstance(stated, Quantity):
        is_plain = shown.amount == stated.amount and not stated.is_approximate
        return is_plain and equal(replace(shown, is_approximate=False), stated)
    return False


def targets_of(schema: Schema, state: State, queue: Sequence[PendingUpdate], conversation: Conversation) -> Targets:
    """Give the updates the last reply showed, by ordinal, then those shown earlier that still wait."""
    by_id = {update.id: update for update in queue}
    found: list[Target] = []
    spec_of, held_of = schema.field, state.fields.get
    for item in conversation.shown if conversation.unanswered_turn is None else ():
        update = by_id.get(item.update)
        if update is not None:
            held = held_of(update.field)
            stored = held.value if held is not None else None
            spec = spec_of(update.field)
            found.append(Target(update, spec, item.value, item.ordinal, stored, item.is_offer, update.id))
    if len(found) == len(by_id):
        return Targets(found)
    seen = {target.id for target in found}
    earlier = [one for one in queue if one.id not in seen and one.shown_count]
    mine = [one for one in earlier if one.provenance.conversation == conversation.id]
    return Targets([*found, *(_unshown(schema, state, one) for one in mine)])


def _unshown(schema: Schema, state: State, update: PendingUpdate) -> Target:
    """Give an update that the last reply did not show."""
    return Target(
        update=update,
        spec=schema.field(update.field),
        value=update.value,
        ordinal=0,
        stored=state.value(update.field),
        is_offer=False,
        id=update.id,
    )


def covers(targets: Targets, refs: frozenset[str] | set[str]) -> bool:
    """Tell that a name is that of the whole: of all, and several, that the last reply showed (the booking)."""
    return len(targets.shown) > 1 and refs >= targets.shown_by_id.keys()


def reading_context(
    spec: FieldSpec, context: TurnContext, shown: Value | None = None, language: str | None = None
) -> ReadingContext:
    """Give what the grammar of a field may know when its value is asked for."""
    return ReadingContext(
        now=context.now,
        language=language,
        default_currency=money_currency(spec, shown),
        region=spec.region,
        choices=spec.choices,
        is_open=False,
        pattern=spec.pattern,
        is_asked_for=True,
    )


def money_currency(spec: FieldSpec, shown: Value | None) -> str | None:
    """Give the currency of an amount that names none: that of the shown one, else the field's."""
    return shown.currency or spec.default_currency if isinstance(shown, Money) else spec.default_currency


class ValueWord(NamedTuple):
    """A value in the turn that some targets could take.

    Attributes:
        reading: Place and value, or refusal.
        targets: Ids of the updates whose type it has.
        equals: Ids of those whose shown value it is.
        is_loose: A name among other words, of which the end is a guess.
        may_be_day: An amount that is but a figure, where a date was shown too.
        is_weekday: Just the weekday that the shown date has.
        is_reported: Somebody else is said to have said it.
    """

    reading: Reading
    targets: frozenset[str]
    equals: frozenset[str]
    is_loose: bool = False
    may_be_day: bool = False
    is_reported: bool = False
    is_weekday: bool = False

    @property
    def span(self) -> Span:
        """Give the place in the folded text."""
        return self.reading.folded
