"""The end of a game in outline: who holds what is still needed, and who knows of it.

Once the deck is low nearly every card is public, and what counts is the order of turns: when to draw, when
to pass the time with a clue. An outline is small enough to be played out on many deals of what is hidden. In
it a seat plays what it knows to fit, a clue makes all listeners know what they hold, and all else is junk.

| at | name    | words | what it holds |
| -- | ------- | ----- | ------------- |
|  0 | MOVER   | 1 | the seat to move |
|  1 | TOKENS  | 1 | tokens |
|  2 | LEFT    | 1 | cards in the deck |
|  3 | TURNS   | 1 | turns until the end, -1 before the final round |
|  4 | NEXT    | 1 | mask: what fits |
|  5 | GOAL    | 1 | mask: what is needed |
|  6 | TOPS    | 1 | mask: what ends a stack |
|  8 | SURE    | 6 | by seat: mask of the needed cards it holds and knows |
| 16 | FRESH   | 6 | by seat: mask of the needed cards it holds and does not know |
| 24 | CARDS   | 6 | by seat: how many it holds |
"""

import numpy as np

from handsight.kernels.dice import GOLDEN, HALF, stir
from handsight.kernels.hanabi import seat_knowledge, state_layout, terms_layout
from handsight.kernels.hanabi.state_layout import MOST_CARDS, PLANES, Ints
from handsight.kernels.hat import memory_layout
from handsight.kernels.hat.public_tables import single
from handsight.kernels.hat.settings import DEALS, LOSS
from handsight.kernels.jit import compiled, inlined, lowest, natural, popcount

MOVER, TOKENS, LEFT, TURNS, NEXT, GOAL, TOPS, SURE, FRESH, CARDS, WORDS = 0, 1, 2, 3, 4, 5, 6, 8, 16, 24, 32
SEATS = 8
"""So many words by seat, whoever is there: a loop of a fixed length takes them side by side."""
PASS, THROW, MISS, WAIT, STUCK = -1, -2, -3, -4, -5
"""In place of a face to play: give a clue, discard junk, play what does not fit, do nothing, give up."""
ENOUGH = 4
"""With more tokens than this, players in an outline give a clue rather than discard."""


@inlined
def _held_by_others(state: Ints, mover: int) -> int:
    """Mask of what other hands hold; some of it may have been played."""
    mask = 0
    for seat in range(SEATS):
        held = state[SURE + seat] | state[FRESH + seat]
        mask |= held if seat != mover else 0
    return mask


@inlined
def _tell(state: Ints, mover: int) -> None:
    """Give a clue: all the others know their hands."""
    sure, fresh = state[SURE + mover], state[FRESH + mover]
    for seat in range(SEATS):
        state[SURE + seat] |= state[FRESH + seat]
        state[FRESH + seat] = 0
    state[SURE + mover], state[FRESH + mover] = sure, fresh


@inlined
def _choose(state: Ints, mover: int, plays: int) -> int:
    """Choose what to play: first what another hand waits for, last what ends a stack."""
    if not single(plays):
        going_on = plays & ~state[TOPS]
        waited_for = going_on & _held_by_others(state, mover) >> 1
        plays = waited_for or going_on or plays
    return lowest(plays)


@inlined
def _spares(state: Ints, mover: int, goal: int) -> bool:
    """Whether the seat to move has junk, or what another hand holds too."""
    held = (state[SURE + mover] | state[FRESH + mover]) & goal
    return popcount(held) < state[CARDS + mover] or held & _held_by_others(state, mover) != 0


@inlined
def _throw(state: Ints, mover: int, goal: int) -> None:
    """Discard junk, or what another hand holds too."""
    held = (state[SURE + mover] | state[FRESH + mover]) & goal
    if popcount(held) >= state[CARDS + mover]:
        twins = held & _held_by_others(state, mover)
        state[SURE + mover] &= ~(twins & -twins)
        state[FRESH + mover] &= ~(twins & -twins)


