"""The layout of a SQLite store: numbered migrations, each applied once."""

import sqlite3
from collections.abc import Sequence
from importlib import resources
from typing import Final

APPLICATION_ID: Final = 0x444D454D  # "DMEM", in the header of every store file
MIGRATIONS: Final = ("0001.sql",)
VERSION: Final = len(MIGRATIONS)


def build(connection: sqlite3.Connection) -> None:
    """Fill an empty database and switch it to write-ahead logging."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    migrate(connection, 0)
    connection.execute("PRAGMA journal_mode = WAL")


def migrate(connection: sqlite3.Connection, layout: int, names: Sequence[str] = MIGRATIONS) -> None:
    """Bring a database from a layout to the newest one, each step in a transaction of its own.

    Args:
        connection: In autocommit mode.
        layout: What ``PRAGMA user_version`` said.
        names: Migration files, in order.
    """
    for number, name in enumerate(names, start=1):
        if number <= layout:
            continue
        script = resources.files("dualmem.storage").joinpath("migrations", name).read_text(encoding="utf-8")
        connection.executescript(f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")
