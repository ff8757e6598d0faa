"""How a clue shows a number: each other hand offers some classes of clues, and the classes are numbered.

In every hand one index card is fixed publicly: the one with most left to learn. The classes are a rank that
touches it, a colour that touches it, a rank that does not, and a colour that does not; the last two are one
class, or none, where the hand may lack them.
"""

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.hanabi import state_layout, terms_layout
from handsight.kernels.hanabi.rules import after
from handsight.kernels.hanabi.state_layout import COLOR, PLANES, Ints
from handsight.kernels.hanabi.terms_layout import MOST_CLUES
from handsight.kernels.hat import memory_layout
from handsight.kernels.hat.public_tables import lay_hand, single, weight
from handsight.kernels.hat.settings import RISK
from handsight.kernels.jit import inlined, lowest, natural, popcount

Chances = NDArray[np.float64]

NONE = -1


@inlined
def _weigh(book: Ints, slots: int, chances: Chances, scratch: Ints) -> None:
    """Work out, by clue, about how likely it touches all the hand laid out."""
    one, two, three = (
        scratch[memory_layout.OPEN],
        scratch[memory_layout.OPEN + 1],
        scratch[memory_layout.OPEN + 2],
    )
    for clue in range(MOST_CLUES):
        chances[clue] = 1.0
    for slot in range(slots):
        mask = scratch[memory_layout.HAND + slot]
        share = 1.0 / max(1, weight(mask, scratch))
        for clue in range(MOST_CLUES):  # always as many, so that they are worked out side by side
            hit = mask & book[terms_layout.TOUCH + clue]
            copies = popcount(hit & one) + popcount(hit & two) + popcount(hit & three)
            chances[clue] *= 1.0 if hit == mask else copies * share


@inlined
def _offer(book: Ints, row: Ints, seat: int, scratch: Ints) -> int:
    """Return how many classes of clues the hand laid out offers."""
    slots = row[state_layout.SIZES + seat]
    if slots < 2:
        return 2 * slots
    chances = scratch[memory_layout.CHANCE : memory_layout.CHANCE + MOST_CLUES].view(np.float64)
    _weigh(book, slots, chances, scratch)
    color, number = 0.0, 0.0
    for clue in range(book[terms_layout.CLUES]):
        if book[terms_layout.SORT + clue] == COLOR:
            color += chances[clue]
        else:
            number += chances[clue]
    if color <= RISK and number <= RISK:
        return 4
    return 3 if slots > PLANES or color * number <= RISK else 2


@inlined
def _index(book: Ints, slots: int, dead: int, scratch: Ints) -> int:
    """Return the slot of the card with most left to learn, in the hand laid out."""
    most, chosen = -1, 0
    for slot in range(slots):
        mask = scratch[memory_layout.HAND + slot]
        score = 0
        if mask & ~dead and not single(mask):
            score = 3
            for clue in range(book[terms_layout.CLUES]):
                score -= mask & ~book[terms_layout.TOUCH + clue] == 0
        if score > most:
            most, chosen = score, slot
        if most == 3:
            break
    return chosen


@inlined
def _awaited(book: Ints, row: Ints, tables: int, seat: int, fits: int) -> int:
    """Return the mask of the card that a seat will publicly play next, the lowest of several, or 0."""
    hand, lowest_rank, chosen = row[state_layout.HANDS + seat], state_layout.MOST_CARDS, 0
    for _ in range(row[state_layout.SIZES + seat]):
        mask = row[tables + (hand & 63)]
        hand >>= 8
        if mask & fits and single(mask):
            rank = popcount(book[terms_layout.OF_SUIT + book[terms_layout.SUIT + lowest(mask)]] & mask - 1)
            if rank < lowest_rank:
                lowest_rank, chosen = rank, mask
    return chosen


@inlined
def face(book: Ints, row: Ints, tables: int, speaker: int, fits: int, dead: int, scratch: Ints) -> None:
    """Lay out what board each hand will face, after the plays that are known to come first."""
    for away in range(1, book[terms_layout.PLAYERS]):
        seat = natural(after(book, speaker, away))
        scratch[memory_layout.FACED + away] = fits
        scratch[memory_layout.TRASH + away] = dead
        play = _awaited(book, row, tables, seat, fits)
        if play:
            fits = (
                fits & ~play | book[terms_layout.OF_SUIT + book[terms_layout.SUIT + lowest(play)]] & play << 1
            )
            dead |= play


@inlined
def offer(book: Ints, row: Ints, tables: int, speaker: int, scratch: Ints) -> int:
    """Note what each hand offers the speaker, by the boards laid out; return how many numbers."""
    size = 0
    for away in range(1, book[terms_layout.PLAYERS]):
        seat = natural(after(book, speaker, away))
        lay_hand(row, tables, seat, scratch)
        row[memory_layout.OFFERED + away] = _offer(book, row, seat, scratch)
        row[memory_layout.INDEX + away] = _index(
            book, row[state_layout.SIZES + seat], scratch[memory_layout.TRASH + away], scratch
        )
        size += row[memory_layout.OFFERED + away]
    return size


@inlined
def _class_of(book: Ints, clue: int, touches: bool, offered: int) -> int:  # noqa: FBT001  # a kernel
    """Return the class of a clue that touches the index card, or does not."""
    color = book[terms_layout.SORT + clue] == COLOR
    if touches:
        return 1 if color else 0
    return 3 if color and offered == 4 else 2


@inlined
def shown(book: Ints, row: Ints) -> int:
    """Return the number that the last clue shows, or NONE."""
    away = (row[state_layout.TARGET] - row[state_layout.ACTOR]) % book[terms_layout.PLAYERS]
    number = 0
    for before in range(1, away):
        number += row[memory_layout.OFFERED + before]
    offered = row[memory_layout.OFFERED + away]
    order = state_layout.order_at(row, row[state_layout.TARGET], row[memory_layout.INDEX + away])
    place = _class_of(book, row[state_layout.CLUE], row[state_layout.HIT] >> order & 1 != 0, offered)
    return number + place if place < offered else NONE


@inlined
def target_of(row: Ints, number: int) -> int:
    """Return how many places away the hand is that offers a number."""
    away = 1
    while number >= row[memory_layout.OFFERED + away]:
        number -= row[memory_layout.OFFERED + away]
        away += 1
    return away


@inlined
def showing(book: Ints, row: Ints, number: int) -> int:
    """Return the set of legal clues that show a number; all are for the seat that `target_of` tells."""
    away = target_of(row, number)
    for before in range(1, away):
        number -= row[memory_layout.OFFERED + before]
    target = after(book, row[state_layout.SEAT], away)
    face = state_layout.face_at(row, target, row[memory_layout.INDEX + away])
    clues, legal = 0, row[state_layout.HEARS + target]
    while legal:
        clue = lowest(legal)
        legal &= legal - 1
        touches = book[terms_layout.TOUCH + clue] >> face & 1 != 0
        if _class_of(book, clue, touches, row[memory_layout.OFFERED + away]) == number:
            clues |= 1 << clue
    return clues
