"""Whatever stands in a file: a schema, or faults with their places; never another error."""

import random

import pytest

from dualmem.errors import SpecError
from dualmem.schema.load import load_schema
from dualmem.schema.rules import load_rules
from dualmem.schema.shipped import rules_path, schema_path
from dualmem.source import read, to_text

SCHEMA = load_schema(schema_path("project_assistant"))
ODD = (
    "",
    "~",
    "no",
    "[]",
    "{}",
    "[a]",
    "{a: b}",
    "-1",
    "1e9",
    "{value}",
    "(",
    "'*'",
    "a.b",
    "\u200bx",
    "预算",
    "x" * 300,
)


def to_yaml(data):
    """Flow-style YAML of plain data, odd leaves unquoted as they stand."""
    if isinstance(data, dict):
        return "{" + ", ".join(f"{to_yaml(key)}: {to_yaml(value)}" for key, value in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(map(to_yaml, data)) + "]"
    if isinstance(data, Raw):
        return data.text
    return "'" + str(data).replace("'", "''") + "'"


class Raw:
    def __init__(self, text):
        self.text = text


def mutated(data, dice):
    """The data with one node replaced, dropped or renamed."""
    if isinstance(data, dict) and data:
        key = dice.choice(list(data))
        roll = dice.random()
        if roll < 0.15:
            return {k: v for k, v in data.items() if k != key}
        if roll < 0.3:
            return {(Raw(dice.choice(ODD[6:])) if k == key else k): v for k, v in data.items()}
        if roll < 0.45:
            return {k: (Raw(dice.choice(ODD)) if k == key else v) for k, v in data.items()}
        return {k: (mutated(v, dice) if k == key else v) for k, v in data.items()}
    if isinstance(data, list) and data and dice.random() < 0.7:
        place = dice.randrange(len(data))
        return [mutated(v, dice) if at == place else v for at, v in enumerate(data)]
    return Raw(dice.choice(ODD))


def faults_of(kind, text, schema):
    try:
        load_schema(text, name="f") if kind == "schema" else load_rules(text, schema, name="f")
    except SpecError as error:
        return list(map(str, error.faults))
    return []


@pytest.mark.parametrize("kind", ["schema", "rules"])
def test_a_mutated_file_loads_or_tells_its_faults(kind):
    path = schema_path("project_assistant") if kind == "schema" else rules_path("memory_agent")
    schema = SCHEMA if kind == "schema" else load_schema(schema_path("memory_agent"))
    data = to_text(read(path).root)
    dice = random.Random(7)
    refused = 0
    for _ in range(200):
        broken = data
        for _ in range(dice.randint(1, 3)):
            broken = mutated(broken, dice)
        faults = faults_of(kind, to_yaml(broken) + "\n", schema)
        refused += bool(faults)
        assert all(fault.startswith("f:") and fault.isprintable() for fault in faults)
    assert refused > 100


@pytest.mark.parametrize("kind", ["schema", "rules"])
def test_a_file_cut_or_spoilt_anywhere_loads_or_tells_its_faults(kind):
    path = schema_path("project_assistant") if kind == "schema" else rules_path("project_assistant")
    good = path.read_bytes()
    dice = random.Random(11)
    for _ in range(100):
        place = dice.randrange(len(good))
        spoilt = dice.choice(
            [
                good[:place],
                good[:place] + bytes([dice.randrange(256)]) + good[place + 1 :],
                good[place:],
                good[:place] * 2,
            ]
        )
        assert all(fault.startswith("f:") and fault.isprintable() for fault in faults_of(kind, spoilt, SCHEMA))
