"""Domain: a schema and extraction rules for the services of the public dialogues, made from their slot lists.

What a developer knows of a domain stands in ``cues.en.yaml`` and ``cues.zh.yaml``: lists of cities and cuisines, synonyms, words
before and after a value, and the questions that ask for a slot. The rest comes from the slot lists.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from bench.understanding import phrases
from bench.understanding.cues import Cue, Words, book_of, whole_word
from bench.understanding.flagwords import also_said
from bench.understanding.generic import patterns_of, words_of
from bench.understanding.name_rules import answer_rules, name_rules
from bench.understanding.names_en import TITLE, UNCAPPED
from bench.understanding.readback import may_be_offered, offered, read_back, said_of, words_for
from bench.understanding.slot_rules import careless, rule_of
from bench.understanding.slots import labels_of, path_of, schema_of, value_of
from dualmem.model.field import Choice, FieldSpec
from dualmem.model.reading import ReadingContext
from dualmem.model.value import Money, Value
from dualmem.schema.spec import GroupSpec, RuleSet, RuleSpec, Schema
from dualmem.values.parse import parse

_PREFIXES = {"multiwoz21": "multiwoz:", "multiwoz_zh": "multiwoz_zh:", "crosswoz": "crosswoz:", "risawoz": "risawoz:"}
_YES_NO = (frozenset({"有", "没有"}), frozenset({"yes", "no"}), frozenset({"yes", "no", "free"}))
_BARE = frozenset({"date", "time", "duration", "money", "choice"})
_GIVEN_REACH = 12  # characters from a value to the words that point at a given place: what is asked of it is no wish
_CLAUSE_REACH = 24  # the same from the words for another thing
_EXPIRE_TURNS = 4  # what a caller passed over for two questions and answers is not asked again
_DESCRIBES = r"(stars?|rating|_of_(beds|baths)|genre|category|type|class|city|area|location)$"  # what a thing is like
_CURRENCY = {"en": "USD", "zh": "CNY"}


@dataclass(frozen=True, slots=True)
class Domain:
    """A schema with its rules.

    Attributes:
        schema: A group for each service, a field for each slot.
        rules: The rules.
        paths: Slot key to field path.
        slots: Slot key to its row of the slot list.
    """

    schema: Schema
    rules: RuleSet
    paths: Mapping[str, str]
    slots: Mapping[str, Mapping[str, Any]]

    def value(self, key: str, said: str, context: ReadingContext) -> Value | None:
        """Give the typed value of a row's text; None where it is no value of the slot."""
        spec = self.schema.field(self.paths[key])
        if spec.type == "money" and spec.choices:
            own = parse("money", said, context._replace(choices=spec.choices, default_currency=spec.default_currency))
            found = own[0].value if own and not own[0].span.start else None  # 不免费 is not free
        else:
            found = value_of(self.schema, self.slots[key], said, context)
        return replace(found, per=spec.per) if isinstance(found, Money) else found


def source_of(row: Mapping[str, Any]) -> str:
    """Give the source of a row by its name in the report: sgd, multiwoz, multiwoz_zh, crosswoz, risawoz."""
    prefix = prefix_of(str(row["source"]))
    return prefix.rstrip(":") or "sgd"


def prefix_of(source: str) -> str:
    """Give what stands before the slots of a source in the slot list."""
    return next((prefix for start, prefix in _PREFIXES.items() if source.startswith(start)), "")


def slot_key(source: str, name: str, slots: Mapping[str, Any], aliases: Mapping[str, str]) -> str:
    """Give the key in the slot list of a slot as a row names it."""
    prefix = prefix_of(source)
    if prefix == "risawoz:" and "-" in name:
        name = name.replace("-", ".", 1)
    key = name if name in slots or not prefix else f"{prefix}{name}"
    return aliases.get(key, key)


def groups_of(row: Mapping[str, Any], slots: Mapping[str, Any], aliases: Mapping[str, str]) -> tuple[str, ...]:
    """Give the services that a dialogue is about: an assistant knows which of its services it was called for."""
    if row.get("services"):
        prefix = prefix_of(str(row["source"]))
        return tuple(sorted(f"{prefix}{service}" for service in row["services"]))
    names: set[str] = {*row.get("final_state", ()), *row.get("state_before", ())}
    for turn in row.get("turns", ()):
        names.update(turn.get("state_change") or ())
    names.update([row["slot"]] if "slot" in row else ())
    keys = (slot_key(row["source"], name, slots, aliases) for name in names)
    return tuple(sorted({key.rsplit(".", 1)[0] for key in keys if key in slots}))


