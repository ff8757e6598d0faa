"""The rules of Hanabi on rows: legal, allowed, step, score. The compiled twin of `hanabi.rules`.

Nothing here is checked: a step takes a legal action of a game that is not over. Ask `allowed` first about an
action that comes from elsewhere.
"""

from handsight.kernels import books, rows, worth
from handsight.kernels.books import MOST_STATES
from handsight.kernels.compiled import compiled, inlined
from handsight.kernels.opening import listen
from handsight.kernels.rows import Ints, take


@inlined
def _hears(book: Ints, row: Ints, seat: int) -> int:
    """Return the set of clues that a seat may be given now."""
    return (row[rows.HEARS + seat] | book[books.ALWAYS]) & ~row[rows.BARRED]


@inlined
def after(book: Ints, seat: int, away: int) -> int:
    """Return the seat so many places on."""
    other = seat + away
    return other if other < book[books.PLAYERS] else other - book[books.PLAYERS]


@inlined
def _at_bottom(book: Ints, row: Ints) -> bool:
    """Whether the last card of the deck may be played where it lies."""
    return book[books.BOTTOM] and row[rows.DRAWN] == book[books.CARDS] - 1


@inlined
def _may_discard(book: Ints, row: Ints) -> bool:
    """Whether discarding is allowed now."""
    return row[rows.COINS] < book[books.CAP] or book[books.FREE]


@compiled("int64(int64[::1], int64[::1])", inline=True)
def legal(book: Ints, row: Ints) -> int:
    """Return the set of actions that the seat to move may take; empty when the game is over."""
    if row[rows.END]:
        return 0
    seat, slots = row[rows.SEAT], book[books.SLOTS]
    hand = (1 << row[rows.SIZES + seat]) - 1
    actions = hand
    if _may_discard(book, row):
        actions |= hand << slots
    if _at_bottom(book, row):
        actions |= 1 << book[books.HAND] | book[books.BOTTOM_OFF] << slots + book[books.HAND]
    if row[rows.COINS] >= book[books.COST]:
        shift = 2 * slots
        for away in range(1, book[books.PLAYERS]):
            actions |= _hears(book, row, after(book, seat, away)) << shift
            shift += book[books.CLUES]
    return actions


@compiled("boolean(int64[::1], int64[::1], int64)", inline=True)
def allowed(book: Ints, row: Ints, action: int) -> bool:
    """Say whether an action is legal."""
    if row[rows.END] or not 0 <= action < book[books.ACTIONS]:
        return False
    seat, away, place = row[rows.SEAT], book[books.AWAY + action], book[books.PLACE + action]
    if away:
        hears = _hears(book, row, after(book, seat, away))
        return row[rows.COINS] >= book[books.COST] and hears >> place & 1 != 0
    discarding = action >= book[books.SLOTS]
    if place < row[rows.SIZES + seat]:
        return not discarding or _may_discard(book, row)
    return place == book[books.HAND] and _at_bottom(book, row) and (not discarding or book[books.BOTTOM_OFF])


@compiled("int64(int64[::1], int64[::1])")
def score(book: Ints, row: Ints) -> int:
    """Return what the game is worth: nothing if it was broken off or, by most rules, struck out."""
    struck_out = row[rows.STRIKES] >= book[books.LIVES]
    if row[rows.STOP] or (struck_out and book[books.ZEROED]):
        return 0
    return row[rows.POINTS]


@inlined
def chop(row: Ints, seat: int) -> int:
    """Return the slot of the oldest card that no clue has touched; slot 0 if every card is."""
    slot = row[rows.SIZES + seat] - 1
    while slot > 0 and row[rows.TOUCHED] >> rows.order_at(row, seat, slot) & 1:
        slot -= 1
    return slot


@inlined
def _forget(row: Ints) -> None:
    """Clear the last event, for the next one to be written."""
    row[rows.TARGET] = -1
    row[rows.CLUE] = -1
    row[rows.HIT] = 0
    row[rows.SLOT] = -1
    row[rows.ORDER] = -1
    row[rows.DREW] = -1


