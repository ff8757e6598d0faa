"""The rules on a row: what is legal, what it does, what a round is worth. Twin of `boeren.rules`."""

from handsight.boeren import SEATS
from handsight.boeren.scoring import MET, PER_TRICK
from handsight.kernels.boeren import state_layout
from handsight.kernels.boeren.state_layout import NONE, OF_SUIT, SUIT_OF, Ints
from handsight.kernels.jit import compiled, inlined


@inlined
def barred_last(row: Ints) -> int:
    """Return the bid that the dealer may not make after those of the others, NONE where it is free."""
    if row[state_layout.HOOK] == state_layout.FREE:
        return NONE
    left = row[state_layout.SIZE]
    for seat in range(SEATS):
        if seat != row[state_layout.DEALER]:
            left -= row[state_layout.BIDS + seat]
    return max(left, NONE)


@inlined
def barred(row: Ints) -> int:
    """Return the bid that the seat to move may not make, NONE where it is free."""
    return barred_last(row) if row[state_layout.SEAT] == row[state_layout.DEALER] else NONE


@inlined
def follow(held: int, led: int) -> int:
    """Return the cards of a hand that may join a trick: those of the suit led, or all if there is none."""
    if led == NONE:
        return held
    suited = held & OF_SUIT[led]
    return suited or held


@compiled("int64(int64[::1])", inline=True)
def legal(row: Ints) -> int:
    """Return the legal actions as a mask: of numbers of tricks, or of cards; 0 once the round is over."""
    if state_layout.bidding(row):
        bids = (2 << row[state_layout.SIZE]) - 1
        no = barred(row)
        return bids if no == NONE else bids & ~(1 << no)
    return follow(row[state_layout.HELD + row[state_layout.SEAT]], row[state_layout.LED])


@inlined
def beats(card: int, top: int, trump: int) -> bool:
    """Whether a card lies above the one that lay highest."""
    if SUIT_OF[card] == SUIT_OF[top]:
        return card > top
    return SUIT_OF[card] == trump


@inlined
def take(row: Ints, seat: int) -> None:
    """Give the trick to a seat, which opens the next one."""
    row[state_layout.WON + seat] += 1
    row[state_layout.SEAT] = row[state_layout.LEADER] = seat
    row[state_layout.LED] = row[state_layout.TOP] = row[state_layout.AHEAD] = NONE
    row[state_layout.LAID] = row[state_layout.TABLE] = 0


@compiled("void(int64[::1], int64)", inline=True)
def step(row: Ints, action: int) -> None:
    """Take a legal action."""
    seat = row[state_layout.SEAT]
    row[state_layout.TURN] += 1
    row[state_layout.SEAT] = state_layout.seat_after(seat, 1)
    if row[state_layout.TURN] <= SEATS:
        row[state_layout.BIDS + seat] = action
        return
    card = 1 << action
    row[state_layout.HELD + seat] &= ~card
    row[state_layout.PLAYED + seat] |= card
    row[state_layout.GONE] |= card
    row[state_layout.TABLE] |= card
    row[state_layout.LAID] += 1
    if row[state_layout.LED] == NONE:
        row[state_layout.LED] = SUIT_OF[action]
    elif SUIT_OF[action] != row[state_layout.LED]:
        row[state_layout.LACKS + seat] |= OF_SUIT[row[state_layout.LED]]
    if row[state_layout.TOP] == NONE or beats(action, row[state_layout.TOP], row[state_layout.TRUMP]):
        row[state_layout.TOP] = action
        row[state_layout.AHEAD] = seat
    if row[state_layout.LAID] == SEATS:
        take(row, row[state_layout.AHEAD])


@inlined
def points(bid: int, won: int, bonus: int) -> int:
    """Return what a seat scores for its bid and its tricks; *bonus*: what a met bid of zero earns."""
    if bid != won:
        return -PER_TRICK * abs(bid - won)
    return bonus if bid == 0 else MET + PER_TRICK * won


@compiled("int64(int64[::1], int64)", inline=True)
def score(row: Ints, seat: int) -> int:
    """Return what the round is worth to a seat, once it is over."""
    return points(row[state_layout.BIDS + seat], row[state_layout.WON + seat], row[state_layout.BONUS])
