"""The games of the laboratory: a game's name leads to the module with its experiments."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from handsight.lab.summary import Summary
from handsight.text.suggestions import find_named


class ExperimentResult(Protocol):
    """What every experiment returns."""

    def summary(self) -> Summary:
        """Return the result in words, figures, JSON and plots."""


class GameLab(Protocol):
    """The experiments of a game: a module with these functions. `crossplay` may be missing.

    A game whose results stand in documents also has `DOC_TABLES`, the module whose `TABLES` writes them: by
    name, functions of a `lab.doc_tables.TableRequest`.

    All take bots and, as keywords, `games`, `seed`, `rules`, `workers`, `engine`, `scheduler`, `out`,
    `progress` (see `lab.runner.RunSettings`), and what the game adds.
    """

    SAVED_GAMES: str
    """The file name under which `save_games` writes, such as ``games.jsonl``."""
    simulate: Callable[..., ExperimentResult]
    """Plays many games with one bot in all seats, or one in each."""
    compare: Callable[..., ExperimentResult]
    """Lets several bots play the same deals; takes `confidence`, too."""
    save_games: Callable[[Any, int, Path], None]
    """Writes the first games of a result of `simulate` to a file."""


GAMES = {"hanabi": "handsight.lab.hanabi", "boeren": "handsight.lab.boeren"}
"""By game, the module that is its `GameLab`; a new game adds a line, here or from outside."""


def game_lab(game: str) -> GameLab:
    """Return the experiments of a game, or raise UnknownNameError."""
    return cast("GameLab", import_module(find_named("game", game, GAMES)))
