"""Load a schema file: every fault at once, then the compiled schema."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from types import MappingProxyType
from typing import cast, get_args
from zoneinfo import ZoneInfo

from dualmem.canonical import digest
from dualmem.model.field import FieldSpec
from dualmem.model.value import Value
from dualmem.schema.fields import Fields
from dualmem.schema.shape import Shape, nearest
from dualmem.schema.spec import Priority, Schema, TaskSpec
from dualmem.source import Node, Table, Text, read, to_json, to_text

SCHEMA_FORMAT = "schema/1"
SCHEMA_KEYS = (
    "dualmem", "id", "version", "languages", "timezone", "fields", "tasks", "pending", "window", "prompt",
    "retention", "clean", "notes",
)  # fmt: skip
TASK_KEYS = ("when", "requires", "block", "ask")
PENDING_KEYS = ("expire_turns", "expire_after", "ask_at_most")
WINDOW_KEYS = ("rounds", "persist", "keep")
PROMPT_KEYS = ("priorities", "reveal")
RETENTION_KEYS = ("audit_payloads", "audit_headers", "pending")
PRIORITIES: tuple[Priority, ...] = get_args(Priority)
_FALLBACK_LANGUAGES = ("zh", "en")


def load_schema(given: Path | str | bytes, *, name: str | None = None) -> Schema:
    """Give the compiled schema of a file (a path) or a YAML text (a text with line breaks).

    Raises:
        SpecError: All faults of the file, each ``file:line:column: error: …``.
    """
    source = read(given, name=name)
    shape = Shape(source, _FALLBACK_LANGUAGES)
    if source.root is None and not source.faults:
        shape.fault(None, "the file is empty; it must begin with 'dualmem: schema/1'")
    if source.root is None:
        shape.finish()
    schema = _Loader(shape).load(source.root)
    shape.finish()
    return schema


def check_format(shape: Shape, found: Mapping[str, Node], expected: str) -> None:
    """Check the first key of every dualmem file."""
    node = found.get("dualmem")
    if isinstance(node, Text) and node.value != expected:
        shape.fault(node, f"dualmem: expected {expected}, and read {node.value!r}")
    elif node is not None and not isinstance(node, Text):
        shape.text(node, "dualmem")


class _Loader:
    """Reads one schema file."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape

    def load(self, root: Node | None) -> Schema:
        shape = self.shape
        found = shape.table(root, "", SCHEMA_KEYS, required=("dualmem", "id", "version", "languages", "fields"))
        check_format(shape, found, SCHEMA_FORMAT)
        shape.languages = self._languages(found.get("languages"))
        is_clean = shape.flag(found["clean"], "clean") if "clean" in found else True
        fields = Fields(shape, is_clean)
        if "fields" in found:
            fields.read(found["fields"])
        self._check_references(fields)
        priorities, reveal = self._prompt(found.get("prompt"), fields)
        pending = self._part(found, "pending", PENDING_KEYS)
        window = self._part(found, "window", WINDOW_KEYS)
        retention = self._part(found, "retention", RETENTION_KEYS)
        return Schema(
            id=self._id(found.get("id")),
            version=self._whole(found, "", "version", default=1),
            languages=shape.languages,
            timezone=self._zone(found.get("timezone")),
            fields=MappingProxyType(fields.specs),
            groups=MappingProxyType(fields.groups),
            tasks=self._tasks(found.get("tasks"), fields.specs),
            expire_turns=self._whole(pending, "pending", "expire_turns", default=10),
            expire_after=self._duration(pending, "pending", "expire_after", timedelta(hours=24)) or timedelta(hours=24),
            ask_at_most=self._whole(pending, "pending", "ask_at_most", default=5),
            window_rounds=self._whole(window, "window", "rounds", default=5, least=0),
            window_persists=shape.flag(window["persist"], "window.persist") if "persist" in window else True,
            window_keep=self._duration(window, "window", "keep", timedelta(days=30), may_keep=True),
            priorities=priorities,
            reveal=reveal,
            retention_payloads=self._duration(
                retention, "retention", "audit_payloads", timedelta(days=730), may_keep=True
            ),
            retention_headers=self._duration(retention, "retention", "audit_headers", None, may_keep=True),
            retention_pending=self._duration(retention, "retention", "pending", timedelta(days=30), may_keep=True),
            is_clean=is_clean,
            notes=self._notes(found.get("notes")),
            digest=digest(to_text(root)) if root is not None and not shape.source.faults else "",
        )

    def _part(self, found: Mapping[str, Node], key: str, keys: Sequence[str]) -> Mapping[str, Node]:
        return self.shape.table(found[key], key, keys) if key in found else {}

    def _languages(self, node: Node | None) -> tuple[str, ...]:
        if node is None:
            return _FALLBACK_LANGUAGES
        languages = self.shape.texts(node, "languages")
        for language in languages:
            if not (language.isascii() and language.isalpha() and language.islower() and len(language) in {2, 3}):
                self.shape.fault(node, f"languages: {language!r} is no language code", "codes are like zh, en, ja")
        if not languages:
            self.shape.fault(node, "languages: at least one language is needed")
        return languages or _FALLBACK_LANGUAGES

    def _id(self, node: Node | None) -> str:
        if node is None:
            return ""
        word = self.shape.text(node, "id")
        if isinstance(node, Text) and word is not None:
            self.shape.name(node, "id", "a schema")
        return word or ""

    def _zone(self, node: Node | None) -> str:
        if node is None:
            return "UTC"
        zone = self.shape.text(node, "timezone")
        try:
            return ZoneInfo(zone).key if zone else "UTC"
        except (OSError, ValueError, KeyError):  # ZoneInfoNotFoundError is a KeyError
            pass
        self.shape.fault(node, f"timezone: {zone!r} is no IANA time zone", "zones are like Asia/Shanghai")
        return "UTC"

    def _check_references(self, fields: Fields) -> None:
        for reference in fields.references:
            self._path(reference.node, reference.where, reference.path, fields.specs)
        for rename in fields.renames:
            if rename.path in fields.specs:
                self.shape.fault(rename.node, f"{rename.where}: the field {rename.path} still exists")

    def _path(self, node: Node | None, where: str, path: str, known: Mapping[str, object]) -> bool:
        if path in known:
            return True
        short = {known_path.rsplit(".", 1)[-1]: known_path for known_path in reversed(list(known))}
        leaf = path.rsplit(".", 1)[-1]
        hint = nearest(path, known) or (f"did you mean {short[leaf]}?" if leaf in short else "")
        if not hint and (guess := nearest(leaf, short)):
            hint = f"did you mean {short[guess.removeprefix('did you mean ').removesuffix('?')]}?"
        self.shape.fault(node, f"{where}: the schema has no field {path!r}", hint)
        return False

    def _prompt(self, node: Node | None, fields: Fields) -> tuple[Mapping[str, Priority], tuple[str, ...]]:
        if node is None:
            return MappingProxyType({}), ()
        parts = self.shape.table(node, "prompt", PROMPT_KEYS)
        priorities: dict[str, Priority] = {}
        if "priorities" in parts:
            for key, value in self.shape.entries(parts["priorities"], "prompt.priorities", "field paths"):
                is_known = self._path(key, "prompt.priorities", key.value, {**fields.specs, **fields.groups})
                word = self.shape.text(value, f"prompt.priorities.{key.value}", one_of=PRIORITIES)
                if is_known and word:
                    priorities[key.value] = cast("Priority", word)
        reveal = []
        for place, item in self._list(parts, "reveal", "prompt.reveal"):
            path = self.shape.text(item, place)
            if path is None or not self._path(item, place, path, fields.specs):
                continue
            if fields.specs[path].sensitive != "encrypt":
                self.shape.fault(item, f"{place}: {path} is not 'sensitive: encrypt'")
            reveal.append(path)
        return MappingProxyType(priorities), tuple(reveal)

    def _list(self, parts: Mapping[str, Node], key: str, where: str) -> tuple[tuple[str, Node], ...]:
        return self.shape.items(parts[key], where, "field paths") if key in parts else ()

    def _tasks(self, node: Node | None, specs: Mapping[str, FieldSpec]) -> Mapping[str, TaskSpec]:
        tasks: dict[str, TaskSpec] = {}
        for key, value in self.shape.entries(node, "tasks", "task names") if node is not None else ():
            if self.shape.name(key, "tasks", "a task"):
                tasks[key.value] = self._task(key, value, specs)
        return MappingProxyType(tasks)

    def _task(self, key: Text, node: Node, specs: Mapping[str, FieldSpec]) -> TaskSpec:
        where = f"tasks.{key.value}"
        parts = self.shape.table(node, where, TASK_KEYS)
        if key.value != "default" and isinstance(node, Table) and "when" not in parts:
            self.shape.fault(key, f"{where}: the key 'when' is missing: when is this the task?")
        if key.value == "default" and "when" in parts:
            self.shape.fault(parts["when"], f"{where}.when: the default task has no condition")
        requires = []
        for place, item in self._list(parts, "requires", f"{where}.requires"):
            path = self.shape.text(item, place)
            if path is not None and self._path(item, place, path, specs):
                requires.append(path)
        return TaskSpec(
            name=key.value,
            when=self._when(parts.get("when"), f"{where}.when", specs),
            requires=tuple(dict.fromkeys(requires)),
            blocks=self.shape.flag(parts["block"], f"{where}.block") if "block" in parts else True,
            ask=self._ask(parts.get("ask"), f"{where}.ask", requires),
        )

    def _when(self, node: Node | None, where: str, specs: Mapping[str, FieldSpec]) -> Mapping[str, Value]:
        conditions: dict[str, Value] = {}
        for key, value in self.shape.entries(node, where, "field paths") if node is not None else ():
            if not self._path(key, where, key.value, specs):
                continue
            spec, at = specs[key.value], f"{where}.{key.value}"
            if spec.type == "choice":
                word = self.shape.text(value, at, one_of=() if spec.is_open else tuple(spec.choices))
            elif spec.type == "text":
                word = self.shape.text(value, at)
            elif spec.type == "boolean":
                conditions[key.value] = self.shape.flag(value, at)
                continue
            else:
                self.shape.fault(key, f"{at}: a task can depend on a choice, text or boolean, not on a {spec.type}")
                continue
            if word is not None:
                conditions[key.value] = word
        return MappingProxyType(conditions)

    def _ask(self, node: Node | None, where: str, requires: Sequence[str]) -> Mapping[str, Mapping[str, str]]:
        questions: dict[str, Mapping[str, str]] = {}
        for key, value in self.shape.entries(node, where, "field paths") if node is not None else ():
            if key.value not in requires:
                self.shape.fault(key, f"{where}: {key.value} is not among 'requires'", nearest(key.value, requires))
                continue
            words = {}
            for language, text_node in self.shape.by_language(value, f"{where}.{key.value}"):
                text = self.shape.text(text_node, f"{where}.{key.value}.{language}")
                if text is not None:
                    words[language] = text
            questions[key.value] = MappingProxyType(words)
        return MappingProxyType(questions)

    def _notes(self, node: Node | None) -> Mapping[str, object]:
        if node is None:
            return MappingProxyType({})
        self.shape.entries(node, "notes", "keys")
        data = to_json(node)
        return MappingProxyType(dict(data) if isinstance(data, dict) else {})

    def _whole(self, parts: Mapping[str, Node], where: str, key: str, *, default: int, least: int = 1) -> int:
        place = f"{where}.{key}" if where else key
        number = self.shape.whole(parts[key], place, least=least) if key in parts else None
        return default if number is None else number

    def _duration(
        self, parts: Mapping[str, Node], where: str, key: str, default: timedelta | None, *, may_keep: bool = False
    ) -> timedelta | None:
        return self.shape.duration(parts[key], f"{where}.{key}", may_keep=may_keep) if key in parts else default
