"""Law 4: what is masked or hashed is nowhere in clear, not even for who has the key."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from dualmem.jobs.archive import Archive
from dualmem.memory import Memory
from dualmem.schema.shipped import rules_path, schema_path
from tests.unit.samples import ID_CARD

COUNT = 100
WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
BANK = "user_profile.bank_card"
BANK_FIELD = "      bank_card: {type: bank_card, labels: {zh: [银行卡号], en: [bank card]}, sensitive: hash}\n"


def id_cards(chosen: random.Random) -> Iterator[str]:
    """Give valid ID card numbers (GB 11643)."""
    while True:
        body = f"110101{chosen.randrange(1950, 2005)}{chosen.randrange(1, 13):02d}{chosen.randrange(1, 29):02d}"
        body += f"{chosen.randrange(1000):03d}"
        rest = sum(int(digit) * weight for digit, weight in zip(body, WEIGHTS, strict=True)) % 11
        yield body + "10X98765432"[rest]


def bank_cards(chosen: random.Random) -> Iterator[str]:
    """Give valid bank card numbers (Luhn)."""
    while True:
        body = "622202" + "".join(str(chosen.randrange(10)) for _ in range(12))
        doubled = [int(digit) * (2 if index % 2 == 0 else 1) for index, digit in enumerate(reversed(body))]
        total = sum(number - 9 if number > 9 else number for number in doubled)
        yield body + str(-total % 10)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    text = schema_path("project_assistant").read_text(encoding="utf-8")
    marker = next(line for line in text.splitlines(keepends=True) if line.strip().startswith("id_card:"))
    schema = tmp_path / "schema.yaml"
    schema.write_text(text.replace(marker, marker + BANK_FIELD), encoding="utf-8")
    place = tmp_path / "store"
    place.mkdir()
    rules = [rules_path("project_assistant")]
    with Memory.open(place / "memory.db", schema=schema, rules=rules, key=place / "master.key") as opened:
        yield opened


def everything(memory: Memory, folder: Path) -> str:
    """Give all that can be read with the key, and every byte of every file."""
    house = memory._house
    out: list[object] = []
    for subject in house.store.subjects(memory.tenant):
        archive = Archive(house.store, memory._vault, memory.tenant, subject)
        out += [archive.state(), archive.notes(), archive.pending(), archive.snapshots(), archive.conversations()]
        out += [list(archive.entries()), list(archive.turns())]
    raw = b"".join(path.read_bytes() for path in folder.iterdir())
    return repr(out) + raw.decode("latin-1")


@pytest.mark.slow
def test_of_a_hundred_masked_and_hashed_numbers_none_can_be_recovered(memory: Memory, tmp_path: Path) -> None:
    chosen = random.Random(20261129)
    ids, banks = id_cards(chosen), bank_cards(chosen)
    numbers: list[str] = []
    for turn in range(COUNT // 4):
        one, other, third, fourth = next(ids), next(banks), next(ids), next(banks)
        numbers += [one, other, third, fourth]
        sayings = (
            f"我的身份证号是{one}",
            "确认",
            f"记住我的银行卡号是{other}",
            f"帮我看看{third[:6]} {third[6:14]} {third[14:]}这个号对不对，还有卡号{fourth}",
            f"记一下：备用卡{fourth}",
        )
        for text in sayings:
            memory.hear("wei", text, conversation=f"c{turn}").reply(f"好的，{one}、{other}、{fourth}。")
    state = memory.state("wei")
    assert "*" in str(state.value(ID_CARD))
    assert str(state.value(BANK)).startswith("hash:")
    found = everything(memory, tmp_path / "store")
    digits = "".join(char for char in found if char.isalnum())
    assert len(numbers) == COUNT
    assert [number for number in numbers if number in found or number in digits] == []
    assert memory.audit.verify("wei").is_ok


def test_an_encrypted_value_is_in_clear_in_no_file(memory: Memory, tmp_path: Path) -> None:
    memory.hear("wei", "我的手机号是13800138000", conversation="c").reply("好的，138 0013 8000。")
    memory.hear("wei", "确认", conversation="c").reply("已记下13800138000。")
    memory.hear("wei", "记住我的邮箱是dev@abc.com", conversation="c").reply("好的。")
    raw = b"".join(path.read_bytes() for path in (tmp_path / "store").iterdir())
    for word in ("13800138000", "138 0013 8000", "dev@abc.com", "手机号"):
        assert word.encode() not in raw
    assert memory.state("wei", reveal=True).value("user_profile.contact.phone") == "+8613800138000"
