"""Floods: what one long turn costs that says the same again and again, with updates shown.

A reading that weighs each word against all others takes the square of them; the sizes show it.
"""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.understanding.stage import Stage

SIZES = (4_000, 10_000, 20_000)  # code points; what lies between the first 16,000 and the last 4,000 is data
SHOWN = (
    {"field": "business_context.budget.ceiling", "value": {"amount": "500000", "currency": "CNY"}},
    {"field": "business_context.deadline", "value": "2026-12-15"},
    {"field": "current_task.constraints", "value": ["兼容IE11", "离线部署"]},
)
SEEDS = (
    "对", "对，", "不", "不对，", "是的", "yes ", "yes, ", "no, ", "不是不", "not ", "预算", "budget ", "预算50万，",
    "budget is 500k, ", "50万", "500k ", "12月15日", "1 ", "1. ", "1.预算对\n", "第一个", "the first ", "和", "and ",
    "但是", "如果", "if ", "除了", "except ", "？", "吗？", "哦不，", "no wait ", "改成", "不是50万，是60万，", "记住 a b。",
    "set budget to 500k. ", "忘掉", "forget ", "去掉", "去掉a，", "add a, ", "撤销。", "undo. ", "预算是多少？",
    "what is my budget? ", "甲：", "a: ", "“对”", '"a" ', "> a\n", "（对）", "a,", "。", "\n", "！", "我叫李雷。",
    "my name is Anna. ", "必须快。", "we must hurry. ", "https://a.b/c ", "a@b.cn ", "PROJ-2024-001 ",
)  # fmt: skip


def run(files: Sequence[Path], limit: int | None = None, *, show: bool = False) -> dict[str, Any]:
    """Time turns of 4,000 to 20,000 characters that say the same again and again.

    Args:
        files: Not used; the texts are made here.
        limit: So many of the texts.
        show: Give the milliseconds of each text and size.
    """
    del files
    _cost("yes")  # compiles what is compiled once
    by_input = {seed: [_cost(seed * (size // len(seed))) for size in SIZES] for seed in SEEDS[:limit]}
    worst = max(by_input, key=lambda seed: max(by_input[seed]))
    return {
        "texts": len(by_input) * len(SIZES),
        "sizes": SIZES,
        "worst_ms": max(by_input[worst]),
        "worst": worst,
        **({"by_input": by_input} if show else {}),
    }


def _cost(text: str) -> float:
    """Give the milliseconds of processor time of one turn."""
    stage = Stage.open({"shown": SHOWN})
    began = time.process_time_ns()
    stage.say(text)
    return (time.process_time_ns() - began) / 1e6
