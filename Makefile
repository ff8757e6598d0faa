# Two commands for everyone: `make run` (the page) and `make test`. The rest is for people who change the code.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Training is tested where the small build of PyTorch can be had; nobody is made to fetch gigabytes for a graphics card.
TORCH := torch==2.13.0+cpu

.PHONY: run demo test check lint docs docs-serve format browser clean

run: $(VENV)/run.stamp
	@$(BIN)/python -m handsight serve

demo: $(VENV)/run.stamp
	@$(BIN)/python -m handsight demo

test: lint docs browser
	$(BIN)/pytest

check: lint
	$(BIN)/pytest -q -m "not slow"

# Format, lint, types and import contracts; pre-commit runs this target before every commit.
lint: $(VENV)/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The documentation site, in site/; a broken link or an unknown reference fails the build.
docs: $(VENV)/dev.stamp
	$(BIN)/zensical build --strict

docs-serve: $(VENV)/dev.stamp
	$(BIN)/zensical serve

# The page is tested in Debian's own browser; where there is none and none can be had, those tests are skipped.
browser:
	@command -v chromium >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; } \
		|| echo "no chromium here, and none could be installed: the tests of the page in a browser will be skipped"

format: $(VENV)/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@$(BIN)/python -m compileall -q src
	@touch $@

$(VENV)/dev.stamp: $(VENV)/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt "$(TORCH)" 2>/dev/null \
		|| echo "no PyTorch for the processor alone is at hand: the test of training will be skipped"
	@$(BIN)/python -m compileall -q src
	@touch $@ $(VENV)/run.stamp

clean:
	rm -rf $(VENV) site .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis
