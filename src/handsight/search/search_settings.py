"""How much a search may do, when a race ends, and who plays its rollouts. Nothing here needs NumPy."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any, Protocol

from handsight.errors import InputError

DEFAULT_ROLLOUTS = 500
BLOCK = 16
"""Deals that are drawn together from dice of their own; the first round of a race has so many."""
FEWEST_DEALS = 4
"""The last round has at least so many deals, even if that is a little more than the budget."""
LONG = 256
"""From so many deals on, actions drop out after every quarter more, not only when the deals have doubled, and
a race ends when it no longer matters who wins."""
NEAR = 0.02
"""Actions that are surely not further apart than this, in points, are as good as each other."""
FEW = 400
"""On fewer deals a loss is sure from more standard errors on: twice as many on a quarter of these deals."""
THREADS_VARIABLE, GPU_VARIABLE = "HANDSIGHT_THREADS", "HANDSIGHT_GPU"
MOST_THREADS = 256

Stop = Callable[[], bool]
"""Says whether to stop; asked between blocks of deals."""


@dataclass(frozen=True)
class BeliefLimits:
    """When the hands of a seat are listed, and how many are sampled before."""

    hands: int = 50_000
    """WeightedHands are listed when at most so many are possible, and sampled before."""
    longest: int = 200_000
    """A list that would become longer after a draw is thinned."""
    sample: int = 2_000
    """How many hands a sample has."""
    tries: int = 50_000
    """If none of the first *tries* hands explains the partners' actions, some of these are not counted."""
    thin: int = 500
    """A list that was thinned is made anew when fewer hands than this are left."""


@dataclass(frozen=True)
class EndgameLimits:
    """How far an endgame is worked out. All are counts, so the same position has the same value anywhere."""

    deck: int = 2
    """The most cards in the deck; -1 where nothing is worked out."""
    worlds: int = 1_000
    """The most deals: hands, with every order of the deck."""
    moves: int = 4
    """The most own moves that are free; after them the seat plays the blueprint, too."""
    steps: int = 60_000
    """The most actions of the seat, over all worlds; what is not finished by then does not count."""


NO_ENDGAME = EndgameLimits(deck=-1)


class RaceStanding(Protocol):
    """How a race stands, for the rule that says when it ends."""

    rollouts: int
    """How many games were played on to their end."""
    racing: list[int]
    """The actions that are not out."""

    @property
    def deals(self) -> int:
        """How many deals there have been."""

    def all_near(self, errors: float, points: float) -> bool:
        """Whether the best leads all others by less than so many points, even with so many errors more."""


@dataclass(frozen=True)
class Budget:
    """Ends the race of a bot when so many rollouts are used up, and says when it leaves the blueprint."""

    rollouts: int = DEFAULT_ROLLOUTS
    """Games played on to their end, at each move, over all actions that are tried; 0 for none."""
    out: float = 2.0
    """An action is out when the best leads by so many standard errors of the paired difference …"""
    slack: float = 0.5
    """… and, while there are few deals, by so much more, divided by the root of the deals."""
    deviate: float = 1.5
    """The blueprint is left for a lead of more than so many standard errors."""
    gain: float = 0.0
    """The least lead, in points, for which the blueprint is left."""
    fits: float = 0.1
    """A play is tried only if it fits its stack with at least this chance."""

    def next_round(self, race: RaceStanding) -> int:
        """Return how many deals the next round has; 0 if the race is over."""
        left = self.rollouts - race.rollouts
        if left <= 0 or len(race.racing) == 1:
            return 0
        if race.deals >= LONG and race.all_near(self.out, NEAR):
            return 0
        size = race.deals // 4 if race.deals >= LONG else race.deals or BLOCK
        return max(FEWEST_DEALS, min(size, left // len(race.racing)))

    def leaves_blueprint(self, lead: Any, error: Any) -> Any:
        """Whether a lead over the blueprint's action is large enough to leave it; numbers, or arrays."""
        return (lead > self.gain) & (lead > self.deviate * error)


@dataclass(frozen=True)
class Precision:
    """Ends the race of an analysis when the values have a small enough error: after so many deals.

    Whether a move that is asked about lost something may be in doubt then. It and the best move go on, on
    twice as many deals each time, until the loss is sure, or not likely any more, or enough was tried.
    """

    deals: int
    """On so many deals the best moves are tried."""
    loss: float = 0.0
    """A loss matters from so many points on. It is in doubt while it may be as large, within one error, …"""
    sure: float = 0.0
    """… and is not so many standard errors; on few deals, by which the best move was chosen, more of them."""
    most: int = 0
    """On at most so many deals a move in doubt and the best one are tried."""
    out: float = 3.0
    slack: float = 2.0
    """When moves drop out, as for a `Budget`."""

    def next_round(self, race: RaceStanding) -> int:
        """Return how many deals the next round has; 0 if the race is over."""
        return max(0, min(self.deals, max(BLOCK, 2 * race.deals)) - race.deals)

    def in_doubt(self, loss: float, error: float, deals: int) -> bool:
        """Whether more deals may tell if a move lost something."""
        sure = self.sure * sqrt(max(1.0, FEW / deals))
        return deals < self.most and loss < sure * error and loss + error >= self.loss


def threads() -> int:
    """Return how many threads share a search: HANDSIGHT_THREADS, or one. It does not change the moves.

    Raises:
        InputError: The variable holds no such number.
    """
    text = os.environ.get(THREADS_VARIABLE) or "1"
    if not text.isdecimal() or not 1 <= int(text) <= MOST_THREADS:
        raise InputError(f"{THREADS_VARIABLE} is {text!r}; it must be a number from 1 to {MOST_THREADS}")
    return int(text)


def gpu_wanted() -> bool:
    """Whether rollouts are played on a GPU: where HANDSIGHT_GPU is 1. The moves are the same without one.

    Raises:
        InputError: The variable holds something else, or there is no GPU.
    """
    text = os.environ.get(GPU_VARIABLE) or "0"
    if text not in {"0", "1"}:
        raise InputError(f"{GPU_VARIABLE} is {text!r}; it must be 0 or 1")
    return text == "1" and bool(import_cupy())


@cache
def import_cupy() -> Any:
    """Return CuPy, if it finds a GPU."""
    try:
        import cupy  # noqa: PLC0415  # few have it

        cupy.cuda.runtime.getDeviceCount()
    except Exception as error:
        raise InputError(
            f"{GPU_VARIABLE}=1 needs an NVIDIA GPU and CuPy (pip install cupy-cuda13x), but: {error}."
            " Unset it to use the CPU"
        ) from error
    return cupy
