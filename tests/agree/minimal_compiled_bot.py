"""The Minimal Convention as a compiled bot, written by hand."""

from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.game_loop import DECIDE_SIGNATURE, NO_ACTION, READ_SIGNATURE, CompiledBot
from handsight.hanabi.compiled.terms_layout import TOUCHING_CLUES

IP = st.MEMORY
"""The flag "is playable" as a set of cards."""


@compiled(READ_SIGNATURE)
def read(_terms: Ints, state: Ints, _workspace: Ints) -> None:
    """After a clue, the front-most touched card without IP gains IP."""
    if state[st.CLUE_TOUCHED] == 0:
        return
    target = state[st.TARGET]
    for slot in range(state[st.HAND_SIZES + target]):
        card = 1 << st.order_at(state, target, slot)
        if state[st.CLUE_TOUCHED] & card and not state[IP] & card:
            state[IP] |= card
            return


@inlined
def pointing(terms: Ints, state: Ints, target: int, slot: int) -> int:
    """Return the first clue that touches this card and none in front of it, or NO_ACTION."""
    clues = terms[TOUCHING_CLUES + st.identity_at(state, target, slot)]
    for front in range(slot):
        clues &= ~terms[TOUCHING_CLUES + st.identity_at(state, target, front)]
    return lowest_bit(clues) if clues else NO_ACTION


@inlined
def point(terms: Ints, state: Ints, seat: int) -> int:
    """Find a playable card without IP in another hand, and a clue that points at it."""
    players = terms[tm.PLAYERS]
    for away in range(1, players):
        target = (seat + away) % players
        for slot in range(state[st.HAND_SIZES + target]):
            waiting = not state[IP] >> st.order_at(state, target, slot) & 1
            if waiting and state[st.PLAYABLE] >> st.identity_at(state, target, slot) & 1:
                clue = pointing(terms, state, target, slot)
                if clue >= 0:
                    return 2 * terms[tm.SLOTS] + (away - 1) * terms[tm.CLUES] + clue
    return NO_ACTION


@compiled(DECIDE_SIGNATURE)
def decide(terms: Ints, state: Ints, _workspace: Ints) -> int:
    """Play the front-most IP card, else point, else discard the back card, else clue the previous player."""
    seat, slots, players = state[st.SEAT], terms[tm.SLOTS], terms[tm.PLAYERS]
    size = state[st.HAND_SIZES + seat]
    for slot in range(size):
        if state[IP] >> st.order_at(state, seat, slot) & 1:
            return slot
    if state[st.CLUE_UNITS] >= terms[tm.CLUE_COST]:
        clue = point(terms, state, seat)
        if clue != NO_ACTION:
            return clue
    actions = rules.legal(terms, state)
    if size and actions >> slots + size - 1 & 1:
        return slots + size - 1
    previous = (seat + players - 1) % players
    if state[st.HAND_SIZES + previous]:
        back = st.identity_at(state, previous, state[st.HAND_SIZES + previous] - 1)
        numbers = terms[TOUCHING_CLUES + back] >> 5 << 5
        return 2 * slots + (players - 2) * terms[tm.CLUES] + lowest_bit(numbers)
    return NO_ACTION


MINIMAL = CompiledBot(decide, read, memory=1)
