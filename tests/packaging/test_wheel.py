"""A checkout, an editable install and a built wheel all find what is shipped."""

import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT

ASK = (
    "import sys, dualmem; from dualmem.schema import shipped; from dualmem.schema.load import load_schema;"
    "print(dualmem.__file__);"
    "[print(load_schema(shipped.schema_path(n)).id, shipped.rules_path(n).is_file()) for n in shipped.shipped_names()]"
)
NAMES = ["memory_agent", "project_assistant", "support_desk", "work_buddy"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if importlib.util.find_spec("hatchling") is None:
        pytest.skip("hatchling is not installed: run `.ci/setup dev`")
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    run = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return next(folder.glob("*.whl"))


def ask(path: Path, cwd: Path) -> list[str]:
    env = {**os.environ, "PYTHONPATH": str(path)}
    command = [sys.executable, "-c", ASK]
    run = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def test_a_wheel_finds_its_schemas_and_rules(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    place, *lines = ask(tmp_path / "site", tmp_path)
    assert Path(place).is_relative_to(tmp_path)
    assert lines == [f"{name} True" for name in NAMES]


def test_a_checkout_finds_its_schemas_and_rules(tmp_path: Path) -> None:
    place, *lines = ask(ROOT, tmp_path)
    assert Path(place).is_relative_to(ROOT / "dualmem")
    assert lines == [f"{name} True" for name in NAMES]


def test_a_wheel_holds_all_data_files_and_no_tests(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    data = {p.relative_to(ROOT).as_posix() for p in (ROOT / "dualmem").rglob("*") if p.is_file() and p.suffix != ".pyc"}
    assert {name for name in data if "__pycache__" not in name} <= names
    assert not [name for name in names if name.startswith(("tests/", "bench/"))]


def test_no_file_of_the_setup_names_a_registry() -> None:
    files = [*(ROOT / "requirements").glob("*.txt"), ROOT / "pyproject.toml", ROOT / "Makefile", ROOT / ".ci" / "setup"]
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert "://" not in text, file
        assert "index-url" not in text, file


def test_every_locked_package_has_a_hash() -> None:
    for lock in (ROOT / "requirements").glob("*.txt"):
        entries = [entry for entry in lock.read_text(encoding="utf-8").split("\n") if entry and entry[0] not in " #"]
        assert entries
        assert all("==" in entry and entry.endswith("\\") for entry in entries), lock


@pytest.mark.network
@pytest.mark.skipif("DUALMEM_TEST_REGISTRY" not in os.environ, reason="set DUALMEM_TEST_REGISTRY=1: asks the registry")
@pytest.mark.parametrize("platform", ["linux", "windows", "aarch64-apple-darwin", "x86_64-apple-darwin"])
@pytest.mark.parametrize("version", ["3.11", "3.14"])
def test_wheels_of_the_core_lock_exist(platform: str, version: str, tmp_path: Path) -> None:
    uv = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if uv is None:
        pytest.skip("uv is not installed: pip reads the markers of other systems wrongly")
    command = [uv, "pip", "install", "--dry-run", "--no-build", "--target", str(tmp_path)]
    command += ["--python-platform", platform, "--python-version", version, "-r", "requirements/core.txt"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
