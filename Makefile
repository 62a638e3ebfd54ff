# One virtual environment, made on first need and again when its inputs change.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: setup demo test vision bench lint clean

setup: .venv/.made

.venv/.made: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("Gander needs Python 3.11 or newer; set PYTHON=python3.11" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

demo: setup
	$(BIN)/python scripts/demo.py

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: lint
	$(BIN)/pytest -n auto

# A real vision-language stack with a model of random weights; apart from .venv, for PyTorch takes 1 GB.
# On Linux PyPI's torch brings CUDA along, several GB; the one without:
# make vision PIP_OPTIONS='--extra-index-url https://download.pytorch.org/whl/cpu'
VISION := .venv-vision/bin

vision: .venv-vision/.made
	$(VISION)/python -m pytest -m vision tests/vision

.venv-vision/.made: pyproject.toml constraints.txt requirements/vision.txt
	$(PYTHON) -m venv .venv-vision
	$(VISION)/pip install --quiet --disable-pip-version-check $(PIP_OPTIONS) \
	    -c constraints.txt -r requirements/vision.txt -e '.[models]'
	touch $@

bench: setup
	$(BIN)/python -m benchmarks

clean:
	rm -rf .venv .venv-vision .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache demo
