"""What a hat player does: sure plays, the clue that speaks to all, discards that will not be missed."""

from handsight.kernels.hanabi import card_value, rules, seat_knowledge, state_layout, terms_layout
from handsight.kernels.hanabi.game_loop import DECIDE, NOTHING
from handsight.kernels.hanabi.state_layout import PLANES, Ints
from handsight.kernels.hat import action_signal, clue_code, endgame, endgame_exact, memory_layout
from handsight.kernels.hat.discards import elsewhere, held_by, least_missed, rank, useless
from handsight.kernels.hat.hat_sum import BY_CLUE, speak
from handsight.kernels.hat.public_tables import knows_play, lay_hand, share, single, tables_of, weight
from handsight.kernels.hat.settings import BOLD, DANGER, EXACT, LAST, LATE, RICH
from handsight.kernels.jit import compiled, inlined, lowest, natural, popcount

GIVE, DROP = -2, -3
"""What may be wished for, besides playing a slot."""
HIGHEST = 10
ENDLESS = 1 << 32


@inlined
def _know(book: Ints, row: Ints, tables: int, seat: int, scratch: Ints) -> None:
    """Leave in KNOWN what the own cards can be, by the tables and by what the seat sees; the rest is open."""
    size, hand = row[state_layout.SIZES + seat], row[state_layout.HANDS + seat]
    seat_knowledge.hide(book, row, ~(1 << seat), scratch)
    for slot in range(size):
        scratch[seat_knowledge.GIVEN + slot] = row[tables + (hand & 63)]
        hand >>= 8
    if not seat_knowledge.narrow(size, scratch):  # somebody misled us: only clues count
        seat_knowledge.give(row, seat, scratch)
        seat_knowledge.narrow(size, scratch)
    state_layout.copy(scratch, seat_knowledge.HIDDEN, scratch, memory_layout.OPEN, PLANES)


@inlined
def _urgency(book: Ints, row: Ints, face: int) -> float:
    """How urgent it is to play a card: low ones first, and first what nobody else holds."""
    holders = 1
    if row[state_layout.DRAWN] < book[terms_layout.CARDS]:
        for seat in range(book[terms_layout.PLAYERS]):
            if seat != row[state_layout.SEAT]:
                holders += held_by(row, seat) >> face & 1
    return (HIGHEST - rank(book, face)) / holders


@inlined
def _sure_play(book: Ints, row: Ints, scratch: Ints) -> int:
    """Return the slot of the most urgent card that surely fits, or NOTHING."""
    best, chosen = 0.0, NOTHING
    for slot in range(row[state_layout.SIZES + row[state_layout.SEAT]]):
        mask = scratch[seat_knowledge.KNOWN + slot]
        if mask & ~row[state_layout.FITS]:
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
    for slot in range(row[state_layout.SIZES + row[state_layout.SEAT]]):
        mask = scratch[seat_knowledge.KNOWN + slot]
        if mask & row[state_layout.NEEDED] & ~row[state_layout.FITS] == 0:
            chance = share(mask, row[state_layout.FITS], scratch)
            if chance > best:
                best, chosen = chance, slot
    return chosen


@inlined
def _someone_lacks(book: Ints, row: Ints, tables: int, scratch: Ints) -> bool:
    """Whether another seat holds a card that fits, and knows of none."""
    for seat in range(book[terms_layout.PLAYERS]):
        if seat != row[state_layout.SEAT] and held_by(row, seat) & row[state_layout.FITS]:
            lay_hand(row, tables, seat, scratch)
            if not knows_play(row, seat, row[state_layout.FITS], scratch):
                return True
    return False


@inlined
def _clue_wanted(book: Ints, row: Ints, tables: int, early: bool, scratch: Ints) -> bool:  # noqa: FBT001  # a kernel
    """Whether to give a clue rather than discard, having nothing to play."""
    tokens = row[state_layout.COINS] // book[terms_layout.COST]
    if tokens == 0:
        return False
    if row[state_layout.COINS] == book[terms_layout.CAP] or _someone_lacks(book, row, tables, scratch):
        return True
    if early and useless(row, scratch):
        return False
    if elsewhere(book, row) & row[state_layout.FITS] or tokens > RICH:
        return True
    return least_missed(book, row, DANGER, scratch) == NOTHING


@inlined
def _usual(book: Ints, row: Ints, tables: int, scratch: Ints) -> int:
    """Wish for what rules of thumb say: a slot to play, GIVE or DROP."""
    play = _sure_play(book, row, scratch)
    if play != NOTHING:
        return play
    dealt = book[terms_layout.PLAYERS] * book[terms_layout.HAND]
    early = (
        popcount(row[state_layout.DISCARDED]) <= book[terms_layout.CARDS] - book[terms_layout.SUMMIT] - dealt
    )
    if early and row[state_layout.STRIKES] < book[terms_layout.LIVES] - 2:
        play = _bold_play(row, scratch)
        if play != NOTHING:
            return play
    return GIVE if _clue_wanted(book, row, tables, early, scratch) else DROP


