# One-line commands for people who have make, git and Python 3.12 or newer; everything else is brought along.
SHELL := /bin/sh
BIN := .venv/bin
PORT ?= 8000
ARGS ?=
LOCK := uv pip compile -q --universal --python-version 3.12 --generate-hashes --no-emit-index-url --no-emit-find-links \
	--no-header --no-annotate
PIP := $(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes

# How tests are handed out: by tests/conftest.py, which also says in what order and to how many workers.
SPREAD := -n auto --dist loadgroup --no-loadscope-reorder

# Lazy on purpose: asked only when the environment is built. A version manager's shim answers to every name, so each
# candidate is run, not looked for; one that lacks venv comes last.
PYTHON = $(shell for need in 'ensurepip, venv' sys; do \
	for p in python3 python3.13 python3.12 python3.14 /usr/bin/python3; do \
	$$p -c "import sys, $$need; sys.exit(sys.version_info < (3, 12))" >/dev/null 2>&1 && echo $$p && exit; done; done)

.PHONY: run test quick check format bench soak lock messages clean env
.DEFAULT_GOAL := run

# What a host may open without a grant. On one's own machine everything, and the server says so.
run: export FREE_VARIANTS ?= choque:clasica,choque:asedio,choque:dia-y-noche
run: .venv/ready ## the site with its worker and its own Postgres, on http://localhost:8000
	@$(BIN)/python manage.py messages --compile
	@exec $(BIN)/python manage.py serve --port $(PORT)

env: .venv/ready

test: .venv/ready
	@$(BIN)/python manage.py messages --compile
	@./.ci/browser
	@$(BIN)/python -m pytest $(SPREAD) $(ARGS)

quick: .venv/ready ## what needs no browser
	@$(BIN)/python manage.py messages --compile
	@$(BIN)/python -m pytest $(SPREAD) -m "not browser" $(ARGS)

check: .venv/ready
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/python -m mypy
	@$(BIN)/lint-imports --no-cache
	@$(BIN)/python manage.py check
	@$(BIN)/python manage.py check_templates
	@git ls-files -z --cached --others --exclude-standard '*.html' | xargs -0 $(BIN)/djade --check --target-version 6.1
	@$(BIN)/python manage.py makemigrations --check --dry-run
	@$(BIN)/python manage.py messages --check

format: .venv/ready ## bring code and templates into the one shape that check asks for
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format --quiet .
	@git ls-files -z --cached --others --exclude-standard '*.html' | xargs -0 $(BIN)/djade --target-version 6.1

bench: .venv/bench-ready
	@$(BIN)/python -m tests.bench $(ARGS)

soak: .venv/ready
	@$(BIN)/python -m tests.soak $(ARGS)

messages: .venv/ready ## collect the marked strings into the catalogues
	@$(BIN)/python manage.py messages
	@$(BIN)/python manage.py messages --compile

lock: .venv/ready
	@cd requirements && for f in base dev uv bench; do ../$(BIN)/$(LOCK) $(ARGS) -o $$f.txt $$f.in || exit 1; done

clean: ## the environment and what tools cached; var/ with its database and mails stays
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
	@find . -name '*.mo' -delete

.venv/ready: requirements/dev.txt requirements/uv.txt .python-version
	@test -n "$(PYTHON)" || { echo "Python 3.12 or newer is needed (python3 is $$(python3 --version 2>&1 | head -1))."; \
		echo "On Debian and Ubuntu: apt install python3 python3-venv"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "This Python has no venv. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@echo "Building the environment with $$($(PYTHON) --version) ..."
	@$(PYTHON) -m venv --clear .venv || { echo "On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@$(PIP) -r requirements/uv.txt
	@$(BIN)/uv pip sync -q --require-hashes --compile-bytecode --python $(BIN)/python requirements/dev.txt 2>/dev/null \
		|| $(PIP) -r requirements/dev.txt
	@touch $@

.venv/bench-ready: .venv/ready requirements/bench.txt
	@$(PIP) -r requirements/bench.txt
	@touch $@
