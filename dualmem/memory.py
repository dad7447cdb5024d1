"""Memory: the public face, and the composition root: the only file that names a backend."""

import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from dualmem.acts import Acts
from dualmem.aftermath import OnEvent, notifier, open_upkeep
from dualmem.config import key_file
from dualmem.errors import InvalidInput, KeyMissing
from dualmem.exchange import Exchange
from dualmem.inputs import check_id, check_moment, check_speaker, check_text
from dualmem.ledger import Ledger
from dualmem.model.plans import AnchorPlan, BackupPlan, KeyCommand
from dualmem.plans import Suite
from dualmem.ports import ChatModel, Clock, Ids, Store, Vault
from dualmem.protect import Protector
from dualmem.schema.spec import RuleSet, Schema
from dualmem.specs import Specs, load_specs
from dualmem.storage.memory_keys import MemoryKeys
from dualmem.storage.memory_store import MemoryStore
from dualmem.turn.hear import hear
from dualmem.turn.house import House, Incoming
from dualmem.turn.phases import TurnPhases
from dualmem.turn.reply import ASSISTANT, say

if TYPE_CHECKING:  # imported by the property that gives one: a turn needs none
    from dualmem.groups import Audit, Receipts, Retention, Snapshots, Subject
    from dualmem.jobs.upkeep import Upkeep
    from dualmem.keyring import Keys


