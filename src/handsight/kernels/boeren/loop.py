"""Whole matches with compiled players, and many rounds side by side for those who drive them from Python.

A deal is played four times in a row, the players moving on by a seat, and the next deal seats them in the
next of the six orders round the table: whoever plays many games has sat everywhere, beside everybody.
"""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from handsight.boeren import SEATS
from handsight.kernels.boeren import opening, rows, rules
from handsight.kernels.boeren.players import DECIDE
from handsight.kernels.boeren.rows import Ints
from handsight.kernels.compiled import Kernel, compiled, inlined
from handsight.kernels.dice import below, throw

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
    row, deck, die = np.zeros(rows.WORDS, np.int64), np.empty(rows.CARDS, np.int64), np.empty(1, np.uint64)
    for number in range(results.shape[0]):
        game = first + number
        players = SEATINGS[game % SEATINGS.shape[0]]
        throw(die, seed, np.uint64(game // SEATS), np.uint64(0))
        opening.give_dice(row, seed, np.uint64(game))
        dealer = below(die, SEATS)
        for at in range(schedule.shape[0]):
            opening.deal(row, schedule[at], dealer, switches, die, deck)
            while not rows.over(row):
                action = _ask(players[row[rows.SEAT]], one, two, three, four, row, settings)
                if not 0 <= action < rows.CARDS or not rules.legal(row) >> action & 1:
                    return number
                rules.step(row, action)
            for seat in range(SEATS):
                result = results[number, players[seat]]
                result[POINTS] += rules.score(row, seat)
                result[TRICKS] += row[rows.WON + seat]
                result[MET] += row[rows.WON + seat] == row[rows.BIDS + seat]
            opens = row[rows.LEADER] if switches[opening.WINNER_OPENS] else dealer + 2
            dealer = (opens - 1) % SEATS
    return FAIR
