"""The weights of robot 5's evaluation, in points."""

from typing import NamedTuple


class Weights(NamedTuple):
    """Tuned by playing the same deals with one weight changed at a time."""

    tokens: tuple[float, ...] = (0.0, 1.0, 1.7, 2.2, 2.6, 2.9, 3.1, 3.2, 3.25)
    """The value of 0, 1, 2, … clue tokens."""
    known: float = 0.55
    """A play that its holder knows, and has still to make."""
    touched: float = 0.12
    """Another useful card that is touched."""
    identified: float = 0.1
    """Another useful card that its holder knows exactly."""
    clog: float = 0.3
    """Touching trash, or a duplicate of a touched card."""
    wrong: float = 0.5
    """A card that its holder takes for another."""
    strikes: tuple[float, ...] = (3.0, 4.0, 30.0)
    """The strikes, the one that ends the game last."""
    late: float = 0.1
    """A strike in the last round that does not end the game."""
    spare: float = 0.25
    """Losing a useful card of which another copy is left somewhere."""
    double: float = 0.04
    """The same, where that copy is visible."""
    risk: float = 1.2
    """Factor for what the next seat would discard, while it could give a clue instead."""
    trust: float = 0.15
    """How likely it is that nobody saved the own chop though it was critical."""
    pace: tuple[float, ...] = (1.0, 0.7, 0.5, 0.35, 0.25, 0.2, 0.15, 0.1)
    """The cost of a discard at pace 0, 1, 2, …; the last for any higher pace."""


WEIGHTS = Weights()
