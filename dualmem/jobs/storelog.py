"""Storelog: what happened to the store as a whole (its keys, a restore), as a chain of its own beside the subjects'."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from dualmem.errors import Conflict
from dualmem.jobs.archive import Archive
from dualmem.ledger import Ledger, Step
from dualmem.model.conversation import TurnContext
from dualmem.model.decision import Decision
from dualmem.model.event import Event, EventKind
from dualmem.model.provenance import Provenance
from dualmem.ports import Store, Vault

STORE: Final = "_store"  # no id of a subject begins so
BEGUN: Final = "begun"
DONE: Final = "done"
_TRIES: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """Who did it.

    Attributes:
        at: When, aware.
        actor: ``operator:<name>`` or system.
        channel: api, cli, …
    """

    at: datetime
    actor: str
    channel: str


def log(store: Store, vault: Vault, tenant: str, kind: EventKind, reason: str, *, said: Said) -> None:
    """Record one act on the store, in the chain of the tenant from which it was done.

    Args:
        store: Where it is kept.
        vault: What seals it.
        tenant: Tenant id.
        kind: What happened.
        reason: In words, begun or done first; no value and no key.
        said: Who did it.
    """
    ledger = Ledger(vault)
    for _ in range(_TRIES):
        opened = ledger.open(tenant, STORE, "", store.load(tenant, STORE, "", window=0))
        context = TurnContext(
            now=said.at,
            zone="UTC",
            turn=opened.head.turn + 1,
            conversation="",
            actor=said.actor,
            channel=said.channel,
            operation=f"{STORE}-{opened.head.revision + 1}",
        )
        made = Provenance(
            at=said.at, actor=said.actor, channel=said.channel, turn=context.turn, operation=context.operation
        )
        decision = Decision(
            events=(Event(kind=kind, provenance=made, reason=reason),), queue=(), conversation=opened.conversation
        )
        step = Step(opened=opened, decision=decision, context=context, speaker=said.actor, in_window=False)
        try:
            store.commit(ledger.seal(step).commit)
        except Conflict:
            continue
        return
    raise Conflict("too many write to the store's own chain at once; try again")


def unfinished(store: Store, vault: Vault, tenant: str, kind: EventKind, reason: str) -> datetime | None:
    """Give when an act was begun with this reason and not done since; None where the last one was done.

    Args:
        store: Where it is kept.
        vault: What opens it.
        tenant: Tenant id.
        kind: What was begun.
        reason: The words after ``begun``.
    """
    begun: datetime | None = None
    for entry in Archive(store, vault, tenant, STORE).entries():
        event = entry.event
        if event is None or event.kind is not kind or event.reason is None:
            continue
        if event.reason == f"{BEGUN} {reason}":
            begun = event.provenance.at
        elif event.reason.startswith(DONE):
            begun = None
    return begun
