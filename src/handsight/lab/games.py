"""The games of the laboratory: a game's name leads to the module with its experiments."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from handsight.errors import InputError
from handsight.lab.result_summary import Summary
from handsight.text.suggestions import find_named


class ExperimentResult(Protocol):
    """What every experiment returns."""

    def summary(self) -> Summary:
        """Return the result in words, figures, JSON and plots."""


class GameLab(Protocol):
    """The experiments of a game: a module with these functions. `crossplay` may be missing.

    All take bots and, as keywords, `games`, `seed`, `rules`, `workers`, `engine`, `scheduler`, `out`,
    `progress` (see `lab.job_runner.RunSettings`), and what the game adds.
    """

    SAVED_GAMES: str
    """The file name under which `save_games` writes, such as ``games.jsonl``."""
    simulate: Callable[..., ExperimentResult]
    """Plays many games with one bot in all seats, or one in each."""
    compare: Callable[..., ExperimentResult]
    """Lets several bots play the same deals; takes `confidence`, too."""
    save_games: Callable[[Any, int, Path], None]
    """Writes the first games of a result of `simulate` to a file."""


class GameAnalysis(Protocol):
    """The analysis of a game's recorded games: the module that its `GameLab` names as ``ANALYSIS``.

    An analysed game has `label`, `game` and `rows`, one for each turn, as `analyse --json` prints them.
    """

    analyse: Callable[..., Any]
    """Takes a recorded game and what is asked, as `handsight.analysis.analyse_game` does."""
    settings: Callable[..., Any]
    """Takes `by`, `deals`, `seconds`, `seed`, `believe` and `open`; None where a default shall stand."""
    chosen_turns: Callable[..., list[int]]
    """Takes a game, a turn (an index) or None, and a seat or None."""
    analyse_games: Callable[..., Any]
    """Takes games as `NamedGame`, settings and `RunSettings`; yields analysed games in order."""
    game_text: Callable[[Any, int | None], str]
    """Tells an analysed game in a terminal of a width."""
    collection_text: Callable[[Any, int | None], str]
    """Tells several of them."""
    report: Callable[..., str]
    """Writes them as a page; takes addresses of replays by label, too."""


def game_analysis(game: str) -> GameAnalysis:
    """Return the analysis of a game, or raise InputError where it has none."""
    laboratory = game_lab(game)
    name: str | None = getattr(laboratory, "ANALYSIS", None)
    if name is None:
        raise InputError(f"games of {game} cannot be analysed yet")
    return cast("GameAnalysis", import_module(name))


GAMES = {"hanabi": "handsight.lab.hanabi", "boeren": "handsight.lab.boeren"}
"""By game, the module that is its `GameLab`; a new game adds a line, here or from outside."""


def game_lab(game: str) -> GameLab:
    """Return the experiments of a game, or raise UnknownNameError."""
    return cast("GameLab", import_module(find_named("game", game, GAMES)))
