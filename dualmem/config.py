"""Config: what a project's ``dualmem.toml`` says, and where the store lies without one.

```toml
# dualmem.toml, found in the current folder or above it; paths are relative to this file
store = ".dualmem/memory.db"
schema = "schemas/project_assistant.yaml"   # or the name of a shipped one
rules = ["rules/project_assistant.yaml"]
lexicons = []                                # folders with your own words
subject = "me"
tenant = "default"

[model]
preset = "deepseek"                          # openai, glm, deepseek, qwen, llama.cpp, echo
model = "deepseek-chat"

[backup]                                     # on the first commit of a day, and before upgrade and import
keep = 3                                     # backup_1 is the newest; 0 for none
every = "1d"
dir = "../backups"                           # default: <store>.backups

[audit.anchor]                               # signed heads outside the database; without this table never by itself
file = "/safe/heads.log"                     # or: command = ["program", "argument"], stdout = true
changes = 1000                               # after so many records …
every = "60s"                                # … or so long, at the next turn

[keys]
command = ["pass", "show", "dualmem"]        # prints the master key; no shell
timeout = "10s"
suite = "aes-256-gcm"                        # or fernet: what seals from now on
```

The store is, first one that is named: ``--db``, DUALMEM_DB, ``store`` of the project, the user's data folder.
"""

import difflib
import os
import re
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal

from dualmem.errors import Fault, SpecError
from dualmem.plans import Plans, read

FILE_NAME: Final = "dualmem.toml"
DEFAULT_SCHEMA: Final = "project_assistant"
Source = Literal["--db", "DUALMEM_DB", "dualmem.toml", "user data folder"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Where things are and what they are.

    Attributes:
        store: Path of the database.
        source: What named the store.
        file: The project's file; None where there is none.
        schema: Path of a schema file, or the name of a shipped one.
        rules: Paths of rules files, or names of shipped ones; empty for the rules shipped with a shipped schema.
        lexicons: Folders with further words.
        key: Path of the key file; None for the default place.
        subject: Whose memory, where a command does not say.
        tenant: Tenant id.
        model: The ``[model]`` table: preset, base_url, model, temperature, max_tokens, deadline_s, extra.
        plans: What ``[backup]``, ``[audit]`` and ``[keys]`` say.
    """

    store: Path
    source: Source
    file: Path | None = None
    schema: str = DEFAULT_SCHEMA
    rules: tuple[str, ...] = ()
    lexicons: tuple[str, ...] = ()
    key: Path | None = None
    subject: str = "me"
    tenant: str = "default"
    model: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    plans: Plans = field(default_factory=Plans)


def data_folder(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Give the folder of this system for a user's data of dualmem."""
    home = Path(environ.get("HOME") or environ.get("USERPROFILE") or Path.home())
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "dualmem"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "dualmem"
    return Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "dualmem"


def key_file(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Give the default place of the master key: the user's configuration, apart from the data."""
    if platform in {"win32", "darwin"}:
        return data_folder(environ, platform).parent / "dualmem-keys" / "master.key"
    home = Path(environ.get("HOME") or Path.home())
    return Path(environ.get("XDG_CONFIG_HOME") or home / ".config") / "dualmem" / "master.key"


def find_file(folder: Path) -> Path | None:
    """Give the nearest ``dualmem.toml`` in a folder or above it."""
    for place in (folder, *folder.parents):
        file = place / FILE_NAME
        if file.is_file():
            return file
    return None


def load(db: str | None = None, *, folder: Path | None = None, environ: Mapping[str, str] = os.environ) -> Config:
    """Give the config that holds in a folder.

    Args:
        db: What ``--db`` says.
        folder: Where to begin to look; default the current folder.
        environ: The environment.

    Raises:
        SpecError: The file has faults.
    """
    file = find_file(folder or Path.cwd())
    default = Config(store=data_folder(environ) / "memory.db", source="user data folder")
    config = default if file is None else _read(file, default)
    if environ.get("DUALMEM_DB"):
        config = replace(config, store=Path(environ["DUALMEM_DB"]).expanduser(), source="DUALMEM_DB")
    if db:
        config = replace(config, store=Path(db).expanduser(), source="--db")
    return config


def _read(file: Path, default: Config) -> Config:
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise SpecError((Fault(str(file), *_place(str(error)), f"not TOML: {error}"),)) from error
    except UnicodeDecodeError as error:
        raise SpecError((Fault(str(file), 1, 1, "not UTF-8 text", "save the file as UTF-8"),)) from error
    base = file.parent
    plans, wrong = read(table, base)
    lines = file.read_text(encoding="utf-8").splitlines()
    faults = _faults(file, table)
    faults += [Fault(str(file), _line(lines, one.key), 1, one.message, one.hint) for one in wrong]
    if faults:
        raise SpecError(tuple(sorted(set(faults), key=lambda fault: fault.line)))
    config = replace(default, file=file)
    if "store" in table:
        config = replace(config, store=base / Path(table["store"]).expanduser(), source="dualmem.toml")
    if "key" in table:
        config = replace(config, key=base / Path(table["key"]).expanduser())
    return replace(
        config,
        schema=_place_of(base, table.get("schema", default.schema)),
        rules=tuple(_place_of(base, name) for name in table.get("rules", ())),
        lexicons=tuple(str(base / name) for name in table.get("lexicons", ())),
        subject=table.get("subject", default.subject),
        tenant=table.get("tenant", default.tenant),
        model=MappingProxyType(table.get("model", {})),
        plans=plans,
    )


def _place_of(base: Path, name: str) -> str:
    """Give a path relative to the file; a bare word is the name of a shipped one."""
    is_bare = "/" not in name and "\\" not in name and not name.endswith((".yaml", ".yml"))
    return name if is_bare else str(base / name)


_TYPES: Final[Mapping[str, type]] = {
    "store": str,
    "key": str,
    "schema": str,
    "rules": list,
    "lexicons": list,
    "subject": str,
    "tenant": str,
    "model": dict,
    "backup": dict,
    "audit": dict,
    "keys": dict,
}
_WORDS: Final[Mapping[type, str]] = {str: "a text", list: "a list of texts", dict: "a table"}


def _faults(file: Path, table: Mapping[str, object]) -> list[Fault]:
    faults = []
    lines = file.read_text(encoding="utf-8").splitlines()
    for key, value in table.items():
        line = _line(lines, key)
        wanted = _TYPES.get(key)
        if wanted is None:
            near = difflib.get_close_matches(key, _TYPES, n=1)
            faults.append(Fault(str(file), line, 1, f"unknown key {key}", f"did you mean {near[0]}?" if near else ""))
        elif not isinstance(value, wanted) or (isinstance(value, list) and not all(isinstance(v, str) for v in value)):
            faults.append(Fault(str(file), line, 1, f"{key} must be {_WORDS[wanted]}"))
    return faults


def _line(lines: list[str], key: str) -> int:
    """Give the first line that begins with a key, or with the name of a table that ends in it."""
    is_there = re.compile(rf"\s*(?:\[[\w.]*)?{re.escape(key)}\b").match
    return next((number for number, text in enumerate(lines, 1) if is_there(text)), 1)


def _place(message: str) -> tuple[int, int]:
    """Give line and column out of tomllib's ``(at line 3, column 5)``."""
    words = message.replace(",", " ").replace(")", " ").split()
    numbers = [int(word) for word in words if word.isdigit()]
    return (numbers[-2], numbers[-1]) if "line" in words and len(numbers) >= 2 else (1, 1)
