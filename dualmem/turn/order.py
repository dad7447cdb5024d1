"""Order: the threads of one process write to one subject one after another."""

import os
import threading
import weakref


class Order:
    """Gives each subject a lock, so that no thread decides on what another one is just about to change.

    It saves work and nothing else: what keeps writers apart, here and in other processes, is the revision that the
    store compares at the commit.
    """

    def __init__(self) -> None:
        """Start with nobody writing."""
        self._renew()

    def of(self, tenant: str, subject: str) -> threading.RLock:
        """Give the lock of a subject."""
        if self._pid != os.getpid():  # a fork: the threads that held these are not here
            self._renew()
        with self._guard:
            found = self._locks.get((tenant, subject))
            if found is None:
                found = self._locks[tenant, subject] = threading.RLock()
            return found

    def _renew(self) -> None:
        self._pid = os.getpid()
        self._guard = threading.Lock()
        self._locks: weakref.WeakValueDictionary[tuple[str, str], threading.RLock] = weakref.WeakValueDictionary()
