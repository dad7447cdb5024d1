"""Write: one step from read to commit, decided anew where somebody else wrote meanwhile."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from dualmem.errors import Conflict
from dualmem.ledger import Opened, Sealed, Step
from dualmem.turn.house import House, Incoming

T = TypeVar("T")
MAX_TRIES: Final = 500
Decide = Callable[[Opened], tuple[T, Step | None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Written(Generic[T]):
    """What became of a step.

    Attributes:
        opened: What was read.
        decided: What was decided on it; None where the operation had been committed before.
        sealed: What was committed; None where there was nothing to write.
    """

    opened: Opened
    decided: T | None = None
    sealed: Sealed | None = None


def write(house: House, message: Incoming, decide: Decide[T], passed: Callable[[str], None]) -> Written[T]:
    """Take a step from read to commit, and tell of it once it is durable.

    Args:
        house: What the turn is built from.
        message: What came in; its operation happens once.
        decide: Gives the decision on what was read, and the step that writes it (None: there is nothing to write).
            Called again where somebody else wrote meanwhile: changes of other fields are kept, both are written.
        passed: Called with ``seal``, ``commit`` and ``retry`` after each of these.

    Raises:
        Conflict: Others were faster every time.
    """
    with house.order.of(message.tenant, message.subject):
        written = _write(house, message, decide, passed)
    if written.sealed is not None:
        house.notify(message.tenant, message.subject, written.sealed.events)
    return written


def _write(house: House, message: Incoming, decide: Decide[T], passed: Callable[[str], None]) -> Written[T]:
    for _ in range(MAX_TRIES):
        opened = read(house, message)
        if opened.result is not None:
            return Written(opened=opened)
        decided, step = decide(opened)
        if step is None:
            return Written(opened=opened, decided=decided)
        sealed = house.ledger.seal(step)
        passed("seal")
        try:
            house.store.commit(sealed.commit)
        except Conflict:
            passed("retry")
            continue
        passed("commit")
        return Written(opened=opened, decided=decided, sealed=sealed)
    raise Conflict("too many write to this subject at once; try again", subject=message.subject)


def read(house: House, message: Incoming) -> Opened:
    """Read all that a turn needs.

    Raises:
        Conflict: The operation was done before, and its answer was forgotten since.
    """
    loaded = house.store.load(
        message.tenant,
        message.subject,
        message.conversation,
        window=2 * house.schema.window_rounds,
        operation_id=message.operation,
    )
    if loaded.was_committed and loaded.result is None:
        raise Conflict(
            "this operation was done before, and its answer was forgotten since", operation=message.operation
        )
    return house.ledger.open(message.tenant, message.subject, message.conversation, loaded, operation=message.operation)