@inlined
def _usual(book: Ints, state: Ints, mover: int, tokens: int, left: int, fits: int, goal: int) -> int:
    """Return what a seat does in an outline."""
    plays = state[SURE + mover] & fits
    if plays:
        return _choose(state, mover, plays)
    if tokens > 0:
        waits = tokens > ENOUGH or _held_by_others(state, mover) & fits != 0
        if waits or left + book[terms_layout.PLAYERS] <= popcount(goal):
            return PASS
    if state[CARDS + mover] == 0:
        return WAIT
    if _spares(state, mover, goal):
        return THROW
    return PASS if tokens > 0 else STUCK


@inlined
def play_out(book: Ints, state: Ints, deck: Ints, choice: int) -> int:
    """Play a choice, and then an outline to its end; return how many needed cards stay unplayed.

    Who holds what was played has junk now: hands count for no more than what is still needed of them.
    """
    players, mover, tokens, left = (
        book[terms_layout.PLAYERS],
        natural(state[MOVER]),
        state[TOKENS],
        state[LEFT],
    )
    turns, fits, goal = state[TURNS], state[NEXT], state[GOAL]
    while choice != STUCK:
        if choice == PASS:
            tokens -= 1
            _tell(state, mover)
        elif choice != WAIT:
            if choice == THROW:
                tokens += 1
                _throw(state, mover, goal)
            elif choice != MISS:
                bit = 1 << choice
                after = (bit & ~state[TOPS]) << 1
                goal &= ~bit
                fits = fits & ~bit | after & goal
                tokens += after == 0 and tokens < book[terms_layout.CAP]
            if left > 0:
                left -= 1
                state[FRESH + mover] |= 1 << deck[left] & goal & ~state[SURE + mover]
                turns = turns if left else players + 1
            else:
                state[CARDS + mover] -= 1
        mover = natural(mover + 1 if mover + 1 < players else 0)
        turns -= turns > 0
        if goal == 0 or turns == 0:
            break
        choice = _usual(book, state, mover, tokens, left, fits, goal)
    return popcount(goal)


@inlined
def outline(book: Ints, row: Ints, tables: int, scratch: Ints) -> None:
    """Draw the outline as the seat to move sees it; what it holds and does not know is left out."""
    state = scratch[memory_layout.OUTLINE : memory_layout.OUTLINE + WORDS]
    state[MOVER] = row[state_layout.SEAT]
    state[TOKENS] = row[state_layout.COINS] // book[terms_layout.COST]
    state[LEFT] = book[terms_layout.CARDS] - row[state_layout.DRAWN]
    state[TURNS] = row[state_layout.TURNS_LEFT]
    state[NEXT] = row[state_layout.FITS] & row[state_layout.NEEDED]
    state[GOAL] = row[state_layout.NEEDED]
    state[TOPS] = 0
    for suit in range(book[terms_layout.SUITS]):
        state[TOPS] |= book[terms_layout.OF_SUIT + suit] & ~(book[terms_layout.OF_SUIT + suit] >> 1)
    for seat in range(book[terms_layout.PLAYERS], SEATS):
        state[SURE + seat] = state[FRESH + seat] = 0
    for seat in range(book[terms_layout.PLAYERS]):
        sure, fresh = 0, 0
        for slot in range(row[state_layout.SIZES + seat]):
            if seat == row[state_layout.SEAT]:
                mask = scratch[seat_knowledge.KNOWN + slot]
                sure |= mask if single(mask) else 0
                continue
            order = state_layout.order_at(row, seat, slot)
            mask, bit = row[tables + order], 1 << row[state_layout.DECK + order]
            if single(mask) or mask & ~row[state_layout.FITS] == 0:
                sure |= bit
            else:
                fresh |= bit
        state[SURE + seat] = sure & row[state_layout.NEEDED]
        state[FRESH + seat] = fresh & row[state_layout.NEEDED] & ~sure
        state[CARDS + seat] = row[state_layout.SIZES + seat]


@inlined
def pile(scratch: Ints) -> int:
    """Pile up in WHOLE every hidden card; return how many there are."""
    count = 0
    for plane in range(PLANES):
        faces = scratch[memory_layout.OPEN + plane]
        while faces:
            scratch[memory_layout.WHOLE + count] = lowest(faces)
            faces &= faces - 1
            count += 1
    return count


