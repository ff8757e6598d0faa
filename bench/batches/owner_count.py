"""Count exactly who may hold what: cards take owners. Compiled `handsight.deals.Deal`.

Cards with equal sets of possible owners form a group (rarely more than one per suit). Deals are counted by
dynamic programming over groups; a state is the room left in every hand. The room of the last hand follows
from the others, so the largest hand comes last and is not stored. *Ways* are deals here: the cards of a hand
have no order.
"""

from math import comb

import numpy as np

from handsight.compiled.compiled_dice import Die, fair
from handsight.compiled.jit import Ints, compiled, popcount

OWNERS = 4
MAX_CARDS = 52
MAX_STATES = 4096
TOO_LARGE = -1
SAFE_BOUND = float(2**62)
CHOOSE = np.array([[comb(n, k) for k in range(MAX_CARDS + 1)] for n in range(MAX_CARDS + 1)], np.int64)

# A row of the board describes a group: its cards, then for each hand the cards it may get of this group,
# of all later groups, and the number of deals that give it one certain card of this group.
CARDS, OWN, LATER, SHARE = 0, 1, 1 + OWNERS, 1 + 2 * OWNERS
BOARD = (1 << OWNERS, 1 + 3 * OWNERS)

# The hands, largest last: the owner, the size, and what a card of room adds to the index of a state.
OWNER, SIZE, STRIDE = range(3)
HANDS = (3, OWNERS)


@compiled("int64(int64[::1], int64[:, ::1])")
def order_hands(sizes: Ints, hands: Ints) -> int:
    """Put the largest hand last; return the number of states, 0 if they or the deals are too many."""
    last = OWNERS - 1
    bound = 1.0
    cards = 0
    for at in range(OWNERS):
        hands[OWNER, at] = at
        cards += sizes[at]
        if cards > MAX_CARDS:
            return 0
        bound *= CHOOSE[cards, sizes[at]]
        if sizes[at] > sizes[last]:
            last = at
    hands[OWNER, last] = OWNERS - 1
    hands[OWNER, OWNERS - 1] = last
    states = 1
    for at in range(OWNERS - 1, -1, -1):
        hands[SIZE, at] = sizes[hands[OWNER, at]]
        hands[STRIDE, at] = 0
        if at < OWNERS - 1:
            hands[STRIDE, at] = states
            states *= hands[SIZE, at] + 1
    return states if bound < SAFE_BOUND and states <= MAX_STATES else 0


@compiled("int64(int64[::1], int64[:, ::1], int64[::1], int64[:, ::1])")
def group_cards(masks: Ints, hands: Ints, group_of: Ints, board: Ints) -> int:
    """Sort the cards into groups, those with few owners first; return the number of groups."""
    groups = 0
    for owners in range(OWNERS + 1):
        for mask in range(1 << OWNERS):
            cards = 0
            if popcount(mask) == owners:
                for card in range(masks.size):
                    if masks[card] == mask:
                        group_of[card] = groups
                        cards += 1
            if cards:
                board[groups, CARDS] = cards
                for at in range(OWNERS):
                    board[groups, OWN + at] = cards * (mask >> hands[OWNER, at] & 1)
                groups += 1
    for at in range(OWNERS):
        later = 0
        for group in range(groups - 1, -1, -1):
            board[group, LATER + at] = later
            later += board[group, OWN + at]
    return groups


@compiled("int64(int64[::1], int64, int64)")
def min_share(row: Ints, at: int, room: int) -> int:
    """Return how many cards of a group a hand must get, because later groups cannot fill it."""
    return max(0, room - row[LATER + at])


@compiled("int64(int64[::1], int64, int64, int64)")
def max_share(row: Ints, at: int, room: int, left: int) -> int:
    """Return how many of the cards left of a group a hand may get."""
    return min(room, row[OWN + at], left)


@compiled("UniTuple(int64, 2)(int64[::1], int64[::1], int64)")
def share_range(row: Ints, room: Ints, left: int) -> tuple[int, int]:
    """Return the least and the most that hand 2 may get, so that hand 3 can take the rest."""
    low = max(min_share(row, 2, room[2]), left - max_share(row, 3, room[3], left))
    high = min(max_share(row, 2, room[2], left), left - min_share(row, 3, room[3]))
    return low, high


