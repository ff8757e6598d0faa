"""A learner of Boeren Bridge: deep Q-learning over what a seat may know of every card."""

from handsight.learning.boeren.settings import TrainingSettings
from handsight.learning.boeren.train import Evaluation, train

__all__ = ["Evaluation", "TrainingSettings", "train"]
