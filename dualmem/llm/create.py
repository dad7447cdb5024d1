"""Create: the chat model that a configuration asks for."""

from collections.abc import Mapping
from types import MappingProxyType

from dualmem.errors import InvalidInput
from dualmem.llm.echo import EchoModel
from dualmem.llm.fallback import FallbackModel
from dualmem.llm.openai_compatible import DEFAULT_DEADLINE_S, OpenAICompatible, Options
from dualmem.llm.presets import first_set, preset

KEYS = (
    "preset", "base_url", "model", "api_key_env", "temperature", "max_tokens", "deadline_s", "extra", "fallback",
)  # fmt: skip
ECHO = "echo"


def create_model(
    settings: Mapping[str, object], environ: Mapping[str, str]
) -> EchoModel | OpenAICompatible | FallbackModel:
    """Give the model of a ``[model]`` table; ``[model.fallback]`` is the second endpoint, with the same keys.

    Args:
        settings: ``preset`` (``openai`` unless said; ``echo`` needs nothing else), ``base_url``, ``model``,
            ``api_key_env`` (name of the variable with the key), ``temperature``, ``max_tokens``, ``deadline_s``,
            ``extra``, ``fallback``.
        environ: Environment variables: keys, and base URLs where the settings name none.

    Raises:
        InvalidInput: An unknown key or preset, or a value of the wrong kind.
    """
    name = _text(settings, "preset") or "openai"
    if name == ECHO:
        return EchoModel()
    first = OpenAICompatible(options_of(settings, environ))
    second = settings.get("fallback")
    if second is None:
        return first
    if not isinstance(second, Mapping) or "fallback" in second:
        raise InvalidInput("model.fallback must be a table with the keys of [model], without a fallback of its own")
    return FallbackModel(first, OpenAICompatible(options_of(second, environ)))


def options_of(settings: Mapping[str, object], environ: Mapping[str, str]) -> Options:
    """Give the options of one endpoint: the settings, else the environment, else the preset."""
    unknown = sorted(set(settings) - set(KEYS))
    if unknown:
        raise InvalidInput(f"unknown model setting {unknown[0]!r}; known: {', '.join(KEYS)}")
    kind = preset(_text(settings, "preset") or "openai")
    key_name = _text(settings, "api_key_env")
    extra = settings.get("extra", {})
    if not isinstance(extra, Mapping):
        raise InvalidInput("model.extra must be a table")
    return Options(
        base_url=_text(settings, "base_url") or first_set(kind.url_variables, environ) or kind.base_url,
        model=_text(settings, "model") or environ.get("DUALMEM_MODEL") or kind.model,
        api_key=first_set((key_name,) if key_name else kind.key_variables, environ),
        temperature=_number(settings, "temperature", 0.5, 0, 2),
        max_tokens=int(_number(settings, "max_tokens", 500, 1, 1_000_000)),
        max_tokens_key=kind.max_tokens_key,
        deadline_s=_number(settings, "deadline_s", DEFAULT_DEADLINE_S, 0.01, 3600),
        extra=MappingProxyType({**kind.extra, **extra}),
    )


def _text(settings: Mapping[str, object], key: str) -> str | None:
    value = settings.get(key)
    if value is None or isinstance(value, str):
        return value
    raise InvalidInput(f"model.{key} must be a text, not {value!r}")


def _number(settings: Mapping[str, object], key: str, default: float, least: float, most: float) -> float:
    value = settings.get(key, default)
    if isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most:
        return value
    raise InvalidInput(f"model.{key} must be a number from {least:g} to {most:g}, not {value!r}")
