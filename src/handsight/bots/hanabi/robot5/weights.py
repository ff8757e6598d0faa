"""What things are worth to robot 5, in points."""

from typing import NamedTuple


class Weights(NamedTuple):
    """Found by playing the same deals with one of them changed at a time."""

    tokens: tuple[float, ...] = (0.0, 1.0, 1.7, 2.2, 2.6, 2.9, 3.1, 3.2, 3.25)
    """So many tokens, from none on."""
    known: float = 0.55
    """A play that its holder knows of, and has still to make."""
    touched: float = 0.12
    """Another card of use that clues have touched."""
    told: float = 0.1
    """Another card of use that its holder knows for what it is."""
    clog: float = 0.3
    """Touching a card that is of no use, or is touched elsewhere."""
    wrong: float = 0.5
    """A card taken for what it is not."""
    strikes: tuple[float, ...] = (3.0, 4.0, 30.0)
    """The last strikes that a table may take, the very last one behind."""
    late: float = 0.1
    """A strike in the last round that does not end the game."""
    spare: float = 0.25
    """Losing a card of use of which another copy is left somewhere."""
    double: float = 0.04
    """The same, where that copy is in sight."""
    risk: float = 1.2
    """How much what the next seat would discard weighs, while it could still clue instead."""
    trust: float = 0.15
    """How likely nobody saved the own oldest card though it was the last of its kind."""
    pace: tuple[float, ...] = (1.0, 0.7, 0.5, 0.35, 0.25, 0.2, 0.15, 0.1)
    """A discard, when only so many are left that cost no point; the last one for all that follow."""


WEIGHTS = Weights()
