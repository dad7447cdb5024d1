"""Power loss and failing calls: short runs of the benches, in a process with the shim in front of libc."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench.faults import shim

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shim.is_available(), reason="needs Linux and a C compiler"),
]


def bench(*arguments: str) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-m", "bench.faults", *arguments, "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip(), done.stderr
    result: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return result


def test_no_power_loss_takes_or_tears_what_was_acknowledged_and_weaker_builds_would() -> None:
    result = bench("power", "--images", "40")
    assert (result["lost"], result["torn"], result["chain_bad"]) == (0, 0, 0), result["examples"]
    controls = result["controls"]
    assert isinstance(controls, dict)
    assert controls["NORMAL"]
    assert controls["OFF"]
    assert controls["AUDIT"]


def test_a_call_that_fails_loses_and_tears_nothing() -> None:
    result = bench("nth", "--limit", "12")
    assert (result["lost"], result["torn"], result["chain_bad"]) == (0, 0, 0), result["examples"]
    assert result["errors"]
