"""A player who imagines deals: every deal that fits what it knows is as likely, and each is played out.

For every action it may take, it lets each imagined deal run to its end and adds up its own scores. While many
cards are left, the others (and itself, later) are imagined to play by the graphs; with few left, the open
cards are solved. Asked to, it weighs a deal by what the others bid: as they would have, or not.
"""

import numpy as np

from handsight.boeren import SEATS
from handsight.kernels.boeren import chances, graphs, rules, solver, state_layout
from handsight.kernels.boeren.compiled_bots import DECIDE, CompiledBot, by_graphs
from handsight.kernels.boeren.state_layout import NONE, Ints
from handsight.kernels.dice import Die, stir
from handsight.kernels.jit import compiled, inlined, lowest

DEALS, WEIGH, SOLVE = range(3)
"""Its settings: how many deals; what one with a strange bid weighs, in %; at how many cards to solve."""


ALL = 100
FEW = 3
"""With no more cards than this in a hand, few positions need be remembered."""


@inlined
def expected(row: Ints, seat: int, hand: int) -> bool:
    """Whether a seat with this hand at the start would have bid as it did."""
    mine, usual = graphs.shares(row, hand)
    guess = graphs.first_guess(mine, usual, row[state_layout.SIZE])
    bid = row[state_layout.BIDS + seat]
    if seat != row[state_layout.DEALER] or guess != rules.barred_last(row):
        return bid == guess
    return row[state_layout.HOOK] == state_layout.ANY_OTHER or bid == graphs.stepped(
        row, guess, mine >= usual
    )


@inlined
def likeness(row: Ints, seat: int, hands: Ints, strange: float) -> float:
    """Return the weight of an imagined deal by what the others bid."""
    weight = 1.0
    for place in range(SEATS - 1):
        other = state_layout.seat_after(seat, 1 + place)
        if row[state_layout.BIDS + other] != NONE and not expected(
            row, other, hands[place] | row[state_layout.PLAYED + other]
        ):
            weight *= strange
    return weight


@inlined
def imagine(row: Ints, seat: int, hands: Ints, fate: int, world: Ints) -> None:
    """Make a row of an imagined deal, in which chance is imagined too."""
    for word in range(state_layout.WORDS):
        world[word] = row[word]
    for place in range(SEATS - 1):
        world[state_layout.HELD + state_layout.seat_after(seat, 1 + place)] = hands[place]
    for other in range(SEATS):
        world[state_layout.DICE + other] = fate


@inlined
def run_out(world: Ints) -> None:
    """Let everybody play by the graphs to the end."""
    while not state_layout.over(world):
        rules.step(world, by_graphs(world, True))  # noqa: FBT003  kernels have no keywords


@compiled("void(int64[::1], int64[::1], float64[::1])", allocates=True)
def weigh_actions(row: Ints, settings: Ints, worth: chances.Floats) -> None:
    """Add up what every legal action of the seat to move is worth to it over the imagined deals."""
    seat, actions = row[state_layout.SEAT], rules.legal(row)
    hidden = state_layout.unseen(row, seat)
    sizes, lacks, kinds = (
        np.empty(SEATS, np.int64),
        np.empty(SEATS, np.int64),
        np.empty(chances.KINDS, np.int64),
    )
    chances.room(row, seat, sizes)
    chances.lacking(row, seat, lacks)
    chances.sort_out(hidden, lacks, sizes, kinds)
    up = np.empty((chances.KINDS + 1, chances.states(sizes)), np.float64)
    chances.count(kinds, sizes, up)
    hands, world = np.empty((settings[DEALS], SEATS), np.int64), np.empty(state_layout.WORDS, np.int64)
    die: Die = row[state_layout.DICE + seat : state_layout.DICE + seat + 1].view(np.uint64)
    chances.sample(hidden, lacks, sizes, kinds, up, die, hands)
    left = state_layout.left_of(row, seat)
    solving = not state_layout.bidding(row) and left <= settings[SOLVE]
    slots = solver.FEW_SLOTS if left <= FEW else solver.SLOTS
    memo = np.zeros((slots if solving else 1, 3), np.int64)
    question = 0
    for deal in range(settings[DEALS]):
        die[0] = stir(die[0])
        fate = row[state_layout.DICE + seat]
        weight = 1.0
        if settings[WEIGH] < ALL:
            weight = likeness(row, seat, hands[deal], settings[WEIGH] / ALL)
        to_try = actions
        while to_try:
            action = lowest(to_try)
            to_try &= to_try - 1
            imagine(row, seat, hands[deal], fate, world)
            rules.step(world, action)
            if solving:
                question += 1
                worth[action] += weight * solver.score_in(solver.solve_row(world, memo, question), seat)
            else:
                run_out(world)
                worth[action] += weight * rules.score(world, seat)


@compiled("int64(int64[::1], float64[::1])")
def best_of(row: Ints, worth: chances.Floats) -> int:
    """Return the legal action of most worth, the lowest of several."""
    left = rules.legal(row)
    best = lowest(left)
    while left:
        action = lowest(left)
        left &= left - 1
        if worth[action] > worth[best]:
            best = action
    return best


@compiled(DECIDE, allocates=True)
def decide(row: Ints, settings: Ints) -> int:
    """Take the action that is worth most over the imagined deals."""
    actions = rules.legal(row)
    if not actions & actions - 1:
        return lowest(actions)
    worth = np.zeros(state_layout.CARDS, np.float64)
    weigh_actions(row, settings, worth)
    return best_of(row, worth)


def sampler(deals: int, strange: int, solve: int) -> CompiledBot:
    """Return a player who imagines so many deals a move."""
    return CompiledBot(decide, (deals, strange, solve))
