"""Hanabi with all cards known: can the team reach a score from here?

A depth-first search with a table of positions that are known to fail. A *face* is a kind of card by its place
in the order of play: ``8 * suit + place``, place 0 being the first card of the stack. Hands are sets of
orders as bit masks. A face is *dead* when no copy of it, or of a face below it, is left; a card that is dead,
already played, or a second copy in the same hand is of no use to its holder.

Three modes of search:

- QUICK looks for a line of play by the rules. It leaves moves out, so that it proves nothing.
- LENIENT plays by rules that allow more: a discard is allowed with all clue tokens (and then returns none), a
  clue need not touch a card. So what cannot be reached here cannot be reached by the rules, either. In return
  more tokens are never worse (whatever is done with fewer can be done with more), a strike is never needed,
  and a useful card is never worse than a useless one; these three keep the search small.
- EXACT plays by the rules and assumes nothing of the kind. It is slow.
"""

import numpy as np

from handsight.compiled.jit import Ints, compiled, highest_bit, inlined, lowest_bit, popcount

DRAWN, SEAT, TOKENS, LEFT, STRIKES, POINTS = range(6)
"""The words of a position; LEFT counts the turns of the final round, and is -1 before it."""
STACKS = 6
HANDS = 14
TOPS = 20
"""How high each stack can still become."""
HASH, CHECK, SLACK, ENTERED = 28, 29, 30, 31
"""Two hashes of the position, the points that may still be lost, and the nodes visited before it."""
WORDS = 32

(
    CARDS,
    PLAYERS,
    SUITS,
    HEIGHT,
    MOST_TOKENS,
    CLUE_COST,
    REFUND,
    FAILED_DRAW,
    DISCARD_AT_FULL,
    MOST_STRIKES,
    FREE_CLUES,
    TOUCHABLE,
) = range(12)
"""What is fixed during a search. TOUCHABLE is the set of orders that some clue touches."""
FACES = 12
"""The face of each order."""
COPIES = FACES + 64
"""For each face, the set of orders that have it."""
FIXED_WORDS = COPIES + 64

QUICK, LENIENT, EXACT = range(3)
PLAY, DISCARD, CLUE, MISPLAY, PASS = range(5)
"""Kinds of moves, written as ``64 * kind + order``; PASS is any move of a final round that plays no card."""
MODE, TARGET, LIMIT, NOISE, DIE, NODES, DEPTH = range(7)
"""What is asked of a search, and (NODES, DEPTH) what it reports."""
ASKED_WORDS = 7
MOST_MOVES = 32
REACHED, FAILED, OPEN = 1, 0, -1
"""Whether the target was reached, cannot be reached, or neither was found within the limit of nodes."""

HASH_HANDS = 0
HASH_STACKS = HASH_HANDS + 6 * 64 * 4
HASH_DRAWN = HASH_STACKS + 64
HASH_SEAT = HASH_DRAWN + 64
HASH_LEFT = HASH_SEAT + 8
HASH_SIZES = HASH_LEFT + 64
HASH_TOKENS = HASH_SIZES + 6 * 64
HASH_STRIKES = HASH_TOKENS + 256
HASH_WORDS = HASH_STRIKES + 64


def hash_words() -> Ints:
    """Return the random words of the two hashes; they are always the same."""
    words = np.random.Generator(np.random.PCG64(16)).integers(-(2**63), 2**63 - 1, (2, HASH_WORDS))
    return np.ascontiguousarray(words, np.int64)


@inlined
def cards_to_come(fixed: Ints, now: Ints) -> int:
    """Return the set of cards in the hands of seats that still have a turn."""
    held, turns = 0, fixed[PLAYERS] if now[LEFT] < 0 else now[LEFT]
    for turn in range(turns):
        held |= now[HANDS + (now[SEAT] + turn) % fixed[PLAYERS]]
    return held


@inlined
def mark_suit(fixed: Ints, now: Ints, suit: int, held: int, marks: Ints) -> int:
    """Return how high a stack can still become, and mark what its faces need.

    ``marks[i]`` counts the plays that cannot come before card *i* of the deck is drawn. Sums of
    ``marks[64:65 + i]`` count the cards that somebody must hold when it has just been drawn: their last copy
    has been drawn, and they cannot have been played yet.
    """
    drawn = now[DRAWN]
    latest, place = drawn - 1, now[STACKS + suit]
    while place < fixed[HEIGHT]:
        copies = fixed[COPIES + 8 * suit + place]
        coming = copies >> drawn
        if not copies & held:
            if coming == 0:
                break
            latest = max(latest, drawn + lowest_bit(coming))
        place += 1
        if latest >= drawn:
            marks[latest] += 1
            first = drawn + highest_bit(coming) if coming else drawn
            if first <= latest:
                marks[64 + first] += 1
                marks[64 + latest + 1] -= 1
            if latest == fixed[CARDS] - 1 and not fixed[FAILED_DRAW]:
                break  # who draws the last card plays it with the last turn of the game
    return place


