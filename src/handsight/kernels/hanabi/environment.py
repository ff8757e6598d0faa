"""Many games stepped by HLE's numbers of actions, with observations: one call for a whole range of games.

Every function works on rows of the caller's arrays, releases the GIL and keeps nothing, so threads may share
the games out among them. Game *i* of *n* is dealt as (seed, first + i), then (seed, first + i + n), ….
"""

import numpy as np
from numpy.typing import NDArray

from handsight.kernels import hand_count
from handsight.kernels.dice import start_stream
from handsight.kernels.hanabi import deal, rules, seat_knowledge
from handsight.kernels.hanabi import hle_observation as hle
from handsight.kernels.hanabi import state_layout as st
from handsight.kernels.hanabi import terms_layout as tm
from handsight.kernels.jit import Ints, compiled, inlined

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Observations = NDArray[np.uint8]

SAME_STEP, NEXT_STEP, DISABLED = range(3)
"""What follows a game that ended: a new one at once, a new one at the next call, or nothing."""
ALL_LEGAL = -1
ILLEGAL_STOP = 4
"""The stop code of a game that an illegal action ended: hanab.live's for a terminated game."""
STATE_WORDS = st.MEMORY + hle.NOTES


@inlined
def _pack(bits: Bytes, out: Bytes) -> None:
    """Pack a vector: place p is bit p % 8 of byte p // 8."""
    for byte in range(out.size):
        word = 0
        for bit in range(min(8, bits.size - 8 * byte)):
            word |= bits[8 * byte + bit] << bit
        out[byte] = word


@inlined
def _show(terms: Ints, state: Ints, packed: bool, scratch: Bytes, obs: Observations, mask: Bytes) -> None:
    """Write observations of the seat to move, or of every seat, and the legal actions."""
    for at in range(obs.shape[0]):
        seat = state[st.SEAT] if obs.shape[0] == 1 else at
        if packed:
            hle.observe(terms, state, seat, scratch)
            _pack(scratch, obs[at])
        else:
            hle.observe(terms, state, seat, obs[at])
    legal = hle.legal_in_hle(terms, state)
    for number in range(mask.size):
        mask[number] = legal >> number & 1


@compiled("void(int64[::1], int64[:, ::1], boolean, uint8[::1], uint8[:, :, ::1], uint8[:, ::1], int64[::1])")
def show_games(
    terms: Ints, states: Ints, packed: bool, scratch: Bytes, obs: Observations, masks: Bytes, seats: Ints
) -> None:
    """Write what is seen and what is legal in every game."""
    for at in range(states.shape[0]):
        _show(terms, states[at], packed, scratch, obs[at], masks[at])
        seats[at] = states[at, st.SEAT]


@inlined
def _start(terms: Ints, state: Ints) -> None:
    deal.start_game(terms, state)
    hle.note(state)


@inlined
def _deal(terms: Ints, state: Ints, seed: np.uint64, game: int) -> None:
    """Deal a game as `simulate` does; no bot sits at the table, so nobody needs dice."""
    die = state[st.DICE : st.DICE + 1].view(np.uint64)
    start_stream(die, seed, np.uint64(game), np.uint64(0))
    start = die[0]
    st.copy_words(terms, tm.SORTED_DECK, state, st.DECK, st.MAX_CARDS)
    deal.shuffle(state, 0, terms[tm.DECK_SIZE], start)
    _start(terms, state)


@compiled("void(int64[::1], int64[:, ::1], int64[::1], uint64, int64[::1])")
def deal_games(terms: Ints, states: Ints, which: Ints, seed: np.uint64, games: Ints) -> None:
    """Deal the games of these numbers in some of the states."""
    for at in range(which.size):
        _deal(terms, states[which[at]], seed, games[which[at]])


@compiled("void(int64[::1], int64[:, ::1], int64[::1], int64[:, ::1])")
def start_games(terms: Ints, states: Ints, which: Ints, decks: Ints) -> None:
    """Start games with decks of the caller's: identities in the order of dealing."""
    for at in range(which.size):
        state = states[which[at]]
        for order in range(terms[tm.DECK_SIZE]):
            state[st.DECK + order] = decks[at, order]
        _start(terms, state)


@inlined
def _ended(terms: Ints, state: Ints) -> bool:
    if state[st.END] != st.IN_PROGRESS:
        return True
    return state[st.HAND_SIZES + state[st.SEAT]] == 0 and rules.legal(terms, state) == 0