@inlined
def _bury(book: Ints, row: Ints, order: int, face: int) -> None:
    """Put a card on the discard pile."""
    row[rows.DISCARDED] |= 1 << order
    row[rows.STALE] |= 1 << book[books.SUIT + face]
    take(row, rows.ALIVE, face)


@inlined
def _build(book: Ints, row: Ints, order: int, face: int) -> None:
    """Put a card that fits on its stack."""
    suit = book[books.SUIT + face]
    at = row[rows.STACKS + suit]
    after = book[books.STEPS + face * MOST_STATES + at]
    row[rows.STACKS + suit] = after
    row[rows.PLAYED] |= 1 << order
    row[rows.POINTS] += 1
    row[rows.STALE] |= 1 << suit
    fitting = book[books.FITTING + suit * MOST_STATES + after]
    row[rows.FITS] = row[rows.FITS] & ~book[books.FITTING + suit * MOST_STATES + at] | fitting
    if at == 0 and book[books.DISTINCT]:
        row[rows.STALE] = (1 << book[books.SUITS]) - 1
        for other in range(book[books.SUITS]):
            if row[rows.STACKS + other] == 0:
                row[rows.FITS] &= ~(
                    book[books.FITTING + other * MOST_STATES] & book[books.BEGUN + suit * MOST_STATES + after]
                )
    if fitting == 0 and book[books.REFUND]:
        if row[rows.COINS] < book[books.CAP]:
            row[rows.COINS] += 1
        else:
            row[rows.WASTED] += 1


@inlined
def _replace(book: Ints, row: Ints, seat: int, slot: int, order: int) -> None:
    """Take a card out of a hand and draw another, if there is one."""
    hand, drawn = row[rows.HANDS + seat], row[rows.DRAWN]
    newer, older = hand & (1 << 8 * slot) - 1, hand >> 8 * slot + 8
    row[rows.HOLDS + seat] ^= 1 << order
    if drawn < book[books.CARDS]:
        row[rows.HANDS + seat] = older << 8 * slot + 8 | newer << 8 | drawn
        row[rows.HOLDS + seat] |= 1 << drawn
        row[rows.DREW] = drawn
        row[rows.DRAWN] = drawn + 1
    else:
        row[rows.HANDS + seat] = older << 8 * slot | newer
        row[rows.SIZES + seat] -= 1
    listen(book, row, seat)


@inlined
def _spend(book: Ints, row: Ints, seat: int, slot: int, discarding: bool) -> None:  # noqa: FBT001  # a kernel
    """Play or discard a card, and draw another."""
    drawn = row[rows.DRAWN]
    bottom = slot == book[books.HAND]
    order = drawn if bottom else rows.order_at(row, seat, slot)
    face = row[rows.DECK + order]
    row[rows.SLOT] = slot
    row[rows.ORDER] = order
    if discarding:
        row[rows.KIND] = rows.DROPPED
        row[rows.COINS] += row[rows.COINS] < book[books.CAP]
        _bury(book, row, order, face)
    elif row[rows.FITS] >> face & 1:
        row[rows.KIND] = rows.FITTED
        _build(book, row, order, face)
    else:
        row[rows.KIND] = rows.MISPLAYED
        row[rows.STRIKES] += 1
        if not book[books.VANISH]:
            _bury(book, row, order, face)
    if discarding or not book[books.HOLE]:
        take(row, rows.UNSEEN, face)
    if bottom:
        row[rows.DRAWN] = drawn + 1
    else:
        _replace(book, row, seat, slot, order)
    if row[rows.DRAWN] == book[books.CARDS] and row[rows.TURNS_LEFT] < 0 and not book[books.NO_END]:
        failed = drawn == book[books.CARDS]  # there was nothing to draw
        if failed == (book[books.LATE] != 0):
            row[rows.TURNS_LEFT] = book[books.PLAYERS] + 1


