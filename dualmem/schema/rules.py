"""Load a rules file: every fault at once, then the rules as the matcher compiles them."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Literal

from dualmem.canonical import digest
from dualmem.schema.load import check_format
from dualmem.schema.pattern import fault_of_rule
from dualmem.schema.shape import Shape
from dualmem.schema.spec import ExampleSpec, PatternSpec, RuleSet, RuleSpec, Schema
from dualmem.source import Node, Table, Text, read, to_json, to_text

RULES_FORMAT = "rules/1"
FILE_KEYS = ("dualmem", "for", "now", "rules")
RULE_KEYS = (
    "id",
    "field",
    "priority",
    "patterns",
    "unless",
    "clauses",
    "speaker",
    "asks",
    "answers",
    "topic",
    "refers",
    "any_case",
    "match",
    "no_match",
)
EXAMPLE_KEYS = ("text", "value", "also", "todo", "now")
CLAUSES = ("stated", "asked", "negated", "hypothetical")
SPEAKERS: tuple[Literal["user", "assistant"], ...] = ("user", "assistant")


def load_rules(given: Path | str | bytes, schema: Schema, *, name: str | None = None) -> RuleSet:
    """Give the rules of a file (a path) or a YAML text (a text with line breaks), checked against their schema.

    Raises:
        SpecError: All faults of the file; a file with one bad rule is refused as a whole.
    """
    source = read(given, name=name)
    shape = Shape(source, schema.languages)
    if source.root is None and not source.faults:
        shape.fault(None, "the file is empty; it must begin with 'dualmem: rules/1'")
    if source.root is None:
        shape.finish()
    rules = _Loader(shape, schema).load(source.root)
    shape.finish()
    return rules


class _Loader:
    """Reads one rules file."""

    def __init__(self, shape: Shape, schema: Schema) -> None:
        self.shape = shape
        self.schema = schema
        self.knows_fields = True

    def load(self, root: Node | None) -> RuleSet:
        shape = self.shape
        found = shape.table(root, "", FILE_KEYS, required=("dualmem", "for", "rules"))
        check_format(shape, found, RULES_FORMAT)
        target = shape.text(found["for"], "for") if "for" in found else None
        if target is not None and target != self.schema.id:
            shape.fault(found["for"], f"for: these rules are for {target!r}, and the schema is {self.schema.id!r}")
            self.knows_fields = False
        rules = (
            [self._rule(at, node) for at, node in shape.items(found["rules"], "rules", "rules")]
            if ("rules" in found)
            else []
        )
        if "rules" in found and not rules:
            shape.fault(found["rules"], "rules: at least one rule is needed")
        return RuleSet(
            schema_id=self.schema.id,
            rules=self._unique(rules, found.get("rules")),
            now=self._now(found.get("now"), "now"),
            source=shape.source.name,
            digest=digest(to_text(root)) if root is not None and not shape.source.faults else "",
        )

    def _unique(self, rules: list[RuleSpec], node: Node | None) -> tuple[RuleSpec, ...]:
        first: dict[str, RuleSpec] = {}
        for rule in rules:
            known = first.setdefault(rule.id, rule)
            if known is not rule and rule.id:
                at = Text(rule.id, rule.line, 1) if rule.line else node
                self.shape.fault(at, f"rules: the id {rule.id!r} stands twice; first in line {known.line}")
        return tuple(rules)

    def _rule(self, at: str, node: Node) -> RuleSpec:
        name = _id_of(node)
        where = f"rules.{name}" if name else at
        required = ("id", "field", "patterns", "match", "no_match")
        found = self.shape.table(node, where, RULE_KEYS, required=required)
        if "id" in found and isinstance(found["id"], Text):
            self.shape.name(found["id"], where, "a rule")
        near, within = self._unless(found.get("unless"), f"{where}.unless")
        return RuleSpec(
            id=name,
            field=self._field(found.get("field"), f"{where}.field"),
            patterns=self._patterns(found.get("patterns"), f"{where}.patterns"),
            priority=self._priority(found.get("priority"), f"{where}.priority"),
            near=near,
            within=within,
            clauses=self._clauses(found.get("clauses"), f"{where}.clauses"),
            speaker=self._speaker(found.get("speaker"), f"{where}.speaker"),
            asks=self.shape.flag(found["asks"], f"{where}.asks") if "asks" in found else False,
            is_answer=self.shape.flag(found["answers"], f"{where}.answers") if "answers" in found else False,
            needs_topic=self.shape.flag(found["topic"], f"{where}.topic") if "topic" in found else False,
            refers=self.shape.flag(found["refers"], f"{where}.refers") if "refers" in found else False,
            any_case=self.shape.flag(found["any_case"], f"{where}.any_case") if "any_case" in found else False,
            match=self._examples(found.get("match"), f"{where}.match", has_value=True),
            no_match=self._examples(found.get("no_match"), f"{where}.no_match", has_value=False),
            line=node.line,
        )

    def _field(self, node: Node | None, where: str) -> str:
        path = self.shape.text(node, where) if node is not None else None
        if path is None:
            return ""
        if self.knows_fields and self.schema.find(path) is None:
            near = self.schema.nearest(path)
            message = f"{where}: the schema {self.schema.id} has no field {path!r}"
            if path in self.schema.groups:
                message = f"{where}: {path} is a group; a rule feeds one field"
            elif "*" in path:
                message = f"{where}: a rule feeds one entry of a map; write its key in place of *"
            self.shape.fault(node, message, f"did you mean {near}?" if near and near != path else "")
        return path

    def _patterns(self, node: Node | None, where: str) -> tuple[PatternSpec, ...]:
        if node is None:
            return ()
        patterns = []
        for language, value in self.shape.by_language(node, where, "any"):
            at = f"{where}.{language}"
            nodes = [(at, value)] if isinstance(value, Text) else self.shape.items(value, at, "patterns")
            for place, item in nodes:
                text = self.shape.text(item, place)
                if text is None:
                    continue
                if fault := fault_of_rule(text):
                    self.shape.fault(item, f"{place}: {fault}")
                patterns.append(PatternSpec(text=text, language=language, line=item.line, column=item.column))
        if not patterns and isinstance(node, Table) and not node.entries:
            self.shape.fault(node, f"{where}: at least one pattern is needed")
        return tuple(patterns)

    def _priority(self, node: Node | None, where: str) -> int:
        number = self.shape.whole(node, where, least=-1000, most=1000) if node is not None else None
        return 0 if number is None else number

    def _unless(self, node: Node | None, where: str) -> tuple[tuple[str, ...], int]:
        if node is None:
            return (), RuleSpec(id="", field="", patterns=()).within
        parts = self.shape.table(node, where, ("near", "within"), required=("near",))
        within = self.shape.whole(parts["within"], f"{where}.within", most=1000) if "within" in parts else None
        words = self.shape.texts(parts["near"], f"{where}.near") if "near" in parts else ()
        return words, 12 if within is None else within

    def _clauses(self, node: Node | None, where: str) -> tuple[str, ...]:
        if node is None:
            return ("stated",)
        return self.shape.texts(node, where, one_of=CLAUSES) or ("stated",)

    def _speaker(self, node: Node | None, where: str) -> Literal["user", "assistant"]:
        word = self.shape.text(node, where, one_of=SPEAKERS) if node is not None else None
        return "assistant" if word == "assistant" else "user"

    def _examples(self, node: Node | None, where: str, *, has_value: bool) -> tuple[ExampleSpec, ...]:
        if node is None:
            return ()
        nodes = self.shape.items(node, where, "examples, like {text: …}")
        if not nodes and not isinstance(node, Text | Table):
            self.shape.fault(node, f"{where}: at least one example is needed")
        return tuple(self._example(at, item, has_value=has_value) for at, item in nodes)

    def _example(self, where: str, node: Node, *, has_value: bool) -> ExampleSpec:
        required = ("text", "value") if has_value else ("text",)
        found = self.shape.table(node, where, EXAMPLE_KEYS, required=required)
        if not has_value and "value" in found:
            self.shape.fault(found["value"], f"{where}.value: a text that must not match has no value")
        also = found.get("also")
        example = ExampleSpec(
            text=(self.shape.text(found["text"], f"{where}.text") or "") if "text" in found else "",
            also=self.shape.texts(also, f"{where}.also") if also is not None else (),
            todo=self.shape.flag(found["todo"], f"{where}.todo") if "todo" in found else False,
            now=self._now(found.get("now"), f"{where}.now"),
            line=node.line,
        )
        return replace(example, value=to_json(found["value"])) if has_value and "value" in found else example

    def _now(self, node: Node | None, where: str) -> datetime | None:
        if node is None:
            return None
        text = self.shape.text(node, where)
        try:
            moment = datetime.fromisoformat(text) if text else None
        except ValueError:
            moment = None
        if text and (moment is None or moment.tzinfo is None):
            hint = "write it like 2026-11-29T09:00:00+08:00"
            self.shape.fault(node, f"{where}: {text!r} is no time with an offset", hint)
            return None
        return moment


def _id_of(node: Node) -> str:
    """Give the id of a rule, for messages, before it is checked."""
    entries: Mapping[str, Node] = {key.value: value for key, value in node.entries} if isinstance(node, Table) else {}
    value = entries.get("id")
    return value.value if isinstance(value, Text) else ""
