"""Memory: the public face, and the composition root: the only file that names a backend."""

import os
import uuid
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self
from zoneinfo import available_timezones

from dualmem import groups
from dualmem.config import key_file
from dualmem.errors import InvalidInput, NotFound
from dualmem.exchange import Exchange, Pending, bound, view
from dualmem.grounding import operator
from dualmem.inputs import check_id, check_moment, check_text
from dualmem.jobs import forget as forgetting
from dualmem.ledger import Ledger, Opened
from dualmem.model.conversation import TurnContext
from dualmem.model.decision import Decision
from dualmem.model.event import Event
from dualmem.model.provenance import Provenance
from dualmem.model.receipt import Receipt
from dualmem.model.settings import Settings
from dualmem.model.state import Held, State
from dualmem.ports import ChatModel, Clock, Ids, Store, Vault
from dualmem.protect import Protector, masked
from dualmem.schema.spec import RuleSet, Schema
from dualmem.specs import Specs, load_specs
from dualmem.storage.memory_keys import MemoryKeys
from dualmem.storage.memory_store import MemoryStore
from dualmem.turn.hear import hear, look, read
from dualmem.turn.house import House, Incoming
from dualmem.turn.operate import Act, Done, operate
from dualmem.turn.phases import TurnPhases
from dualmem.turn.reply import say
from dualmem.values.codec import from_json

RECALL = "recall"
OnEvent = Callable[[str, str, tuple[Event, ...]], None]


