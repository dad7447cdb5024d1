"""HTTP: one request to a model endpoint through httpx2, with a retry before the first event and a breaker."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator, Mapping

import httpx2
import orjson
import stamina
import stamina.instrumentation
import structlog
from purgatory import SyncCircuitBreakerFactory
from purgatory.domain.model import OpenedState

from dualmem.errors import ModelRefused, ModelTimeout, ModelUnavailable
from dualmem.llm import wire
from dualmem.llm.reader import Line

_BREAKER_FAILURES = 5
_BREAKER_PAUSE_S = 30.0
_RETRY_WAIT_S = 0.1
_MAX_BODY_BYTES = 4 * 1024 * 1024


class HttpTransport:
    """Connections to model endpoints. Safe for threads."""

    def __init__(
        self,
        *,
        failures: int = _BREAKER_FAILURES,
        pause_s: float = _BREAKER_PAUSE_S,
        retry_wait_s: float = _RETRY_WAIT_S,
    ) -> None:
        """Open nothing yet.

        Args:
            failures: Failures in a row after which an endpoint is left alone.
            pause_s: For how long.
            retry_wait_s: Least wait before the one retry, doubled by chance.
        """
        _keep_retries_quiet()
        self._client = httpx2.Client(follow_redirects=False)
        self._breakers = SyncCircuitBreakerFactory(
            default_threshold=failures, default_ttl=pause_s, exclude=[ModelRefused]
        )
        self._retry_wait_s = retry_wait_s
        self._lock = threading.Lock()

    def send(self, url: str, headers: Mapping[str, str], body: Mapping[str, object], end: float) -> Line:
        """Begin a request that must end at ``end`` (monotonic); events come on the line."""
        line = Line()
        data = orjson.dumps(body)
        line.start(
            lambda line: self._read(line, httpx2.Request("POST", url, headers=_headers(headers), content=data), end)
        )
        return line

    def close(self) -> None:
        """Close the connections; safe to call twice."""
        self._client.close()

    def _read(self, line: Line, request: httpx2.Request, end: float) -> None:
        """Read one answer; retry once where nothing of it has come."""

        def may_retry(error: Exception) -> bool | float:
            if (
                not isinstance(error, ModelUnavailable)
                or error.data.get("is_open")
                or line.has_begun
                or line.is_stopped
            ):
                return False
            wait_s = error.data.get("wait_s")
            if not isinstance(wait_s, float):
                return True
            return wait_s if time.monotonic() + wait_s < end else False

        left = max(end - time.monotonic(), 0.01)
        for attempt in stamina.retry_context(
            on=may_retry, attempts=2, timeout=left, wait_initial=self._retry_wait_s, wait_jitter=self._retry_wait_s
        ):
            with attempt, self._breaker(request):
                self._attempt(line, request, end)

    @contextlib.contextmanager
    def _breaker(self, request: httpx2.Request) -> Iterator[None]:
        """Leave an endpoint alone that has failed too often."""
        with self._lock:
            breaker = self._breakers.get_breaker(str(request.url))
        try:
            with breaker:
                yield
        except OpenedState as error:
            raise ModelUnavailable(
                "the model's endpoint failed too often; it is left alone for a while", is_open=True
            ) from error

    def _attempt(self, line: Line, request: httpx2.Request, end: float) -> None:
        left = end - time.monotonic()
        if left <= 0 or line.is_stopped:
            raise ModelTimeout
        request.extensions["timeout"] = httpx2.Timeout(left).as_dict()
        try:
            with contextlib.closing(self._client.send(request, stream=True)) as response:
                line.on_stop(lambda: _hang_up(response))
                if line.is_stopped:
                    raise ModelTimeout
                _forward(response, line)
        except httpx2.TimeoutException as error:
            raise ModelTimeout from error
        except httpx2.HTTPError as error:
            if line.is_stopped:
                raise ModelTimeout from error
            raise ModelUnavailable(f"the model's endpoint could not be read ({type(error).__name__})") from error


def _keep_retries_quiet() -> None:
    """Keep stamina from printing: unconfigured, structlog writes to the standard output, where answers go."""
    if not structlog.is_configured():
        stamina.instrumentation.set_on_retry_hooks(())


def _headers(headers: Mapping[str, str]) -> dict[str, str]:
    return {"Content-Type": "application/json", "Accept": "text/event-stream, application/json", **headers}


def _forward(response: httpx2.Response, line: Line) -> None:
    """Put the events of a response on the line; an answer that ends early is an error."""
    if not response.is_success:
        raise wire.refusal(response.status_code, _body(response), response.headers.get("retry-after", ""))
    if not response.headers.get("content-type", "").lower().startswith("text/event-stream"):
        data = wire.parse(_body(response))
        wire.Answer().take(data)
        line.put(data)
        return
    is_finished = False
    for event in httpx2.EventSource(response):
        if event.data.strip() == "[DONE]":
            return
        if not event.data.strip():
            continue
        data = wire.parse(event.data)
        seen = wire.Answer()
        seen.take(data)
        is_finished |= seen.is_finished
        line.put(data)
    if not is_finished:
        raise ModelUnavailable("the model's answer was cut")


def _body(response: httpx2.Response) -> str:
    parts, size = [], 0
    for part in response.iter_bytes():
        parts.append(part)
        size += len(part)
        if size > _MAX_BODY_BYTES:
            raise ModelUnavailable("the model's answer is too large")
    return b"".join(parts).decode("utf-8", "replace")


def _hang_up(response: httpx2.Response) -> None:
    """End a read that waits in another thread: closing would not wake it, shutting the socket down does."""
    stream = response.extensions.get("network_stream")
    sock = stream.get_extra_info("socket") if stream is not None else None
    if isinstance(sock, socket.socket):
        with contextlib.suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)
