"""Experiments with Boeren Bridge; `lab.games` finds them here."""

from handsight.lab.boeren.tournament import compare, crossplay, save_games, simulate

SAVED_GAMES = "games.boeren"
ANALYSIS = "handsight.analysis.boeren.analyse"

__all__ = ["ANALYSIS", "SAVED_GAMES", "compare", "crossplay", "save_games", "simulate"]
