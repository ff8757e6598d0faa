"""The rules on a row: what is legal, what it does, what a round is worth. Twin of `boeren.rules`."""

from handsight.boeren import SEATS
from handsight.boeren.worth import MET, PER_TRICK
from handsight.kernels.boeren import rows
from handsight.kernels.boeren.rows import NONE, OF_SUIT, SUIT_OF, Ints
from handsight.kernels.compiled import compiled, inlined


@inlined
def barred_last(row: Ints) -> int:
    """Return the bid that the dealer may not make after those of the others, NONE where it is free."""
    if row[rows.HOOK] == rows.FREE:
        return NONE
    left = row[rows.SIZE]
    for seat in range(SEATS):
        if seat != row[rows.DEALER]:
            left -= row[rows.BIDS + seat]
    return max(left, NONE)


@inlined
def barred(row: Ints) -> int:
    """Return the bid that the seat to move may not make, NONE where it is free."""
    return barred_last(row) if row[rows.SEAT] == row[rows.DEALER] else NONE


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
    if rows.bidding(row):
        bids = (2 << row[rows.SIZE]) - 1
        no = barred(row)
        return bids if no == NONE else bids & ~(1 << no)
    return follow(row[rows.HELD + row[rows.SEAT]], row[rows.LED])


@inlined
def beats(card: int, top: int, trump: int) -> bool:
    """Whether a card lies above the one that lay highest."""
    if SUIT_OF[card] == SUIT_OF[top]:
        return card > top
    return SUIT_OF[card] == trump


@inlined
def take(row: Ints, seat: int) -> None:
    """Give the trick to a seat, which opens the next one."""
    row[rows.WON + seat] += 1
    row[rows.SEAT] = row[rows.LEADER] = seat
    row[rows.LED] = row[rows.TOP] = row[rows.AHEAD] = NONE
    row[rows.LAID] = row[rows.TABLE] = 0


@compiled("void(int64[::1], int64)", inline=True)
def step(row: Ints, action: int) -> None:
    """Take a legal action."""
    seat = row[rows.SEAT]
    row[rows.TURN] += 1
    row[rows.SEAT] = rows.seat_after(seat, 1)
    if row[rows.TURN] <= SEATS:
        row[rows.BIDS + seat] = action
        return
    card = 1 << action
    row[rows.HELD + seat] &= ~card
    row[rows.PLAYED + seat] |= card
    row[rows.GONE] |= card
    row[rows.TABLE] |= card
    row[rows.LAID] += 1
    if row[rows.LED] == NONE:
        row[rows.LED] = SUIT_OF[action]
    elif SUIT_OF[action] != row[rows.LED]:
        row[rows.LACKS + seat] |= OF_SUIT[row[rows.LED]]
    if row[rows.TOP] == NONE or beats(action, row[rows.TOP], row[rows.TRUMP]):
        row[rows.TOP] = action
        row[rows.AHEAD] = seat
    if row[rows.LAID] == SEATS:
        take(row, row[rows.AHEAD])


@inlined
def points(bid: int, won: int, bonus: int) -> int:
    """Return what a seat scores for its bid and its tricks; *bonus*: what a met bid of zero earns."""
    if bid != won:
        return -PER_TRICK * abs(bid - won)
    return bonus if bid == 0 else MET + PER_TRICK * won


@compiled("int64(int64[::1], int64)", inline=True)
def score(row: Ints, seat: int) -> int:
    """Return what the round is worth to a seat, once it is over."""
    return points(row[rows.BIDS + seat], row[rows.WON + seat], row[rows.BONUS])
