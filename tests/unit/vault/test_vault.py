"""The vault: tokens open in their own place only, and keys are where they should be."""

import base64
import os
import stat
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from dualmem.errors import KeyMissing, TokenUnreadable, VaultError
from dualmem.ports import SealContext, WrappedKey
from dualmem.storage.keys import SqliteKeys
from dualmem.storage.memory_keys import MemoryKeys
from dualmem.vault import master
from dualmem.vault.keyed import KeyedVault
from dualmem.vault.suites import AesGcm, SuiteName, bind, derive

MASTER = bytes(range(32))
HERE = SealContext("acme", "wei", "field", "user_profile.contact.phone", 3)
SUITES: tuple[SuiteName, ...] = ("aes-256-gcm", "fernet")


@pytest.fixture(params=SUITES)
def vault(request: pytest.FixtureRequest) -> KeyedVault:
    return KeyedVault(MemoryKeys(), MASTER, suite=request.param)


def test_what_was_sealed_opens_in_its_place(vault: KeyedVault) -> None:
    for data in (b"", "你好".encode(), os.urandom(5000)):
        assert vault.open(HERE, vault.seal(HERE, data)) == data


def test_the_same_bytes_give_another_token_each_time(vault: KeyedVault) -> None:
    assert len({vault.seal(HERE, b"x") for _ in range(50)}) == 50


@pytest.mark.parametrize(
    "moved",
    [
        SealContext("other", "wei", "field", "user_profile.contact.phone", 3),
        SealContext("acme", "lan", "field", "user_profile.contact.phone", 3),
        SealContext("acme", "wei", "pending", "user_profile.contact.phone", 3),
        SealContext("acme", "wei", "field", "user_profile.contact.email", 3),
        SealContext("acme", "wei", "field", "user_profile.contact.phone", 4),
        SealContext("acme", "wei", "fielduser", "_profile.contact.phone", 3),
    ],
)
def test_a_token_that_was_moved_does_not_open(vault: KeyedVault, moved: SealContext) -> None:
    token = vault.seal(HERE, b"13800138000")
    vault.seal(moved, b"the place has a key of its own")
    with pytest.raises(TokenUnreadable) as caught:
        vault.open(moved, token)
    assert "138" not in str(caught.value)


def test_every_damaged_token_is_refused(vault: KeyedVault) -> None:
    token = vault.seal(HERE, b"13800138000")
    broken = ["", "x", "a1", "a1..", "a1.0000.", token[:-5], token[5:], token.upper(), f"{token}A.b", "z9." + token[3:]]
    broken += [token[:at] + ("A" if token[at] != "A" else "B") + token[at + 1 :] for at in range(20, len(token) - 2, 7)]
    for text in broken:
        with pytest.raises(TokenUnreadable):
            vault.open(HERE, text)


def test_a_token_names_its_key_and_holds_no_clear_value(vault: KeyedVault) -> None:
    token = vault.seal(HERE, b"13800138000")
    mark, key_id, _ = token.split(".", 2)
    assert mark in {"a1", "f1"}
    assert len(bytes.fromhex(key_id)) == 8
    assert b"138" not in base64.urlsafe_b64decode(token.split(".", 2)[2] + "==")
    assert " " not in token


def test_both_suites_open_what_the_other_one_sealed() -> None:
    keys = MemoryKeys()
    first, second = (KeyedVault(keys, MASTER, suite=suite) for suite in SUITES)
    assert second.open(HERE, first.seal(HERE, b"x")) == first.open(HERE, second.seal(HERE, b"x")) == b"x"


def test_another_master_key_is_noticed_when_the_vault_opens() -> None:
    keys = MemoryKeys()
    KeyedVault(keys, MASTER)
    with pytest.raises(KeyMissing, match="was made with the master key") as caught:
        KeyedVault(keys, bytes(32))
    assert "DUALMEM_KEY" in caught.value.diagnostics()


def test_a_damaged_key_is_another_error_than_a_wrong_master(tmp_path: Path) -> None:
    keys = SqliteKeys(tmp_path / "keys.db")
    KeyedVault(keys, MASTER)
    (root,) = keys.keys("", "")
    damaged = type(root)(
        id=root.id, tenant="", subject="", wrapped=b"AAAA" + root.wrapped[4:], master=root.master, at=root.at
    )
    assert keys.replace(root, damaged)
    with pytest.raises(VaultError, match="damaged"):
        KeyedVault(keys, MASTER)


