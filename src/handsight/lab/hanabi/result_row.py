"""What is written down of a game: a row of small numbers, the same for every kind of player."""

import numpy as np
from numpy.typing import NDArray

from handsight.hanabi import End, State

Results = NDArray[np.int16]
"""A row for every game, in the order of their numbers."""

FIELDS = ("score", "points", "strikes", "turns", "coins", "end")
SCORE, POINTS, STRIKES, TURNS, COINS, END = range(len(FIELDS))
"""The score by the rules, the cards on the stacks, …, and the end as a place in `ENDS`."""
ENDS = tuple(End)


def row(final: State) -> tuple[int, ...]:
    """Write down how a game ended."""
    end = ENDS.index(final.end)
    return final.score, final.points, final.strikes, final.turn, final.clue_units, end


def blank(games: int) -> Results:
    """Return rows for so many games."""
    return np.zeros((games, len(FIELDS)), np.int16)
