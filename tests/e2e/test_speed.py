"""The command starts fast."""

import compileall
import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.e2e.conftest import Shell, command

BARE = [sys.executable, "-c", "from pydantic import BaseModel; import cryptography, structlog"]
LIMIT = 2.5


def cost(args: list[str], env: dict[str, str]) -> float:
    """Give the processor seconds of a command: what it takes start to finish on a machine that does nothing else."""
    resource = pytest.importorskip("resource")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(args, env=env, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return float(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


@pytest.mark.slow
@pytest.mark.skipif(
    "DUALMEM_TEST_SPEED" not in os.environ, reason="set DUALMEM_TEST_SPEED=1: a time, on a machine that rests"
)
def test_hear_takes_at_most_two_and_a_half_times_the_bare_imports(dualmem: Shell) -> None:
    """Start to finish; alternating in one run, best of nine."""
    compileall.compile_dir(ROOT / "dualmem", quiet=2)
    hear = command(["hear", "总预算控制在五十万以内"])
    env = dualmem.env()
    subprocess.run(hear, env=env, capture_output=True, check=True)
    costs: dict[str, list[float]] = {"bare": [], "hear": []}
    for _ in range(9):
        costs["bare"].append(cost(BARE, env))
        costs["hear"].append(cost(hear, env))
    assert min(costs["hear"]) <= LIMIT * min(costs["bare"]), costs
