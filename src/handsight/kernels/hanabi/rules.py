"""The rules of Hanabi on rows: legal, allowed, step, score. The compiled twin of `hanabi.rules`.

Nothing here is checked: a step takes a legal action of a game that is not over. Ask `allowed` first about an
action that comes from elsewhere.
"""

from handsight.kernels.hanabi import card_value, state_layout, terms_layout
from handsight.kernels.hanabi.deal import listen
from handsight.kernels.hanabi.state_layout import Ints, take
from handsight.kernels.hanabi.terms_layout import MOST_STATES
from handsight.kernels.jit import compiled, inlined


@inlined
def _hears(book: Ints, row: Ints, seat: int) -> int:
    """Return the set of clues that a seat may be given now."""
    return (row[state_layout.HEARS + seat] | book[terms_layout.ALWAYS]) & ~row[state_layout.BARRED]


@inlined
def after(book: Ints, seat: int, away: int) -> int:
    """Return the seat so many places on."""
    other = seat + away
    return other if other < book[terms_layout.PLAYERS] else other - book[terms_layout.PLAYERS]


@inlined
def _at_bottom(book: Ints, row: Ints) -> bool:
    """Whether the last card of the deck may be played where it lies."""
    return book[terms_layout.BOTTOM] and row[state_layout.DRAWN] == book[terms_layout.CARDS] - 1


@inlined
def _may_discard(book: Ints, row: Ints) -> bool:
    """Whether discarding is allowed now."""
    return row[state_layout.COINS] < book[terms_layout.CAP] or book[terms_layout.FREE]


@compiled("int64(int64[::1], int64[::1])", inline=True)
def legal(book: Ints, row: Ints) -> int:
    """Return the set of actions that the seat to move may take; empty when the game is over."""
    if row[state_layout.END]:
        return 0
    seat, slots = row[state_layout.SEAT], book[terms_layout.SLOTS]
    hand = (1 << row[state_layout.SIZES + seat]) - 1
    actions = hand
    if _may_discard(book, row):
        actions |= hand << slots
    if _at_bottom(book, row):
        actions |= (
            1 << book[terms_layout.HAND] | book[terms_layout.BOTTOM_OFF] << slots + book[terms_layout.HAND]
        )
    if row[state_layout.COINS] >= book[terms_layout.COST]:
        shift = 2 * slots
        for away in range(1, book[terms_layout.PLAYERS]):
            actions |= _hears(book, row, after(book, seat, away)) << shift
            shift += book[terms_layout.CLUES]
    return actions


@compiled("boolean(int64[::1], int64[::1], int64)", inline=True)
def allowed(book: Ints, row: Ints, action: int) -> bool:
    """Say whether an action is legal."""
    if row[state_layout.END] or not 0 <= action < book[terms_layout.ACTIONS]:
        return False
    seat, away, place = (
        row[state_layout.SEAT],
        book[terms_layout.AWAY + action],
        book[terms_layout.PLACE + action],
    )
    if away:
        hears = _hears(book, row, after(book, seat, away))
        return row[state_layout.COINS] >= book[terms_layout.COST] and hears >> place & 1 != 0
    discarding = action >= book[terms_layout.SLOTS]
    if place < row[state_layout.SIZES + seat]:
        return not discarding or _may_discard(book, row)
    return (
        place == book[terms_layout.HAND]
        and _at_bottom(book, row)
        and (not discarding or book[terms_layout.BOTTOM_OFF])
    )


@compiled("int64(int64[::1], int64[::1])")
def score(book: Ints, row: Ints) -> int:
    """Return what the game is worth: nothing if it was broken off or, by most rules, struck out."""
    struck_out = row[state_layout.STRIKES] >= book[terms_layout.LIVES]
    if row[state_layout.STOP] or (struck_out and book[terms_layout.ZEROED]):
        return 0
    return row[state_layout.POINTS]


@inlined
def chop(row: Ints, seat: int) -> int:
    """Return the slot of the oldest card that no clue has touched; slot 0 if every card is."""
    slot = row[state_layout.SIZES + seat] - 1
    while slot > 0 and row[state_layout.TOUCHED] >> state_layout.order_at(row, seat, slot) & 1:
        slot -= 1
    return slot


@inlined
def _forget(row: Ints) -> None:
    """Clear the last event, for the next one to be written."""
    row[state_layout.TARGET] = -1
    row[state_layout.CLUE] = -1
    row[state_layout.HIT] = 0
    row[state_layout.SLOT] = -1
    row[state_layout.ORDER] = -1
    row[state_layout.DREW] = -1


