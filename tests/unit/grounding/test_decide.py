"""Decide: the life of updates, commands, forgetting and undo, as events."""

from dataclasses import replace
from datetime import timedelta

from dualmem.model.conversation import Conversation
from dualmem.model.event import EventKind
from tests.unit import samples
from tests.unit.dialogue.scene import Turned, hear

BUDGET = samples.update(samples.BUDGET, samples.yuan(500_000), "1.1", quote="预算50万")


def kinds(turned: Turned) -> list[EventKind]:
    return [event.kind for event in turned.decision.events]


def said(turned: Turned) -> list[str]:
    return [say.key for say in turned.decision.says]


def test_a_statement_proposes_with_its_words() -> None:
    update = hear("总预算控制在五十万以内").decision.queue[0]
    assert update.id == "9.1"
    assert update.provenance.quote is not None
    assert "五十万" in update.provenance.quote
    assert update.provenance.rule == "budget-ceiling"


def test_a_confirmation_carries_the_write() -> None:
    turned = hear("确认", shown=(BUDGET,))
    assert kinds(turned) == [EventKind.UPDATE_CONFIRMED]
    assert turned.state.value(samples.BUDGET) == samples.yuan(500_000)


def test_a_correction_supersedes_and_writes() -> None:
    turned = hear("不对，是60万", shown=(BUDGET,))
    assert kinds(turned) == [EventKind.UPDATE_SUPERSEDED, EventKind.UPDATE_PROPOSED, EventKind.UPDATE_CONFIRMED]
    assert turned.decision.queue == ()


def test_a_correction_that_does_not_validate_keeps_the_update_and_asks_again() -> None:
    turned = hear("改成-3万", shown=(BUDGET,))
    assert [one.id for one in turned.decision.queue] == ["1.1"]
    assert turned.decision.show_now == ("1.1",)
    assert said(turned) == ["invalid"]


def test_stating_the_stored_value_reaffirms_and_proposes_nothing() -> None:
    turned = hear("预算是五十万", held={samples.BUDGET: samples.yuan(500_000)})
    assert kinds(turned) == [EventKind.VALUE_REAFFIRMED]
    assert turned.decision.queue == ()


def test_another_value_than_the_stored_one_waits_as_a_conflict() -> None:
    turned = hear("预算改成60万", held={samples.BUDGET: samples.yuan(500_000)})
    assert [one.is_conflict for one in turned.decision.queue] == [True]
    assert turned.state.value(samples.BUDGET) == samples.yuan(500_000)


def test_a_newer_statement_supersedes_a_waiting_one() -> None:
    turned = hear("预算是70万", queued=(BUDGET,))
    assert kinds(turned) == [EventKind.UPDATE_SUPERSEDED, EventKind.UPDATE_PROPOSED]
    assert [one.value for one in turned.decision.queue] == [samples.yuan(700_000)]


def test_an_update_expires_after_its_turns() -> None:
    late = Conversation(id="c", user_turns=11)
    turned = hear("今天天气不错", queued=(BUDGET,), conversation=late)
    assert kinds(turned) == [EventKind.UPDATE_EXPIRED]
    assert turned.decision.queue == ()


def test_an_update_can_be_answered_in_its_last_turn() -> None:
    last = Conversation(id="c", user_turns=10)
    assert len(hear("今天天气不错", queued=(BUDGET,), conversation=last).decision.queue) == 1


def test_an_update_expires_with_age() -> None:
    old = replace(BUDGET, proposed_at=samples.NOW - timedelta(hours=25))
    assert kinds(hear("对", shown=(old,))) == [EventKind.UPDATE_EXPIRED]


def test_a_command_names_the_old_value() -> None:
    turned = hear("预算设为60万", held={samples.BUDGET: samples.yuan(500_000)})
    say = turned.decision.says[0]
    assert (say.key, say.value, say.old) == ("set", samples.yuan(600_000), samples.yuan(500_000))
    assert turned.decision.is_answered


def test_a_command_supersedes_the_waiting_update_of_its_field() -> None:
    turned = hear("预算设为60万", shown=(BUDGET,))
    assert kinds(turned) == [EventKind.UPDATE_SUPERSEDED, EventKind.FIELD_SET]


def test_a_command_without_such_a_field_writes_nothing_and_says_so() -> None:
    turned = hear("把会议室设为301")
    assert kinds(turned) == []
    assert said(turned) == ["unknown_field"]


def test_an_open_key_is_kept_as_said() -> None:
    assert hear("/remember 所在城市 北京").state.value("facts.所在城市") == "北京"


