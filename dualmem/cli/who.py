"""Who acts: the option that names an operator for the audit."""

import getpass
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import click

P = ParamSpec("P")
R = TypeVar("R")


def operator_name() -> str:
    """Give ``operator:<name>`` of the account that runs the command."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        name = ""
    return f"operator:{''.join(char for char in name if char.isalnum() or char in '._-') or 'cli'}"


def actor_option(function: Callable[P, R]) -> Callable[P, R]:
    """Give a command ``--actor``."""
    return click.option(
        "--actor",
        default=operator_name,
        metavar="NAME",
        help="Who acts, for the audit (default: operator:<your account>).",
    )(function)
