# Two commands do everything on a fresh machine: make run, make test. Each makes .venv by itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# A user's Python keeps what it has read: the tests start some hundred programs, and each would read all sources anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test lint check bench clean docs pictures directions notebooks release stored

$(VENV)/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	touch $@

run: $(VENV)/ready
	$(BIN)/unanimity demo

test: $(VENV)/ready
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

lint: $(VENV)/ready
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/mypy

check: lint
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder -m "slow or not slow" --hypothesis-profile thorough
	$(BIN)/python benchmarks/mutation.py --most 2 --least 0.9 --workers 2

bench: $(VENV)/ready
	$(BIN)/python benchmarks/run.py

docs: $(VENV)/ready
	$(BIN)/python -m unanimity.cli.pages docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo open site/index.html

pictures: $(VENV)/ready
	$(BIN)/python tools/pictures.py
	$(BIN)/python tools/lab_pictures.py

stored: $(VENV)/ready
	$(BIN)/python tools/store_all.py

notebooks: $(VENV)/ready
	$(BIN)/python tools/notebooks.py

release: $(VENV)/ready
	$(BIN)/python tools/release.py

directions: $(VENV)/ready
	$(BIN)/python benchmarks/directions.py

clean:
	rm -rf $(VENV) .venv-bench .venv-bench-2 build dist site out runs .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
