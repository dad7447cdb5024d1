"""Layouts of our SQLite files: what marks them, and the numbered migrations, each applied once."""

import sqlite3
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Layout:
    """What one kind of file looks like.

    Attributes:
        application_id: In the header of every such file.
        migrations: Files under ``migrations/``, in order; a file that had the first n of them has version n.
    """

    application_id: int
    migrations: tuple[str, ...]

    @property
    def version(self) -> int:
        """Give the newest version."""
        return len(self.migrations)

    def build(self, connection: sqlite3.Connection) -> None:
        """Fill an empty database and switch it to write-ahead logging."""
        connection.execute(f"PRAGMA application_id = {self.application_id}")
        self.migrate(connection, 0)
        connection.execute("PRAGMA journal_mode = WAL")

    def migrate(self, connection: sqlite3.Connection, version: int) -> None:
        """Bring a database from a version to the newest one, each step in a transaction of its own.

        Args:
            connection: In autocommit mode.
            version: What ``PRAGMA user_version`` said.
        """
        from importlib import resources  # noqa: PLC0415 - only a file that is made or upgraded needs it

        for number, name in enumerate(self.migrations, start=1):
            if number <= version:
                continue
            script = resources.files("dualmem.storage").joinpath("migrations", name).read_text(encoding="utf-8")
            connection.executescript(f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")


STORE: Final = Layout(0x444D454D, ("0001.sql",))
KEYS: Final = Layout(0x444D4B59, ("keys_0001.sql",))
