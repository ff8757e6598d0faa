"""Experiments with Hanabi; `lab.games` finds them here."""

from handsight.lab.hanabi.simulate_games import compare, crossplay, save_games, simulate

SAVED_GAMES = "games.jsonl"

__all__ = ["SAVED_GAMES", "compare", "crossplay", "save_games", "simulate"]
