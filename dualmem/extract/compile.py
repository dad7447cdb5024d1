"""Compile: rules become one prefilter (sharded ``re2.Set``) and, where it hits, patterns with a value place."""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
_ESCAPE = re2.compile(r"(?s)\\Q.*?\\E|\\.")
_CLASS = re2.compile(r"\[\^?\]?[^\]]*\]")
_ASIDE = 12  # characters beside a group's label that may make it a place or a time
_WITHOUT_GRAMMAR = frozenset({"text", "map"})

Kind = Literal["typed", "text", "shape", "whole", "named"]


@dataclass(frozen=True, slots=True)
class CompiledPattern:
    """One pattern of one rule.

    Attributes:
        rule: Its rule.
        target: Spec of what the place holds: the field, or the item of a list or map.
        kind: ``typed``: a grammar reads the place; ``text``: it runs to the end of the clause; ``shape``: a group
            of its own shape; ``whole``: the whole match; ``named``: a name that no cue leads to.
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
        return self.kind in {"typed", "named"} and not self.before and not self.after


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
        group_labels: Folded label of a group to the groups it names, the longest first; a longer word that holds one
            and is a value in several groups (喜剧 and 剧) names none.
        label_paths: Folded label to the one field it names, the longest first.
        heads: RE2 of what may begin a statement: those labels, and words that a name follows (``seam.head``).
        has_topics: Some rule needs its topic.
        has_references: Some rule has words that point to the value of another group.
        texts: Paths of the fields of free text.
    """

    schema: Schema
    lexicon: Lexicon
    patterns: tuple[CompiledPattern, ...]
    shards: tuple[tuple["re2.Set", tuple[int, ...]], ...]
    always: tuple[int, ...]
    labels: frozenset[str]
    field_labels: Mapping[str, str]
    group_labels: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    label_paths: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    heads: str = ""
    has_topics: bool = False
    has_references: bool = False
    texts: frozenset[str] = frozenset()

    def groups_in(self, text: str) -> Iterator[tuple[int, str]]:
        """Give the groups whose labels a folded text holds, with their places, in order."""
        if not self.group_labels:
            return
        for match in regex(whole_words(tuple(self.group_labels))).finditer(text):
            for path in self.group_labels[match.group()]:
                yield match.start(), path

    def asides_in(self, text: str) -> frozenset[int]:
        """Give the places of the groups' labels that only tell where or when (酒店周边, 游玩结束后, near the hotel)."""
        if not self.group_labels:
            return frozenset()
        return frozenset(
            found.start()
            for found in regex(whole_words(tuple(self.group_labels))).finditer(text)
            if self.lexicon.has("aside_before", text[max(0, found.start() - _ASIDE) : found.start()])
            or self.lexicon.has("aside_after", text[found.end() : found.end() + _ASIDE])
        )

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
    sets: list[tuple[re2.Set, list[int]]] = []
    for rule_set in rule_sets:
        for rule in rule_set.rules:
            for spec in rule.patterns:
                compiled = _compile(schema, rule, spec, len(patterns))
                patterns.append(compiled)
                fault = _fault(compiled) or _add(sets, compiled)
                if fault:
                    faults.append(Fault(rule_set.source, spec.line, spec.column, f"rule {rule.id}: {fault}"))
    if faults:
        raise SpecError(tuple(faults))
    shards, always = _compiled(sets)
    label_paths = _label_paths(schema)
    heads = "|".join((*lexicon.section("seam.head"), whole_words(tuple(label_paths))))
    held = {position for _, positions in shards for position in positions}
    return CompiledRules(
        schema,
        lexicon,
        tuple(patterns),
        shards,
        (*always, *(pattern.order for pattern in patterns if pattern.order not in held)),
        frozenset(_labels(schema)),
        MappingProxyType({path: _label_regex(spec) for path, spec in schema.fields.items()}),
        _group_labels(schema),
        label_paths,
        heads if label_paths else "",
        any(pattern.rule.needs_topic for pattern in patterns),
        any(pattern.rule.refers for pattern in patterns),
        frozenset(path for path, spec in schema.fields.items() if spec.type == "text"),
    )


def _group_labels(schema: Schema) -> Mapping[str, tuple[str, ...]]:
    """Give the folded labels of the groups, the longest first, with the paths of what they name."""
    found: dict[str, tuple[str, ...]] = {}
    for path, group in schema.groups.items():
        for word in dict.fromkeys(form for words in group.labels.values() for name in words for form in _forms(name)):
            found[word] = (*found.get(word, ()), path)
    for word in _shared_values(schema) if found else ():
        if word not in found and any(label in word for label in found if not label.isascii()):
            found[word] = ()
    return MappingProxyType({word: found[word] for word in sorted(found, key=lambda word: (-len(word), word))})


