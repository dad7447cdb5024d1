"""The first lines of each room of the dialogue name all that is in it."""

from pathlib import Path

import pytest

import dualmem.dialogue

ROOMS = sorted(path.parent for path in Path(dualmem.dialogue.__path__[0]).glob("*/__init__.py"))


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_a_room_names_its_modules(room: Path) -> None:
    told = (room / "__init__.py").read_text(encoding="utf-8")
    assert [path.stem for path in room.glob("[!_]*.py") if f"``{path.stem}``" not in told] == []
