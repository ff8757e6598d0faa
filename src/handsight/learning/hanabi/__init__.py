"""A player that learns Hanabi by playing with itself (PPO), on a GPU."""

from handsight.learning.hanabi.settings import PpoSettings
from handsight.learning.hanabi.training_run import Evaluation, train

__all__ = ["Evaluation", "PpoSettings", "train"]
