"""The games on the page: a game's name leads to the module with its `PAGE`."""

from importlib import import_module

from handsight.errors import InputError
from handsight.web.server.game_page import GamePage, find_game

GAMES = {"hanabi": "handsight.web.hanabi.page", "boeren": "handsight.web.boeren.page"}
"""By game, the module that has its `GamePage` as `PAGE`; a new game adds a line, here or from outside."""

SCREENS = frozenset({"home", "table", "games", "replay", "lab", "logic", "bots", "signals"})
"""Words that begin the addresses of the page's own screens (`SCREENS` in static/app.js)."""


def check_names() -> None:
    """Raise InputError where a game has the name of a screen: its address would lead there."""
    for name in GAMES:
        if name in SCREENS:
            raise InputError(f"no game can be called {name}: #/{name} is a screen of the page; rename it")


def game_page(game: str) -> GamePage:
    """Return what the page needs to know of a game, or raise RequestError."""
    page: GamePage = import_module(find_game(game, GAMES)).PAGE
    return page
