"""In-memory place of the wrapped data keys, beside the in-memory store."""

import threading
from collections.abc import Iterator

from dualmem.ports import WrappedKey


class MemoryKeys:
    """A KeyStore that lives as long as the process. Safe for threads."""

    def __init__(self) -> None:
        """Start empty."""
        self._keys: dict[tuple[str, str], tuple[WrappedKey, ...]] = {}
        self._lock = threading.Lock()

    def keys(self, tenant: str, subject: str) -> tuple[WrappedKey, ...]:
        """Give a subject's keys, oldest first."""
        return self._keys.get((tenant, subject), ())

    def add(self, key: WrappedKey, *, after: str | None) -> tuple[WrappedKey, ...]:
        """Add a key if ``after`` is still the last one."""
        with self._lock:
            found = self.keys(key.tenant, key.subject)
            if (found[-1].id if found else None) == after and self._is_known(key):
                found = (*found, key)
                self._keys[key.tenant, key.subject] = found
            return found

    def _is_known(self, key: WrappedKey) -> bool:
        """Tell whether the master that wrapped a key is the store's, or its next one."""
        masters = {one.master for one in self.keys("", "")}
        masters |= {one.id.removeprefix("next-") for one in self.keys("", "next")}
        return not key.tenant or not masters or key.master in masters

    def remove(self, tenant: str, subject: str) -> None:
        """Destroy all keys of a subject."""
        with self._lock:
            self._keys.pop((tenant, subject), None)

    def subjects(self) -> Iterator[tuple[str, str]]:
        """Stream tenant and subject of all that have a key, in order."""
        yield from sorted(self._keys)

    def named(self, prefix: str) -> Iterator[WrappedKey]:
        """Stream the keys whose id begins with some text."""
        yield from [key for keys in list(self._keys.values()) for key in keys if key.id.startswith(prefix)]

    def replace(self, old: WrappedKey, new: WrappedKey) -> bool:
        """Put the same key wrapped anew in the place of ``old``."""
        with self._lock:
            found = self.keys(old.tenant, old.subject)
            if old not in found:
                return False
            self._keys[old.tenant, old.subject] = tuple(new if one == old else one for one in found)
            return True

    def changes(self) -> int:
        """Give always the same number: no other process sees these keys."""
        return 0

    def close(self) -> None:
        """Do nothing."""
