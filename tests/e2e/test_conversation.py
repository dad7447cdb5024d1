"""A conversation over the command line, from the proposal to forgetting."""

import pytest

from tests.e2e.conftest import Shell

BUDGET = "business_context.budget.ceiling"
EMAIL = "user_profile.contact.email"


def test_a_proposal_is_asked_confirmed_traced_and_verified(dualmem: Shell) -> None:
    asked = dualmem("hear", "总预算控制在五十万以内", "--table").out
    assert "¥500,000" in asked
    assert "总预算控制在五十万以内" in asked
    assert dualmem("state", "show").data == []
    assert [row["field"] for row in dualmem("pending", "list").data] == [BUDGET]
    dualmem("hear", "确认")
    (row,) = dualmem("state", "show").data
    assert row["value"] == {"amount": "500000", "currency": "CNY"}
    assert "五十万" in dualmem("why", "预算", "--table").out
    history = dualmem("state", "history", "预算", "--table").out
    assert "500,000" in history
    assert "ok" in dualmem("audit", "verify", "--table").out


def test_a_token_confirms_what_it_was_shown_for_once(dualmem: Shell) -> None:
    dualmem("hear", "the budget is $600k")
    (row,) = dualmem("pending", "list").data
    dualmem("pending", "confirm", row["token"])
    assert dualmem("state", "show").data[0]["value"] == {"amount": "600000", "currency": "USD"}
    again = dualmem("pending", "confirm", row["token"], code=5)
    assert again.err.startswith("error: ")


def test_a_token_of_a_superseded_value_confirms_nothing(dualmem: Shell) -> None:
    dualmem("hear", "预算50万")
    (row,) = dualmem("pending", "list").data
    dualmem("hear", "预算60万", "-c", "other")
    dualmem("pending", "confirm", row["token"], code=5)
    assert dualmem("state", "show").data == []


def test_an_operator_sets_undoes_snapshots_and_rolls_back(dualmem: Shell) -> None:
    dualmem("state", "set", "预算", "50万", "--actor", "operator:li")
    dualmem("snapshot", "create", "kickoff")
    dualmem("state", "set", BUDGET, '{"amount": "600000", "currency": "CNY"}')
    changed = dualmem("snapshot", "diff", "kickoff", code=1).data
    assert [row["field"] for row in changed] == [BUDGET]
    dualmem("rollback", "kickoff")
    assert dualmem("state", "show").data[0]["value"]["amount"] == "500000"
    assert "kickoff" in {row["tag"] for row in dualmem("snapshot", "list").data}
    assert "operator:li" in dualmem("audit", "list", "--lines").out
    assert dualmem("audit", "verify").data[0]["ok"] is True


def test_undo_takes_back_a_rollback_with_where_the_values_came_from(dualmem: Shell) -> None:
    dualmem("hear", "预算设为50万")
    dualmem("hear", "记住我叫张伟")
    before = dualmem("state", "show").data
    dualmem("rollback", "1")
    assert [row["field"] for row in dualmem("state", "show").data] == [BUDGET]
    dualmem("undo")
    after = dualmem("state", "show").data
    assert [(row["field"], row["value"], row["by"]) for row in after] == [
        (row["field"], row["value"], row["by"]) for row in before
    ]
    assert "张伟" in dualmem("why", "姓名").out
    assert dualmem("audit", "verify").data[0]["ok"] is True


def test_undo_takes_back_the_last_writing_turn(dualmem: Shell) -> None:
    dualmem("hear", "set project phase to design")
    assert dualmem("state", "show").data[0]["value"] == "design"
    dualmem("undo")
    assert dualmem("state", "show").data == []
    dualmem("undo", "-c", "never-used", code=4)


def test_a_sensitive_value_is_masked_encrypted_and_forgotten(dualmem: Shell) -> None:
    dualmem("hear", "记住我的邮箱是dev@abc.com")
    assert "dev@abc.com" not in dualmem("state", "show").out
    assert "dev@abc.com" in dualmem("state", "show", "--reveal").out
    for file in dualmem.db.parent.rglob("*"):
        assert not file.is_file() or b"dev@abc.com" not in file.read_bytes(), file
    dualmem("forget", EMAIL, "--yes")
    assert dualmem("state", "show").data == []
    assert dualmem("audit", "verify").data[0]["ok"] is True


def test_an_export_comes_back_as_waiting_or_trusted(dualmem: Shell) -> None:
    dualmem("state", "set", BUDGET, "50万")
    dualmem("state", "export", "me.json")
    dualmem("state", "import", "me.json", "--subject", "copy")
    assert dualmem("state", "show", "--subject", "copy").data == []
    assert [row["field"] for row in dualmem("pending", "list", "--subject", "copy").data] == [BUDGET]
    dualmem("state", "import", "me.json", "--subject", "other", "--trusted")
    assert dualmem("state", "show", "--subject", "other").data[0]["value"]["amount"] == "500000"
    dualmem("state", "export", "me.json", code=5)


def test_chat_reads_lines_from_a_pipe(dualmem: Shell) -> None:
    lines = "总预算50万\n确认\n/state\n/pending\n/recall 预算\n/new\n/help\nquit\nnever read\n"
    out = dualmem("chat", said=lines).out
    assert str(dualmem.db) in out
    assert "¥500,000" in out
    assert "nothing waits" in out
    assert "never read" not in out
    assert dualmem("state", "show").data[0]["value"]["amount"] == "500000"


def test_every_command_that_help_names_is_understood_and_a_mistyped_one_is_named(dualmem: Shell) -> None:
    said = "/remember 所在城市 北京\n/note 周五开会\n/recall 所在城市\n/forget 所在城市\n/undo\n/forgte x\n/state\n"
    out = dualmem("chat", said=said).out
    for reply in (
        "已记住：所在城市 北京",
        "已记下：周五开会",
        "所在城市：北京",
        "已彻底删除：所在城市",
        "there is no command /forgte",
    ):
        assert reply in out
    assert "nothing is remembered yet" in out


def test_a_repeated_operation_is_done_once(dualmem: Shell) -> None:
    first = dualmem("hear", "set project phase to design", "--operation-id", "op-1").data
    again = dualmem("hear", "set project phase to design", "--operation-id", "op-1").data
    assert again["repeated"] is True
    assert again["reply"] == first["reply"]
    assert len(dualmem("audit", "list", "--kind", "FieldSet").data) == 1


def test_every_language_of_a_question_is_answered(dualmem: Shell) -> None:
    dualmem("hear", "记住我叫张伟")
    assert "张伟" in dualmem("hear", "你还记得我叫什么吗").out
    assert "张伟" in dualmem("hear", "what is my name?").out
    assert "张伟" in dualmem("recall", "name").out


@pytest.mark.slow
@pytest.mark.parametrize("name", ["project_assistant", "memory_agent", "work_buddy", "support_desk"])
def test_every_demo_holds(dualmem: Shell, name: str) -> None:
    out = dualmem("demo", name).out
    assert "all as they should be" in out
    assert "DIFFERS" not in out
