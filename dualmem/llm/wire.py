"""Wire: what goes to an OpenAI-compatible endpoint and what comes back, as plain data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import orjson

from dualmem.errors import InvalidInput, ModelRefused, ModelUnavailable
from dualmem.ports import Message

_MAX_ERROR_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that the model asks for: its id, the tool's name, and the arguments as JSON text."""

    id: str
    name: str
    arguments: str


@dataclass(slots=True)
class Answer:
    """What has come so far of one answer.

    Attributes:
        is_finished: The endpoint said that this is all.
        usage: Token counts, where it sent them.
    """

    is_finished: bool = False
    usage: Mapping[str, object] = field(default_factory=dict)
    _calls: dict[int, list[str]] = field(default_factory=dict)

    def take(self, data: object) -> str:
        """Give the text of one event and keep the rest.

        Raises:
            ModelUnavailable: It is no event of a chat completion.
        """
        if not isinstance(data, dict):
            raise ModelUnavailable("the model's endpoint sent no chat completion")
        if data.get("error"):
            raise ModelUnavailable(f"the model's endpoint sent an error: {error_text(data)}")
        if isinstance(data.get("usage"), dict):
            self.usage = data["usage"]
        choices = data.get("choices")
        if not isinstance(choices, list):
            raise ModelUnavailable("the model's endpoint sent no chat completion")
        if not choices or not isinstance(choices[0], dict):
            return ""
        choice = choices[0]
        part = choice.get("delta") or choice.get("message") or {}
        if choice.get("finish_reason"):
            self.is_finished = True
        if not isinstance(part, dict):
            return ""
        self._take_calls(part.get("tool_calls"))
        content = part.get("content")
        return content if isinstance(content, str) else ""

    def calls(self) -> tuple[ToolCall, ...]:
        """Give the tool calls, in order."""
        return tuple(ToolCall(*parts) for _, parts in sorted(self._calls.items()) if parts[1])

    def _take_calls(self, calls: object) -> None:
        for position, call in enumerate(calls if isinstance(calls, list) else []):
            if not isinstance(call, dict):
                continue
            index = call.get("index")
            parts = self._calls.setdefault(index if isinstance(index, int) else position, ["", "", ""])
            function = call.get("function")
            pieces = function if isinstance(function, dict) else {}
            for place, piece in enumerate((call.get("id"), pieces.get("name"), pieces.get("arguments"))):
                if isinstance(piece, str):
                    parts[place] = parts[place] + piece if place == 2 else piece or parts[place]


def as_data(messages: Sequence[Message]) -> list[dict[str, object]]:
    """Give messages as request data; a tool message that belongs to no call of this request goes as a system one."""
    roles = {"tool": "system"}
    return [{"role": roles.get(item.role, item.role), "content": item.content} for item in messages]


def call_data(text: str, calls: Sequence[ToolCall]) -> dict[str, object]:
    """Give the assistant message that asked for calls, as the next request must repeat it."""
    asked = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments or "{}"}}
        for call in calls
    ]
    return {"role": "assistant", "content": text or None, "tool_calls": asked}


def result_data(call: ToolCall, result: str) -> dict[str, object]:
    """Give the message with the result of one call."""
    return {"role": "tool", "tool_call_id": call.id, "content": result}


def endpoint(base_url: str) -> str:
    """Give the address of chat completions under a base URL; nothing else is added.

    Raises:
        InvalidInput: It is no http or https address.
    """
    base = base_url.strip().rstrip("/")
    if not base.startswith(("http://", "https://")) or any(char.isspace() for char in base):
        raise InvalidInput(f"base_url must be an http or https address, not {base_url!r}")
    return base if base.endswith("/chat/completions") else f"{base}/chat/completions"


def parse(text: str) -> object:
    """Give JSON data.

    Raises:
        ModelUnavailable: It is none.
    """
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise ModelUnavailable("the model's endpoint sent no JSON") from error


def refusal(status: int, body: str, retry_after: str = "") -> ModelRefused | ModelUnavailable:
    """Give the error of an HTTP status that is no success; ``wait_s`` is how long the endpoint wants to be left."""
    try:
        detail = error_text(orjson.loads(body))
    except orjson.JSONDecodeError:
        detail = ""
    message = f"the model's endpoint answered {status}" + (f": {detail}" if detail else "")
    is_passing = status in {408, 409, 425, 429} or status >= 500
    if not is_passing:
        return ModelRefused(message, status=status)
    return ModelUnavailable(message, status=status, wait_s=_seconds(retry_after))


def _seconds(text: str) -> float | None:
    """Give the seconds of a Retry-After header; None for none (a date counts as none)."""
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if 0 <= seconds < 86_400 else None


def error_text(data: object) -> str:
    """Give the endpoint's own words about an error, cut short, on one line."""
    found: object = data.get("error", data.get("message", "")) if isinstance(data, dict) else ""
    words = found.get("message", "") if isinstance(found, dict) else found
    line = " ".join(str(words).split()) if isinstance(words, str) else ""
    return "".join(char if char.isprintable() else "?" for char in line)[:_MAX_ERROR_CHARACTERS]
