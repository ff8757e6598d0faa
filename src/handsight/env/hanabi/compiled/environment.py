"""Many games stepped by HLE's numbers of actions, with observations: one call for a whole range of games.

Every function works on rows of the caller's arrays, releases the GIL and keeps nothing, so threads may share
the games out among them. Game *i* of *n* is dealt as (seed, first + i), then (seed, first + i + n), ….
Observations are bytes (`HLE`, or bits eight to a byte, `PACKED`) or floats (`V0`, `EXACT`); of the two arrays
only one has places.
"""

import numpy as np
from numpy.typing import NDArray

from handsight.compiled.bit_vectors import BYTES_OF, Bytes, Floats32, pack_to_bytes
from handsight.compiled.compiled_dice import start_stream
from handsight.compiled.jit import Ints, compiled, inlined
from handsight.deals.compiled import hand_count
from handsight.env.hanabi.compiled import exact_observation as exact
from handsight.env.vec_games import ALL_LEGAL, NEXT_STEP, SAME_STEP
from handsight.hanabi.compiled import deal, rules, seat_knowledge
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.notation.hanabi.compiled import hle_observation as hle

Flags = NDArray[np.bool_]

HLE, PACKED, V0, EXACT = range(4)
"""The kinds of observations."""
ILLEGAL_STOP = 4
"""The stop code of a game that an illegal action ended: hanab.live's for a terminated game."""
STATE_WORDS = st.MEMORY + exact.NOTES


@inlined
def note(terms: Ints, state: Ints) -> None:
    """Take note of the last event, for all observations."""
    hle.note(state)
    exact.note(terms, state)


@inlined
def _show(
    terms: Ints,
    state: Ints,
    kind: int,
    hides: int,
    workspace: Ints,
    obs: NDArray[np.uint8],
    obs_floats: Floats32,
    mask: Bytes,
) -> int:
    """Write observations of the seat to move, or of every seat, and legal actions; return these as bits."""
    words = workspace[exact.WORDS :]
    for at in range(obs.shape[0]):
        seat = state[st.SEAT] if obs.shape[0] == 1 else at
        if kind == HLE:
            hle.observe(terms, state, seat, words, obs[at])
        elif kind == PACKED:
            hle.observe_bits(terms, state, seat, words)
            pack_to_bytes(words, obs[at])
        elif kind == V0:
            hle.observe_beliefs(terms, state, seat, words, obs_floats[at])
        else:
            exact.observe(terms, state, seat, hides, workspace, obs_floats[at])
    legal = hle.legal_in_hle(terms, state)
    whole = mask.size >> 3
    for byte in range(whole):
        for bit in range(8):
            mask[8 * byte + bit] = BYTES_OF[legal >> 8 * byte & 255, bit]
    for number in range(8 * whole, mask.size):
        mask[number] = legal >> number & 1
    return legal


Shown = tuple[Bytes, Floats32, Bytes, Ints, Ints]
"""Observations as bytes and as floats, masks, legal actions as bits, and seats to move, by game."""
_SHOWN = "Tuple((uint8[:, :, ::1], float32[:, :, ::1], uint8[:, ::1], int64[::1], int64[::1]))"
Results = tuple[Ints, Floats32, Flags, Flags, Ints, Ints, Ints]
"""The numbers of games, rewards, dones, stucks, scores, points and strikes, by game."""
RESULTS = "Tuple((int64[::1], float32[::1], boolean[::1], boolean[::1], int64[::1], int64[::1], int64[::1]))"


@compiled(f"void(int64[::1], int64[:, ::1], int64, int64, int64[::1], {_SHOWN})")
def show_games(terms: Ints, states: Ints, kind: int, hides: int, workspace: Ints, shown: Shown) -> None:
    """Write the observations, the legal actions and the seat to move of every game."""
    obs, obs_floats, masks, legal, seats = shown
    for at in range(states.shape[0]):
        state = states[at]
        legal[at] = _show(terms, state, kind, hides, workspace, obs[at], obs_floats[at], masks[at])
        seats[at] = state[st.SEAT]


@compiled("void(int64[::1], int64[:, ::1], float32[:, :, ::1])")
def show_own_hands(terms: Ints, states: Ints, out: Floats32) -> None:
    """Write the hand of the seat to move, or of every seat, in every game; for critics, not for players."""
    for at in range(states.shape[0]):
        for place in range(out.shape[1]):
            seat = states[at, st.SEAT] if out.shape[1] == 1 else place
            exact.observe_own_hand(terms, states[at], seat, out[at, place])


