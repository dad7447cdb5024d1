"""Groups: the parts of the public face that stand behind a name (``memory.audit``, ``memory.snapshots``, …)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from zoneinfo import ZoneInfo

from dualmem.errors import Conflict, NotFound
from dualmem.grounding import operator
from dualmem.inputs import check_id
from dualmem.jobs import anchor as anchoring
from dualmem.jobs import deliver, receipts, rollback, snapshots, storelog
from dualmem.jobs import proof as proving
from dualmem.jobs import retain as retention
from dualmem.jobs.archive import Archive
from dualmem.jobs.history import Filter, Row, search
from dualmem.jobs.verify import Report, verify
from dualmem.model.decision import Decision
from dualmem.model.event import Event
from dualmem.model.receipt import Receipt
from dualmem.model.snapshot import Snapshot
from dualmem.model.value import Value
from dualmem.ports import Clock, Head, Store, Vault
from dualmem.schema.spec import Schema
from dualmem.turn.operate import Done
from dualmem.values.mask import mask

Operate = Callable[..., Done]


@dataclass(frozen=True, slots=True)
class Desk:
    """What a group works on: one tenant's store.

    Attributes:
        store: Where things are kept.
        vault: What opens them.
        tenant: Tenant id.
        schema: The schema.
    """

    store: Store
    vault: Vault
    tenant: str
    schema: Schema

    def archive(self, subject: str) -> Archive:
        """Give everything stored of one subject, or of the store's own chain (``_store``)."""
        name = subject if subject == storelog.STORE else check_id(subject, "subject")
        return Archive(self.store, self.vault, self.tenant, name)


class Audit:
    """The audit log of one tenant."""

    def __init__(self, desk: Desk) -> None:
        """Keep the desk."""
        self._desk = desk

    def list(self, subject: str, wanted: Filter | None = None, *, reveal: bool = False) -> Iterator[Row]:
        """Stream what happened to one subject, oldest first.

        Args:
            subject: Whose.
            wanted: What to list; None for everything.
            reveal: Sensitive values in clear.

        Raises:
            NotFound: Nothing was ever stored of this subject.
            UnknownField: The filter names a field that the schema does not have.
        """
        return search(self._desk.archive(subject).known(), self._desk.schema, wanted or Filter(), reveal=reveal)

    def history(self, subject: str, field: str) -> Iterator[Row]:
        """Stream the changes of one field (or group), oldest first."""
        return self.list(subject, Filter(field=field, changes_only=True))

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

    def proof(self, subject: str | None = None) -> Iterator[str]:
        """Stream the records as JSON lines, sealed as they stand, for a verifier that holds no key.

        Args:
            subject: Whose; None for every subject of the tenant.

        Raises:
            NotFound: Nothing was ever stored of this subject.
        """
        subjects = self._desk.store.subjects(self._desk.tenant) if subject is None else [subject]
        for one in subjects:
            yield from proving.lines(self._desk.archive(one).known())

    def anchor(self, path: Path) -> int:
        """Append the heads that changed, and a signed checkpoint over all, to a log outside the database.

        Args:
            path: The log; a copy of it must be kept where nobody who can write the database can write it.

        Returns:
            The number of lines appended; 0 where nothing changed.

        Raises:
            InvalidInput: The file is no log of this store, or was changed.
            StorageError: It can not be written.
        """
        desk = self._desk
        return deliver.append_heads(path, desk.store, desk.vault, desk.tenant)

    def verify_anchored(self, path: Path, *, is_since: bool = False) -> anchoring.AnchorReport:
        """Check every subject, and that nothing that was anchored is gone: no cut tail, removed subject, old copy.

        Args:
            path: The log.
            is_since: Read only the records after the anchored heads, which were verified before.

        Raises:
            NotFound: There is no such log.
            InvalidInput: The log was changed, or is another store's.
        """
        desk = self._desk
        if not path.exists():
            raise NotFound(
                f"there is no anchor {path}", path=str(path), next_step="`dualmem audit anchor FILE` makes one."
            )
        log = anchoring.read_file(path, desk.vault.signer(), desk.vault, desk.tenant)
        return anchoring.check(desk.store, desk.vault, desk.tenant, log, is_since=is_since)


class Retention:
    """What the schema's periods let go of."""

    def __init__(self, desk: Desk, clock: Clock) -> None:
        """Keep the desk and the clock."""
        self._desk = desk
        self._clock = clock

    def run(self) -> Iterator[retention.Retained]:
        """Let go, for every subject, of texts, waiting updates and audit payloads older than the schema's periods.

        Audit headers stay. Each subject is a step of its own, that may be repeated.
        """
        for subject in self._desk.store.subjects(self._desk.tenant):
            yield retention.retain(self._desk.archive(subject), self._desk.schema, self._clock())

    def due(self) -> Iterator[retention.Retained]:
        """Give, for every subject, what ``run`` would let go of now; nothing is changed."""
        for subject in self._desk.store.subjects(self._desk.tenant):
            yield retention.due(self._desk.archive(subject), self._desk.schema, self._clock())


