"""What a hat player does: sure plays, the clue that speaks to all, discards that will not be missed."""

from handsight.kernels import books, rows, rules, sight, worth
from handsight.kernels.compiled import compiled, inlined, lowest, natural, popcount
from handsight.kernels.hat import aside, channel, ending, last, notes
from handsight.kernels.hat.conversation import BY_CLUE, speak
from handsight.kernels.hat.drops import elsewhere, held_by, least_missed, rank, useless
from handsight.kernels.hat.settings import BOLD, DANGER, EXACT, LAST, LATE, RICH
from handsight.kernels.hat.tables import knows_play, lay_hand, share, single, tables_of, weight
from handsight.kernels.loop import DECIDE, NOTHING
from handsight.kernels.rows import PLANES, Ints

GIVE, DROP = -2, -3
"""What may be wished for, besides playing a slot."""
HIGHEST = 10
ENDLESS = 1 << 32


@inlined
def _know(book: Ints, row: Ints, tables: int, seat: int, scratch: Ints) -> None:
    """Leave in KNOWN what the own cards can be, by the tables and by what the seat sees; the rest is open."""
    size, hand = row[rows.SIZES + seat], row[rows.HANDS + seat]
    sight.hide(book, row, ~(1 << seat), scratch)
    for slot in range(size):
        scratch[sight.GIVEN + slot] = row[tables + (hand & 63)]
        hand >>= 8
    if not sight.narrow(size, scratch):  # somebody misled us: only clues count
        sight.give(row, seat, scratch)
        sight.narrow(size, scratch)
    rows.copy(scratch, sight.HIDDEN, scratch, notes.OPEN, PLANES)


@inlined
def _urgency(book: Ints, row: Ints, face: int) -> float:
    """How urgent it is to play a card: low ones first, and first what nobody else holds."""
    holders = 1
    if row[rows.DRAWN] < book[books.CARDS]:
        for seat in range(book[books.PLAYERS]):
            if seat != row[rows.SEAT]:
                holders += held_by(row, seat) >> face & 1
    return (HIGHEST - rank(book, face)) / holders


@inlined
def _sure_play(book: Ints, row: Ints, scratch: Ints) -> int:
    """Return the slot of the most urgent card that surely fits, or NOTHING."""
    best, chosen = 0.0, NOTHING
    for slot in range(row[rows.SIZES + row[rows.SEAT]]):
        mask = scratch[sight.KNOWN + slot]
        if mask & ~row[rows.FITS]:
            continue
        urgency, left = 0.0, mask
        while left:
            face = lowest(left)
            left &= left - 1
            urgency += share(mask, 1 << face, scratch) * _urgency(book, row, face)
        if urgency > best:
            best, chosen = urgency, slot
    return chosen


@inlined
def _bold_play(row: Ints, scratch: Ints) -> int:
    """Return the slot of a card that is trash unless it fits, and probably fits, or NOTHING."""
    best, chosen = BOLD, NOTHING
    for slot in range(row[rows.SIZES + row[rows.SEAT]]):
        mask = scratch[sight.KNOWN + slot]
        if mask & row[rows.NEEDED] & ~row[rows.FITS] == 0:
            chance = share(mask, row[rows.FITS], scratch)
            if chance > best:
                best, chosen = chance, slot
    return chosen


@inlined
def _someone_lacks(book: Ints, row: Ints, tables: int, scratch: Ints) -> bool:
    """Whether another seat holds a card that fits, and knows of none."""
    for seat in range(book[books.PLAYERS]):
        if seat != row[rows.SEAT] and held_by(row, seat) & row[rows.FITS]:
            lay_hand(row, tables, seat, scratch)
            if not knows_play(row, seat, row[rows.FITS], scratch):
                return True
    return False


@inlined
def _clue_wanted(book: Ints, row: Ints, tables: int, early: bool, scratch: Ints) -> bool:  # noqa: FBT001  # a kernel
    """Whether to give a clue rather than discard, having nothing to play."""
    tokens = row[rows.COINS] // book[books.COST]
    if tokens == 0:
        return False
    if row[rows.COINS] == book[books.CAP] or _someone_lacks(book, row, tables, scratch):
        return True
    if early and useless(row, scratch):
        return False
    if elsewhere(book, row) & row[rows.FITS] or tokens > RICH:
        return True
    return least_missed(book, row, DANGER, scratch) == NOTHING


@inlined
def _usual(book: Ints, row: Ints, tables: int, scratch: Ints) -> int:
    """Wish for what rules of thumb say: a slot to play, GIVE or DROP."""
    play = _sure_play(book, row, scratch)
    if play != NOTHING:
        return play
    dealt = book[books.PLAYERS] * book[books.HAND]
    early = popcount(row[rows.DISCARDED]) <= book[books.CARDS] - book[books.SUMMIT] - dealt
    if early and row[rows.STRIKES] < book[books.LIVES] - 2:
        play = _bold_play(row, scratch)
        if play != NOTHING:
            return play
    return GIVE if _clue_wanted(book, row, tables, early, scratch) else DROP