def domain_of(slots: Mapping[str, Mapping[str, Any]], groups: Sequence[str], language: str, zone: str) -> Domain:
    """Give the schema and rules of some services."""
    chosen = [_kind(slot) for key, slot in slots.items() if key.rsplit(".", 1)[0] in groups and slot["n"]]
    schema = schema_of(chosen, language, timezone=zone, currency=_CURRENCY[language])
    examples = {path_of(slot["slot"]): slot.get("examples", ()) for slot in chosen}
    fields = {path: _spec(spec, language, examples[path]) for path, spec in schema.fields.items()}
    fields = {path: replace(spec, has_offers=may_be_offered(spec, language)) for path, spec in fields.items()}
    named = {path: _group(path, language) for path in schema.groups}
    schema = replace(
        schema, fields=MappingProxyType(fields), groups=MappingProxyType(named), expire_turns=_EXPIRE_TURNS
    )
    rivals = {path: _has_rival(spec, fields, named, language) for path, spec in fields.items()}
    rules = [
        replace(rule, needs_topic=_is_topical(spec, language) and rivals[spec.path])
        for spec in fields.values()
        for rule in _rules(spec, language)
        if not (rivals[spec.path] and rule.id.endswith("read-back-bare"))
    ]
    return Domain(
        schema=schema,
        rules=RuleSet(schema_id=schema.id, rules=tuple(rules)),
        paths=MappingProxyType({slot["slot"]: path_of(slot["slot"]) for slot in chosen}),
        slots=MappingProxyType({slot["slot"]: slot for slot in chosen}),
    )


def worded(schema: Schema, slots: Sequence[Mapping[str, Any]], language: str) -> Schema:
    """Give a schema with the developer's words for its typed and closed slots; free texts stay texts."""
    texts = {path_of(slot["slot"]) for slot in slots if slot["type"] == "text"}
    fields = {path: spec if path in texts else _spec(spec, language) for path, spec in schema.fields.items()}
    return replace(schema, fields=MappingProxyType(fields))


def _kind(slot: Mapping[str, Any]) -> Mapping[str, Any]:
    """Give a slot with the type a developer gives it: a choice of yes and no is a boolean."""
    if slot["type"] == "choice" and frozenset(slot["values"]) in _YES_NO:
        return {**slot, "type": "boolean"}
    return slot


def _group(path: str, language: str) -> GroupSpec:
    words = book_of(language).groups.get(path, ())
    return GroupSpec(path=path, labels=MappingProxyType({language: words}) if words else MappingProxyType({}))


def _cues(spec: FieldSpec, language: str) -> list[Cue]:
    """Give the cues that are written for a slot, else the one that its name suggests."""
    return _own_cues(spec, language) or _named_cues(spec, language)


def _own_cues(spec: FieldSpec, language: str) -> list[Cue]:
    return [cue for cue in book_of(language).cues if re.search(cue.slot, spec.path.lower())]


def _named_cues(spec: FieldSpec, language: str) -> list[Cue]:
    return [cue for cue in book_of(language).generic if re.search(cue.slot, spec.path.lower())][:1]


def _is_topical(spec: FieldSpec, language: str) -> bool:
    return not any(cue.is_free for cue in _cues(spec, language))


def _has_rival(
    spec: FieldSpec, fields: Mapping[str, FieldSpec], groups: Mapping[str, GroupSpec], language: str
) -> bool:
    """Tell that a field of another service could take the same words, so that its own must be spoken of."""
    own = spec.path.rpartition(".")[0]
    if not groups[own].labels:
        return False
    others = [other for other in fields.values() if other.path.rpartition(".")[0] != own]
    if spec.type == "choice" and not said_of(spec).isdisjoint(words_for(groups, own, language)):
        return True
    if spec.type == "text":
        return bool(others)
    kin = [other for other in others if other.type == spec.type]
    if spec.type in {"date", "time", "datetime", "duration", "money"}:
        return bool(kin)
    mine = {id(cue) for cue in _cues(spec, language)}
    for other in kin:
        is_kin = bool(mine & {id(cue) for cue in _cues(other, language)}) or other.labels == spec.labels
        if is_kin or (not spec.choices.keys().isdisjoint(other.choices) and spec.type == "choice"):
            return True
    return False


