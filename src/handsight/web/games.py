"""The games on the page: a game's name leads to the module with its `PAGE`."""

from importlib import import_module

from handsight.web.server.game_page import GamePage, find_game

GAMES = {"hanabi": "handsight.web.hanabi.page", "boeren": "handsight.web.boeren.page"}
"""By game, the module that has its `GamePage` as `PAGE`; a new game adds a line, here or from outside."""


def game_page(game: str) -> GamePage:
    """Return what the page needs to know of a game, or raise RequestError."""
    page: GamePage = import_module(find_game(game, GAMES)).PAGE
    return page
