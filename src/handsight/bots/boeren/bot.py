"""What a player of Boeren Bridge is: it bids and plays from what its seat sees."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from handsight.boeren import Action, View
from handsight.table import Dice

T = TypeVar("T")


class Agent(Protocol):
    """A player for one match; whoever inherits from it need write nothing but `decide`."""

    seat: int
    dice: Dice
    """The only chance an agent may use, so that the same seed gives the same match."""

    def __init__(self, seat: int, dice: Dice) -> None:
        self.seat = seat
        self.dice = dice

    @abstractmethod
    def decide(self, view: View) -> Action:
        """Choose a bid or a card, when it is this seat's turn."""

    def one_of(self, choices: Sequence[T]) -> T:
        """Pick one by the dice; a single one is taken without a throw."""
        return choices[self.dice.below(len(choices)) if len(choices) > 1 else 0]


Maker = Callable[[int, Dice], Agent]
"""Makes an agent for a seat of one match; a class that inherits from `Agent` does."""
