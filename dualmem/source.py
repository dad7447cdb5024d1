"""Source: a YAML file as nodes with positions; duplicate keys, aliases, anchors and tags are refused.

The parser is fed to libyaml's events and nothing is constructed: every scalar stays the text that was written
(``no`` is ``no``), and every key and value knows its line and column.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import yaml

from dualmem.errors import Fault

MAX_BYTES = 8 * 1024 * 1024
MAX_DEPTH = 32
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_CONTROLS_ALLOWED = "\t\n\r\x85"


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar, as written.

    Attributes:
        value: The text without quotes.
        line: From 1.
        column: From 1, in characters.
        is_plain: Written without quotes and not as a block.
    """

    value: str
    line: int
    column: int
    is_plain: bool = True

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing was written (``key:``, ``~``, ``null``)."""
        return self.is_plain and self.value in {"", "~", "null", "Null", "NULL"}


@dataclass(frozen=True, slots=True)
class Items:
    """A list of nodes."""

    items: "tuple[Node, ...]"
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Table:
    """Keys and values in file order; keys are unique."""

    entries: "tuple[tuple[Text, Node], ...]"
    line: int
    column: int


Node = Text | Items | Table
Json = str | int | bool | None | list["Json"] | dict[str, "Json"]


@dataclass(slots=True)
class Source:
    """One file that was read.

    Attributes:
        name: As given by the user, for messages.
        root: The document; None when it could not be read or is empty.
        faults: What is wrong with it so far, in the order found.
    """

    name: str
    root: Node | None = None
    faults: list[Fault] = field(default_factory=list)

    def fault(self, at: "Node | None", message: str, hint: str = "") -> None:
        """Note one fault at a node (or at the top of the file)."""
        self.fault_at((1, 1) if at is None else (at.line, at.column), message, hint)

    def fault_at(self, place: tuple[int, int], message: str, hint: str = "") -> None:
        """Note one fault at a line and column, both from 1."""
        self.faults.append(Fault(self.name, *place, _visible(message), _visible(hint)))


def read(given: Path | str | bytes, *, name: str | None = None) -> Source:
    """Give the nodes of a YAML file or text, with all faults of its form.

    Args:
        given: A path, or the text itself (a ``str`` with a line break or none at all in it is text, else a path).
        name: How messages call it; the path, or ``<text>``, unless given.
    """
    is_path = isinstance(given, Path) or (isinstance(given, str) and bool(given) and "\n" not in given)
    source = Source(name or (str(given) if is_path else "<text>"))
    data = _read_file(Path(str(given)), source) if is_path else given
    text = _decode(data, source) if isinstance(data, str | bytes) else None
    if text is not None:
        _build(text, source)
    return source


def to_json(node: Node) -> Json:
    """Give a node as JSON: plain ``true``, ``false``, whole numbers and nothing get their types, all else is text."""
    if isinstance(node, Table):
        return {key.value: to_json(value) for key, value in node.entries}
    if isinstance(node, Items):
        return [to_json(item) for item in node.items]
    if node.is_empty:
        return None
    if node.is_plain and node.value in {"true", "false"}:
        return node.value == "true"
    if node.is_plain and _is_whole(node.value):
        return int(node.value)
    return node.value


def to_text(node: Node) -> Json:
    """Give a node as JSON data in which every scalar is the text that was written."""
    if isinstance(node, Table):
        return {key.value: to_text(value) for key, value in node.entries}
    if isinstance(node, Items):
        return [to_text(item) for item in node.items]
    return node.value


def describe(node: Node) -> str:
    """Give in words what was read: for messages that expected something else."""
    if isinstance(node, Table):
        first = f" (the first is {_short(node.entries[0][0].value)})" if node.entries else ""
        return f"keys{first}" if node.entries else "empty braces"
    if isinstance(node, Items):
        return f"a list of {len(node.items)}" if node.items else "an empty list"
    return "nothing" if node.is_empty else f"the text {_short(node.value)}"


def _visible(text: str) -> str:
    """Give a text on one line in which nothing hides: what does not print is escaped."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")