@inlined
def deal_game(terms: Ints, state: Ints, seed: np.uint64, game: int) -> None:
    """Deal a game as `simulate` does, without dice for the seats."""
    die = state[st.DICE : st.DICE + 1].view(np.uint64)
    start_stream(die, seed, np.uint64(game), np.uint64(0))
    start = die[0]
    st.copy_words(terms, tm.SORTED_DECK, state, st.DECK, st.MAX_CARDS)
    deal.shuffle(state, 0, terms[tm.DECK_SIZE], start)
    deal.start_game(terms, state)
    note(terms, state)


@compiled("void(int64[::1], int64[:, ::1], int64[::1], uint64, int64[::1])")
def deal_games(terms: Ints, states: Ints, which: Ints, seed: np.uint64, games: Ints) -> None:
    """Deal the games of these numbers in some of the states."""
    for at in range(which.size):
        deal_game(terms, states[which[at]], seed, games[which[at]])


@compiled("void(int64[::1], int64[:, ::1], int64[::1], int64[:, ::1])")
def start_games(terms: Ints, states: Ints, which: Ints, decks: Ints) -> None:
    """Start games with decks of the caller's: identities in the order of dealing."""
    for at in range(which.size):
        state = states[which[at]]
        for order in range(terms[tm.DECK_SIZE]):
            state[st.DECK + order] = decks[at, order]
        deal.start_game(terms, state)
        note(terms, state)


@compiled("void(int64[::1], int64[::1], int64)")
def take_action(terms: Ints, state: Ints, action: int) -> None:
    """Take a legal action, by our number, in one game."""
    rules.step(terms, state, action)
    note(terms, state)


@inlined
def ended(terms: Ints, state: Ints) -> bool:
    """Whether a game is over, or stuck."""
    if state[st.END] != st.IN_PROGRESS:
        return True
    return state[st.HAND_SIZES + state[st.SEAT]] == 0 and rules.legal(terms, state) == 0


@compiled("int64(int64[::1], int64[::1])")
def first_illegal(legal: Ints, actions: Ints) -> int:
    """Return the first game that goes on and whose action is not legal, or ALL_LEGAL."""
    for at in range(legal.size):
        action = actions[at]
        if legal[at] and (action < 0 or action > 62 or not legal[at] >> action & 1):
            return at
    return ALL_LEGAL


@inlined
def act(terms: Ints, state: Ints, legal: int, number: int) -> int:
    """Take an action by HLE's number; return our number, or end the game and return -1 if it is illegal."""
    if number < 0 or number > 62 or not legal >> number & 1:
        state[st.END] = st.TERMINATED
        state[st.STOP_CODE] = ILLEGAL_STOP
        return -1
    action = hle.from_hle(terms, state, number)
    rules.step(terms, state, action)
    note(terms, state)
    return action


@inlined
def write_result(terms: Ints, state: Ints, over: bool, at: int, results: Results) -> None:
    """Write how a game stands after an action."""
    _, _, dones, stucks, scores, points, strikes = results
    dones[at] = over
    stucks[at] = over and state[st.END] == st.IN_PROGRESS
    scores[at] = rules.score(terms, state)
    points[at] = state[st.POINTS]
    strikes[at] = state[st.STRIKES]


@compiled(
    "void(int64[::1], int64[:, ::1], int64[::1], uint64, int64, int64, int64, int64, int64[::1],"
    f" {_SHOWN}, {RESULTS})"
)
def step_games(
    terms: Ints,
    states: Ints,
    actions: Ints,
    seed: np.uint64,
    stride: int,
    mode: int,
    kind: int,
    hides: int,
    workspace: Ints,
    shown: Shown,
    results: Results,
) -> None:
    """Take an action in each game, deal new games as *mode* says, and write what is seen next.

    An illegal action ends its game with a reward of -1. The next game has the number of this one plus
    *stride*. What was legal is read from *shown*, as `show_games` wrote it.
    """
    obs, obs_floats, masks, legal, seats = shown
    games, rewards = results[0], results[1]
    for at in range(states.shape[0]):
        state = states[at]
        over = legal[at] == 0
        rewards[at] = 0.0
        if over and mode == NEXT_STEP:
            games[at] += stride
            deal_game(terms, state, seed, games[at])
            over = False
        elif not over:
            before = rules.score(terms, state)
            if act(terms, state, legal[at], actions[at]) < 0:
                rewards[at] = -1.0
            else:
                rewards[at] = rules.score(terms, state) - before
            over = ended(terms, state)
        write_result(terms, state, over, at, results)
        if over and mode == SAME_STEP:
            games[at] += stride
            deal_game(terms, state, seed, games[at])
        seats[at] = state[st.SEAT]
        legal[at] = _show(terms, state, kind, hides, workspace, obs[at], obs_floats[at], masks[at])


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


WORKSPACE_WORDS = exact.WORDS
"""The words of workspace that every call needs, besides those for the observation's bits."""
