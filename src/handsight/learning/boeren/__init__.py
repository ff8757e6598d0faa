"""A learner of Boeren Bridge: deep Q-learning over what a seat may know of every card."""

from handsight.learning.boeren.settings import TrainingSettings
from handsight.learning.boeren.train import MatchEvaluation, train

__all__ = ["MatchEvaluation", "TrainingSettings", "train"]