def _is_whole(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= 15 and (digits == "0" or digits[0] != "0")


class _Mark(Protocol):
    """A place as both loaders of PyYAML give it, from 0."""

    line: int
    column: int


def _place(mark: _Mark | None) -> tuple[int, int]:
    return (1, 1) if mark is None else (mark.line + 1, mark.column + 1)


def _read_file(path: Path, source: Source) -> bytes | None:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        source.fault(None, f"the file can not be read: {reason}")
        return None


def _decode(data: str | bytes, source: Source) -> str | None:
    """Give text that libyaml may see, or None with a fault."""
    if len(data) > MAX_BYTES:
        source.fault(None, f"the file is larger than {MAX_BYTES // (1024 * 1024)} MiB")
        return None
    if isinstance(data, bytes):
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            column = error.start - data.rfind(b"\n", 0, error.start)
            source.fault_at((line, column), "this is no UTF-8 text", "save the file as UTF-8 text")
            return None
    else:
        text = data.removeprefix("\ufeff")
    return None if _has_unreadable(text, source) else text


def _has_unreadable(text: str, source: Source) -> bool:
    """Fault the first character that YAML does not allow (NUL, other controls, lone surrogates)."""
    if text.isprintable():
        return False
    for line_number, line in enumerate(text.split("\n"), start=1):
        if line.isprintable():
            continue
        for column, char in enumerate(line, start=1):
            code = ord(char)
            is_control = (code < 0x20 or 0x7F <= code < 0xA0) and char not in _CONTROLS_ALLOWED
            if is_control or 0xD800 <= code < 0xE000 or code in {0xFFFE, 0xFFFF}:
                source.fault_at((line_number, column), f"the character U+{code:04X} is not allowed in a YAML file")
                return True
    return False


def _build(text: str, source: Source) -> None:
    """Walk the events into nodes; keep what was read before a fault of the syntax."""
    try:
        documents = 0
        events = yaml.parse(text, Loader=_LOADER)
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    source.fault_at(_place(event.start_mark), "a second document begins here; one is expected")
                    return
                source.root = _Walk(events, source).node(next(events), 0)
    except yaml.MarkedYAMLError as error:
        _syntax_fault(error, text, source)
    except _TooDeepError:
        source.root = None
    except yaml.YAMLError as error:
        source.fault(None, f"this is no YAML: {' '.join(str(error).split())}")


def _syntax_fault(error: yaml.MarkedYAMLError, text: str, source: Source) -> None:
    mark = error.problem_mark or error.context_mark
    problem = error.problem or error.context or "this is no YAML"
    context = f" ({error.context})" if error.context and error.context != problem else ""
    hint = ""
    if mark is not None:
        lines = text.split("\n")
        line = lines[mark.line] if mark.line < len(lines) else ""
        hint = _syntax_hint(line)
        if line.strip():
            context += f", at {_short(line.strip())}"
    source.fault_at(_place(mark), f"this is no YAML: {problem}{context}", hint)


def _syntax_hint(line: str) -> str:
    """Give the likely cause of a fault of the syntax in a line."""
    bare = line.lstrip()
    if bare.startswith("-") and not bare.startswith(("- ", "--")) and len(bare) > 1:
        return "a list item was expected and a text was read: write a blank after '-'"
    if line.startswith("\t") or line[: len(line) - len(bare)].count("\t"):
        return "indent with blanks, not with tabs"
    if ":" in bare and ": " not in bare and not bare.endswith(":"):
        return "write a blank after ':'"
    if "：" in bare:
        return "write ': ' in place of the full-width '：'"
    return ""


class _TooDeepError(Exception):
    """Stops the walk; the fault is noted."""


@dataclass(slots=True)
class _Walk:
    """One pass over the events of a document."""

    events: "Iterator[yaml.Event]"
    source: Source

    def node(self, event: "yaml.Event", depth: int) -> Node:
        """Give the node that begins with ``event``."""
        place = _place(event.start_mark)
        if isinstance(event, yaml.AliasEvent):
            self.source.fault_at(place, f"aliases are not allowed: *{event.anchor}", "write the value again")
            return Text("", *place)
        if isinstance(event, yaml.NodeEvent):
            self._refuse_marks(event, place)
        if isinstance(event, yaml.ScalarEvent):
            return Text(event.value, *place, not event.style)
        if depth >= MAX_DEPTH:
            self.source.fault_at(place, f"nested deeper than {MAX_DEPTH} levels")
            raise _TooDeepError
        if isinstance(event, yaml.SequenceStartEvent):
            return Items(tuple(self._items(depth + 1)), *place)
        return Table(tuple(self._entries(depth + 1)), *place)

    def _items(self, depth: int) -> Iterator[Node]:
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            yield self.node(event, depth)

    def _entries(self, depth: int) -> Iterator[tuple[Text, Node]]:
        seen: dict[str, Text] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self.node(event, depth)
            value = self.node(next(self.events), depth)
            if not isinstance(key, Text):
                self.source.fault(key, f"a key must be a text, and {describe(key)} was read")
            elif key.value in seen:
                first = seen[key.value]
                self.source.fault(key, f"the key {_short(key.value)} stands twice; first in line {first.line}")
            else:
                seen[key.value] = key
                yield key, value

    def _refuse_marks(self, event: "yaml.NodeEvent", place: tuple[int, int]) -> None:
        if event.anchor is not None:
            self.source.fault_at(place, f"anchors are not allowed: &{event.anchor}", "write the value again")
        tag = getattr(event, "tag", None)
        if tag is not None:
            self.source.fault_at(place, f"tags are not allowed: {tag}", "every value is plain text")
