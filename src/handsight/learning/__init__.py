"""Everything that trains: PPO for Hanabi, deep Q-learning for Boeren Bridge."""

from handsight.extras import need_extra

need_extra("rl", "torch")
