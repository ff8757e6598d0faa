"""Deal a game into a state, with the same deck as the plain shuffle; or change hidden cards in a state."""

import numpy as np

from handsight.kernels.dice import HALF_WORD, Die, start_stream, xorshift
from handsight.kernels.hanabi import seat_knowledge
from handsight.kernels.hanabi import state_layout as st
from handsight.kernels.hanabi import terms_layout as tm
from handsight.kernels.hanabi.state_layout import COPY_PLANES
from handsight.kernels.jit import Ints, compiled, inlined


@inlined
def update_hand_clues(terms: Ints, state: Ints, seat: int) -> None:
    """Update the set of clues that touch a hand."""
    clues = 0
    hand = state[st.HANDS + seat]
    for _ in range(state[st.HAND_SIZES + seat]):
        clues |= terms[tm.TOUCHING_CLUES + state[st.DECK + (hand & 63)]]
        hand >>= 8
    state[st.HAND_CLUES + seat] = clues


@inlined
def shuffle(state: Ints, first: int, cards: int, die_state: np.uint64) -> np.uint64:
    """Shuffle the deck from *first* on (Fisher-Yates from the end); return the new state of the dice."""
    deck = state[st.DECK + first : st.DECK + cards]
    for order in range(cards - first - 1, 0, -1):
        die_state = xorshift(die_state)
        other = np.int64(((die_state >> HALF_WORD) * np.uint64(order + 1)) >> HALF_WORD)
        identity = deck[order]
        deck[order] = deck[other]
        deck[other] = identity
    return die_state


@compiled("void(int64[::1], int64[::1])")
def start_game(terms: Ints, state: Ints) -> None:
    """Start a game with the deck that is in the state; clear everything else."""
    st.copy_words(terms, tm.DEALT_STATE, state, 0, st.DECK)
    state[st.MEMORY :] = 0
    for seat in range(terms[tm.PLAYERS]):
        update_hand_clues(terms, state, seat)


@compiled("void(int64[::1], int64[::1], uint64, uint64)")
def deal(terms: Ints, state: Ints, seed: np.uint64, game: np.uint64) -> None:
    """Shuffle as `table.shuffled` does, start the game, and seed the dice of each seat."""
    dice = state[st.DICE : st.DICE + st.MAX_SEATS].view(np.uint64)
    st.copy_words(terms, tm.SORTED_DECK, state, st.DECK, st.MAX_CARDS)
    start_stream(dice, seed, game, np.uint64(0))
    shuffle(state, 0, terms[tm.DECK_SIZE], dice[0])
    start_game(terms, state)
    for seat in range(terms[tm.PLAYERS]):
        start_stream(dice[seat:], seed, game, np.uint64(seat + 1))


@compiled("void(int64[::1], int64[::1], int64, int64[::1])")
def replace_hand(terms: Ints, state: Ints, seat: int, identities: Ints) -> None:
    """Replace the cards of a hand, by slot; nothing else changes, so the deck may hold one copy too many."""
    for slot in range(state[st.HAND_SIZES + seat]):
        state[st.DECK + st.order_at(state, seat, slot)] = identities[slot]
    update_hand_clues(terms, state, seat)


@compiled("void(int64[::1], int64[::1], uint64[::1], int64[::1])")
def reshuffle_deck(terms: Ints, state: Ints, die: Die, workspace: Ints) -> None:
    """Refill the rest of the deck with all copies that were never drawn, in random order."""
    st.copy_words(terms, tm.DEALT_STATE + st.UNSEEN, workspace, seat_knowledge.HIDDEN_COPIES, COPY_PLANES)
    for order in range(state[st.DRAWN]):
        st.remove_copy(workspace, seat_knowledge.HIDDEN_COPIES, state[st.DECK + order])
    order = state[st.DRAWN]
    for identity in range(terms[tm.IDENTITIES]):
        for plane in range(COPY_PLANES):
            if (
                workspace[seat_knowledge.HIDDEN_COPIES + plane] >> identity & 1
                and order < terms[tm.DECK_SIZE]
            ):
                state[st.DECK + order] = identity
                order += 1
    die[0] = shuffle(state, state[st.DRAWN], terms[tm.DECK_SIZE], die[0])
