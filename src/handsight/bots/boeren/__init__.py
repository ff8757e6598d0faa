"""Bots of Boeren Bridge, from `random` to `sampler` and `learner`."""

from handsight.bots.boeren.kripke_bots import BoerenBot

__all__ = ["BoerenBot"]
