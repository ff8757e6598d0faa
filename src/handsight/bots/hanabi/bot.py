"""What a bot is: it decides from what its seat sees, and may watch what happens."""

from abc import abstractmethod
from collections.abc import Callable
from typing import Protocol

from handsight.hanabi import Action, Event, Terms, View
from handsight.table import Dice


class Bot(Protocol):
    """A player for one game; whoever inherits from it need write nothing but `decide`."""

    terms: Terms
    """What everybody agreed on."""
    seat: int
    dice: Dice
    """The only chance a bot may use, so that the same seed gives the same game."""

    def __init__(self, terms: Terms, seat: int, dice: Dice) -> None:
        self.terms = terms
        self.seat = seat
        self.dice = dice

    @abstractmethod
    def decide(self, view: View) -> Action:
        """Choose an action, when it is this seat's turn."""

    def explain(self, view: View) -> str:
        """Say in a sentence why it would act as it does now; a bot that cannot says nothing."""
        del view
        return ""

    def observe(self, event: Event) -> None:
        """Watch what happened, as the seat sees it: every event once, in order, before it must decide."""
        del event  # one that watches nothing loses nothing: a view tells all


Maker = Callable[[Terms, int, Dice], Bot]
"""Makes a bot for a seat of one game; a class that inherits from `Bot` does."""
