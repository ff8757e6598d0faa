"""Which bot a name means, for every game."""

from handsight.roster.games import GAMES, roster

__all__ = ["GAMES", "roster"]
