# `make demo` shows it, `make test` tests it, `make lint` checks it. Each sets up .venv by itself.

VENV ?= .venv
BIN := $(VENV)/bin
PYTEST_ARGS ?=
# Processes the tests share: one a core, 4 at most.
WORKERS ?= auto
# What reaches every branch of the rooms in [tool.coverage.run].
COVERING := $(addprefix tests/unit/,audit dialogue grounding merkle records vault)
export VENV

.PHONY: help demo test coverage mutation lint format docs lock clean

help:
	@echo "make demo     a scripted conversation in Chinese and English, each step checked"
	@echo "make test     all tests (PYTEST_ARGS='-k name' for some, WORKERS=0 in one process)"
	@echo "make coverage the tests of the rooms that decide and prove; fails where a branch of them is not reached"
	@echo "make mutation small faults in these rooms, one at a time: do the tests notice? (ROOMS='vault audit' for some; slow)"
	@echo "make lint     ruff, mypy and the floors of the house"
	@echo "make format   rewrite the code as ruff formats it"
	@echo "make docs     write docs/cli.md anew"
	@echo "make lock     resolve the locked versions anew (needs uv)"

demo:
	@.ci/setup core
	@$(BIN)/dualmem demo

test:
	@.ci/setup dev
	$(BIN)/python -m pytest -n $(WORKERS) --maxprocesses 4 --dist worksteal $(PYTEST_ARGS)

coverage:
	@.ci/setup dev
	$(BIN)/python -m coverage run -m pytest $(COVERING) $(PYTEST_ARGS)
	$(BIN)/python -m coverage report

mutation:
	@.ci/setup dev
	$(BIN)/python -m bench.trust mutation $(ROOMS)

lint:
	@.ci/setup dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict dualmem bench
	$(BIN)/lint-imports --no-logo

format:
	@.ci/setup dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs:
	@.ci/setup dev
	$(BIN)/python -m tests.docs.cli_reference > docs/cli.md

lock:
	uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-header pyproject.toml --group build -o requirements/core.txt
	uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-header pyproject.toml --group dev --all-extras -o requirements/dev.txt

clean:
	rm -rf $(VENV) dist build .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
