"""Masking: sensitive values of the memory, found and masked wherever a text of the prompt repeats them."""

from collections.abc import Iterable, Sequence

import re2

from dualmem.model.pending import PendingUpdate
from dualmem.model.state import State
from dualmem.model.value import Value
from dualmem.schema.spec import Schema
from dualmem.values.mask import mask

_SHORTEST = 4
_PHONE_DIGITS = 8
_DIGIT_RUN = re2.compile(r"\+?\d(?:[ \-()]?\d){5,30}")


class Secrets:
    """The sensitive values that a model must not see in clear, with what stands in their place."""

    def __init__(self, schema: Schema, state: State, queue: Sequence[PendingUpdate]) -> None:
        """Collect them from the state and from what waits; fields of ``prompt.reveal`` are none."""
        self._literal: dict[str, str] = {}
        self._digits: dict[str, str] = {}
        self._collect(schema, ((path, held.value, held.provenance.words) for path, held in state.fields.items()))
        self._collect(schema, ((update.field, update.value, update.provenance.words) for update in queue))

    def masked(self, text: str) -> str:
        """Give the text with every sensitive value masked, phones in any grouping of their digits."""
        for secret, shown in self._literal.items():
            if secret in text:
                text = text.replace(secret, shown)
        if self._digits:
            text = str(_DIGIT_RUN.sub(lambda match: self._mask_run(match.group()), text))
        return text

    def _collect(self, schema: Schema, values: Iterable[tuple[str, Value, str | None]]) -> None:
        for path, value, words in values:
            spec = schema.find(path)
            if spec is None or is_revealed(schema, path) or not isinstance(value, str):
                continue
            shown = mask(value, spec.type)
            for secret in (value, words or ""):
                if len(secret) >= _SHORTEST and "*" not in secret:
                    self._literal[secret] = shown
            digits = "".join(char for char in value if char.isdigit())
            if len(digits) >= _PHONE_DIGITS and "*" not in value:
                self._digits[digits[-_PHONE_DIGITS:]] = shown

    def _mask_run(self, run: str) -> str:
        digits = "".join(char for char in run if char.isdigit())
        return self._digits.get(digits[-_PHONE_DIGITS:], run)


def is_revealed(schema: Schema, path: str) -> bool:
    """Tell whether a model may see the values of a field in clear."""
    spec = schema.find(path)
    if spec is None or (spec.sensitive is None and (spec.item is None or spec.item.sensitive is None)):
        return True
    return spec.sensitive == "encrypt" and (path in schema.reveal or spec.path in schema.reveal)