@compiled("int64(int64[::1], int64[::1], int64[:, ::1], int64[::1])")
def count_splits(row: Ints, room: Ints, hands: Ints, below: Ints) -> int:
    """Count the deals from a state on: sum over the splits of a group among the hands."""
    ways = 0
    for a in range(min_share(row, 0, room[0]), max_share(row, 0, room[0], row[CARDS]) + 1):
        left_a = row[CARDS] - a
        for b in range(min_share(row, 1, room[1]), max_share(row, 1, room[1], left_a) + 1):
            left_b = left_a - b
            state = (room[0] - a) * hands[STRIDE, 0] + (room[1] - b) * hands[STRIDE, 1] + room[2]
            low, high = share_range(row, room, left_b)
            tail = 0
            for c in range(low, high + 1):
                tail += CHOOSE[left_b, c] * below[state - c]
            ways += CHOOSE[row[CARDS], a] * CHOOSE[left_a, b] * tail
    return ways


@compiled("void(int64[::1], int64[::1], int64[:, ::1], int64[::1], int64[::1], int64, int64[:, ::1])")
def carry_forward(
    row: Ints, room: Ints, hands: Ints, below: Ints, reached: Ints, ways: int, tally: Ints
) -> None:
    """Carry the ways to a state forward to the next ones, and tally the deals by what each hand gets."""
    for a in range(min_share(row, 0, room[0]), max_share(row, 0, room[0], row[CARDS]) + 1):
        left_a = row[CARDS] - a
        for b in range(min_share(row, 1, room[1]), max_share(row, 1, room[1], left_a) + 1):
            left_b = left_a - b
            state = (room[0] - a) * hands[STRIDE, 0] + (room[1] - b) * hands[STRIDE, 1] + room[2]
            low, high = share_range(row, room, left_b)
            come = ways * CHOOSE[row[CARDS], a] * CHOOSE[left_a, b]
            deals = 0
            for c in range(low, high + 1):
                arrive = come * CHOOSE[left_b, c]
                reached[state - c] += arrive
                whole = arrive * below[state - c]
                tally[2, c] += whole
                tally[3, left_b - c] += whole
                deals += whole
            tally[0, a] += deals
            tally[1, b] += deals


@compiled("void(int64[:, ::1], int64[::1])")
def write_shares(tally: Ints, row: Ints) -> None:
    """Count the deals that give a hand one certain card of a group: a k-th part where it gets k cards."""
    cards = row[CARDS]
    for at in range(OWNERS):
        whole = rest = 0
        for k in range(1, cards + 1):
            times = tally[at, k] // cards
            whole += times * k
            rest += (tally[at, k] - times * cards) * k
        row[SHARE + at] = whole + rest // cards


@compiled("void(int64[::1], int64[::1], int64[:, ::1], int64[::1], int64, int64[::1])")
def pick_split(row: Ints, room: Ints, hands: Ints, below: Ints, ticket: int, gets: Ints) -> None:
    """Pick the split that a random ticket selects, and write what each hand gets."""
    for a in range(min_share(row, 0, room[0]), max_share(row, 0, room[0], row[CARDS]) + 1):
        left_a = row[CARDS] - a
        for b in range(min_share(row, 1, room[1]), max_share(row, 1, room[1], left_a) + 1):
            left_b = left_a - b
            state = (room[0] - a) * hands[STRIDE, 0] + (room[1] - b) * hands[STRIDE, 1] + room[2]
            low, high = share_range(row, room, left_b)
            for c in range(low, high + 1):
                ticket -= CHOOSE[row[CARDS], a] * CHOOSE[left_a, b] * CHOOSE[left_b, c] * below[state - c]
                if ticket < 0:
                    gets[0], gets[1], gets[2], gets[3] = a, b, c, left_b - c
                    return


@compiled("boolean(int64, int64, int64[:, ::1], int64[::1])")
def unpack_state(state: int, cards: int, hands: Ints, room: Ints) -> bool:
    """Write the room left in each hand when so many cards are to come; False if that is impossible."""
    for at in range(OWNERS - 1):
        room[at] = state // hands[STRIDE, at] % (hands[SIZE, at] + 1)
    room[3] = cards - room[0] - room[1] - room[2]
    return 0 <= room[3] <= hands[SIZE, 3]