def _spec(spec: FieldSpec, language: str, examples: Sequence[str] = ()) -> FieldSpec:
    """Give the field with the developer's lists and synonyms; the examples of a slot list belong to its list."""
    words: dict[str, tuple[str, ...]] = {}
    spec = replace(spec, per=next((cue.per for cue in _cues(spec, language) if cue.per), None))
    for cue in _cues(spec, language):
        words.update({key: (*words.get(key, ()), *more) for key, more in cue.words.items()})
    words = also_said(words)
    if not words and not _own_cues(spec, language):
        words = dict(words_of(spec, language))
    if spec.type == "text":
        listed = _listed(spec, language, examples)
        if listed is None:
            is_uncapped = language == "en" and re.search(UNCAPPED, spec.path.lower()) is not None
            return replace(spec, pattern=TITLE if is_uncapped else book_of(language).name)
        choices = {key: _choice(key, (*more, *words.get(key, ())), language) for key, more in listed.items()}
        choices.update(_further(examples, choices, language))
        return replace(spec, type="choice", choices=MappingProxyType(choices))
    if spec.type == "choice":
        taken = {key.lower() for key in spec.choices}
        choices = {
            key: _choice(key, [word for word in words.get(key, ()) if word.lower() not in taken], language)
            for key in spec.choices
        }
        return replace(spec, choices=MappingProxyType(choices))
    if spec.type in {"boolean", "integer", "money"} and words:
        return replace(
            spec, choices=MappingProxyType({key: _choice(key, more, language) for key, more in words.items()})
        )
    return spec


def _listed(spec: FieldSpec, language: str, examples: Sequence[str]) -> Words | None:
    """Give the list of a text slot: the one that is written for it, else one that holds most of its examples."""
    tables = book_of(language).tables
    own = next((found for slot, found in tables if re.search(slot, spec.path.lower())), None)
    if own is not None or _own_cues(spec, language):
        return own
    said = {example.lower() for example in examples}
    for _, found in tables:
        known = {word.lower() for key, more in found.items() for word in (key, *more)}
        if len(said & known) * 2 > len(said):
            return found
    return None


def _further(examples: Sequence[str], choices: Mapping[str, Choice], language: str) -> dict[str, Choice]:
    """Give the examples that no word of a list stands for."""
    known = {word.lower() for key, choice in choices.items() for word in (key, *choice.synonyms)}
    return {word: _choice(word, (), language) for word in dict.fromkeys(examples) if word.lower() not in known}


def _choice(key: str, synonyms: Sequence[str], language: str) -> Choice:
    label = key.replace("_", " ")
    return Choice(key=key, labels=MappingProxyType({language: (label,)}), synonyms=tuple(synonyms))


def _rules(spec: FieldSpec, language: str) -> Iterator[RuleSpec]:
    """Give the rules of one field, none of which counts near the words of its cues that tell of something else."""
    elsewhere = tuple(word for cue in _cues(spec, language) for word in cue.near)
    for rule in _all_rules(spec, language):
        is_kept = elsewhere and not rule.asks and not rule.is_answer
        yield replace(rule, near=(*rule.near, *elsewhere), within=_CLAUSE_REACH) if is_kept else rule


def _all_rules(spec: FieldSpec, language: str) -> Iterator[RuleSpec]:
    """Give the rules of one field: by its words, by its label, bare, in answer to a question, and the question."""
    cues = _cues(spec, language)
    bare = next((cue.bare for cue in cues if cue.bare is not None), spec.type in _BARE)
    patterns, firm = ([one for cue in cues if cue.priority == place for one in cue.patterns] for place in (0, 1))
    if not _own_cues(spec, language):
        patterns += patterns_of(spec, language)
    patterns += [*_by_label(spec, language), *_own_words(spec)]
    if spec.type == "text" and spec.pattern == TITLE:
        patterns = []  # the words of names alone tell where a title ends that has no capitals
    if patterns:
        yield from _heard(spec, "cue", patterns, language)
    yield from (replace(rule, priority=1) for rule in _heard(spec, "firm", firm, language) if firm)
    yield from _wishes(spec, patterns, language)
    if bare:
        yield from _sought(spec, language)
    if spec.type == "text" and language == "en":
        yield from name_rules(spec)
    if bare:
        yield from _heard(spec, "bare", ["{value}"], language)
    same = [pattern for cue in cues for pattern in cue.same]
    if same:
        yield replace(rule_of(spec, "same", same, language), refers=True)
    if spec.type != "text":
        answer = phrases.COUNT[language] if spec.type in {"integer", "number"} else "{value}"  # 推荐一家 rates nothing
        yield rule_of(spec, "answer", [answer], language, is_answer=True)
    elif language == "en":
        yield from answer_rules(spec)
    if language == "en":
        yield from read_back(spec, patterns, is_bare=bare)
        yield from offered(spec)
    asks = [*(pattern for cue in cues for pattern in cue.asks), *(re.escape(word) for word in _labels(spec, language))]
    if spec.type == "boolean":
        asks = [phrases.ASKED[language].replace("NOUN", f"(?:{pattern})") for pattern in asks]
    yield rule_of(spec, "ask", asks, language, asks=True)


