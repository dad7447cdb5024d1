"""Topics: the groups of fields that a conversation spoke of last."""

from collections.abc import Sequence

from dualmem.model.conversation import Conversation

MOST = 4


def topics_after(conversation: Conversation, groups: Sequence[str]) -> tuple[str, ...]:
    """Give the groups last spoken of, the last first, after these were spoken of in order."""
    return tuple(dict.fromkeys([*(path for path in reversed(groups) if path), *conversation.topics]))[:MOST]