@inlined
def fits_in_time(fixed: Ints, now: Ints, after_deck: int, size: int, marks: Ints) -> bool:
    """Whether late plays fit into the turns after a card is drawn, and cards that must be held into hands."""
    late = 0
    for order in range(fixed[CARDS] - 1, now[DRAWN] - 1, -1):
        late += marks[order]
        if late > fixed[CARDS] - order - 1 + after_deck + now[SLACK]:
            return False
    must_hold = 0
    for order in range(now[DRAWN], fixed[CARDS]):
        must_hold += marks[64 + order]
        if must_hold > size + now[SLACK]:
            return False
    return True


@inlined
def can_reach(fixed: Ints, now: Ints, target: int, marks: Ints) -> bool:
    """Whether nothing simple forbids the target; write TOPS and SLACK.

    Four things can forbid it: too few turns; too few faces alive; for some card of the deck, more plays that
    must come after it is drawn than turns after that; or more cards that must be in hands at that time than
    hands hold. Points that may be lost (SLACK) loosen each of them by as many cards.
    """
    after_deck = fixed[PLAYERS] + fixed[FAILED_DRAW]
    turns = now[LEFT] if now[LEFT] >= 0 else fixed[CARDS] - now[DRAWN] + after_deck
    if now[POINTS] + turns < target:
        return False
    for order in range(now[DRAWN], fixed[CARDS] + 1):
        marks[order] = 0
        marks[64 + order] = 0
    held = cards_to_come(fixed, now)
    now[SLACK] = -target
    for suit in range(fixed[SUITS]):
        now[TOPS + suit] = mark_suit(fixed, now, suit, held, marks)
        now[SLACK] += now[TOPS + suit]
    if now[SLACK] < 0:
        return False
    return now[LEFT] >= 0 or fits_in_time(fixed, now, after_deck, popcount(held), marks)


@inlined
def add_hashes(fixed: Ints, now: Ints, mode: int, random: Ints) -> None:
    """Write the two hashes of a position. Cards of no use are only counted, but for EXACT."""
    one = random[0, HASH_DRAWN + now[DRAWN]] ^ random[0, HASH_SEAT + now[SEAT]]
    two = random[1, HASH_DRAWN + now[DRAWN]] ^ random[1, HASH_SEAT + now[SEAT]]
    one ^= random[0, HASH_LEFT + now[LEFT] + 1]
    two ^= random[1, HASH_LEFT + now[LEFT] + 1]
    for suit in range(fixed[SUITS]):
        one ^= random[0, HASH_STACKS + 8 * suit + now[STACKS + suit]]
        two ^= random[1, HASH_STACKS + 8 * suit + now[STACKS + suit]]
    for seat in range(fixed[PLAYERS]):
        hand = now[HANDS + seat]
        one ^= random[0, HASH_SIZES + 64 * seat + popcount(hand)]
        two ^= random[1, HASH_SIZES + 64 * seat + popcount(hand)]
        counted = 0
        while hand:
            face = fixed[FACES + lowest_bit(hand)]
            hand &= hand - 1
            suit = face >> 3
            bit = 1 << face
            if mode == EXACT:
                copy = 0
                if counted & bit:
                    copy = 1 + popcount(hand & fixed[COPIES + face])
            elif counted & bit or face & 7 < now[STACKS + suit] or face & 7 >= now[TOPS + suit]:
                continue
            else:
                copy = 0
            counted |= bit
            at = HASH_HANDS + (seat * 64 + face) * 4 + copy
            one ^= random[0, at]
            two ^= random[1, at]
    if mode == EXACT:
        one ^= random[0, HASH_TOKENS + now[TOKENS]] ^ random[0, HASH_STRIKES + now[STRIKES]]
        two ^= random[1, HASH_TOKENS + now[TOKENS]] ^ random[1, HASH_STRIKES + now[STRIKES]]
    now[HASH] = one
    now[CHECK] = two


@inlined
def known_to_fail(table: Ints, now: Ints) -> bool:
    """Whether the table has this position, with as many tokens or more, among those that fail."""
    at = now[HASH] & (table.shape[0] - 2)
    tokens = now[TOKENS] if now[LEFT] < 0 else 0
    if table[at, 0] == now[CHECK] and table[at, 1] & 255 > tokens:
        return True
    return table[at + 1, 0] == now[CHECK] and table[at + 1, 1] & 255 > tokens


