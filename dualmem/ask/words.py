"""Words: labels, values, quotes and sources as a person reads them, sensitive ones masked."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from dualmem.model.field import FieldSpec
from dualmem.model.provenance import Provenance
from dualmem.model.value import Ambiguous, Money, Value
from dualmem.schema.messages import Messages
from dualmem.schema.spec import Schema
from dualmem.values.mask import group_digits, mask
from dualmem.values.show import show

_GROUPED = frozenset({"phone", "id", "id_card_cn", "bank_card"})
LONGEST_QUOTE = 120


@dataclass(frozen=True, slots=True)
class Words:
    """How one reply says things.

    Attributes:
        schema: The schema.
        messages: What dualmem says.
        language: Language of the reply, one that ``messages`` has.
    """

    schema: Schema
    messages: Messages
    language: str

    def text(self, key: str, /, **words: str) -> str:
        """Give one message."""
        return self.messages.text(key, self.language, **words)

    def label(self, path: str) -> str:
        """Give the name of a field or group."""
        return self.schema.label(path, self.language)

    def labels(self, paths: Iterable[str]) -> str:
        """Give the names of several fields, each once."""
        return self.all(dict.fromkeys(self.label(path) for path in paths))

    def value(self, path: str, value: Value | None, *, is_clear: bool = False) -> str:
        """Give a value as text; None is the word for not set.

        Args:
            path: Its field path.
            value: The value.
            is_clear: The question that confirms it: an encrypted value stands in clear, digits in groups.
        """
        if value is None:
            return self.text("unset")
        spec = self.schema.find(path)
        if isinstance(value, Ambiguous):
            return self.either(path, value.readings, is_clear=is_clear)
        if isinstance(value, tuple):
            return self.all(self._scalar(_item(spec), item, is_clear=is_clear) for item in value)
        return self._scalar(spec, value, is_clear=is_clear)

    def either(self, path: str, options: Sequence[Value], *, is_clear: bool = False) -> str:
        """Give several values to choose between."""
        return self.text("or").join(dict.fromkeys(self.value(path, value, is_clear=is_clear) for value in options))

    def all(self, texts: Iterable[str]) -> str:
        """Give several texts joined by and."""
        return self.text("and").join(texts)

    def _scalar(self, spec: FieldSpec | None, value: Value, *, is_clear: bool) -> str:
        text = show(value, self.language, spec)
        if spec is None:
            return text
        if spec.sensitive is not None and not (is_clear and spec.sensitive == "encrypt"):
            return text if "*" in text else mask(value, spec.type)
        return group_digits(text) if is_clear and spec.type in _GROUPED else text

    def is_sensitive(self, path: str) -> bool:
        """Tell whether the values of a field must not be said in clear."""
        spec = self.schema.find(path)
        return spec is not None and (spec.sensitive is not None or _is_protected(spec.item))

    def quote(self, path: str, provenance: Provenance) -> str:
        """Give the user's words for a value, shortened; of a sensitive one without the value, empty where unknown."""
        quote = (provenance.quote or "").strip()
        if quote and self.is_sensitive(path):
            quote = self._without_value(quote, provenance.words)
        return quote if len(quote) <= LONGEST_QUOTE else quote[: LONGEST_QUOTE - 1] + "…"

    def _without_value(self, quote: str, words: str | None) -> str:
        if not words or words not in quote:
            return ""
        rest = quote.replace(words, self.text("quote_cut"))
        if not any(char.isalnum() for char in rest):
            return ""
        return rest if sum(char.isdigit() for char in rest) <= 4 else ""

    def who(self, provenance: Provenance) -> str:
        """Give the name of who said or did it."""
        if provenance.channel == "import":
            return self.text("who_import")
        if provenance.actor == "user":
            return provenance.speaker or self.text("who_user")
        kind, _, name = provenance.actor.partition(":")
        if kind == "operator":
            return self.text("who_operator", name=name)
        key = f"who_{kind}"
        return self.text(key) if self.messages.has(key) else provenance.actor

    def at(self, moment: datetime) -> str:
        """Give a moment to the minute."""
        return moment.strftime("%Y-%m-%d %H:%M")


def needs_currency(value: Value) -> bool:
    """Tell whether the currency of an amount must be asked."""
    return isinstance(value, Money) and value.currency is None


def digest(text: str) -> str:
    """Give the SHA-256 of shown words, in hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _item(spec: FieldSpec | None) -> FieldSpec | None:
    return spec.item if spec is not None and spec.item is not None else spec


def _is_protected(spec: FieldSpec | None) -> bool:
    return spec is not None and spec.sensitive is not None
