"""Notes: found by words and bigrams of either script, and chosen for the prompt."""

from datetime import timedelta

import pytest

from dualmem import notes
from dualmem.model.note import Note
from tests.unit.samples import NOW, origin


def make(*texts: str) -> list[Note]:
    return [
        Note(id=f"n{index}.1", text=text, at=NOW + timedelta(minutes=index), provenance=origin())
        for index, text in enumerate(texts)
    ]


def found(hits) -> list[str]:
    return [note.text for note in hits]


CONTRACT, SERVER = "合同審查下週五截止", "服务器迁移计划"


@pytest.mark.parametrize(
    ("query", "text"), [("合同审查", CONTRACT), ("下周五", CONTRACT), ("服務器", SERVER), ("服务器", SERVER)]
)
def test_either_script_finds_either_and_texts_stay_as_written(query, text) -> None:
    assert found(notes.search(make(CONTRACT, SERVER), query)) == [text]


def test_a_word_of_two_characters_is_found() -> None:
    assert found(notes.rank(make("周五开会", "周六休息"), "开会")) == ["周五开会"]


def test_english_words_are_found_in_any_case_and_number() -> None:
    hits = notes.rank(make("Ship the SERVERS in May", "call the bank"), "server")
    assert found(hits) == ["Ship the SERVERS in May"]


def test_a_query_without_a_hit_finds_nothing() -> None:
    assert notes.rank(make(CONTRACT, SERVER), "香蕉") == ()
    assert notes.rank(make(CONTRACT), "，。！") == ()
    assert notes.rank([], "合同") == ()


def test_the_note_with_more_of_the_query_comes_first() -> None:
    hits = notes.rank(make("合同在柜子里", "合同审查要等法务", "午饭"), "合同审查")
    assert found(hits) == ["合同审查要等法务", "合同在柜子里"]


def test_a_note_that_holds_the_whole_query_comes_before_rare_parts() -> None:
    many = make("审查审查审查", "合同审查", "合同", "合同", "合同")
    assert found(notes.search(many, "合同审查"))[0] == "合同审查"


def test_of_equals_the_later_comes_first() -> None:
    hits = notes.rank(make("周五开会", "周五开会"), "开会")
    assert [note.id for note in hits] == ["n1.1", "n0.1"]


def test_the_limit_holds() -> None:
    assert len(notes.rank(make(*["周五开会"] * 9), "开会", limit=3)) == 3


def test_recent_notes_come_latest_first() -> None:
    assert found(notes.recent(make("a", "b", "c"), limit=2)) == ["c", "b"]


def test_the_prompt_gets_fitting_notes_and_then_the_latest() -> None:
    given = make(CONTRACT, "a", "b", "c", "d", "e")
    assert found(notes.select(given, "合同什么时候截止？", limit=3)) == [CONTRACT, "e", "d"]


def test_tags_are_searched_too() -> None:
    tagged = Note(id="n9.1", text="打电话", at=NOW, provenance=origin(), tags=("客户",))
    assert notes.rank([tagged], "客户") == (tagged,)