@inlined
def remember_failure(table: Ints, now: Ints, nodes: int) -> None:
    """Put a position into the table; of two at a place the one that took longer stays."""
    at = now[HASH] & (table.shape[0] - 2)
    work = nodes - now[ENTERED]
    tokens = (now[TOKENS] if now[LEFT] < 0 else 0) + 1
    if table[at, 0] == now[CHECK] or work >= table[at, 1] >> 8:
        if table[at, 0] != now[CHECK]:
            table[at + 1, 0] = table[at, 0]
            table[at + 1, 1] = table[at, 1]
    else:
        at += 1
    table[at, 0] = now[CHECK]
    table[at, 1] = work << 8 | tokens


@inlined
def clue_allowed(fixed: Ints, now: Ints, mode: int) -> bool:
    """Whether some clue may be given."""
    if now[TOKENS] < fixed[CLUE_COST]:
        return False
    others = 0
    for seat in range(fixed[PLAYERS]):
        if seat != now[SEAT]:
            others |= now[HANDS + seat]
    return mode == LENIENT or fixed[FREE_CLUES] != 0 or others & fixed[TOUCHABLE] != 0


@inlined
def list_plays(fixed: Ints, now: Ints, moves: Ints, worth: Ints) -> int:
    """Write the plays of cards that fit, low cards first; return how many there are."""
    count, seen, hand = 0, 0, now[HANDS + now[SEAT]]
    while hand:
        order = lowest_bit(hand)
        hand &= hand - 1
        face = fixed[FACES + order]
        if not seen >> face & 1 and face & 7 == now[STACKS + (face >> 3)]:
            moves[count] = order
            worth[count] = 1000 - 10 * (face & 7)
            count += 1
        seen |= 1 << face
    return count


@inlined
def useless_card(fixed: Ints, now: Ints, kind: int) -> int:
    """Return a card of no use to its holder that can be discarded (or misplayed); -1 if there is none."""
    found, seen, hand = -1, 0, now[HANDS + now[SEAT]]
    while hand:
        order = lowest_bit(hand)
        hand &= hand - 1
        face = fixed[FACES + order]
        suit, place = face >> 3, face & 7
        of_use = now[STACKS + suit] <= place < now[TOPS + suit] and not seen >> face & 1
        if not of_use and (kind == DISCARD or place != now[STACKS + suit]):
            found = order
        seen |= 1 << face
    return found


@inlined
def list_losses(fixed: Ints, now: Ints, kind: int, mode: int, moves: Ints, worth: Ints, count: int) -> int:
    """Add the discards (or misplays) of useful cards that can be spared; return how many moves there are."""
    held = 0
    for seat in range(fixed[PLAYERS]):
        held |= now[HANDS + seat]
    seen, hand = 0, now[HANDS + now[SEAT]]
    while hand:
        order = lowest_bit(hand)
        hand &= hand - 1
        face = fixed[FACES + order]
        others = fixed[COPIES + face] & ~(1 << order)
        fails = kind == DISCARD or face & 7 != now[STACKS + (face >> 3)]
        spared = others & held != 0 or others >> now[DRAWN] != 0 or now[SLACK] > 0 or mode == EXACT
        if not seen >> face & 1 and fails and spared:
            moves[count] = 64 * kind + order
            if others & held:
                worth[count] = 480
            elif others >> now[DRAWN]:
                worth[count] = 300 + 5 * (face & 7)
            else:
                worth[count] = 100 + 5 * (face & 7)
            count += 1
        seen |= 1 << face
    return count


