"""Merkle: the tree hash of an append-only log, and the checkpoint that names it (RFC 6962; C2SP tlog-checkpoint)."""

import base64
import hashlib
from collections.abc import Iterable, Sequence
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


class Tree:
    """A tree that grows leaf by leaf (RFC 6962, section 2.1); a leaf and the root cost its height, not its size."""

    def __init__(self, peaks: Iterable[tuple[int, bytes]] = ()) -> None:
        """Begin with no leaf, or go on from the peaks of another tree."""
        self._peaks = list(peaks)
        self.size = sum(size for size, _ in self._peaks)

    @property
    def peaks(self) -> tuple[tuple[int, bytes], ...]:
        """Size and hash of each full tree that it is made of, the largest first."""
        return tuple(self._peaks)

    def add(self, leaf: bytes) -> None:
        """Append the hash of a leaf."""
        self.size += 1
        size, digest = 1, leaf
        while self._peaks and self._peaks[-1][0] == size:
            digest = _node(self._peaks.pop()[1], digest)
            size *= 2
        self._peaks.append((size, digest))

    def root(self) -> bytes:
        """Give the tree hash of the leaves so far."""
        if not self._peaks:
            return hashlib.sha256(b"").digest()
        digest = self._peaks[-1][1]
        for _, left in reversed(self._peaks[:-1]):
            digest = _node(left, digest)
        return digest


def root(leaves: Sequence[bytes]) -> bytes:
    """Give the tree hash of leaf hashes."""
    tree = Tree()
    for leaf in leaves:
        tree.add(leaf)
    return tree.root()


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
