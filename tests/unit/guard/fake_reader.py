"""A tiny reader for the tests of the guard: budgets in 万, dates, and moods by their marks."""

import re
from decimal import Decimal

from dualmem.model.candidate import Candidate, Extraction
from dualmem.model.reading import Reading
from dualmem.model.span import Span
from dualmem.model.utterance import Clause, Mood, Utterance
from dualmem.text import fold
from tests.unit.samples import BUDGET, yuan

_AMOUNT = r"(\d+)万"
_RULE = re.compile(rf"(?<![均议])预算(?:已经|控制在|定在|是|为)?{_AMOUNT}")
_CLAUSE = re.compile(r"[^，。！？；,\n]+[，。！？；,\n]*")


def read(text: str) -> Extraction:
    folded = fold(text)
    clauses: list[Clause] = []
    sentence = 0
    for found in _CLAUSE.finditer(folded.text):
        clauses.append(
            Clause(index=len(clauses), span=Span(*found.span()), mood=_mood(found, folded.text), sentence=sentence)
        )
        sentence += found.group()[-1:] in "。！？；\n!?;"
    candidates = []
    for found in _RULE.finditer(folded.text):
        clause = next(one for one in clauses if one.span.start <= found.start() < one.span.end)
        place = Span(found.start(1), found.end())
        candidates.append(
            Candidate(
                rule="budget",
                field=BUDGET,
                span=folded.to_original(place),
                folded=place,
                cue=Span(*found.span()),
                quote=found.group(),
                clause=clause.index,
                mood=clause.mood,
                value=yuan(Decimal(found.group(1)) * 10000),
            )
        )
    amounts = tuple(_reading(folded, found) for found in re.finditer(_AMOUNT, folded.text))
    return Extraction(
        utterance=Utterance(folded=folded, clauses=tuple(clauses), language="zh"),
        candidates=tuple(candidates),
        readings={"money": amounts},
    )


def _reading(folded, found) -> Reading:
    place = Span(*found.span())
    return Reading(
        span=folded.to_original(place), folded=place, outer=place, value=yuan(Decimal(found.group(1)) * 10000)
    )


def _mood(found: re.Match[str], text: str) -> Mood:
    sentence = re.split(r"(?<=[。！？\n])", text[found.start() :])[0]
    before = text[: found.start()]
    if before.count("“") > before.count("”") and "”" in text[found.start() :]:
        return "data"
    if "“" in found.group() and "”" in text[found.start() :]:
        return "data"
    if sentence.rstrip()[-1:] in "？?" or "吗" in found.group():
        return "asked"
    if "不是" in found.group():
        return "negated"
    return "hypothetical" if "如果" in found.group() else "stated"
