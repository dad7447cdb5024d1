"""Reader: a thread that reads an answer, and a caller that waits for it no longer than a deadline."""

import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from dualmem.errors import ModelError, ModelTimeout, ModelUnavailable

_QUEUE_SIZE = 1024


class _Done:
    """Nothing more comes."""


class Line:
    """One answer on its way: the reading thread puts events, the caller takes them.

    Attributes:
        has_begun: An event was put; from then on a failure is not retried.
        is_stopped: The caller wants no more; the reading thread ends at its next event.
    """

    def __init__(self) -> None:
        self.has_begun = False
        self.is_stopped = False
        self._queue: queue.Queue[object] = queue.Queue(_QUEUE_SIZE)
        self._hang_up: Callable[[], None] | None = None

    def start(self, read: Callable[["Line"], None]) -> None:
        """Begin to read in a thread of its own."""
        threading.Thread(target=self._run, args=(read,), name="dualmem-model", daemon=True).start()

    def put(self, event: object) -> None:
        """Hand one event to the caller.

        Raises:
            ModelTimeout: The caller wants no more.
        """
        self.has_begun = True
        while not self.is_stopped:
            try:
                self._queue.put(event, timeout=0.1)
            except queue.Full:
                continue
            return
        raise ModelTimeout

    def on_stop(self, hang_up: Callable[[], None]) -> None:
        """Say how to end a read that waits."""
        self._hang_up = hang_up

    def events(self, end: float, first: float) -> Iterator[object]:
        """Give the events until there are no more.

        Args:
            end: When the whole answer must be there, by the monotonic clock.
            first: When its first event must be there.

        Raises:
            ModelError: And its kinds.
        """
        limit = first
        while True:
            left = limit - time.monotonic()
            try:
                event = self._queue.get(timeout=left) if left > 0 else self._queue.get_nowait()
            except queue.Empty:
                self.stop()
                raise ModelTimeout from None
            if isinstance(event, ModelError):
                raise event
            if isinstance(event, _Done):
                return
            if time.monotonic() > end:
                self.stop()
                raise ModelTimeout
            limit = end
            yield event

    def stop(self) -> None:
        """Want no more: the reading thread ends, its connection is closed."""
        self.is_stopped = True
        if self._hang_up is not None:
            self._hang_up()

    def _run(self, read: Callable[["Line"], None]) -> None:
        outcome: object = _Done()
        try:
            read(self)
        except ModelError as error:
            outcome = error
        except Exception as error:  # noqa: BLE001  # whatever the thread meets reaches the caller as an error of ours
            outcome = ModelUnavailable(f"the model's answer could not be read ({type(error).__name__})")
        while not self.is_stopped:
            try:
                self._queue.put(outcome, timeout=0.1)
            except queue.Full:
                continue
            return


class Transport(Protocol):
    """Sends a request and gives the line its events come on."""

    def send(self, url: str, headers: Mapping[str, str], body: Mapping[str, object], end: float) -> Line:
        """Begin a request that must end at ``end``."""
        ...

    def close(self) -> None:
        """Release connections."""
        ...
