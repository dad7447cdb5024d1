"""Due: which waiting updates this reply shows, and which rest."""

from collections.abc import Collection, Iterable, Sequence

from dualmem.model.conversation import Conversation
from dualmem.model.decision import Decision
from dualmem.model.pending import PendingUpdate

REST_TURNS = 2


def choose(
    queue: Sequence[PendingUpdate],
    *,
    conversation: Conversation,
    decision: Decision,
    ask_at_most: int,
    expire_turns: int,
    held: Collection[str] = (),
) -> tuple[PendingUpdate, ...]:
    """Give the updates to show, oldest first.

    Due are those that were never shown, those the decision or a partial answer demands, those whose field the turn
    mentions, and by the reply to the second user turn after the last showing all that rested. A field whose value is
    asked for in another way (``which_value``) is not put a second time; nor what the next turn is too late to answer.

    Args:
        queue: What waits.
        conversation: After the turn.
        decision: Of the turn.
        ask_at_most: Greatest number to show.
        expire_turns: User turns in which an update can be answered, counted from its own.
        held: Ids of updates that hold the reply: these have a place among them.
    """
    asked = {say.field for say in decision.says if say.key == "which_value" and say.options}
    answerable = [update for update in queue if not _is_too_late(update, conversation, expire_turns)]
    due = [update for update in answerable if update.field not in asked and _is_due(update, conversation, decision)]
    first = sorted(due, key=lambda update: (update.id not in held, *_age(update)))[:ask_at_most]
    return by_age(first)


def by_age(queue: Iterable[PendingUpdate]) -> tuple[PendingUpdate, ...]:
    """Give the updates, oldest first."""
    return tuple(sorted(queue, key=_age))


def _is_due(update: PendingUpdate, conversation: Conversation, decision: Decision) -> bool:
    if update.id in (*decision.show_now, *conversation.left_open) or update.field in decision.mentioned:
        return True
    if update.shown_user_turn is None:
        return True
    return conversation.user_turns - update.shown_user_turn >= REST_TURNS


def _is_too_late(update: PendingUpdate, conversation: Conversation, expire_turns: int) -> bool:
    """Tell that the update will have expired when this reply is answered: shown, it would only be taken away."""
    is_mine = update.provenance.conversation == conversation.id
    return is_mine and expire_turns > 0 and conversation.user_turns + 1 > update.user_turn + expire_turns


def _age(update: PendingUpdate) -> tuple[float, tuple[int, ...]]:
    """Order by age; updates of one turn by their number."""
    return update.proposed_at.timestamp(), tuple(int(part) for part in update.id.split(".") if part.isdecimal())
