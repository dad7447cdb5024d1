"""A value that the schema lists is that value, whatever answer words its characters are."""

from types import MappingProxyType

import pytest

from dualmem.memory import Memory
from dualmem.model.field import Choice, FieldSpec
from dualmem.schema.spec import PatternSpec, RuleSet, RuleSpec, Schema
from dualmem.testing.fakes import PlainVault

PATH = "trip.city"
CITIES = {name: Choice(key=name, labels=MappingProxyType({"zh": (name,)})) for name in ("成都", "厦门")}
SCHEMA = Schema(
    id="s",
    version=1,
    languages=("zh",),
    timezone="UTC",
    fields=MappingProxyType({PATH: FieldSpec(path=PATH, type="choice", choices=MappingProxyType(CITIES))}),
)
PATTERNS = (PatternSpec(text="去{value}", language="zh"), PatternSpec(text="{value}", language="zh"))
RULES = RuleSet(schema_id="s", rules=(RuleSpec(id="city", field=PATH, patterns=PATTERNS),))


@pytest.mark.parametrize("said", ["我想去成都", "去成都", "成都", "厦门"])
def test_a_listed_value_is_proposed(said: str) -> None:
    with Memory.open(schema=SCHEMA, rules=[RULES], vault=PlainVault()) as memory:
        memory.hear("u", said, conversation="c")
        assert [update.value for update in memory.pending("u")] == ["成都" if "成都" in said else "厦门"]
