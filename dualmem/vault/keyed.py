"""The keyed vault: master key -> data key per subject -> token, each bound to its place.

A token is ``<suite>.<key id>.<text>``: ``a1`` is AES-256-GCM, ``f1`` is Fernet; both are opened, one of them seals.
"""

import hashlib
import hmac
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from dualmem.errors import KeyMissing, TokenUnreadable, VaultError
from dualmem.ports import KeyStore, SealContext, Signer, WrappedKey
from dualmem.vault.suites import AesGcm, Cipher, FernetSuite, SuiteName, bind, derive

_SUITES: Final[dict[str, tuple[SuiteName, Callable[[bytes], Cipher]]]] = {
    "a1": ("aes-256-gcm", AesGcm),
    "f1": ("fernet", FernetSuite),
}
_ROOT: Final = ("", "")
_NEXT: Final = ("", "next")  # during a rotation: the next master key, wrapped with the one before it
_DOOMED: Final = "erase-"  # begins the id of the key that marks a subject whose keys are to be destroyed
_MOST_CACHED: Final = 4096
_TRIES: Final = 50
_SCRYPT: Final = {"n": 2**14, "r": 8, "p": 1, "dklen": 32}  # about 40 ms: too slow to try all ID or card numbers


@dataclass(slots=True)
class _Opened:
    """One data key in clear, and its ciphers as far as they were needed."""

    id: str
    data_key: bytes
    ciphers: dict[str, Cipher]

    def cipher(self, mark: str) -> Cipher:
        """Give the cipher of a suite."""
        found = self.ciphers.get(mark)
        if found is None:
            found = self.ciphers[mark] = _SUITES[mark][1](self.data_key)
        return found


