"""Many rounds or matches of Boeren Bridge, stepped by numbers of actions, with features: one call for all.

An action is the identity of a card, or CARDS plus a bid. Every function works on rows of the caller's arrays
and releases the GIL. A state has EXTRA words more than `state_layout` lists: which round of the schedule is
played, the die of the deals, whether an illegal action ended it, and the points of each seat so far.
"""

import numpy as np
from numpy.typing import NDArray

from handsight.boeren import SEATS
from handsight.boeren.compiled import deal, rules
from handsight.boeren.compiled import state_layout as st
from handsight.boeren.compiled.state_layout import CARDS
from handsight.bots.boeren.compiled import network_input as features
from handsight.bots.boeren.compiled import owner_chances as chances
from handsight.bots.boeren.compiled.compiled_bots import DECIDE_SIGNATURE
from handsight.bots.boeren.compiled.network_input import Floats32
from handsight.compiled.compiled_dice import Streams, below_for_deal, start_stream
from handsight.compiled.jit import Ints, calling, compiled, inlined
from handsight.env.vec_games import ALL_LEGAL, COMPLETED, LEARNER

Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]

ROUND, DIE, ENDED = range(st.WORDS, st.WORDS + 3)
POINTS = ENDED + 1
STATE_WORDS = POINTS + SEATS


MatchTable = tuple[Ints, Ints, Ints]
"""The schedule of rounds, the switches of the rules, and room for a deck."""
_MATCH = "Tuple((int64[:, ::1], int64[::1], int64[::1]))"
SeatedTable = tuple[Ints, Ints, Ints]
"""By seat the bot that sits there, then by bot its settings, and the address of its decide function."""
_SEATED = "Tuple((int64[::1], int64[:, ::1], int64[::1]))"
decide_at = calling(DECIDE_SIGNATURE)
"""Calls the decide function at an address; *bots* has the addresses."""


@inlined
def is_legal(state: Ints, action: int) -> bool:
    """Whether an action, by its number here, is legal."""
    bidding = st.is_bidding(state)
    choice = action - CARDS if bidding else action
    return 0 <= choice < CARDS and rules.legal(state) >> choice & 1 != 0


@inlined
def is_over(state: Ints) -> bool:
    """Whether an episode is over: after its last round, or after an illegal action."""
    return state[ENDED] != 0


@inlined
def _next_round(state: Ints, match: MatchTable, dealer: int) -> None:
    schedule, switches, deck = match
    die = state[DIE : DIE + 1].view(np.uint64)
    deal.deal(state, schedule[state[ROUND]], dealer, switches, die, deck)


@inlined
def deal_episode(state: Ints, match: MatchTable, seed: np.uint64, number: int, starts: Streams) -> None:
    """Deal the first round of an episode from a numbered deal, and start the dice of each seat."""
    die = state[DIE : DIE + 1].view(np.uint64)
    start_stream(die, seed, np.uint64(number), np.uint64(0))
    dealer = below_for_deal(die, SEATS)
    state[ROUND] = state[ENDED] = 0
    for seat in range(SEATS):
        state[POINTS + seat] = 0
    deal.give_dice(state, starts)
    _next_round(state, match, dealer)


@inlined
def _take(state: Ints, match: MatchTable, choice: int, rewards: Floats32) -> None:
    """Take a legal action; at the end of a round add its points, and deal the next round of the schedule."""
    schedule, switches, _ = match
    rules.step(state, choice)
    if not st.is_over(state):
        return
    for seat in range(SEATS):
        points = rules.score(state, seat)
        rewards[seat] += points
        state[POINTS + seat] += points
    if state[ROUND] + 1 == schedule.shape[0]:
        state[ENDED] = 1
        return
    opens = state[st.LEADER] if switches[deal.WINNER_OPENS] else state[st.DEALER] + 2
    state[ROUND] += 1
    _next_round(state, match, (opens - 1) % SEATS)


@inlined
def _let_bots_move(state: Ints, match: MatchTable, seated: SeatedTable, rewards: Floats32) -> bool:
    """Let bots move until a learner's turn or the end; False after an illegal action."""
    bot_of_seat, settings, bots = seated
    while not is_over(state) and bot_of_seat[state[st.SEAT]] != LEARNER:
        bot = bot_of_seat[state[st.SEAT]]
        choice = decide_at(bots[bot], state[: st.WORDS], settings[bot])
        if not 0 <= choice < CARDS or not rules.legal(state) >> choice & 1:
            return False
        _take(state, match, choice, rewards)
    return True


