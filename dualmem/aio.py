"""Aio: the same memory for asyncio, each call in a worker thread."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, Self, TypeVar

from dualmem import exchange as exchange_
from dualmem import memory as memory_

T = TypeVar("T")
_END = object()


class Exchange:
    """An exchange whose ``reply``, ``respond`` and ``stream`` are awaited; all else is as on ``dualmem.Exchange``."""

    def __init__(self, exchange: exchange_.Exchange) -> None:
        """Keep the exchange."""
        self._exchange = exchange

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - the attribute of the exchange, whatever it is
        """Give an attribute of the exchange."""
        return getattr(self._exchange, name)

    async def reply(self, text: str = "", *, is_cut: bool = False) -> str:
        """Commit the reply and give the text to show."""
        return await asyncio.to_thread(self._exchange.reply, text, is_cut=is_cut)

    async def respond(self, **wish: Any) -> str:  # noqa: ANN401 - as ``dualmem.Exchange.respond``
        """Let the configured model answer, and give the committed reply."""
        return await asyncio.to_thread(self._exchange.respond, **wish)

    async def stream(self, **wish: Any) -> AsyncIterator[str]:  # noqa: ANN401 - as ``dualmem.Exchange.stream``
        """Give the model's guarded answer piece by piece."""
        pieces = self._exchange.stream(**wish)
        while (piece := await asyncio.to_thread(next, pieces, _END)) is not _END:
            yield str(piece)


class Memory:
    """``dualmem.Memory`` for asyncio: every method is the same and is awaited."""

    def __init__(self, memory: memory_.Memory) -> None:
        """Keep the memory; it is still usable by itself."""
        self._memory = memory

    @classmethod
    async def open(cls, *arguments: Any, **options: Any) -> Self:  # noqa: ANN401 - as ``dualmem.Memory.open``
        """Open a memory; arguments as for ``dualmem.Memory.open``."""
        return cls(await asyncio.to_thread(memory_.Memory.open, *arguments, **options))

    async def __aenter__(self) -> Self:
        """Give itself."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close."""
        await self.close()

    async def close(self) -> None:
        """Release store and keys."""
        await asyncio.to_thread(self._memory.close)

    async def hear(self, *arguments: Any, **options: Any) -> Exchange:  # noqa: ANN401
        """Take one message; arguments as for ``dualmem.Memory.hear``."""
        return Exchange(await asyncio.to_thread(self._memory.hear, *arguments, **options))

    def for_tenant(self, tenant: str) -> "Memory":
        """Give the same memory for another tenant."""
        return Memory(self._memory.for_tenant(tenant))

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - the attribute of the memory, awaited where it is a method
        """Give a method as a coroutine function, and anything else as it is."""
        found = getattr(self._memory, name)
        return _awaited(found) if callable(found) else found


def _awaited(call: Callable[..., T]) -> Callable[..., Any]:
    """Give a coroutine function over a blocking call."""

    async def run(*arguments: Any, **options: Any) -> T:  # noqa: ANN401
        return await asyncio.to_thread(call, *arguments, **options)

    run.__name__, run.__doc__ = getattr(call, "__name__", "call"), call.__doc__
    return run
