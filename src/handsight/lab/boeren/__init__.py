"""Experiments with Boeren Bridge; `lab.games` finds them here."""

from handsight.lab.boeren.tournament import compare, save_games
from handsight.lab.boeren.tournament import tournament as simulate

SAVED_GAMES = "games.boeren"
ANALYSIS = "handsight.analysis.boeren.analyse"

__all__ = ["ANALYSIS", "SAVED_GAMES", "compare", "save_games", "simulate"]
