"""Other dice that throw the same numbers: a bot that only throws its dice cannot tell them apart."""

from random import Random

from handsight.game import Dice


class RecordedDice(Dice):
    """The dice of a seat, which keep every number drawn."""

    def __init__(self, dice: Dice) -> None:
        self.state = dice.state
        self.drawn: list[int] = []

    def _draw(self) -> int:
        self.drawn.append(super()._draw())
        return self.drawn[-1]


class ReplayedDice(Dice):
    """Dice in another state, which give the numbers that the first ones gave; those must be thrown first."""

    def __init__(self, first: RecordedDice, rng: Random) -> None:
        self.state = rng.getrandbits(64) | 1
        self._first = first
        self._at = 0

    def _draw(self) -> int:
        self._at += 1
        return self._first.drawn[self._at - 1]
