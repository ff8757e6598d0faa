"""Bots of Boeren Bridge, from `random` to `sampler` and `learner`."""

from handsight.bots.boeren.kripke_bots import BoerenBot
from handsight.bots.boeren.roster import ROSTER, find_bot, listed_bots

__all__ = ["ROSTER", "BoerenBot", "find_bot", "listed_bots"]
