"""Acts: what operators, and programs for a user, do outside a conversation."""

from typing import TYPE_CHECKING

from dualmem.errors import Conflict, NotFound
from dualmem.exchange import Pending, bound, view
from dualmem.forgotten import WHY
from dualmem.grounding import operator
from dualmem.holdings import Holdings
from dualmem.inputs import check_id
from dualmem.model.decision import Decision
from dualmem.model.event import Event
from dualmem.model.provenance import Provenance
from dualmem.model.receipt import Receipt
from dualmem.values.codec import from_json

if TYPE_CHECKING:  # the jobs are imported by the method that runs one: a turn needs none
    from dualmem.jobs.take_in import Report


class Acts(Holdings):
    """The acts on one tenant's subjects. ``Memory`` adds the conversation."""

    def confirm(
        self,
        subject: str,
        token_: str,
        *,
        actor: str = "user",
        channel: str = "api",
        operation_id: str | None = None,
    ) -> tuple[Event, ...]:
        """Write a waiting update, by the token of the exact words that were shown.

        Raises:
            Conflict: The token was used, or what it was shown for has changed.
        """
        act = lambda memory: operator.confirm(memory, bound(memory, token_))  # noqa: E731 - named by its place
        return self.act(subject, act, actor=actor, channel=channel, operation_id=operation_id).events

    def reject(
        self,
        subject: str,
        token_: str,
        *,
        actor: str = "user",
        channel: str = "api",
        operation_id: str | None = None,
    ) -> tuple[Event, ...]:
        """Refuse a waiting update, by its token.

        Raises:
            Conflict: The token was used, or what it was shown for has changed.
        """
        act = lambda memory: operator.reject(memory, bound(memory, token_))  # noqa: E731 - named by its place
        return self.act(subject, act, actor=actor, channel=channel, operation_id=operation_id).events

    def propose(
        self,
        subject: str,
        field: str,
        value: object,
        *,
        quote: str | None = None,
        channel: str = "api",
        operation_id: str | None = None,
    ) -> Pending | None:
        """Put a value into the queue; None where the field holds it already.

        Args:
            subject: Whose.
            field: Field path.
            value: In the JSON form of the field's type.
            quote: The words it came from.
            channel: Where it came from.
            operation_id: Repeating it queues nothing again.

        Raises:
            UnknownField, InvalidValue: Nothing was queued.
            Conflict: The value was forgotten; only the user's own words bring it back.
        """
        read_ = from_json(self.schema.field(field), value)
        if self._desk.archive(subject).tombstones().holds(field, read_):
            raise Conflict(f"{field}: {WHY}", field=field)
        act = lambda memory: operator.propose(memory, field, read_, quote=quote)  # noqa: E731 - named by its place
        done = self.act(subject, act, channel=channel, operation_id=operation_id)
        waits = [update for update in done.opened.queue if update.field == field and done.events]
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
        self,
        subject: str,
        field: str,
        *,
        actor: str = "operator:api",
        channel: str = "api",
        operation_id: str | None = None,
    ) -> tuple[Event, ...]:
        """Take one value away; undo and rollback can bring it back."""
        act = lambda memory: operator.clear_field(memory, field)  # noqa: E731 - named by its place
        return self.act(subject, act, actor=actor, channel=channel, operation_id=operation_id).events

    def forget(
        self,
        subject: str,
        field: str | None = None,
        *,
        note: str | None = None,
        actor: str = "operator:api",
        channel: str = "api",
        operation_id: str | None = None,
    ) -> Receipt:
        """Erase one field, one note, or with neither the whole subject, for good, and give the receipt.

        Args:
            subject: Whose.
            field: Field path; None for another target.
            note: Note id; None for another target.
            actor: Who asked for it.
            channel: Through what.
            operation_id: Repeating it erases nothing again.

        Raises:
            UnknownField, NotFound: There is no such thing.
            StoreBusy: It was decided, but a reader kept the log of the database from being emptied, so there is no
                receipt yet: call again with the same operation id. The next call of any kind goes on with it.
        """
        archive = self._desk.archive(subject).known()
        if field is None and note is None:
            said = Provenance(
                at=self._house.clock(),
                actor=check_id(actor, "actor"),
                channel=channel,
                operation=operation_id or self._house.ids(),
            )
            from dualmem.jobs.forget import forget_subject  # noqa: PLC0415

            if self._upkeep is not None:
                self._upkeep.wait()
            return forget_subject(archive, said)

        def decided(now: operator.Memory) -> Decision:
            if field is not None:
                return operator.erase_field(now, field)
            if all(one.id != note for one in archive.notes()):
                raise NotFound(f"{subject} has no note {note!r}", note=note)
            return operator.erase_note(now, str(note))

        done = self.act(subject, decided, actor=actor, channel=channel, operation_id=operation_id)
        return next(iter(self._finish(done.opened)), Receipt(subject=subject, erased=(), at=self._house.clock()))

    def undo(
        self,
        subject: str,
        conversation: str,
        *,
        actor: str = "user",
        channel: str = "api",
        operation_id: str | None = None,
    ) -> tuple[Event, ...]:
        """Take back what the last writing turn of a conversation changed.

        Raises:
            NotFound: It changed nothing that can come back.
            Conflict: It was changed elsewhere since.
        """
        return self.act(
            subject,
            operator.undo,
            actor=actor,
            channel=channel,
            conversation=check_id(conversation, "conversation"),
            operation_id=operation_id,
        ).events

    def import_(
        self,
        subject: str,
        text: str,
        *,
        is_trusted: bool = False,
        actor: str = "operator:api",
        operation_id: str | None = None,
    ) -> "Report":
        """Take in the JSON text of an export or of a simple memory agent, as one act.

        Args:
            subject: Whose.
            text: An export; ``{facts, notes}``; a list of ``{content, tags, importance, ts}``; or a nested state.
            is_trusted: Write at once, as an operator's set; else every value waits for a yes.
            actor: Who acts, for the audit.
            operation_id: Repeating it takes in nothing again.

        Raises:
            InvalidInput: It is no JSON, or none of these; nothing was taken.
        """
        from dualmem.jobs import intake, strict_json, take_in  # noqa: PLC0415

        data = strict_json.read(text)
        archive = self._desk.archive(subject)
        reports: list[Report] = []

        def decided(now: operator.Memory) -> Decision:
            held = intake.read(data, self.schema, now.context.now, forgotten=archive.forgotten())
            held = intake.without(held, archive.tombstones())
            decision, report = take_in.take_in(now, held, is_trusted=is_trusted, notes=archive.notes())
            reports.append(report)
            return decision

        if self._upkeep is not None:
            self._upkeep.before()
        done = self.act(subject, decided, actor=actor, channel="import", command="import", operation_id=operation_id)
        return reports[-1] if reports else take_in.told(done.events)
