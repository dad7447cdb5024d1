"""What users of similar systems reported about one user's memory reaching another."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from dualmem.errors import Conflict, NotFound
from dualmem.memory import Memory
from tests.checks.talk import BUDGET, Talk, talking, yuan


def answers(memory: Memory, subject: str, other: str, canary: str) -> list[str]:
    """Give what every reading call says to one subject, asked with the words and ids of another."""
    gave: list[str] = []
    calls: tuple[Callable[[], object], ...] = (
        lambda: memory.state(subject, reveal=True),
        lambda: memory.pending(subject),
        lambda: memory.recall(subject),
        lambda: memory.recall(subject, canary),
        lambda: list(memory.audit.list(subject, reveal=True)),
        lambda: memory.snapshots.list(subject),
        lambda: memory.snapshots.diff(subject, f"snap-{other}"),
        lambda: memory.export(subject, reveal=True),
        lambda: memory.hear(subject, f"{canary} 是什么", conversation=f"talk-{other}").messages(),
        lambda: memory.why(subject, f"facts.key-{other}"),
    )
    for call in calls:
        try:
            gave.append(repr(call()))
        except NotFound as error:
            gave.append(str(error))
    return gave


# chk-059-a
def test_no_answer_to_one_subject_holds_a_canary_of_another() -> None:
    with talking() as talk:
        memories = {tenant: talk.memory.for_tenant(tenant) for tenant in ("acme", "globex")}
        everyone = [(tenant, f"s{n}") for tenant in memories for n in range(5)]
        canaries = {one: f"canary{one[0]}{one[1]}" for one in everyone}
        for (tenant, subject), canary in canaries.items():
            memory = memories[tenant]
            memory.set(subject, f"facts.key-{subject}", canary)
            memory.set(subject, "user_profile.contact.email", f"{canary}@x.io")
            memory.propose(subject, "user_profile.name", canary)
            memory.hear(subject, f"/note {canary}", conversation=f"talk-{subject}").reply(canary)
            memory.snapshots.create(subject, f"snap-{subject}")
        for tenant, subject in everyone:
            for other, canary in canaries.items():
                if other == (tenant, subject):
                    continue
                for gave in answers(memories[tenant], subject, other[1], canary):
                    own_words = f"{canary} 是什么|「{canary}」|“{canary}”"
                    assert canary not in re.sub(own_words, "", gave), (tenant, subject, other)


def test_an_id_of_another_subject_answers_like_an_unknown_one() -> None:
    with talking() as talk:
        memory = talk.memory
        for subject in ("wei", "lan"):
            memory.hear(subject, "总预算控制在五十万以内", conversation=subject).reply()
        memory.snapshots.create("lan", "mine")
        (update,) = memory.pending("lan")
        for token in (update.token.replace(update.id, "99.1"), "99.1-" + "0" * 32):
            with pytest.raises(Conflict):
                memory.confirm("wei", token)
        messages = []
        for tag in ("mine", "never"):
            with pytest.raises(NotFound) as caught:
                memory.snapshots.restore("wei", tag)
            messages.append(str(caught.value).replace(tag, "…"))
        assert messages[0] == messages[1]
        assert memory.state("wei").fields == memory.state("lan").fields == {}


# chk-059-b (240 turns of each, by two workers)
@pytest.mark.slow
def test_a_yes_confirms_the_own_subjects_update_only() -> None:
    with talking() as talk, ThreadPoolExecutor(max_workers=2) as pool:
        people = (Talk(talk.memory, "wei"), Talk(talk.memory, "lan"))

        def both(*texts: str) -> list[str]:
            return list(pool.map(lambda pair: pair[0].say(pair[1]), zip(people, texts, strict=True)))

        for n in range(1, 61):
            own = (yuan((n + 100) * 10_000), yuan((n + 500) * 10_000))
            both(f"预算是{n + 100}万", f"预算是{n + 500}万")
            assert [one.waiting for one in people] == [{BUDGET: own[0]}, {BUDGET: own[1]}]
            if n % 2:  # after the other's question
                both("确认", "今天天气不错")
                assert people[0].state == {BUDGET: own[0]}
                assert people[1].state.get(BUDGET) != own[1]
            else:
                both("今天天气不错", "确认")
                assert people[1].state == {BUDGET: own[1]}
                assert people[0].state.get(BUDGET) != own[0]
            both("算了", "算了")
            both("你好", "你好")
        assert all(talk.memory.audit.verify(name).is_ok for name in ("wei", "lan"))
