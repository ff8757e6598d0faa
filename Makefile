# Two commands for everyone: `make run` (the page) and `make test`. The rest is for people who change the code.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Training is tested where the small build of PyTorch can be had; nobody is made to fetch gigabytes for a graphics card.
TORCH := torch==2.13.0+cpu
# What `make run` installs: all that the README shows.
RUN_EXTRAS := lab,logic,web
# The two files of exact versions, with the digest of every package; `make lock` writes them.
RUN_PACKAGES := constraints-run.txt
ALL_PACKAGES := constraints.txt

.PHONY: run demo test check lint docs docs-serve format browser lock wheel clean FORCE

run: $(VENV)/run.stamp
	@$(BIN)/python -m handsight serve

demo: $(VENV)/run.stamp
	@$(BIN)/python -m handsight demo

test: lint docs browser
	$(BIN)/pytest -rs  # says what was skipped, and why

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

# The page is tested in Debian's own browsers, its scripts with Node; what cannot be had is said, and its tests are skipped.
browser:
	@sh .ci/system-packages

format: $(VENV)/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

wheel: $(VENV)/dev.stamp
	$(BIN)/python -m hatchling build

# Choose exact versions anew, for every Python and system; newer ones only with `make lock UPGRADE=--upgrade`.
lock: $(VENV)/made.stamp
	@$(PIP) uv
	$(BIN)/uv pip compile $(UPGRADE) $(LOCK) --extra dev -o $(ALL_PACKAGES) pyproject.toml .ci/build-packages .ci/torch-packages
	$(BIN)/uv pip compile $(LOCK) $(addprefix --extra ,lab logic web) -c $(ALL_PACKAGES) -o $(RUN_PACKAGES) pyproject.toml .ci/build-packages
LOCK := --quiet --universal --python-version 3.11.5 --generate-hashes --no-header --no-annotate --no-emit-index-url

# A stamp is written when its step has succeeded, so whatever was interrupted is done again. An environment whose Python
# does not run (half made, copied, or made by a Python that is gone) is made anew; a Python that is too old is refused first.
$(VENV)/made.stamp: FORCE
	@if $(BIN)/python -c "import pip" 2>/dev/null && ls $(VENV)/*.stamp >/dev/null 2>&1; then \
		test -e $@ || touch -r $(VENV)/pyvenv.cfg $@; \
	else \
		$(PYTHON) .ci/python-version && rm -rf $(VENV) || exit 1; \
		$(PYTHON) -m venv $(VENV) && touch $@ \
			|| { echo "$(PYTHON) could make no environment in $(VENV) (on Debian: apt install python3-venv)" >&2; exit 1; }; \
	fi

$(VENV)/run.stamp: $(VENV)/made.stamp pyproject.toml $(RUN_PACKAGES)
	@echo "installing what the page needs into $(VENV): about 40 packages with 600 MB, once"
	@$(PIP) --require-hashes -r $(RUN_PACKAGES)
	@$(PIP) --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q src
	@touch $@

$(VENV)/dev.stamp: $(VENV)/made.stamp pyproject.toml $(ALL_PACKAGES)
	@$(PIP) --require-hashes -r $(ALL_PACKAGES)
	@$(PIP) --no-deps --no-build-isolation -e .
	@$(PIP) --no-deps "$(TORCH)" 2>/dev/null \
		|| echo "no PyTorch for the processor alone is at hand: the test of training will be skipped"
	@$(BIN)/python -m compileall -q src
	@touch $@ $(VENV)/run.stamp

clean:
	rm -rf $(VENV) site dist .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis
