"""Where things are."""

from pathlib import Path

import pytest

from dualmem.config import data_folder, load
from dualmem.errors import SpecError


def write(folder: Path, text: str) -> None:
    (folder / "dualmem.toml").write_text(text, encoding="utf-8")


def test_the_option_comes_before_the_environment_the_project_and_the_data_folder(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path)}
    assert load(folder=tmp_path, environ=env).source == "user data folder"
    write(tmp_path, 'store = "x.db"\n')
    assert load(folder=tmp_path, environ=env).store == tmp_path / "x.db"
    named = {**env, "DUALMEM_DB": "/named.db"}
    assert load(folder=tmp_path, environ=named).store == Path("/named.db")
    assert load("/option.db", folder=tmp_path, environ=named).source == "--db"


def test_paths_are_relative_to_the_file_that_names_them(tmp_path: Path) -> None:
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    write(tmp_path, 'store = "s/m.db"\nschema = "schemas/mine.yaml"\nrules = ["rules/mine.yaml"]\nkey = "k"\n')
    config = load(folder=below, environ={})
    assert config.store == tmp_path / "s" / "m.db"
    assert config.schema == str(tmp_path / "schemas" / "mine.yaml")
    assert config.rules == (str(tmp_path / "rules" / "mine.yaml"),)
    assert config.key == tmp_path / "k"


def test_a_bare_word_names_a_shipped_schema(tmp_path: Path) -> None:
    write(tmp_path, 'schema = "support_desk"\n')
    assert load(folder=tmp_path, environ={}).schema == "support_desk"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('shcema = "x"\n', "1:1: error: unknown key shcema; did you mean schema?"),
        ('subject = "me"\nrules = "x"\n', "2:1: error: rules must be a list of texts"),
        ("store = \n", ":1:"),
        ('tenant = 3\nsubject = ["a"]\n', "2:1: error: subject must be a text"),
    ],
)
def test_a_fault_is_named_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    write(tmp_path, text)
    with pytest.raises(SpecError) as caught:
        load(folder=tmp_path, environ={})
    assert message in str(caught.value)


def test_a_file_that_is_no_utf_8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "dualmem.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(SpecError):
        load(folder=tmp_path, environ={})


@pytest.mark.parametrize(
    ("platform", "environ", "folder"),
    [
        ("linux", {"HOME": "/h"}, "/h/.local/share/dualmem"),
        ("linux", {"HOME": "/h", "XDG_DATA_HOME": "/x"}, "/x/dualmem"),
        ("darwin", {"HOME": "/h"}, "/h/Library/Application Support/dualmem"),
        ("win32", {"USERPROFILE": "/u", "LOCALAPPDATA": "/l"}, "/l/dualmem"),
        ("win32", {"USERPROFILE": "/u"}, "/u/AppData/Local/dualmem"),
    ],
)
def test_each_system_has_its_data_folder(platform: str, environ: dict[str, str], folder: str) -> None:
    assert data_folder(environ, platform) == Path(folder)
