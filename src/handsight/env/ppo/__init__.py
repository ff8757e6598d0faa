"""A player that learns Hanabi by playing with itself (PPO), on a GPU."""

from handsight.env.ppo.run import Evaluation, train
from handsight.env.ppo.settings import PpoSettings

__all__ = ["Evaluation", "PpoSettings", "train"]
