"""A chat model behind any OpenAI-compatible address: streaming, one deadline, one retry, a breaker.

A read timeout is per chunk, so it can not keep a deadline: a thread reads, and the caller waits for it no longer than
the deadline. httpx2, stamina and purgatory are imported at the first call only.
"""

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from dualmem.errors import ModelTimeout, ModelUnavailable
from dualmem.llm import wire
from dualmem.llm.reader import Line, Transport
from dualmem.ports import CallTool, Message, Tool

DEFAULT_DEADLINE_S = 8.0
MAX_TOOL_ROUNDS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What is asked of an endpoint.

    Attributes:
        base_url: Address up to and without ``/chat/completions``; ``/v1`` is part of it where the endpoint has one.
        model: Name of the model.
        api_key: Sent as bearer token; None for none.
        temperature: 0 to 2.
        max_tokens: Cap on the answer, 1 or more.
        max_tokens_key: What the endpoint calls that cap.
        deadline_s: Seconds for a whole answer where the call names none.
        extra: Further keys of the request, passed through; they win.
    """

    base_url: str
    model: str
    api_key: str | None = field(default=None, repr=False)
    temperature: float = 0.5
    max_tokens: int = 500
    max_tokens_key: str = "max_tokens"
    deadline_s: float = DEFAULT_DEADLINE_S
    extra: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


class OpenAICompatible:
    """Asks one endpoint. Safe for threads."""

    def __init__(self, options: Options, *, transport: Transport | None = None) -> None:
        """Keep the options; nothing is imported or opened yet.

        Args:
            options: The endpoint and what is asked of it.
            transport: Another one than that over httpx2, for tests.

        Raises:
            InvalidInput: ``base_url`` is no http or https address.
        """
        self.options = options
        self.usage: Mapping[str, object] = {}
        self._url = wire.endpoint(options.base_url)
        self._transport = transport

    def stream(
        self,
        messages: Sequence[Message],
        *,
        deadline_s: float | None = None,
        first_piece_s: float | None = None,
        tools: Sequence[Tool] = (),
        call_tool: CallTool | None = None,
    ) -> Iterator[str]:
        """Give the answer piece by piece.

        Args:
            messages: The conversation.
            deadline_s: Seconds for the whole answer, tools included; None for the configured.
            first_piece_s: Seconds until the first piece; None for the deadline.
            tools: Tools as the endpoint describes them (``{"type": "function", "function": {…}}``).
            call_tool: Gives a tool's result for its name and JSON arguments; called in this thread.

        Raises:
            ModelTimeout: Not done in time.
            ModelUnavailable: Not reached, overloaded, cut, or no chat completion came back.
            ModelRefused: The endpoint does not take the request.
        """
        whole = self.options.deadline_s if deadline_s is None else deadline_s
        start = time.monotonic()
        end, first = start + whole, start + min(whole, whole if first_piece_s is None else first_piece_s)
        data = wire.as_data(messages)
        for round_number in range(MAX_TOOL_ROUNDS + 1):
            answer = wire.Answer()
            has_tools = bool(tools) and call_tool is not None and round_number < MAX_TOOL_ROUNDS
            text = yield from self._round(self._send(data, tools if has_tools else (), end), answer, first, end)
            calls = answer.calls()
            if not calls or call_tool is None:
                return
            data = [*data, wire.call_data(text, calls)]
            data += [wire.result_data(call, call_tool(call.name, call.arguments)) for call in calls]
            first = end
            if time.monotonic() >= end:
                raise ModelTimeout

    def _round(self, line: Line, answer: wire.Answer, first: float, end: float) -> Generator[str, None, str]:
        """Give the pieces of one request's answer, and all of its text at the end."""
        text = []
        try:
            for event in line.events(end, first):
                piece = answer.take(event)
                if piece:
                    text.append(piece)
                    yield piece
        finally:
            line.stop()
        self.usage = answer.usage or self.usage
        return "".join(text)

    def close(self) -> None:
        """Release the connections; safe to call twice."""
        if self._transport is not None:
            self._transport.close()

    def _send(self, data: list[dict[str, object]], tools: Sequence[Tool], end: float) -> Line:
        if self._transport is None:
            self._transport = _transport()
        options = self.options
        body: dict[str, object] = {
            "model": options.model,
            "messages": data,
            "temperature": options.temperature,
            options.max_tokens_key: options.max_tokens,
            "stream": True,
        }
        if tools:
            body["tools"] = [dict(tool) for tool in tools]
        body.update(options.extra)
        headers = {"Authorization": f"Bearer {options.api_key}"} if options.api_key else {}
        return self._transport.send(self._url, headers, body, end)


def _transport() -> Transport:
    try:
        from dualmem.llm.http import HttpTransport  # noqa: PLC0415  # httpx2 is an extra, and slow to import
    except ImportError as error:
        raise ModelUnavailable(
            f"a language model over HTTP needs {error.name}, which is not installed",
            next_step="Install it: pip install 'dualmem[llm]'",
        ) from error
    return HttpTransport()