class KeyedVault:
    """A Vault over a KeyStore and one master key. Safe for threads."""

    def __init__(self, keys: KeyStore, master: bytes, *, suite: SuiteName = "aes-256-gcm") -> None:
        """Check the master key against the store of keys, or begin with it where that is empty.

        Args:
            keys: Place of the wrapped data keys.
            master: 32 bytes.
            suite: What seals from now on.

        Raises:
            KeyMissing: It is not the key that the store was made with.
        """
        self._keys = keys
        self._master = master
        self._masters = {_master_id(master): master}
        self._mark = next(mark for mark, (name, _) in _SUITES.items() if name == suite)
        self._cache: dict[tuple[str, str], tuple[_Opened, ...]] = {}
        self._seen = threading.local()
        self._lock = threading.Lock()
        self._root = self._opened(*_ROOT, make=True)[-1].data_key

    def seal(self, context: SealContext, data: bytes) -> str:
        """Give a token that opens only with the same context."""
        key = self._opened(context.tenant, context.subject, make=True)[-1]
        return f"{self._mark}.{key.id}.{key.cipher(self._mark).seal(data, _bound(self._mark, key.id, context))}"

    def open(self, context: SealContext, token: str) -> bytes:
        """Give the bytes."""
        return _open(self._knowing(context, token, self._opened(context.tenant, context.subject)), context, token)

    def opener(self, tenant: str, subject: str) -> Callable[[SealContext, str], bytes]:
        """Give what opens many tokens of one subject; its keys are read once, and again for one made meanwhile."""
        known = self._opened(tenant, subject)

        def open_(context: SealContext, token: str) -> bytes:
            nonlocal known
            if (context.tenant, context.subject) != (tenant, subject):
                raise _unreadable(context, "it is another subject's")
            known = self._knowing(context, token, known)
            return _open(known, context, token)

        return open_

    def pseudonym(self, tenant: str, subject: str) -> str:
        """Give the HMAC that stands for a subject in audit headers, 32 hex digits."""
        key = derive(self._root, "pseudonym")
        return hmac.new(key, bind(tenant, subject), hashlib.sha256).hexdigest()[:32]

    def keyed_hash(self, tenant: str, subject: str, path: str, data: bytes) -> str:
        """Give the keyed hash that stands for a ``hash`` value, 64 hex digits; slow by intent."""
        salt = derive(self._root, "hash") + bind(tenant, subject, path)
        return hashlib.scrypt(data, salt=salt, **_SCRYPT).hex()

    def mark(self, tenant: str, subject: str, path: str, data: bytes) -> str:
        """Give the keyed mark of a forgotten value, 32 hex digits."""
        key = derive(self._root, "mark")
        return hmac.new(key, bind(tenant, subject, path) + data, hashlib.sha256).hexdigest()[:32]

    def signer(self) -> Signer:
        """Give what signs for this store; its key outlives every rotation of the master key."""
        from dualmem.vault.signer import Ed25519Signer  # noqa: PLC0415 - a turn signs nothing

        return Ed25519Signer(derive(self._root, "signing"))

    def key_ids(self, tenant: str, subject: str) -> tuple[str, ...]:
        """Give the ids of the subject's data keys."""
        return tuple(one.id for one in self._keys.keys(tenant, subject))

    def forget(self, tenant: str, subject: str) -> None:
        """Destroy the subject's data keys."""
        self._keys.remove(tenant, subject)
        self._drop(tenant, subject)

    def _knowing(self, context: SealContext, token: str, known: tuple[_Opened, ...]) -> tuple[_Opened, ...]:
        """Give the keys, read anew where a token names one that was made since they were read."""
        key_id = str(token).partition(".")[2].partition(".")[0]
        if not known or any(one.id == key_id for one in known):
            return known
        self._drop(context.tenant, context.subject)
        return self._opened(context.tenant, context.subject)

    def renew(self, tenant: str, subject: str, since: datetime) -> bool:
        """Give the subject a new data key, that seals from now on."""
        for _ in range(_TRIES):
            found = self._keys.keys(tenant, subject)
            if not found or found[-1].id.startswith(_DOOMED) or datetime.fromisoformat(found[-1].at) >= since:
                return False
            fresh = _fresh(tenant, subject)
            after = self._keys.add(_wrap(self._master, fresh, os.urandom(32)), after=found[-1].id)
            self._drop(tenant, subject)
            if after and after[-1].id == fresh.id:
                return True
            self._look_for_next()  # another master key holds by now, or another one was first
        raise VaultError(f"no new key could be made for {subject}", subject=subject)

    def reseal(self, context: SealContext, token: str) -> str | None:
        """Give the same bytes under the newest key and suite; None for a token that is there already."""
        newest = self._opened(context.tenant, context.subject, make=True)[-1]
        if token.startswith(f"{self._mark}.{newest.id}."):
            return None
        return self.seal(context, self.open(context, token))

    def doom(self, tenant: str, subject: str) -> None:
        """Mark, durably, that the subject's data keys are to be destroyed."""
        for _ in range(_TRIES):
            found = self._keys.keys(tenant, subject)
            if not found or found[-1].id.startswith(_DOOMED):
                self._drop(tenant, subject)
                return
            mark = replace(_fresh(tenant, subject), id=_DOOMED + os.urandom(8).hex())
            self._look_for_next()
            self._keys.add(_wrap(self._master, mark, os.urandom(32)), after=found[-1].id)
        raise VaultError(f"{subject} could not be marked for destruction", subject=subject)

    def doomed(self) -> Iterator[tuple[str, str]]:
        """Stream tenant and subject of all that are marked."""
        yield from [(mark.tenant, mark.subject) for mark in self._keys.named(_DOOMED)]

    def is_doomed(self, tenant: str, subject: str) -> bool:
        """Tell whether the subject is marked."""
        found = self._opened(tenant, subject)
        return bool(found) and found[-1].id.startswith(_DOOMED)

    def _drop(self, tenant: str, subject: str) -> None:
        """Read the subject's keys anew at the next use."""
        with self._lock:
            self._cache.pop((tenant, subject), None)

    def rewrap(self, new_master: bytes, *, is_open: bool = False) -> int:
        """Wrap every data key with a new master key, and give how many.

        First the new key is put, wrapped with the old one, where every vault that is open with the old one finds it, so
        that all go on reading and writing meanwhile. A crash in the middle is made good by the same call on a vault
        that was opened with the old key, which opens the store until the end.

        Args:
            new_master: 32 bytes.
            is_open: Leave the new key there at the end, for programs that sleep with the old one; a later call without
                it takes it away, and only from then on the old key opens nothing.

        Raises:
            VaultError: A rotation to another key is not finished.
        """
        if new_master != self._master:
            self._announce(new_master)
        count = self._rewrap_all(new_master)
        count += self._rewrap_all(new_master)  # what was made with the old key before the root key was wrapped anew
        if not is_open and self._keys.keys(*_NEXT):
            self._keys.remove(*_NEXT)
        return count

    def _announce(self, new_master: bytes) -> None:
        """Put the next master key where the vaults that are open find it, and take it."""
        tenant, subject = _NEXT
        named = replace(_fresh(tenant, subject), id=f"next-{_master_id(new_master)}")
        fresh = _wrap(self._master, named, new_master)
        found = self._keys.add(fresh, after=None)[-1]
        if self._unwrap(found) != new_master:
            raise VaultError("a rotation to another master key is not finished; finish it with that key first")
        self._take(new_master)

    def _rewrap_all(self, new_master: bytes) -> int:
        """Wrap every key that another master wrapped, the root key last; give how many."""
        count = 0
        for tenant, subject in sorted(self._keys.subjects(), key=lambda place: (place == _ROOT, place)):
            if (tenant, subject) == _NEXT:
                continue
            for old in self._keys.keys(tenant, subject):
                if old.master != _master_id(new_master):
                    count += self._keys.replace(old, _wrap(new_master, old, self._unwrap(old)))
        return count

    def _look_for_next(self) -> None:
        """Take the next master key, where a rotation has begun."""
        for found in self._keys.keys(*_NEXT):
            if found.master in self._masters:
                self._take(self._unwrap(found))

    def _take(self, master: bytes) -> None:
        """Wrap with this master key from now on; what the one before wrapped still opens."""
        self._masters[_master_id(master)] = master
        self._master = master

    def status(self) -> Mapping[str, object]:
        """Give suite, id of the master key and number of subjects with a key, for people."""
        subjects = sum(1 for tenant, _ in self._keys.subjects() if tenant)
        return {"suite": _SUITES[self._mark][0], "master": _master_id(self._master), "subjects": subjects}

    def close(self) -> None:
        """Release the key store, and forget the keys."""
        self._cache.clear()
        self._keys.close()

    def _opened(self, tenant: str, subject: str, *, make: bool = False) -> tuple[_Opened, ...]:
        """Give a subject's keys in clear, oldest first; a new one is durable before it is given."""
        changes = self._keys.changes()
        seen = getattr(self._seen, "changes", None)
        if seen != changes:
            self._seen.changes = changes
            self._cache.clear()
            if seen is not None:
                self._look_for_next()
        found = self._cache.get((tenant, subject))
        if found:
            return found
        wrapped = self._keys.keys(tenant, subject)
        if not wrapped and make:
            wrapped = self._made(tenant, subject)
        found = tuple(_Opened(one.id, self._unwrap(one), {}) for one in wrapped)
        with self._lock:
            if len(self._cache) >= _MOST_CACHED:
                self._cache.clear()
            self._cache[tenant, subject] = found
        return found

    def _made(self, tenant: str, subject: str) -> tuple[WrappedKey, ...]:
        """Make a subject's first key; what it gives may be another's, who was first."""
        fresh, data_key = _fresh(tenant, subject), os.urandom(32)
        wrapped = self._keys.add(_wrap(self._master, fresh, data_key), after=None)
        if not wrapped:  # another master key holds since the last look
            self._look_for_next()
            wrapped = self._keys.add(_wrap(self._master, fresh, data_key), after=None)
        if not wrapped:
            raise KeyMissing("this store has another master key by now: open it again with that one")
        return wrapped

    def _unwrap(self, key: WrappedKey) -> bytes:
        """Give a data key in clear."""
        if key.master not in self._masters and (key.tenant, key.subject) != _NEXT:
            self._look_for_next()
        if key.master not in self._masters:
            raise KeyMissing(
                f"this store was made with the master key {key.master}, not with {_master_id(self._master)}",
                master=key.master,
            )
        try:
            return AesGcm(derive(self._masters[key.master], "wrap")).open(key.wrapped.decode(), _key_bound(key))
        except (TokenUnreadable, UnicodeDecodeError) as error:
            raise VaultError(f"the stored key {key.id} is damaged", key=key.id) from error


