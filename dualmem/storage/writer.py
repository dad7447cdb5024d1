"""Writer: the threads of a process write one after another; those that waited meanwhile share one commit."""

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from dualmem.errors import CommitUnknown

T = TypeVar("T")
MOST_TOGETHER: Final = 128  # jobs of one commit


@dataclass(slots=True, eq=False)
class Job(Generic[T]):
    """What one thread wants written.

    Attributes:
        work: Writes it through a connection of type T, inside a transaction.
        result: What ``work`` gave.
        error: Why it was not written.
        is_done: It is committed, or was refused.
    """

    work: Callable[[T], object]
    result: object = None
    error: BaseException | None = None
    is_done: bool = False


class Writer(Generic[T]):
    """Lets one thread write at a time, for itself and for all that came while the one before it wrote.

    A thread that finds nobody writing begins at once: a lone writer waits for nothing and pays for nothing.
    """

    def __init__(self, commit: Callable[[Sequence[Job[T]]], None]) -> None:
        """Keep what writes several jobs in one transaction, and marks each that is done."""
        self._commit = commit
        self._changed = threading.Condition(threading.Lock())
        self._waiting: list[Job[T]] = []
        self._is_busy = False

    def run(self, work: Callable[[T], object]) -> object:
        """Write, and give what ``work`` gave, once it is committed.

        Raises:
            CommitUnknown: The commit failed, or the thread that wrote for all was interrupted.
        """
        job: Job[T] = Job(work)
        with self._changed:
            self._waiting.append(job)
        while group := self._await(job):
            try:
                self._commit(group)
            finally:
                self._release(group)
        if job.error is not None:
            raise job.error
        return job.result

    @contextlib.contextmanager
    def hold(self) -> Iterator[None]:
        """Keep the other threads from writing."""
        with self._changed:
            while self._is_busy:
                self._changed.wait()
            self._is_busy = True
        try:
            yield
        finally:
            self._release(())

    def _await(self, job: Job[T]) -> Sequence[Job[T]]:
        """Wait until a job is done: then give nothing; or until this thread may write: then give what waits."""
        with self._changed:
            try:
                while self._is_busy and not job.is_done:
                    self._changed.wait()
            except BaseException:
                with contextlib.suppress(ValueError):  # somebody writes it just now
                    self._waiting.remove(job)
                raise
            if job.is_done:
                return ()
            self._is_busy = True
            group, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
            return group

    def _release(self, group: Sequence[Job[T]]) -> None:
        """Let the next thread write, and tell those whose job was written."""
        with self._changed:
            for job in group:
                if not job.is_done:
                    job.error = CommitUnknown("the thread that wrote was interrupted: the commit may have happened")
                    job.is_done = True
            self._is_busy = False
            self._changed.notify_all()