@inlined
def list_moves(fixed: Ints, now: Ints, mode: int, moves: Ints, worth: Ints) -> int:
    """Write the moves worth trying, and how promising each is; return how many they are."""
    plays = count = list_plays(fixed, now, moves, worth)
    tokens = now[TOKENS]
    if now[LEFT] >= 0 and mode != EXACT:
        moves[count] = 64 * PASS
        worth[count] = 0
        return count + 1
    strikes = tokens >= fixed[MOST_TOKENS] and not fixed[DISCARD_AT_FULL] and mode != LENIENT
    if not strikes or now[STRIKES] + 1 < fixed[MOST_STRIKES]:
        kind = MISPLAY if strikes else DISCARD
        useless = -1 if mode == EXACT else useless_card(fixed, now, kind)
        if useless >= 0:
            moves[count] = 64 * kind + useless
            worth[count] = 500
            count += 1
        else:
            count = list_losses(fixed, now, kind, mode, moves, worth, count)
        many = 60 * (tokens >= fixed[MOST_TOKENS] - 2) + 100 * (tokens >= fixed[MOST_TOKENS] - 1)
        for at in range(plays, count):
            worth[at] = 1 if strikes else worth[at] - many
    if clue_allowed(fixed, now, mode):
        moves[count] = 64 * CLUE
        worth[count] = 400 + 20 * (tokens // fixed[CLUE_COST] - 4)
        count += 1
    return count


@inlined
def sort_moves(moves: Ints, worth: Ints, count: int) -> None:
    """Put the most promising moves first."""
    for at in range(1, count):
        here = at
        while here > 0 and worth[here] > worth[here - 1]:
            worth[here], worth[here - 1] = worth[here - 1], worth[here]
            moves[here], moves[here - 1] = moves[here - 1], moves[here]
            here -= 1


@inlined
def lay_down(fixed: Ints, after: Ints, move: int) -> None:
    """Play, discard or misplay the card of a move."""
    kind, order = move >> 6, move & 63
    suit, gained = fixed[FACES + order] >> 3, 0
    after[HANDS + after[SEAT]] &= ~(1 << order)
    if kind == PLAY:
        after[STACKS + suit] += 1
        after[POINTS] += 1
        gained = fixed[REFUND] if after[STACKS + suit] == fixed[HEIGHT] else 0
    elif kind == DISCARD:
        gained = 1
    else:
        after[STRIKES] += 1
    after[TOKENS] = min(after[TOKENS] + gained, fixed[MOST_TOKENS])


@inlined
def draw(fixed: Ints, after: Ints) -> None:
    """Draw a card, if there is one, and begin the final round where that is due."""
    if after[DRAWN] < fixed[CARDS]:
        after[HANDS + after[SEAT]] |= 1 << after[DRAWN]
        after[DRAWN] += 1
        if after[DRAWN] == fixed[CARDS] and not fixed[FAILED_DRAW]:
            after[LEFT] = fixed[PLAYERS] + 1
    elif after[LEFT] < 0:
        after[LEFT] = fixed[PLAYERS] + 1


@inlined
def make_move(fixed: Ints, now: Ints, after: Ints, move: int) -> None:
    """Write the position after a move."""
    for word in range(TOPS):
        after[word] = now[word]
    if move >> 6 == CLUE:
        after[TOKENS] -= fixed[CLUE_COST]
    elif move >> 6 != PASS:
        lay_down(fixed, after, move)
        draw(fixed, after)
    if after[LEFT] > 0:
        after[LEFT] -= 1
    after[SEAT] = (after[SEAT] + 1) % fixed[PLAYERS]


@compiled(
    "int64(int64[::1], int64[::1], int64[:, ::1], int64[:, ::1], int64[:, ::1], int64[:, ::1], int64[::1])"
)
def search(
    fixed: Ints, asked: Ints, positions: Ints, moves: Ints, table: Ints, random: Ints, marks: Ints
) -> int:
    """Search from ``positions[0]`` for a line that reaches the target; return REACHED, FAILED or OPEN.

    Row *d* of *moves* has the moves after *d* moves; its last two words are how many there are, and how many
    were tried. After REACHED the line is the last tried move of each row above DEPTH.
    """
    mode, target = asked[MODE], asked[TARGET]
    depth, nodes, arriving = 0, 0, True
    asked[NODES] = 0
    while depth >= 0:
        now = positions[depth]
        row = moves[depth]
        if arriving:
            if now[POINTS] >= target:
                asked[NODES] = nodes
                asked[DEPTH] = depth
                return REACHED
            nodes += 1
            if nodes > asked[LIMIT]:
                asked[NODES] = nodes
                return OPEN
            now[ENTERED] = nodes
            fails = now[LEFT] == 0 or not can_reach(fixed, now, target, marks)
            if not fails:
                add_hashes(fixed, now, mode, random)
                fails = known_to_fail(table, now)
            if fails:
                depth -= 1
                arriving = False
                continue
            worth = marks[128:]
            count = list_moves(fixed, now, mode, row, worth)
            if asked[NOISE] > 0:
                for at in range(count):
                    die = asked[DIE]
                    die ^= die << 13 & 0x7FFFFFFF
                    die ^= die >> 17
                    die ^= die << 5 & 0x7FFFFFFF
                    asked[DIE] = die
                    worth[at] += die % asked[NOISE]
            sort_moves(row, worth, count)
            row[MOST_MOVES] = count
            row[MOST_MOVES + 1] = 0
        if row[MOST_MOVES + 1] == row[MOST_MOVES]:
            remember_failure(table, now, nodes)
            depth -= 1
            arriving = False
            continue
        move = row[row[MOST_MOVES + 1]]
        row[MOST_MOVES + 1] += 1
        make_move(fixed, now, positions[depth + 1], move)
        depth += 1
        arriving = True
    asked[NODES] = nodes
    return FAILED
