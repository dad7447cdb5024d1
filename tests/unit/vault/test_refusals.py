"""What the vault says of a token or key that does not open, and that it opens nothing else."""

import pytest

from dualmem.errors import KeyMissing, TokenUnreadable, VaultError
from dualmem.ports import SealContext
from dualmem.storage.memory_keys import MemoryKeys
from dualmem.vault import keyed
from dualmem.vault.keyed import KeyedVault
from dualmem.vault.suites import AesGcm, FernetSuite, SuiteName, derive

MASTER = bytes(range(32))
HERE = SealContext("acme", "wei", "field", "a.b", 3)
THERE = SealContext("acme", "lan", "field", "a.b", 3)
DAMAGED = "it is damaged"
MOVED = "it is damaged, or was moved from another place"


@pytest.fixture
def keys() -> MemoryKeys:
    return MemoryKeys()


@pytest.fixture(params=["aes-256-gcm", "fernet"])
def vault(request: pytest.FixtureRequest, keys: MemoryKeys) -> KeyedVault:
    suite: SuiteName = request.param
    return KeyedVault(keys, MASTER, suite=suite)


def why(vault: KeyedVault, token: str, context: SealContext = HERE) -> str:
    with pytest.raises(TokenUnreadable) as caught:
        vault.open(context, token)
    assert caught.value.data == {"kind": context.kind, "path": context.path}
    assert str(caught.value).startswith("the stored field a.b does not open: ")
    return str(caught.value).removeprefix("the stored field a.b does not open: ")


@pytest.mark.parametrize("token", ["", "a1", "a1.", "a1.0123.", "zz.0123.AAAA", "你好"])
def test_what_has_not_the_form_of_a_token_is_damaged(vault: KeyedVault, token: str) -> None:
    vault.seal(HERE, b"x")
    assert why(vault, token) == DAMAGED


def test_a_token_under_an_unknown_key_says_so(vault: KeyedVault) -> None:
    vault.seal(HERE, b"x")
    token = vault.seal(THERE, b"x")
    assert why(vault, token) == "it was sealed under the key of another subject"


def test_a_token_from_another_path_says_so(vault: KeyedVault) -> None:
    token = vault.seal(SealContext("acme", "wei", "field", "c", 3), b"x")
    assert why(vault, token) == MOVED


def test_a_token_with_something_behind_it_is_damaged(vault: KeyedVault) -> None:
    assert why(vault, f"{vault.seal(HERE, b'x')}.more") == MOVED


def test_a_subject_without_a_key_has_its_own_error(vault: KeyedVault) -> None:
    token = vault.seal(THERE, b"x")
    with pytest.raises(KeyMissing) as caught:
        vault.open(HERE, token)
    assert str(caught.value) == "the key of wei is gone: it was forgotten, or the file of keys is not this store's"
    step = "Put the file of keys (the store's name and .keys) back beside the store."
    assert caught.value.data == {"subject": "wei", "next_step": step}


def test_an_opener_opens_the_tokens_of_its_subject(vault: KeyedVault) -> None:
    opener = vault.opener("acme", "wei") if vault.seal(HERE, b"first") else None
    assert opener is not None
    assert opener(HERE, vault.seal(HERE, b"x")) == b"x"


@pytest.mark.parametrize("other", [THERE, SealContext("other", "wei", "field", "a.b", 3)], ids=["subject", "tenant"])
def test_an_opener_refuses_the_tokens_of_another(vault: KeyedVault, other: SealContext) -> None:
    vault.seal(HERE, b"x")
    token = vault.seal(other, b"x")
    with pytest.raises(
        TokenUnreadable, match=r"^the stored field a\.b does not open: it is another subject's$"
    ) as caught:
        vault.opener("acme", "wei")(other, token)
    assert caught.value.data == {"kind": "field", "path": "a.b"}


