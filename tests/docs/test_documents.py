"""The documents can not rot: their commands and code run here, and their links lead somewhere."""

import os
import re
import shlex
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.docs.cli_reference import reference

READMES = ("README.md", "README.zh.md")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "bench").glob("*.md")])


def blocks(name: str, language: str) -> list[str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def steps(name: str) -> list[tuple[str, list[str]]]:
    """Give each ``$`` command of the console blocks with the lines it must print (``…`` is anything)."""
    out: list[tuple[str, list[str]]] = []
    for line in "\n".join(blocks(name, "console")).splitlines():
        if line.startswith("$ "):
            out.append((line[2:], []))
        elif line:
            out[-1][1].append(line)
    return out


@pytest.mark.slow
@pytest.mark.parametrize("name", READMES)
def test_the_commands_of_a_readme_print_what_it_says(name: str, tmp_path: Path) -> None:
    env = {**os.environ, "DUALMEM_DB": str(tmp_path / "memory.db"), "DUALMEM_OUTPUT": "table", "PYTHONUTF8": "1"}
    for command, expected in steps(name):
        words = shlex.split(command)
        assert words[0] == "dualmem"
        run = subprocess.run(
            [sys.executable, "-m", *words], cwd=tmp_path, env=env, capture_output=True, encoding="utf-8", check=False
        )
        assert run.returncode == 0, f"{command}\n{run.stdout}{run.stderr}"
        for line in expected:
            pattern = line.replace("[", "[[]").replace("…", "*")
            assert any(fnmatchcase(found, pattern) for found in run.stdout.splitlines()), (
                f"{command}\nexpected: {line}\nprinted:\n{run.stdout}"
            )


@pytest.mark.parametrize("name", READMES)
def test_the_python_of_a_readme_runs(name: str, tmp_path: Path) -> None:
    for block in blocks(name, "python"):
        run = subprocess.run(
            [sys.executable, "-c", block], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
        )
        assert run.returncode == 0, run.stderr
        assert "500,000" in run.stdout


def test_both_readmes_say_the_same_things() -> None:
    english, chinese = ((ROOT / name).read_text(encoding="utf-8") for name in READMES)
    shape = re.compile(r"^(#+|\||```\w*|\*\*\d)", re.MULTILINE)
    assert shape.findall(english) == shape.findall(chinese)
    assert [c for c, _ in steps("README.md")] == [c for c, _ in steps("README.zh.md")]


def test_the_cli_reference_is_up_to_date() -> None:
    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == reference(), "run `make docs`"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_of_a_document_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (document.parent / link).exists()]
    assert missing == []
