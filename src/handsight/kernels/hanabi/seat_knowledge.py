"""What a seat can know of its own hand, on rows: from clues, from what it sees, and exactly.

The masks of the row say what clues leave. Here the cards a seat sees are counted out too, and the whole hand
is looked at together (see `hands`). The functions here answer in scratch:

| at | name   | words | what it holds |
| -- | ------ | ----- | ------------- |
|  0 | GIVEN  |  8 | by slot: what clues leave |
|  8 | KNOWN  |  8 | by slot: what it can be |
| 16 | HIDDEN |  3 | planes: copies that may be in the hand |
| 24 | TABLE  | 5120 | work space |
|    | WORK   |    | where the rest of scratch begins, which is the player's own |

In a variant with a hole, the cards thrown there count as never seen; where clues are hidden, they leave
all as it was. Both ways, what is said to be impossible is impossible.
"""

from handsight.kernels import hand_count
from handsight.kernels.hanabi import state_layout, terms_layout
from handsight.kernels.hanabi.state_layout import PLANES, Ints
from handsight.kernels.jit import compiled, inlined

GIVEN, KNOWN, HIDDEN, TABLE = 0, 8, 16, 24
WORK = TABLE + hand_count.SCRATCH[0] * hand_count.SCRATCH[1]


@inlined
def hide(book: Ints, row: Ints, seats: int, scratch: Ints) -> None:
    """Lay out the copies that are neither out in the open nor in the hands of this set of seats."""
    one, two, three = row[state_layout.UNSEEN], row[state_layout.UNSEEN + 1], row[state_layout.UNSEEN + 2]
    for seat in range(book[terms_layout.PLAYERS]):
        hand = row[state_layout.HANDS + seat]
        for _ in range(row[state_layout.SIZES + seat] * (seats >> seat & 1)):
            one, two, three = state_layout.less(one, two, three, 1 << row[state_layout.DECK + (hand & 63)])
            hand >>= 8
    scratch[HIDDEN], scratch[HIDDEN + 1], scratch[HIDDEN + 2] = one, two, three


@inlined
def give(row: Ints, seat: int, scratch: Ints) -> None:
    """Lay out what clues say of a hand."""
    hand = row[state_layout.HANDS + seat]
    for slot in range(row[state_layout.SIZES + seat]):
        scratch[GIVEN + slot] = row[state_layout.MASKS + (hand & 63)]
        hand >>= 8


@inlined
def narrow(slots: int, scratch: Ints) -> bool:
    """Work out KNOWN from GIVEN and HIDDEN."""
    return hand_count.narrow(
        scratch[GIVEN : GIVEN + slots],
        scratch[HIDDEN : HIDDEN + PLANES],
        scratch[KNOWN : KNOWN + slots],
        scratch[TABLE:WORK].reshape(hand_count.SCRATCH),
    )


@compiled("boolean(int64[::1], int64[::1], int64, int64[::1])")
def know(book: Ints, row: Ints, seat: int, scratch: Ints) -> bool:
    """Leave in KNOWN all that each card of the own hand can be, for a seat that sees the others'; exact."""
    hide(book, row, ~(1 << seat), scratch)
    give(row, seat, scratch)
    return narrow(row[state_layout.SIZES + seat], scratch)


@compiled("boolean(int64[::1], int64[::1], int64, int64[::1])")
def know_publicly(book: Ints, row: Ints, seat: int, scratch: Ints) -> bool:
    """Leave in KNOWN what each card of a hand can be for one who sees no hand at all."""
    hide(book, row, 0, scratch)
    give(row, seat, scratch)
    return narrow(row[state_layout.SIZES + seat], scratch)


@compiled("int64(int64[::1], int64[::1], int64, int64[:, ::1], int64[::1])")
def weigh(book: Ints, row: Ints, seat: int, counts: Ints, scratch: Ints) -> int:
    """Count the hands a seat may hold, by slot and identity and in all, copies counted apart."""
    hide(book, row, ~(1 << seat), scratch)
    give(row, seat, scratch)
    return hand_count.count(
        scratch[GIVEN : GIVEN + row[state_layout.SIZES + seat]],
        scratch[HIDDEN : HIDDEN + PLANES],
        counts,
        scratch[TABLE:WORK].reshape(hand_count.SCRATCH),
    )
