"""A learner of Boeren Bridge: deep Q-learning over what a seat may know of every card."""

from handsight.lab.learning.learning_curve import Moment
from handsight.lab.learning.settings import Course
from handsight.lab.learning.train import train

__all__ = ["Course", "Moment", "train"]
