"""The line that High Card adds to the table of games in each room."""

import pytest

from handsight import knowledge, lab, notation, roster
from handsight.cli import games as cli_games
from handsight.web import games as web_games


def register(patch: pytest.MonkeyPatch) -> None:
    """Add High Card to the table of every room, until the test is over."""
    patch.setitem(notation.GAMES, "toy", notation.GameNotation("High Card", "toy_game.notation"))
    patch.setitem(knowledge.GAMES, "toy", "toy_game.knowledge")
    patch.setitem(roster.GAMES, "toy", "toy_game.bots")
    patch.setitem(lab.GAMES, "toy", "toy_game.lab")
    patch.setitem(cli_games.GAMES, "toy", cli_games.GameCommands("toy_game.cli"))
    patch.setitem(web_games.GAMES, "toy", "toy_game.web.page")
