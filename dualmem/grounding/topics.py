"""Topics: the groups of fields that a conversation spoke of last."""

from collections.abc import Sequence

from dualmem.model.conversation import Conversation
from dualmem.model.state import State
from dualmem.model.value import Value
from dualmem.schema.spec import Schema

MOST = 4


def topics_after(conversation: Conversation, groups: Sequence[str]) -> tuple[str, ...]:
    """Give the groups last spoken of, the last first, after these were spoken of in order."""
    return tuple(dict.fromkeys([*(path for path in reversed(groups) if path), *conversation.topics]))[:MOST]


def stored_values(state: State, schema: Schema) -> dict[str, Value]:
    """Give what is stored, the last written first, without the fields that are sensitive."""
    held = sorted(state.fields.items(), key=lambda item: item[1].version, reverse=True)
    return {path: one.value for path, one in held if (spec := schema.find(path)) is not None and spec.sensitive is None}


def stored_topics(state: State) -> tuple[str, ...]:
    """Give the groups that something is stored of, the last written first: they count as spoken of."""
    held = sorted(state.fields.items(), key=lambda item: item[1].version, reverse=True)
    return tuple(dict.fromkeys(group for path, _ in held if (group := path.rpartition(".")[0])))
