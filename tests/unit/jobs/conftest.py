"""Desks: one in memory, and one in real files for tests that look into them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.jobs.desk import Desk


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path / "store")
    yield desk
    desk.store.close()
    desk.vault.close()
