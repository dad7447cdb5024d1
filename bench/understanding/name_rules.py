"""Name rules: how the English names of a domain are read, where they are said and as answers."""

import re
from collections.abc import Iterator
from dataclasses import replace

from bench.understanding.cues import book_of
from bench.understanding.names_en import (
    ADDRESS,
    ADDRESSES,
    ASIDE,
    DISTINCT,
    LED,
    LED_MAIN,
    MAIN,
    NAMED,
    NO_ANSWER,
    NO_LONE,
    TITLE,
    any_case_of,
    names_of,
)
from bench.understanding.slot_rules import rule_of
from dualmem.model.field import FieldSpec
from dualmem.schema.spec import RuleSpec

_ASIDE_REACH = 8  # characters from a name to what is asked of a thing by it


def name_rules(spec: FieldSpec) -> Iterator[RuleSpec]:
    """Give the rules that read a name where it is said: behind its cue, in capitals, or as an address."""
    named = names_of(spec.path) if re.search(DISTINCT, spec.path.lower()) else ()
    if named:
        rule = rule_of(spec, "name", named, "en")
        yield replace(rule, near=()) if spec.pattern == TITLE else rule
    if re.search(MAIN, spec.path.lower()):
        main = rule_of(spec, "main", ["{value}"], "en")
        yield replace(main, near=(*main.near, *ASIDE), within=_ASIDE_REACH, priority=-1)
        led = rule_of(spec, "led", LED_MAIN, "en")
        yield replace(led, near=(*led.near, *NO_ANSWER, *NO_LONE))
    for number, (patterns, near) in enumerate(any_case_of(spec.path)):
        yield replace(rule_of(spec, f"small{number}", patterns, "en"), near=near, any_case=True, priority=-1)
    if re.search(ADDRESSES, spec.path.lower()):
        yield replace(rule_of(spec, "address", ADDRESS, "en"), near=())


def answer_rules(spec: FieldSpec) -> Iterator[RuleSpec]:
    """Give the rules that read a turn that is nothing but a name, in answer to a question for it."""
    leads = {word for word in book_of("en").no_names if re.search(rf"(?<![a-z]){re.escape(word)}(?![a-z])", LED)}
    names = () if spec.pattern == TITLE else book_of("en").no_names
    for kind, lead, near in (
        ("answer", "", (*names, *NO_ANSWER, *NO_LONE)),
        ("answer-led", LED, (*(word for word in names if word not in leads and word[:2] != "i'"), *NO_ANSWER)),
    ):
        rule = rule_of(spec, kind, [rf"^\s*{lead}{NAMED}"], "en", is_answer=True)
        yield replace(rule, near=near, priority=-1)