def test_without_the_store_of_keys_nothing_opens() -> None:
    token = KeyedVault(MemoryKeys(), MASTER).seal(HERE, b"x")
    with pytest.raises(KeyMissing, match="gone"):
        KeyedVault(MemoryKeys(), MASTER).open(HERE, token)


def test_a_data_key_is_durable_before_the_first_token_under_it(tmp_path: Path) -> None:
    token = KeyedVault(SqliteKeys(tmp_path / "keys.db"), MASTER).seal(HERE, b"x")
    assert KeyedVault(SqliteKeys(tmp_path / "keys.db"), MASTER).open(HERE, token) == b"x"


def test_a_forgotten_subject_is_gone_for_every_process_and_may_begin_anew(tmp_path: Path) -> None:
    first = KeyedVault(SqliteKeys(tmp_path / "keys.db"), MASTER)
    second = KeyedVault(SqliteKeys(tmp_path / "keys.db"), MASTER)
    token = first.seal(HERE, b"x")
    assert second.open(HERE, token) == b"x"
    (key,) = SqliteKeys(tmp_path / "keys.db").keys("acme", "wei")
    first.forget("acme", "wei")
    for vault in (first, second):
        with pytest.raises(KeyMissing):
            vault.open(HERE, token)
    assert second.open(HERE, second.seal(HERE, b"new")) == b"new"
    for path in tmp_path.iterdir():
        assert key.wrapped not in path.read_bytes(), path.name


def test_two_subjects_have_two_keys(vault: KeyedVault) -> None:
    other = SealContext("acme", "lan", "field", "a", 1)
    assert vault.seal(HERE, b"x").split(".")[1] != vault.seal(other, b"x").split(".")[1]


