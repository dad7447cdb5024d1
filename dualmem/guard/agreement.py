"""Agreement: whether a value that a draft states is another one than the stored one."""

from decimal import Decimal

from dualmem.model.field import FieldSpec
from dualmem.model.value import Ambiguous, Day, Duration, DurationRange, Money, Quantity, Value
from dualmem.text import fold
from dualmem.values.compare import equal
from dualmem.values.mask import mask

_COLLECTIONS = frozenset({"list", "map"})


def agrees(spec: FieldSpec, stated: Value, stored: Value) -> bool:
    """Tell whether a stated value is no other value than the stored one.

    A list or map is open, so that naming an item contradicts nothing; about 500,000 agrees with 500,000, a range with
    what lies in it, a reading with an ambiguous value that has it, a text with one that it is a part of.
    """
    if spec.type in _COLLECTIONS or spec.sensitive == "hash" or equal(stated, stored):
        return True
    if isinstance(stated, Ambiguous) or isinstance(stored, Ambiguous):
        return any(agrees(spec, one, other) for one in _readings(stated) for other in _readings(stored))
    if isinstance(stated, str) and isinstance(stored, str):
        return _same_text(spec, stated, stored)
    if isinstance(stated, DurationRange) and isinstance(stored, Duration):
        return stored in {stated.minimum, stated.maximum}
    return type(stated) is not type(stored) or _meets(stated, stored)


def _readings(value: Value) -> tuple[Value, ...]:
    return value.readings if isinstance(value, Ambiguous) else (value,)


def _meets(stated: Value, stored: Value) -> bool:
    """Tell whether two values of one type, not equal, can both hold."""
    if isinstance(stated, Money) and isinstance(stored, Money):
        if stated.per not in {None, stored.per}:
            return True  # an amount per something else is said of something else
        return stated.currency in {None, stored.currency} and _overlap(_ends(stated), _ends(stored))
    if isinstance(stated, Quantity) and isinstance(stored, Quantity):
        return _overlap(_ends(stated), _ends(stored))
    return isinstance(stated, Day) and isinstance(stored, Day) and stated.date == stored.date


def _same_text(spec: FieldSpec, stated: str, stored: str) -> bool:
    if spec.type == "text":
        one, other = fold(stated).text.strip(), fold(stored).text.strip()
        return one in other or other in one
    return spec.sensitive == "mask" and mask(stated, spec.type) == stored


def _ends(value: Money | Quantity) -> tuple[Decimal, Decimal | None]:
    """Give both ends, inclusive; None for open at the top."""
    if value.amount is not None:
        return value.amount, value.amount
    return value.minimum if value.minimum is not None else Decimal(0), value.maximum


def _overlap(one: tuple[Decimal, Decimal | None], other: tuple[Decimal, Decimal | None]) -> bool:
    return (other[1] is None or one[0] <= other[1]) and (one[1] is None or other[0] <= one[1])