@compiled("int64(int64, int64[:, ::1], int64[:, ::1], int64[:, ::1])", allocates=True)
def count_backward(groups: int, board: Ints, hands: Ints, up: Ints) -> int:
    """Count the ways from every state to the end, last group first; return the total."""
    room = np.empty(OWNERS, np.int64)
    states = up.shape[1]
    up[groups, 0] = 1
    cards = 0
    for group in range(groups - 1, -1, -1):
        cards += board[group, CARDS]
        for state in range(0 if group else states - 1, states):
            if unpack_state(state, cards, hands, room):
                up[group, state] = count_splits(board[group], room, hands, up[group + 1])
    return up[0, states - 1]


@compiled("void(int64, int64, int64[:, ::1], int64[:, ::1], int64[:, ::1])", allocates=True)
def count_forward(groups: int, cards: int, board: Ints, hands: Ints, up: Ints) -> None:
    """Count the ways to every state, first group first, and write the shares of the hands to the board."""
    room = np.empty(OWNERS, np.int64)
    states = up.shape[1]
    down = np.zeros(up.shape, np.int64)
    down[0, states - 1] = 1
    for group in range(groups):
        tally = np.zeros((OWNERS, board[group, CARDS] + 1), np.int64)
        for state in range(states):
            ways = down[group, state]
            if ways and up[group, state] and unpack_state(state, cards, hands, room):
                carry_forward(board[group], room, hands, up[group + 1], down[group + 1], ways, tally)
        write_shares(tally, board[group])
        cards -= board[group, CARDS]


@compiled(
    "Tuple((int64, int64, int64[::1], int64[:, ::1], int64[:, ::1], int64[:, ::1]))(int64[::1], int64[::1])",
    allocates=True,
)
def _count_ways(masks: Ints, sizes: Ints) -> tuple[int, int, Ints, Ints, Ints, Ints]:
    """Return the number of deals (or TOO_LARGE), the groups, each card's group, board, hands and counts."""
    hands, board = np.empty(HANDS, np.int64), np.zeros(BOARD, np.int64)
    group_of, groups = np.empty(masks.size, np.int64), 0
    states = order_hands(sizes, hands)
    if states:
        groups = group_cards(masks, hands, group_of, board)
    up = np.zeros((groups + 1, max(states, 1)), np.int64)
    ways = count_backward(groups, board, hands, up) if states else TOO_LARGE
    return ways, groups, group_of, board, hands, up


@compiled("int64(int64[::1], int64[::1], int64[:, ::1])", allocates=True)
def count(masks: Ints, sizes: Ints, counts: Ints) -> int:
    """Count the deals with each card in each hand; return the number of deals, 0, or TOO_LARGE.

    The sizes of the four hands, one of which may be a stock, must add up to the cards.
    """
    ways, groups, group_of, board, hands, up = _count_ways(masks, sizes)
    if ways == TOO_LARGE:
        return ways
    if ways:
        count_forward(groups, masks.size, board, hands, up)
    for card in range(masks.size):
        for at in range(OWNERS):
            counts[card, hands[OWNER, at]] = board[group_of[card], SHARE + at]
    return ways


@compiled(
    "void(int64, int64[::1], int64[:, ::1], int64[:, ::1], int64[:, ::1], uint64[::1], int64[::1])",
    allocates=True,
)
def sample_deal(groups: int, group_of: Ints, board: Ints, hands: Ints, up: Ints, die: Die, out: Ints) -> None:
    """Sample one deal: a split of every group by its share of the ways, then random cards."""
    room = hands[SIZE].copy()
    gets = np.empty(OWNERS, np.int64)
    for group in range(groups):
        row = board[group]
        state = room[0] * hands[STRIDE, 0] + room[1] * hands[STRIDE, 1] + room[2]
        pick_split(row, room, hands, up[group + 1], fair(die, up[group, state]), gets)
        for at in range(OWNERS):
            room[at] -= gets[at]
        left = row[CARDS]
        for card in range(group_of.size):
            if group_of[card] == group:
                ticket = fair(die, left)
                at = 0
                while ticket >= gets[at]:
                    ticket -= gets[at]
                    at += 1
                gets[at] -= 1
                left -= 1
                out[card] = hands[OWNER, at]


@compiled("int64(int64[::1], int64[::1], uint64[::1], int64[:, ::1])", allocates=True)
def sample(masks: Ints, sizes: Ints, die: Die, out: Ints) -> int:
    """Sample as many deals as *out* has rows, all equally likely; return what `count` returns."""
    ways, groups, group_of, board, hands, up = _count_ways(masks, sizes)
    if ways > 0:
        for deal in range(out.shape[0]):
            sample_deal(groups, group_of, board, hands, up, die, out[deal])
    return ways
