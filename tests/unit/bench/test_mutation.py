"""The bench of mutants: what it counts, and where it says that a mutant is."""

import tomllib
from pathlib import Path

from bench.trust import mutation


def module(killed: int, timeout: int, survived: int) -> dict[str, object]:
    mutants = killed + timeout + survived
    return {"mutants": mutants, "killed": killed, "timeout": timeout, "survivors": ["a.py:1: x -> y"] * survived}


def test_a_mutant_that_runs_out_of_its_time_is_noticed() -> None:
    found = mutation._summed({"one": {"a.py": module(8, 1, 1)}})
    assert (found["share"], found["survived"], found["bad"]) == (0.9, 1, 0)


def test_a_room_under_nine_tenths_is_bad_whatever_the_others_are() -> None:
    found = mutation._summed({"one": {"a.py": module(99, 0, 1)}, "two": {"b.py": module(8, 0, 2)}})
    assert found["share"] > 0.9
    assert (found["bad"], found["by_room"]["two"]["share"], len(found["survivors"])) == (1, 0.8, 3)


def test_the_place_of_a_mutant_is_that_of_its_function_or_method(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("def f():\n    pass\n\n\nclass C:\n    @staticmethod\n    def f():\n        pass\n")
    assert mutation._starts(path, "a.x_f__mutmut_1") == 1
    assert mutation._starts(path, "a.x\u01c1C\u01c1f__mutmut_12") == 6


def test_every_room_has_files_and_tests() -> None:
    root = Path(mutation.__file__).resolve().parents[2]
    rooms = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["dualmem"]["mutation"]
    for room in rooms.values():
        assert all(list(root.glob(one)) for one in (*room["files"], *room["tests"]))
