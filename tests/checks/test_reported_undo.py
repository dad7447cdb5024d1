"""What users of similar systems reported about taking back."""

from tests.checks.talk import BUDGET, DEADLINE, talking, yuan


# chk-068-a (task checkpoints are not built yet)
def test_one_undo_takes_back_field_and_note_of_a_turn_together_and_names_both() -> None:
    with talking() as talk:
        talk.say("记住预算是50万")
        talk.say("把预算改成60万。记一下：老板同意了")
        assert talk.state == {BUDGET: yuan(600_000)}
        said = talk.say("撤销")
        assert talk.state == {BUDGET: yuan(500_000)}
        assert "老板同意了" not in talk.memory.recall("sam")
        for word in ("¥600,000", "¥500,000", "老板同意了"):
            assert word in said


# chk-069-a
def test_an_undo_is_refused_where_another_conversation_changed_the_field_since() -> None:
    with talking() as talk:
        talk.say("预算设为60万", conversation="x")
        talk.say("预算设为70万", conversation="y")
        talk.say("截止日期设为12月20日", conversation="y")
        said = talk.say("撤销", conversation="x")
        assert talk.state == {BUDGET: yuan(700_000), DEADLINE: "2026-12-20"}
        assert "¥700,000" in said


# chk-072-a
def test_an_undo_reverts_one_change_and_keeps_every_turn() -> None:
    with talking() as talk:
        for n in range(16):
            talk.say(f"第{n}句闲话", draft="嗯。")
        for text in ("预算设为50万", "截止日期设为12月20日", "记住我叫张伟", "把预算改成60万"):
            talk.say(text)
        before = talk.state
        turn = talk.memory.hear("sam", "撤销", conversation="c")
        said = turn.reply()
        assert talk.state == {**before, BUDGET: yuan(500_000)}
        for word in ("预算", "¥600,000", "¥500,000"):
            assert word in said
        assert turn.turn == 21
        changed = [row.field for row in talk.memory.audit.list("sam") if row.header.turn == 21 and row.header.changes]
        assert changed == [BUDGET]
