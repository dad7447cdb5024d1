"""Fallback: a second endpoint answers where the first has failed before its first piece."""

import time
from collections.abc import Callable, Iterator, Sequence

from dualmem.errors import ModelError, ModelTimeout
from dualmem.llm.openai_compatible import DEFAULT_DEADLINE_S, OpenAICompatible
from dualmem.ports import CallTool, Message, Tool

FIRST_SHARE = 0.5


class FallbackModel:
    """Two endpoints under one deadline.

    The first has half of the time to begin its answer; then the second has what is left. Once a piece is out, the
    answer stays with the endpoint that began it.
    """

    def __init__(
        self, first: OpenAICompatible, second: OpenAICompatible, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._first = first
        self._second = second
        self._clock = clock

    def stream(
        self,
        messages: Sequence[Message],
        *,
        deadline_s: float | None = None,
        tools: Sequence[Tool] = (),
        call_tool: CallTool | None = None,
    ) -> Iterator[str]:
        """Give the answer piece by piece.

        Raises:
            ModelError: Both failed; the error is the second's, the first's is its cause.
        """
        whole = DEFAULT_DEADLINE_S if deadline_s is None else deadline_s
        end = self._clock() + whole
        has_begun = False
        try:
            for piece in self._first.stream(
                messages,
                deadline_s=whole,
                first_piece_s=whole * FIRST_SHARE,
                tools=tools,
                call_tool=call_tool,
            ):
                has_begun = True
                yield piece
        except ModelError as error:
            left = end - self._clock()
            if has_begun:
                raise
            if left <= 0:
                raise ModelTimeout from error
            cause = error
        else:
            return
        try:
            yield from self._second.stream(messages, deadline_s=left, tools=tools, call_tool=call_tool)
        except ModelError as error:
            raise error from cause

    def close(self) -> None:
        """Release both."""
        self._first.close()
        self._second.close()
