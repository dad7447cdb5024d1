"""Holdings: what a memory holds of its subjects, and the one way in which an act changes it."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from dualmem import logs
from dualmem.errors import InvalidInput, NotFound, StorageError
from dualmem.exchange import Pending, view
from dualmem.grounding import operator
from dualmem.inputs import check_id, check_text
from dualmem.ledger import Opened
from dualmem.model.conversation import TurnContext
from dualmem.model.decision import Decision
from dualmem.model.receipt import Receipt
from dualmem.model.settings import Settings
from dualmem.model.state import Held, State
from dualmem.ports import Vault
from dualmem.protect import masked
from dualmem.schema.spec import Schema
from dualmem.turn.hear import look
from dualmem.turn.house import House, Incoming
from dualmem.turn.operate import Act, Done, operate
from dualmem.turn.write import read

if TYPE_CHECKING:  # the jobs are imported by the method that runs one: a turn needs none
    from dualmem.groups import Desk
    from dualmem.jobs.upkeep import Upkeep

RECALL = "recall"


class Holdings:
    """One tenant's subjects: state, queue, export, and what every act goes through. ``Acts`` adds the acts."""

    def __init__(self, house: House, vault: Vault, *, tenant: str, upkeep: "Upkeep | None" = None) -> None:
        """Keep the parts."""
        self._upkeep = upkeep
        self._house = house
        self._vault = vault
        self._tenant = check_id(tenant, "tenant")

    @property
    def schema(self) -> Schema:
        """The compiled schema."""
        return self._house.schema

    @property
    def tenant(self) -> str:
        """Whose subjects these are."""
        return self._tenant

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

    def unreadable(self, subject: str) -> tuple[str, ...]:
        """Give the fields whose stored value does not open: it was damaged, or moved from another place."""
        return self._read(subject).unreadable

    def pending(self, subject: str, *, language: str | None = None) -> tuple[Pending, ...]:
        """Give what waits for the user's yes, oldest first, each with its single-use token."""
        opened = self._read(subject)
        chosen = language or opened.settings.language or self.schema.languages[0]
        return tuple(view(self.schema, opened.state, update, chosen) for update in opened.queue)

    def export(
        self, subject: str, *, reveal: bool = False, everything: bool = False, actor: str = "operator:api"
    ) -> dict[str, object]:
        """Give what is remembered of a subject as plain JSON data: state, queue, notes, snapshots.

        Args:
            subject: Whose.
            reveal: Encrypted values in clear; the asking is audited.
            everything: The texts of the turns, the history and the settings as well: all that is kept of a person.
            actor: Who asks.

        Raises:
            NotFound: Nothing was ever stored of this subject.
        """
        from dualmem.jobs import export as exporting  # noqa: PLC0415

        archive = self._desk.archive(subject).known()
        if reveal:
            self.state(subject, reveal=True, actor=actor)
        give = exporting.everything if everything else exporting.export
        return give(archive, self.schema, reveal=reveal)

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

    @cached_property
    def _desk(self) -> "Desk":
        """Give what the groups work on."""
        from dualmem.groups import Desk  # noqa: PLC0415

        return Desk(self._house.store, self._vault, self._tenant, self.schema)

    def _configure(self, subject: str, timezone: str | None, language: str | None) -> None:
        """Write the settings of a subject."""
        from zoneinfo import available_timezones  # noqa: PLC0415 - reads a folder

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
        self._resume(message.subject)
        opened = read(self._house, message)
        self._settle(opened)
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
        from dualmem.jobs.forget import finish  # noqa: PLC0415

        upkeep = self._upkeep
        if upkeep is not None:
            upkeep.wait()  # a backup that is being made keeps the log of the database from being emptied
        reach = None if upkeep is None else upkeep.reach
        return finish(self._house.store, self._vault, opened.tenant, opened.subject, reach=reach)

    def _resume(self, subject: str) -> None:
        """Finish the forgetting of a whole subject that another process was killed in."""
        if self._vault.is_doomed(self._tenant, subject):
            from dualmem.jobs.forget import resume  # noqa: PLC0415

            resume(self._house.store, self._vault, self._house.clock())

    def _settle(self, opened: Opened) -> None:
        """Finish every forgetting that was decided, as far as the store lets us now; the next call goes on with it.

        What was committed is acknowledged whatever becomes of this, and what can be read is read.
        """
        try:
            self._finish(opened)
        except StorageError as error:
            logs.get("turn").warning("erasure.postponed", subject=opened.subject, error=type(error).__name__)

    def _is_sensitive(self, path: str) -> bool:
        spec = self.schema.find(path)
        return spec is not None and spec.sensitive == "encrypt"
