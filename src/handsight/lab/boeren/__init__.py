"""Experiments with Boeren Bridge; `lab.games` finds them here."""

from handsight.lab.boeren.tournament import compare, crossplay, save_games, simulate

SAVED_GAMES = "games.boeren"

__all__ = ["SAVED_GAMES", "compare", "crossplay", "save_games", "simulate"]
