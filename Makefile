# `make demo` and `make test` need Python 3.10 or newer with venv and pip, and nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: help setup demo test lint types check format bench clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

setup: $(VENV)/.installed ## install the package and its tools into .venv

test: setup ## run all tests
	$(BIN)/python -m pytest

lint: setup ## ruff: lint and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup ## mypy --strict
	$(BIN)/mypy

check: lint types test ## all that CI runs

format: setup ## write the project's formatting
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## remove what was built
	rm -rf build dist $(VENV)
