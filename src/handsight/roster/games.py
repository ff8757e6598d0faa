"""The bots of every game: a game's name leads to the module that finds and lists its bots."""

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast

from handsight.bots.bot import BotName, BotSpec
from handsight.text.suggestions import find_named


class Roster(Protocol):
    """What a game's roster module has."""

    DEFAULT: str
    """The bot to play with where none is named."""

    def find_bot(self, name: BotName, /) -> BotSpec:
        """Find a bot, or raise UnknownNameError (BotError for a file that does not hold it)."""
        ...

    def listed_bots(self) -> Sequence[BotSpec]:
        """List every bot that has a name, without loading what only playing needs."""
        ...


GAMES = {"hanabi": "handsight.roster.hanabi", "boeren": "handsight.roster.boeren"}
"""By game, the module that is its `Roster`; a new game adds a line, here or from outside."""


def roster(game: str) -> Roster:
    """Return the bots of a game, or raise UnknownNameError."""
    return cast("Roster", import_module(find_named("game", game, GAMES)))
