"""What users of similar systems reported about confirming, each as a behaviour that must hold."""

import random
import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from dualmem import records
from dualmem.errors import Conflict
from dualmem.jobs.archive import Archive
from dualmem.memory import Memory
from dualmem.model.pending import PendingUpdate
from dualmem.model.value import Money
from dualmem.ports import ItemKind, Swap
from dualmem.schema.shipped import rules_path
from tests.checks.talk import BUDGET, DEADLINE, EMAIL, PHONE, PROJECT, Clock, Talk, talking, talking_on_disk, yuan


# chk-021-a
def test_corrected_numbers_are_shown_in_groups_that_join_to_what_is_stored() -> None:
    with talking() as talk:
        talk.say("我的手机号是13800138000，邮箱是Old.Name@example.com，项目编号是PROJ-2024-001")
        assert set(talk.waiting) == {PHONE, EMAIL, PROJECT}
        talk.say("都不对")
        said = talk.say("我的手机号是13912345678，邮箱是New.Name@example.com，项目编号是PROJ-2025-123")
        phone = re.search(r"\+[\d ]+\d", said)
        assert phone is not None
        assert max(map(len, phone.group().lstrip("+").split())) <= 4
        assert phone.group().replace(" ", "") == "+8613912345678" == talk.waiting[PHONE]
        assert "New.Name@example.com" in said
        assert "PROJ-2025-123" in said


# chk-054-a
def test_a_token_confirms_once_also_after_another_turn_changed_the_field() -> None:
    with talking() as talk:
        talk.say("总预算控制在五十万以内")
        (update,) = talk.memory.pending("sam")
        talk.memory.confirm("sam", update.token)
        talk.say("把预算改成70万")
        for _ in range(2):
            with pytest.raises(Conflict, match="used"):
                talk.memory.confirm("sam", update.token)
        assert talk.state == {BUDGET: yuan(700_000)}


# chk-056-a
def test_what_waits_is_shown_again_before_it_expires_and_the_expiry_is_audited() -> None:
    with talking() as talk:
        talk.say("我叫张伟。总预算控制在五十万以内，截止日期是12月15日。")
        assert len(talk.waiting) == 3
        turns = talk.memory.schema.expire_turns
        again = [talk.say(f"今天聊聊第{n}场电影", draft="好看。") for n in range(turns)]
        for shown in ("张伟", "500,000", "2026-12-15"):
            assert any(shown in reply for reply in again)
        assert len(talk.waiting) == 3
        talk.say("再聊聊音乐", draft="好听。")
        assert talk.waiting == {}
        assert talk.kinds.count("UpdateExpired") == 3
        assert talk.state == {}


# chk-108-a; a bare number in answer to a shown amount is a correction of it, so the shown update is a name
def test_five_hundred_texts_that_answer_nothing_write_and_refuse_nothing() -> None:
    chosen = random.Random(108)
    things = ["会议", "咖啡", "地铁", "周报", "the train", "my cat", "lunch", "that movie", "客户", "new laptop"]
    does = ["真有意思", "在下雨", "又晚点了", "moved again", "tastes great", "挺贵", "needs a nap", "关门了"]
    marks = ["🎉", "🤔", "…", "?!", "。", "~", "——", "7", "42", "3.14", "x", "Q", "#", "(・_・)", "%%", "12:30"]
    texts = {chosen.choice(things) + " " + chosen.choice(does) + chosen.choice(marks) for _ in range(2_000)}
    texts |= {chosen.choice(marks) * chosen.randrange(1, 4) for _ in range(60)}
    with talking() as shared:
        for number, text in enumerate(sorted(texts)[:500]):
            talk = Talk(shared.memory, f"s{number}")
            talk.say("我叫张伟")
            before = talk.waiting
            talk.say(text)
            assert (talk.state, talk.waiting) == ({}, before), text


# chk-112-a
def test_a_refused_value_that_a_reply_or_a_note_repeats_is_not_proposed_again() -> None:
    with talking() as talk:
        talk.say("总预算控制在五十万以内")
        talk.say("/note 王总以前提过预算50万")
        talk.say("不对")
        assert talk.waiting == {}
        talk.say("帮我看看王总说过什么", draft="王总的笔记里写着预算50万。")
        assert talk.waiting == {}
        talk.say("预算是50万")
        assert talk.waiting == {BUDGET: yuan(500_000)}


# chk-139-a
def test_a_token_never_writes_anything_but_what_was_shown() -> None:
    clock = Clock()
    with talking(clock=clock) as talk:
        talk.say("截止日期是下周五")
        (shown,) = talk.memory.pending("sam")
        clock.pass_(hours=20)
        talk.memory.confirm("sam", shown.token)
        assert talk.state == {DEADLINE: "2026-12-04"}
    with talking() as talk:
        talk.say("截止日期是下周五")
        (shown,) = talk.memory.pending("sam")
        talk.say("今天好累", draft="休息一下。")
        talk.say("截止日期是12月20日")
        assert talk.waiting == {DEADLINE: "2026-12-20"}
        with pytest.raises(Conflict):
            talk.memory.confirm("sam", shown.token)
        assert talk.state == {}


def test_a_token_is_outdated_where_the_waiting_row_itself_was_changed(tmp_path: Path) -> None:
    with talking_on_disk(tmp_path) as talk:
        memory = talk.memory
        talk.say("总预算控制在五十万以内")
        (shown,) = memory.pending("sam")
        archive = Archive(memory._house.store, memory._vault, memory.tenant, "sam")
        ((item, update),) = archive.read(ItemKind.PENDING, PendingUpdate)
        other = archive.sealed(
            item, records.dump(replace(update, value=Money(amount=Decimal(900_000), currency="CNY")))
        )
        memory._house.store.swap(
            Swap(tenant=memory.tenant, subject="sam", items=((item.kind, item.key, item.token, other.token),))
        )
        with pytest.raises(Conflict, match="changed"):
            memory.confirm("sam", shown.token)
        assert talk.state == {}


def test_a_token_writes_what_was_shown_where_the_rules_were_changed_meanwhile(tmp_path: Path) -> None:
    key = tmp_path / "master.key"
    with Memory.open(tmp_path / "memory.db", key=key) as memory:
        talk = Talk(memory)
        talk.say("总预算控制在五十万以内")
        (shown,) = memory.pending("sam")
    rules = tmp_path / "rules.yaml"
    text = rules_path("project_assistant").read_text(encoding="utf-8")
    rules.write_text(text.replace("field: business_context.budget.ceiling", "field: business_context.quote_total"))
    with Memory.open(tmp_path / "memory.db", key=key, rules=[rules]) as memory:
        (again,) = memory.pending("sam")
        assert again.token == shown.token
        memory.confirm("sam", shown.token)
        assert Talk(memory).state == {BUDGET: yuan(500_000)}


# chk-131-a
def test_only_the_speakers_own_yes_writes_in_a_conversation_of_several() -> None:
    with talking() as talk:
        talk.say("预算50万", speaker="wei")
        talk.say("对", speaker="lan")
        assert (talk.state, talk.waiting) == ({}, {BUDGET: yuan(500_000)})
        talk.say("对", speaker="wei")
        assert talk.state == {BUDGET: yuan(500_000)}