@compiled("int64(int64[::1], int64[:, ::1], int64[::1])")
def first_illegal(terms: Ints, states: Ints, actions: Ints) -> int:
    """Return the first game that is not over and whose action is not legal, or ALL_LEGAL."""
    for at in range(states.shape[0]):
        if not _ended(terms, states[at]):
            action = hle.from_hle(terms, states[at], actions[at])
            if action < 0 or not rules.is_legal(terms, states[at], action):
                return at
    return ALL_LEGAL


@compiled(
    "void(int64[::1], int64[:, ::1], int64[::1], uint64, int64, int64, boolean, uint8[::1],"
    " uint8[:, :, ::1], uint8[:, ::1], int64[::1], int64[::1], float32[::1], boolean[::1], boolean[::1],"
    " int64[::1], int64[::1], int64[::1])"
)
def step_games(
    terms: Ints,
    states: Ints,
    actions: Ints,
    seed: np.uint64,
    stride: int,
    mode: int,
    packed: bool,
    scratch: Bytes,
    obs: Observations,
    masks: Bytes,
    seats: Ints,
    games: Ints,
    rewards: Floats,
    dones: Flags,
    stucks: Flags,
    scores: Ints,
    points: Ints,
    strikes: Ints,
) -> None:
    """Take an action in each game, follow up games that ended, and write what is seen next.

    An illegal action ends its game with a reward of -1. The next game has the number of this one plus
    *stride*.
    """
    for at in range(states.shape[0]):
        state = states[at]
        over = _ended(terms, state)
        rewards[at] = 0.0
        if over and mode == NEXT_STEP:
            games[at] += stride
            _deal(terms, state, seed, games[at])
            over = False
        elif not over:
            before = rules.score(terms, state)
            action = hle.from_hle(terms, state, actions[at])
            if action >= 0 and rules.is_legal(terms, state, action):
                rules.step(terms, state, action)
                hle.note(state)
                rewards[at] = rules.score(terms, state) - before
            else:
                state[st.END] = st.TERMINATED
                state[st.STOP_CODE] = ILLEGAL_STOP
                rewards[at] = -1.0
            over = _ended(terms, state)
        dones[at] = over
        stucks[at] = over and state[st.END] == st.IN_PROGRESS
        scores[at] = rules.score(terms, state)
        points[at] = state[st.POINTS]
        strikes[at] = state[st.STRIKES]
        if over and mode == SAME_STEP:
            games[at] += stride
            _deal(terms, state, seed, games[at])
        seats[at] = state[st.SEAT]
        _show(terms, state, packed, scratch, obs[at], masks[at])


@compiled("int64(int64[::1], int64[:, ::1], int64[::1], int64[::1], uint64, int64[:, ::1], int64[::1])")
def resample_games(
    terms: Ints, states: Ints, which: Ints, seats: Ints, seed: np.uint64, counts: Ints, workspace: Ints
) -> int:
    """Deal anew what a seat does not see, its hand and the deck, every deal equally likely.

    Everything that the seat sees stays. Returns the first game for which no hand fits, or ALL_LEGAL.
    """
    hand = seat_knowledge.POSSIBLE
    for at in range(which.size):
        state, seat = states[which[at]], seats[at]
        size = state[st.HAND_SIZES + seat]
        die = workspace[seat_knowledge.OWN_WORKSPACE : seat_knowledge.OWN_WORKSPACE + 1].view(np.uint64)
        start_stream(die, seed, np.uint64(which[at]), np.uint64(1))
        seat_knowledge.fill_hidden_copies(terms, state, ~(1 << seat), workspace)
        seat_knowledge.fill_slot_masks(state, seat, workspace)
        fits = hand_count.sample(
            workspace[seat_knowledge.SLOT_MASKS : seat_knowledge.SLOT_MASKS + size],
            workspace[seat_knowledge.HIDDEN_COPIES : seat_knowledge.HIDDEN_COPIES + st.COPY_PLANES],
            die,
            workspace[hand : hand + size],
            counts,
            workspace[seat_knowledge.COUNT_WORKSPACE : seat_knowledge.OWN_WORKSPACE].reshape(
                hand_count.WORKSPACE_SHAPE
            ),
        )
        if not fits:
            return which[at]
        deal.replace_hand(terms, state, seat, workspace[hand : hand + size])
        deal.reshuffle_deck(terms, state, die, workspace)
    return ALL_LEGAL


WORKSPACE_WORDS = seat_knowledge.OWN_WORKSPACE + 1
