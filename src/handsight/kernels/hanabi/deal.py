"""Deal a game into a row: the same deck as the plain shuffle deals, and dice for every seat."""

import numpy as np

from handsight.kernels.dice import HALF, stir, throw
from handsight.kernels.hanabi import state_layout, terms_layout
from handsight.kernels.hanabi.state_layout import Ints
from handsight.kernels.jit import compiled, inlined


@inlined
def listen(book: Ints, row: Ints, seat: int) -> None:
    """Note which clues touch a hand that has changed."""
    clues = 0
    hand = row[state_layout.HANDS + seat]
    for _ in range(row[state_layout.SIZES + seat]):
        clues |= book[terms_layout.HEARD + row[state_layout.DECK + (hand & 63)]]
        hand >>= 8
    row[state_layout.HEARS + seat] = clues


@inlined
def shuffle(row: Ints, first: int, cards: int, state: np.uint64) -> np.uint64:
    """Shuffle the deck from an order on (Fisher-Yates from the back); return the state of the dice."""
    deck = row[state_layout.DECK + first : state_layout.DECK + cards]
    for order in range(cards - first - 1, 0, -1):
        state = stir(state)
        other = np.int64(((state >> HALF) * np.uint64(order + 1)) >> HALF)
        face = deck[order]
        deck[order] = deck[other]
        deck[other] = face
    return state


@compiled("void(int64[::1], int64[::1])")
def begin(book: Ints, row: Ints) -> None:
    """Open the game with the deck that lies in the row, and forget everything else."""
    state_layout.copy(book, terms_layout.OPENING, row, 0, state_layout.DECK)
    row[state_layout.NOTES :] = 0
    for seat in range(book[terms_layout.PLAYERS]):
        listen(book, row, seat)


@compiled("void(int64[::1], int64[::1], uint64, uint64)")
def deal(book: Ints, row: Ints, seed: np.uint64, game: np.uint64) -> None:
    """Shuffle as `table.shuffled` does for this seed and game, open the game, give each seat its dice."""
    dice = row[state_layout.DICE : state_layout.DICE + state_layout.MOST_SEATS].view(np.uint64)
    state_layout.copy(book, terms_layout.PILE, row, state_layout.DECK, state_layout.MOST_CARDS)
    throw(dice, seed, game, np.uint64(0))
    shuffle(row, 0, book[terms_layout.CARDS], dice[0])
    begin(book, row)
    for seat in range(book[terms_layout.PLAYERS]):
        throw(dice[seat:], seed, game, np.uint64(seat + 1))
