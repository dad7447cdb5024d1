"""Hostile: floods of 2,000 characters that make backtracking recognizers slow."""

import time
from datetime import UTC, datetime
from typing import Any, get_args

from dualmem.model.field import Choice, FieldType
from dualmem.model.reading import ReadingContext
from dualmem.text import fold
from dualmem.values.parse import parse

_SIZE = 2000
_SEEDS = {
    "digits": "1",
    "digits and stops": "1.",
    "一": "一",
    "brackets and ranges": "(1) 2-",
    "brackets": "(",
    "closing brackets": ")",
    "spaces": " ",
    "一万": "一万",
    "亿万": "亿万",
    "零点": "零点",
    "at signs": "a@",
    "dots": "a.",
    "hyphens": "1-",
    "slashes": "1/",
    "colons": "1:",
    "commas": "1,",
    "months": "may ",
    "weekdays": "monday ",
    "下周": "下周",
    "月日": "1月1日",
    "时点": "3点",
    "and": "one and ",
    "hundred": "hundred ",
    "money": "$1 ",
    "元": "1元",
    "到": "1到",
    "plus": "+1 ",
    "letters": "a",
    "汉字": "汉",
    "emoji": "😀",
    "zero width": "1\u200b",
    "half": "half a ",
    "in days": "in 1 day ",
    "uncertain": "几十",
    "percent": "百分之",
    "url": "http://a.",
    "ids": "A1-",
}


def run_hostile(repeat: int = 3) -> dict[str, Any]:
    """Give the processor time of every type on every flood, best of ``repeat``, and the worst of all."""
    context = ReadingContext(
        now=datetime(2026, 11, 29, 9, tzinfo=UTC),
        pattern=r"[A-Z]{3}-\d{4}-[A-Za-z0-9]{5,6}",
        choices={"a": Choice(key="a", labels={"zh": ("一",), "en": ("a",)})},
    )
    by_input: dict[str, float] = {}
    worst_type: dict[str, str] = {}
    for name, seed in _SEEDS.items():
        for suffix in ("", "x"):
            text = (seed * _SIZE)[: _SIZE - len(suffix)] + suffix
            for field_type in get_args(FieldType):
                spent = _time(field_type, text, context, repeat)
                if spent > by_input.get(name, 0.0):
                    by_input[name], worst_type[name] = spent, field_type
    return {
        "worst_ms": round(max(by_input.values()), 2),
        "by_input": {name: round(spent, 2) for name, spent in by_input.items()},
        "worst_type": worst_type,
    }


def _time(field_type: FieldType, text: str, context: ReadingContext, repeat: int) -> float:
    best = float("inf")
    for turn in range(repeat):
        fresh = text[: -1 - turn] + "!" * (turn + 1)  # no memo of the run before
        begin = time.process_time()
        parse(field_type, fold(fresh), context)
        best = min(best, (time.process_time() - begin) * 1e3)
    return best
