"""Compiled specs: what a schema file and a rules file say, ready for the pure steps."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Literal

from dualmem.errors import UnknownField
from dualmem.model.field import NO_LABELS, FieldSpec, Labels
from dualmem.model.value import Value

Priority = Literal["high", "normal", "low"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupSpec:
    """A named group of fields (``user_profile.contact``), or a whole map.

    Attributes:
        path: Field path of the group.
        labels: Language to names.
        is_map: The group is a map: any key stands below it (``facts.*``, ``members.*.area``).
        max_items: Greatest number of entries of a map; None for no cap.
        overflow: What a full map does.
    """

    path: str
    labels: Labels = field(default_factory=lambda: NO_LABELS)
    is_map: bool = False
    max_items: int | None = None
    overflow: Literal["refuse", "archive"] = "refuse"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskSpec:
    """What a task needs.

    Attributes:
        name: Key under ``tasks``.
        when: Field path to the stored value that makes this the task; empty for ``default``.
        requires: Field paths that must have a value.
        blocks: A missing field holds the reply (``block``, true unless said).
        ask: Field path to language to the words that ask for it.
    """

    name: str
    when: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))
    requires: tuple[str, ...] = ()
    blocks: bool = True
    ask: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema:
    """One compiled schema.

    Attributes:
        id: Schema id.
        version: Version of this schema.
        languages: In order; the first is the fallback.
        timezone: IANA zone.
        fields: Path template to spec, in file order (maps as ``facts.*``, ``members.*.area``).
        groups: Path to group, in file order (maps stand here too, under ``facts``, ``members``).
        tasks: Name to task.
        expire_turns: User turns after which a pending update expires.
        expire_after: Age after which a pending update expires.
        ask_at_most: Greatest number of updates shown together.
        window_rounds: Rounds (user turn and reply) kept in the window.
        window_persists: Raw turns are stored.
        window_keep: How long raw turns are kept; None for ever.
        priorities: Field path to prompt priority.
        reveal: Encrypted fields that a model may see in clear.
        retention_payloads: How long audit payloads are kept; None for ever.
        retention_headers: How long audit headers are kept; None for ever.
        retention_pending: How long ended pending updates are kept.
        is_clean: Default of ``clean`` of the fields.
        notes: The ``notes`` section as plain data.
        digest: SHA-256 hex of the canonical source.
        depended_on: Paths of the fields that others depend on.
        least_full: Number of entries that fills the smallest limited map; None where no map is limited.
    """

    id: str
    version: int
    languages: tuple[str, ...]
    timezone: str
    fields: Mapping[str, FieldSpec]
    groups: Mapping[str, GroupSpec] = field(default_factory=lambda: MappingProxyType({}))
    tasks: Mapping[str, TaskSpec] = field(default_factory=lambda: MappingProxyType({}))
    expire_turns: int = 10
    expire_after: timedelta = timedelta(hours=24)
    ask_at_most: int = 5
    window_rounds: int = 5
    window_persists: bool = True
    window_keep: timedelta | None = timedelta(days=30)
    priorities: Mapping[str, Priority] = field(default_factory=lambda: MappingProxyType({}))
    reveal: tuple[str, ...] = ()
    retention_payloads: timedelta | None = timedelta(days=730)
    retention_headers: timedelta | None = None
    retention_pending: timedelta | None = timedelta(days=30)
    is_clean: bool = True
    notes: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    digest: str = ""
    least_full: int | None = field(default=None, init=False, repr=False, compare=False)
    depended_on: frozenset[str] = field(default=frozenset(), init=False, repr=False, compare=False)
    _concrete: dict[str, FieldSpec] = field(default_factory=dict, init=False, repr=False, compare=False)
    _templates: tuple[tuple[str, str, FieldSpec], ...] = field(default=(), init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Keep at hand what is asked for at every write: the templates alone, and how few entries fill a map."""
        parts = ((*path.partition("*")[::2], spec) for path, spec in self.fields.items() if "*" in path)
        templates = tuple((head, tail, spec) for head, tail, spec in parts)
        object.__setattr__(self, "_templates", templates)
        self._concrete.update((path, spec) for path, spec in self.fields.items() if "*" not in path)
        limits = (group.max_items for group in self.groups.values() if group.max_items is not None)
        object.__setattr__(self, "least_full", min(limits, default=None))
        depended = frozenset(path for spec in self.fields.values() for path in spec.depends_on)
        object.__setattr__(self, "depended_on", depended)

    def find(self, path: str) -> FieldSpec | None:
        """Give the spec of a concrete field path, or None. A map key may hold any character, dots too."""
        spec = self._concrete.get(path)
        if spec is not None:
            return spec
        for head, tail, candidate in self._templates:
            if path.startswith(head) and path.endswith(tail) and len(path) > len(head) + len(tail):
                return candidate if path not in self.fields else None  # no key of a person's is kept here
        return None

    def field(self, path: str) -> FieldSpec:
        """Give the spec of a concrete field path.

        Raises:
            UnknownField: Names the nearest path.
        """
        spec = self._concrete.get(path) or self.find(path)
        if spec is None:
            near = self.nearest(path)
            hint = f"; did you mean {near}?" if near else ""
            if path.removesuffix(".*") in self.groups:  # a path that is there, and holds no value itself
                near = next(iter(self.paths_below(path.removesuffix(".*"))), None)
                hint = f": it is a group; name one of its fields, like {(near or path).replace('*', '<key>')}"
            raise UnknownField(f"the schema {self.id} has no field {path!r}{hint}", field=path, nearest=near)
        return spec

    def nearest(self, path: str) -> str | None:
        """Give the field path most like ``path`` (``projectID`` is like ``project_id``), or None."""
        names = [*self.fields, *self.groups]
        plain = {name.replace("_", "").lower(): name for name in reversed(names)}
        key = path.replace("_", "").lower()
        if key in plain:
            return plain[key]
        hits = difflib.get_close_matches(key, plain, n=1, cutoff=0.6)
        if hits:
            return plain[hits[0]]
        leaves = {name.rsplit(".", 1)[-1].replace("_", "").lower(): name for name in reversed(names)}
        hits = difflib.get_close_matches(key.rsplit(".", 1)[-1], leaves, n=1, cutoff=0.7)
        return leaves[hits[0]] if hits else None

    def label(self, path: str, language: str) -> str:
        """Give the name a person reads for a field or group path: a map entry's key, else the label, else the path."""
        spec = self.find(path)
        if spec is not None and "*" in spec.path:
            key = template_key(spec.path, path) or path
            own = first_label(spec.labels, language)
            return f"{key} {own}" if own and not spec.path.endswith("*") else key
        labels = spec.labels if spec is not None else self.groups[path].labels if path in self.groups else NO_LABELS
        return first_label(labels, language) or path.rsplit(".", 1)[-1]

    def paths_below(self, group: str) -> tuple[str, ...]:
        """Give the path templates of the fields inside a group path, in file order."""
        return tuple(path for path in self.fields if path.startswith(group + "."))