def _open(known: tuple[_Opened, ...], context: SealContext, token: str) -> bytes:
    """Give the bytes of a token, by the keys of its subject."""
    mark, _, rest = str(token).partition(".")  # a damaged row may hold anything
    key_id, _, text = rest.partition(".")
    if mark not in _SUITES or not text:
        raise _unreadable(context, "it is damaged")
    if not known:
        raise KeyMissing(
            f"the key of {context.subject} is gone: it was forgotten, or the file of keys is not this store's",
            subject=context.subject,
            next_step="Put the file of keys (the store's name and .keys) back beside the store.",
        )
    key = next((one for one in known if one.id == key_id), None)
    if key is None:
        raise _unreadable(context, "it was sealed under the key of another subject")
    try:
        return key.cipher(mark).open(text, _bound(mark, key_id, context))
    except TokenUnreadable as error:
        raise _unreadable(context, "it is damaged, or was moved from another place") from error


def _fresh(tenant: str, subject: str) -> WrappedKey:
    """Give the name of a new key, with nothing in it yet."""
    at = datetime.now(UTC).isoformat(timespec="seconds")
    return WrappedKey(id=os.urandom(8).hex(), tenant=tenant, subject=subject, wrapped=b"", master="", at=at)


def _wrap(master: bytes, key: WrappedKey, data_key: bytes) -> WrappedKey:
    """Give a key encrypted with a master key."""
    text = AesGcm(derive(master, "wrap")).seal(data_key, _key_bound(key))
    return WrappedKey(
        id=key.id,
        tenant=key.tenant,
        subject=key.subject,
        wrapped=text.encode(),
        master=_master_id(master),
        at=key.at,
    )


def _key_bound(key: WrappedKey) -> bytes:
    """Give what a wrapped key is bound to."""
    return bind("key", key.id, key.tenant, key.subject)


def _master_id(master: bytes) -> str:
    """Give the public name of a master key, 8 hex digits."""
    return derive(master, "id")[:4].hex()


def _bound(mark: str, key_id: str, context: SealContext) -> bytes:
    """Give what a token is bound to."""
    return bind(mark, key_id, context.tenant, context.subject, context.kind, context.path, str(context.version))


def _unreadable(context: SealContext, why: str) -> TokenUnreadable:
    """Give the error for a token that does not open."""
    return TokenUnreadable(
        f"the stored {context.kind} {context.path} does not open: {why}", kind=context.kind, path=context.path
    )
