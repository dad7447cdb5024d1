"""The key command, to the letter: what the program is given, what is said of it, and what is left of it."""

import os
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from dualmem.errors import KeyMissing
from dualmem.vault import master

KEY = bytes(range(32))
NAME = sys.executable


def run(code: str, timeout_s: float = 20.0) -> bytes:
    return master.from_command([NAME, "-c", code], timeout_s)


def refused(code: str, timeout_s: float = 20.0) -> KeyMissing:
    with pytest.raises(KeyMissing) as caught:
        run(code, timeout_s)
    return caught.value


def test_arguments_are_passed_as_they_are_and_no_shell_reads_them() -> None:
    code = "import sys; assert sys.argv[1:] == ['$HOME; ls', '*']; print(bytes(range(32)).hex())"
    assert master.from_command([NAME, "-c", code, "$HOME; ls", "*"], 20.0) == KEY


def test_a_program_has_no_input() -> None:
    assert run("import sys; assert sys.stdin.read() == ''; print(bytes(range(32)).hex())") == KEY


def test_what_a_program_says_to_people_is_not_the_key(capfd: pytest.CaptureFixture[str]) -> None:
    assert run("import sys; print('unlocked', file=sys.stderr); print(bytes(range(32)).hex())") == KEY
    assert capfd.readouterr() == ("", "")


def test_a_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(KeyMissing) as caught:
        master.from_command([str(tmp_path / "none")], 2.5)
    assert str(caught.value) == f"the key command {tmp_path / 'none'} can not be run: No such file or directory"
    step = "Run it by hand: it must print the key and end with 0 within 2.5 s."
    assert caught.value.diagnostics() == f"{caught.value}\n{step}"


def test_a_program_that_fails_is_named_with_its_exit_code() -> None:
    error = refused("print(bytes(range(32)).hex()); raise SystemExit(3)")
    assert str(error) == f"the key command {NAME} failed (exit 3)"
    assert error.data["next_step"] == "Run it by hand: it must print the key and end with 0 within 20 s."


def test_what_is_no_key_is_not_shown() -> None:
    error = refused("print('the secret')")
    assert str(error) == f"what the key command {NAME} prints holds no key"
    assert "secret" not in error.diagnostics()


def test_a_program_may_print_4096_bytes_and_no_more() -> None:
    assert str(refused("print('x' * 4095)")) == f"what the key command {NAME} prints holds no key"
    error = refused("print('x' * 4096)")
    assert str(error) == f"the key command {NAME} prints more than 4096 bytes"
    assert error.data["next_step"] == "Run it by hand: it must print the key and end with 0 within 20 s."


def test_a_program_that_prints_without_end_is_stopped_at_once() -> None:
    begin = time.monotonic()
    error = refused("while True: print('x' * 1000)", 60.0)
    assert str(error) == f"the key command {NAME} prints more than 4096 bytes"
    assert time.monotonic() - begin < 50


def test_what_a_program_began_is_stopped_with_it(tmp_path: Path) -> None:
    place = tmp_path / "pid"
    child = "import time; time.sleep(600)"
    code = (
        f"import subprocess, sys; child = subprocess.Popen([sys.executable, '-c', {child!r}]); "
        f"open({str(place)!r}, 'w').write(str(child.pid)); print(bytes(range(32)).hex())"
    )
    assert str(refused(code, 3.0)) == f"the key command {NAME} did not end within 3 s"
    assert not is_alive(int(place.read_text()))


def test_where_there_are_no_process_groups_the_program_itself_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(master, "os", SimpleNamespace(name="nt"))
    assert str(refused("import time; time.sleep(600)", 1.0)) == f"the key command {NAME} did not end within 1 s"


def is_alive(process: int) -> bool:
    for _ in range(100):
        try:
            state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except FileNotFoundError:
            return False
        if state == "Z":
            return False
        time.sleep(0.02)
    os.kill(process, 9)
    return True
