"""Deal a game into a row: the same deck as the plain shuffle deals, and dice for every seat."""

import numpy as np

from handsight.kernels import books, rows
from handsight.kernels.compiled import compiled, inlined
from handsight.kernels.dice import HALF, stir, throw
from handsight.kernels.rows import Ints


@inlined
def listen(book: Ints, row: Ints, seat: int) -> None:
    """Note which clues touch a hand that has changed."""
    clues = 0
    hand = row[rows.HANDS + seat]
    for _ in range(row[rows.SIZES + seat]):
        clues |= book[books.HEARD + row[rows.DECK + (hand & 63)]]
        hand >>= 8
    row[rows.HEARS + seat] = clues


@inlined
def shuffle(row: Ints, first: int, cards: int, state: np.uint64) -> np.uint64:
    """Shuffle the deck from an order on (Fisher-Yates from the back); return the state of the dice."""
    deck = row[rows.DECK + first : rows.DECK + cards]
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
    rows.copy(book, books.OPENING, row, 0, rows.DECK)
    row[rows.NOTES :] = 0
    for seat in range(book[books.PLAYERS]):
        listen(book, row, seat)


@compiled("void(int64[::1], int64[::1], uint64, uint64)")
def deal(book: Ints, row: Ints, seed: np.uint64, game: np.uint64) -> None:
    """Shuffle as `table.shuffled` does for this seed and game, open the game, give each seat its dice."""
    dice = row[rows.DICE : rows.DICE + rows.MOST_SEATS].view(np.uint64)
    rows.copy(book, books.PILE, row, rows.DECK, rows.MOST_CARDS)
    throw(dice, seed, game, np.uint64(0))
    shuffle(row, 0, book[books.CARDS], dice[0])
    begin(book, row)
    for seat in range(book[books.PLAYERS]):
        throw(dice[seat:], seed, game, np.uint64(seat + 1))
