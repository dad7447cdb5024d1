"""Readings: what the value grammars find in one text, each read when it is first asked for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from dualmem.model.field import FieldSpec, FieldType
from dualmem.model.reading import Reading, ReadingContext
from dualmem.model.utterance import Folded
from dualmem.values.parse import parse

_GRAMMAR_TYPES: tuple[FieldType, ...] = (
    "money",
    "date",
    "datetime",
    "time",
    "duration",
    "percent",
    "number",
    "integer",
    "boolean",
    "phone",
    "email",
    "url",
    "id_card_cn",
    "bank_card",
)


@dataclass(slots=True)
class Readings(Mapping[FieldType, tuple[Reading, ...]]):
    """The grammars' readings of one text, each read when it is first asked for.

    Attributes:
        folded: The text.
        context: What the grammars may know.
    """

    folded: Folded
    context: ReadingContext
    _known: dict[tuple[object, ...], tuple[Reading, ...]] = field(default_factory=dict)

    def __getitem__(self, key: FieldType) -> tuple[Reading, ...]:
        """Give the readings of a type in order of place, refused ones included."""
        if key not in _GRAMMAR_TYPES:
            raise KeyError(key)
        return self._read(key, self.context)

    def __iter__(self) -> Iterator[FieldType]:
        """Give the types that have a grammar of their own."""
        return iter(_GRAMMAR_TYPES)

    def __len__(self) -> int:
        """Give the number of such types."""
        return len(_GRAMMAR_TYPES)

    def of_field(self, spec: FieldSpec, *, is_asked_for: bool) -> tuple[Reading, ...]:
        """Give the readings of a field's type under its own currency, region, choices and pattern."""
        context = self.context._replace(
            default_currency=spec.default_currency or self.context.default_currency,
            region=spec.region or self.context.region,
            choices=spec.choices,
            is_open=spec.is_open,
            pattern=spec.pattern,
            is_asked_for=is_asked_for,
        )
        return self._read(spec.type, context)

    def _read(self, kind: FieldType, context: ReadingContext) -> tuple[Reading, ...]:
        key = (
            kind,
            context.default_currency,
            context.region,
            context.pattern,
            id(context.choices) if kind in {"choice", "boolean", "integer", "money"} else 0,
            context.is_asked_for,
        )
        if key not in self._known:
            self._known[key] = tuple(parse(kind, self.folded, context))
        return self._known[key]
