"""A compiled bot that sees every card, its own hand too; it reaches states that others seldom reach."""

from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit
from handsight.hanabi.compiled import card_value, rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.game_loop import DECIDE_SIGNATURE, NO_ACTION, CompiledBot


@inlined
def _copies_in_hands(terms: Ints, state: Ints, identity: int) -> int:
    """Count the copies of an identity in all hands."""
    copies = 0
    for seat in range(terms[tm.PLAYERS]):
        for slot in range(state[st.HAND_SIZES + seat]):
            copies += st.identity_at(state, seat, slot) == identity
    return copies


@inlined
def _play_value(terms: Ints, state: Ints, identity: int) -> int:
    """Return how urgent a playable card is: low stacks first, and cards of which no other hand has a copy."""
    suit = terms[tm.SUIT_OF + identity]
    height = terms[tm.STACK_HEIGHT + suit * tm.MAX_STACK_STATES + state[st.STACKS + suit]]
    return 100 - 10 * height - _copies_in_hands(terms, state, identity)


@inlined
def _discard_value(terms: Ints, state: Ints, identity: int) -> int:
    """Return how cheap a discard is: trash, then cards with a copy in a hand, then cards needed late."""
    if not card_value.needed(terms, state) >> identity & 1:
        return 200
    if _copies_in_hands(terms, state, identity) > 1:
        return 150
    suit = terms[tm.SUIT_OF + identity]
    ahead = terms[tm.STACK_PLAYABLE + suit * tm.MAX_STACK_STATES + state[st.STACKS + suit]] >> identity & 1
    return 10 * (1 - (card_value.critical(terms, state) >> identity & 1)) + 1 - ahead


@compiled(DECIDE_SIGNATURE)
def decide_with_open_hands(terms: Ints, state: Ints, _workspace: Ints) -> int:
    """Look at every card, the own ones too: play what is playable, else discard trash, else give a clue."""
    actions, slots = rules.legal(terms, state), terms[tm.SLOTS]
    seat = state[st.SEAT]
    play, discard, play_value, discard_value = NO_ACTION, NO_ACTION, 0, -1
    for slot in range(state[st.HAND_SIZES + seat]):
        identity = st.identity_at(state, seat, slot)
        if state[st.PLAYABLE] >> identity & 1 and _play_value(terms, state, identity) > play_value:
            play, play_value = slot, _play_value(terms, state, identity)
        if actions >> slots + slot & 1 and _discard_value(terms, state, identity) > discard_value:
            discard, discard_value = slots + slot, _discard_value(terms, state, identity)
    if play >= 0:
        return play
    clues = actions >> 2 * slots << 2 * slots
    spare_draws = state[st.POINTS] + terms[tm.DECK_SIZE] - state[st.DRAWN] + terms[tm.PLAYERS]
    hurried = spare_draws <= card_value.max_score(terms, state)  # every draw is needed for a play
    if clues and (hurried or discard_value < 150 or state[st.CLUE_UNITS] > terms[tm.MAX_CLUE_UNITS] // 2):
        return lowest_bit(clues)
    if discard >= 0:
        return discard
    return lowest_bit(actions) if actions else NO_ACTION


CHEAT = CompiledBot(decide_with_open_hands)
