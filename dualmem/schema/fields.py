"""Fields: the ``fields`` section of a schema file as field specs and groups."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType
from typing import Literal, cast, get_args

from dualmem.model.field import Choice, Expiry, FieldSpec, FieldType, Labels, Sensitivity
from dualmem.schema.pattern import fault_of_id
from dualmem.schema.shape import Shape
from dualmem.schema.spec import GroupSpec
from dualmem.source import Node, Table, Text

TYPES: tuple[FieldType, ...] = get_args(FieldType)
SCALARS = tuple(kind for kind in TYPES if kind not in {"list", "map"})
GROUP_KEYS = ("labels", "fields")
FIELD_KEYS = (
    "type", "labels", "choices", "open", "moves", "offers", "pattern", "min", "max", "max_length", "of", "max_items",
    "overflow", "default_currency", "per", "region", "sensitive", "expires", "depends_on", "confirm", "write_once",
    "clean", "renamed_from",
)  # fmt: skip
SENSITIVITIES: tuple[Sensitivity, ...] = get_args(Sensitivity)
_OVERFLOWS: tuple[Literal["refuse", "archive"], ...] = ("refuse", "archive")
_NUMERIC = ("integer", "number", "money", "percent")
_STRINGS = ("text", "phone", "email", "url", "id", "id_card_cn", "bank_card")
ONLY_FOR: Mapping[str, tuple[str, ...]] = {
    "choices": ("choice",),
    "open": ("choice",),
    "moves": ("choice",),
    "pattern": ("id", "text"),
    "min": _NUMERIC,
    "max": _NUMERIC,
    "max_length": ("text", "choice", "email", "url", "id"),
    "default_currency": ("money",),
    "per": ("money",),
    "region": ("phone",),
    "of": ("list", "map"),
    "max_items": ("list", "map"),
    "overflow": ("list", "map"),
}
"""Key to the types it has a meaning for; lists and maps take the keys of what they are ``of``."""

NodesByKey = Mapping[str, Node]


@dataclass(slots=True)
class Reference:
    """A path that must exist once all fields are known."""

    node: Node
    where: str
    path: str


@dataclass(slots=True)
class Fields:
    """What the ``fields`` section says, in file order."""

    shape: Shape
    is_clean: bool
    specs: dict[str, FieldSpec] = field(default_factory=dict)
    groups: dict[str, GroupSpec] = field(default_factory=dict)
    references: list[Reference] = field(default_factory=list)
    renames: list[Reference] = field(default_factory=list)

    def read(self, node: Node | None) -> None:
        """Read the whole section."""
        self._children(node, "fields", "")
        if isinstance(node, Table) and not node.entries:
            self.shape.fault(node, "fields: at least one field is needed")

    def _children(self, node: Node | None, where: str, path: str, *, in_map: bool = False) -> None:
        for key, value in self.shape.entries(node, where, "field names"):
            if self.shape.name(key, where, "a field"):
                self._entry(value, f"{where}.{key.value}", f"{path}.{key.value}" if path else key.value, in_map=in_map)

    def _entry(self, node: Node, where: str, path: str, *, in_map: bool) -> None:
        """Read a group or a field: a group has ``fields``, a field has ``type``."""
        keys = {key.value for key, _ in node.entries} if isinstance(node, Table) else set()
        if "fields" in keys and "type" not in keys:
            found = self.shape.table(node, where, GROUP_KEYS, required=("fields",))
            self.groups[path] = GroupSpec(path=path, labels=self._labels(found, where))
            if "fields" in found:
                self._children(found["fields"], f"{where}.fields", path, in_map=in_map)
            return
        required = ("type",) if keys & set(FIELD_KEYS) or not isinstance(node, Table) else ()
        if isinstance(node, Table) and not keys & set(FIELD_KEYS):
            self.shape.fault(node, f"{where}: the key 'type' is missing (or 'fields', for a group)")
        found = self.shape.table(node, where, FIELD_KEYS, required=required)
        kind = self.shape.text(found["type"], f"{where}.type", one_of=TYPES) if "type" in found else None
        if kind == "map":
            self._map(found, where, path, in_map=in_map)
        elif kind is not None:
            spec = self._spec(found, where, path, cast("FieldType", kind))
            self.specs[path] = spec

    def _map(self, found: NodesByKey, where: str, path: str, *, in_map: bool) -> None:
        """Read a map: the group under its path, and the fields of its entries under ``path.*``."""
        at = next(iter(found.values()))
        if in_map:
            self.shape.fault(at, f"{where}: a map can not stand in the records of a map")
            return
        cap = self._whole(found, where, "max_items")
        overflow = self._overflow(found, where)
        self.groups[path] = GroupSpec(
            path=path, labels=self._labels(found, where), is_map=True, max_items=cap, overflow=overflow
        )
        of = found.get("of")
        if isinstance(of, Table):
            record = self.shape.table(of, f"{where}.of", ("fields",), required=("fields",))
            self._only(found, where, {"type", "labels", "of", "max_items", "overflow"}, "a map of records")
            if "fields" in record:
                self._children(record["fields"], f"{where}.of.fields", f"{path}.*", in_map=True)
            return
        self.specs[f"{path}.*"] = self._spec(found, where, f"{path}.*", self._item_type(found, where))

    def _item_type(self, found: NodesByKey, where: str) -> FieldType:
        """Give what a list or map is of."""
        if "of" not in found:
            self.shape.fault(found.get("type"), f"{where}: the key 'of' is missing: what is it a list or map of?")
            return "text"
        if isinstance(found["of"], Table):
            self.shape.fault(found["of"], f"{where}.of: only a map can be of records; a list is of a type")
            return "text"
        kind = self.shape.text(found["of"], f"{where}.of", one_of=SCALARS)
        return cast("FieldType", kind) if kind else "text"

    def _spec(self, found: NodesByKey, where: str, path: str, kind: FieldType) -> FieldSpec:
        """Build one spec; a list's item takes the keys of its type."""
        is_map_value = "type" in found and isinstance(found["type"], Text) and found["type"].value == "map"
        item_type = self._item_type(found, where) if kind == "list" else kind
        self._check_types(found, where, {kind, item_type, "map" if is_map_value else kind})
        item = self._scalar(found, where, path, item_type) if kind == "list" else None
        base = item if item is not None else self._scalar(found, where, path, item_type)
        return FieldSpec(
            path=path,
            type=kind,
            order=len(self.specs),
            labels=MappingProxyType({}) if is_map_value else self._labels(found, where),
            choices=base.choices,
            is_open=base.is_open,
            moves=base.moves if item is None else None,
            has_offers=self._flag(found, where, "offers"),
            pattern=base.pattern if item is None else None,
            minimum=base.minimum if item is None else None,
            maximum=base.maximum if item is None else None,
            max_length=base.max_length if item is None else None,
            item=item,
            max_items=self._whole(found, where, "max_items") if kind == "list" or is_map_value else None,
            overflow=self._overflow(found, where),
            default_currency=base.default_currency,
            per=base.per,
            region=base.region,
            sensitive=self._sensitive(found, where, item_type),
            expires=self._expires(found, where, kind),
            depends_on=self._depends_on(found, where),
            is_explicit=self._word(found, where, "confirm", ("explicit",)) is not None,
            is_write_once=self._flag(found, where, "write_once"),
            is_clean=self._flag(found, where, "clean", default=self.is_clean),
            renamed_from=self._renamed_from(found, where),
        )

    def _scalar(self, found: NodesByKey, where: str, path: str, kind: FieldType) -> FieldSpec:
        """Build the part of a spec that says which values are good."""
        choices = self._choices(found, where) if kind == "choice" else MappingProxyType({})
        least, most = self._decimal(found, where, "min"), self._decimal(found, where, "max")
        if least is not None and most is not None and least > most:
            self.shape.fault(found["min"], f"{where}: min is greater than max")
        return FieldSpec(
            path=path,
            type=kind,
            choices=choices,
            is_open=kind == "choice" and self._flag(found, where, "open"),
            moves=self._moves(found, where, choices) if kind == "choice" and "moves" in found else None,
            pattern=self._pattern(found, where, kind),
            minimum=least,
            maximum=most,
            max_length=self._whole(found, where, "max_length"),
            default_currency=self._code(found, where, "default_currency", 3),
            per=self._word(found, where, "per", ()),
            region=self._code(found, where, "region", 2),
            is_clean=self._flag(found, where, "clean", default=self.is_clean),
        )

    def _check_types(self, found: NodesByKey, where: str, kinds: set[str]) -> None:
        for key in found:
            legal = ONLY_FOR.get(key)
            if legal is not None and not kinds & set(legal):
                self.shape.fault(found[key], f"{where}.{key}: has a meaning only for {', '.join(legal)}")

    def _only(self, found: NodesByKey, where: str, legal: set[str], what: str) -> None:
        for key in found:
            if key not in legal:
                self.shape.fault(found[key], f"{where}.{key}: has no meaning for {what}; give it to a field of it")

    def _choices(self, found: NodesByKey, where: str) -> Mapping[str, Choice]:
        if "choices" not in found:
            self.shape.fault(found.get("type"), f"{where}: the key 'choices' is missing")
            return MappingProxyType({})
        at = f"{where}.choices"
        choices: dict[str, Choice] = {}
        for key, node in self.shape.entries(found["choices"], at, "choice keys"):
            if not self.shape.name(key, at, "a choice"):
                continue
            parts = self.shape.table(node, f"{at}.{key.value}", ("labels", "synonyms"))
            synonyms = parts.get("synonyms")
            choices[key.value] = Choice(
                key=key.value,
                labels=self._labels(parts, f"{at}.{key.value}"),
                synonyms=self.shape.texts(synonyms, f"{at}.{key.value}.synonyms") if synonyms else (),
            )
        if not choices:
            self.shape.fault(found["choices"], f"{at}: at least one choice is needed")
        self._check_words(found["choices"], at, choices)
        return MappingProxyType(choices)

    def _check_words(self, node: Node, where: str, choices: Mapping[str, Choice]) -> None:
        """Refuse one word for two choices: nothing could tell them apart."""
        owners: dict[str, str] = {}
        for key, choice in choices.items():
            words = {key, *choice.synonyms, *(word for words in choice.labels.values() for word in words)}
            for word in sorted(words):
                owner = owners.setdefault(word.casefold(), key)
                if owner != key:
                    self.shape.fault(node, f"{where}: {word!r} stands for both {owner} and {key}")

    def _moves(self, found: NodesByKey, where: str, choices: Mapping[str, Choice]) -> Mapping[str, tuple[str, ...]]:
        at = f"{where}.moves"
        moves: dict[str, tuple[str, ...]] = {}
        for key, node in self.shape.entries(found["moves"], at, "choice keys"):
            self.shape.text(key, at, one_of=tuple(choices))
            is_stop = not isinstance(node, Text | Table) and not node.items
            moves[key.value] = () if is_stop else self.shape.texts(node, f"{at}.{key.value}", one_of=tuple(choices))
        return MappingProxyType(moves)

    def _pattern(self, found: NodesByKey, where: str, kind: FieldType) -> str | None:
        if kind not in {"id", "text"} or (kind == "text" and "pattern" not in found):
            return None
        if "pattern" not in found:
            self.shape.fault(found.get("type"), f"{where}: the key 'pattern' is missing: what does the id look like?")
            return None
        pattern = self.shape.text(found["pattern"], f"{where}.pattern")
        if pattern is not None and (fault := fault_of_id(pattern)):
            self.shape.fault(found["pattern"], f"{where}.pattern: {fault}")
        return pattern

    def _expires(self, found: NodesByKey, where: str, kind: FieldType) -> Expiry | None:
        if "expires" not in found:
            return None
        at = f"{where}.expires"
        parts = self.shape.table(found["expires"], at, ("at", "after", "warn_before"))
        if ("at" in parts) == ("after" in parts):
            self.shape.fault(found["expires"], f"{at}: needs 'at' or 'after', one of the two")
        if "at" in parts:
            self.shape.text(parts["at"], f"{at}.at", one_of=("value",))
            if kind not in {"date", "datetime"}:
                self.shape.fault(parts["at"], f"{at}.at: only a date or datetime expires at its value")
        return Expiry(
            at_value="at" in parts,
            after=self.shape.duration(parts["after"], f"{at}.after") if "after" in parts else None,
            warn_before=self.shape.duration(parts["warn_before"], f"{at}.warn_before")
            if "warn_before" in parts
            else None,
        )

    def _depends_on(self, found: NodesByKey, where: str) -> tuple[str, ...]:
        if "depends_on" not in found:
            return ()
        node, at = found["depends_on"], f"{where}.depends_on"
        nodes = [(at, node)] if isinstance(node, Text) else self.shape.items(node, at, "field paths")
        paths = []
        for place, item in nodes:
            path = self.shape.text(item, place)
            if path is not None:
                self.references.append(Reference(item, place, path))
                paths.append(path)
        return tuple(dict.fromkeys(paths))

    def _renamed_from(self, found: NodesByKey, where: str) -> str | None:
        if "renamed_from" not in found:
            return None
        path = self.shape.text(found["renamed_from"], f"{where}.renamed_from")
        if path is not None:
            self.renames.append(Reference(found["renamed_from"], f"{where}.renamed_from", path))
        return path

    def _sensitive(self, found: NodesByKey, where: str, kind: FieldType) -> Sensitivity | None:
        word = self._word(found, where, "sensitive", SENSITIVITIES)
        if word in {"mask", "hash"} and kind not in _STRINGS:
            self.shape.fault(found["sensitive"], f"{where}.sensitive: {word} works for {', '.join(_STRINGS)}")
        return cast("Sensitivity", word) if word else None

    def _overflow(self, found: NodesByKey, where: str) -> Literal["refuse", "archive"]:
        word = self._word(found, where, "overflow", _OVERFLOWS)
        return "archive" if word == "archive" else "refuse"

    def _labels(self, found: NodesByKey, where: str) -> Labels:
        node = found.get("labels")
        return MappingProxyType({}) if node is None else self.shape.labels(node, f"{where}.labels")

    def _flag(self, found: NodesByKey, where: str, key: str, *, default: bool = False) -> bool:
        return self.shape.flag(found[key], f"{where}.{key}") if key in found else default

    def _whole(self, found: NodesByKey, where: str, key: str) -> int | None:
        return self.shape.whole(found[key], f"{where}.{key}", least=1) if key in found else None

    def _decimal(self, found: NodesByKey, where: str, key: str) -> Decimal | None:
        return self.shape.decimal(found[key], f"{where}.{key}") if key in found else None

    def _word(self, found: NodesByKey, where: str, key: str, one_of: tuple[str, ...]) -> str | None:
        return self.shape.text(found[key], f"{where}.{key}", one_of=one_of) if key in found else None

    def _code(self, found: NodesByKey, where: str, key: str, length: int) -> str | None:
        word = self._word(found, where, key, ())
        if word is not None and not (word.isascii() and word.isalpha() and word.isupper() and len(word) == length):
            self.shape.fault(found[key], f"{where}.{key}: expected {length} capital letters, and read {word!r}")
        return word
