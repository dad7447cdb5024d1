"""What an import loads."""

import subprocess
import sys

import dualmem

# HTTP, SQL servers, web and terminal libraries, and what only some commands need.
HEAVY = (
    {"asyncio", "click", "cryptography", "email.message", "fastapi", "http.client", "httpx2", "phonenumbers", "psycopg"}
    | {"prompt_toolkit", "purgatory", "pydantic", "re2", "requests", "rich", "sqlalchemy", "sqlite3", "stamina"}
    | {"starlette", "structlog", "transitions", "urllib.request", "uvicorn", "yaml"}
)


def test_the_public_names_are_these_and_all_load() -> None:
    public = ["DualmemError", "Exchange", "Memory", "Pending", "__version__", "load_rules", "load_schema"]
    assert sorted(dualmem.__all__) == public
    assert all(getattr(dualmem, name) for name in public)


def loaded_by(code: str) -> set[str]:
    script = f"{code}\nimport sys; print(*sys.modules, sep='\\n')"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_importing_dualmem_loads_no_heavy_library() -> None:
    assert loaded_by("import dualmem") & HEAVY == set()


def test_the_command_line_itself_loads_no_store_model_or_schema() -> None:
    heavy = HEAVY - {"click", "asyncio", "email.message"}
    assert loaded_by("import dualmem.cli.main") & heavy == set()
