"""Behind a no, a longer name that holds the shown one is another value."""

from types import MappingProxyType

import pytest

from dualmem.memory import Memory
from dualmem.model.field import FieldSpec
from dualmem.schema.spec import Schema
from dualmem.testing.fakes import PlainVault
from dualmem.testing.seed import Start, seed

PATH = "table.name"
LABELS = {"en": ("restaurant name",), "zh": ("名称",)}
SCHEMA = Schema(
    id="s",
    version=1,
    languages=("en", "zh"),
    timezone="UTC",
    fields=MappingProxyType({PATH: FieldSpec(path=PATH, type="text", labels=MappingProxyType(LABELS))}),
)


def _held(shown: str, answer: str) -> object:
    with Memory.open(schema=SCHEMA, vault=PlainVault()) as memory:
        seed(memory, "u", "c", Start(shown=[{"field": PATH, "value": shown, "quote": shown}]))
        memory.hear("u", answer, conversation="c").reply()
        return memory.state("u").value(PATH)


@pytest.mark.parametrize(
    ("shown", "answer", "held"),
    [
        ("Miramar Beach", "no, Miramar Beach Hotel", "Miramar Beach Hotel"),
        ("城东小馆", "不对，是城东小馆酒店", "城东小馆酒店"),
        ("Chapter Two", "no, IT Chapter Two", "IT Chapter Two"),
        ("Anna Schmidt", "no, I'm Anne Schmidt", "Anne Schmidt"),
        ("Anna Schmidt", "my name is spelled Anna Schmitt", "Anna Schmitt"),
    ],
)
def test_a_longer_name_corrects_the_shown_one(shown: str, answer: str, held: str) -> None:
    assert _held(shown, answer) == held


@pytest.mark.parametrize("answer", ["no, Blue Fox & Wine Bar", "not Blue Fox Inn", "no, Blue Fox Restaurant"])
def test_the_shown_name_is_never_written_for_a_longer_one(answer: str) -> None:
    assert _held("Blue Fox", answer) != "Blue Fox"


@pytest.mark.parametrize("answer", ["yes, Blue Fox", "Blue Fox is right", "no, Blue Fox please"])
def test_the_shown_name_alone_still_affirms(answer: str) -> None:
    assert _held("Blue Fox", answer) == "Blue Fox"


def test_a_no_before_the_shown_name_with_a_particle_that_may_belong_to_it_writes_nothing() -> None:
    assert _held("幸福里", "不对，是幸福里吧") is None


@pytest.mark.parametrize(
    ("shown", "answer"),
    [
        ("It", "no, It Chapter Two"),
        ("Chapter Two", "no, It Chapter Two"),
        ("Chapter Two", "no, it Chapter Two"),
        ("Hustlers", "No. It Chapter Two"),
        ("It", "no, it's It Chapter Two"),
        ("Us", "no, Us and Them"),
        ("Yes Man", "no, Yes Man Two"),
        ("Blue Fox", "no, My Blue Fox"),
        ("That", "no, That Thing You Do"),
        ("小丑", "不对，小丑2"),
    ],
)
def test_no_part_of_a_longer_name_is_written(shown: str, answer: str) -> None:
    assert _held(shown, answer) is None
