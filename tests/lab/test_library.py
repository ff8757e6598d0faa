"""The lab as a library: parameters, tables for data analysis, and every game through one table."""

import ast
import doctest
import inspect
import re
from collections.abc import Callable
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path

import pytest

import handsight as hs
from handsight import lab
from handsight.errors import InputError, UnknownNameError
from handsight.lab import GAMES, game_lab, played_games
from handsight.lab.played_games import BoerenOptions, HanabiOptions

EXPERIMENTS = (hs.simulate, hs.compare, hs.crossplay, hs.ablate)
DOCUMENTED = (
    "handsight.bots.bot",
    "handsight.lab.games",
    "handsight.lab.hanabi.simulate_games",
)


def test_a_mistyped_parameter_is_an_error() -> None:
    with pytest.raises(TypeError, match="n_games"):
        hs.simulate("random", n_games=10, player=5)  # type: ignore[call-overload]  # the mistake that is tested


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda experiment: experiment.__name__)
def test_every_parameter_is_declared_and_documented(experiment: Callable[..., object]) -> None:
    parameters = inspect.signature(experiment).parameters.values()
    assert all(parameter.kind is not parameter.VAR_KEYWORD for parameter in parameters)
    text = experiment.__doc__ or ""
    documented = set(re.findall(r"^ {8}(\w+): ", text, re.MULTILINE))
    if "are those of `simulate`" in text:
        documented |= set(re.findall(r"^ {8}(\w+): ", hs.simulate.__doc__ or "", re.MULTILINE))
    assert {parameter.name for parameter in parameters} <= documented
    for name in ("games", "seed", "rules", "workers", "out", "progress"):
        assert name in [parameter.name for parameter in parameters]
    assert "Raises:" in text or "the errors that it raises" in text


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["simulate", "compare", "crossplay"])
def test_what_a_game_takes_is_declared_for_library_users(name: str, game: str) -> None:
    declared = set(inspect.signature(getattr(hs, name)).parameters)
    taken = inspect.signature(getattr(game_lab(game), name)).parameters.values()
    assert {parameter.name for parameter in taken if parameter.kind is not parameter.VAR_KEYWORD} <= declared
    assert set(inspect.get_annotations(HanabiOptions)) <= declared
    assert set(inspect.get_annotations(BoerenOptions)) <= declared


@pytest.mark.parametrize("experiment", [hs.simulate, hs.compare, hs.crossplay])
@pytest.mark.parametrize("game", GAMES)
def test_every_experiment_of_every_game_refuses_a_mistyped_parameter(
    experiment: Callable[..., object], game: str
) -> None:
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'gamez'; did you mean games\?"):
        experiment("random", "random", gamez=10, game=game)


def test_a_text_in_place_of_a_list_is_said_so() -> None:
    game = hs.load("sample:first")
    with pytest.raises(InputError, match=r"only is a list of choices: write \['save'\], not 'save'"):
        hs.ablate("careful-saves", only="save")
    with pytest.raises(InputError, match=r"names is a list of conventions: write \['circle'\]"):
        hs.agree("circle", [game])
    with pytest.raises(InputError, match=r"names is a list of conventions"):
        hs.fit("circle", [game, game])
    with pytest.raises(InputError, match=r"one after the other, not in a list: write \*\['random'\]"):
        hs.simulate(["random"])  # type: ignore[call-overload]  # the mistake that is tested


def test_boeren_bridge_is_played_by_the_same_functions() -> None:
    compared = hs.compare("greedy", "random", game="boeren", host="random", games=8)
    assert compared.host == "random"
    mixed = hs.crossplay("greedy", "random", game="boeren", games=8)
    assert mixed.runs[0][1].plan.names == ("greedy", "random", "random", "random")
    assert mixed.estimates[0][1].mean == compared.runs[0].standings[0].points.mean
    assert mixed.to_json()["wins"][0][1] == compared.runs[0].standings[0].wins.mean
    assert "greedy" in mixed.summary().text
    with pytest.raises(UnknownNameError, match="no game is called 'chess'"):
        hs.simulate("random", game="chess")


@pytest.mark.parametrize("name", DOCUMENTED)
def test_the_examples_in_docstrings_are_true(name: str) -> None:
    module = import_module(name)
    results = doctest.testmod(module, extraglobs={"hs": hs})
    assert results.attempted
    assert not results.failed


def test_a_run_is_a_table_with_a_row_for_each_game() -> None:
    run = hs.simulate("random", "careful", games=12, seed=3)
    table = run.to_arrow()
    assert table["score"].to_pylist() == run.scores
    assert set(table["bots"].to_pylist()) == {"random careful"}
    matches = hs.simulate("greedy", "random", "random", "random", games=8, game="boeren")
    assert matches.to_arrow()["points_0"].to_pylist() == matches.rows[:, 0, 0].tolist()


def test_a_run_is_a_data_frame_where_pandas_is_installed() -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    run = hs.simulate("random", games=12, seed=3)
    frame = run.to_pandas()
    assert frame.score.tolist() == run.scores
    assert len(hs.simulate("greedy", games=8, game="boeren").to_pandas()) == 8


def test_without_pandas_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        played_games, "find_spec", lambda name: None if name == "pandas" else PathFinder.find_spec(name)
    )
    with pytest.raises(InputError, match="pandas is not installed; install it with: pip install pandas"):
        hs.simulate("random", games=2).to_pandas()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_simulated_compared_and_saved_in_the_same_way(game: str, tmp_path: Path) -> None:
    lab, bots = game_lab(game), {"hanabi": ("random", "careful"), "boeren": ("random", "greedy")}[game]
    run = lab.simulate(bots[0], games=8, seed=2, out=tmp_path / "rows")
    summary = run.summary()
    assert summary.json["games"] == 8
    assert summary.caption in summary.text
    assert bots[0] in summary.tables[0].text
    assert summary.plots[summary.drawn]()
    assert summary.report().startswith("<!doctype html>")
    path = tmp_path / lab.SAVED_GAMES
    lab.save_games(run, 2, path)
    assert path.read_text(encoding="utf-8")
    compared = lab.compare(*bots, games=8, seed=2).summary()
    assert [row["bot"] for row in compared.json["rows"]] == list(bots)
    assert compared.json["pairs"][0]["a"] == bots[0]


def test_a_game_without_a_lab_is_said_so() -> None:
    with pytest.raises(UnknownNameError, match="no game is called 'chess'; there are hanabi, boeren"):
        game_lab("chess")


def test_the_names_of_the_lab_and_their_modules_are_the_same_in_all_lists() -> None:
    body = ast.parse(Path(lab.__file__).read_text()).body
    (lazy,) = [node for node in body if isinstance(node, ast.If)]
    imports = [node for node in lazy.body if isinstance(node, ast.ImportFrom)]
    found = {
        name.name: str(node.module).removeprefix("handsight.lab.") for node in imports for name in node.names
    }
    assert found == vars(lab)["_MODULES"]
    assert sorted(found) == sorted(lab.__all__) == sorted(dir(lab))
    assert all(hasattr(lab, name) for name in found)
