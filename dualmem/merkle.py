"""Merkle: the tree hash of an append-only log, and the checkpoint that names it (RFC 6962; C2SP tlog-checkpoint)."""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dualmem.errors import InvalidInput

_LEAF: Final = b"\x00"
_NODE: Final = b"\x01"
ALGORITHM: Final = b"\x01"  # Ed25519, as C2SP signed-note numbers it


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """The state of a log at one size.

    Attributes:
        origin: Name of the log, one line.
        size: Number of leaves.
        root: Tree hash, 32 bytes.
    """

    origin: str
    size: int
    root: bytes

    def body(self) -> str:
        """Give the text that is signed: origin, size, base64 of the root, each on its line."""
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"


def leaf_hash(leaf: bytes) -> bytes:
    """Give the hash of one leaf."""
    return hashlib.sha256(_LEAF + leaf).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """Give the tree hash of leaf hashes (RFC 6962, section 2.1)."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    peaks: list[tuple[int, bytes]] = []
    for leaf in leaves:
        size, digest = 1, leaf
        while peaks and peaks[-1][0] == size:
            digest = _node(peaks.pop()[1], digest)
            size *= 2
        peaks.append((size, digest))
    digest = peaks.pop()[1]
    while peaks:
        digest = _node(peaks.pop()[1], digest)
    return digest


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(_NODE + left + right).digest()


def key_id(name: str, public_key: bytes) -> bytes:
    """Give the four bytes that name a key in a signed note."""
    return hashlib.sha256(name.encode() + b"\n" + ALGORITHM + public_key).digest()[:4]


def note(checkpoint: Checkpoint, name: str, public_key: bytes, signature: bytes) -> str:
    """Give the signed note of a checkpoint (C2SP signed-note)."""
    blob = base64.b64encode(key_id(name, public_key) + signature).decode()
    return f"{checkpoint.body()}\n— {name} {blob}\n"


def parse_note(text: str, name: str, public_key: bytes) -> tuple[Checkpoint, bytes]:
    """Give the checkpoint of a signed note, and the signature of one key over its body.

    Raises:
        InvalidInput: It is no such note, or not signed by this key.
    """
    body, separator, signatures = text.partition("\n\n")
    lines = body.split("\n")
    if not separator or len(lines) < 3 or not lines[1].isascii() or not lines[1].isdigit():
        raise InvalidInput("this is no signed checkpoint")
    wanted = key_id(name, public_key)
    for line in signatures.splitlines():
        mark, _, rest = line.partition(" ")
        signer, _, blob = rest.partition(" ")
        data = _decoded(blob)
        if mark == "—" and signer == name and data[:4] == wanted:
            return Checkpoint(origin=lines[0], size=int(lines[1]), root=_decoded(lines[2])), data[4:]
    raise InvalidInput(f"the checkpoint is not signed by {name}")


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError as error:
        raise InvalidInput("this is no signed checkpoint") from error