@inlined
def _bury(book: Ints, row: Ints, order: int, face: int) -> None:
    """Put a card on the discard pile."""
    row[state_layout.DISCARDED] |= 1 << order
    row[state_layout.STALE] |= 1 << book[terms_layout.SUIT + face]
    take(row, state_layout.ALIVE, face)


@inlined
def _build(book: Ints, row: Ints, order: int, face: int) -> None:
    """Put a card that fits on its stack."""
    suit = book[terms_layout.SUIT + face]
    at = row[state_layout.STACKS + suit]
    after = book[terms_layout.STEPS + face * MOST_STATES + at]
    row[state_layout.STACKS + suit] = after
    row[state_layout.PLAYED] |= 1 << order
    row[state_layout.POINTS] += 1
    row[state_layout.STALE] |= 1 << suit
    fitting = book[terms_layout.FITTING + suit * MOST_STATES + after]
    row[state_layout.FITS] = (
        row[state_layout.FITS] & ~book[terms_layout.FITTING + suit * MOST_STATES + at] | fitting
    )
    if at == 0 and book[terms_layout.DISTINCT]:
        row[state_layout.STALE] = (1 << book[terms_layout.SUITS]) - 1
        for other in range(book[terms_layout.SUITS]):
            if row[state_layout.STACKS + other] == 0:
                row[state_layout.FITS] &= ~(
                    book[terms_layout.FITTING + other * MOST_STATES]
                    & book[terms_layout.BEGUN + suit * MOST_STATES + after]
                )
    if fitting == 0 and book[terms_layout.REFUND]:
        if row[state_layout.COINS] < book[terms_layout.CAP]:
            row[state_layout.COINS] += 1
        else:
            row[state_layout.WASTED] += 1


@inlined
def _replace(book: Ints, row: Ints, seat: int, slot: int, order: int) -> None:
    """Take a card out of a hand and draw another, if there is one."""
    hand, drawn = row[state_layout.HANDS + seat], row[state_layout.DRAWN]
    newer, older = hand & (1 << 8 * slot) - 1, hand >> 8 * slot + 8
    row[state_layout.HOLDS + seat] ^= 1 << order
    if drawn < book[terms_layout.CARDS]:
        row[state_layout.HANDS + seat] = older << 8 * slot + 8 | newer << 8 | drawn
        row[state_layout.HOLDS + seat] |= 1 << drawn
        row[state_layout.DREW] = drawn
        row[state_layout.DRAWN] = drawn + 1
    else:
        row[state_layout.HANDS + seat] = older << 8 * slot | newer
        row[state_layout.SIZES + seat] -= 1
    listen(book, row, seat)


@inlined
def _spend(book: Ints, row: Ints, seat: int, slot: int, discarding: bool) -> None:  # noqa: FBT001  # a kernel
    """Play or discard a card, and draw another."""
    drawn = row[state_layout.DRAWN]
    bottom = slot == book[terms_layout.HAND]
    order = drawn if bottom else state_layout.order_at(row, seat, slot)
    face = row[state_layout.DECK + order]
    row[state_layout.SLOT] = slot
    row[state_layout.ORDER] = order
    if discarding:
        row[state_layout.KIND] = state_layout.DROPPED
        row[state_layout.COINS] += row[state_layout.COINS] < book[terms_layout.CAP]
        _bury(book, row, order, face)
    elif row[state_layout.FITS] >> face & 1:
        row[state_layout.KIND] = state_layout.FITTED
        _build(book, row, order, face)
    else:
        row[state_layout.KIND] = state_layout.MISPLAYED
        row[state_layout.STRIKES] += 1
        if not book[terms_layout.VANISH]:
            _bury(book, row, order, face)
    if discarding or not book[terms_layout.HOLE]:
        take(row, state_layout.UNSEEN, face)
    if bottom:
        row[state_layout.DRAWN] = drawn + 1
    else:
        _replace(book, row, seat, slot, order)
    if (
        row[state_layout.DRAWN] == book[terms_layout.CARDS]
        and row[state_layout.TURNS_LEFT] < 0
        and not book[terms_layout.NO_END]
    ):
        failed = drawn == book[terms_layout.CARDS]  # there was nothing to draw
        if failed == (book[terms_layout.LATE] != 0):
            row[state_layout.TURNS_LEFT] = book[terms_layout.PLAYERS] + 1


