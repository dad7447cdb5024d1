"""Typed, confirmed, auditable memory for LLM agents, in Chinese and English.

Public names are loaded when first used: ``import dualmem`` itself loads nothing else.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dualmem.errors import DualmemError
    from dualmem.exchange import Exchange, Pending
    from dualmem.memory import Memory
    from dualmem.schema.load import load_schema
    from dualmem.schema.rules import load_rules

__version__ = "0.1.0"
__all__ = ["DualmemError", "Exchange", "Memory", "Pending", "__version__", "load_rules", "load_schema"]

_HOMES = {
    "DualmemError": "dualmem.errors",
    "Exchange": "dualmem.exchange",
    "Memory": "dualmem.memory",
    "Pending": "dualmem.exchange",
    "load_rules": "dualmem.schema.rules",
    "load_schema": "dualmem.schema.load",
}


def __getattr__(name: str) -> object:
    """Load a public name from its home (PEP 562)."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    """Give the public names."""
    return sorted(__all__)
