"""Fakes: a clock that stands, ids that count, a vault that hides nothing."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta

from dualmem.errors import KeyMissing, TokenUnreadable
from dualmem.ports import SealContext, Signer

DEFAULT_NOW = datetime(2026, 11, 29, 9, 0, tzinfo=UTC)


class FixedClock:
    """A Clock that moves only when told to."""

    def __init__(self, now: datetime = DEFAULT_NOW) -> None:
        """Stand at ``now`` (aware)."""
        self.now = now

    def __call__(self) -> datetime:
        """Give the time it stands at."""
        return self.now

    def advance(self, by: timedelta) -> None:
        """Move on."""
        self.now += by


class CountingIds:
    """Ids that count: ``id-1``, ``id-2`` and so on."""

    def __init__(self, prefix: str = "id-") -> None:
        """Begin at 1."""
        self._prefix = prefix
        self._count = 0

    def __call__(self) -> str:
        """Give the next id."""
        self._count += 1
        return f"{self._prefix}{self._count}"


class PlainVault:
    """A Vault whose tokens can be read; it binds them to their context all the same."""

    def __init__(self) -> None:
        """Start with nobody forgotten."""
        self._forgotten: set[tuple[str, str]] = set()
        self._doomed: set[tuple[str, str]] = set()

    def seal(self, context: SealContext, data: bytes) -> str:
        """Give context and data side by side."""
        return f"plain:{_digest(context)}:{data.hex()}"

    def open(self, context: SealContext, token: str) -> bytes:
        """Give the data."""
        if (context.tenant, context.subject) in self._forgotten:
            raise KeyMissing(subject=context.subject)
        mark, _, rest = token.partition(":")
        bound, _, data = rest.partition(":")
        if mark != "plain" or bound != _digest(context):
            raise TokenUnreadable(f"the token of {context.kind} {context.path} does not open", kind=context.kind)
        return bytes.fromhex(data)

    def opener(self, tenant: str, subject: str) -> Callable[[SealContext, str], bytes]:  # noqa: ARG002 - one key for all
        """Give what opens."""
        return self.open

    def pseudonym(self, tenant: str, subject: str) -> str:
        """Give 32 hex digits."""
        return hashlib.sha256(f"{tenant}\0{subject}".encode()).hexdigest()[:32]

    def keyed_hash(self, tenant: str, subject: str, path: str, data: bytes) -> str:
        """Give 64 hex digits."""
        return hashlib.sha256(f"{tenant}\0{subject}\0{path}\0".encode() + data).hexdigest()

    def mark(self, tenant: str, subject: str, path: str, data: bytes) -> str:
        """Give 32 hex digits."""
        return self.keyed_hash(tenant, subject, path, data)[:32]

    def signer(self) -> Signer:
        """Give a signer whose secret everybody knows."""
        from dualmem.vault.signer import Ed25519Signer  # noqa: PLC0415 - few tests sign

        return Ed25519Signer(bytes(32))

    def key_ids(self, tenant: str, subject: str) -> tuple[str, ...]:  # noqa: ARG002 - there are no keys
        """Give none."""
        return ()

    def forget(self, tenant: str, subject: str) -> None:
        """Open nothing of this subject any more."""
        self._forgotten.add((tenant, subject))
        self._doomed.discard((tenant, subject))

    def doom(self, tenant: str, subject: str) -> None:
        """Mark the subject."""
        self._doomed.add((tenant, subject))

    def doomed(self) -> Iterator[tuple[str, str]]:
        """Stream the marked."""
        yield from sorted(self._doomed)

    def is_doomed(self, tenant: str, subject: str) -> bool:
        """Tell whether the subject is marked."""
        return (tenant, subject) in self._doomed

    def renew(self, tenant: str, subject: str, since: datetime) -> bool:  # noqa: ARG002 - there are no keys
        """Do nothing."""
        return False

    def reseal(self, context: SealContext, token: str) -> str | None:  # noqa: ARG002 - there are no keys
        """Give none."""
        return None

    def rewrap(self, new_master: bytes, *, is_open: bool = False) -> int:  # noqa: ARG002 - there is nothing to wrap
        """Do nothing."""
        return 0

    def status(self) -> Mapping[str, object]:
        """Say that nothing is hidden."""
        return {"suite": "none", "master": "", "subjects": 0}

    def close(self) -> None:
        """Do nothing."""


def _digest(context: SealContext) -> str:
    """Give a short mark of all that a token is bound to."""
    parts = (context.tenant, context.subject, context.kind, context.path, str(context.version))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]