@inlined
def _cycle(row: Ints, seat: int) -> None:
    """Move the chop to slot 0."""
    hand, slot = row[state_layout.HANDS + seat], chop(row, seat)
    newer, older = hand & (1 << 8 * slot) - 1, hand >> 8 * slot + 8
    row[state_layout.HANDS + seat] = older << 8 * slot + 8 | newer << 8 | hand >> 8 * slot & 63


@inlined
def _tell(book: Ints, row: Ints, seat: int, away: int, clue: int) -> None:
    """Give a clue."""
    target = after(book, seat, away)
    touch, hit = book[terms_layout.TOUCH + clue], 0
    hand = row[state_layout.HANDS + target]
    for _ in range(row[state_layout.SIZES + target]):
        order = hand & 63
        hand >>= 8
        touched = touch >> row[state_layout.DECK + order] & 1
        hit |= touched << order
        if book[terms_layout.SHOWN]:
            row[state_layout.MASKS + order] &= touch if touched else ~touch
    row[state_layout.KIND] = book[terms_layout.SORT + clue]
    row[state_layout.TARGET] = target
    row[state_layout.CLUE] = clue
    row[state_layout.HIT] = hit
    row[state_layout.TOUCHED] |= hit
    row[state_layout.COINS] -= book[terms_layout.COST]
    row[state_layout.BARRED] = book[terms_layout.KIN + clue]
    if book[terms_layout.CYCLE] and row[state_layout.SIZES + seat]:
        _cycle(row, seat)


@compiled("void(int64[::1], int64[::1], int64)")
def suppose_clue(book: Ints, row: Ints, action: int) -> None:
    """Give a clue as `step` does, but for how the game may end: to see how it would be read."""
    seat = row[state_layout.SEAT]
    row[state_layout.ACTION] = action
    row[state_layout.ACTOR] = seat
    _forget(row)
    _tell(book, row, seat, book[terms_layout.AWAY + action], book[terms_layout.PLACE + action])
    row[state_layout.SEAT] = after(book, seat, 1)
    row[state_layout.TURN] += 1
    if row[state_layout.TURNS_LEFT] > 0:
        row[state_layout.TURNS_LEFT] -= 1


@inlined
def _judge(book: Ints, row: Ints) -> None:
    """Stop a game that has failed its own aim."""
    stuck = (
        row[state_layout.SIZES + row[state_layout.SEAT]] == 0
        and row[state_layout.COINS] < book[terms_layout.COST]
    )
    if card_value.best(book, row) < book[terms_layout.SUMMIT]:
        row[state_layout.STOP] = book[terms_layout.STRICT]
    elif book[terms_layout.NO_END] and stuck and row[state_layout.END] == 0:
        row[state_layout.STOP] = terms_layout.ALL_OR_NOTHING_STUCK
    if row[state_layout.STOP]:
        row[state_layout.END] = state_layout.TERMINATED


@inlined
def _close(book: Ints, row: Ints) -> None:
    """End the game if it is over, and say how."""
    if row[state_layout.STRIKES] >= book[terms_layout.LIVES]:
        row[state_layout.END] = state_layout.STRIKEOUT
        return
    last = row[state_layout.TURNS_LEFT] == 0
    if row[state_layout.POINTS] == book[terms_layout.SUMMIT] and (last or book[terms_layout.STOPS]):
        row[state_layout.END] = state_layout.PERFECT
    elif last:
        row[state_layout.END] = state_layout.FINAL_ROUND
    if book[terms_layout.STRICT]:
        _judge(book, row)


@compiled("void(int64[::1], int64[::1], int64)")
def step(book: Ints, row: Ints, action: int) -> None:
    """Take an action, draw, and pass the turn."""
    seat = row[state_layout.SEAT]
    row[state_layout.ACTION] = action
    row[state_layout.ACTOR] = seat
    _forget(row)
    if action < 2 * book[terms_layout.SLOTS]:
        _spend(book, row, seat, book[terms_layout.PLACE + action], action >= book[terms_layout.SLOTS])
    else:
        _tell(book, row, seat, book[terms_layout.AWAY + action], book[terms_layout.PLACE + action])
    row[state_layout.SEAT] = after(book, seat, 1)
    row[state_layout.TURN] += 1
    if row[state_layout.TURNS_LEFT] > 0:
        row[state_layout.TURNS_LEFT] -= 1
    _close(book, row)
