"""Rule tests: run the examples that every rule carries."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from dualmem.errors import InvalidInput
from dualmem.extract.compile import CompiledRules
from dualmem.extract.match import match
from dualmem.extract.refer import named_like
from dualmem.model.candidate import Candidate
from dualmem.model.reading import ReadingContext
from dualmem.model.value import Value
from dualmem.schema.lexicon import Lexicon, bounded, is_own, union
from dualmem.schema.spec import ExampleSpec, RuleSpec, Schema
from dualmem.specs import Specs
from dualmem.text import fold
from dualmem.values.codec import from_json, to_json
from dualmem.values.compare import equal


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one example went.

    Attributes:
        rule: Id of the rule, or section of a lexicon.
        text: What is said.
        status: passed, failed, or todo (a known gap that still fails).
        why: What went otherwise; empty where it passed.
        place: ``file:line``.
    """

    rule: str
    text: str
    status: str
    why: str
    place: str


def run_examples(specs: Specs, now: datetime) -> Iterator[Outcome]:
    """Give the outcome of every example of every rule, in file order.

    Rules for answers and topics are run as if their field had just been asked for.

    Args:
        specs: Schema and rules; all rules listen, as in a conversation.
        now: Clock of files that name none.
    """
    for rule_set in specs.rules:
        for rule in rule_set.rules:
            for example, is_match in [(e, True) for e in rule.match] + [(e, False) for e in rule.no_match]:
                context = ReadingContext(now=example.now or rule_set.now or now)
                why = _fault(specs.schema, specs.compiled, rule, (example, is_match), context)
                status = "passed" if not why else "todo" if example.todo else "failed"
                yield Outcome(rule.id, example.text, status, why, f"{rule_set.source}:{example.line or rule.line}")


def run_lexicon_examples(lexicon: Lexicon) -> Iterator[Outcome]:
    """Give the outcome of every example of the user's own lexicon files: they test the patterns of these files."""
    for name, section in lexicon.sections.items():
        regex = union(tuple(bounded(entry.text) for entry in section.patterns if is_own(entry)))
        for entry, is_match in [(e, True) for e in section.match] + [(e, False) for e in section.no_match]:
            if not is_own(entry):
                continue
            found = regex.search(fold(entry.text).text)
            finds = f"a pattern finds {found.group()!r} in it" if found is not None else ""
            why = finds if not is_match else "" if finds else "no pattern finds it"
            place = f"{entry.file}:{entry.line}:{entry.column}"
            yield Outcome(name, entry.text, "failed" if why else "passed", why, place)


def _fault(
    schema: Schema, rules: CompiledRules, rule: RuleSpec, example: tuple[ExampleSpec, bool], context: ReadingContext
) -> str:
    spec, is_match = example
    focus = (rule.field,) if rule.is_answer or rule.needs_topic else ()
    held = _pointed_at(schema, rule, spec) if rule.refers and is_match else {}
    extraction = match(rules, spec.text, context=context, speaker=rule.speaker, focus=focus, held=held)
    if rule.asks:
        return "" if (rule.field in extraction.asks) == is_match else "it does not ask" if is_match else "it asks"
    found = extraction.proposals(rule.speaker)
    own = [candidate for candidate in found if candidate.rule == rule.id and candidate.value is not None]
    others = sorted({c.rule for c in found if c.rule != rule.id and c.value is not None} - set(spec.also))
    if others:
        return f"{', '.join(others)} fires too"
    if not is_match:
        return f"it fires: {_shown(own)}" if own else ""
    if not own:
        return "it does not fire"
    return "" if _is_expected(schema, own, spec.value) else f"it reads {_shown(own)}"


def _pointed_at(schema: Schema, rule: RuleSpec, example: ExampleSpec) -> dict[str, Value]:
    """Give the value an example expects as what every field of the same name in another group holds."""
    try:
        value = from_json(schema.field(rule.field), example.value)
    except InvalidInput:
        return {}
    return dict.fromkeys(named_like(schema.fields, rule.field), value)


def _is_expected(schema: Schema, own: Sequence[Candidate], expected: object) -> bool:
    if expected is None:
        return True
    spec = schema.field(own[0].field)
    target = spec.item if spec.type == "list" and spec.item is not None else spec
    wanted = expected if spec.type == "list" and isinstance(expected, list) else [expected]
    try:
        values = [from_json(target, item) for item in wanted]
    except InvalidInput:
        return False
    found = [candidate.value for candidate in own if candidate.value is not None]
    if spec.type != "list":
        found = found[:1]
    return len(found) == len(values) and all(map(equal, found, values))


def _shown(own: Sequence[Candidate]) -> str:
    return ", ".join(str(to_json(c.value)) for c in own if c.value is not None)
