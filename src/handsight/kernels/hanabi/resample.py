"""Other deals in the same row: a hypothetical hand, another deck."""

from handsight.kernels.dice import Die
from handsight.kernels.hanabi import seat_knowledge, state_layout, terms_layout
from handsight.kernels.hanabi.deal import listen, shuffle
from handsight.kernels.hanabi.state_layout import PLANES, Ints
from handsight.kernels.jit import compiled


@compiled("void(int64[::1], int64[::1], int64, int64[::1])")
def suppose(book: Ints, row: Ints, seat: int, faces: Ints) -> None:
    """Put other cards into a hand, by slot; nothing else changes, so the deck may hold a copy too many."""
    for slot in range(row[state_layout.SIZES + seat]):
        row[state_layout.DECK + state_layout.order_at(row, seat, slot)] = faces[slot]
    listen(book, row, seat)


@compiled("void(int64[::1], int64[::1], uint64[::1], int64[::1])")
def shuffle_rest(book: Ints, row: Ints, die: Die, scratch: Ints) -> None:
    """Fill the deck that is left with all that was never drawn, in a random order."""
    state_layout.copy(
        book, terms_layout.OPENING + state_layout.UNSEEN, scratch, seat_knowledge.HIDDEN, PLANES
    )
    for order in range(row[state_layout.DRAWN]):
        state_layout.take(scratch, seat_knowledge.HIDDEN, row[state_layout.DECK + order])
    order = row[state_layout.DRAWN]
    for face in range(book[terms_layout.FACES]):
        for plane in range(PLANES):
            if scratch[seat_knowledge.HIDDEN + plane] >> face & 1 and order < book[terms_layout.CARDS]:
                row[state_layout.DECK + order] = face
                order += 1
    die[0] = shuffle(row, row[state_layout.DRAWN], book[terms_layout.CARDS], die[0])
