# Everything here runs in a virtual environment of the project's own. Python >= 3.10 and make suffice.
#   make demo     see a template compiled and a model output parsed as it streams in
#   make test     the full check
# The other targets: setup, check-fast, differential, conformance, generated, docs, clean.

VENV = .venv
PROCESSES = 2
RUNS = 200000
SEED = 1

BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip -qq --disable-pip-version-check
INSTALLED = $(VENV)/.installed
PYTHONS = python3.13 python3.12 python3.11 python3.10 python3 python
SOURCES = compiler runtime generated tests demo benchmarks

.PHONY: setup demo test check-fast lint differential conformance generated docs clean

setup: $(INSTALLED)
	@:

# The stamp is written last: an installation that was cut short starts again. A folder whose Python no
# longer runs is made anew. trl comes without its dependencies (torch among them): only its templates are read.
$(INSTALLED): pyproject.toml
	@set -e; \
	if ! $(BIN)/python -c '' 2>/dev/null; then \
		for python in $(PYTHONS) none; do \
			$$python -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 10))' \
				2>/dev/null && break; \
		done; \
		if [ $$python = none ]; then \
			echo 'make: no Python >= 3.10 with the modules venv and ensurepip found' >&2; exit 1; \
		fi; \
		$$python -m venv --clear $(VENV); \
	fi; \
	echo "installing into $(VENV) ($$($(BIN)/python -V))"; \
	$(PIP) install -e '.[dev]'; \
	$(PIP) install --no-deps 'trl==1.16.0; python_version >= "3.11"'; \
	touch $(INSTALLED)

demo: setup
	@$(BIN)/python demo/demo.py

# pytest comes last, so that its closing line is the last of all.
test: lint
	$(BIN)/mypy $(SOURCES)
	$(BIN)/lint-imports --no-logo
	$(BIN)/pytest -q -n $(PROCESSES)

check-fast: lint
	$(BIN)/mypy compiler runtime
	$(BIN)/pytest -q -x tests/unit tests/runtime

lint: setup
	$(BIN)/black --check $(SOURCES)
	$(BIN)/ruff check --quiet $(SOURCES)

differential: setup
	$(BIN)/python -m tests.differential.run --runs $(RUNS) --seed $(SEED)

# Prints the tables of docs/conformance.md and writes them there; fails where something is not explained.
conformance: setup
	@$(BIN)/python -m tests.conformance.run --write

generated: setup
	@mkdir -p generated; \
	for template in templates/*.json; do \
		name=$$(basename $$template .json); \
		$(BIN)/rtc compile $$name -o generated/$${name}_parser.py || exit 1; \
	done

docs: setup
	@$(BIN)/python -m rtc.rules_page docs/diagnostics.md
	@$(BIN)/python -m rtc.templates_page docs/templates.md tests/fixtures

clean:
	rm -rf $(VENV) .bench build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find $(SOURCES) -name __pycache__ -type d -prune -exec rm -rf {} +

# What the parsers cost, in an environment of its own under .bench/. `bench` takes some twelve minutes and
# writes docs/performance.md; `bench-fast` stops at 1 MB and writes .bench/performance.md. The targets
# were set with CPython 3.11, so that is taken where it is there.
BENCH_PYTHONS = python3.11 $(PYTHONS)

.PHONY: bench bench-fast

bench bench-fast:
	@set -e; \
	for python in $(BENCH_PYTHONS) none; do \
		$$python -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 10))' \
			2>/dev/null && break; \
	done; \
	if [ $$python = none ]; then \
		echo 'make: no Python >= 3.10 with the modules venv and ensurepip found' >&2; exit 1; \
	fi; \
	$$python -m benchmarks.environment; \
	.bench/venv/bin/python -m benchmarks $(if $(filter bench-fast,$@),--quick)
