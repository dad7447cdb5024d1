"""Tools: a chat model that may call them, with every result told to whoever keeps the conversation."""

from collections.abc import Callable, Iterator, Sequence

from dualmem.llm.fallback import FallbackModel
from dualmem.llm.openai_compatible import CallTool, OpenAICompatible, Tool
from dualmem.ports import Message

OnResult = Callable[[str, str, str], None]


class WithTools:
    """A model with tools in hand; itself a chat model.

    A result is data: whoever records it does so on channel ``tool``, where nothing proposes or confirms.
    """

    def __init__(
        self,
        model: OpenAICompatible | FallbackModel,
        tools: Sequence[Tool],
        call_tool: CallTool,
        *,
        on_result: OnResult | None = None,
    ) -> None:
        """Keep the tools.

        Args:
            model: Answers, and asks for calls.
            tools: As the endpoint describes them.
            call_tool: Gives the result for a tool's name and JSON arguments; an exception of it is the caller's.
            on_result: Told name, arguments and result after each call.
        """
        self._model = model
        self._tools = tuple(tools)
        self._call_tool = call_tool
        self._on_result = on_result

    def stream(self, messages: Sequence[Message], *, deadline_s: float | None = None) -> Iterator[str]:
        """Give the answer piece by piece.

        Raises:
            ModelError: And its kinds.
        """
        return self._model.stream(messages, deadline_s=deadline_s, tools=self._tools, call_tool=self._call)

    def close(self) -> None:
        """Release the model."""
        self._model.close()

    def _call(self, name: str, arguments: str) -> str:
        result = self._call_tool(name, arguments)
        if self._on_result is not None:
            self._on_result(name, arguments, result)
        return result
