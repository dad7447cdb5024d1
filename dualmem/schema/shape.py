"""Shape: reads nodes of a file into plain values, and notes every fault with its place instead of stopping."""

import difflib
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal, InvalidOperation
from types import MappingProxyType

from dualmem.errors import SpecError
from dualmem.model.field import Labels
from dualmem.source import Items, Node, Source, Table, Text, describe

_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_LANGUAGE_SLIPS = {"cn": "zh", "ch": "zh", "chinese": "zh", "中文": "zh", "english": "en", "eng": "en", "英文": "en"}


def nearest(name: str, known: Iterable[str]) -> str:
    """Give ``did you mean …?`` for the known name most like ``name``, or an empty text."""
    names = list(known)
    plain = {item.replace("_", "").replace("-", "").lower(): item for item in reversed(names)}
    key = name.replace("_", "").replace("-", "").lower()
    if key in plain:
        return f"did you mean {plain[key]}?"
    hits = difflib.get_close_matches(key, plain, n=1, cutoff=0.6)
    return f"did you mean {plain[hits[0]]}?" if hits else ""


@dataclass(slots=True)
class Shape:
    """Reads one source.

    Attributes:
        source: The file; faults are added to it.
        languages: The languages that labels and patterns may name.
    """

    source: Source
    languages: tuple[str, ...] = ()

    def fault(self, at: Node | None, message: str, hint: str = "") -> None:
        """Note one fault."""
        self.source.fault(at, message, hint)

    def finish(self) -> None:
        """Raise what was noted.

        Raises:
            SpecError: With all faults, in file order.
        """
        if self.source.faults:
            raise SpecError(tuple(sorted(self.source.faults, key=lambda fault: (fault.line, fault.column))))

    def table(
        self, node: Node | None, where: str, keys: Collection[str], *, required: Collection[str] = ()
    ) -> Mapping[str, Node]:
        """Give the known keys of a table; unknown, empty and missing ones are faults."""
        if not isinstance(node, Table):
            self._expected(node, where, f"keys ({', '.join(keys)})")
            return {}
        found: dict[str, Node] = {}
        for key, value in node.entries:
            if key.value not in keys:
                hint = nearest(key.value, keys) or f"known: {', '.join(keys)}"
                self.fault(key, f"{_join(where, '')}unknown key {key.value!r}", _blank_hint(key) or hint)
            elif isinstance(value, Text) and value.is_empty:
                self.fault(key, f"{_join(where, key.value)}: a value is missing")
                found[key.value] = value
            else:
                found[key.value] = value
        for key_name in required:
            if key_name not in found:
                self.fault(node, f"{_join(where, '')}the key {key_name!r} is missing")
        return {name: value for name, value in found.items() if not (isinstance(value, Text) and value.is_empty)}

    def entries(self, node: Node | None, where: str, what: str) -> tuple[tuple[Text, Node], ...]:
        """Give the entries of a table with free keys; empty ones are faults."""
        if not isinstance(node, Table):
            self._expected(node, where, what)
            return ()
        kept = []
        for key, value in node.entries:
            if isinstance(value, Text) and value.is_empty:
                self.fault(key, f"{_join(where, key.value)}: a value is missing")
            elif not key.value:
                self.fault(key, f"{_join(where, '')}a key is empty")
            else:
                kept.append((key, value))
        return tuple(kept)

    def items(self, node: Node | None, where: str, what: str) -> tuple[tuple[str, Node], ...]:
        """Give the items of a list, each with its place; empty ones are faults."""
        if not isinstance(node, Items):
            hint = "write a blank after '-'" if isinstance(node, Table) and _has_bare_dash(node) else ""
            self._expected(node, where, f"a list of {what}", hint)
            return ()
        kept = []
        for index, item in enumerate(node.items):
            if isinstance(item, Text) and item.is_empty:
                self.fault(item, f"{where}[{index}]: a value is missing")
            else:
                kept.append((f"{where}[{index}]", item))
        return tuple(kept)

    def text(self, node: Node | None, where: str, *, one_of: Collection[str] = ()) -> str | None:
        """Give a text, which must not be empty, or None with a fault."""
        if not isinstance(node, Text):
            self._expected(node, where, f"one of {', '.join(one_of)}" if one_of else "a text")
            return None
        if not node.value.strip():
            self.fault(node, f"{where}: a value is missing")
            return None
        if one_of and node.value not in one_of:
            hint = nearest(node.value, one_of) or f"known: {', '.join(one_of)}"
            self.fault(node, f"{where}: {node.value!r} is not known here", hint)
            return None
        return node.value

    def texts(self, node: Node | None, where: str, *, one_of: Collection[str] = ()) -> tuple[str, ...]:
        """Give one text or a list of texts, without repetitions."""
        if isinstance(node, Text):
            found = [self.text(node, where, one_of=one_of)]
        else:
            found = [self.text(item, at, one_of=one_of) for at, item in self.items(node, where, "texts")]
        return tuple(dict.fromkeys(text for text in found if text is not None))

    def flag(self, node: Node | None, where: str) -> bool:
        """Give true or false."""
        if isinstance(node, Text) and node.is_plain and node.value in {"true", "false"}:
            return node.value == "true"
        self._expected(node, where, "true or false")
        return False

    def whole(self, node: Node | None, where: str, *, least: int = 0, most: int = 1_000_000) -> int | None:
        """Give a whole number in a range, or None with a fault."""
        value = self.decimal(node, where)
        if value is None:
            return None
        if value != value.to_integral_value() or not least <= value <= most:
            self._expected(node, where, f"a whole number from {least} to {most}")
            return None
        return int(value)

    def decimal(self, node: Node | None, where: str) -> Decimal | None:
        """Give a number, or None with a fault."""
        try:
            value = Decimal(node.value) if isinstance(node, Text) and len(node.value) <= 40 else Decimal("NaN")
        except InvalidOperation:
            value = Decimal("NaN")
        if value.is_finite():
            return value
        self._expected(node, where, "a number")
        return None

    def duration(self, node: Node | None, where: str, *, may_keep: bool = False) -> timedelta | None:
        """Give a duration like 3d, 24h, 90d; None for ``keep`` where allowed, or with a fault."""
        if may_keep and isinstance(node, Text) and node.value == "keep":
            return None
        value = node.value if isinstance(node, Text) else ""
        number, unit = value[:-1], value[-1:]
        if unit in _UNITS and number.isascii() and number.isdigit() and 0 < len(number) <= 6 and int(number):
            return timedelta(**{_UNITS[unit]: int(number)})
        self._expected(node, where, "a duration like 3d, 24h or 90d" + (" (or keep)" if may_keep else ""))
        return None

    def labels(self, node: Node | None, where: str) -> Labels:
        """Give language to names."""
        found = {}
        for language, value in self.by_language(node, where):
            if texts := self.texts(value, f"{where}.{language}"):
                found[language] = texts
        return MappingProxyType(found)

    def by_language(self, node: Node | None, where: str, *extra: str) -> tuple[tuple[str, Node], ...]:
        """Give the entries of a table whose keys are languages of the schema (or ``extra`` words)."""
        known = (*extra, *self.languages)
        kept = []
        for key, value in self.entries(node, where, f"languages ({', '.join(known)})"):
            if key.value in known:
                kept.append((key.value, value))
                continue
            slip = _LANGUAGE_SLIPS.get(key.value.lower(), "")
            hint = f"did you mean {slip}?" if slip in known else nearest(key.value, known)
            hint = hint or f"the schema lists {', '.join(self.languages)}"
            self.fault(key, f"{where}: unknown language {key.value!r}", hint)
        return tuple(kept)

    def name(self, key: Text, where: str, what: str) -> bool:
        """Tell whether a key may name a field or the like; else note the fault."""
        word = key.value
        is_good = word[:1].isalpha() and all(char.isalnum() or char in "_-" for char in word) and len(word) <= 64
        if is_good and unicodedata.normalize("NFKC", word) == word:
            return True
        message = f"{_join(where, '')}{word!r} can not name {what}"
        self.fault(key, message, _blank_hint(key) or "a name is letters, digits, _ and -, and begins with a letter")
        return False

    def _expected(self, node: Node | None, where: str, what: str, hint: str = "") -> None:
        read = "nothing" if node is None else describe(node)
        self.fault(node, f"{_join(where, '')}expected {what}, and read {read}", hint)


def _join(where: str, key: str) -> str:
    if not key:
        return f"{where}: " if where else ""
    return f"{where}.{key}" if where else key


def _has_bare_dash(node: Table) -> bool:
    return any(_blank_hint(key) for key, _ in node.entries)


def _blank_hint(key: Text) -> str:
    is_item = key.value.startswith("-") and key.is_plain
    return "a list item was expected and a key was read: write a blank after '-'" if is_item else ""