class Memory(Acts):
    """Typed, confirmed, auditable memory of many subjects. Safe for threads; a context manager.

    ```python
    with Memory.open("memory.db") as memory:
        exchange = memory.hear("li.lei", "总预算控制在五十万以内")
        print(exchange.reply("好的。"))
        memory.hear("li.lei", "确认", conversation=exchange.conversation).reply()
        print(memory.state("li.lei").value("business_context.budget.ceiling"))
    ```
    """

    def __init__(
        self,
        house: House,
        vault: Vault,
        specs: Specs,
        *,
        tenant: str = "default",
        upkeep: "Upkeep | None" = None,
    ) -> None:
        """Keep the parts; ``Memory.open`` composes them."""
        super().__init__(house, vault, tenant=tenant, upkeep=upkeep)
        self._specs = specs

    @classmethod
    def open(
        cls,
        path: str | Path | None = None,
        *,
        schema: str | Path | Schema = "project_assistant",
        rules: str | Path | Sequence[str | Path] | Sequence[RuleSet] = (),
        lexicons: str | Path | Sequence[str | Path] = (),
        key: str | Path | KeyCommand | None = None,
        suite: Suite = "aes-256-gcm",
        backup: BackupPlan | None = None,
        anchor: AnchorPlan | None = None,
        model: ChatModel | None = None,
        tenant: str = "default",
        clock: Clock | None = None,
        ids: Ids | None = None,
        store: Store | None = None,
        vault: Vault | None = None,
        deadline_s: float = 8.0,
        on_event: OnEvent | None = None,
    ) -> "Memory":
        """Open a memory, creating what is not there.

        Args:
            path: The SQLite file; None keeps everything in this process only.
            schema: A schema file, the name of a shipped schema, or a loaded one.
            rules: Rules files, names, or loaded rules, or one of these; empty for the rules of a shipped schema.
            lexicons: Folders with further words, or one.
            key: A key file, or a command that prints the key; None for DUALMEM_KEY, else the key file in the user's
                configuration. DUALMEM_KEY comes before a command.
            suite: What seals from now on; what another one sealed still opens.
            backup: When the store is copied by itself; None for never (the command line does by default).
            anchor: When the audit's heads leave the database by themselves; None for never.
            model: Answers in ``respond``; None for dualmem's own words alone.
            tenant: Whose subjects.
            clock: Tells the time; None for the system's.
            ids: Makes operation and conversation ids; None for random ones.
            store: Another backend in the place of ``path``.
            vault: Another vault.
            deadline_s: Seconds for a whole reply of the model.
            on_event: Called with (tenant, subject, events) after each commit.

        Raises:
            SpecError: A YAML file has faults.
            StorageError: The store can not be opened; it is left untouched.
            VaultError: The key is missing or wrong.
        """
        specs, clock = load_specs(schema, rules, lexicons), clock or _now
        store = store if store is not None else _open_store(path)
        try:
            vault = vault if vault is not None else _open_vault(path, key, suite, store)
            _finish_forgetting(store, vault, clock)
        except BaseException:
            store.close()
            raise
        upkeep = open_upkeep(
            path, backup, anchor, store=store, vault=vault, schema=specs.schema, clock=clock, tenant=tenant
        )
        house = House(
            store=store,
            ledger=Ledger(vault),
            clock=clock,
            ids=ids or _random_id,
            schema=specs.schema,
            rules=specs.compiled,
            lexicon=specs.lexicon,
            messages=specs.messages,
            protector=_protectors(specs.schema, vault),
            notify=notifier(on_event, upkeep),
            model=model,
            deadline_s=deadline_s,
        )
        return cls(house, vault, specs, tenant=tenant, upkeep=upkeep)

    def __enter__(self) -> Self:
        """Give itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Release store and keys, once backups and anchors that were begun are made; safe to call twice."""
        if self._upkeep is not None:
            self._upkeep.wait()
        self._house.store.close()
        self._vault.close()

    @property
    def specs(self) -> Specs:
        """Everything the memory was opened with."""
        return self._specs

    def for_tenant(self, tenant: str) -> "Memory":
        """Give the same memory for another tenant; it shares store, keys and rules."""
        return Memory(self._house, self._vault, self._specs, tenant=tenant, upkeep=self._upkeep)

    def subject(self, subject: str) -> "Subject":
        """Give the settings of one subject."""
        from dualmem.groups import Subject  # noqa: PLC0415

        name = check_id(subject, "subject")
        return Subject(name, lambda timezone, language: self._configure(name, timezone, language))

    @cached_property
    def audit(self) -> "Audit":
        """The audit log: list, verify, export, history."""
        from dualmem.groups import Audit  # noqa: PLC0415

        return Audit(self._desk)

    @cached_property
    def snapshots(self) -> "Snapshots":
        """Snapshots and rollback."""
        from dualmem.groups import Snapshots  # noqa: PLC0415

        return Snapshots(self._desk, self.act)

    @cached_property
    def retention(self) -> "Retention":
        """What the schema's periods let go of."""
        from dualmem.groups import Retention  # noqa: PLC0415

        return Retention(self._desk, self._house.clock)

    @cached_property
    def receipts(self) -> "Receipts":
        """Receipts of forgetting: as JSON, and the search of files for what they name."""
        from dualmem.groups import Receipts  # noqa: PLC0415

        return Receipts(self._desk)

    @cached_property
    def keys(self) -> "Keys":
        """The keys of the store: which, and another master key."""
        from dualmem.keyring import Keys  # noqa: PLC0415

        return Keys(self._desk, self._house.clock)

    # --- the conversation ---

    def hear(
        self,
        subject: str,
        text: str,
        *,
        conversation: str | None = None,
        speaker: str | None = None,
        channel: str = "user",
        in_reply_to: int | None = None,
        sent_at: datetime | None = None,
        operation_id: str | None = None,
    ) -> Exchange:
        """Take one message: extract, understand, write what the user confirmed, check, and say what must be asked.

        Args:
            subject: Whose memory.
            text: What was said, at most 200,000 code points.
            conversation: Conversation id; None begins a new one.
            speaker: Who spoke, where several people share a conversation.
            channel: ``user``; anything else (``tool``, ``document``, …) is data: it proposes and confirms nothing.
            in_reply_to: ``Exchange.turn`` of the reply that this answers; None for the last one.
            sent_at: When it was sent, aware; a yes sent before the question was shown confirms nothing.
            operation_id: Repeating it gives the stored result, once done.

        Raises:
            InvalidId, InvalidInput, TooLarge: The message can not be taken; nothing was stored.
            StorageError: Nothing was half written; CommitUnknown may be repeated with the same operation id.
        """
        if channel == ASSISTANT:
            raise InvalidInput("what the assistant says is no message to hear: answer the exchange, or call said()")
        message = Incoming(
            tenant=self._tenant,
            subject=check_id(subject, "subject"),
            conversation=check_id(conversation or self._house.ids(), "conversation"),
            text=check_text(text),
            operation=operation_id or self._house.ids(),
            channel=check_id(channel, "channel"),
            speaker=None if speaker is None else check_speaker(speaker),
            in_reply_to=in_reply_to,
            sent_at=check_moment(sent_at, "sent_at"),
        )
        phases = TurnPhases()
        self._resume(message.subject)
        heard = hear(self._house, message, phases)
        self._settle(heard.opened)
        return Exchange(self._house, heard, phases)

    def respond(self, subject: str, text: str, *, conversation: str | None = None, system: str | None = None) -> str:
        """Take a message and give the configured model's committed reply: the whole turn."""
        return self.hear(subject, text, conversation=conversation).respond(system=system)

    def said(self, subject: str, text: str, conversation: str, *, operation_id: str | None = None) -> None:
        """Record an assistant message that answers no user turn; values that it states wait as offers."""
        message = Incoming(
            tenant=self._tenant,
            subject=check_id(subject, "subject"),
            conversation=check_id(conversation, "conversation"),
            text=check_text(text),
            operation=operation_id or self._house.ids(),
            channel=ASSISTANT,
        )
        say(self._house, message, TurnPhases())