def template_key(template: str, path: str) -> str | None:
    """Give the map key by which ``path`` fits ``template``, or None (``members.*.area``, ``members.张三.area``)."""
    head, _, tail = template.partition("*")
    if not path.startswith(head) or not path.endswith(tail) or len(path) <= len(head) + len(tail):
        return None
    return path[len(head) : len(path) - len(tail)]


def first_label(labels: Labels, language: str) -> str:
    """Give the label shown in a language, else that of any language, else an empty text."""
    for key in (language, *labels):
        if labels.get(key):
            return labels[key][0]
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternSpec:
    """One pattern of a rule.

    Attributes:
        text: As written. ``{value}`` stands for the grammar of the field's type, at that point; in its place may
            stand a group ``(?P<value>…)`` with an own shape: the text it spans is the value (text, choice, lists of
            them) or is what the grammar must read whole. Without either, the whole match is that span
            (``必须[^，。]+``). At most one of the two.
        language: zh, en, …, or any.
        line: Line in the rules file, from 1.
        column: Column, from 1.
    """

    text: str
    language: str
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleSpec:
    """One example of a rule: a test.

    Attributes:
        text: What is said.
        value: Expected value as JSON; None in ``no_match``.
        also: Other rules that fire on it.
        todo: A known gap, reported and not failed.
        now: Clock of this example; None for the file's.
        line: Line in the rules file.
    """

    text: str
    value: object = None
    also: tuple[str, ...] = ()
    todo: bool = False
    now: datetime | None = None
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSpec:
    """One extraction rule.

    Attributes:
        id: Unique in the file.
        field: Field path of the schema.
        patterns: In file order.
        priority: Higher wins where spans are equally long.
        near: Words that shut a match out when they stand near it in the same clause.
        within: How near, in characters.
        clauses: Moods the rule fires in: ``stated`` unless said.
        speaker: user or assistant.
        asks: The patterns are questions of the assistant for the field; they read no value.
        is_answer: It reads a value only in the turn after such a question (``answers: true``).
        needs_topic: It counts only where a group of its field is spoken of (``topic: true``).
        refers: Its patterns are words that point to the value of the field of the same name in another group (当天,
            the same area as the hotel); what is stored there is proposed (``refers: true``).
        any_case: Its words alone tell a name: the capitals that the field's ``pattern`` asks for are not asked for
            (``any_case: true``).
        match: Examples that must match.
        no_match: Examples that must not.
        line: Line in the rules file.
    """

    id: str
    field: str
    patterns: tuple[PatternSpec, ...]
    priority: int = 0
    near: tuple[str, ...] = ()
    within: int = 12
    clauses: tuple[str, ...] = ("stated",)
    speaker: Literal["user", "assistant"] = "user"
    asks: bool = False
    is_answer: bool = False
    needs_topic: bool = False
    refers: bool = False
    any_case: bool = False
    match: tuple[ExampleSpec, ...] = ()
    no_match: tuple[ExampleSpec, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """One rules file.

    Attributes:
        schema_id: The schema it is for.
        rules: In file order.
        now: Clock of the examples.
        source: File name.
        digest: SHA-256 hex of the canonical source.
    """

    schema_id: str
    rules: tuple[RuleSpec, ...]
    now: datetime | None = None
    source: str = ""
    digest: str = ""
