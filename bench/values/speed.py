"""Speed: a whole pass of all types over one message."""

import time
from pathlib import Path
from typing import Any, get_args

from bench.values.cases import read_cases
from dualmem.model.field import FieldType
from dualmem.text import fold
from dualmem.values.parse import parse

_LEAST, _MOST = 12, 60


def run_speed(files: list[Path], limit: int | None) -> dict[str, Any]:
    """Time a pass of all types over the texts of the files that are 12 to 60 characters long."""
    cases = [case for path in files for case in read_cases(path) if _LEAST <= len(case.text) <= _MOST][:limit]
    types = get_args(FieldType)
    spent = 0.0
    for case in cases:
        begin = time.perf_counter()
        folded = fold(case.text)
        for field_type in types:
            parse(field_type, folded, case.context)
        spent += time.perf_counter() - begin
    return {"texts": len(cases), "us_per_text": round(spent / max(1, len(cases)) * 1e6, 1)}
