"""Plans: what a store's upkeep does by itself, and where its master key comes from."""

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupPlan:
    """When the store is copied, and how many copies stay.

    Attributes:
        keep: How many stay; 0 for none at all.
        every: How old the newest may become; whole days count by date, so that one day means the first commit of a day.
        folder: Where they lie; None for the folder ``<store>.backups`` beside the store.
    """

    keep: int = 3
    every: timedelta = timedelta(days=1)
    folder: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchorPlan:
    """When the heads of the audit leave the database, and where they go.

    Attributes:
        file: The log; None for ``<store>.heads.log``, which a target besides files needs to know what it has.
        command: Gets the new lines on its standard input; empty for none. The first word is the program; no shell.
        to_stdout: The new lines are printed as well.
        to_stderr: The same on the standard error: the command line's answers stay alone on its output.
        changes: Number of audit records after which the next turn anchors.
        every: Time after which the next turn anchors.
    """

    file: Path | None = None
    command: tuple[str, ...] = ()
    to_stdout: bool = False
    to_stderr: bool = False
    changes: int = 1000
    every: timedelta = timedelta(seconds=60)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyCommand:
    """A program that prints the master key.

    Attributes:
        argv: The program and its arguments; no shell reads them.
        timeout_s: Seconds until it is stopped.
    """

    argv: tuple[str, ...]
    timeout_s: float = 10.0
