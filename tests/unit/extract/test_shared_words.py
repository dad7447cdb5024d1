"""A word that several groups know as a value names none of them by a part of it (喜剧 and 剧)."""

from types import MappingProxyType

from dualmem.extract.compile import compile_rules
from dualmem.model.field import Choice, FieldSpec
from dualmem.schema.lexicon import load_lexicons
from dualmem.schema.spec import GroupSpec, RuleSet, Schema

COMEDY = Choice(key="comedy", synonyms=("喜剧",))
DRAMA = Choice(key="drama", synonyms=("爱情剧",))


def _groups_in(text: str) -> list[str]:
    kinds = {"film.kind": (COMEDY,), "series.kind": (COMEDY, DRAMA)}
    fields = {
        path: FieldSpec(path=path, type="choice", choices=MappingProxyType({one.key: one for one in choices}))
        for path, choices in kinds.items()
    }
    groups = {
        "film": GroupSpec(path="film", labels=MappingProxyType({"zh": ("电影",)})),
        "series": GroupSpec(path="series", labels=MappingProxyType({"zh": ("剧",)})),
    }
    schema = Schema(
        id="s",
        version=1,
        languages=("zh",),
        timezone="Asia/Shanghai",
        fields=MappingProxyType(fields),
        groups=MappingProxyType(groups),
    )
    rules = compile_rules(schema, [RuleSet(schema_id="s", rules=())], load_lexicons(("zh",)))
    return [path for _, path in rules.groups_in(text)]


def test_a_part_of_a_value_that_several_groups_know_names_no_group():
    assert _groups_in("想看一部喜剧电影") == ["film"]


def test_a_part_of_a_value_of_one_group_names_it():
    assert _groups_in("想看爱情剧") == ["series"]


def test_the_word_itself_names_its_group():
    assert _groups_in("这部剧是喜剧") == ["series"]
