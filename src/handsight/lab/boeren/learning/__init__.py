"""A learner of Boeren Bridge: deep Q-learning over what a seat may know of every card."""

from handsight.lab.boeren.learning.learning_curve import Evaluation
from handsight.lab.boeren.learning.settings import TrainingSettings
from handsight.lab.boeren.learning.train import train

__all__ = ["Evaluation", "TrainingSettings", "train"]
