"""Dialogue acts: what one turn of the user does, each bound to what it is about; grounding obeys them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from dualmem.model.candidate import Candidate
from dualmem.model.reading import Refusal
from dualmem.model.span import Span
from dualmem.model.value import Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A value as the user stated it outside the rules: in a correction, an answer or a command.

    Attributes:
        value: The value; None exactly when ``refusal`` is set.
        refusal: Why the words are no value of the field.
        span: Place in the original text.
        quote: Verbatim words that show it.
        words: The value's own words.
    """

    value: Value | None = None
    refusal: Refusal | None = None
    span: Span | None = None
    quote: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Affirm:
    """A yes to one waiting update, exactly as it was shown."""

    update: str
    is_explicit: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Negate:
    """A no to one waiting update.

    Attributes:
        update: Id of the pending update.
        asks: The field's value is asked for (it was refused by name).
    """

    update: str
    asks: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """Another value for one shown update.

    Attributes:
        update: Id of the pending update.
        stated: The value.
        rule: Id of the rule that found it.
        is_loose: Where the value ends is a guess (a name among other words): it is shown, not written.
    """

    update: str
    stated: Stated
    rule: str | None = None
    is_loose: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AskWhich:
    """The turn leaves open which value holds (a yes with another value, a yes to an ambiguous one)."""

    update: str
    options: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AskField:
    """A value that several shown fields could take, and none was named."""

    updates: tuple[str, ...]
    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Undecided:
    """The user does not answer yet (hedge, put off, yes and no); ``updates`` stay as they are."""

    updates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveOpen:
    """Shown updates that a partial answer did not touch: shown again at once."""

    updates: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inform:
    """A statement that a rule found: proposes, reaffirms or contradicts."""

    candidate: Candidate


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer to the question that asked for exactly one field.

    Attributes:
        field: Field path.
        stated: The value.
        is_open: Any other text: it is proposed, not written.
    """

    field: str
    stated: Stated
    is_open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SetField:
    """A command that writes one field at once.

    Attributes:
        field: Field path (``facts.city`` for an open key).
        stated: The value; for a list field a tuple of items.
        is_append: Add to a list instead of replacing it.
    """

    field: str
    stated: Stated
    is_append: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownTarget:
    """A command that names no field: nothing is written."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveItem:
    """Take list items out that hold the words.

    Attributes:
        words: Folded words of the item.
        field: List field, where the words name it; None for any list.
        is_erase: For good.
    """

    words: str
    field: str | None = None
    is_erase: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Forget:
    """Clear or erase fields.

    Attributes:
        fields: Concrete field paths; templates (``facts.*``) stand for all their entries.
        group: Path of the group that was named; None for one field.
        is_erase: For good.
        name: The user's words.
    """

    fields: tuple[str, ...]
    name: str
    group: str | None = None
    is_erase: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetAnswer:
    """Yes or no to the group forget that waits."""

    is_yes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AddNote:
    """Keep a text as a note."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last writing turn of this conversation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """A question that memory answers.

    Attributes:
        fields: Field paths asked about; empty where the words name nothing known.
        name: The user's words.
        is_command: ``/recall``.
    """

    fields: tuple[str, ...] = ()
    name: str = ""
    is_command: bool = False


@dataclass(frozen=True, slots=True)
class ListMemory:
    """What do you know about me."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """Where a value came from; ``field`` None for the last one written or shown."""

    field: str | None = None


@dataclass(frozen=True, slots=True)
class OffRecord:
    """Keep this turn out of memory."""


@dataclass(frozen=True, slots=True)
class PlainAgain:
    """Hidden or mixed characters: say it again plainly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Renew:
    """The yes or no to the question whether a stored value is to be updated (expired, stale).

    Attributes:
        field: Field path.
        is_wanted: Yes: its new value is asked for; no: it stays.
    """

    field: str
    is_wanted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """All that is left of a turn: what it mentions, and whether it asks for work.

    Attributes:
        mentioned: Field paths whose label or value it mentions.
        is_work_request: It asks for work of the task.
        is_statement_only: Nothing but statements.
    """

    mentioned: tuple[str, ...] = ()
    is_work_request: bool = False
    is_statement_only: bool = False
    details: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


Act = (
    Affirm
    | Negate
    | Correct
    | AskWhich
    | AskField
    | Undecided
    | LeaveOpen
    | Inform
    | Answer
    | SetField
    | UnknownTarget
    | RemoveItem
    | Forget
    | ForgetAnswer
    | AddNote
    | Undo
    | Recall
    | ListMemory
    | Why
    | OffRecord
    | PlainAgain
    | Renew
    | Remark
)
AskedFor = Literal["value", "which"]
