"""Whole turns in short: their acts and the remark on the rest, with what is shown and held."""

from collections.abc import Mapping

from dualmem.model.act import (
    Act,
    Answer,
    Correct,
    Inform,
    Remark,
    SetField,
)
from dualmem.model.value import Value
from tests.unit import samples
from tests.unit.dialogue.scene import hear, rules

rules()  # once for all tests, also where each runs in a process of its own

BUDGET, DEADLINE, PHASE, QUOTE, PROJECT, NAME, LIST = (
    samples.BUDGET,
    samples.DEADLINE,
    samples.PHASE,
    samples.QUOTE,
    samples.PROJECT,
    samples.NAME,
    samples.CONSTRAINTS,
)
MONEY = samples.update(BUDGET, samples.yuan(500_000), "1.1", quote="预算50万", words="50万")
DATE = samples.update(DEADLINE, samples.day("2026-12-15"), "1.2")
TOTAL = samples.update(QUOTE, samples.yuan(450_000), "1.3")
ITEMS = samples.update(LIST, ("不加班",), "1.5", action="append")
SIXTY = samples.yuan(600_000)
HELD: Mapping[str, Value] = {BUDGET: samples.yuan(1), PHASE: "design"}
HIDDEN = "\u200b"


def acts(text: str, **more: object) -> list[object]:
    """Give the acts, those with a value in short: kind, field or update, value."""
    return [_short(act) for act in hear(text, **more).acts if not isinstance(act, Remark)]  # type: ignore[arg-type]


def _short(act: Act) -> object:
    if isinstance(act, Inform):
        return (Inform, act.candidate.field, act.candidate.value)
    if isinstance(act, SetField | Answer):
        return (type(act), act.field, act.stated.value)
    return (Correct, act.update, act.stated.value) if isinstance(act, Correct) else act


def remark(text: str, **more: object) -> Remark:
    last = hear(text, **more).acts[-1]  # type: ignore[arg-type]
    assert isinstance(last, Remark)
    return last


def informed(path: str, value: Value) -> object:
    return (Inform, path, value)
