"""How an action shows a number: the sum of what all listeners should learn about their hands.

The *hat sum* is the sum of the answers of all listeners' hands, modulo how many numbers an action can show.
The speaker computes it to choose its action. Reading the action, everyone who sees all these hands would
compute the same, so the sum is remembered with the hands that answered, and used again.

A clue shows a number by its class. In every hand one *index card* is chosen publicly: the one with the most
left to learn. The classes are: a rank that touches it, a colour that touches it, a rank that does not, a
colour that does not. The last two are one class, or none, where the hand may not allow such a clue. The
classes of all hands are numbered.

A play or a discard shows a number, too. If k cards are publicly trash, it does not matter which of them is
discarded, so the choice shows a number below k; playable cards do the same. A discard while there are clue
tokens says one more thing first: that no other seat has a play that it does not know of.
"""

import numpy as np
from numpy.typing import NDArray

from handsight.bots.hanabi.hat.compiled import memory_layout as mem
from handsight.bots.hanabi.hat.compiled.public_knowledge import (
    FROM_HAND,
    answer_questions,
    count_open,
    fill_open_copies,
    is_single,
    load_hand,
    load_listener,
    mask_at,
)
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit, non_negative, popcount
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.rules import seat_after
from handsight.hanabi.compiled.state_layout import COPY_PLANES, EVENT_COLOR_CLUE
from handsight.hanabi.compiled.terms_layout import MAX_CLUES

# The number that a clue shows.


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
    """Return how many classes of clues are used for the loaded hand."""
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
    if color <= mem.MISSING_CLASS_RISK and number <= mem.MISSING_CLASS_RISK:
        return 4
    return 3 if slots > COPY_PLANES or color * number <= mem.MISSING_CLASS_RISK else 2


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
    """Return the mask of the lowest-ranked playable card that a seat publicly knows it holds, or 0."""
    lowest_rank, chosen = st.MAX_CARDS, 0
    for slot in range(state[st.HAND_SIZES + seat]):
        mask = mask_at(state, mem.NOW, public, seat, slot)
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
    """Return the class of a clue to a hand that has *offered* classes."""
    color = terms[tm.CLUE_EVENT + clue] == EVENT_COLOR_CLUE
    if touches:
        return 1 if color else 0
    return 3 if color and offered == 4 else 2


@inlined
def number_shown(terms: Ints, state: Ints) -> int:
    """Return the number that the last clue shows, or NO_NUMBER if its class is not used for that hand."""
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
    """Return how many seats after the speaker the hand is whose clues show this number."""
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


# The hat sum.


SEES_ALL = -1
"""Passed as *viewer* for one who sees the hands of all listeners."""
BY_CLUE, BY_NO_CLUE = 0, 1
"""Passed as *choices*, usually the number of equivalent cards: a clue shows the sum; nothing shows it."""


@inlined
def _packed_identities(state: Ints, seat: int) -> int:
    """Return the identities of a hand, eight bits a slot."""
    identities = 0
    for slot in range(state[st.HAND_SIZES + seat]):
        identities |= st.identity_at(state, seat, slot) << 8 * slot
    return identities


@inlined
def _sum_answers(
    terms: Ints,
    state: Ints,
    public: int,
    speaker: int,
    viewer: int,
    size: int,
    ruled_out: int,
    workspace: Ints,
) -> int:
    """Encode the answers of all listeners except the viewer, store the narrowed masks; return the sum."""
    total = 0
    for away in range(1, terms[tm.PLAYERS]):
        seat = non_negative(seat_after(terms, speaker, away))
        if seat == viewer:
            continue
        load_listener(state, public, seat, ruled_out, workspace)
        total += answer_questions(state, seat, away, size, FROM_HAND, workspace)
        st.copy_words(
            workspace,
            mem.HAND_MASKS,
            state,
            mem.ANSWERED_MASKS + mem.SLOTS * seat,
            state[st.HAND_SIZES + seat],
        )
        state[mem.ANSWERED_HANDS + seat] = _packed_identities(state, seat)
    return total


