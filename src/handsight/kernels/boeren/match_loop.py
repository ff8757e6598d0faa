"""Whole matches with compiled players, and many rounds side by side for those who drive them from Python.

A deal is played four times in a row, the players moving on by a seat, and the next deal seats them in the
next of the six orders round the table: whoever plays many games has sat everywhere, beside everybody.
"""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from handsight.boeren import SEATS
from handsight.kernels.boeren import deal, rules, state_layout
from handsight.kernels.boeren.compiled_bots import DECIDE
from handsight.kernels.boeren.state_layout import Ints
from handsight.kernels.dice import below, throw
from handsight.kernels.jit import Kernel, compiled, inlined

POINTS, TRICKS, MET = range(3)
FIELDS = 3
"""What is written down of a player's match: its points, the tricks it took, how many bids it met."""
FAIR = -1
Results = NDArray[np.int32]

ORDERS = [(0, *rest) for rest in permutations(range(1, SEATS))]
SEATINGS = np.array(
    [[order[(seat - turn) % SEATS] for seat in range(SEATS)] for order in ORDERS for turn in range(SEATS)],
    np.int64,
)
"""By game, over and over: which player sits in each seat."""


@inlined
def _ask(
    player: int, one: Kernel, two: Kernel, three: Kernel, four: Kernel, row: Ints, settings: Ints
) -> int:
    """Let one of four players decide."""
    if player < 2:
        return one(row, settings[0]) if player == 0 else two(row, settings[1])
    return three(row, settings[2]) if player == 2 else four(row, settings[3])


@compiled(
    "int64(int64[:, ::1], int64[::1], uint64, int64, int32[:, :, ::1], int64[:, ::1],"
    + ", ".join([f"FunctionType({DECIDE})"] * SEATS)
    + ")",
    allocates=True,
)
def play_matches(
    schedule: Ints,
    switches: Ints,
    seed: np.uint64,
    first: int,
    results: Results,
    settings: Ints,
    one: Kernel,
    two: Kernel,
    three: Kernel,
    four: Kernel,
) -> int:
    """Play the matches from number *first* on; return FAIR, or how many were over at an illegal action."""
    row, deck, die = (
        np.zeros(state_layout.WORDS, np.int64),
        np.empty(state_layout.CARDS, np.int64),
        np.empty(1, np.uint64),
    )
    for number in range(results.shape[0]):
        game = first + number
        players = SEATINGS[game % SEATINGS.shape[0]]
        throw(die, seed, np.uint64(game // SEATS), np.uint64(0))
        deal.give_dice(row, seed, np.uint64(game))
        dealer = below(die, SEATS)
        for at in range(schedule.shape[0]):
            deal.deal(row, schedule[at], dealer, switches, die, deck)
            while not state_layout.over(row):
                action = _ask(players[row[state_layout.SEAT]], one, two, three, four, row, settings)
                if not 0 <= action < state_layout.CARDS or not rules.legal(row) >> action & 1:
                    return number
                rules.step(row, action)
            for seat in range(SEATS):
                result = results[number, players[seat]]
                result[POINTS] += rules.score(row, seat)
                result[TRICKS] += row[state_layout.WON + seat]
                result[MET] += row[state_layout.WON + seat] == row[state_layout.BIDS + seat]
            opens = row[state_layout.LEADER] if switches[deal.WINNER_OPENS] else dealer + 2
            dealer = (opens - 1) % SEATS
    return FAIR
