"""Count exactly the hands that a player may hold: slots take identities. Compiled `handsight.deals.Deal`.

A hand is a row of masks. The unseen cards are three *copy planes*: masks of the identities with at least one,
two and three copies left, so that the copies inside a mask are three population counts. A set of slots is an
integer, and indexes the rows of the workspace.
"""

import numpy as np

from handsight.compiled.compiled_dice import Die, fair
from handsight.compiled.jit import Ints, compiled, lowest_bit, popcount

COPY_PLANES = 3
MAX_SLOTS = 10
SETS = 1 << MAX_SLOTS
WORKSPACE_SHAPE = (5, SETS)
MASKS, TERMS, WAYS, LESS_TERMS, LESS_WAYS = range(5)  # rows of workspace

TOO_LARGE = -1
SAFE_BOUND = float(2**62)

SIGNED_FACTORIALS = np.array(
    [0] + [(-1) ** (k - 1) * int(np.prod(range(1, k))) for k in range(1, MAX_SLOTS + 1)], dtype=np.int64
)
"""By the size of a block: the factor of Möbius inversion for slots that share one card."""


@compiled("int64(int64, int64[::1])")
def copies(mask: int, copy_planes: Ints) -> int:
    """Count the unseen copies of the identities in a mask."""
    return popcount(mask & copy_planes[0]) + popcount(mask & copy_planes[1]) + popcount(mask & copy_planes[2])


@compiled("boolean(int64[::1], int64[::1], int64[::1], int64[:, ::1])")
def narrow(masks: Ints, copy_planes: Ints, out: Ints, workspace: Ints) -> bool:
    """Narrow each slot to what it is in some filling of the whole hand; False if no hand fits.

    A set of slots is *tight* if it needs every copy of its identities: then no other slot can have them. By
    Hall's theorem one pass over all sets of slots is exact. A slot with at least as many copies as slots is
    in no tight set.
    """
    slots = masks.size
    sets = 1
    workspace[MASKS, 0] = 0
    workspace[WAYS, 0] = 0  # here: the slots of a set
    for slot in range(slots):
        out[slot] = masks[slot] & copy_planes[0]
    for slot in range(slots):
        if copies(masks[slot], copy_planes) >= slots:
            continue
        for rest in range(sets):
            crowd = workspace[WAYS, rest] | 1 << slot
            union = workspace[MASKS, rest] | masks[slot]
            workspace[WAYS, sets + rest] = crowd
            workspace[MASKS, sets + rest] = union
            room = copies(union, copy_planes) - popcount(crowd)
            if room < 0:
                return False
            if room == 0:
                for other in range(slots):
                    if not crowd >> other & 1:
                        out[other] &= ~union
        sets *= 2
    return True


@compiled("void(int64[::1], int64[::1], int64)")
def count_fillings(terms: Ints, ways: Ints, sets: int) -> None:
    """Count the fillings of each set of slots, by the block of the partition that holds its lowest slot."""
    ways[0] = 1
    for whole in range(1, sets):
        low = whole & -whole
        rest = whole ^ low
        part = rest
        total = terms[whole]
        while part:
            part = part - 1 & rest
            total += terms[low | part] * ways[rest ^ part]
        ways[whole] = total


@compiled("boolean(int64, int64)")
def _fits_int64(cards: int, slots: int) -> bool:
    """Whether no intermediate sum can overflow: all are bounded by cards (cards + 1) … ."""
    bound = 1.0
    for slot in range(slots):
        bound *= cards + slot
    return bound < SAFE_BOUND


@compiled("void(int64[::1], int64[::1], int64[:, ::1])")
def _fill_terms(masks: Ints, copy_planes: Ints, workspace: Ints) -> None:
    """For each set of slots, count the cards that all of them may be, times the factor of a block."""
    workspace[MASKS, 0] = copy_planes[0]
    for slot in range(masks.size):
        for rest in range(1 << slot):
            block = 1 << slot | rest
            shared = workspace[MASKS, rest] & masks[slot]
            workspace[MASKS, block] = shared
            workspace[TERMS, block] = SIGNED_FACTORIALS[popcount(block)] * copies(shared, copy_planes)


@compiled("void(int64, int64, int64[:, ::1])")
def _count_without_one(holders: int, every: int, workspace: Ints) -> None:
    """Count the fillings without one card that these holders may have."""
    for block in range(1, every):
        less = workspace[TERMS, block]
        if not block & ~holders:
            less -= SIGNED_FACTORIALS[popcount(block)]
        workspace[LESS_TERMS, block] = less
    count_fillings(workspace[LESS_TERMS], workspace[LESS_WAYS], every)


@compiled("void(int64, int64, int64, int64[::1], int64[::1], int64[:, ::1])")
def _write_counts(group: int, holders: int, every: int, copy_planes: Ints, less: Ints, counts: Ints) -> None:
    """Write the counts of the identities of a group, in each slot that may hold them."""
    while group:
        card = lowest_bit(group)
        group &= group - 1
        left = (copy_planes[0] >> card & 1) + (copy_planes[1] >> card & 1) + (copy_planes[2] >> card & 1)
        slots = holders
        while slots:
            slot = lowest_bit(slots)
            slots &= slots - 1
            counts[slot, card] = left * less[every ^ 1 << slot]


@compiled("int64(int64[::1], int64[::1], int64[:, ::1], int64[:, ::1])")
def count(masks: Ints, copy_planes: Ints, counts: Ints, workspace: Ints) -> int:
    """Write to *counts* how many hands have each identity in each slot; return how many hands, or TOO_LARGE.

    Identities that the same slots may hold form a group: removing a copy of any of them from the rest of the
    hand changes the same terms.
    """
    slots = masks.size
    every = (1 << slots) - 1
    counts[:slots] = 0
    union = 0
    for slot in range(slots):
        union |= masks[slot] & copy_planes[0]
    if not _fits_int64(copies(union, copy_planes), slots):
        return TOO_LARGE
    _fill_terms(masks, copy_planes, workspace)
    count_fillings(workspace[TERMS], workspace[WAYS], every + 1)
    while union:
        holders = 0
        group = union
        for slot in range(slots):
            if masks[slot] >> lowest_bit(union) & 1:
                holders |= 1 << slot
                group &= masks[slot]
            else:
                group &= ~masks[slot]
        union ^= group
        less = WAYS
        if holders & holders - 1:
            less = LESS_WAYS
            _count_without_one(holders, every, workspace)
        _write_counts(group, holders, every, copy_planes, workspace[less], counts)
    return workspace[WAYS, every]


@compiled("boolean(int64[::1], int64[::1], uint64[::1], int64[::1], int64[:, ::1], int64[:, ::1])")
def sample(masks: Ints, copy_planes: Ints, die: Die, out: Ints, counts: Ints, workspace: Ints) -> bool:
    """Write a random hand to *out*, all equally likely; take its copies from the planes. False: failed."""
    for slot in range(masks.size):
        ways = count(masks[slot:], copy_planes, counts, workspace)
        if ways <= 0:
            return False
        ticket = fair(die, ways)
        card = -1
        while ticket >= 0:
            card += 1
            ticket -= counts[0, card]
        out[slot] = card
        plane = COPY_PLANES - 1
        while not copy_planes[plane] >> card & 1:
            plane -= 1
        copy_planes[plane] ^= 1 << card
    return True
