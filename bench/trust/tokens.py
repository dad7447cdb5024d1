"""Tokens moved to another place, or changed by one character: none may open."""

import dataclasses
import random
import shutil
import tempfile
from pathlib import Path

from dualmem.errors import VaultError
from dualmem.ports import SealContext
from dualmem.storage.keys import SqliteKeys
from dualmem.vault.keyed import KeyedVault
from dualmem.vault.suites import SuiteName

_PLACES = {
    "tenant": ("acme", "umbrella"),
    "subject": ("wei", "lan", "a:b"),
    "kind": ("field", "pending", "note", "turn", "record", "result", "snapshot"),
    "path": ("business_context.deadline", "user_profile.contact.phone", "facts.a", "1"),
    "version": (1, 2, 10, 11),
}
_WAYS = (*_PLACES, "flip", "drop", "insert", "cut", "key id", "suite")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=!.é预"
_SUITES: tuple[SuiteName, ...] = ("aes-256-gcm", "fernet")


def run(count: int, seed: int = 1) -> dict[str, object]:
    """Try so many moved and changed tokens, in both suites by turns.

    Returns:
        Keys runs, bad, accepted, refused_good, by_way {way: tried}, examples.
    """
    chosen = random.Random(seed)
    folder = Path(tempfile.mkdtemp(prefix="dualmem-tokens-"))
    by_way = dict.fromkeys(_WAYS, 0)
    accepted: list[str] = []
    refused = 0
    vaults = [KeyedVault(SqliteKeys(folder / suite), bytes(32), suite=suite) for suite in _SUITES]
    try:
        for number in range(count):
            vault = vaults[number % len(vaults)]
            context = _context(chosen)
            token = vault.seal(context, f"value {number}".encode())
            refused += not _opens(vault, context, token)
            way = _WAYS[number // len(vaults) % len(_WAYS)]
            place, text = _changed(chosen, way, context, token)
            by_way[way] += 1
            if _opens(vault, place, text):
                accepted.append(f"{way}: {context} -> {place}")
    finally:
        for vault in vaults:
            vault.close()
        shutil.rmtree(folder, ignore_errors=True)
    return {
        "runs": count,
        "bad": len(accepted) + refused,
        "accepted": len(accepted),
        "refused_good": refused,
        "by_way": by_way,
        "examples": accepted[:10],
    }


def _context(chosen: random.Random) -> SealContext:
    return SealContext(*(chosen.choice(values) for values in _PLACES.values()))  # type: ignore[arg-type]


def _opens(vault: KeyedVault, context: SealContext, token: str) -> bool:
    try:
        vault.open(context, token)
    except VaultError:
        return False
    return True


def _changed(chosen: random.Random, way: str, context: SealContext, token: str) -> tuple[SealContext, str]:
    """Give the place and the text at which the token is tried."""
    if way in _PLACES:
        others = [value for value in _PLACES[way] if value != getattr(context, way)]
        moved: dict[str, object] = {way: chosen.choice(others)}
        return dataclasses.replace(context, **moved), token  # type: ignore[arg-type]
    at = chosen.randrange(len(token))
    letter = chosen.choice([one for one in _LETTERS if one != token[at]])
    mark, key_id, text = token.split(".", 2)
    return context, {
        "flip": token[:at] + letter + token[at + 1 :],
        "drop": token[:at] + token[at + 1 :],
        "insert": token[:at] + letter + token[at:],
        "cut": token[:at],
        "key id": f"{mark}.{key_id[::-1] if key_id != key_id[::-1] else '0' * 16}.{text}",
        "suite": f"{'f1' if mark == 'a1' else 'a1'}.{key_id}.{text}",
    }[way]