@inlined
def _cycle(row: Ints, seat: int) -> None:
    """Move the chop to slot 0."""
    hand, slot = row[rows.HANDS + seat], chop(row, seat)
    newer, older = hand & (1 << 8 * slot) - 1, hand >> 8 * slot + 8
    row[rows.HANDS + seat] = older << 8 * slot + 8 | newer << 8 | hand >> 8 * slot & 63


@inlined
def _tell(book: Ints, row: Ints, seat: int, away: int, clue: int) -> None:
    """Give a clue."""
    target = after(book, seat, away)
    touch, hit = book[books.TOUCH + clue], 0
    hand = row[rows.HANDS + target]
    for _ in range(row[rows.SIZES + target]):
        order = hand & 63
        hand >>= 8
        touched = touch >> row[rows.DECK + order] & 1
        hit |= touched << order
        if book[books.SHOWN]:
            row[rows.MASKS + order] &= touch if touched else ~touch
    row[rows.KIND] = book[books.SORT + clue]
    row[rows.TARGET] = target
    row[rows.CLUE] = clue
    row[rows.HIT] = hit
    row[rows.TOUCHED] |= hit
    row[rows.COINS] -= book[books.COST]
    row[rows.BARRED] = book[books.KIN + clue]
    if book[books.CYCLE] and row[rows.SIZES + seat]:
        _cycle(row, seat)


@compiled("void(int64[::1], int64[::1], int64)")
def suppose_clue(book: Ints, row: Ints, action: int) -> None:
    """Give a clue as `step` does, but for how the game may end: to see how it would be read."""
    seat = row[rows.SEAT]
    row[rows.ACTION] = action
    row[rows.ACTOR] = seat
    _forget(row)
    _tell(book, row, seat, book[books.AWAY + action], book[books.PLACE + action])
    row[rows.SEAT] = after(book, seat, 1)
    row[rows.TURN] += 1
    if row[rows.TURNS_LEFT] > 0:
        row[rows.TURNS_LEFT] -= 1


@inlined
def _judge(book: Ints, row: Ints) -> None:
    """Stop a game that has failed its own aim."""
    stuck = row[rows.SIZES + row[rows.SEAT]] == 0 and row[rows.COINS] < book[books.COST]
    if worth.best(book, row) < book[books.SUMMIT]:
        row[rows.STOP] = book[books.STRICT]
    elif book[books.NO_END] and stuck and row[rows.END] == 0:
        row[rows.STOP] = books.ALL_OR_NOTHING_STUCK
    if row[rows.STOP]:
        row[rows.END] = rows.TERMINATED


@inlined
def _close(book: Ints, row: Ints) -> None:
    """End the game if it is over, and say how."""
    if row[rows.STRIKES] >= book[books.LIVES]:
        row[rows.END] = rows.STRIKEOUT
        return
    last = row[rows.TURNS_LEFT] == 0
    if row[rows.POINTS] == book[books.SUMMIT] and (last or book[books.STOPS]):
        row[rows.END] = rows.PERFECT
    elif last:
        row[rows.END] = rows.FINAL_ROUND
    if book[books.STRICT]:
        _judge(book, row)


@compiled("void(int64[::1], int64[::1], int64)")
def step(book: Ints, row: Ints, action: int) -> None:
    """Take an action, draw, and pass the turn."""
    seat = row[rows.SEAT]
    row[rows.ACTION] = action
    row[rows.ACTOR] = seat
    _forget(row)
    if action < 2 * book[books.SLOTS]:
        _spend(book, row, seat, book[books.PLACE + action], action >= book[books.SLOTS])
    else:
        _tell(book, row, seat, book[books.AWAY + action], book[books.PLACE + action])
    row[rows.SEAT] = after(book, seat, 1)
    row[rows.TURN] += 1
    if row[rows.TURNS_LEFT] > 0:
        row[rows.TURNS_LEFT] -= 1
    _close(book, row)
