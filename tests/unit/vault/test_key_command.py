"""A program that prints the master key: what it may do, and what is said where it does not."""

import sys
import time
from pathlib import Path

import pytest

from dualmem.errors import KeyMissing
from dualmem.vault import master

KEY = bytes(range(32))


def python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


@pytest.mark.parametrize(
    "code",
    [
        f"print('{KEY.hex()}')",
        f"import sys; sys.stdout.buffer.write({KEY!r})",
        "print('AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=')",
    ],
)
def test_the_key_may_be_printed_as_it_may_be_written_in_a_file(code: str) -> None:
    assert master.from_command(python(code), 20) == KEY


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (("/nowhere/at/all",), "can not be run"),
        (python(f"print('{KEY.hex()}'); raise SystemExit(3)"), r"failed \(exit 3\)"),
        (python("print('no key')"), "holds no key"),
        (python("pass"), "holds no key"),
        (python("print('x' * 5_000_000)"), "more than 4096 bytes"),
    ],
)
def test_what_goes_wrong_is_said_with_the_next_step_and_without_the_output(argv: tuple[str, ...], message: str) -> None:
    with pytest.raises(KeyMissing, match=message) as caught:
        master.from_command(argv, 20)
    said = caught.value.diagnostics()
    assert len(said.splitlines()) == 2
    assert KEY.hex() not in said
    assert "no key\n" not in said.replace("holds no key", "")


@pytest.mark.parametrize(
    "code",
    [
        "import time; time.sleep(60)",
        f"import sys, time; print('{KEY.hex()}', flush=True); time.sleep(60)",
        f"import sys, os, time; print('{KEY.hex()}', flush=True); sys.stdout.close(); os.close(1); time.sleep(60)",
        "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])",
    ],
)
def test_one_that_does_not_end_is_stopped_with_what_it_began(code: str) -> None:
    begin = time.monotonic()
    with pytest.raises(KeyMissing, match="did not end within 1 s"):
        master.from_command(python(code), 1)
    assert time.monotonic() - begin < 10


def test_no_shell_reads_the_words(tmp_path: Path) -> None:
    argv = python("import sys; print(sys.argv[1])")
    with pytest.raises(KeyMissing):
        master.from_command((*argv, f"$(touch {tmp_path / 'made'}); `touch {tmp_path / 'made'}`"), 20)
    assert not (tmp_path / "made").exists()