def test_other_words_become_a_note() -> None:
    turned = hear("记一下：客户喜欢红色")
    assert [note.text for note in turned.decision.notes] == ["客户喜欢红色"]
    assert kinds(turned) == [EventKind.NOTE_ADDED]


def test_clearing_can_be_undone() -> None:
    cleared = hear("删除项目阶段", held={samples.PHASE: "design"})
    assert said(cleared) == ["cleared"]
    assert cleared.decision.conversation.writes[-1].changes[0].old == "design"


def test_erasing_leaves_no_value_in_events_or_conversation() -> None:
    turned = hear("忘掉我的邮箱", held={samples.EMAIL: "li.lei@abc.com"})
    assert kinds(turned) == [EventKind.FIELD_ERASED]
    assert "li.lei" not in repr(turned.decision)
    assert turned.decision.erased == (samples.EMAIL,)


def test_clearing_a_sensitive_field_erases_it() -> None:
    assert said(hear("删除我的邮箱", held={samples.EMAIL: "li.lei@abc.com"})) == ["erased"]


def test_a_group_is_shown_before_it_is_forgotten() -> None:
    turned = hear("忘掉我的联系方式", held={samples.EMAIL: "li.lei@abc.com", samples.PHONE: "+8613800138000"})
    assert kinds(turned) == []
    assert turned.decision.says[0].fields == (samples.EMAIL, samples.PHONE)


def test_the_yes_forgets_the_group_that_was_shown() -> None:
    held = {samples.EMAIL: "li.lei@abc.com", samples.NAME: "李雷"}
    turned = hear("确认", held=held, waiting_forget=(samples.EMAIL,), waiting_forget_is_erase=True)
    assert set(turned.state.fields) == {samples.NAME}


def test_the_no_keeps_the_group() -> None:
    held = {samples.EMAIL: "li.lei@abc.com"}
    turned = hear("不，算了", held=held, waiting_forget=(samples.EMAIL,), waiting_forget_is_erase=True)
    assert said(turned) == ["forget_kept"]
    assert set(turned.state.fields) == {samples.EMAIL}


def test_undo_takes_back_the_last_writing_turn_of_the_conversation() -> None:
    wrote = hear("预算设为60万", held={samples.BUDGET: samples.yuan(500_000)})
    undone = hear("撤销", held={samples.BUDGET: samples.yuan(600_000)}, conversation=wrote.decision.conversation)
    assert kinds(undone) == [EventKind.TURN_UNDONE]
    assert undone.state.value(samples.BUDGET) == samples.yuan(500_000)
    assert undone.decision.conversation.writes == ()


def test_undo_is_refused_where_the_field_changed_elsewhere() -> None:
    wrote = hear("预算设为60万")
    undone = hear("撤销", held={samples.BUDGET: samples.yuan(700_000)}, conversation=wrote.decision.conversation)
    assert kinds(undone) == []
    assert said(undone) == ["undo_conflict"]


def test_undo_of_an_erasure_is_refused() -> None:
    wrote = hear("忘掉我的邮箱", held={samples.EMAIL: "li.lei@abc.com"})
    assert said(hear("撤销", conversation=wrote.decision.conversation)) == ["undo_only_erased"]


def test_a_list_statement_proposes_to_append() -> None:
    turned = hear("必须等保三级", held={samples.CONSTRAINTS: ("必须支持IE11",)})
    update = turned.decision.queue[0]
    assert (update.action, update.value) == ("append", ("必须等保三级",))
    assert hear("对", shown=(update,), held={samples.CONSTRAINTS: ("必须支持IE11",)}).state.value(
        samples.CONSTRAINTS
    ) == ("必须支持IE11", "必须等保三级")


def test_two_items_that_fit_are_asked() -> None:
    turned = hear("去掉支持的那条", held={samples.CONSTRAINTS: ("必须支持IE11", "必须支持离线")})
    assert kinds(turned) == []
    assert said(turned) == ["which_item"]


def test_a_change_makes_its_dependents_stale() -> None:
    held = {samples.BUDGET: samples.yuan(500_000), samples.QUOTE: samples.yuan(450_000)}
    turned = hear("预算设为60万", held=held)
    assert turned.decision.events[-1].made_stale == (samples.QUOTE,)


def test_a_turn_repeats_byte_for_byte() -> None:
    one, two = (hear("不对，是60万，另外我叫李雷", shown=(BUDGET,)) for _ in range(2))
    assert repr(one.decision) == repr(two.decision)
