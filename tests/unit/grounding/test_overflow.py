"""A full list or map of ``overflow: archive``: the oldest leaves with a note, and undo takes both back."""

import pytest

from dualmem import Memory
from dualmem.errors import InvalidValue
from dualmem.testing.fakes import PlainVault

FIELDS = """\
dualmem: schema/1
id: full
version: 1
languages: [zh, en]
fields:
  tags: {type: list, of: text, max_items: 2, overflow: OVERFLOW, SENSITIVE labels: {zh: [标签], en: [tags]}}
  facts: {type: map, of: text, max_items: 2, overflow: OVERFLOW, labels: {zh: [其他], en: [facts]}}
"""


def talking(tmp_path, overflow="archive", sensitive=""):
    path = tmp_path / "full.yaml"
    path.write_text(FIELDS.replace("OVERFLOW", overflow).replace("SENSITIVE", sensitive), encoding="utf-8")
    memory = Memory.open(schema=path, vault=PlainVault())

    def say(text):
        return memory.hear("sam", text, conversation="c").reply("")

    return memory, say


def values(memory):
    return {path: held.value for path, held in memory.state("sam", reveal=True).fields.items()}


@pytest.fixture
def full(tmp_path):
    memory, say = talking(tmp_path)
    for item in ("红色", "绿色"):
        say(f"记住标签是{item}")
    return memory, say


def test_the_oldest_item_leaves_a_full_list_and_is_kept_as_a_note(full):
    memory, say = full
    assert values(memory) == {"tags": ("红色", "绿色")}
    said = say("记住标签是蓝色")
    assert values(memory) == {"tags": ("绿色", "蓝色")}
    assert "红色" in said
    assert "标签: 红色" in memory.recall("sam")


def test_undo_puts_the_item_back_and_removes_the_note(full):
    memory, say = full
    say("记住标签是蓝色")
    said = say("撤销")
    assert values(memory) == {"tags": ("红色", "绿色")}
    assert "标签: 红色" in said
    assert "标签: 红色" not in memory.recall("sam")


def test_the_oldest_entry_leaves_a_full_map(tmp_path):
    memory, say = talking(tmp_path)
    for text in ("/remember 城市 北京", "/remember 颜色 红色", "/remember 季节 春天"):
        said = say(text)
    assert values(memory) == {"facts.颜色": "红色", "facts.季节": "春天"}
    assert "北京" in said
    say("撤销")
    assert values(memory) == {"facts.城市": "北京", "facts.颜色": "红色"}


def test_a_new_value_of_an_entry_that_is_there_pushes_nothing_out(tmp_path):
    memory, say = talking(tmp_path)
    for text in ("/remember 城市 北京", "/remember 颜色 红色", "/remember 城市 上海"):
        say(text)
    assert values(memory) == {"facts.城市": "上海", "facts.颜色": "红色"}


def test_what_leaves_a_sensitive_list_is_no_note(tmp_path):
    memory, say = talking(tmp_path, sensitive="sensitive: encrypt,")
    for item in ("红色", "绿色", "蓝色"):
        say(f"记住标签是{item}")
    assert values(memory) == {"tags": ("绿色", "蓝色")}
    assert "标签: 红色" not in memory.recall("sam")


def test_a_full_list_that_refuses_stays_as_it_is(tmp_path):
    memory, say = talking(tmp_path, overflow="refuse")
    for item in ("红色", "绿色", "蓝色"):
        say(f"记住标签是{item}")
    assert values(memory) == {"tags": ("红色", "绿色")}


def test_an_operators_set_archives_as_a_turn_does(full):
    memory, _ = full
    memory.set("sam", "tags", ["绿色", "蓝色", "黄色"])
    assert values(memory) == {"tags": ("蓝色", "黄色")}
    assert "标签: 绿色" in memory.recall("sam")
    assert memory.audit.verify("sam").is_ok


def test_an_operators_set_of_one_entry_more_archives_the_oldest(tmp_path):
    memory, _ = talking(tmp_path)
    for key in ("a", "b", "c"):
        memory.set("sam", f"facts.{key}", key)
    assert values(memory) == {"facts.b": "b", "facts.c": "c"}
    assert "a: a" in memory.recall("sam")
    assert memory.audit.verify("sam").is_ok


def test_a_confirmation_by_token_archives_too(full):
    memory, _ = full
    memory.propose("sam", "tags", ["红色", "绿色", "蓝色"])
    memory.confirm("sam", memory.pending("sam")[0].token)
    assert values(memory) == {"tags": ("绿色", "蓝色")}
    assert memory.pending("sam") == ()


def test_where_the_field_refuses_an_operator_is_refused_too(tmp_path):
    memory, _ = talking(tmp_path, overflow="refuse")
    for key in ("a", "b"):
        memory.set("sam", f"facts.{key}", key)
    memory.set("sam", "facts.a", "new")
    with pytest.raises(InvalidValue, match="full"):
        memory.set("sam", "facts.c", "c")
    assert values(memory) == {"facts.a": "new", "facts.b": "b"}
