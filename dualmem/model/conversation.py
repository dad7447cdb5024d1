"""Conversation: what one conversation has shown, asked and changed."""

from dataclasses import dataclass
from datetime import datetime

from dualmem.model.event import Change
from dualmem.model.pending import Shown


@dataclass(frozen=True, slots=True, kw_only=True)
class WritingTurn:
    """What one turn of this conversation changed, for undo.

    Attributes:
        turn: Turn number.
        version: State version after it.
        changes: Field changes, in order.
        notes: Ids of notes it added.
        removed_notes: Ids of notes it removed, that can come back.
        tasks: Ids of task checkpoints it saved.
        erased: Field paths it erased for good.
    """

    turn: int
    version: int
    changes: tuple[Change, ...] = ()
    notes: tuple[str, ...] = ()
    removed_notes: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    erased: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """The memory of one conversation beside its turns.

    Attributes:
        id: Conversation id.
        language: zh, en, … of its last decided turn; None at the start.
        user_turns: How many user turns were heard.
        shown: Updates the last committed reply showed, by ordinal.
        shown_at: When that reply was committed; None when nothing was shown.
        asked: Field paths whose value the last reply asked for.
        has_model_question: The last reply held a question of the model's own.
        has_model_values: The draft of the last reply said values of its own beside what was shown.
        waiting_forget: Paths of a group forget that was shown and waits for the user's yes.
        waiting_forget_is_erase: That forget erases for good (else clears).
        asked_missing: Fields of ``block: false`` tasks already asked in this conversation.
        held: ``kind:field`` of the findings that held the last reply.
        held_task: The task that the last hold stopped; None for none.
        writes: Last writing turns, oldest first, at most 20.
        unanswered_turn: Turn number heard without a committed reply; None otherwise.
        replied_turn: Turn number of the last committed reply; None before the first.
        left_open: Ids of updates that a partial answer left open or that must be shown again at once.
        questioned: Field paths that the draft of the last reply asked for (rules with ``asks``).
        topics: Group paths last spoken of, the last first, at most 4: they part fields that a value fits equally.
        warned: ``kind:field`` of the findings this conversation was already warned of (Question.warned, summed up).
    """

    id: str
    language: str | None = None
    user_turns: int = 0
    shown: tuple[Shown, ...] = ()
    shown_at: datetime | None = None
    asked: tuple[str, ...] = ()
    has_model_question: bool = False
    has_model_values: bool = False
    waiting_forget: tuple[str, ...] = ()
    waiting_forget_is_erase: bool = False
    asked_missing: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    held_task: str | None = None
    writes: tuple[WritingTurn, ...] = ()
    unanswered_turn: int | None = None
    replied_turn: int | None = None
    left_open: tuple[str, ...] = ()
    questioned: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()

    @property
    def focus(self) -> tuple[str, ...]:
        """Give the fields and groups that the talk is about, nearest first."""
        return (*self.questioned, *self.topics)

    warned: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One raw turn of the window.

    Attributes:
        number: Turn number of the subject, from 1.
        conversation: Conversation id.
        speaker: user, assistant, or a person's id.
        channel: user, assistant, tool, document, …
        text: The text, masked spans replaced.
        at: When, aware.
        is_cut: The model stopped in the middle.
    """

    number: int
    conversation: str
    speaker: str
    channel: str
    text: str
    at: datetime
    is_cut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnContext:
    """What a turn brings beside its text: every clock, id and name a pure step may need.

    Attributes:
        now: Aware, in the subject's time zone.
        zone: IANA name of that zone.
        turn: Number of this turn.
        conversation: Conversation id.
        actor: user, assistant, operator:<name>, system.
        channel: user, tool, document, …
        speaker: Speaker id where several people talk; None otherwise.
        operation: Operation id of the write.
    """

    now: datetime
    zone: str
    turn: int
    conversation: str
    actor: str = "user"
    channel: str = "user"
    speaker: str | None = None
    operation: str | None = None
