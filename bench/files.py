"""Files: where the benches find their data, and how they read it."""

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def data_folder() -> Path:
    """Give the folder of the shared data: DUALMEM_DATA, else ../shared/data beside the checkout."""
    return Path(os.environ.get("DUALMEM_DATA") or ROOT.parent / "shared" / "data")


def named_or_default(named: Sequence[Path], *patterns: str) -> list[Path]:
    """Give the files that were named, else those of the shared data that fit a pattern, in order.

    Raises:
        SystemExit: There is none.
    """
    files = list(named) or sorted(path for pattern in patterns for path in data_folder().glob(pattern))
    if not files:
        raise SystemExit(f"no data: name files, or set DUALMEM_DATA (looked in {data_folder()})")
    return files


def read_rows(files: Sequence[Path], limit: int | None = None) -> Iterator[dict[str, Any]]:
    """Stream the rows of JSONL files; ``limit`` counts rows of each file."""
    for path in files:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                if limit is not None and number >= limit:
                    break
                if line.strip():
                    yield json.loads(line)
