"""Both stores pass the one store contract."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dualmem.ports import Store
from dualmem.storage.memory_store import MemoryStore
from dualmem.storage.sqlite import SqliteStore
from dualmem.testing.store_contract import StoreContract


class TestMemoryStore(StoreContract):
    @pytest.fixture
    def store(self) -> Iterator[Store]:
        store = MemoryStore()
        yield store
        store.close()


class TestSqliteStore(StoreContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[Store]:
        store = SqliteStore(tmp_path / "memory.db")
        yield store
        store.close()