@compiled("int64(int64[::1], int64[::1], int64, int64, int64, int64, int64, int64, int64[::1])")
def compute_sum(
    terms: Ints,
    state: Ints,
    head: int,
    public: int,
    speaker: int,
    viewer: int,
    choices: int,
    ruled_out: int,
    workspace: Ints,
) -> int:
    """Compute SUM and the answered masks; return how many numbers can be shown.

    The sum is shown by a clue (*choices* is BY_CLUE) or by the choice of one of *choices* cards, and
    *ruled_out* is removed from the masks first. *head* says which state counts: NOW, or STATE_BEFORE the last
    action.
    """
    size, head, public, speaker = choices, non_negative(head), non_negative(public), non_negative(speaker)
    if choices != BY_NO_CLUE:
        fill_open_copies(terms, state, head, public, workspace)
        playable, trash = state[head + st.PLAYABLE], ~state[head + st.NEEDED]
        predict_boards(terms, state, public, speaker, playable, trash, workspace)
    if choices == BY_CLUE:
        size = assign_classes(terms, state, public, speaker, workspace)
    state[mem.SUM] = _sum_answers(terms, state, public, speaker, viewer, size, ruled_out, workspace)
    state[mem.SUM_TURN] = 0
    return size


@inlined
def number_to_show(
    terms: Ints, state: Ints, public: int, choices: int, ruled_out: int, workspace: Ints
) -> int:
    """Compute and remember the sum for the seat to move; return the number to show, or NO_NUMBER."""
    size = compute_sum(terms, state, mem.NOW, public, state[st.SEAT], SEES_ALL, choices, ruled_out, workspace)
    state[mem.SUM_TURN] = state[st.TURN] + 1
    state[mem.SUM_CHOICES] = choices
    state[mem.SUM_RULED_OUT] = ruled_out
    state[mem.SUM_SIZE] = size
    return state[mem.SUM] % size if size else NO_NUMBER


@inlined
def is_remembered(terms: Ints, state: Ints, choices: int, ruled_out: int) -> bool:
    """Whether the sum in memory was computed for the last action and for the hands as they are."""
    same = (
        state[mem.SUM_TURN] == state[st.TURN]
        and state[mem.SUM_CHOICES] == choices
        and state[mem.SUM_RULED_OUT] == ruled_out
    )
    if same:
        for seat in range(terms[tm.PLAYERS]):
            if seat != state[st.ACTOR] and state[mem.ANSWERED_HANDS + seat] != _packed_identities(
                state, seat
            ):
                return False
    return same


# The number that a play or a discard shows.


@inlined
def _before_endgame(terms: Ints, state: Ints, head: int) -> bool:
    """Whether the deck is too large for the endgame search."""
    return terms[tm.DECK_SIZE] - state[head + st.DRAWN] > mem.ENDGAME_DECK


@inlined
def trash_slots(terms: Ints, state: Ints, head: int, public: int, seat: int) -> int:
    """Return the set of slots that publicly hold trash or a second copy; none with too many players."""
    slots = 0
    if terms[tm.PLAYERS] > mem.SIGNAL_MAX_PLAYERS:
        return slots
    for slot in range(state[head + st.HAND_SIZES + seat]):
        mask = mask_at(state, head, public, seat, slot)
        if mask & state[head + st.NEEDED] == 0:
            slots |= 1 << slot
        elif is_single(mask):
            for other in range(slot):
                if mask_at(state, head, public, seat, other) == mask:
                    slots |= 1 << slot
    return slots


@inlined
def playable_slots(terms: Ints, state: Ints, head: int, public: int, seat: int) -> int:
    """Return the set of publicly playable slots; none with too many players, or in the endgame."""
    slots = 0
    if terms[tm.PLAYERS] > mem.SIGNAL_MAX_PLAYERS or not _before_endgame(terms, state, head):
        return slots
    for slot in range(state[head + st.HAND_SIZES + seat]):
        if mask_at(state, head, public, seat, slot) & ~state[head + st.PLAYABLE] == 0:
            slots |= 1 << slot
    return slots


@inlined
def ruled_out_by_discard(terms: Ints, state: Ints, head: int) -> int:
    """Return what a discard rules out in other hands: playable cards, if there was a token for a clue."""
    tokens = state[head + st.CLUE_UNITS] >= terms[tm.CLUE_COST]
    return state[head + st.PLAYABLE] if tokens and _before_endgame(terms, state, head) else 0


@inlined
def _nth(slots: int, number: int) -> int:
    """Return the slot at index *number* in the mask of slots, newest first."""
    for _ in range(number):
        slots &= slots - 1
    return lowest_bit(slots)


@compiled("int64(int64[::1], int64[::1], int64, int64, int64, int64[::1])")
def slot_showing_sum(
    terms: Ints, state: Ints, public: int, slots: int, ruled_out: int, workspace: Ints
) -> int:
    """Return the slot, of several equivalent ones, that shows the sum of all answers."""
    return _nth(slots, number_to_show(terms, state, public, popcount(slots), ruled_out, workspace))
