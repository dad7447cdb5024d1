"""Groups: the parts of the public face that stand behind a name (``memory.audit``, ``memory.snapshots``, …)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dualmem.inputs import check_id
from dualmem.jobs.archive import Archive
from dualmem.jobs.verify import Report, verify
from dualmem.ports import Head, Store, Vault


@dataclass(frozen=True, slots=True)
class Desk:
    """What a group works on: one tenant's store.

    Attributes:
        store: Where things are kept.
        vault: What opens them.
        tenant: Tenant id.
    """

    store: Store
    vault: Vault
    tenant: str

    def archive(self, subject: str) -> Archive:
        """Give everything stored of one subject."""
        return Archive(self.store, self.vault, self.tenant, check_id(subject, "subject"))


class Audit:
    """The audit log of one tenant."""

    def __init__(self, desk: Desk) -> None:
        """Keep the desk."""
        self._desk = desk

    def verify(self, subject: str, *, anchor: Head | None = None) -> Report:
        """Check the chain, every token, and that the state equals the replay of its events.

        Raises:
            NotFound: Nothing was ever stored of this subject.
        """
        return verify(self._desk.archive(subject).known(), anchor=anchor)

    def verify_all(self) -> Iterator[Report]:
        """Check every subject, one after another."""
        for subject in self._desk.store.subjects(self._desk.tenant):
            yield self.verify(subject)


class Subject:
    """The settings of one subject."""

    def __init__(self, subject: str, configure: Callable[[str | None, str | None], None]) -> None:
        """Keep the subject, and what writes its settings."""
        self.id = subject
        self._configure = configure

    def configure(self, *, timezone: str | None = None, language: str | None = None) -> None:
        """Set the subject's own time zone (IANA) and language; None leaves what is set.

        Raises:
            InvalidInput: There is no such zone, or the language is not one of the schema's.
        """
        self._configure(timezone, language)
