"""The signer: Ed25519, as RFC 8032 tests it, and nothing else counts as a signature."""

import pytest

from dualmem.vault.signer import Ed25519Signer, is_signed

# RFC 8032, section 7.1, test 2.
SEED = bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
PUBLIC = bytes.fromhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
SIGNATURE = bytes.fromhex(
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
    "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
)


def test_key_and_signature_are_those_of_the_standard() -> None:
    signer = Ed25519Signer(SEED)
    assert signer.public_key == PUBLIC
    assert signer.sign(b"\x72") == SIGNATURE


def test_a_signer_knows_its_own_signature() -> None:
    assert Ed25519Signer(SEED).is_signed(b"\x72", SIGNATURE) is True


def test_a_signer_refuses_a_signature_of_other_data() -> None:
    assert Ed25519Signer(SEED).is_signed(b"\x73", SIGNATURE) is False


def test_a_public_key_is_enough_to_verify() -> None:
    assert is_signed(PUBLIC, b"\x72", SIGNATURE) is True


@pytest.mark.parametrize(
    ("key", "signature"),
    [(PUBLIC, bytes(64)), (PUBLIC, b"short"), (PUBLIC[:-1], SIGNATURE), (bytes(32), SIGNATURE)],
    ids=["another signature", "no signature", "no key", "another key"],
)
def test_what_is_not_signed_by_the_key_is_refused(key: bytes, signature: bytes) -> None:
    assert is_signed(key, b"\x72", signature) is False
