"""Opening: the schema, the rules and the memory that a config names."""

from pathlib import Path

from dualmem.config import Config
from dualmem.memory import Memory
from dualmem.ports import ChatModel


def open_memory(config: Config, *, with_model: bool = False) -> Memory:
    """Open the memory of a config, creating what is not there.

    Args:
        config: Where things are.
        with_model: Let the config's model answer.

    Raises:
        SpecError: A YAML file has faults.
        StorageError: The store can not be opened.
        VaultError: The key is missing or wrong.
    """
    _make_folder(config.store.parent)
    return Memory.open(
        config.store,
        schema=config.schema,
        rules=config.rules,
        lexicons=config.lexicons,
        key=config.key,
        tenant=config.tenant,
        model=model_of(config) if with_model else None,
    )


def model_of(config: Config) -> ChatModel | None:
    """Give the chat model of the ``[model]`` table; None where there is none."""
    if not config.model:
        return None
    from dualmem.llm.presets import from_config

    return from_config(config.model)


def _make_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
