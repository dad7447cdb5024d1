"""The desk as a fixture."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.jobs.desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path / "store")
    yield desk
    desk.store.close()
    desk.vault.close()