def _now() -> datetime:
    """Give the system's time."""
    return datetime.now(UTC)


def _random_id() -> str:
    """Give an id that nobody can guess."""
    return os.urandom(16).hex()


def _protectors(schema: Schema, vault: Vault) -> Callable[[str, str], Protector]:
    """Give what makes the protector of a subject: the vault's key of the subject hashes what a field hides."""

    def protector(tenant: str, subject: str) -> Protector:
        return Protector(schema, lambda field, text: vault.keyed_hash(tenant, subject, field, text.encode()))

    return protector


def _finish_forgetting(store: Store, vault: Vault, clock: Clock) -> None:
    """Finish the forgetting of subjects that a crash left undone."""
    if next(vault.doomed(), None) is not None:
        from dualmem.jobs.forget import resume  # noqa: PLC0415 - a rare case

        resume(store, vault, clock())


def _open_store(path: str | Path | None) -> Store:
    """Open the store of a path."""
    if path is None:
        return MemoryStore()
    from dualmem.storage.sqlite import SqliteStore  # noqa: PLC0415 - only where it is used

    return SqliteStore(path)


def open_vault(
    path: str | Path,
    key: str | Path | KeyCommand | None = None,
    suite: Suite = "aes-256-gcm",
    *,
    is_new: bool = False,
    file: Path | None = None,
) -> Vault:
    """Open the vault of a store: wrapped keys beside the database, the master key in its own place.

    Args:
        path: The store.
        key: A key file or a command; None for DUALMEM_KEY or the key file of the user's configuration.
        suite: What seals from now on.
        is_new: Nothing was sealed yet: the file of keys, and a key file that is missing, are made.
        file: The file of keys; None for the one beside the store.

    Raises:
        KeyMissing: The file of keys or the master key is missing, or is another one.
    """
    from dualmem.storage.keys import SqliteKeys  # noqa: PLC0415
    from dualmem.vault import master  # noqa: PLC0415 - cryptography is loaded by use
    from dualmem.vault.keyed import KeyedVault  # noqa: PLC0415

    file = file or Path(f"{path}.keys")
    if not file.exists() and not is_new:
        raise KeyMissing(
            f"the file of keys {file} of this store is missing",
            path=str(file),
            next_step="Put it, or a copy of it, back beside the store: `dualmem keys restore FILE`.",
        )
    if isinstance(key, KeyCommand):
        found = master.from_environment(os.environ) or master.from_command(key.argv, key.timeout_s)
    else:
        place = Path(key) if key is not None else Path(os.environ.get("DUALMEM_KEY_FILE") or key_file(os.environ))
        found = master.find(os.environ, place, is_new=not file.exists())
    keys = SqliteKeys(file)
    try:
        return KeyedVault(keys, found, suite=suite)
    except BaseException:
        keys.close()
        raise


def _open_vault(path: str | Path | None, key: str | Path | KeyCommand | None, suite: Suite, store: Store) -> Vault:
    """Open the vault of an open store."""
    if path is not None:
        return open_vault(path, key, suite, is_new=next(store.tenants(), None) is None)
    from dualmem.vault.keyed import KeyedVault  # noqa: PLC0415 - cryptography is loaded by use
    from dualmem.vault.master import LENGTH  # noqa: PLC0415

    return KeyedVault(MemoryKeys(), os.urandom(LENGTH), suite=suite)