@inlined
def _shuffle(turn: int, deals: int, count: int, scratch: Ints) -> None:
    """Shuffle the piles of all deals side by side, by dice that come from the number of the turn."""
    dice = scratch[memory_layout.DICE : memory_layout.DICE + DEALS].view(np.uint64)
    for deal in range(deals):
        dice[deal] = np.uint64(turn * DEALS + deal + 1) * GOLDEN
    for place in range(count - 1, 0, -1):
        for deal in range(deals):
            dice[deal] = stir(dice[deal])
            other = np.int64(((dice[deal] >> HALF) * np.uint64(place + 1)) >> HALF)
            begin = memory_layout.PILES + deal * MOST_CARDS
            face = scratch[begin + place]
            scratch[begin + place] = scratch[begin + other]
            scratch[begin + other] = face


@inlined
def _hold(row: Ints, deck: Ints, count: int, scratch: Ints) -> int:
    """Take the own hand out of a pile, the cards it knows first; return the mask of the others."""
    own = 0
    for known in (True, False):
        for slot in range(row[state_layout.SIZES + row[state_layout.SEAT]]):
            mask = scratch[seat_knowledge.KNOWN + slot]
            if single(mask) != known:
                continue
            for place in range(count - 1, -1, -1):
                if mask >> deck[place] & 1:
                    own |= 0 if known else 1 << deck[place]
                    count -= 1
                    deck[place] = deck[count]
                    break
    return own & row[state_layout.NEEDED]


@inlined
def deal_hidden(row: Ints, scratch: Ints) -> int:
    """Deal what the seat to move cannot see, several times, or once if no needed card is; say how often.

    The deals come from the number of the turn alone, so the same view gives the same choice.
    """
    hidden = (
        scratch[memory_layout.OPEN]
        & row[state_layout.NEEDED]
        & ~scratch[memory_layout.OUTLINE + SURE + row[state_layout.SEAT]]
    )
    deals = DEALS if hidden else 1
    count = pile(scratch)
    for deal in range(deals):
        state_layout.copy(
            scratch, memory_layout.WHOLE, scratch, memory_layout.PILES + deal * MOST_CARDS, count
        )
    _shuffle(row[state_layout.TURN], deals, count, scratch)
    for deal in range(deals):
        begin = memory_layout.PILES + deal * MOST_CARDS
        scratch[memory_layout.OWN + deal] = _hold(row, scratch[begin : begin + MOST_CARDS], count, scratch)
    return deals


@compiled("int64(int64[::1], int64[::1], int64[::1], int64)")
def outcome(book: Ints, state: Ints, deck: Ints, choice: int) -> int:
    """Play a choice out on one deal; return what it costs."""
    price, mover = 0, state[MOVER]
    if choice == THROW and not _spares(state, mover, state[GOAL]):
        price = LOSS
        tokens, left, fits = state[TOKENS], state[LEFT], state[NEXT]
        choice = _usual(book, state, mover, tokens, left, fits, state[GOAL])
    missing = play_out(book, state, deck, choice)
    return price + LOSS + missing if missing else price


@compiled("int64(int64[::1], int64, int64, int64, int64[::1])")
def cost(book: Ints, choice: int, deals: int, limit: int, scratch: Ints) -> int:
    """Play a choice out on every deal: PASS, THROW or a face to play; return the cards missed, and LOSSes.

    Once the cost has reached a limit, it does not matter how much more it is.
    """
    total = 0
    state = scratch[memory_layout.PLAYOUT : memory_layout.PLAYOUT + WORDS]
    for deal in range(deals):
        begin = memory_layout.PILES + deal * MOST_CARDS
        deck = scratch[begin : begin + MOST_CARDS]
        state_layout.copy(scratch, memory_layout.OUTLINE, scratch, memory_layout.PLAYOUT, WORDS)
        seat = state[MOVER]
        state[FRESH + seat] = scratch[memory_layout.OWN + deal] & ~state[SURE + seat]
        total += outcome(book, state, deck, choice)
        if total >= limit:
            break
    return total
