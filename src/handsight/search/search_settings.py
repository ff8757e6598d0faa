"""How much a search may do, and when a race ends. Nothing here needs NumPy."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

from handsight.errors import InputError

DEFAULT_ROLLOUTS = 500
BLOCK = 16
"""The number of deals in a block, which has dice of its own. The first round of a race is one block."""
FEWEST_DEALS = 4
"""The last round has at least this many deals, even if that exceeds the budget a little."""
LONG = 256
"""Up to this many deals, each round doubles the number of deals. Later rounds add a quarter, and the race
ends early if the remaining actions are as good as equal."""
NEAR = 0.02
"""Two actions are as good as equal if their values surely differ by less than this, in points."""
FEW = 400
"""With fewer deals than this, more standard errors are needed to be sure of a loss: twice as many with a
quarter of the deals."""
THREADS_VARIABLE = "HANDSIGHT_THREADS"
MOST_THREADS = 256

AllNear = Callable[[float, float], bool]
"""Called with (errors, points): whether each lead of the best, plus *errors* errors, is below *points*."""
Stop = Callable[[], bool]
"""Returns True to stop the work. It is called between blocks of deals."""


@dataclass(frozen=True)
class BeliefLimits:
    """When all hands that a seat may hold are listed, and how many are sampled while they are too many."""

    hands: int = 50_000
    """Hands are listed if at most this many are possible; otherwise they are sampled."""
    longest: int = 200_000
    """The longest list of hands. A list that would exceed it after a draw is thinned."""
    sample: int = 2_000
    """The number of hands in a sample."""
    tries: int = 50_000
    """If none of this many sampled hands explains the partners' actions, some actions are ignored."""
    thin: int = 500
    """A thinned list is made anew when fewer hands than this are left."""


@dataclass(frozen=True)
class EndgameLimits:
    """How far an endgame is worked out. All limits are counts, so the result is the same on any machine."""

    deck: int = 2
    """The largest deck, in cards; -1 to work out nothing."""
    worlds: int = 1_000
    """The largest number of deals: hands, with every order of the deck."""
    moves: int = 4
    """For how many of its own moves the seat may choose freely; after them it plays the blueprint, too."""
    steps: int = 60_000
    """The largest number of actions tried, over all deals; unfinished work does not count."""


NO_ENDGAME = EndgameLimits(deck=-1)


@dataclass(frozen=True)
class Budget:
    """The stopping rule of a bot: a number of rollouts. It also says when the bot leaves the blueprint."""

    rollouts: int = DEFAULT_ROLLOUTS
    """How many games are played to their end at each move, over all actions together; 0 for none."""
    out: float = 2.0
    """An action drops out when the best leads it by this many standard errors of the paired difference …"""
    slack: float = 0.5
    """… and, on the first deals, by a further *slack* points divided by the square root of the deals."""
    deviate: float = 1.5
    """The bot leaves the blueprint only for a lead of more than this many standard errors …"""
    gain: float = 0.0
    """… and more than this many points."""
    fits: float = 0.1
    """A play is tried only if the probability that the card is playable is at least this."""

    def next_round(self, deals: int, rollouts: int, racing: int, all_near: AllNear) -> int:
        """Return the number of deals of the next round; 0 if the race is over.

        So far *racing* actions are left, after *deals* deals and *rollouts* games.
        """
        left = self.rollouts - rollouts
        if left <= 0 or racing == 1 or (deals >= LONG and all_near(self.out, NEAR)):
            return 0
        size = deals // 4 if deals >= LONG else deals or BLOCK
        return max(FEWEST_DEALS, min(size, left // racing))

    def leaves_blueprint(self, lead: Any, error: Any) -> Any:
        """Whether a lead over the blueprint's action is large enough to leave it. Takes numbers or arrays."""
        return (lead > self.gain) & (lead > self.deviate * error)


@dataclass(frozen=True)
class Precision:
    """The stopping rule of an analysis: a number of deals, and more of them while a loss is in doubt.

    A kept move is one whose loss is wanted. If its loss is still in doubt after *deals* deals, it and the
    best move are tried on twice as many, and so on up to *most*.
    """

    deals: int
    """The number of deals on which the best moves are tried."""
    loss: float = 0.0
    """The smallest loss that matters, in points. A loss is in doubt if loss plus error reaches this …"""
    sure: float = 0.0
    """… but the loss is below *sure* standard errors, or more of them after few deals (`FEW`)."""
    most: int = 0
    """The largest number of deals for a move in doubt; 0 to leave doubts."""
    out: float = 3.0
    slack: float = 2.0
    """When moves drop out, as in a `Budget`."""

    def next_round(self, deals: int, _rollouts: int, _racing: int, _all_near: AllNear) -> int:
        """Return the number of deals of the next round; 0 if the race is over."""
        return max(0, min(self.deals, max(BLOCK, 2 * deals)) - deals)

    def in_doubt(self, loss: float, error: float, deals: int) -> bool:
        """Whether a loss is in doubt after *deals* deals, and more are allowed."""
        sure = self.sure * sqrt(max(1.0, FEW / deals))
        return deals < self.most and loss < sure * error and loss + error >= self.loss


def threads() -> int:
    """Return the number of threads for a search: HANDSIGHT_THREADS, or 1. It does not change the moves.

    Raises:
        InputError: The variable does not hold a number from 1 to 256.
    """
    text = os.environ.get(THREADS_VARIABLE) or "1"
    if not text.isdecimal() or not 1 <= int(text) <= MOST_THREADS:
        raise InputError(f"{THREADS_VARIABLE} is {text!r}; it must be a number from 1 to {MOST_THREADS}")
    return int(text)
