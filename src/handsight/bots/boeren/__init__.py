"""Bots of Boeren Bridge, from `random` to `sampler` and `learner`."""

from handsight.bots.boeren.bot import BoerenBot

__all__ = ["BoerenBot"]
