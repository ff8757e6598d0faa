"""Promises, and how a clue would be read, were it given."""

from handsight.kernels.conventions.workspace_layout import FRESH
from handsight.kernels.hanabi import rules, state_layout
from handsight.kernels.hanabi.state_layout import Ints
from handsight.kernels.jit import compiled, lowest


@compiled("void(int64[::1], int64[::1], int64, int64, int64)")
def promise(row: Ints, scratch: Ints, ruled_out: int, cards: int, values: int) -> None:
    """Promise cards to be one of a set: note what that rules out, for good and for this reading."""
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        row[ruled_out + card] |= ~values
        known = scratch[FRESH + 1 + card] if scratch[FRESH] >> card & 1 else 0
        scratch[FRESH + 1 + card] = known | ~values
        scratch[FRESH] |= 1 << card


@compiled("void(int64[::1], int64[::1], int64[::1], int64)")
def suppose(book: Ints, row: Ints, other: Ints, clue: int) -> None:
    """Lay out the table as it would be after a clue."""
    state_layout.copy(row, 0, other, 0, other.size)
    rules.suppose_clue(book, other, clue)


@compiled("void(int64[::1], int64[::1], int64, int64)")
def keep(other: Ints, scratch: Ints, at: int, flags: int) -> None:
    """Keep the flags after a reading, and whether all it promised of cards that I see is true."""
    state_layout.copy(other, state_layout.NOTES, scratch, at, flags)
    scratch[at + flags] = 1
    cards = scratch[FRESH] & ~other[state_layout.HOLDS + other[state_layout.ACTOR]]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if scratch[FRESH + 1 + card] >> other[state_layout.DECK + card] & 1:
            scratch[at + flags] = 0