@inlined
def _possible(book: Ints, row: Ints, wish: int, bold: bool, scratch: Ints) -> bool:  # noqa: FBT001  # a kernel
    """Whether a wish can be played out; a bold one is to play what may fit."""
    if wish == GIVE:
        return row[state_layout.COINS] >= book[terms_layout.COST]
    if wish == DROP:
        return row[state_layout.COINS] < book[terms_layout.CAP] and useless(row, scratch) != 0
    mask = scratch[seat_knowledge.KNOWN + wish]
    return mask & row[state_layout.FITS] != 0 and (bold or single(mask))


@compiled("int64(int64[::1], int64[::1], int64, boolean, int64, int64, int64[::1])")
def _cost(book: Ints, row: Ints, wish: int, exact: bool, deals: int, limit: int, scratch: Ints) -> int:  # noqa: FBT001  # a kernel
    """Play a wish out on every deal of what is hidden, or on some."""
    choice = endgame.PASS if wish == GIVE else endgame.THROW
    if wish >= 0:
        choice = lowest(scratch[seat_knowledge.KNOWN + wish])
    if exact:
        return endgame_exact.cost(book, row, wish, choice, deals, limit, scratch)
    return endgame.cost(book, choice, deals, limit, scratch)


@compiled("int64(int64[::1], int64[::1], int64, int64, int64[::1])")
def _played_out(book: Ints, row: Ints, tables: int, usual: int, scratch: Ints) -> int:
    """Play the usual wish out, and every other one if it may fail; keep to it unless another is better."""
    if usual >= 0 and not single(scratch[seat_knowledge.KNOWN + usual]):
        return usual
    endgame.outline(book, row, tables, scratch)
    exact = book[terms_layout.CARDS] - row[state_layout.DRAWN] <= EXACT
    deals = endgame_exact.hide(row, scratch) if exact else endgame.deal_hidden(row, scratch)
    best, chosen = _cost(book, row, usual, exact, deals, ENDLESS, scratch), usual
    for wish in range(row[state_layout.SIZES + row[state_layout.SEAT]] - 1, DROP - 1, -1):
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
    told, touch, needed = 1.0, book[terms_layout.TOUCH + clue], row[state_layout.NEEDED]
    for slot in range(row[state_layout.SIZES + target]):
        mask = row[memory_layout.TOLD + 8 * target + slot]
        if single(mask) or mask & needed == 0:
            continue
        after = mask & (touch if touch >> state_layout.face_at(row, target, slot) & 1 else ~touch)
        told *= weight(mask, scratch) / max(1, weight(after, scratch))
        if single(after) or after & needed == 0:
            told *= 2
    return told


@inlined
def _clue(book: Ints, row: Ints, tables: int, scratch: Ints) -> int:
    """Return the clue that shows the sum of all answers, or NOTHING if the cards do not allow one."""
    number = speak(book, row, tables, BY_CLUE, 0, scratch)
    if number == clue_code.NONE:
        return NOTHING
    clues = clue_code.showing(book, row, number)
    away = clue_code.target_of(row, number)
    first = 2 * book[terms_layout.SLOTS] + (away - 1) * book[terms_layout.CLUES]
    if single(clues):
        return first + lowest(clues) if clues else NOTHING
    target = rules.after(book, row[state_layout.SEAT], away)
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
    seat, slots = natural(row[state_layout.SEAT]), book[terms_layout.SLOTS]
    tables = tables_of(row, seat)
    card_value.appraise(book, row)
    _know(book, row, tables, seat, scratch)
    wish = _usual(book, row, tables, scratch)
    if book[terms_layout.CARDS] - row[state_layout.DRAWN] <= LATE:
        wish = _played_out(book, row, tables, wish, scratch)
    if wish >= 0:
        alike = action_signal.ready(book, row, memory_layout.NOW, tables, seat)
        return wish if single(alike) else action_signal.chosen(book, row, tables, alike, 0, scratch)
    junk = useless(row, scratch)
    action = slots + (lowest(junk) if junk else least_missed(book, row, LAST, scratch))
    alike = action_signal.spare(book, row, memory_layout.NOW, tables, seat)
    if wish == DROP and not single(alike):
        absent = action_signal.silence(book, row, memory_layout.NOW)
        action = slots + action_signal.chosen(book, row, tables, alike, absent, scratch)
    if wish == GIVE:
        clue = _clue(book, row, tables, scratch)
        action = clue if clue != NOTHING else action
    if rules.allowed(book, row, action):
        return action
    legal = rules.legal(book, row)
    clues = legal >> 2 * slots << 2 * slots
    return lowest(clues) if clues else lowest(legal) if legal else NOTHING