def test_an_opener_of_a_subject_without_keys_says_so(vault: KeyedVault) -> None:
    token = vault.seal(THERE, b"x")
    with pytest.raises(KeyMissing, match="gone"):
        vault.opener("acme", "wei")(HERE, token)


def test_a_wrong_master_is_named_beside_the_right_one(keys: MemoryKeys) -> None:
    KeyedVault(keys, MASTER)
    right, wrong = derive(MASTER, "id")[:4].hex(), derive(bytes(32), "id")[:4].hex()
    with pytest.raises(KeyMissing) as caught:
        KeyedVault(keys, bytes(32))
    assert str(caught.value) == f"this store was made with the master key {right}, not with {wrong}"
    assert caught.value.data == {"master": right}


@pytest.mark.parametrize("wrapped", [b"AAAA", b"\xff\xfe", b""], ids=["damaged", "no text", "empty"])
def test_a_damaged_key_is_named_by_its_id(keys: MemoryKeys, wrapped: bytes) -> None:
    KeyedVault(keys, MASTER)
    (root,) = keys.keys("", "")
    keys.replace(root, keyed.replace(root, wrapped=wrapped))
    with pytest.raises(VaultError) as caught:
        KeyedVault(keys, MASTER)
    assert str(caught.value) == f"the stored key {root.id} is damaged"
    assert caught.value.data == {"key": root.id}


@pytest.mark.parametrize("suite", [AesGcm, FernetSuite])
def test_another_spelling_of_a_token_is_refused(suite: type[AesGcm] | type[FernetSuite]) -> None:
    cipher = suite(MASTER)
    text = cipher.seal(b"x", b"here")
    for other in (f"{text[:8]}*{text[8:]}", f"{text}=", f"{text}\n", f"{text}AAAA", text[:-1], "城市", "A"):
        with pytest.raises(TokenUnreadable):
            cipher.open(other, b"here")


def test_the_vault_keeps_no_more_than_so_many_subjects_open(keys: MemoryKeys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyed, "_MOST_CACHED", 3)
    vault = KeyedVault(keys, MASTER)
    places = [SealContext("acme", f"s{number}", "field", "a", 1) for number in range(8)]
    tokens = []
    for place in places:
        tokens.append(vault.seal(place, b"x"))
        assert 1 <= len(vault._cache) <= 3
    assert [vault.open(place, token) for place, token in zip(places, tokens, strict=True)] == [b"x"] * 8


def test_the_keys_of_a_subject_are_read_once(keys: MemoryKeys, monkeypatch: pytest.MonkeyPatch) -> None:
    vault = KeyedVault(keys, MASTER)
    token = vault.seal(HERE, b"x")
    real, reads = keys.keys, []

    def read(tenant: str, subject: str) -> object:
        reads.append((tenant, subject))
        return real(tenant, subject)

    monkeypatch.setattr(keys, "keys", read)
    for _ in range(3):
        assert vault.open(HERE, token) == b"x"
    assert reads == []


def test_a_cipher_of_a_key_is_made_once(vault: KeyedVault) -> None:
    vault.seal(HERE, b"x")
    (opened,) = vault._cache["acme", "wei"]
    made = dict(opened.ciphers)
    vault.open(HERE, vault.seal(HERE, b"x"))
    assert all(opened.ciphers[mark] is cipher for mark, cipher in made.items())
    assert len(opened.ciphers) == 1


def test_a_subject_without_a_key_may_be_forgotten_twice(vault: KeyedVault) -> None:
    vault.seal(HERE, b"x")
    for _ in range(2):
        vault.forget("acme", "wei")
        assert vault.key_ids("acme", "wei") == ()


def test_a_vault_that_is_closed_holds_no_key_and_no_file(keys: MemoryKeys, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []
    monkeypatch.setattr(keys, "close", lambda: closed.append(True))
    vault = KeyedVault(keys, MASTER)
    vault.seal(HERE, b"x")
    vault.close()
    assert (vault._cache, closed) == ({}, [True])
