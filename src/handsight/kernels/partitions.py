"""The largest safe partition of hints, compiled. The twin of `handsight.signals`.

A hand is a row of masks, copies are planes (see `hands`), a hint is the mask of what it touches. Sets of
hints are integers and index *scratch*.
"""

import numpy as np

from handsight.kernels.hanabi.state_layout import Ints
from handsight.kernels.hand_count import copies
from handsight.kernels.jit import compiled, inlined, lowest, popcount

MOST_HINTS = 12
SETS = 1 << MOST_HINTS
SCRATCH = (6, SETS)
SAFE, COUNT, TAKEN, LISTED, AFTER, UNIONS = range(6)
"""Rows of scratch: whether a set is safe; how many blocks its best family has; the first of them, or 0 where
the lowest hint is left out; the smallest safe blocks; for each the next one with the same lowest hint; unions
of rows."""
NO_MORE = -1


@inlined
def _avoidable(masks: Ints, planes: Ints, joint: bool, touched: int, scratch: Ints) -> bool:  # noqa: FBT001 kernels have no keywords  # a kernel
    """Whether some hand avoids all that is touched: no set of rows has too few copies left (Hall)."""
    sets = 1
    scratch[UNIONS, 0] = 0
    for slot in range(masks.size):
        away = masks[slot] & ~touched
        if away == 0:
            return False
        if joint:
            for rest in range(sets):
                union = scratch[UNIONS, rest] | away
                scratch[UNIONS, sets + rest] = union
                if copies(union, planes) < popcount(sets + rest):
                    return False
            sets *= 2
    return True


@inlined
def _safe(masks: Ints, planes: Ints, joint: bool, touch: Ints, block: int, scratch: Ints) -> int:  # noqa: FBT001 kernels have no keywords
    """Say of a block: 0 some hand avoids it, 1 none does, 2 not even a part of it."""
    touched, left = 0, block
    while left:
        if scratch[SAFE, block ^ left & -left]:
            return 2
        touched |= touch[lowest(left)]
        left &= left - 1
    return 0 if _avoidable(masks, planes, joint, touched, scratch) else 1


@inlined
def _families(hints: int, heads: Ints, scratch: Ints) -> int:
    """Find the best family of every set of hints; return how many blocks that of all hints has."""
    scratch[COUNT, 0] = 0
    for rest in range(1, 1 << hints):
        best, taken = scratch[COUNT, rest & rest - 1], 0
        at = heads[lowest(rest)]
        while at != NO_MORE:
            block = scratch[LISTED, at]
            if block & ~rest == 0 and scratch[COUNT, rest ^ block] >= best:
                best, taken = scratch[COUNT, rest ^ block] + 1, block
            at = scratch[AFTER, at]
        scratch[COUNT, rest] = best
        scratch[TAKEN, rest] = taken
    return scratch[COUNT, (1 << hints) - 1]


@inlined
def _number(hints: int, blocks: Ints, scratch: Ints) -> None:
    """Number the blocks of the best family, and put spare hints into them in turn."""
    rest, number, spare = (1 << hints) - 1, 0, 0
    while rest:
        block = scratch[TAKEN, rest]
        if block == 0:
            spare |= rest & -rest
            rest &= rest - 1
            continue
        rest ^= block
        while block:
            blocks[lowest(block)] = number
            block &= block - 1
        number += 1
    turn = 0
    while spare:
        blocks[lowest(spare)] = turn % number if number else NO_MORE
        spare &= spare - 1
        turn += 1


@compiled("int64(int64[::1], int64[::1], boolean, int64[::1], int64[::1], int64[:, ::1])", allocates=True)
def partition(masks: Ints, planes: Ints, joint: bool, touch: Ints, blocks: Ints, scratch: Ints) -> int:  # noqa: FBT001 kernels have no keywords  # a kernel
    """Write the block of every hint; return how many blocks there are."""
    hints = touch.size
    heads, tails = np.full(MOST_HINTS, NO_MORE), np.full(MOST_HINTS, NO_MORE)
    listed = 0
    scratch[SAFE, 0] = 0
    for block in range(1, 1 << hints):
        safe = _safe(masks, planes, joint, touch, block, scratch)
        scratch[SAFE, block] = safe != 0
        if safe == 1:
            low = lowest(block)
            scratch[LISTED, listed] = block
            scratch[AFTER, listed] = NO_MORE
            if heads[low] == NO_MORE:
                heads[low] = listed
            else:
                scratch[AFTER, tails[low]] = listed
            tails[low] = listed
            listed += 1
    found = _families(hints, heads, scratch)
    _number(hints, blocks, scratch)
    return found
