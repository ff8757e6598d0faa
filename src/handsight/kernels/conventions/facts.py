"""Facts that a compiled convention asks for, compiled once for all of them."""

import numpy as np
from numpy.typing import NDArray

from handsight.kernels import books, rows, worth
from handsight.kernels.books import MOST_STATES
from handsight.kernels.compiled import compiled, lowest
from handsight.kernels.conventions.desk import MOST, SLOTS
from handsight.kernels.rows import Ints


@compiled("boolean(int64, int64)", inline=True)
def has_bit(mask: int, bit: int) -> bool:
    """Whether a mask has a bit."""
    return mask >> bit & 1 != 0


@compiled("int64(int64[::1], int64, int64)", inline=True)
def card_at(row: Ints, seat: int, slot: int) -> int:
    """The card that a seat holds in a slot."""
    return rows.order_at(row, seat, slot)


@compiled("boolean(int64[::1], int64[::1], int64, int64, int64, int64)", inline=True)
def touches(book: Ints, row: Ints, said: int, target: int, seat: int, card: int) -> bool:
    """Whether a clue to one seat touches a card in the hand of one."""
    return target == seat and book[books.TOUCH + said] >> row[rows.DECK + card] & 1 != 0


@compiled("int64(int64[::1], int64, int64)", inline=True)
def seat_after(book: Ints, me: int, away: int) -> int:
    """The seat so many after me."""
    return (me + away) % book[books.PLAYERS]


@compiled("int64(int64[::1], int64[::1])", inline=True)
def tokens(book: Ints, row: Ints) -> int:
    """Whole clue tokens left."""
    return row[rows.COINS] // book[books.COST]


@compiled("int64(int64[::1], int64[::1])")
def turns(book: Ints, row: Ints) -> int:
    """Turns left; before the final round, those until its end if every turn draws."""
    if row[rows.TURNS_LEFT] >= 0:
        return row[rows.TURNS_LEFT]
    return book[books.CARDS] - row[rows.DRAWN] + book[books.PLAYERS]


@compiled("int64(int64[::1], int64[::1])")
def pace(book: Ints, row: Ints) -> int:
    """How many discards can still be afforded."""
    ahead = book[books.CARDS] - row[rows.DRAWN] + book[books.PLAYERS]
    return row[rows.POINTS] + ahead - worth.best(book, row)


@compiled("int64(int64[::1], int64)", inline=True)
def left(row: Ints, value: int) -> int:
    """How many copies are not in the discard pile."""
    alive = row[rows.ALIVE] >> value & 1
    return alive + (row[rows.ALIVE + 1] >> value & 1) + (row[rows.ALIVE + 2] >> value & 1)


@compiled("int64(int64[::1], int64[::1], int64)", inline=True)
def height(book: Ints, row: Ints, value: int) -> int:
    """How many cards lie on the stack of a value's suit."""
    suit = book[books.SUIT + value]
    return book[books.HEIGHT + suit * MOST_STATES + row[rows.STACKS + suit]]


@compiled("int64(int64[::1])")
def played(row: Ints) -> int:
    """Mask of what lies on a stack."""
    mask, cards = 0, row[rows.PLAYED]
    while cards:
        mask |= 1 << row[rows.DECK + lowest(cards)]
        cards &= cards - 1
    return mask


@compiled("int64(int64[::1], float64)")
def ranked(book: Ints, rank: float) -> int:
    """Mask of the values of a rank."""
    mask = 0
    for value in range(book[books.FACES]):
        mask |= (book[books.RANK + value] == rank) << value
    return mask


@compiled("int64(int64[::1], int64)", inline=True)
def could(row: Ints, card: int) -> int:
    """What clues leave a card, but for values of which every copy is out in the open."""
    return row[rows.MASKS + card] & row[rows.UNSEEN]


@compiled("int64(int64[::1], int64, int64)", inline=True)
def could_promised(row: Ints, card: int, ruled_out: int) -> int:
    """The same within its promises; without them if that leaves nothing."""
    free = row[rows.MASKS + card] & row[rows.UNSEEN]
    kept = free & ~row[ruled_out + card]
    return kept or free


@compiled("float64(float64, float64)", inline=True)
def quotient(one: float, two: float) -> float:
    """The first over the second; 0 if the second is 0."""
    return one / two if two else 0.0


@compiled("int64(int64[::1], int64, int64, int64)", inline=True)
def clues_to(book: Ints, legal: int, me: int, seat: int) -> int:
    """The set of clues (as actions) that I may give a seat."""
    away = (seat - me) % book[books.PLAYERS]
    if away == 0:
        return 0
    begin = 2 * book[books.SLOTS] + (away - 1) * book[books.CLUES]
    return legal & (1 << book[books.CLUES]) - 1 << begin


@compiled("int64(int64[::1], int64[::1], int64, int64[::1], int64)")
def spread(book: Ints, row: Ints, me: int, scratch: Ints, at: int) -> int:
    """List the cards in all hands from mine on, front first; return how many."""
    count = 0
    for away in range(book[books.PLAYERS]):
        seat = (me + away) % book[books.PLAYERS]
        for slot in range(row[rows.SIZES + seat]):
            scratch[at + count] = seat * SLOTS + slot
            count += 1
    return count


@compiled("void(int64[::1], int64, float64)", inline=True)
def put(scratch: Ints, at: int, key: float) -> None:
    """Write down a number to sort by."""
    scratch[at : at + 1].view(np.float64)[0] = key


@compiled("boolean(float64[::1], int64, int64, int64)", inline=True)
def _before(numbers: NDArray[np.float64], keys: int, one: int, two: int) -> bool:
    """Whether one thing comes before another by the first number in which they differ."""
    for key in range(1, keys + 1):
        here, there = numbers[MOST * key + one], numbers[MOST * key + two]
        if here != there:
            return bool(here < there)
    return False


@compiled("void(int64[::1], int64, int64, int64)")
def sort(scratch: Ints, at: int, keys: int, count: int) -> None:
    """Sort things by their numbers, the first first; those that are equal stay as they are."""
    numbers = scratch[at : at + MOST * (1 + keys)].view(np.float64)
    for end in range(1, count):
        place = end
        while place > 0 and _before(numbers, keys, place, place - 1):
            for line in range(0, MOST * (1 + keys), MOST):
                here, there = at + line + place, at + line + place - 1
                scratch[here], scratch[there] = scratch[there], scratch[here]
            place -= 1
