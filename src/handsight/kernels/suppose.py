"""Other deals in the same row: a hypothetical hand, another deck."""

from handsight.kernels import books, rows, sight
from handsight.kernels.compiled import compiled
from handsight.kernels.dice import Die
from handsight.kernels.opening import listen, shuffle
from handsight.kernels.rows import PLANES, Ints


@compiled("void(int64[::1], int64[::1], int64, int64[::1])")
def suppose(book: Ints, row: Ints, seat: int, faces: Ints) -> None:
    """Put other cards into a hand, by slot; nothing else changes, so the deck may hold a copy too many."""
    for slot in range(row[rows.SIZES + seat]):
        row[rows.DECK + rows.order_at(row, seat, slot)] = faces[slot]
    listen(book, row, seat)


@compiled("void(int64[::1], int64[::1], uint64[::1], int64[::1])")
def shuffle_rest(book: Ints, row: Ints, die: Die, scratch: Ints) -> None:
    """Fill the deck that is left with all that was never drawn, in a random order."""
    rows.copy(book, books.OPENING + rows.UNSEEN, scratch, sight.HIDDEN, PLANES)
    for order in range(row[rows.DRAWN]):
        rows.take(scratch, sight.HIDDEN, row[rows.DECK + order])
    order = row[rows.DRAWN]
    for face in range(book[books.FACES]):
        for plane in range(PLANES):
            if scratch[sight.HIDDEN + plane] >> face & 1 and order < book[books.CARDS]:
                row[rows.DECK + order] = face
                order += 1
    die[0] = shuffle(row, row[rows.DRAWN], book[books.CARDS], die[0])
