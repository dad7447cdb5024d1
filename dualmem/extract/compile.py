"""Compile: rules become one prefilter (sharded ``re2.Set``) and, where it hits, patterns with a value place."""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

import re2

from dualmem.errors import Fault, SpecError
from dualmem.model.field import FieldSpec
from dualmem.schema.lexicon import Lexicon
from dualmem.schema.spec import PatternSpec, RuleSet, RuleSpec, Schema
from dualmem.text import fold, fold_pattern

SHARD = 1_000
MAX_MEM = 64 * 1024 * 1024
VALUE = "{value}"
GROUP = "(?P<value>"
_WITHOUT_GRAMMAR = frozenset({"text", "map"})

Kind = Literal["typed", "text", "shape", "whole"]


@dataclass(frozen=True, slots=True)
class CompiledPattern:
    """One pattern of one rule.

    Attributes:
        rule: Its rule.
        target: Spec of what the place holds: the field, or the item of a list or map.
        kind: ``typed``: a grammar reads the place; ``text``: it runs to the end of the clause; ``shape``: a group
            of its own shape; ``whole``: the whole match.
        before: RE2 of what stands before the place; empty for nothing.
        after: RE2 of what stands after the place; empty for nothing.
        whole: RE2 of all of it (``shape`` and ``whole``).
        order: Position among all patterns.
    """

    rule: RuleSpec
    target: FieldSpec
    kind: Kind
    before: str
    after: str
    whole: str
    order: int

    @property
    def is_bare(self) -> bool:
        """Tell whether the pattern is nothing but ``{value}``."""
        return self.kind == "typed" and not self.before and not self.after


@dataclass(frozen=True, slots=True)
class CompiledRules:
    """All rules of a schema, ready to match.

    Attributes:
        schema: The schema.
        lexicon: The words.
        patterns: Every pattern, in order.
        shards: Prefilter sets, each with the positions in ``patterns`` of what it holds.
        always: Positions of the patterns that no prefilter can hold (bare places).
        labels: Folded labels and keys of fields and groups: no speakers.
        field_labels: Field path to an RE2 of its labels; empty for none.
    """

    schema: Schema
    lexicon: Lexicon
    patterns: tuple[CompiledPattern, ...]
    shards: tuple[tuple["re2.Set", tuple[int, ...]], ...]
    always: tuple[int, ...]
    labels: frozenset[str]
    field_labels: Mapping[str, str]

    def hits(self, *texts: str) -> Iterator[CompiledPattern]:
        """Give the patterns that may match one of the folded texts, in order."""
        found = set(self.always)
        for shard, positions in self.shards:
            for text in texts:
                found.update(positions[index] for index in shard.Match(text) or ())
        return (self.patterns[position] for position in sorted(found))


def compile_rules(schema: Schema, rule_sets: Sequence[RuleSet], lexicon: Lexicon) -> CompiledRules:
    """Give the rules, compiled; patterns of every language apply to every text.

    Raises:
        SpecError: With each pattern that RE2 refuses, at its place.
    """
    faults: list[Fault] = []
    patterns: list[CompiledPattern] = []
    for rule_set in rule_sets:
        for rule in rule_set.rules:
            for spec in rule.patterns:
                compiled = _compile(schema, rule, spec, len(patterns))
                fault = _fault(compiled)
                if fault:
                    faults.append(Fault(rule_set.source, spec.line, spec.column, f"rule {rule.id}: {fault}"))
                patterns.append(compiled)
    if faults:
        raise SpecError(tuple(faults))
    always = tuple(pattern.order for pattern in patterns if _prefilter(pattern) == "")
    return CompiledRules(
        schema,
        lexicon,
        tuple(patterns),
        tuple(_shards(patterns)),
        always,
        frozenset(_labels(schema)),
        MappingProxyType({path: _label_regex(spec) for path, spec in schema.fields.items()}),
    )


@functools.lru_cache(maxsize=8_192)
def regex(pattern: str) -> "re2._Regexp":
    """Compile a folded pattern (leftmost, first alternative first)."""
    return re2.compile(pattern, _options())


def _options() -> "re2.Options":
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    options.max_mem = MAX_MEM
    return options


def _compile(schema: Schema, rule: RuleSpec, spec: PatternSpec, order: int) -> CompiledPattern:
    field = schema.fields[rule.field] if rule.field in schema.fields else schema.field(rule.field)
    target = field.item if field.type in {"list", "map"} and field.item is not None else field
    text = fold_pattern(spec.text)
    if VALUE not in text:
        kind: Kind = "shape" if GROUP in text else "whole"
        return CompiledPattern(rule, target, kind, "", "", text, order)
    before, _, after = text.partition(VALUE)
    has_no_grammar = target.type in _WITHOUT_GRAMMAR or (target.type == "choice" and target.is_open)
    return CompiledPattern(rule, target, "text" if has_no_grammar else "typed", before, after, "", order)


def _fault(pattern: CompiledPattern) -> str:
    """Give why RE2 refuses a pattern, or an empty text; ``{value}`` inside a group is one of the reasons."""
    for part in (pattern.before, pattern.after, pattern.whole):
        opened = part.replace("\\(", "").replace("\\)", "")
        if part and opened.count("(") != opened.count(")") and VALUE not in part and not pattern.whole:
            return "{value} stands inside a group; write one pattern for each case"
        try:
            re2.compile(part, _options()) if not _is_cheap(part) else None
        except re2.error as error:
            reason = error.args[0]
            return f"RE2 refuses the pattern: {reason.decode() if isinstance(reason, bytes) else reason}"
    return ""


def _is_cheap(part: str) -> bool:
    """Tell whether a part is plain words, which RE2 always takes."""
    return not set(part) & set("\\()[]{}*+?^$|.")


def _prefilter(pattern: CompiledPattern) -> str:
    """Give the RE2 that must be found for a pattern to match; empty where nothing is needed."""
    if pattern.whole:
        return pattern.whole
    parts = [f"(?:{part})" for part in (pattern.before, pattern.after) if part]
    joined = "(?s:.*?)".join(parts)
    return "" if not joined or regex(joined).search("") is not None else joined


def _shards(patterns: Sequence[CompiledPattern]) -> Iterator[tuple["re2.Set", tuple[int, ...]]]:
    """Give prefilter sets of at most ``SHARD`` patterns."""
    held = [(pattern.order, text) for pattern in patterns if (text := _prefilter(pattern))]
    for start in range(0, len(held), SHARD):
        part = held[start : start + SHARD]
        shard = re2.Set.SearchSet(_options())
        for _, text in part:
            shard.Add(text)
        shard.Compile()
        shard.Match("")
        yield shard, tuple(order for order, _ in part)


def _labels(schema: Schema) -> Iterator[str]:
    named: Iterable[tuple[str, Mapping[str, tuple[str, ...]]]] = (
        *((path, spec.labels) for path, spec in schema.fields.items()),
        *((path, group.labels) for path, group in schema.groups.items()),
    )
    for path, labels in named:
        yield from (part for part in path.lower().split(".") if part != "*")
        yield path.rsplit(".", 1)[-1].replace("_", " ").lower()
        for words in labels.values():
            yield from (fold(word).text for word in words)


def _label_regex(spec: FieldSpec) -> str:
    """Give an RE2 of the labels of a field, the longest first; empty for none."""
    words = {fold(word).text for labels in spec.labels.values() for word in labels}
    return "|".join(re2.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
