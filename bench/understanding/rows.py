"""Rows: reading JSON lines and finding the data."""

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

Row = dict[str, Any]
ROOT = Path(__file__).resolve().parents[2]


def data_folder() -> Path:
    """Give the folder of the data: DUALMEM_DATA, else ``../shared/data`` beside the checkout."""
    return Path(os.environ.get("DUALMEM_DATA") or ROOT.parent / "shared" / "data")


def files(named: Sequence[str], *patterns: str) -> list[Path]:
    """Give the named files, else those of the data folder that fit the patterns.

    Raises:
        SystemExit: There is none.
    """
    found = [Path(name) for name in named] or [path for p in patterns for path in sorted(data_folder().glob(p))]
    missing = [path for path in found if not path.is_file()]
    if missing or not found:
        what = ", ".join(map(str, missing)) or f"no {' or '.join(patterns)} under {data_folder()}"
        raise SystemExit(f"no such data: {what}; name files, or set DUALMEM_DATA")
    return found


def read(paths: Sequence[Path], limit: int | None = None) -> Iterator[Row]:
    """Give the rows of files, in order, at most ``limit``."""
    count = 0
    for path in paths:
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                if limit is not None and count >= limit:
                    return
                if line.strip():
                    count += 1
                    yield json.loads(line)
