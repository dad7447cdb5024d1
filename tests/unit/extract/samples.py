"""The shipped schema, rules and lexicons, compiled once, and short ways to match with them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from types import MappingProxyType

from dualmem.extract.compile import CompiledRules, compile_rules
from dualmem.extract.match import match
from dualmem.model.candidate import Candidate, Extraction
from dualmem.model.field import FieldSpec
from dualmem.model.reading import ReadingContext
from dualmem.schema.lexicon import Lexicon, load_lexicons
from dualmem.schema.load import load_schema
from dualmem.schema.rules import load_rules
from dualmem.schema.shipped import rules_path, schema_path
from dualmem.schema.spec import GroupSpec, RuleSet, RuleSpec, Schema
from dualmem.values.codec import to_json

CONTEXT = ReadingContext(now=datetime.fromisoformat("2026-11-29T09:00:00+08:00"))
BUDGET = "business_context.budget.ceiling"


@cache
def lexicon() -> Lexicon:
    return load_lexicons(())


@cache
def schema() -> Schema:
    return load_schema(schema_path("project_assistant"))


@cache
def shipped() -> CompiledRules:
    return compile_rules(schema(), [load_rules(rules_path("project_assistant"), schema())], lexicon())


def of_fields(
    fields: Sequence[FieldSpec], rules: Sequence[RuleSpec], groups: Mapping[str, GroupSpec] = MappingProxyType({})
) -> CompiledRules:
    """Give rules for a schema of a few fields of one's own."""
    schema = Schema(
        id="s",
        version=1,
        languages=("zh", "en"),
        timezone="Asia/Shanghai",
        fields=MappingProxyType({spec.path: spec for spec in fields}),
        groups=MappingProxyType(dict(groups)),
    )
    return compile_rules(schema, [RuleSet(schema_id="s", rules=tuple(rules))], lexicon())


def rules(body: str) -> CompiledRules:
    """Give rules for the shipped schema from the YAML list under ``rules``."""
    text = f"dualmem: rules/1\nfor: project_assistant\nnow: 2026-11-29T09:00:00+08:00\nrules:\n{body}"
    return compile_rules(schema(), [load_rules(text, schema(), name="own.yaml")], lexicon())


def read(text: str, *, using: CompiledRules | None = None, channel: str = "user", speaker: str = "user") -> Extraction:
    return match(using or shipped(), text, context=CONTEXT, channel=channel, speaker=speaker)


def proposed(text: str, **how: object) -> dict[str, object]:
    """Give field path to value (JSON) of what a statement proposes."""
    speaker = str(how.get("speaker", "user"))
    found = read(text, **how).proposals(speaker)  # type: ignore[arg-type]
    return {candidate.field: to_json(candidate.value) for candidate in found if candidate.value is not None}


def candidates(text: str, field: str = BUDGET) -> list[Candidate]:
    return [candidate for candidate in read(text).candidates if candidate.field == field]


def moods(text: str) -> list[tuple[str, str]]:
    """Give the words and the mood of each clause."""
    utterance = read(text).utterance
    return [(utterance.folded.text[c.span.start : c.span.end], c.mood) for c in utterance.clauses]