def test_threads_that_begin_a_subject_together_agree_on_its_key(tmp_path: Path) -> None:
    vault = KeyedVault(SqliteKeys(tmp_path / "keys.db"), MASTER)
    tokens: list[str] = []
    threads = [threading.Thread(target=lambda: tokens.append(vault.seal(HERE, b"x"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({token.split(".")[1] for token in tokens}) == 1
    assert all(vault.open(HERE, token) == b"x" for token in tokens)


def test_a_pseudonym_is_stable_and_tells_nothing() -> None:
    keys = MemoryKeys()
    first, second = KeyedVault(keys, MASTER), KeyedVault(keys, MASTER)
    assert first.pseudonym("acme", "wei") == second.pseudonym("acme", "wei")
    assert len(bytes.fromhex(first.pseudonym("acme", "wei"))) == 16
    others = {
        first.pseudonym("acme", "lan"),
        first.pseudonym("ac", "mewei"),
        KeyedVault(MemoryKeys(), MASTER).pseudonym("acme", "wei"),
    }
    assert first.pseudonym("acme", "wei") not in others


def test_a_keyed_hash_is_stable_bound_to_its_place_and_slow(vault: KeyedVault) -> None:
    found = vault.keyed_hash("acme", "wei", "card", b"6222020200112233")
    assert found == vault.keyed_hash("acme", "wei", "card", b"6222020200112233")
    assert len(bytes.fromhex(found)) == 32
    assert found != vault.keyed_hash("acme", "lan", "card", b"6222020200112233")
    assert found != vault.keyed_hash("acme", "wei", "other", b"6222020200112233")


def test_a_new_master_key_opens_everything_and_the_old_one_nothing(tmp_path: Path) -> None:
    keys = SqliteKeys(tmp_path / "keys.db")
    vault = KeyedVault(keys, MASTER)
    token, pseudonym = vault.seal(HERE, b"x"), vault.pseudonym("acme", "wei")
    new = bytes(reversed(MASTER))
    assert vault.rewrap(new) == 2
    assert vault.rewrap(new) == 0
    again = KeyedVault(keys, new)
    assert again.open(HERE, token) == b"x"
    assert again.pseudonym("acme", "wei") == pseudonym
    with pytest.raises(KeyMissing):
        KeyedVault(keys, MASTER)


def test_a_rotation_that_was_interrupted_is_finished_by_the_same_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = SqliteKeys(tmp_path / "keys.db")
    vault = KeyedVault(keys, MASTER)
    places = [SealContext("acme", subject, "field", "a", 1) for subject in ("anna", "bo", "wei")]
    tokens = [vault.seal(place, b"x") for place in places]
    real, done = keys.replace, []

    def replace(old: WrappedKey, new: WrappedKey) -> bool:
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(old.subject)
        return real(old, new)

    monkeypatch.setattr(keys, "replace", replace)
    with pytest.raises(KeyboardInterrupt):
        vault.rewrap(bytes(32))
    monkeypatch.undo()
    assert KeyedVault(keys, MASTER).rewrap(bytes(32)) == 2
    again = KeyedVault(keys, bytes(32))
    assert [again.open(place, token) for place, token in zip(places, tokens, strict=True)] == [b"x"] * 3
    with pytest.raises(KeyMissing):
        KeyedVault(keys, MASTER)


@pytest.mark.parametrize(
    "text", [MASTER.hex(), base64.b64encode(MASTER).decode(), base64.urlsafe_b64encode(MASTER).decode().rstrip("=")]
)
def test_a_key_may_be_written_as_hex_or_base64(text: str, tmp_path: Path) -> None:
    assert master.find({"DUALMEM_KEY": f" {text}\n"}, tmp_path / "no.key", is_new=False) == MASTER
    (tmp_path / "a.key").write_text(f"{text}\n", encoding="utf-8")
    assert master.find({}, tmp_path / "a.key", is_new=False) == MASTER


@pytest.mark.parametrize("text", ["secret", "00" * 31, "zz" * 32, base64.b64encode(bytes(16)).decode(), "密钥" * 20])
def test_what_is_no_key_is_refused_without_showing_it(text: str, tmp_path: Path) -> None:
    with pytest.raises(KeyMissing) as caught:
        master.find({"DUALMEM_KEY": text}, tmp_path / "no.key", is_new=True)
    assert text not in caught.value.diagnostics()
    assert "32 random bytes" in caught.value.diagnostics()


def test_a_missing_key_file_is_made_only_for_a_new_store(tmp_path: Path) -> None:
    place = tmp_path / "config" / "master.key"
    with pytest.raises(KeyMissing, match=r"master\.key"):
        master.find({}, place, is_new=False)
    assert not place.exists()
    made = master.find({}, place, is_new=True)
    assert master.find({}, place, is_new=False) == made
    if os.name == "posix":
        assert stat.S_IMODE(place.stat().st_mode) == 0o600
        assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700


def test_a_key_file_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    place = tmp_path / "master.key"
    first = master.find({}, place, is_new=True)
    master.make(place)
    assert master.find({}, place, is_new=True) == first
    assert [one.name for one in tmp_path.iterdir()] == ["master.key"]


def test_a_vault_that_is_open_goes_on_through_a_rotation(tmp_path: Path) -> None:
    client, rotating = (KeyedVault(SqliteKeys(tmp_path / "keys.db"), MASTER) for _ in range(2))
    token = client.seal(HERE, b"before")
    rotating.rewrap(bytes(32), is_open=True)
    assert client.open(HERE, token) == b"before"
    client.seal(replace(HERE, subject="new"), b"made meanwhile")
    assert KeyedVault(SqliteKeys(tmp_path / "keys.db"), MASTER).open(HERE, token) == b"before"
    KeyedVault(SqliteKeys(tmp_path / "keys.db"), bytes(32)).rewrap(bytes(32))
    assert client.open(HERE, token) == b"before"
    assert KeyedVault(SqliteKeys(tmp_path / "keys.db"), bytes(32)).open(HERE, token) == b"before"
    with pytest.raises(KeyMissing):
        KeyedVault(SqliteKeys(tmp_path / "keys.db"), MASTER)


def test_a_second_rotation_waits_for_the_first(tmp_path: Path) -> None:
    vault = KeyedVault(SqliteKeys(tmp_path / "keys.db"), MASTER)
    vault.rewrap(bytes(32), is_open=True)
    with pytest.raises(VaultError, match="not finished"):
        vault.rewrap(b"1" * 32)


def test_the_vectors_of_the_format_page_are_what_the_vault_makes() -> None:
    page = (Path(__file__).parents[3] / "docs" / "keys.md").read_text(encoding="utf-8")
    key, data_key = bytes(range(32)), bytes(range(32, 64))
    for made in (derive(key, "wrap").hex(), derive(key, "id")[:4].hex(), bind("acme", "wei").hex()):
        assert f" {made}\n" in page
    mark, key_id, text = next(word for word in page.split() if word.startswith("a1.0123")).split(".")
    bound = bind(mark, key_id, "acme", "wei", "field", "facts.city", "3")
    assert AesGcm(data_key).open(text, bound) == "北京".encode()