class Memory:
    """Typed, confirmed, auditable memory of many subjects. Safe for threads; a context manager.

    ```python
    with Memory.open("memory.db") as memory:
        exchange = memory.hear("li.lei", "总预算控制在五十万以内")
        print(exchange.reply("好的。"))
        memory.hear("li.lei", "确认", conversation=exchange.conversation).reply()
        print(memory.state("li.lei").value("business_context.budget.ceiling"))
    ```
    """

    def __init__(self, house: House, vault: Vault, specs: Specs, *, tenant: str = "default") -> None:
        """Keep the parts; ``Memory.open`` composes them."""
        self._house = house
        self._vault = vault
        self._specs = specs
        self._tenant = check_id(tenant, "tenant")

    @classmethod
    def open(
        cls,
        path: str | Path | None = None,
        *,
        schema: str | Path | Schema = "project_assistant",
        rules: Sequence[str | Path] | Sequence[RuleSet] = (),
        lexicons: Sequence[str | Path] = (),
        key: str | Path | None = None,
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
            rules: Rules files, names, or loaded rules; empty for the rules of a shipped schema.
            lexicons: Folders with further words.
            key: A key file; None for DUALMEM_KEY, else the key store beside the user's data.
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
        specs = load_specs(schema, rules, lexicons)
        store = store if store is not None else _open_store(path)
        try:
            vault = vault if vault is not None else _open_vault(path, key)
        except BaseException:
            store.close()
            raise
        house = House(
            store=store,
            ledger=Ledger(vault),
            clock=clock or (lambda: datetime.now(UTC)),
            ids=ids or (lambda: uuid.uuid4().hex),
            schema=specs.schema,
            rules=specs.compiled,
            lexicon=specs.lexicon,
            messages=specs.messages,
            protector=lambda tenant, subject: Protector(
                specs.schema, lambda field, text: vault.keyed_hash(tenant, subject, field, text.encode())
            ),
            notify=on_event or (lambda _tenant, _subject, _events: None),
            model=model,
            deadline_s=deadline_s,
        )
        return cls(house, vault, specs, tenant=tenant)

    def __enter__(self) -> Self:
        """Give itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Release store and keys; safe to call twice."""
        self._house.store.close()
        self._vault.close()

    @property
    def schema(self) -> Schema:
        """The compiled schema."""
        return self._house.schema

    @property
    def specs(self) -> Specs:
        """Everything the memory was opened with."""
        return self._specs

    @property
    def tenant(self) -> str:
        """Whose subjects these are."""
        return self._tenant

    def for_tenant(self, tenant: str) -> "Memory":
        """Give the same memory for another tenant; it shares store, keys and rules."""
        return Memory(self._house, self._vault, self._specs, tenant=tenant)

    def subject(self, subject: str) -> groups.Subject:
        """Give the settings of one subject."""
        name = check_id(subject, "subject")
        return groups.Subject(name, lambda timezone, language: self._configure(name, timezone, language))

    @cached_property
    def audit(self) -> groups.Audit:
        """The audit log: list, verify, export, history."""
        return groups.Audit(self._desk)

    @cached_property
    def snapshots(self) -> groups.Snapshots:
        """Snapshots and rollback."""
        return groups.Snapshots(self._desk, self.act)

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
        message = Incoming(
            tenant=self._tenant,
            subject=check_id(subject, "subject"),
            conversation=check_id(conversation or self._house.ids(), "conversation"),
            text=check_text(text),
            operation=operation_id or self._house.ids(),
            channel=check_id(channel, "channel"),
            speaker=None if speaker is None else check_id(speaker, "speaker"),
            in_reply_to=in_reply_to,
            sent_at=check_moment(sent_at, "sent_at"),
        )
        phases = TurnPhases()
        heard = hear(self._house, message, phases)
        self._finish(heard.opened)
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
            channel="assistant",
        )
        say(self._house, message, TurnPhases())

    # --- what is held ---

    def state(self, subject: str, *, reveal: bool = False, actor: str = "operator:api") -> State:
        """Give the long-term state.

        Args:
            subject: Whose.
            reveal: Give encrypted values in clear; the asking is audited. Else they are masked.
            actor: Who asks.
        """
        opened = self._read(subject)
        hidden = [path for path in opened.state.fields if self._is_sensitive(path)]
        if not reveal:
            return masked(self.schema, opened.state, hidden)
        if hidden:
            self.act(subject, lambda memory: operator.revealed(memory, hidden), actor=actor)
        return opened.state

    def pending(self, subject: str, *, language: str | None = None) -> tuple[Pending, ...]:
        """Give what waits for the user's yes, oldest first, each with its single-use token."""
        opened = self._read(subject)
        chosen = language or opened.settings.language or self.schema.languages[0]
        return tuple(view(self.schema, opened.state, update, chosen) for update in opened.queue)

    def confirm(self, subject: str, token_: str, *, actor: str = "user", channel: str = "api") -> tuple[Event, ...]:
        """Write a waiting update, by the token of the exact words that were shown.

        Raises:
            Conflict: The token was used, or what it was shown for has changed.
        """
        return self.act(
            subject, lambda memory: operator.confirm(memory, bound(memory, token_)), actor=actor, channel=channel
        ).events

    def reject(self, subject: str, token_: str, *, actor: str = "user", channel: str = "api") -> tuple[Event, ...]:
        """Refuse a waiting update, by its token.

        Raises:
            Conflict: The token was used, or what it was shown for has changed.
        """
        return self.act(
            subject, lambda memory: operator.reject(memory, bound(memory, token_)), actor=actor, channel=channel
        ).events

    def propose(
        self, subject: str, field: str, value: object, *, quote: str | None = None, channel: str = "api"
    ) -> Pending | None:
        """Put a value into the queue; None where the field holds it already.

        Args:
            subject: Whose.
            field: Field path.
            value: In the JSON form of the field's type.
            quote: The words it came from.
            channel: Where it came from.

        Raises:
            UnknownField, InvalidValue: Nothing was queued.
        """
        read_ = from_json(self.schema.field(field), value)
        done = self.act(subject, lambda memory: operator.propose(memory, field, read_, quote=quote), channel=channel)
        waits = [update for update in done.opened.queue if update.field == field]
        language = done.opened.settings.language or self.schema.languages[0]
        return view(self.schema, done.opened.state, waits[-1], language) if waits else None

    def set(
        self,
        subject: str,
        field: str,
        value: object,
        *,
        actor: str = "operator:api",
        channel: str = "api",
        operation_id: str | None = None,
    ) -> tuple[Event, ...]:
        """Write one field at once, as an operator's act.

        Args:
            subject: Whose.
            field: Field path.
            value: In the JSON form of the field's type.
            actor: Who acts, for the audit.
            channel: Through what.
            operation_id: Repeating it writes nothing again.

        Raises:
            UnknownField: Names the nearest field.
            InvalidValue: The field refuses the value.
        """
        read_ = from_json(self.schema.field(field), value)
        act = lambda memory: operator.set_field(memory, field, read_)  # noqa: E731 - named by its place
        return self.act(subject, act, actor=actor, channel=channel, operation_id=operation_id).events

    def clear(
        self, subject: str, field: str, *, actor: str = "operator:api", channel: str = "api"
    ) -> tuple[Event, ...]:
        """Take one value away; undo and rollback can bring it back."""
        return self.act(
            subject, lambda memory: operator.clear_field(memory, field), actor=actor, channel=channel
        ).events

    def forget(
        self,
        subject: str,
        field: str | None = None,
        *,
        note: str | None = None,
        actor: str = "operator:api",
        channel: str = "api",
    ) -> Receipt:
        """Erase one field, one note, or with neither the whole subject, for good, and give the receipt.

        Args:
            subject: Whose.
            field: Field path; None for another target.
            note: Note id; None for another target.
            actor: Who asked for it.
            channel: Through what.

        Raises:
            UnknownField, NotFound: There is no such thing.
        """
        archive = self._desk.archive(subject).known()
        if field is not None:
            done = self.act(subject, lambda now: operator.erase_field(now, field), actor=actor, channel=channel)
        elif note is not None:
            if all(one.id != note for one in archive.notes()):
                raise NotFound(f"{subject} has no note {note!r}", note=note)
            done = self.act(subject, lambda now: operator.erase_note(now, note), actor=actor, channel=channel)
        else:
            said = Provenance(
                at=self._house.clock(), actor=check_id(actor, "actor"), channel=channel, operation=self._house.ids()
            )
            return forgetting.forget_subject(archive, said)
        return next(iter(self._finish(done.opened)), Receipt(subject=subject, erased=(), at=self._house.clock()))

    def undo(self, subject: str, conversation: str, *, actor: str = "user", channel: str = "api") -> tuple[Event, ...]:
        """Take back what the last writing turn of a conversation changed.

        Raises:
            NotFound: It changed nothing that can come back.
            Conflict: It was changed elsewhere since.
        """
        return self.act(
            subject, operator.undo, actor=actor, channel=channel, conversation=check_id(conversation, "conversation")
        ).events

    def recall(self, subject: str, words: str = "", *, language: str | None = None) -> str:
        """Answer from the state what a field or note is (nothing: list everything), in words; writes nothing."""
        text = f"/recall {words}" if words else "/state"
        message = Incoming(
            tenant=self._tenant,
            subject=check_id(subject, "subject"),
            conversation=RECALL,
            text=check_text(text),
            operation=self._house.ids(),
        )
        return look(self._house, message, language=language).text

    def why(self, subject: str, field: str) -> Held:
        """Give a stored value with its provenance: quote, turn, rule, who confirmed.

        Raises:
            UnknownField: Names the nearest field.
            NotFound: The field has no value.
        """
        self.schema.field(field)
        held = self.state(subject).fields.get(field)
        if held is None:
            raise NotFound(f"{field} has no value", field=field)
        return held

    # --- inside ---

    @cached_property
    def _desk(self) -> groups.Desk:
        """Give what the groups work on."""
        return groups.Desk(self._house.store, self._vault, self._tenant, self.schema)

    def _configure(self, subject: str, timezone: str | None, language: str | None) -> None:
        """Write the settings of a subject."""
        if timezone is not None and timezone not in available_timezones():
            raise InvalidInput(f"there is no time zone {timezone!r}; take an IANA name such as Asia/Shanghai")
        if language is not None and language not in self.schema.languages:
            raise InvalidInput(f"the schema has no language {language!r}, but {', '.join(self.schema.languages)}")
        old = self._read(subject).settings
        new = Settings(timezone=timezone or old.timezone, language=language or old.language)
        what = f"timezone {new.timezone}, language {new.language}"
        self.act(subject, lambda memory: operator.configured(memory, what), settings=new)

    def _read(self, subject: str) -> Opened:
        """Read one subject, outside a conversation."""
        message = Incoming(
            tenant=self._tenant, subject=check_id(subject, "subject"), conversation="", text="", operation=""
        )
        opened = read(self._house, message)
        self._finish(opened)
        return opened

    def act(
        self,
        subject: str,
        decide: Callable[[operator.Memory], Decision],
        *,
        actor: str = "operator:api",
        channel: str = "api",
        conversation: str = "",
        operation_id: str | None = None,
        command: str | None = None,
        settings: Settings | None = None,
        tag: str | None = None,
    ) -> Done:
        """Decide on what is stored now and commit it as one act: what every writing method here does.

        Args:
            subject: Whose memory.
            decide: One of ``dualmem.grounding.operator``, with its arguments; called again where another write came
                between.
            actor: user, ``operator:<name>`` or system.
            channel: api, cli, panel, import, …
            conversation: Conversation it stands in; empty for none.
            operation_id: Repeating it writes nothing again.
            command: A destructive command: a ``pre_<command>`` snapshot is taken first.
            settings: New settings of the subject.
            tag: Tag of a snapshot to take.
        """
        act = Act(
            tenant=self._tenant,
            subject=check_id(subject, "subject"),
            actor=check_id(actor, "actor"),
            channel=check_id(channel, "channel"),
            operation=operation_id or self._house.ids(),
            conversation=conversation,
            command=command,
            settings=settings,
            tag=tag,
        )

        def decided(opened: Opened, context: TurnContext) -> Decision:
            return decide(
                operator.Memory(
                    schema=self.schema,
                    state=opened.state,
                    queue=opened.queue,
                    conversation=opened.conversation,
                    context=context,
                )
            )

        return operate(self._house, act, decided)

    def _finish(self, opened: Opened) -> tuple[Receipt, ...]:
        """Finish every forgetting that was decided, also one that a crash left undone."""
        if not opened.erasures:
            return ()
        return forgetting.finish(self._house.store, self._vault, opened.tenant, opened.subject)

    def _is_sensitive(self, path: str) -> bool:
        spec = self.schema.find(path)
        return spec is not None and spec.sensitive == "encrypt"


def _open_store(path: str | Path | None) -> Store:
    """Open the store of a path."""
    if path is None:
        return MemoryStore()
    from dualmem.storage.sqlite import SqliteStore  # noqa: PLC0415 - only where it is used

    return SqliteStore(path)


def _open_vault(path: str | Path | None, key: str | Path | None) -> Vault:
    """Open the vault of a store: wrapped keys beside the database, the master key in its own place."""
    from dualmem.vault import master  # noqa: PLC0415 - cryptography is loaded by use
    from dualmem.vault.keyed import KeyedVault  # noqa: PLC0415

    if path is None:
        return KeyedVault(MemoryKeys(), os.urandom(master.LENGTH))
    from dualmem.storage.keys import SqliteKeys  # noqa: PLC0415

    file = Path(f"{path}.keys")
    is_new = not file.exists()
    place = Path(key) if key is not None else Path(os.environ.get("DUALMEM_KEY_FILE") or key_file(os.environ))
    found = master.find(os.environ, place, is_new=is_new)
    keys = SqliteKeys(file)
    try:
        return KeyedVault(keys, found)
    except BaseException:
        keys.close()
        raise
