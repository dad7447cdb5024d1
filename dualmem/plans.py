"""Plans: the tables ``[backup]``, ``[audit]`` and ``[keys]`` of a project's ``dualmem.toml``."""

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Final, Literal

from dualmem.model.plans import AnchorPlan, BackupPlan, KeyCommand

Suite = Literal["aes-256-gcm", "fernet"]
SUITES: Final[tuple[Suite, ...]] = ("aes-256-gcm", "fernet")
_UNITS: Final[Mapping[str, str]] = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_PERIOD: Final = re.compile(r"([1-9][0-9]{0,5})\s?([smhdw])")
Table = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Wrong:
    """One fault of a table.

    Attributes:
        key: The key it is about, for its place.
        message: What is wrong.
        hint: The next step.
    """

    key: str
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plans:
    """What the three tables say.

    Attributes:
        backup: When the store is copied.
        anchor: When the audit is anchored; None for never by itself.
        key_command: Prints the master key; None for none.
        suite: What seals from now on.
    """

    backup: BackupPlan = field(default_factory=BackupPlan)
    anchor: AnchorPlan | None = None
    key_command: KeyCommand | None = None
    suite: Suite = "aes-256-gcm"


def period(text: object) -> timedelta | None:
    """Give the period of ``60s``, ``15m``, ``12h``, ``1d`` or ``1w``; None for anything else."""
    found = _PERIOD.fullmatch(text) if isinstance(text, str) else None
    return None if found is None else timedelta(**{_UNITS[found[2]]: int(found[1])})


def read(tables: Table, base: Path) -> tuple[Plans, tuple[Wrong, ...]]:
    """Read the tables, and give what is wrong with them.

    Args:
        tables: The whole file.
        base: Paths are relative to it.
    """
    reader = _Reader(base)
    return reader.plans(tables), tuple(reader.wrong)


class _Reader:
    """Reads tables and collects their faults."""

    def __init__(self, base: Path) -> None:
        self.wrong: list[Wrong] = []
        self._base = base

    def plans(self, tables: Table) -> Plans:
        """Give the plans; what is wrong has its default."""
        backup = self._table(tables, "backup", ("keep", "every", "dir"))
        audit = self._table(tables, "audit", ("anchor",))
        keys = self._table(tables, "keys", ("command", "timeout", "suite"))
        default = BackupPlan()
        return Plans(
            backup=BackupPlan(
                keep=self._whole(backup, "keep", default.keep, least=0),
                every=self._period(backup, "every", default.every),
                folder=self._path(backup, "dir"),
            ),
            anchor=self._anchor(audit) if "anchor" in audit else None,
            key_command=self._key_command(keys),
            suite=self._suite(keys),
        )

    def _anchor(self, audit: Table) -> AnchorPlan:
        table = self._table(audit, "anchor", ("file", "command", "stdout", "changes", "every"))
        default = AnchorPlan()
        to_stdout = self._get(table, "stdout", lambda value: isinstance(value, bool), "true or false")
        plan = AnchorPlan(
            file=self._path(table, "file"),
            command=self._words(table, "command"),
            to_stdout=to_stdout is True,
            changes=self._whole(table, "changes", default.changes, least=1),
            every=self._period(table, "every", default.every),
        )
        if table and plan.file is None and not plan.command and not plan.to_stdout:
            self.wrong.append(Wrong("anchor", "[audit.anchor] has no target", "name file, command or stdout"))
        return plan

    def _key_command(self, keys: Table) -> KeyCommand | None:
        argv = self._words(keys, "command")
        limit = self._period(keys, "timeout", timedelta(seconds=10))
        return KeyCommand(argv=argv, timeout_s=limit.total_seconds()) if argv else None

    def _suite(self, keys: Table) -> Suite:
        word = self._get(keys, "suite", lambda value: value in SUITES, " or ".join(SUITES))
        return next((suite for suite in SUITES if suite == word), SUITES[0])

    def _table(self, tables: Table, name: str, legal: tuple[str, ...]) -> Table:
        table = tables.get(name, {})
        if not isinstance(table, dict):
            self.wrong.append(Wrong(name, f"{name} must be a table"))
            return {}
        for key in table:
            if key not in legal:
                near = difflib.get_close_matches(key, legal, n=1)
                hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(legal)}"
                self.wrong.append(Wrong(key, f"unknown key {key} in [{name}]", hint))
        return table

    def _get(self, table: Table, key: str, is_right: Callable[[object], bool], wanted: str) -> object:
        value = table.get(key)
        if value is not None and not is_right(value):
            self.wrong.append(Wrong(key, f"{key} must be {wanted}"))
            return None
        return value

    def _whole(self, table: Table, key: str, default: int, *, least: int) -> int:
        def is_right(value: object) -> bool:
            return isinstance(value, int) and not isinstance(value, bool) and least <= value <= 1_000_000

        value = self._get(table, key, is_right, f"a whole number, at least {least}")
        return value if isinstance(value, int) else default

    def _period(self, table: Table, key: str, default: timedelta) -> timedelta:
        wanted = 'a period such as "60s", "15m", "12h" or "1d"'
        return period(self._get(table, key, lambda value: period(value) is not None, wanted)) or default

    def _words(self, table: Table, key: str) -> tuple[str, ...]:
        def is_right(value: object) -> bool:
            return isinstance(value, list) and bool(value) and all(isinstance(word, str) and word for word in value)

        value = self._get(table, key, is_right, "a list of texts: the program and its arguments")
        return tuple(map(str, value)) if isinstance(value, list) else ()

    def _path(self, table: Table, key: str) -> Path | None:
        value = self._get(table, key, lambda value: isinstance(value, str) and value != "", "a path")
        return self._base / Path(value).expanduser() if isinstance(value, str) else None
