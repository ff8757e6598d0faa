"""Facts that a compiled convention asks for, compiled once for all of them."""

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.conventions.workspace_layout import MOST, SLOTS
from handsight.kernels.hanabi import card_value, state_layout, terms_layout
from handsight.kernels.hanabi.state_layout import Ints
from handsight.kernels.hanabi.terms_layout import MOST_STATES
from handsight.kernels.jit import compiled, lowest


@compiled("boolean(int64, int64)", inline=True)
def has_bit(mask: int, bit: int) -> bool:
    """Whether a mask has a bit."""
    return mask >> bit & 1 != 0


@compiled("int64(int64[::1], int64, int64)", inline=True)
def card_at(row: Ints, seat: int, slot: int) -> int:
    """The card that a seat holds in a slot."""
    return state_layout.order_at(row, seat, slot)


@compiled("boolean(int64[::1], int64[::1], int64, int64, int64, int64)", inline=True)
def touches(book: Ints, row: Ints, said: int, target: int, seat: int, card: int) -> bool:
    """Whether a clue to one seat touches a card in the hand of one."""
    return target == seat and book[terms_layout.TOUCH + said] >> row[state_layout.DECK + card] & 1 != 0


@compiled("int64(int64[::1], int64, int64)", inline=True)
def seat_after(book: Ints, me: int, away: int) -> int:
    """The seat so many after me."""
    return (me + away) % book[terms_layout.PLAYERS]


@compiled("int64(int64[::1], int64[::1])", inline=True)
def tokens(book: Ints, row: Ints) -> int:
    """Whole clue tokens left."""
    return row[state_layout.COINS] // book[terms_layout.COST]


@compiled("int64(int64[::1], int64[::1])")
def turns(book: Ints, row: Ints) -> int:
    """Turns left; before the final round, those until its end if every turn draws."""
    if row[state_layout.TURNS_LEFT] >= 0:
        return row[state_layout.TURNS_LEFT]
    return book[terms_layout.CARDS] - row[state_layout.DRAWN] + book[terms_layout.PLAYERS]


@compiled("int64(int64[::1], int64[::1])")
def pace(book: Ints, row: Ints) -> int:
    """How many discards can still be afforded."""
    ahead = book[terms_layout.CARDS] - row[state_layout.DRAWN] + book[terms_layout.PLAYERS]
    return row[state_layout.POINTS] + ahead - card_value.best(book, row)


@compiled("int64(int64[::1], int64)", inline=True)
def left(row: Ints, value: int) -> int:
    """How many copies are not in the discard pile."""
    alive = row[state_layout.ALIVE] >> value & 1
    return alive + (row[state_layout.ALIVE + 1] >> value & 1) + (row[state_layout.ALIVE + 2] >> value & 1)


@compiled("int64(int64[::1], int64[::1], int64)", inline=True)
def height(book: Ints, row: Ints, value: int) -> int:
    """How many cards lie on the stack of a value's suit."""
    suit = book[terms_layout.SUIT + value]
    return book[terms_layout.HEIGHT + suit * MOST_STATES + row[state_layout.STACKS + suit]]


@compiled("int64(int64[::1])")
def played(row: Ints) -> int:
    """Mask of what lies on a stack."""
    mask, cards = 0, row[state_layout.PLAYED]
    while cards:
        mask |= 1 << row[state_layout.DECK + lowest(cards)]
        cards &= cards - 1
    return mask


@compiled("int64(int64[::1], float64)")
def ranked(book: Ints, rank: float) -> int:
    """Mask of the values of a rank."""
    mask = 0
    for value in range(book[terms_layout.FACES]):
        mask |= (book[terms_layout.RANK + value] == rank) << value
    return mask


@compiled("int64(int64[::1], int64)", inline=True)
def could(row: Ints, card: int) -> int:
    """What clues leave a card, but for values of which every copy is out in the open."""
    return row[state_layout.MASKS + card] & row[state_layout.UNSEEN]


@compiled("int64(int64[::1], int64, int64)", inline=True)
def could_promised(row: Ints, card: int, ruled_out: int) -> int:
    """The same within its promises; without them if that leaves nothing."""
    free = row[state_layout.MASKS + card] & row[state_layout.UNSEEN]
    kept = free & ~row[ruled_out + card]
    return kept or free


@compiled("float64(float64, float64)", inline=True)
def quotient(one: float, two: float) -> float:
    """The first over the second; 0 if the second is 0."""
    return one / two if two else 0.0


@compiled("int64(int64[::1], int64, int64, int64)", inline=True)
def clues_to(book: Ints, legal: int, me: int, seat: int) -> int:
    """The set of clues (as actions) that I may give a seat."""
    away = (seat - me) % book[terms_layout.PLAYERS]
    if away == 0:
        return 0
    begin = 2 * book[terms_layout.SLOTS] + (away - 1) * book[terms_layout.CLUES]
    return legal & (1 << book[terms_layout.CLUES]) - 1 << begin


@compiled("int64(int64[::1], int64[::1], int64, int64[::1], int64)")
def spread(book: Ints, row: Ints, me: int, scratch: Ints, at: int) -> int:
    """List the cards in all hands from mine on, front first; return how many."""
    count = 0
    for away in range(book[terms_layout.PLAYERS]):
        seat = (me + away) % book[terms_layout.PLAYERS]
        for slot in range(row[state_layout.SIZES + seat]):
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
