"""The library's door: every public name is there, documented, explicit, and the same as in its package."""

import doctest
import inspect
import re
import subprocess
import sys
from importlib import import_module

import pytest

import handsight as hs

PUBLIC = [name for name in hs.__all__ if not name.startswith("_")]
FUNCTIONS = [name for name in PUBLIC if inspect.isfunction(getattr(hs, name))]
CLASSES = [name for name in PUBLIC if inspect.isclass(getattr(hs, name))]
PACKAGES = [name for name in PUBLIC if inspect.ismodule(getattr(hs, name))]


def test_the_version_is_a_version() -> None:
    major, minor, patch = hs.__version__.split(".")
    assert (major + minor + patch).isdigit()


def test_the_door_lists_what_it_has() -> None:
    assert dir(hs) == sorted(hs.__all__)
    assert sorted([*FUNCTIONS, *CLASSES, *PACKAGES]) == sorted(PUBLIC)
    assert {
        "load",
        "new_game",
        "review",
        "know",
        "explain",
        "simulate",
        "compare",
        "crossplay",
    } <= {*FUNCTIONS}
    assert {
        "Game",
        "HanabiGame",
        "BoerenRound",
        "Bot",
        "Decision",
        "Run",
        "Comparison",
        "Crossplay",
        "Tournament",
    } <= {*CLASSES}
    rooms = (
        "analysis bots boeren conventions deals env game hanabi knowledge lab learning logic notation search"
    )
    assert {*rooms.split(), "signals", "roster", "errors"} <= {*PACKAGES}
    with pytest.raises(AttributeError, match="no attribute 'whatever'"):
        _ = hs.whatever


@pytest.mark.parametrize("name", [*FUNCTIONS, *CLASSES])
def test_a_name_at_the_door_means_the_same_in_its_package(name: str) -> None:
    thing = getattr(hs, name)
    assert thing.__name__ == name
    package = import_module(".".join(thing.__module__.split(".")[:2]))
    assert getattr(package, name) is thing


@pytest.mark.parametrize("name", PUBLIC)
def test_every_name_is_documented(name: str) -> None:
    doc = inspect.getdoc(getattr(hs, name))
    assert doc
    assert doc.split("\n")[0].endswith((".", ":"))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_documents_its_parameters_and_errors(name: str) -> None:
    function = getattr(hs, name)
    doc = inspect.getdoc(function) or ""
    for other in re.findall(r"other parameters, and the errors that it raises, are those of `(\w+)`", doc):
        doc += inspect.getdoc(getattr(hs, other)) or ""
    for section in ("Args:", "Raises:", "Examples:"):
        assert section in doc, section
    for parameter in inspect.signature(function).parameters.values():
        assert parameter.kind != inspect.Parameter.VAR_KEYWORD, (
            "explicit keywords, so that a typo is an error"
        )
        assert f"{parameter.name}:" in doc, parameter.name


@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_unknown_keyword_is_an_error(name: str) -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'n_games'"):
        getattr(hs, name)("sample:first", n_games=5)


def test_the_example_of_the_package_runs() -> None:
    assert doctest.testmod(hs).failed == 0


def test_importing_the_package_imports_nothing_else() -> None:
    program = "import sys, handsight; print(*(name for name in sys.modules if name.startswith('handsight')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert sorted(done.stdout.split()) == ["handsight", "handsight.version"]


def test_an_experiment_imports_the_kernels_of_its_own_game_alone() -> None:
    program = (
        "import sys; from handsight.lab import game_lab; game_lab('hanabi').simulate;"
        "print(*(name for name in sys.modules if '.compiled' in name))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"handsight.boeren.compiled", "handsight.search.compiled"} & {*done.stdout.split()}


def test_the_package_is_a_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "handsight", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"handsight {hs.__version__}\n"
