"""Echo: a model that needs no network and says back, in quotation marks, what it was told."""

from collections.abc import Iterator, Sequence

from dualmem.ports import CallTool, Message, Tool

_MAX_CHARACTERS = 400


class EchoModel:
    """Answers with the last user message, quoted (what stands in quotes proposes and offers nothing)."""

    def stream(
        self,
        messages: Sequence[Message],
        *,
        deadline_s: float | None = None,
        tools: Sequence[Tool] = (),
        call_tool: CallTool | None = None,
    ) -> Iterator[str]:
        """Give the answer word by word; neither the deadline nor a tool is ever needed."""
        del deadline_s, tools, call_tool
        text = next((message.content for message in reversed(messages) if message.role == "user"), "")
        text = " ".join(text.split()).replace("”", "’").replace("“", "‘")[:_MAX_CHARACTERS]
        is_chinese = any("\u4e00" <= char <= "\u9fff" for char in text)
        yield "你说：" if is_chinese else "You said: "
        yield "“"
        for index, word in enumerate(text.split(" ")):
            yield word if index == 0 else f" {word}"
        yield "”"
