"""The largest safe partition of hints, compiled; `handsight.signals` is the reference implementation.

A hand is a row of masks, copies are copy planes (see `hand_count`), a hint is the mask of what it touches.
Sets of hints are integers, and index the workspace.
"""

import numpy as np

from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit, popcount
from handsight.deals.compiled.hand_count import copies

MAX_HINTS = 12
SETS = 1 << MAX_HINTS
WORKSPACE_SHAPE = (6, SETS)
SAFE, BLOCKS, FIRST_BLOCK, LISTED, NEXT_LISTED, UNIONS = range(6)
"""Rows of the workspace. By set of hints: whether it is safe; how many blocks its best family has; the first
of them, or 0 where the lowest hint is spare. Then the minimal safe blocks, for each the next one with the
same lowest hint, and unions of masks."""
NO_BLOCK = -1


@inlined
def _avoidable(masks: Ints, copy_planes: Ints, joint: bool, touched: int, workspace: Ints) -> bool:
    """Whether some hand avoids everything touched: by Hall, no set of slots has too few copies left."""
    sets = 1
    workspace[UNIONS, 0] = 0
    for slot in range(masks.size):
        away = masks[slot] & ~touched
        if away == 0:
            return False
        if joint:
            for rest in range(sets):
                union = workspace[UNIONS, rest] | away
                workspace[UNIONS, sets + rest] = union
                if copies(union, copy_planes) < popcount(sets + rest):
                    return False
            sets *= 2
    return True


@inlined
def _safe(masks: Ints, copy_planes: Ints, joint: bool, touch: Ints, block: int, workspace: Ints) -> int:
    """Return 0 if some hand avoids a block, 1 if none does, 2 if none avoids even a part of it."""
    touched, left = 0, block
    while left:
        if workspace[SAFE, block ^ left & -left]:
            return 2
        touched |= touch[lowest_bit(left)]
        left &= left - 1
    return 0 if _avoidable(masks, copy_planes, joint, touched, workspace) else 1


@inlined
def _best_families(hints: int, heads: Ints, workspace: Ints) -> int:
    """Find the largest family of disjoint blocks for every set of hints; return the size for all hints."""
    workspace[BLOCKS, 0] = 0
    for rest in range(1, 1 << hints):
        best, taken = workspace[BLOCKS, rest & rest - 1], 0
        at = heads[lowest_bit(rest)]
        while at != NO_BLOCK:
            block = workspace[LISTED, at]
            if block & ~rest == 0 and workspace[BLOCKS, rest ^ block] >= best:
                best, taken = workspace[BLOCKS, rest ^ block] + 1, block
            at = workspace[NEXT_LISTED, at]
        workspace[BLOCKS, rest] = best
        workspace[FIRST_BLOCK, rest] = taken
    return workspace[BLOCKS, (1 << hints) - 1]


@inlined
def _number_blocks(hints: int, blocks: Ints, workspace: Ints) -> None:
    """Number the blocks of the largest family, and distribute spare hints over them."""
    rest, number, spare = (1 << hints) - 1, 0, 0
    while rest:
        block = workspace[FIRST_BLOCK, rest]
        if block == 0:
            spare |= rest & -rest
            rest &= rest - 1
            continue
        rest ^= block
        while block:
            blocks[lowest_bit(block)] = number
            block &= block - 1
        number += 1
    turn = 0
    while spare:
        blocks[lowest_bit(spare)] = turn % number if number else NO_BLOCK
        spare &= spare - 1
        turn += 1


@compiled("int64(int64[::1], int64[::1], boolean, int64[::1], int64[::1], int64[:, ::1])", allocates=True)
def largest_partition(
    masks: Ints, copy_planes: Ints, joint: bool, touch: Ints, blocks: Ints, workspace: Ints
) -> int:
    """Write the block of every hint; return how many blocks there are."""
    hints = touch.size
    heads, tails = np.full(MAX_HINTS, NO_BLOCK), np.full(MAX_HINTS, NO_BLOCK)
    listed = 0
    workspace[SAFE, 0] = 0
    for block in range(1, 1 << hints):
        safe = _safe(masks, copy_planes, joint, touch, block, workspace)
        workspace[SAFE, block] = safe != 0
        if safe == 1:
            low = lowest_bit(block)
            workspace[LISTED, listed] = block
            workspace[NEXT_LISTED, listed] = NO_BLOCK
            if heads[low] == NO_BLOCK:
                heads[low] = listed
            else:
                workspace[NEXT_LISTED, tails[low]] = listed
            tails[low] = listed
            listed += 1
    found = _best_families(hints, heads, workspace)
    _number_blocks(hints, blocks, workspace)
    return found
