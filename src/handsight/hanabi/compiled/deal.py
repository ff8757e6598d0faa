"""Deal a game into a state, with the same deck as the plain shuffle; or change hidden cards in a state."""

import numpy as np

from handsight.compiled.compiled_dice import HALF_WORD, Die, Streams, deal_streams, seat_streams, xorshift
from handsight.compiled.jit import Ints, compiled, inlined
from handsight.game import Seed
from handsight.hanabi.compiled import seat_knowledge
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.state_layout import COPY_PLANES


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


@inlined
def shuffle_by_words(state: Ints, cards: int, die: Die) -> None:
    """Shuffle the deck by the random words of a deal's die, which are not used up."""
    for order in range(cards - 1, 0, -1):
        other = np.int64((die[cards - order] * np.uint64(order + 1)) >> HALF_WORD)
        identity = state[st.DECK + order]
        state[st.DECK + order] = state[st.DECK + other]
        state[st.DECK + other] = identity


@compiled("void(int64[::1], int64[::1], uint64[::1], uint64[::1])")
def deal(terms: Ints, state: Ints, deck_die: Die, seat_starts: Streams) -> None:
    """Shuffle as `game.shuffled` does, start the game, and start the dice of each seat."""
    st.copy_words(terms, tm.SORTED_DECK, state, st.DECK, st.MAX_CARDS)
    if deck_die.size == 1:
        shuffle(state, 0, terms[tm.DECK_SIZE], deck_die[0])
    else:
        shuffle_by_words(state, terms[tm.DECK_SIZE], deck_die)
    start_game(terms, state)
    dice = state[st.DICE : st.DICE + st.MAX_SEATS].view(np.uint64)
    for seat in range(terms[tm.PLAYERS]):
        dice[seat] = seat_starts[seat]


def streams_of(seed: Seed, first: int, games: int) -> tuple[Streams, Streams]:
    """Return for each game from number *first* on the dice of its deck, and where the seats' dice start."""
    return deal_streams(seed, first, games, st.MAX_CARDS - 1), seat_streams(seed, first, games)


def deal_game(terms: Ints, state: Ints, seed: Seed, game: int) -> None:
    """Deal one game of an experiment."""
    decks, starts = streams_of(seed, game, 1)
    deal(terms, state, decks[0], starts[0])


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