def _shared_values(schema: Schema) -> Iterator[str]:
    """Give the folded words for closed values that fields of several groups know."""
    groups: dict[str, set[str]] = {}
    for path, spec in schema.fields.items():
        for choice in spec.choices.values() if spec.type == "choice" else ():
            for word in (*choice.synonyms, *(name for names in choice.labels.values() for name in names)):
                groups.setdefault(fold(word).text, set()).add(path.rpartition(".")[0])
    return (word for word, paths in groups.items() if len(paths) > 1)


def _label_paths(schema: Schema) -> Mapping[str, str]:
    """Give the folded labels that name one field alone, the longest first, with its path."""
    found: dict[str, list[str]] = {}
    for path, spec in schema.fields.items():
        for word in {fold(word).text.strip() for words in spec.labels.values() for word in words} - {""}:
            found.setdefault(word, []).append(path)
    single = {word: paths[0] for word, paths in found.items() if len(paths) == 1 and "*" not in paths[0]}
    return MappingProxyType({word: single[word] for word in sorted(single, key=lambda word: (-len(word), word))})


def _forms(label: str) -> tuple[str, ...]:
    """Give a folded label, an English one of letters with its plural too (table, tables)."""
    word = fold(label).text
    return (word, f"{word}s") if word.isascii() and word[-1:].isalpha() and word[-1:] not in "sy" else (word,)


@functools.lru_cache(maxsize=64)
def whole_words(words: tuple[str, ...]) -> str:
    """Give an RE2 of words, whole ones where they begin or end in Latin letters or digits; the first that fits wins."""
    return "|".join(f"{_bound(word[0])}{re2.escape(word)}{_bound(word[-1])}" for word in words)


def _bound(char: str) -> str:
    return r"\b" if char.isascii() and char.isalnum() else ""


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
    place = schema.fields[rule.field] if rule.field in schema.fields else schema.field(rule.field)
    target = place.item if place.type in {"list", "map"} and place.item is not None else place
    if rule.any_case and target.type == "text" and target.pattern is not None:
        target = replace(target, pattern=f"(?i:{target.pattern})")
    text = fold_pattern(spec.text)
    if VALUE not in text:
        kind: Kind = "shape" if GROUP in text else "whole"
        return CompiledPattern(rule, target, kind, "", "", text, order)
    before, _, after = text.partition(VALUE)
    has_no_grammar = target.type in _WITHOUT_GRAMMAR or (target.type == "choice" and target.is_open)
    kind = "text" if has_no_grammar else "typed"
    if target.type == "text" and target.pattern is not None and text == VALUE:
        kind = "named"
    return CompiledPattern(rule, target, kind, before, after, "", order)


def _fault(pattern: CompiledPattern) -> str:
    """Give why a pattern can not be cut at its value place, or an empty text."""
    for part in (pattern.before, pattern.after):
        if not set(part).isdisjoint("()") and _depth(part) != 0:
            return "{value} stands inside a group; write one pattern for each case"
    return ""


def _depth(part: str) -> int:
    """Give how many groups a part of a pattern leaves open."""
    bare = _CLASS.sub("", _ESCAPE.sub("", part))
    return int(bare.count("(") - bare.count(")"))


def _prefilter(pattern: CompiledPattern) -> str:
    """Give the RE2 that must be found for a pattern to match; empty for a bare place."""
    if pattern.whole:
        return pattern.whole
    return "(?s:.*?)".join(f"(?:{part})" for part in (pattern.before, pattern.after) if part)


def _add(sets: "list[tuple[re2.Set, list[int]]]", pattern: CompiledPattern) -> str:
    """Add a pattern to the last prefilter set, or to a new one; give why RE2 refuses it, or an empty text."""
    text = _prefilter(pattern)
    if not text:
        return ""
    if not sets or len(sets[-1][1]) >= SHARD:
        sets.append((re2.Set.SearchSet(_options()), []))
    try:
        sets[-1][0].Add(text)
    except re2.error:
        return refusal(text) or "RE2 refuses the pattern"
    sets[-1][1].append(pattern.order)
    return ""


def refusal(pattern: str) -> str:
    """Give RE2's own words where it refuses a pattern, or an empty text."""
    try:
        re2.compile(pattern, _options())
    except re2.error as error:
        reason = error.args[0]
        return f"RE2 refuses the pattern: {reason.decode() if isinstance(reason, bytes) else reason}"
    return ""


def _compiled(
    sets: "list[tuple[re2.Set, list[int]]]",
) -> tuple[tuple[tuple["re2.Set", tuple[int, ...]], ...], tuple[int, ...]]:
    """Compile and warm the sets; give them and the positions of patterns that match everywhere."""
    always: list[int] = []
    for held, positions in sets:
        held.Compile()
        always.extend(positions[index] for index in held.Match("") or ())
    return tuple((held, tuple(positions)) for held, positions in sets), tuple(always)


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