@inlined
def _possible(book: Ints, row: Ints, wish: int, bold: bool, scratch: Ints) -> bool:  # noqa: FBT001  # a kernel
    """Whether a wish can be played out; a bold one is to play what may fit."""
    if wish == GIVE:
        return row[rows.COINS] >= book[books.COST]
    if wish == DROP:
        return row[rows.COINS] < book[books.CAP] and useless(row, scratch) != 0
    mask = scratch[sight.KNOWN + wish]
    return mask & row[rows.FITS] != 0 and (bold or single(mask))


@compiled("int64(int64[::1], int64[::1], int64, boolean, int64, int64, int64[::1])")
def _cost(book: Ints, row: Ints, wish: int, exact: bool, deals: int, limit: int, scratch: Ints) -> int:  # noqa: FBT001  # a kernel
    """Play a wish out on every deal of what is hidden, or on some."""
    choice = ending.PASS if wish == GIVE else ending.THROW
    if wish >= 0:
        choice = lowest(scratch[sight.KNOWN + wish])
    if exact:
        return last.cost(book, row, wish, choice, deals, limit, scratch)
    return ending.cost(book, choice, deals, limit, scratch)


@compiled("int64(int64[::1], int64[::1], int64, int64, int64[::1])")
def _played_out(book: Ints, row: Ints, tables: int, usual: int, scratch: Ints) -> int:
    """Play the usual wish out, and every other one if it may fail; keep to it unless another is better."""
    if usual >= 0 and not single(scratch[sight.KNOWN + usual]):
        return usual
    ending.outline(book, row, tables, scratch)
    exact = book[books.CARDS] - row[rows.DRAWN] <= EXACT
    deals = last.hide(row, scratch) if exact else ending.deal_hidden(row, scratch)
    best, chosen = _cost(book, row, usual, exact, deals, ENDLESS, scratch), usual
    for wish in range(row[rows.SIZES + row[rows.SEAT]] - 1, DROP - 1, -1):
        if best == 0:
            break
        if wish in (usual, NOTHING) or not _possible(book, row, wish, exact, scratch):
            continue
        price = _cost(book, row, wish, exact, deals, best, scratch)
        if price < best:
            best, chosen = price, wish
    return chosen


@inlined
def _tells(book: Ints, row: Ints, target: int, clue: int, scratch: Ints) -> float:
    """Return how much a clue narrows a hand besides what is told, twice as much for a card it settles."""
    told, touch, needed = 1.0, book[books.TOUCH + clue], row[rows.NEEDED]
    for slot in range(row[rows.SIZES + target]):
        mask = row[notes.TOLD + 8 * target + slot]
        if single(mask) or mask & needed == 0:
            continue
        after = mask & (touch if touch >> rows.face_at(row, target, slot) & 1 else ~touch)
        told *= weight(mask, scratch) / max(1, weight(after, scratch))
        if single(after) or after & needed == 0:
            told *= 2
    return told


@inlined
def _clue(book: Ints, row: Ints, tables: int, scratch: Ints) -> int:
    """Return the clue that shows the sum of all answers, or NOTHING if the cards do not allow one."""
    number = speak(book, row, tables, BY_CLUE, 0, scratch)
    if number == channel.NONE:
        return NOTHING
    clues = channel.showing(book, row, number)
    away = channel.target_of(row, number)
    first = 2 * book[books.SLOTS] + (away - 1) * book[books.CLUES]
    if single(clues):
        return first + lowest(clues) if clues else NOTHING
    target = rules.after(book, row[rows.SEAT], away)
    best, chosen = 0.0, NOTHING
    while clues:
        told = _tells(book, row, target, lowest(clues), scratch)
        if told > best:
            best, chosen = told, first + lowest(clues)
        clues &= clues - 1
    return chosen


@compiled(DECIDE)
def decide(book: Ints, row: Ints, scratch: Ints) -> int:
    """Choose an action; NOTHING if there is none."""
    seat, slots = natural(row[rows.SEAT]), book[books.SLOTS]
    tables = tables_of(row, seat)
    worth.appraise(book, row)
    _know(book, row, tables, seat, scratch)
    wish = _usual(book, row, tables, scratch)
    if book[books.CARDS] - row[rows.DRAWN] <= LATE:
        wish = _played_out(book, row, tables, wish, scratch)
    if wish >= 0:
        alike = aside.ready(book, row, notes.NOW, tables, seat)
        return wish if single(alike) else aside.chosen(book, row, tables, alike, 0, scratch)
    junk = useless(row, scratch)
    action = slots + (lowest(junk) if junk else least_missed(book, row, LAST, scratch))
    alike = aside.spare(book, row, notes.NOW, tables, seat)
    if wish == DROP and not single(alike):
        absent = aside.silence(book, row, notes.NOW)
        action = slots + aside.chosen(book, row, tables, alike, absent, scratch)
    if wish == GIVE:
        clue = _clue(book, row, tables, scratch)
        action = clue if clue != NOTHING else action
    if rules.allowed(book, row, action):
        return action
    legal = rules.legal(book, row)
    clues = legal >> 2 * slots << 2 * slots
    return lowest(clues) if clues else lowest(legal) if legal else NOTHING
