"""Law 8 through the front door: what the user had forgotten is in no place and no file."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.faults.talk import open_memory
from dualmem.errors import Conflict
from dualmem.jobs.archive import Archive
from dualmem.memory import Memory
from dualmem.ports import ItemKind

PHONE = "user_profile.contact.phone"
EMAIL = "user_profile.contact.email"
QUOTE = "business_context.quote_total"
TALK = (
    "我的手机号是138 0013 8000",
    "确认",
    "记住我的邮箱是canary.dev@abc.com",
    "记一下：周五打13800138000找我，或写canary.dev@abc.com",
    "我的手机号是多少？",
    "把手机号改成13900139000",
    "撤销",
    "/remember 所在城市 北京",
)
CANARIES = ("13800138000", "138 0013 8000", "138-0013-8000", "1380013", "13900139000", "canary.dev")


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with open_memory(tmp_path) as opened:
        for text in TALK:
            opened.hear("wei", text, conversation="c").reply("好的，我记下了13800138000和canary.dev@abc.com。")
        opened.snapshots.create("wei", "with-contact")
        opened.hear("wei", "我叫小明", conversation="d").reply("好的。")
        yield opened


def everything(memory: Memory, folder: Path) -> str:
    """Give all that can be read with the key, every stored result, and every byte of every file."""
    store, vault = memory._house.store, memory._vault
    archive = Archive(store, vault, memory.tenant, "wei")
    out: list[object] = [archive.state(), archive.notes(), archive.pending(), archive.snapshots()]
    out += [archive.conversations(), list(archive.entries()), list(archive.turns())]
    out += [archive.open(item) for item in store.items(memory.tenant, "wei", ItemKind.ERASURE)]
    for entry in archive.entries():
        operation = entry.header.operation
        if operation is None:
            continue
        loaded = store.load(memory.tenant, "wei", "c", window=0, operation_id=operation)
        out.append(memory._house.ledger.open(memory.tenant, "wei", "c", loaded, operation=operation).result)
    raw = b"".join(path.read_bytes() for path in folder.iterdir())
    return repr(out) + raw.decode("latin-1")


def found(memory: Memory, folder: Path, words: tuple[str, ...] = CANARIES) -> list[str]:
    text = everything(memory, folder)
    return [word for word in words if word in text]


def test_before_they_are_forgotten_the_values_can_be_found_with_the_key(memory: Memory, tmp_path: Path) -> None:
    assert {"13800138000", "canary.dev"} <= set(found(memory, tmp_path))


def test_one_field_is_forgotten_by_a_word_of_the_user(memory: Memory, tmp_path: Path) -> None:
    exchange = memory.hear("wei", "忘掉我的手机号", conversation="c")
    assert "138" not in exchange.reply("好的。")
    assert found(memory, tmp_path) == ["canary.dev"]
    assert memory.audit.verify("wei").is_ok, memory.audit.verify("wei").lines()
    assert memory.state("wei").value("facts.所在城市") == "北京"


def test_a_group_is_forgotten_after_the_users_yes(memory: Memory, tmp_path: Path) -> None:
    memory.hear("wei", "忘掉我的联系方式", conversation="c").reply("")
    assert found(memory, tmp_path)
    memory.hear("wei", "确认", conversation="c").reply("")
    assert found(memory, tmp_path) == []
    assert memory.audit.verify("wei").is_ok, memory.audit.verify("wei").lines()


def test_the_words_that_ask_for_it_do_not_keep_the_value(memory: Memory, tmp_path: Path) -> None:
    memory.hear("wei", "忘掉我的手机号13800138000", conversation="c").reply("")
    if PHONE not in memory.state("wei").fields:
        assert found(memory, tmp_path) == ["canary.dev"]


def test_an_operator_forgets_a_field_and_gets_a_receipt(memory: Memory, tmp_path: Path) -> None:
    receipt = memory.forget("wei", EMAIL, actor="operator:tests", channel="cli")
    assert receipt.erased == (EMAIL,)
    assert receipt.turns
    assert "canary.dev" not in found(memory, tmp_path)
    assert memory.audit.verify("wei").is_ok


def test_undo_and_rollback_do_not_bring_it_back(memory: Memory, tmp_path: Path) -> None:
    memory.hear("wei", "忘掉我的手机号", conversation="c").reply("")
    memory.hear("wei", "撤销", conversation="c").reply("")
    memory.snapshots.restore("wei", "with-contact")
    assert memory.state("wei").value(PHONE) is None
    assert "13800138000" not in found(memory, tmp_path)
    assert memory.audit.verify("wei").is_ok, memory.audit.verify("wei").lines()


def test_a_whole_subject_is_forgotten(memory: Memory, tmp_path: Path) -> None:
    memory.forget("wei", actor="operator:tests")
    raw = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for word in (*CANARIES, "北京", "小明"):
        assert word.encode() not in raw
    assert memory.state("wei").fields == {}
    assert memory.audit.verify("wei").is_ok, memory.audit.verify("wei").lines()


def test_a_repeated_operation_whose_answer_was_forgotten_says_so_and_does_nothing(memory: Memory) -> None:
    memory.hear("wei", "我的手机号是多少？", conversation="c", operation_id="asked").reply(
        "",
    )
    memory.forget("wei", PHONE)
    before = memory.audit.verify("wei").chain.records
    with pytest.raises(Conflict, match="done before"):
        memory.hear("wei", "我的手机号是多少？", conversation="c", operation_id="asked")
    assert memory.audit.verify("wei").chain.records == before


def test_a_forgotten_value_comes_back_by_the_users_own_words_only(memory: Memory) -> None:
    exported = json.dumps(memory.export("wei", reveal=True))
    plain = json.dumps({"user_profile": {"contact": {"phone": "138 0013 8000"}}})
    memory.forget("wei", PHONE)
    for text in (exported, plain):
        report = memory.import_("wei", text, is_trusted=True)
        assert PHONE in dict(report.left_out)
        assert "138" not in repr(report.left_out)
    memory.hear("wei", "今天天气不错", conversation="c").reply("您的手机号是13800138000，对吗？")
    memory.hear("wei", "对", conversation="c").reply("")
    memory.said("wei", "您的手机号是13800138000。", "c")
    with pytest.raises(Conflict, match="forgotten"):
        memory.propose("wei", PHONE, "13800138000")
    assert memory.state("wei").value(PHONE) is None
    assert PHONE not in [update.field for update in memory.pending("wei")]
    assert memory.audit.verify("wei").is_ok
    memory.hear("wei", "记住我的手机号13800138000", conversation="c").reply("")
    assert memory.state("wei", reveal=True).value(PHONE) == "+8613800138000"


def test_a_forgotten_value_that_the_assistant_states_is_no_offer_and_the_audit_says_so(memory: Memory) -> None:
    offer = "B方案总成本为85万，可以吗？"
    memory.set("wei", QUOTE, {"amount": "850000", "currency": "CNY"})
    memory.forget("wei", QUOTE)
    memory.hear("wei", "说说方案", conversation="q").reply(offer)
    memory.hear("wei", "确认", conversation="q").reply("")
    assert memory.state("wei").value(QUOTE) is None
    suppressed = [row for row in memory.audit.list("wei") if row.reason == "forgotten"]
    assert [(row.field, row.old, row.new) for row in suppressed] == [(QUOTE, None, None)]
    assert memory.audit.verify("wei").is_ok
    memory.hear("wei", "说说方案", conversation="r").reply(offer.replace("85", "86"))
    memory.hear("wei", "确认", conversation="r").reply("")
    assert memory.state("wei").value(QUOTE) is not None
