"""Players of Boeren Bridge: each decides from what its seat sees."""

from handsight.bots.boeren.bot import Agent, Maker
from handsight.bots.boeren.roster import AGENTS, Entry, agent

__all__ = ["AGENTS", "Agent", "Entry", "Maker", "agent"]
