"""Correction: the sentence from the state, and a draft with it in place of what contradicts the state."""

from collections.abc import Callable, Sequence

from dualmem.guard.contradictions import Contradiction
from dualmem.model.value import Value
from dualmem.schema.messages import Messages
from dualmem.schema.spec import Schema
from dualmem.values.mask import mask
from dualmem.values.show import show


def facts(found: Sequence[Contradiction], schema: Schema, messages: Messages, language: str) -> str:
    """Give the sentence from the state for each field that the draft got wrong; sensitive values are masked."""
    stored = {each.field: each.stored for each in found}
    chosen = messages.language(language)
    separator = "" if chosen == "zh" else " "
    return separator.join(_fact(path, value, schema, messages, language=chosen) for path, value in stored.items())


def _fact(path: str, value: Value, schema: Schema, messages: Messages, *, language: str) -> str:
    spec = schema.find(path)
    text = show(value, language, spec)
    if spec is not None and spec.sensitive is not None and "*" not in text:
        text = mask(value, spec.type)
    return messages.text("guard.fact", language, label=schema.label(path, language), value=text)


def corrected(draft: str, found: Sequence[Contradiction], sentence: Callable[[Sequence[Contradiction]], str]) -> str:
    """Give the draft with each sentence that contradicts the state replaced by ``sentence`` (see ``facts``)."""
    pieces: list[str] = []
    at = 0
    for place in sorted({each.sentence for each in found}):
        if place.start < at:
            continue
        inside = [each for each in found if each.sentence == place]
        pieces += (draft[at : place.start], sentence(inside))
        at = place.end
    return "".join((*pieces, draft[at:]))
