"""Field specs: one field of a schema as the steps need it, free of YAML and pydantic."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from types import MappingProxyType
from typing import Literal

FieldType = Literal[
    "text",
    "integer",
    "number",
    "money",
    "percent",
    "date",
    "time",
    "datetime",
    "duration",
    "boolean",
    "phone",
    "email",
    "url",
    "id",
    "id_card_cn",
    "bank_card",
    "choice",
    "list",
    "map",
]
Sensitivity = Literal["encrypt", "mask", "hash"]
Labels = Mapping[str, tuple[str, ...]]
NO_LABELS: Labels = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One value of a choice field.

    Attributes:
        key: What is stored.
        labels: Language to the words that show and say it; the first one is shown.
        synonyms: Further words that mean it, in any language.
    """

    key: str
    labels: Labels = field(default_factory=lambda: NO_LABELS)
    synonyms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Expiry:
    """When a value stops being current.

    Attributes:
        at_value: True when a date or datetime expires at the end of itself.
        after: Age after which the value expires; None with ``at_value``.
        warn_before: How long before expiry ``expiring`` is reported; None for never.
    """

    at_value: bool = False
    after: timedelta | None = None
    warn_before: timedelta | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldSpec:
    """One leaf field of a schema (or the item of a list, or the value of a map).

    Attributes:
        path: Field path; in a map the entry's key stands as ``*`` (``facts.*``, ``members.*.area``).
        type: The value type.
        order: Position in the schema file, from 0.
        labels: Language to names; the first is shown, all are understood.
        choices: Choice key to choice, in file order.
        is_open: A choice that also keeps any other short text as said.
        moves: From stored key to the keys it may become; None when every move is allowed.
        has_offers: A question of the assistant naming this field and one valid value is an offer.
        pattern: RE2 pattern of an id; of a text: what it begins with (case counts), so far it goes in a value place.
        minimum: Least number, amount or percent.
        maximum: Greatest number, amount or percent.
        max_length: Longest text in code points.
        item: Spec of a list's item or a map's scalar value.
        max_items: Greatest number of items or entries.
        overflow: What a full list or map does.
        default_currency: ISO 4217 code for amounts without one.
        per: The unit an amount must be per (person, month, …).
        region: ISO 3166 region for phones without a country code.
        sensitive: How the value is protected; None for plain.
        expires: When the value stops being current.
        depends_on: Field paths that make this value stale when they change.
        is_explicit: ``confirm: explicit``: never an offer, and a bare yes does not bind it.
        is_write_once: The first stored value can not be replaced.
        is_clean: Refuse markup, template and control characters.
        renamed_from: Path this field had in an older version of the schema; None for none.
    """

    path: str
    type: FieldType
    order: int = 0
    labels: Labels = field(default_factory=lambda: NO_LABELS)
    choices: Mapping[str, Choice] = field(default_factory=lambda: MappingProxyType({}))
    is_open: bool = False
    moves: Mapping[str, tuple[str, ...]] | None = None
    has_offers: bool = False
    pattern: str | None = None
    minimum: Decimal | None = None
    maximum: Decimal | None = None
    max_length: int | None = None
    item: "FieldSpec | None" = None
    max_items: int | None = None
    overflow: Literal["refuse", "archive"] = "refuse"
    default_currency: str | None = None
    per: str | None = None
    region: str | None = None
    sensitive: Sensitivity | None = None
    expires: Expiry | None = None
    depends_on: tuple[str, ...] = ()
    is_explicit: bool = False
    is_write_once: bool = False
    is_clean: bool = True
    renamed_from: str | None = None
