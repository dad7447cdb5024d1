"""A schema and rules of a test's own: what is held after a statement and the answer to the reply."""

from datetime import datetime
from pathlib import Path

from dualmem.memory import Memory
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