class Receipts:
    """The receipts of what one tenant's subjects had forgotten."""

    def __init__(self, desk: Desk) -> None:
        """Keep the desk."""
        self._desk = desk

    def dump(self, receipt: Receipt) -> str:
        """Give a receipt as JSON; it holds no value."""
        return receipts.dump(receipt)

    def verify(
        self, path: Path, files: Iterable[Path], open_store: receipts.OpenStore
    ) -> Iterator[tuple[Path, tuple[str, ...]]]:
        """Search files for what a receipt says was forgotten: each file, and the places where it stands.

        Args:
            path: The receipt, as ``dump`` gave it.
            files: Stores and copies of them, exports, any other files.
            open_store: Opens a copy of a database, so that the file itself is not touched.

        Raises:
            InvalidInput: The receipt was changed or is another store's.
        """
        receipt = receipts.load(path, self._desk.vault)
        archive = self._desk.archive(receipt.subject)
        for file in files:
            yield file, receipts.search(receipt, file, archive, open_store)


class Snapshots:
    """Snapshots of one tenant, and the way back to them."""

    def __init__(self, desk: Desk, act: Operate) -> None:
        """Keep the desk, and what commits an act."""
        self._desk = desk
        self._act = act

    def create(
        self,
        subject: str,
        tag: str,
        *,
        actor: str = "operator:api",
        channel: str = "api",
        operation_id: str | None = None,
    ) -> Snapshot:
        """Keep the state as it is now under a tag.

        Raises:
            Conflict: The tag is taken.
            InvalidId: The tag is none.
        """
        archive = self._desk.archive(subject)
        check_id(tag, "tag")

        def decided(memory: operator.Memory) -> Decision:
            if any(one.tag == tag for one in archive.snapshots()):
                raise Conflict(f"{subject} has a snapshot {tag!r} already", tag=tag, next_step="Choose another tag.")
            return operator.unchanged(memory)

        self._act(subject, decided, actor=actor, channel=channel, tag=tag, operation_id=operation_id)
        return archive.snapshot(tag)

    def list(self, subject: str) -> tuple[Snapshot, ...]:
        """Give the snapshots, oldest first: tagged ones, ``daily-…`` and ``pre_<command>-…``."""
        return self._desk.archive(subject).snapshots()

    def diff(self, subject: str, old: str, new: str | None = None) -> tuple[snapshots.Difference, ...]:
        """Give the fields that differ; sensitive values are masked.

        Args:
            subject: Whose.
            old: A tag, version or time.
            new: The same; None for now.

        Raises:
            NotFound: There is no such snapshot, version or time.
        """
        archive = self._desk.archive(subject).known()
        zone = ZoneInfo(self._desk.schema.timezone)
        before, after = rollback.find(archive, old, zone), rollback.find(archive, new or "now", zone)
        found = snapshots.diff(before.fields, after.fields)
        return tuple(
            replace(one, old=self._seen(one.field, one.old), new=self._seen(one.field, one.new)) for one in found
        )

    def _seen(self, path: str, value: Value | None) -> Value | None:
        """Give a value as everybody may see it."""
        spec = self._desk.schema.find(path)
        return (
            mask(value, spec.type) if value is not None and spec is not None and spec.sensitive == "encrypt" else value
        )

    def save(self, subject: str, tag: str, path: Path) -> None:
        """Keep a snapshot as a new file, sealed with the subject's key: it opens in this store only.

        Raises:
            NotFound: There is no such snapshot.
            Conflict: The file exists.
        """
        snapshots.write_file(self._desk.archive(subject).known(), tag, path)

    def restore(
        self,
        subject: str,
        to: str | Path,
        *,
        field: str | None = None,
        actor: str = "operator:api",
        channel: str = "api",
        conversation: str = "",
        operation_id: str | None = None,
    ) -> tuple[Event, ...]:
        """Roll back to a tag, version or time: one event, that can itself be taken back.

        What was forgotten since stays so: each such field has an UpdateRejected (reason ``forgotten``) beside it.

        Args:
            subject: Whose.
            to: A tag, version or time; a Path is a file that ``save`` wrote.
            field: Only this field; None for all.
            actor: Who acts, for the audit.
            channel: Through what.
            conversation: Whose next undo takes it back; empty for none (another rollback takes it back).
            operation_id: Repeating it does nothing again.

        Raises:
            NotFound: There is no such snapshot, version or time.
            UnknownField: The schema has no such field.
        """
        if field is not None:
            self._desk.schema.field(field)
        archive = self._desk.archive(subject).known()
        target = rollback.find_or_read(archive, to, ZoneInfo(self._desk.schema.timezone))
        paths = () if field is None else (field,)
        done = self._act(
            subject,
            lambda memory: operator.roll_back(
                memory, target.fields, name=target.name, fields=paths, left_out=target.left_out
            ),
            actor=actor,
            channel=channel,
            conversation=conversation,
            command="rollback",
            operation_id=operation_id,
        )
        return done.events


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
