"""Models: the chat model that the ``[model]`` table of a config describes."""

import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, cast

from dualmem.errors import InvalidInput
from dualmem.llm.echo import EchoModel
from dualmem.llm.fallback import FallbackModel
from dualmem.llm.openai_compatible import OpenAICompatible, Options
from dualmem.llm.presets import first_set, preset
from dualmem.ports import ChatModel

_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "preset": (str,),
    "base_url": (str,),
    "model": (str,),
    "temperature": (int, float),
    "max_tokens": (int,),
    "deadline_s": (int, float),
    "extra": (dict,),
    "fallback": (dict,),
}


def model_of(table: Mapping[str, object], environ: Mapping[str, str] = os.environ) -> ChatModel | None:
    """Give the model of a ``[model]`` table; None for an empty one.

    Args:
        table: preset, base_url, model, temperature, max_tokens, deadline_s, extra, and a fallback table of the same.
        environ: Holds addresses and keys; a key never stands in a file.

    Raises:
        InvalidInput: A key or a value of the table is not one of these.
    """
    if not table:
        return None
    if table.get("preset") == "echo":
        return EchoModel()
    first = OpenAICompatible(_options(table, environ))
    fallback = table.get("fallback")
    if not isinstance(fallback, dict):
        return first
    return FallbackModel(first, OpenAICompatible(_options(fallback, environ)))


def _options(table: Mapping[str, object], environ: Mapping[str, str]) -> Options:
    for key, value in table.items():
        if key not in _TYPES:
            raise InvalidInput(f"[model] has no key {key!r}; it has {', '.join(_TYPES)}")
        if not isinstance(value, _TYPES[key]):
            raise InvalidInput(f"[model] {key}: {value!r} does not fit")
    base = preset(str(table.get("preset", "openai")))
    return Options(
        base_url=str(table.get("base_url") or first_set(base.url_variables, environ) or base.base_url),
        model=str(table.get("model") or base.model),
        api_key=first_set(base.key_variables, environ),
        temperature=cast("float", table.get("temperature", 0.5)),
        max_tokens=cast("int", table.get("max_tokens", 500)),
        max_tokens_key=base.max_tokens_key,
        deadline_s=cast("float", table.get("deadline_s", 8.0)),
        extra=MappingProxyType({**base.extra, **cast("Mapping[str, object]", table.get("extra", {}))}),
    )
