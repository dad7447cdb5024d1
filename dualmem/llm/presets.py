"""Presets: the endpoints people use, where they are, and what is peculiar about each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from dualmem.errors import InvalidInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """One kind of endpoint.

    Attributes:
        name: What the configuration calls it.
        base_url: Where it is unless told otherwise, up to and without ``/chat/completions``.
        model: Model asked for unless told otherwise.
        url_variables: Environment variables that say where it is, the first that is set wins.
        key_variables: Environment variables that hold the API key, the first that is set wins.
        max_tokens_key: What it calls the cap on the answer.
        extra: Further keys of the request that this endpoint needs or likes.
    """

    name: str
    base_url: str
    model: str
    url_variables: tuple[str, ...] = ()
    key_variables: tuple[str, ...] = ()
    max_tokens_key: str = "max_tokens"
    extra: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


_PRESETS = (
    Preset(
        name="openai",
        base_url="https://api.openai.com/v1",
        model="gpt-4o-mini",
        url_variables=("DUALMEM_BASE_URL", "OPENAI_BASE_URL"),
        key_variables=("DUALMEM_API_KEY", "OPENAI_API_KEY"),
        max_tokens_key="max_completion_tokens",  # its newer models refuse max_tokens
    ),
    Preset(
        name="glm",
        base_url="https://open.bigmodel.cn/api/paas/v4",  # no /v1 here
        model="glm-4-flash",
        url_variables=("DUALMEM_BASE_URL", "ZHIPUAI_BASE_URL"),
        key_variables=("DUALMEM_API_KEY", "ZHIPUAI_API_KEY", "ZAI_API_KEY"),
    ),
    Preset(
        name="deepseek",
        base_url="https://api.deepseek.com",
        model="deepseek-chat",
        url_variables=("DUALMEM_BASE_URL", "DEEPSEEK_BASE_URL"),
        key_variables=("DUALMEM_API_KEY", "DEEPSEEK_API_KEY"),
    ),
    Preset(
        name="qwen",
        base_url="https://dashscope.aliyuncs.com/compatible-mode/v1",
        model="qwen-plus",
        url_variables=("DUALMEM_BASE_URL", "DASHSCOPE_BASE_URL"),
        key_variables=("DUALMEM_API_KEY", "DASHSCOPE_API_KEY"),
        extra=MappingProxyType({"enable_thinking": False}),  # thinking would use up the deadline
    ),
    Preset(
        name="llama.cpp",
        base_url="http://127.0.0.1:8080/v1",
        model="default",  # it serves the one it was started with
        url_variables=("DUALMEM_BASE_URL", "LLAMA_CPP_BASE_URL"),
        key_variables=("DUALMEM_API_KEY", "LLAMA_API_KEY"),
        extra=MappingProxyType({"cache_prompt": True}),
    ),
)
PRESETS: Mapping[str, Preset] = MappingProxyType({preset.name: preset for preset in _PRESETS})


def preset(name: str) -> Preset:
    """Give a preset by name.

    Raises:
        InvalidInput: Names the known ones.
    """
    if name not in PRESETS:
        raise InvalidInput(f"unknown model preset {name!r}; known: echo, {', '.join(PRESETS)}", preset=name)
    return PRESETS[name]


def first_set(names: tuple[str, ...], environ: Mapping[str, str]) -> str | None:
    """Give the value of the first environment variable that is set and not empty."""
    return next((environ[name] for name in names if environ.get(name)), None)
