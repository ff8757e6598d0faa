"""The input of the learner's network: numbers from what a seat sees, in one of three feature sets.

| at  | name       | numbers | what they say |
| --- | ---------- | ------- | ------------- |
|   0 | OWNERS     |     208 | by card and seat, from the seat to move on: 1 if it may hold the card |
| 208 | CHANCES    |     208 | by card and seat: the exact chance that it holds the card |
| 416 | TRICK      |      52 | the cards in the trick |
| 468 | BEST_CARD  |      52 | the one that is winning |
| 520 | HAND_SIZE  |      14 | cards in a hand at the start |
| 534 | TRUMP      |       4 | the trump suit |
| 538 | SUIT_LED   |       5 | the suit to follow; the last: none |
| 543 | TRICK_SIZE |       4 | number of cards in the trick |
| 547 | DEALER     |       4 | where the dealer sits, from the seat to move on |
| 551 | BIDS       |      60 | by seat, from the one to move on: its bid; the last: none yet |
| 611 | WON        |      56 | by seat, from the one to move on: its tricks |

The feature sets differ in what they say of owners. `PLAIN`: only the seat's hand and the cards in the trick.
`KRIPKE`: the possible owners of each card, each card alone. `EXACT`: those, and the exact chances.
"""

import numpy as np
from numpy.typing import NDArray

from handsight.boeren import SEATS
from handsight.boeren.compiled import state_layout as st
from handsight.boeren.compiled.state_layout import CARDS, NONE, RANKS_PER_SUIT
from handsight.bots.boeren.compiled import owner_chances as chances
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit

Floats32 = NDArray[np.float32]

FEATURE_SETS = ("plain", "kripke", "exact")
PLAIN, KRIPKE, EXACT = range(len(FEATURE_SETS))

OWNERS = 0
CHANCES = OWNERS + CARDS * SEATS
TRICK = CHANCES + CARDS * SEATS
BEST_CARD = TRICK + CARDS
HAND_SIZE = BEST_CARD + CARDS
TRUMP = HAND_SIZE + RANKS_PER_SUIT + 1
SUIT_LED = TRUMP + SEATS
TRICK_SIZE = SUIT_LED + SEATS + 1
DEALER = TRICK_SIZE + SEATS
BIDS = DEALER + SEATS
WON = BIDS + SEATS * (RANKS_PER_SUIT + 2)
WIDTH = WON + SEATS * (RANKS_PER_SUIT + 1)

ACTIONS = CARDS + RANKS_PER_SUIT + 1
"""The actions: play one of 52 cards, or bid 0 to 13."""


@inlined
def _owners(state: Ints, seat: int, feature_set: int, features: Floats32) -> None:
    """Encode who may hold each card, considered alone; for PLAIN, only the seat's hand and the trick."""
    own = state[st.HANDS + seat]
    while own:
        features[OWNERS + SEATS * lowest_bit(own)] = 1.0
        own &= own - 1
    for place in range(SEATS):
        laid = state[st.PLAYED + (seat + place) % SEATS] & state[st.TRICK]
        if laid:
            features[OWNERS + SEATS * lowest_bit(laid) + place] = 1.0
    hidden = st.unseen(state, seat) if feature_set != PLAIN else 0
    while hidden:
        card = lowest_bit(hidden)
        hidden &= hidden - 1
        for place in range(1, SEATS):
            if not state[st.VOIDS + (seat + place) % SEATS] >> card & 1:
                features[OWNERS + SEATS * card + place] = 1.0


@compiled("void(int64[::1], int64, float32[::1])", allocates=True)
def _chances(state: Ints, seat: int, features: Floats32) -> None:
    """Encode, for each unseen card and each other seat, the exact chance that the seat holds the card."""
    hidden = st.unseen(state, seat)
    shares = np.zeros((chances.KINDS, SEATS), np.float64)
    every, sizes, lacks, kinds, up = chances.count_unseen(state, seat)
    for kind in range(chances.KINDS):
        if not kinds[kind]:
            continue
        kinds[kind] -= 1
        for place in range(SEATS):
            if kind >> place & 1 and sizes[place]:
                sizes[place] -= 1
                shares[kind, place] = chances.count_deals(kinds, sizes, up) / every
                sizes[place] += 1
        kinds[kind] += 1
    while hidden:
        card = lowest_bit(hidden)
        hidden &= hidden - 1
        kind = chances.kind_of(card, lacks, sizes)
        for place in range(SEATS - 1):
            features[CHANCES + SEATS * card + place + 1] = np.float32(shares[kind, place])


@compiled("void(int64[::1], int64, float32[::1])")
def encode(state: Ints, feature_set: int, features: Floats32) -> None:
    """Write what the seat to move sees to *features*, by a feature set."""
    seat = state[st.SEAT]
    features[:] = 0.0
    _owners(state, seat, feature_set, features)
    if feature_set == EXACT:
        _chances(state, seat, features)
    table = state[st.TRICK]
    while table:
        features[TRICK + lowest_bit(table)] = 1.0
        table &= table - 1
    if state[st.BEST_CARD] != NONE:
        features[BEST_CARD + state[st.BEST_CARD]] = 1.0
    features[HAND_SIZE + state[st.HAND_SIZE]] = 1.0
    features[TRUMP + state[st.TRUMP]] = 1.0
    features[SUIT_LED + (state[st.SUIT_LED] if state[st.SUIT_LED] != NONE else SEATS)] = 1.0
    features[TRICK_SIZE + state[st.TRICK_SIZE]] = 1.0
    features[DEALER + (state[st.DEALER] - seat) % SEATS] = 1.0
    for place in range(SEATS):
        other = (seat + place) % SEATS
        bid = NONE if place == 0 and st.is_bidding(state) else state[st.BIDS + other]
        features[BIDS + place * (RANKS_PER_SUIT + 2) + (bid if bid != NONE else RANKS_PER_SUIT + 1)] = 1.0
        features[WON + place * (RANKS_PER_SUIT + 1) + state[st.WON + other]] = 1.0


@compiled("void(int64[:, ::1], int64, float32[:, ::1])")
def encode_states(states: Ints, feature_set: int, features: Floats32) -> None:
    """Write the features of many states, one row for each."""
    for at in range(states.shape[0]):
        encode(states[at], feature_set, features[at])
