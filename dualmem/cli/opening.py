"""Opening: the schema, the rules and the memory that a config names."""

import os
from dataclasses import replace
from pathlib import Path

from dualmem.config import Config
from dualmem.errors import NotFound
from dualmem.memory import Memory
from dualmem.model.plans import AnchorPlan
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
        key=config.plans.key_command or config.key,
        suite=config.plans.suite,
        backup=config.plans.backup,
        anchor=_anchor(config.plans.anchor),
        tenant=config.tenant,
        model=_model(config) if with_model else None,
        deadline_s=_deadline(config),
    )


def open_existing(config: Config) -> Memory:
    """Open the memory of a config whose store is there: a mistyped name must not make an empty one that is all right.

    Raises:
        NotFound: There is no such store.
        SpecError, StorageError, VaultError: As for ``open_memory``.
    """
    if not config.store.exists():
        raise NotFound(f"there is no store {config.store}", next_step="`dualmem hear`, `chat` or `init` makes one.")
    return open_memory(config)


def _anchor(plan: AnchorPlan | None) -> AnchorPlan | None:
    """Give the plan of a command: on the standard output stands its answer alone."""
    return None if plan is None else replace(plan, to_stdout=False, to_stderr=plan.to_stdout)


def _model(config: Config) -> ChatModel | None:
    from dualmem.llm.create import create_model  # HTTP is loaded only where a model answers

    return create_model(config.model, os.environ) if config.model else None


def _deadline(config: Config) -> float:
    wanted = config.model.get("deadline_s")
    return float(wanted) if isinstance(wanted, int | float) else 8.0


def _make_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
