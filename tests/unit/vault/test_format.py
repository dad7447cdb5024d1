"""The format of keys and tokens, read by a second implementation written from docs/keys.md alone."""

import base64
import hashlib
import hmac
from datetime import UTC, datetime, timedelta

import pytest
from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from dualmem.ports import SealContext, WrappedKey
from dualmem.storage.memory_keys import MemoryKeys
from dualmem.vault.keyed import KeyedVault
from dualmem.vault.suites import AesGcm, FernetSuite, bind, derive

MASTER = bytes(range(32))
HERE = SealContext("acme", "wei", "field", "facts.城市", 3)


@pytest.fixture(autouse=True)
def nothing_derived() -> None:
    """Let every test derive its keys anew."""
    derive.cache_clear()


def hkdf(key: bytes, purpose: str) -> bytes:
    drawn = hmac.new(bytes(32), key, hashlib.sha256).digest()
    return hmac.new(drawn, f"dualmem/1/{purpose}".encode() + b"\x01", hashlib.sha256).digest()


def bound(*texts: str) -> bytes:
    return b"".join(len(text.encode()).to_bytes(4, "big") + text.encode() for text in texts)


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def aes_opened(key: bytes, text: str, to: bytes) -> bytes:
    raw = decoded(text)
    return AESGCM(key).decrypt(raw[:12], raw[12:], to)


def unwrapped(key: WrappedKey) -> bytes:
    sealing = hkdf(hkdf(MASTER, "wrap"), "seal")
    return aes_opened(sealing, key.wrapped.decode(), bound("key", key.id, key.tenant, key.subject))


def root_key(keys: MemoryKeys) -> bytes:
    (root,) = keys.keys("", "")
    return unwrapped(root)


@pytest.fixture
def keys() -> MemoryKeys:
    return MemoryKeys()


@pytest.fixture
def vault(keys: MemoryKeys) -> KeyedVault:
    return KeyedVault(keys, MASTER)


def test_a_derived_key_is_hkdf_with_the_purpose() -> None:
    assert derive(MASTER, "wrap") == hkdf(MASTER, "wrap")


def test_bound_texts_are_each_preceded_by_their_length() -> None:
    assert bind("acme", "", "城市") == bound("acme", "", "城市")


def test_texts_of_any_length_can_be_bound() -> None:
    assert bind("x" * 70_000) == bound("x" * 70_000)


def test_a_master_key_is_named_by_the_start_of_its_id_key(vault: KeyedVault) -> None:
    assert vault.status()["master"] == hkdf(MASTER, "id")[:4].hex()


def test_a_wrapped_key_opens_with_the_master_for_its_own_name_only(vault: KeyedVault, keys: MemoryKeys) -> None:
    vault.seal(HERE, b"x")
    for key in (*keys.keys("", ""), *keys.keys("acme", "wei")):
        assert len(unwrapped(key)) == 32
        assert key.master == hkdf(MASTER, "id")[:4].hex()


def test_a_new_key_says_when_it_was_made(vault: KeyedVault, keys: MemoryKeys) -> None:
    vault.seal(HERE, b"x")
    (key,) = keys.keys("acme", "wei")
    at = datetime.fromisoformat(key.at)
    assert abs(datetime.now(UTC) - at) < timedelta(minutes=5)
    assert key.at.endswith("+00:00")
    assert at.microsecond == 0


def test_a_new_key_has_an_id_of_16_hex_digits(vault: KeyedVault, keys: MemoryKeys) -> None:
    vault.seal(HERE, b"x")
    assert vault.key_ids("acme", "wei") == (keys.keys("acme", "wei")[0].id,)
    assert len(bytes.fromhex(vault.key_ids("acme", "wei")[0])) == 8


def test_an_aes_token_opens_with_the_seal_key_for_its_own_place(vault: KeyedVault, keys: MemoryKeys) -> None:
    mark, key_id, text = vault.seal(HERE, "北京".encode()).split(".")
    (key,) = keys.keys("acme", "wei")
    to = bound("a1", key.id, "acme", "wei", "field", "facts.城市", "3")
    assert (mark, key_id) == ("a1", key.id)
    assert aes_opened(hkdf(unwrapped(key), "seal"), text, to) == "北京".encode()


def test_an_aes_token_has_a_nonce_of_12_bytes_and_a_tag_of_16(vault: KeyedVault) -> None:
    assert len(decoded(vault.seal(HERE, b"12345").split(".")[2])) == 12 + 5 + 16


def test_a_fernet_token_opens_with_the_fernet_key_and_begins_with_its_place(keys: MemoryKeys) -> None:
    mark, key_id, text = KeyedVault(keys, MASTER, suite="fernet").seal(HERE, "北京".encode()).split(".")
    (key,) = keys.keys("acme", "wei")
    opened = Fernet(base64.urlsafe_b64encode(hkdf(unwrapped(key), "fernet"))).decrypt(text)
    place = hashlib.sha256(bound("f1", key.id, "acme", "wei", "field", "facts.城市", "3")).digest()
    assert (mark, key_id) == ("f1", key.id)
    assert opened == place + "北京".encode()


def test_a_pseudonym_is_an_hmac_over_tenant_and_subject(vault: KeyedVault, keys: MemoryKeys) -> None:
    made = hmac.new(hkdf(root_key(keys), "pseudonym"), bound("acme", "wei"), hashlib.sha256).hexdigest()
    assert vault.pseudonym("acme", "wei") == made[:32]


def test_the_mark_of_a_forgotten_value_is_an_hmac_over_its_place_and_bytes(vault: KeyedVault, keys: MemoryKeys) -> None:
    key = hkdf(root_key(keys), "mark")
    made = hmac.new(key, bound("acme", "wei", "facts.city") + b"x", hashlib.sha256).hexdigest()
    assert vault.mark("acme", "wei", "facts.city", b"x") == made[:32]


def test_a_keyed_hash_is_scrypt_salted_with_its_place(vault: KeyedVault, keys: MemoryKeys) -> None:
    salt = hkdf(root_key(keys), "hash") + bound("acme", "wei", "card")
    made = hashlib.scrypt(b"6222", salt=salt, n=2**14, r=8, p=1, dklen=32).hex()
    assert vault.keyed_hash("acme", "wei", "card", b"6222") == made


def test_the_signer_has_the_signing_key_of_the_store(vault: KeyedVault, keys: MemoryKeys) -> None:
    key = Ed25519PrivateKey.from_private_bytes(hkdf(root_key(keys), "signing"))
    assert vault.signer().public_key == key.public_key().public_bytes_raw()
    assert vault.signer().sign(b"head") == key.sign(b"head")


def test_the_status_tells_suite_master_and_number_of_subjects(vault: KeyedVault) -> None:
    vault.seal(HERE, b"x")
    vault.seal(SealContext("acme", "lan", "field", "a", 1), b"x")
    assert vault.status() == {"suite": "aes-256-gcm", "master": hkdf(MASTER, "id")[:4].hex(), "subjects": 2}


@pytest.mark.parametrize("suite", [AesGcm, FernetSuite])
def test_a_suite_gives_back_what_it_sealed_and_only_there(suite: type[AesGcm] | type[FernetSuite]) -> None:
    cipher = suite(MASTER)
    text = cipher.seal(b"x", b"here")
    assert cipher.open(text, b"here") == b"x"
    with pytest.raises(Exception, match="does not open"):
        cipher.open(text, b"there")
