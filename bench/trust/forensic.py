"""What somebody who holds the files and the keys can bring back: tokens anywhere in the bytes, free pages included."""

import base64
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from dualmem.ports import KeyStore
from dualmem.vault.keyed import KeyedVault
from dualmem.vault.suites import derive

_TOKEN: Final = re.compile(rb"a1\.([0-9a-f]{16})\.([A-Za-z0-9_-]{38,})")
_NONCE_BYTES, _TAG_BYTES = 12, 16


def data_keys(keys: KeyStore, vault: KeyedVault) -> dict[str, bytes]:
    """Give every data key in clear, by its id."""
    found: dict[str, bytes] = {}
    for tenant, subject in keys.subjects():
        if tenant:
            found.update({one.id: one.data_key for one in vault._opened(tenant, subject)})  # noqa: SLF001 - an attacker
    return found


def texts(files: Iterable[Path], known: Mapping[str, bytes]) -> bytes:
    """Give all bytes of the files, and the clear text of every token in them whose key is known.

    No token is checked: one that was cut, moved or lies in a free page is opened as far as it goes (counter mode).
    """
    out = []
    for file in files:
        raw = file.read_bytes()
        out.append(raw)
        sealed = ((known.get(key_id.decode()), text) for key_id, text in _TOKEN.findall(raw))
        out += [_clear(key, text) for key, text in sealed if key is not None]
    return b"\n".join(out)


def _clear(data_key: bytes, text: bytes) -> bytes:
    sealed = base64.urlsafe_b64decode(text[: len(text) - len(text) % 4])
    nonce, body = sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:]
    counter = Cipher(algorithms.AES(derive(data_key, "seal")), modes.CTR(nonce + b"\0\0\0\2")).decryptor()
    return counter.update(body)


def held(haystack: bytes, needles: Iterable[str]) -> list[str]:
    """Give the needles that can be read, in UTF-8 or as JSON writes them."""
    return [one for one in needles if one.encode() in haystack or one.encode("unicode_escape") in haystack]
