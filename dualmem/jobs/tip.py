"""Tip: what appending to an anchor's log must know of it, kept beside it, so that the log is not read every time.

It is signed, and holds for exactly the file that it was made of; otherwise the log is read whole again.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import orjson

from dualmem.merkle import Tree
from dualmem.ports import Head, Signer
from dualmem.storage import files

Mark = tuple[int, int, str]  # version, sequence, digest of the last record in hex
_FORMAT: Final = "dualmem/tip/1"
_MOST_BYTES: Final = 1 << 28


@dataclass(frozen=True, slots=True, kw_only=True)
class Tip:
    """The end of a log.

    Attributes:
        tree: The tree over all its heads.
        heads: The newest head of each pseudonym.
        is_covered: A checkpoint covers them all.
    """

    tree: Tree = field(default_factory=Tree)
    heads: Mapping[str, Mark] = field(default_factory=dict)
    is_covered: bool = True


def mark(head: Head) -> Mark:
    """Give what tells a head from every other one; the digest of a chain holds whose it is."""
    return head.version, head.sequence, head.chain.hex()


def place_of(log: Path) -> Path:
    """Give where the tip of a log lies."""
    return Path(f"{log}.tip")


def load(log: Path, signer: Signer, origin: str) -> Tip | None:
    """Give the tip of a log; None where there is none, or it is not of the log as it is now."""
    place = place_of(log)
    try:
        if place.stat().st_size > _MOST_BYTES:
            return None
        text, _, signature = place.read_bytes().rstrip().rpartition(b"\n")
        if not signer.is_signed(_signed(text, origin), bytes.fromhex(signature.decode())):
            return None
        data = orjson.loads(text)
        if data["file"] != _stamp(log):
            return None
        tree = Tree((size, bytes.fromhex(digest)) for size, digest in data["peaks"])
        return Tip(tree=tree, heads={name: (one[0], one[1], one[2]) for name, one in data["heads"].items()})
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep(log: Path, tip: Tip, signer: Signer, origin: str) -> None:
    """Keep the tip of a log that ends with a checkpoint.

    Raises:
        OSError: It can not be written.
    """
    peaks = [(size, digest.hex()) for size, digest in tip.tree.peaks]
    text = orjson.dumps({"file": _stamp(log), "peaks": peaks, "heads": tip.heads})
    signature = signer.sign(_signed(text, origin)).hex()
    files.replace_text(place_of(log), f"{text.decode()}\n{signature}\n")


def _stamp(log: Path) -> list[int]:
    found = log.stat()
    return [found.st_size, found.st_mtime_ns, found.st_ino]


def _signed(text: bytes, origin: str) -> bytes:
    return f"{_FORMAT}\n{origin}\n{hashlib.sha256(text).hexdigest()}\n".encode()
