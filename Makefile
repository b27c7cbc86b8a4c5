# `make` alone says what there is to do.
PYTHON ?= python3
ARGS ?=
# One more than the cores of a small machine: tests often wait, for a browser, a clock, another process.
JOBS ?= 3
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
VENV := .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes

.PHONY: help
help: ## say what there is to do
	@echo 'make play   play mahjong: the bot on Discord with DISCORD_TOKEN set, else a local Discord'
	@echo '            on http://127.0.0.1:8400 (options: make play ARGS="--port 8500")'
	@echo 'make compiled   the same game, its engine compiled to machine code (needs a C compiler)'
	@echo 'make test   everything that CI runs: lint, types, all tests, coverage gates'
	@echo 'make check  the quick inner loop: lint, types, fast tests (one file: make check ARGS=tests/engine)'
	@echo 'make bench  measure and write docs/performance.md (some of it: make bench ARGS="hand table")'
	@echo 'make soak   the long trials in full size; takes hours'
	@echo 'make format let ruff format and mend what it can'
	@echo 'make lock   resolve the dependencies anew into the two lock files'
	@echo 'make clean  remove what can be made again, the environment included (never data/)'

# --- the environment: made once, installed into again only when its lock has changed ---
# uv does in seconds what takes pip a minute; where it finds no packages (a mirror that only pip is told of), pip does it.

.PHONY: venv setup setup-dev
venv:
	@if ! $(BIN)/python -c 'import pip' 2>/dev/null; then \
	  $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo 'Python 3.11 or newer is needed; "$(PYTHON)" is not. Name another: make PYTHON=python3.12 …' >&2; exit 2; }; \
	  $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo 'This Python cannot make virtual environments. On Debian: apt install python3-venv' >&2; exit 2; }; \
	  echo 'Making $(VENV) …'; rm -rf $(VENV); $(PYTHON) -m venv $(VENV); \
	fi

setup: venv
	@cmp -s requirements.lock $(VENV)/run.lock || cmp -s requirements-dev.lock $(VENV)/dev.lock || { \
	  echo 'Installing what the game needs (once) …'; \
	  $(PIP) -r requirements.lock \
	  && cp requirements.lock $(VENV)/run.lock; }

setup-dev: venv
	@cmp -s requirements-dev.lock $(VENV)/dev.lock || { \
	  echo 'Installing what the game and its tests need (once) …'; \
	  sed -n '/^uv==/,/# via/p' requirements-dev.lock > $(VENV)/uv.lock; \
	  { $(PIP) -r $(VENV)/uv.lock && $(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements-dev.lock \
	    || $(PIP) -r requirements-dev.lock; } && cp requirements-dev.lock $(VENV)/dev.lock; }

# --- play ---

.PHONY: play
play: setup
	@$(BIN)/python bot.py $(ARGS)

.PHONY: compiled
compiled: setup-dev
	@$(BIN)/python compiled.py

# --- check ---

.PHONY: lint types fast check test
lint: setup-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup-dev
	$(BIN)/mypy

fast: setup-dev
	$(PYTEST) -q -n $(JOBS) --dist worksteal -m 'not slow and not browser' $(ARGS)

check: lint types fast

# A line that only long trials and random examples reach has no test of its own: the coverage gates count the others.
AT_LENGTH := trial or slow or browser or hypothesis

.PHONY: traced
traced: setup-dev
	$(PYTEST) -n $(JOBS) --dist worksteal -m '$(AT_LENGTH)' $(ARGS)
	$(PYTEST) -n $(JOBS) --dist worksteal -m 'not ($(AT_LENGTH))' -p tests.traced $(ARGS)
	$(BIN)/python -m tests.coverage_gate

# mypy has one core's work to do and the tests all cores': side by side neither waits, and each of them must hold.
test: lint
	@$(MAKE) --jobs=2 types traced

.PHONY: format
format: setup-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# --- long work ---

.PHONY: bench soak
bench: setup-dev
	-@$(BIN)/python compiled.py
	$(BIN)/python -m tests.bench $(ARGS)

soak: setup-dev
	$(PYTEST) -n $(JOBS) --soak -m trial --timeout=0 $(ARGS)

# --- the locks: every version and hash, for each Python and system that pyproject.toml allows ---

.PHONY: lock clean
UV_COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
	--no-config --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' pyproject.toml
lock: venv
	@test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(UV_COMPILE) --output-file requirements.lock
	$(UV_COMPILE) --extra dev --constraint requirements.lock --output-file requirements-dev.lock

clean:
	rm -rf $(VENV) .lines .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist *.egg-info
	find . -name __pycache__ -not -path './.git/*' -prune -exec rm -rf {} +
