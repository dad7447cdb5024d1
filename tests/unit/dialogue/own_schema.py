"""A schema and rules of a test's own: what is held after a statement and the answer to the reply."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from dualmem.memory import Memory
from dualmem.testing.fakes import PlainVault
from dualmem.testing.seed import Start, seed
from dualmem.values.codec import to_json

NOW = datetime.fromisoformat("2026-11-29T09:00:00+08:00")


def held_after(folder: Path, schema_text: str, rules_text: str, said: str, answer: str) -> object:
    """Give the one value that the state holds, as JSON; None where it holds nothing."""
    schema, rules = folder / "schema.yaml", folder / "rules.yaml"
    schema.write_text(schema_text, encoding="utf-8")
    rules.write_text(rules_text, encoding="utf-8")
    with Memory.open(None, schema=schema, rules=rules, clock=lambda: NOW) as memory:
        memory.hear("anna", said, conversation="c").reply("")
        memory.hear("anna", answer, conversation="c").reply("")
        fields = memory.state("anna").fields
        return to_json(next(iter(fields.values())).value) if fields else None


def held_and_shown(
    folder: Path, schema_text: str, text: str, shown: Mapping[str, object]
) -> tuple[dict[str, object], dict[str, object]]:
    """Give what is held after a turn of an English talk, and what its reply shows, by the last part of the path.

    Args:
        folder: Where the schema is written.
        schema_text: Its fields stand in one group; there are no rules.
        text: What is said.
        shown: Path to value: what the last reply showed.
    """
    schema = folder / "schema.yaml"
    schema.write_text(schema_text, encoding="utf-8")
    with Memory.open(schema=str(schema), rules=[], vault=PlainVault()) as memory:
        start = [{"field": path, "value": value, "quote": "x"} for path, value in shown.items()]
        seed(memory, "u", "c", Start(shown=start, language="en"))
        exchange = memory.hear("u", text, conversation="c")
        exchange.reply()
        held = {path.rpartition(".")[2]: one.value for path, one in memory.state("u").fields.items()}
        return held, {one.field.rpartition(".")[2]: one.value for one in exchange.shown}
