"""Several hundred answers and commands, one line each: what is written and what still waits."""

from pathlib import Path
from typing import Any

import pytest

from dualmem.model.pending import PendingUpdate
from dualmem.model.value import Value
from dualmem.values.codec import from_json, to_json
from dualmem.values.compare import equal
from tests.unit import samples
from tests.unit.dialogue.scene import hear

VALUES: dict[str, tuple[str, Any]] = {
    "B": (samples.BUDGET, {"amount": "500000", "currency": "CNY"}),
    "D": (samples.DEADLINE, "2026-12-15"),
    "N": (samples.NAME, "李雷"),
    "E": (samples.EMAIL, "li.lei@abc.com"),
    "P": (samples.PHONE, "+8613800138000"),
    "I": (samples.PROJECT, "PROJ-2024-001"),
    "Q": (samples.QUOTE, {"amount": "450000", "currency": "CNY"}),
    "H": (samples.PHASE, "design"),
    "C": (samples.CONSTRAINTS, ["必须支持IE11", "必须离线部署"]),
    "R": ("user_profile.role", "pm"),
}
LETTERS = {path: letter for letter, (path, _) in VALUES.items()}
LINES = [
    line
    for line in Path(__file__).with_name("phrases.txt").read_text(encoding="utf-8").splitlines()
    if line.strip() and not line.startswith("#")
]


def value(letter: str) -> Value:
    path, data = VALUES[letter]
    return from_json(samples.SCHEMA.field(path), data)


def words(data: object) -> str:
    """Give a value in the short form of the file."""
    if isinstance(data, dict) and "amount" in data:
        currency = "" if data["currency"] == "CNY" else data["currency"]
        return f"{data['amount']}{currency}{'~' if data.get('approximate') else ''}"
    return "/".join(data) if isinstance(data, list) else str(data)


def name(path: str, new: Value | None, letters: str) -> str:
    letter = LETTERS.get(path, path)
    if new is None:
        return f"-{letter}"
    if letter in letters and equal(new, value(letter)):
        return letter
    return f"{letter}={words(to_json(new))}"


@pytest.mark.parametrize("line", LINES)
def test_a_turn_does_what_its_line_says(line: str) -> None:
    setup, text, written, waiting = (f"{line} |".split("|") + [""] * 4)[:4]
    letters = [letter for letter in setup.strip() if letter.isupper()]
    held = {VALUES[letter.upper()][0]: value(letter.upper()) for letter in setup.strip() if letter.islower()}
    shown: list[PendingUpdate] = [
        samples.update(
            VALUES[letter][0],
            value(letter),
            f"1.{n}",
            action="append" if letter == "C" else "set",
            quote=text_of(letter),
        )
        for n, letter in enumerate(letters, 1)
    ]
    turned = hear(text.strip().replace("\\n", "\n"), shown=shown, held=held)
    found = {
        name(path, turned.state.value(path), setup)
        for path in {*held, *turned.state.fields}
        if path not in held or not same(held[path], turned.state.value(path))
    }
    assert found == split(written)
    assert {name(one.field, one.value, setup) for one in turned.decision.queue} == split(waiting)


def text_of(letter: str) -> str:
    return {"B": "预算50万", "D": "12月15日交付", "Q": "合计45万"}.get(letter, "")


def same(one: Value, two: Value | None) -> bool:
    return two is not None and equal(one, two)


def split(cell: str) -> set[str]:
    """Give the parts of a cell; a part may hold blanks behind its ``=``."""
    parts: list[str] = []
    for piece in cell.split():
        starts = piece.split("=")[0].lstrip("-") in {*VALUES, *LETTERS.values()} or piece.startswith(
            ("facts.", "current_task.")
        )
        if starts or not parts:
            parts.append(piece)
        else:
            parts[-1] += f" {piece}"
    return set(parts)
