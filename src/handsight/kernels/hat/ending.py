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
|  8 | SURE    | 6 | by seat: mask of the needed cards it holds and knows |
| 16 | FRESH   | 6 | by seat: mask of the needed cards it holds and does not know |
| 24 | CARDS   | 6 | by seat: how many it holds |
"""

import numpy as np

from handsight.kernels import books, rows, sight
from handsight.kernels.compiled import compiled, inlined, lowest, popcount
from handsight.kernels.dice import HALF, stir
from handsight.kernels.hat import notes
from handsight.kernels.hat.settings import DEALS, LOSS
from handsight.kernels.hat.tables import single
from handsight.kernels.rows import MOST_CARDS, PLANES, Ints

MOVER, TOKENS, LEFT, TURNS, NEXT, GOAL, SURE, FRESH, CARDS, WORDS = 0, 1, 2, 3, 4, 5, 8, 16, 24, 32
PASS, THROW, MISS = -1, -2, -3
"""In place of a face to play: give a clue, discard junk, or play what does not fit."""
ENOUGH = 4
"""With more tokens than this, players in an outline give a clue rather than discard."""


@inlined
def _pass_on(state: Ints, players: int) -> None:
    """Pass the turn."""
    state[MOVER] = state[MOVER] + 1 if state[MOVER] + 1 < players else 0
    state[TURNS] -= state[TURNS] > 0


@inlined
def _replace(state: Ints, deck: Ints, players: int) -> None:
    """Let a card go, draw another, and pass the turn."""
    seat = state[MOVER]
    if state[LEFT] > 0:
        state[LEFT] -= 1
        state[FRESH + seat] |= 1 << deck[state[LEFT]] & state[GOAL] & ~state[SURE + seat]
        if state[LEFT] == 0:
            state[TURNS] = players + 1
    else:
        state[CARDS + seat] -= 1
    _pass_on(state, players)


@inlined
def _play(book: Ints, state: Ints, deck: Ints, face: int) -> None:
    """Play a card that fits; whoever else holds it has junk now."""
    bit = 1 << face
    for seat in range(book[books.PLAYERS]):
        state[SURE + seat] &= ~bit
        state[FRESH + seat] &= ~bit
    after = book[books.OF_SUIT + book[books.SUIT + face]] & bit << 1
    state[GOAL] &= ~bit
    state[NEXT] = state[NEXT] & ~bit | after & state[GOAL]
    if after == 0 and state[TOKENS] < book[books.CAP]:
        state[TOKENS] += 1
    _replace(state, deck, book[books.PLAYERS])


@inlined
def _tell(book: Ints, state: Ints) -> None:
    """Give a clue: all the others know their hands."""
    state[TOKENS] -= 1
    for seat in range(book[books.PLAYERS]):
        if seat != state[MOVER]:
            state[SURE + seat] |= state[FRESH + seat]
            state[FRESH + seat] = 0
    _pass_on(state, book[books.PLAYERS])


@inlined
def _held_by_others(book: Ints, state: Ints) -> int:
    """Mask of the needed cards in other hands."""
    mask = 0
    for seat in range(book[books.PLAYERS]):
        if seat != state[MOVER]:
            mask |= state[SURE + seat] | state[FRESH + seat]
    return mask


@inlined
def _throw(book: Ints, state: Ints, deck: Ints) -> bool:
    """Discard junk, or what another hand holds too; False if there is nothing of the kind."""
    seat = state[MOVER]
    held = state[SURE + seat] | state[FRESH + seat]
    if popcount(held) >= state[CARDS + seat]:
        twins = held & _held_by_others(book, state)
        if twins == 0:
            return False
        state[SURE + seat] &= ~(twins & -twins)
        state[FRESH + seat] &= ~(twins & -twins)
    state[TOKENS] += 1
    _replace(state, deck, book[books.PLAYERS])
    return True


@inlined
def _choose(book: Ints, state: Ints, plays: int) -> int:
    """Choose what to play: first what another hand waits for, last what ends a stack."""
    waiting, best, chosen = _held_by_others(book, state), -1, 0
    while plays:
        face = lowest(plays)
        plays &= plays - 1
        after = book[books.OF_SUIT + book[books.SUIT + face]] & 1 << face + 1
        value = 2 if after & waiting else 1 if after else 0
        if value > best:
            best, chosen = value, face
    return chosen


@compiled("int64(int64[::1], int64[::1], int64[::1])")
def play_out(book: Ints, state: Ints, deck: Ints) -> int:
    """Play an outline to its end; return how many needed cards stay unplayed."""
    players = book[books.PLAYERS]
    while state[GOAL] and state[TURNS] != 0:
        seat = state[MOVER]
        plays = state[SURE + seat] & state[NEXT]
        if plays:
            _play(book, state, deck, _choose(book, state, plays))
            continue
        waits = _held_by_others(book, state) & state[NEXT] != 0 or state[TOKENS] > ENOUGH
        if state[TOKENS] > 0 and (waits or state[LEFT] + players <= popcount(state[GOAL])):
            _tell(book, state)
        elif state[CARDS + seat] == 0:
            _pass_on(state, players)
        elif not _throw(book, state, deck):
            if state[TOKENS] == 0:
                break
            _tell(book, state)
    return popcount(state[GOAL])


@compiled("void(int64[::1], int64[::1], int64, int64[::1])")
def outline(book: Ints, row: Ints, tables: int, scratch: Ints) -> None:
    """Draw the outline as the seat to move sees it; what it holds and does not know is left out."""
    state = scratch[notes.OUTLINE : notes.OUTLINE + WORDS]
    state[MOVER] = row[rows.SEAT]
    state[TOKENS] = row[rows.COINS] // book[books.COST]
    state[LEFT] = book[books.CARDS] - row[rows.DRAWN]
    state[TURNS] = row[rows.TURNS_LEFT]
    state[NEXT] = row[rows.FITS] & row[rows.NEEDED]
    state[GOAL] = row[rows.NEEDED]
    for seat in range(book[books.PLAYERS]):
        sure, fresh = 0, 0
        for slot in range(row[rows.SIZES + seat]):
            if seat == row[rows.SEAT]:
                mask = scratch[sight.KNOWN + slot]
                sure |= mask if single(mask) else 0
                continue
            order = rows.order_at(row, seat, slot)
            mask, bit = row[tables + order], 1 << row[rows.DECK + order]
            if single(mask) or mask & ~row[rows.FITS] == 0:
                sure |= bit
            else:
                fresh |= bit
        state[SURE + seat] = sure & row[rows.NEEDED]
        state[FRESH + seat] = fresh & row[rows.NEEDED] & ~sure
        state[CARDS + seat] = row[rows.SIZES + seat]


@inlined
def _pile(pile: Ints, scratch: Ints) -> int:
    """Pile up every hidden card; return how many there are."""
    count = 0
    for plane in range(PLANES):
        faces = scratch[notes.OPEN + plane]
        while faces:
            pile[count] = lowest(faces)
            faces &= faces - 1
            count += 1
    return count


@inlined
def _shuffle(pile: Ints, count: int, state: np.uint64) -> None:
    """Shuffle a pile by a state of dice."""
    for place in range(count - 1, 0, -1):
        state = stir(state)
        other = np.int64(((state >> HALF) * np.uint64(place + 1)) >> HALF)
        face = pile[place]
        pile[place] = pile[other]
        pile[other] = face


@inlined
def _hold(row: Ints, pile: Ints, count: int, scratch: Ints) -> int:
    """Take the own hand out of a pile, the cards it knows first; return the mask of the others."""
    own = 0
    for known in (True, False):
        for slot in range(row[rows.SIZES + row[rows.SEAT]]):
            mask = scratch[sight.KNOWN + slot]
            if single(mask) != known:
                continue
            for place in range(count - 1, -1, -1):
                if mask >> pile[place] & 1:
                    own |= 0 if known else 1 << pile[place]
                    count -= 1
                    pile[place] = pile[count]
                    break
    return own & row[rows.NEEDED]


@compiled("int64(int64[::1], int64[::1])")
def deal_hidden(row: Ints, scratch: Ints) -> int:
    """Deal what the seat to move cannot see, several times, or once if no needed card is; say how often.

    The deals come from the number of the turn alone, so the same view gives the same choice.
    """
    hidden = scratch[notes.OPEN] & row[rows.NEEDED] & ~scratch[notes.OUTLINE + SURE + row[rows.SEAT]]
    deals = DEALS if hidden else 1
    whole = scratch[notes.WHOLE : notes.WHOLE + MOST_CARDS]
    count = _pile(whole, scratch)
    for deal in range(deals):
        begin = notes.PILES + deal * MOST_CARDS
        pile = scratch[begin : begin + MOST_CARDS]
        rows.copy(scratch, notes.WHOLE, scratch, begin, count)
        _shuffle(pile, count, np.uint64(row[rows.TURN] * DEALS + deal + 1) * np.uint64(0x9E3779B97F4A7C15))
        scratch[notes.OWN + deal] = _hold(row, pile, count, scratch)
    return deals


@compiled("int64(int64[::1], int64[::1], int64[::1], int64)")
def outcome(book: Ints, state: Ints, pile: Ints, choice: int) -> int:
    """Play a choice out on one deal; return what it costs."""
    price = 0
    if choice == PASS:
        _tell(book, state)
    elif choice == MISS:
        _replace(state, pile, book[books.PLAYERS])
    elif choice != THROW:
        _play(book, state, pile, choice)
    elif not _throw(book, state, pile):
        price = LOSS
    missing = play_out(book, state, pile)
    return price + LOSS + missing if missing else price


@compiled("int64(int64[::1], int64, int64, int64, int64[::1])")
def cost(book: Ints, choice: int, deals: int, limit: int, scratch: Ints) -> int:
    """Play a choice out on every deal: PASS, THROW or a face to play; return the cards missed, and LOSSes.

    Once the cost has reached a limit, it does not matter how much more it is.
    """
    total = 0
    state = scratch[notes.PLAYOUT : notes.PLAYOUT + WORDS]
    for deal in range(deals):
        begin = notes.PILES + deal * MOST_CARDS
        pile = scratch[begin : begin + MOST_CARDS]
        rows.copy(scratch, notes.OUTLINE, scratch, notes.PLAYOUT, WORDS)
        seat = state[MOVER]
        state[FRESH + seat] = scratch[notes.OWN + deal] & ~state[SURE + seat]
        total += outcome(book, state, pile, choice)
        if total >= limit:
            break
    return total