def _heard(spec: FieldSpec, kind: str, patterns: Sequence[str], language: str) -> Iterator[RuleSpec]:
    """Give the rule of what is said of a field; what is asked of a given thing (is it a 4 star hotel?) is no wish."""
    given = book_of(language).given_thing if re.search(_DESCRIBES, spec.path.lower()) else ()
    if not given or spec.type == "boolean" or spec.path.endswith("price_range"):
        yield rule_of(spec, kind, patterns, language)
        return
    yield rule_of(spec, kind, patterns, language, clauses=("stated", "hypothetical"))
    asked = rule_of(spec, f"{kind}-asked", patterns, language, clauses=("asked",))
    yield replace(asked, near=(*asked.near, *given), within=max(asked.within, _GIVEN_REACH))


def _wishes(spec: FieldSpec, patterns: Sequence[str], language: str) -> Iterator[RuleSpec]:
    """Give the rule of what a question asks to have (with a garage?), unless it asks about a given place."""
    wished: list[str] = []
    if spec.type == "boolean" and patterns:
        own = [pattern for pattern in patterns if "(?P<value>" in pattern]
        wished = [f"{phrases.WISH[language]}{pattern}" for pattern in own]
        wished += [f"{phrases.NARROWED}{pattern}的" for pattern in own if language == "zh"]
        wished += _asking_words(spec)
    elif spec.path.endswith("price_range"):
        wished = [phrases.IN_RANGE]
    if wished:
        rule = rule_of(spec, "wish", wished, language, clauses=("asked", "hypothetical"))
        yield replace(rule, near=(*rule.near, *book_of(language).given), within=_GIVEN_REACH)


def _sought(spec: FieldSpec, language: str) -> Iterator[RuleSpec]:
    """Give the rule of what a thing that is not known yet is like (一家…), whatever is asked of it."""
    book = book_of(language)
    if book.sought and spec.type == "choice":
        yield replace(rule_of(spec, "sought", [book.sought], language), near=careless(spec, book))


def _labels(spec: FieldSpec, language: str) -> tuple[str, ...]:
    return spec.labels.get(language, ())


def _by_label(spec: FieldSpec, language: str) -> Iterator[str]:
    if spec.type in {"text", "boolean"}:
        return
    joint = phrases.COUNT_JOINT if spec.type == "integer" and language == "en" else phrases.JOINT[language]
    for label in _labels(spec, language):
        yield re.escape(label) + joint + "{value}"
        yield re.escape(label) + phrases.FROM_TO[language] + "{value}"


def _own_words(spec: FieldSpec) -> Iterator[str]:
    """Give the field's own words for its values as a pattern."""
    if spec.type not in {"boolean", "integer"} or not spec.choices:
        return
    words = sorted({word for choice in spec.choices.values() for word in choice.synonyms}, key=len, reverse=True)
    parts = [whole_word(word) for word in words if word]
    yield f"(?P<value>{'|'.join(parts)})"


def _asking_words(spec: FieldSpec) -> Iterator[str]:
    """Give the field's own words that ask for it themselves (有没有停车场)."""
    words = [word for choice in spec.choices.values() for word in choice.synonyms if word.startswith("有没有")]
    if words:
        yield f"(?P<value>{'|'.join(re.escape(word) for word in sorted(words, key=len, reverse=True))})"


__all__ = ["Domain", "domain_of", "groups_of", "labels_of", "prefix_of", "slot_key", "source_of", "worded"]
