"""The core runs on three small packages; every other part says what it lacks, and how that is installed."""

import ast
import pickle
import sys
from pathlib import Path

import pytest
from installed_parts import ROOT, link_packages, required, run_python

from handsight.errors import HandsightError, MissingExtraError, UsageError
from handsight.extras import EXTRAS, missing_extra, need_extra

CORE = {"lark", "msgspec", "rich"}


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("core")
    link_packages(folder, [])
    return folder


def test_the_core_needs_three_packages_and_what_those_need() -> None:
    assert {one.name for one in required()} == CORE


def test_what_a_part_asks_for_is_what_its_extra_installs() -> None:
    own = {"lab", "web", "logic"}
    for extra, packages in EXTRAS.items():
        below = () if extra in own else EXTRAS["lab"]
        assert {one.name for one in required(extra)} == {*packages, *below}, extra
    everything = {package for extra, packages in EXTRAS.items() if extra != "rl" for package in packages}
    assert {one.name for one in required("all")} == everything


@pytest.mark.slow
def test_every_package_that_the_source_imports_is_in_the_core_or_in_an_extra() -> None:
    known = {*CORE, *(name for names in EXTRAS.values() for name in names), "handsight", "bench"}
    for file in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            for name in names:
                top = name.partition(".")[0]
                assert top in known or top in sys.stdlib_module_names, f"{file} imports {name}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["check", "sample:first"], "valid"),
        (["show", "sample:first", "--turn", "21", "--seat", "Bob"], "Bob"),
        (["know", "sample:first", "--turn", "49", "--seat", "Bob", "--why", "4"], "is blue 4"),
        (["convert", "sample:first", "game.html"], "wrote"),
        (["signals", "sample:first", "--turn", "31", "--seat", "Bob"], "3 blocks"),
        (["logic", "sample:muddy"], "true"),
        (["play", "hanabi", "--with", "robot5", "--seed", "1"], "saved as"),
        (["play", "hanabi", "--with", "circle", "--seed", "1"], "saved as"),
        (["play", "boeren", "--with", "counter", "--seed", "1"], "saved as"),
        (["convention", "check", "circle"], "good"),
        (["bots"], "robot5"),
        (["simulate", "--help"], "usage"),
        (["serve", "--help"], "usage"),
    ],
    ids=" ".join,
)
def test_a_verb_of_the_core_runs_on_the_core(core: Path, tmp_path: Path, words: list[str], said: str) -> None:
    done = run_python(core, "-m", "handsight", *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ("web", ["serve", "--port", "0", "--no-open", "--data", ":memory:"]),
        ("lab", ["simulate", "careful", "--games", "2"]),
        ("lab", ["compare", "careful", "robot5", "--games", "2"]),
        ("rl", ["train", "boeren", "--out", "learned"]),
        ("lab", ["convention", "ablate", "careful-saves"]),
        ("lab", ["results", "summary"]),
        ("lab", ["play", "hanabi", "--with", "hat"]),
        ("lab", ["play", "boeren", "--with", "sampler"]),
        ("lab", ["play", "boeren", "--with", "learner"]),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value[:4]),
)
def test_a_verb_without_its_extra_says_how_to_install_it(
    core: Path, tmp_path: Path, extra: str, words: list[str]
) -> None:
    done = run_python(core, "-m", "handsight", *words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("handsight: this needs ")
    assert done.stderr.endswith(f"install with: pip install 'handsight[{extra}]'\n")
    assert not list(tmp_path.iterdir())


LIBRARY = """
import handsight as hs
from handsight.errors import MissingExtraError

def asked(use):
    try:
        use()
    except MissingExtraError as error:
        assert isinstance(error, ImportError)
        return error.extra

def application():
    from handsight import web
    return web.application

def kernels():
    import handsight.hanabi.compiled.play_games

def bdd():
    from handsight.logic.engines.bdd import bdd_backend
    bdd_backend()

def sampler():
    from handsight import boeren
    from handsight.game import Dice
    from handsight.roster import roster
    roster("boeren").find_bot("sampler").make(boeren.DEFAULT_RULES, 0, Dice(1))

print(asked(lambda: hs.simulate), asked(lambda: hs.lab), *map(asked, (application, kernels, bdd, sampler)))
print(hs.know(hs.load("sample:first"), turn=48, seat=1)[3].possible)
"""


def test_the_library_without_an_extra_says_which_one(core: Path, tmp_path: Path) -> None:
    done = run_python(core, "-c", LIBRARY, cwd=tmp_path)
    assert done.stdout == "lab lab web lab logic lab\nb4\n", done.stderr


TABLES = """
import msgspec
from handsight.errors import MissingExtraError
from handsight.web import Store, table_servers
from handsight.web.lab_screen import ExperimentRequest, play_experiment
from handsight.web.server.worker_process import _outcome

servers = table_servers(Store(":memory:"))
bots = ("hanabi", "robot5", 2), ("hanabi", "hat", 3), ("boeren", "counter", 4), ("boeren", "sampler", 4)
for game, bot, seats in bots:
    asked = {"seats": [{}] + [{"bot": bot}] * (seats - 1)}
    try:
        print(bot, bool(servers[game].open(msgspec.convert(asked, servers[game].page.request)).id))
    except MissingExtraError as error:
        print(bot, error.extra)
request = ExperimentRequest("a browser", ("",))
print(_outcome(play_experiment, (request,), print))
"""


def test_the_page_without_the_lab_refuses_only_what_needs_it(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    packages = tmp_path_factory.mktemp("web")
    link_packages(packages, ["web"])
    done = run_python(packages, "-c", TABLES, cwd=tmp_path)
    *tables, lab = done.stdout.splitlines()
    assert tables == ["robot5 True", "hat lab", "counter True", "sampler lab"], done.stderr
    assert "refused" in lab
    assert "pip install 'handsight[lab]'" in lab


def test_a_missing_extra_is_a_wrong_use_and_a_failed_import() -> None:
    error = MissingExtraError("lab", ("numpy", "numba"))
    assert isinstance(error, UsageError)
    assert isinstance(error, HandsightError)
    assert isinstance(error, ImportError)
    assert str(error) == (
        "this needs numpy and numba, which are not installed; install with: pip install 'handsight[lab]'"
    )
    again = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own
    assert (str(again), again.extra, again.packages) == (str(error), "lab", ("numpy", "numba"))


def test_what_is_missing_is_named() -> None:
    need_extra("lab", "numpy")
    with pytest.raises(MissingExtraError, match="this needs no_such_package, which is not installed"):
        need_extra("lab", "numpy", "no_such_package")


def test_a_failed_import_leads_to_its_extra() -> None:
    found = missing_extra(ModuleNotFoundError(name="pyarrow.parquet"))
    assert found is not None
    assert found.extra == "lab"
    assert missing_extra(ModuleNotFoundError(name="nothing_of_ours")) is None
    assert missing_extra(ModuleNotFoundError()) is None
