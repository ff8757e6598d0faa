"""The signal in a play or a discard: which of several equivalent cards was chosen.

If k cards are publicly trash, it does not matter which of them is discarded, so the choice shows a number
below k: the sum of the answers, as a clue does. Playable cards do the same. A discard while there are clue
tokens says one more thing first: that no other seat has a play that it does not know of.
"""

from handsight.bots.hanabi.hat.compiled.hat_sum import number_to_show
from handsight.bots.hanabi.hat.compiled.public_knowledge import is_single
from handsight.bots.hanabi.hat.compiled.settings import ENDGAME_DECK, SIGNAL_MAX_PLAYERS
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit, popcount
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm


@inlined
def _before_endgame(terms: Ints, state: Ints, head: int) -> bool:
    """Whether the deck is too large for the endgame search."""
    return terms[tm.DECK_SIZE] - state[head + st.DRAWN] > ENDGAME_DECK


@inlined
def trash_slots(terms: Ints, state: Ints, head: int, public: int, seat: int) -> int:
    """Return the set of slots that publicly hold trash, or a second copy in the same hand."""
    slots, hand = 0, state[head + st.HANDS + seat]
    if terms[tm.PLAYERS] > SIGNAL_MAX_PLAYERS:
        return slots
    for slot in range(state[head + st.HAND_SIZES + seat]):
        mask = state[public + (hand >> 8 * slot & 63)]
        if mask & state[head + st.NEEDED] == 0:
            slots |= 1 << slot
        elif is_single(mask):
            for other in range(slot):
                if state[public + (hand >> 8 * other & 63)] == mask:
                    slots |= 1 << slot
    return slots


@inlined
def playable_slots(terms: Ints, state: Ints, head: int, public: int, seat: int) -> int:
    """Return the set of publicly playable slots; none in the endgame, where the order of plays matters."""
    slots, hand = 0, state[head + st.HANDS + seat]
    if terms[tm.PLAYERS] > SIGNAL_MAX_PLAYERS or not _before_endgame(terms, state, head):
        return slots
    for slot in range(state[head + st.HAND_SIZES + seat]):
        if state[public + (hand & 63)] & ~state[head + st.PLAYABLE] == 0:
            slots |= 1 << slot
        hand >>= 8
    return slots


@inlined
def ruled_out_by_discard(terms: Ints, state: Ints, head: int) -> int:
    """Return what a discard rules out in other hands: playable cards, if a clue could have been given."""
    tokens = state[head + st.CLUE_UNITS] >= terms[tm.CLUE_COST]
    return state[head + st.PLAYABLE] if tokens and _before_endgame(terms, state, head) else 0


@inlined
def _nth(slots: int, number: int) -> int:
    """Return the slot with a number among some slots."""
    for _ in range(number):
        slots &= slots - 1
    return lowest_bit(slots)


@compiled("int64(int64[::1], int64[::1], int64, int64, int64, int64[::1])")
def slot_showing_sum(
    terms: Ints, state: Ints, public: int, slots: int, ruled_out: int, workspace: Ints
) -> int:
    """Return the slot, of several equivalent ones, that shows the sum of all answers."""
    return _nth(slots, number_to_show(terms, state, public, popcount(slots), ruled_out, workspace))
