"""What users of similar systems reported about full-width text, scripts and hostile characters."""

import pytest

from dualmem.errors import InvalidInput, InvalidValue
from tests.checks.talk import BUDGET, PROJECT, talking, yuan


# chk-096-a
def test_full_width_text_gives_normal_values_and_quotes_of_the_original() -> None:
    said = {BUDGET: "预算是５０万", PROJECT: "项目编号是ＰＲＯＪ－２０２４－００１"}
    words = {BUDGET: "５０万", PROJECT: "ＰＲＯＪ－２０２４－００１"}
    with talking() as talk:
        for path, text in said.items():
            exchange = talk.memory.hear("sam", text, conversation="c")
            (event,) = [one for one in exchange.events if one.kind.value == "UpdateProposed"]
            source = event.provenance
            assert source.quote is not None
            assert source.quote in text
            assert source.span is not None
            assert text[source.span.start : source.span.end] == words[path]
            exchange.reply()
        assert talk.waiting == {BUDGET: yuan(500_000), PROJECT: "PROJ-2024-001"}


# chk-098-a
def test_notes_are_found_in_either_script_and_kept_as_written() -> None:
    first, second = "合同审查下週五截止", "服务器迁移计划"
    with talking() as talk:
        talk.say(f"/note {first}")
        talk.say(f"/note {second}")
        assert first in talk.memory.recall("sam", "合同审查")
        assert first in talk.memory.recall("sam", "下周五")
        assert second in talk.memory.recall("sam", "服務器")
        assert second not in talk.memory.recall("sam", "合同审查")


# chk-133-a
@pytest.mark.parametrize("value", ["a\ud800b", "a\x00b", {"py/object": "os.system"}, {"__class__": "x"}, ["a"]])
def test_a_value_that_is_no_plain_text_is_refused_on_every_path(value: object) -> None:
    with talking() as talk:
        for act in (talk.memory.set, talk.memory.propose):
            with pytest.raises((InvalidInput, InvalidValue)):
                act("sam", "facts.k", value)
        if isinstance(value, str) and "\ud800" in value:
            with pytest.raises(InvalidInput):
                talk.say(f"记住 k 是 {value}")
        assert (talk.state, talk.waiting) == ({}, {})
