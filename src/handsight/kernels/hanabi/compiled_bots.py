"""What a compiled bot is, and the two that need no convention: random play, and one that sees every card."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from handsight.kernels.dice import below
from handsight.kernels.hanabi import card_value, rules, seat_knowledge, state_layout, terms_layout
from handsight.kernels.hanabi.game_loop import DECIDE, NOTHING, read_nothing
from handsight.kernels.hanabi.state_layout import Ints
from handsight.kernels.jit import compiled, inlined, lowest, popcount


class CompiledBot(NamedTuple):
    """Two kernels as `game_loop` calls them, and how many words of memory and of workspace they need."""

    decide: Callable[[Ints, Ints, Ints], int]
    read: Callable[[Ints, Ints, Ints], None] = read_nothing
    notes: int = 0
    scratch: int = seat_knowledge.WORK


@inlined
def pick(book: Ints, row: Ints) -> int:
    """Pick a legal action, all equally likely: the n-th of `hanabi.legal`, n drawn below their number."""
    actions = rules.legal(book, row)
    if actions == 0:
        return NOTHING
    place = state_layout.DICE + row[state_layout.SEAT]
    for _ in range(below(row[place : place + 1].view(np.uint64), popcount(actions))):
        actions &= actions - 1
    return lowest(actions)


@compiled(DECIDE)
def decide_at_random(book: Ints, row: Ints, _scratch: Ints) -> int:
    """Take any legal action."""
    return pick(book, row)


@inlined
def _copies_in_hands(book: Ints, row: Ints, face: int) -> int:
    """Count the copies of an identity in all hands."""
    copies = 0
    for seat in range(book[terms_layout.PLAYERS]):
        for slot in range(row[state_layout.SIZES + seat]):
            copies += state_layout.face_at(row, seat, slot) == face
    return copies


@inlined
def _play_value(book: Ints, row: Ints, face: int) -> int:
    """How urgent a fitting card is: low stacks first, and first what nobody else can play instead."""
    suit = book[terms_layout.SUIT + face]
    height = book[terms_layout.HEIGHT + suit * terms_layout.MOST_STATES + row[state_layout.STACKS + suit]]
    return 100 - 10 * height - _copies_in_hands(book, row, face)


@inlined
def _drop_value(book: Ints, row: Ints, face: int) -> int:
    """How little a card is missed: trash, then what another copy in a hand replaces, then what comes late."""
    if not card_value.needed(book, row) >> face & 1:
        return 200
    if _copies_in_hands(book, row, face) > 1:
        return 150
    suit = book[terms_layout.SUIT + face]
    ahead = (
        book[terms_layout.FITTING + suit * terms_layout.MOST_STATES + row[state_layout.STACKS + suit]] >> face
        & 1
    )
    return 10 * (1 - (card_value.critical(book, row) >> face & 1)) + 1 - ahead


@compiled(DECIDE)
def decide_seeing_all(book: Ints, row: Ints, _scratch: Ints) -> int:
    """Look at every card, the own ones too: play what fits, else drop trash, else pass time with a clue."""
    actions, slots = rules.legal(book, row), book[terms_layout.SLOTS]
    seat = row[state_layout.SEAT]
    play, drop, play_value, drop_value = NOTHING, NOTHING, 0, -1
    for slot in range(row[state_layout.SIZES + seat]):
        face = state_layout.face_at(row, seat, slot)
        if row[state_layout.FITS] >> face & 1 and _play_value(book, row, face) > play_value:
            play, play_value = slot, _play_value(book, row, face)
        if actions >> slots + slot & 1 and _drop_value(book, row, face) > drop_value:
            drop, drop_value = slots + slot, _drop_value(book, row, face)
    if play >= 0:
        return play
    clues = actions >> 2 * slots << 2 * slots
    spare_draws = (
        row[state_layout.POINTS]
        + book[terms_layout.CARDS]
        - row[state_layout.DRAWN]
        + book[terms_layout.PLAYERS]
    )
    hurried = spare_draws <= card_value.best(book, row)  # every draw is needed for a play
    if clues and (hurried or drop_value < 150 or row[state_layout.COINS] > book[terms_layout.CAP] // 2):
        return lowest(clues)
    if drop >= 0:
        return drop
    return lowest(actions) if actions else NOTHING


RANDOM = CompiledBot(decide_at_random)
CHEAT = CompiledBot(decide_seeing_all)
