"""How a clue encodes a number: the clues to each hand fall into classes, and the classes are numbered.

In every hand one *index card* is chosen publicly: the one with the most left to learn. The classes are: a
rank that touches it, a colour that touches it, a rank that does not, a colour that does not. The last two are
one class, or none, where the hand may not allow such a clue.
"""

import numpy as np
from numpy.typing import NDArray

from handsight.bots.hanabi.hat.compiled import memory_layout as mem
from handsight.bots.hanabi.hat.compiled.public_knowledge import count_open, is_single, load_hand
from handsight.bots.hanabi.hat.compiled.settings import MISSING_CLASS_RISK
from handsight.compiled.jit import Ints, inlined, lowest_bit, non_negative, popcount
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.rules import seat_after
from handsight.hanabi.compiled.state_layout import COPY_PLANES, EVENT_COLOR_CLUE
from handsight.hanabi.compiled.terms_layout import MAX_CLUES

Floats = NDArray[np.float64]

NO_NUMBER = -1


@inlined
def _fill_clue_chances(terms: Ints, slots: int, chances: Floats, workspace: Ints) -> None:
    """Estimate for each clue the chance that it touches every card of the loaded hand."""
    one, two, three = st.load_planes(workspace, mem.OPEN_COPIES)
    for clue in range(MAX_CLUES):
        chances[clue] = 1.0
    for slot in range(slots):
        mask = workspace[mem.HAND_MASKS + slot]
        share = 1.0 / max(1, count_open(mask, workspace))
        for clue in range(MAX_CLUES):  # a fixed length, so that LLVM vectorises the loop
            hit = mask & terms[tm.CLUE_TOUCH + clue]
            copies = popcount(hit & one) + popcount(hit & two) + popcount(hit & three)
            chances[clue] *= 1.0 if hit == mask else copies * share


@inlined
def _class_count(terms: Ints, state: Ints, seat: int, workspace: Ints) -> int:
    """Return how many classes of clues the loaded hand has."""
    slots = state[st.HAND_SIZES + seat]
    if slots < 2:
        return 2 * slots
    chances = workspace[mem.CLUE_CHANCE : mem.CLUE_CHANCE + MAX_CLUES].view(np.float64)
    _fill_clue_chances(terms, slots, chances, workspace)
    color, number = 0.0, 0.0
    for clue in range(terms[tm.CLUES]):
        if terms[tm.CLUE_EVENT + clue] == EVENT_COLOR_CLUE:
            color += chances[clue]
        else:
            number += chances[clue]
    if color <= MISSING_CLASS_RISK and number <= MISSING_CLASS_RISK:
        return 4
    return 3 if slots > COPY_PLANES or color * number <= MISSING_CLASS_RISK else 2


@inlined
def _index_slot(terms: Ints, slots: int, trash: int, workspace: Ints) -> int:
    """Return the slot of the index card of the loaded hand."""
    most, chosen = -1, 0
    for slot in range(slots):
        mask = workspace[mem.HAND_MASKS + slot]
        score = 0
        if mask & ~trash and not is_single(mask):
            score = 3
            for clue in range(terms[tm.CLUES]):
                score -= mask & ~terms[tm.CLUE_TOUCH + clue] == 0
        if score > most:
            most, chosen = score, slot
        if most == 3:
            break
    return chosen


@inlined
def _next_public_play(terms: Ints, state: Ints, public: int, seat: int, playable: int) -> int:
    """Return the mask of the card that a seat will publicly play next, the lowest of several, or 0."""
    hand, lowest_rank, chosen = state[st.HANDS + seat], st.MAX_CARDS, 0
    for _ in range(state[st.HAND_SIZES + seat]):
        mask = state[public + (hand & 63)]
        hand >>= 8
        if mask & playable and is_single(mask):
            rank = popcount(terms[tm.SUIT_MASK + terms[tm.SUIT_OF + lowest_bit(mask)]] & mask - 1)
            if rank < lowest_rank:
                lowest_rank, chosen = rank, mask
    return chosen


@inlined
def predict_boards(
    terms: Ints, state: Ints, public: int, speaker: int, playable: int, trash: int, workspace: Ints
) -> None:
    """Predict what will be playable and trash at each seat's turn, after the publicly known plays."""
    for away in range(1, terms[tm.PLAYERS]):
        seat = non_negative(seat_after(terms, speaker, away))
        workspace[mem.PLAYABLE_THEN + away] = playable
        workspace[mem.TRASH_THEN + away] = trash
        play = _next_public_play(terms, state, public, seat, playable)
        if play:
            playable = (
                playable & ~play | terms[tm.SUIT_MASK + terms[tm.SUIT_OF + lowest_bit(play)]] & play << 1
            )
            trash |= play


@inlined
def assign_classes(terms: Ints, state: Ints, public: int, speaker: int, workspace: Ints) -> int:
    """Write the clue classes and the index slot of each hand; return how many numbers a clue can show."""
    size = 0
    for away in range(1, terms[tm.PLAYERS]):
        seat = non_negative(seat_after(terms, speaker, away))
        load_hand(state, public, seat, workspace)
        state[mem.CLUE_CLASSES + away] = _class_count(terms, state, seat, workspace)
        state[mem.INDEX_SLOT + away] = _index_slot(
            terms, state[st.HAND_SIZES + seat], workspace[mem.TRASH_THEN + away], workspace
        )
        size += state[mem.CLUE_CLASSES + away]
    return size


@inlined
def _class_of(terms: Ints, clue: int, touches: bool, offered: int) -> int:
    """Return the class of a clue to a hand with so many classes."""
    color = terms[tm.CLUE_EVENT + clue] == EVENT_COLOR_CLUE
    if touches:
        return 1 if color else 0
    return 3 if color and offered == 4 else 2


@inlined
def number_shown(terms: Ints, state: Ints) -> int:
    """Return the number that the last clue shows, or NO_NUMBER."""
    away = (state[st.TARGET] - state[st.ACTOR]) % terms[tm.PLAYERS]
    number = 0
    for before in range(1, away):
        number += state[mem.CLUE_CLASSES + before]
    offered = state[mem.CLUE_CLASSES + away]
    order = st.order_at(state, state[st.TARGET], state[mem.INDEX_SLOT + away])
    place = _class_of(terms, state[st.CLUE], state[st.CLUE_TOUCHED] >> order & 1 != 0, offered)
    return number + place if place < offered else NO_NUMBER


@inlined
def target_distance(state: Ints, number: int) -> int:
    """Return how many seats away the hand is whose clues show a number."""
    away = 1
    while number >= state[mem.CLUE_CLASSES + away]:
        number -= state[mem.CLUE_CLASSES + away]
        away += 1
    return away


@inlined
def clues_showing(terms: Ints, state: Ints, number: int) -> int:
    """Return the set of legal clues that show a number; all go to the seat at `target_distance`."""
    away = target_distance(state, number)
    for before in range(1, away):
        number -= state[mem.CLUE_CLASSES + before]
    target = seat_after(terms, state[st.SEAT], away)
    identity = st.identity_at(state, target, state[mem.INDEX_SLOT + away])
    clues, legal = 0, state[st.HAND_CLUES + target]
    while legal:
        clue = lowest_bit(legal)
        legal &= legal - 1
        touches = terms[tm.CLUE_TOUCH + clue] >> identity & 1 != 0
        if _class_of(terms, clue, touches, state[mem.CLUE_CLASSES + away]) == number:
            clues |= 1 << clue
    return clues
