"""Cipher suites: how one data key seals bytes together with what they are bound to."""

import base64
import hashlib
import hmac
import os
from functools import lru_cache
from typing import Final, Literal, Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from dualmem.errors import TokenUnreadable

SuiteName = Literal["aes-256-gcm", "fernet"]
_NONCE_BYTES: Final = 12


class Cipher(Protocol):
    """One data key in one suite."""

    def seal(self, data: bytes, bound: bytes) -> str:
        """Give the text that opens only with the same ``bound``."""
        ...

    def open(self, text: str, bound: bytes) -> bytes:
        """Give the bytes.

        Raises:
            TokenUnreadable: Damaged, moved, or another key's.
        """
        ...


class AesGcm:
    """AES-256-GCM with a random nonce of 96 bits (NIST SP 800-38D)."""

    def __init__(self, data_key: bytes) -> None:
        """Derive the sealing key."""
        self._aead = AESGCM(derive(data_key, "seal"))

    def seal(self, data: bytes, bound: bytes) -> str:
        """Give nonce and cipher text, as base64."""
        nonce = os.urandom(_NONCE_BYTES)
        return base64.urlsafe_b64encode(nonce + self._aead.encrypt(nonce, data, bound)).decode().rstrip("=")

    def open(self, text: str, bound: bytes) -> bytes:
        """Give the bytes."""
        try:
            raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
            if base64.urlsafe_b64encode(raw).decode().rstrip("=") != text:  # one token, one spelling
                raise TokenUnreadable
            return self._aead.decrypt(raw[:_NONCE_BYTES], raw[_NONCE_BYTES:], bound)
        except (InvalidTag, ValueError) as error:
            raise TokenUnreadable from error


class FernetSuite:
    """Fernet; what a token is bound to stands, hashed, in front of the bytes."""

    def __init__(self, data_key: bytes) -> None:
        """Derive the sealing key."""
        from cryptography.fernet import Fernet  # noqa: PLC0415 - only where this suite is used

        self._fernet = Fernet(base64.urlsafe_b64encode(derive(data_key, "fernet")))

    def seal(self, data: bytes, bound: bytes) -> str:
        """Give a Fernet token."""
        return self._fernet.encrypt(hashlib.sha256(bound).digest() + data).decode()

    def open(self, text: str, bound: bytes) -> bytes:
        """Give the bytes."""
        from cryptography.fernet import InvalidToken  # noqa: PLC0415 - only where this suite is used

        try:
            if base64.urlsafe_b64encode(base64.urlsafe_b64decode(text)).decode() != text:  # one token, one spelling
                raise TokenUnreadable
            raw = self._fernet.decrypt(text)
        except (InvalidToken, ValueError) as error:
            raise TokenUnreadable from error
        if not hmac.compare_digest(raw[:32], hashlib.sha256(bound).digest()):
            raise TokenUnreadable
        return raw[32:]


@lru_cache(maxsize=256)
def derive(key: bytes, purpose: str) -> bytes:
    """Give a key of 32 bytes for one purpose (HKDF, RFC 5869, SHA-256)."""
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=f"dualmem/1/{purpose}".encode()).derive(key)


def bind(*parts: str) -> bytes:
    """Give one byte string for several texts, so that no two lists of texts give the same."""
    bound: list[bytes] = []
    for part in parts:
        encoded = part.encode()
        bound += (len(encoded).to_bytes(4, "big"), encoded)
    return b"".join(bound)
