"""Signer: Ed25519 over what leaves the store (heads of the audit, receipts)."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


class Ed25519Signer:
    """A signing key made from 32 secret bytes."""

    def __init__(self, seed: bytes) -> None:
        """Take the seed, 32 bytes."""
        self._key = Ed25519PrivateKey.from_private_bytes(seed)

    @property
    def public_key(self) -> bytes:
        """The public key, 32 bytes: all that a verifier needs."""
        return self._key.public_key().public_bytes_raw()

    def sign(self, data: bytes) -> bytes:
        """Give the signature, 64 bytes (RFC 8032)."""
        return self._key.sign(data)

    def is_signed(self, data: bytes, signature: bytes) -> bool:
        """Tell whether a signature is this key's."""
        return is_signed(self.public_key, data, signature)


def is_signed(public_key: bytes, data: bytes, signature: bytes) -> bool:
    """Tell whether a signature of this key stands for the data."""
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, data)
    except (InvalidSignature, ValueError):
        return False
    return True