@compiled(f"void(int64[:, ::1], int64[::1], {_MATCH}, uint64, int64[::1], uint64[:, ::1])")
def deal_episodes(
    states: Ints, which: Ints, match: MatchTable, seed: np.uint64, deals: Ints, starts: Streams
) -> None:
    """Deal episodes from numbered deals; `move_bots` then lets the bots move."""
    for row in range(which.size):
        at = which[row]
        deal_episode(states[at], match, seed, deals[at], starts[at])


@compiled(f"int64(int64[:, ::1], int64[::1], {_MATCH}, {_SEATED}, float32[:, ::1])")
def move_bots(states: Ints, which: Ints, match: MatchTable, seated: SeatedTable, early: Floats32) -> int:
    """Let bots move in episodes that were dealt or put on the table.

    *early* receives points made before a learner's first turn.
    """
    for row in range(which.size):
        at = which[row]
        early[at] = 0.0
        if not _let_bots_move(states[at], match, seated, early[at]):
            return at
    return COMPLETED


@compiled("int64(int64[:, ::1], int64[::1])")
def first_illegal(states: Ints, actions: Ints) -> int:
    """Return the first episode that goes on and whose action is not legal, or ALL_LEGAL."""
    for at in range(states.shape[0]):
        if not is_over(states[at]) and not is_legal(states[at], actions[at]):
            return at
    return ALL_LEGAL


@compiled(
    f"int64(int64[:, ::1], int64[::1], {_MATCH}, {_SEATED}, float32[:, ::1], float32[:, ::1], boolean[::1],"
    " int64[:, ::1])"
)
def step_episodes(
    states: Ints,
    actions: Ints,
    match: MatchTable,
    seated: SeatedTable,
    early: Floats32,
    rewards: Floats32,
    dones: Flags,
    points: Ints,
) -> int:
    """Take an action in each episode and let bots move; an illegal action ends its episode with -1."""
    for at in range(states.shape[0]):
        state = states[at]
        for seat in range(SEATS):
            rewards[at, seat] = early[at, seat]
            early[at, seat] = 0.0
        if not is_over(state):
            action = actions[at]
            if is_legal(state, action):
                choice = action - CARDS if st.is_bidding(state) else action
                _take(state, match, choice, rewards[at])
                if not _let_bots_move(state, match, seated, rewards[at]):
                    return at
            else:
                rewards[at, state[st.SEAT]] -= 1.0
                state[ENDED] = 1
        dones[at] = is_over(state)
        for seat in range(SEATS):
            points[at, seat] = state[POINTS + seat]
    return COMPLETED


@compiled("void(int64[:, ::1], int64, float32[:, :, ::1], uint8[:, ::1], int64[::1])")
def show_episodes(states: Ints, feature_set: int, obs: Floats32, masks: Bytes, seats: Ints) -> None:
    """Write the observation of the seat to move, or of every seat, the legal actions, and who is to move."""
    for at in range(states.shape[0]):
        state = states[at]
        mover = state[st.SEAT]
        for place in range(obs.shape[1]):
            if obs.shape[1] > 1:
                state[st.SEAT] = place
            features.encode(state[: st.WORDS], feature_set, obs[at, place])
        state[st.SEAT] = mover
        seats[at] = mover
        legal = 0 if is_over(state) else rules.legal(state)
        bidding = st.is_bidding(state)
        for number in range(masks.shape[1]):
            masks[at, number] = 0
            if bidding == (number >= CARDS):
                masks[at, number] = legal >> (number - CARDS if bidding else number) & 1


@compiled("void(int64[:, ::1], int64[::1], int64[::1], uint64)", allocates=True)
def resample_episodes(states: Ints, which: Ints, seats: Ints, seed: np.uint64) -> None:
    """Deal anew the hands that a seat does not see, every deal equally likely."""
    hands, die = np.empty((1, SEATS), np.int64), np.empty(1, np.uint64)
    for row in range(which.size):
        state, seat = states[which[row]], seats[row]
        start_stream(die, seed, np.uint64(which[row]), np.uint64(1))
        chances.sample_unseen(state, seat, die, hands)
        for place in range(SEATS - 1):
            state[st.HANDS + st.seat_after(seat, 1 + place)] = hands[0, place]
