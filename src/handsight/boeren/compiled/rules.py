"""The compiled rules of Boeren Bridge: legal, step, score. `boeren.rules` is the reference implementation."""

from handsight.boeren import SEATS
from handsight.boeren.compiled import state_layout as st
from handsight.boeren.compiled.state_layout import NONE, SUIT_MASK, SUIT_OF
from handsight.boeren.rules import MET, PER_TRICK
from handsight.compiled.jit import Ints, compiled, inlined


@inlined
def barred_dealer_bid(state: Ints) -> int:
    """Return the dealer's bid that would make all bids sum to the tricks; NONE if allowed, or below 0."""
    if state[st.DEALER_CHANGE] == st.FREE:
        return NONE
    left = state[st.HAND_SIZE]
    for seat in range(SEATS):
        if seat != state[st.DEALER]:
            left -= state[st.BIDS + seat]
    return max(left, NONE)


@inlined
def barred_bid(state: Ints) -> int:
    """Return the bid that the seat to move may not make, or has to change, or NONE."""
    return barred_dealer_bid(state) if state[st.SEAT] == state[st.DEALER] else NONE


@inlined
def follow_suit(held: int, led: int) -> int:
    """Return the cards of a hand that may be played: those of the suit led, or all if it has none."""
    if led == NONE:
        return held
    suited = held & SUIT_MASK[led]
    return suited or held


@inlined
def one_off(bid: int) -> int:
    """Return the bids that differ by one from a bid."""
    return 5 << bid >> 1


@compiled("int64(int64[::1])", inline=True)
def legal(state: Ints) -> int:
    """Return the legal actions as a mask, of bids or of cards; 0 once the round is over."""
    if st.is_bidding(state):
        bids = (2 << state[st.HAND_SIZE]) - 1
        no = barred_bid(state)
        if no == NONE or not (state[st.DEALER_CHANGE] == st.BARRED or st.must_change(state)):
            return bids
        return bids & one_off(no) if state[st.DEALER_CHANGE] == st.STEP else bids & ~(1 << no)
    return follow_suit(state[st.HANDS + state[st.SEAT]], state[st.SUIT_LED])


@inlined
def lasting(state: Ints) -> int:
    """Return the legal actions without the bid that the dealer would have to change at once.

    A bot that compares results has no use for that bid: it can bid at once what it would change it to.
    """
    actions = legal(state)
    if st.is_bidding(state):
        no = barred_bid(state)
        if no != NONE:
            actions &= ~(1 << no)
    return actions


@inlined
def beats(card: int, top: int, trump: int) -> bool:
    """Whether a card beats the best one of the trick."""
    if SUIT_OF[card] == SUIT_OF[top]:
        return card > top
    return SUIT_OF[card] == trump


@inlined
def take_trick(state: Ints, seat: int) -> None:
    """Give the trick to a seat, which leads the next one."""
    state[st.WON + seat] += 1
    state[st.SEAT] = state[st.LEADER] = seat
    state[st.SUIT_LED] = state[st.BEST_CARD] = state[st.BEST_SEAT] = NONE
    state[st.TRICK_SIZE] = state[st.TRICK] = 0


@compiled("void(int64[::1], int64)", inline=True)
def step(state: Ints, action: int) -> None:
    """Take a legal action."""
    seat = state[st.SEAT]
    if st.is_bidding(state):
        if action == barred_bid(state):  # the dealer is to move again, and change it
            state[st.DEALER_GUESS] = action
        else:
            state[st.TURN] += 1
            state[st.SEAT] = st.seat_after(seat, 1)
        state[st.BIDS + seat] = action
        return
    state[st.TURN] += 1
    state[st.SEAT] = st.seat_after(seat, 1)
    card = 1 << action
    state[st.HANDS + seat] &= ~card
    state[st.PLAYED + seat] |= card
    state[st.ALL_PLAYED] |= card
    state[st.TRICK] |= card
    state[st.TRICK_SIZE] += 1
    if state[st.SUIT_LED] == NONE:
        state[st.SUIT_LED] = SUIT_OF[action]
    elif SUIT_OF[action] != state[st.SUIT_LED]:
        state[st.VOIDS + seat] |= SUIT_MASK[state[st.SUIT_LED]]
    if state[st.BEST_CARD] == NONE or beats(action, state[st.BEST_CARD], state[st.TRUMP]):
        state[st.BEST_CARD] = action
        state[st.BEST_SEAT] = seat
    if state[st.TRICK_SIZE] == SEATS:
        take_trick(state, state[st.BEST_SEAT])


@inlined
def points(bid: int, won: int, bonus: int) -> int:
    """Return the points for a bid and the tricks won; *bonus* is for a met bid of zero."""
    if bid != won:
        return -PER_TRICK * abs(bid - won)
    return bonus if bid == 0 else MET + PER_TRICK * won


@compiled("int64(int64[::1], int64)", inline=True)
def score(state: Ints, seat: int) -> int:
    """Return the points of a seat, once the round is over."""
    return points(state[st.BIDS + seat], state[st.WON + seat], state[st.ZERO_BID_POINTS])
