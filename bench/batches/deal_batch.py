"""Exact counting for many hidden deals in one call.

The kernels take a row for each hand and fill the caller's arrays; they release the GIL, so several threads
may run them. `solve` fills in the answers of many `Deal`s.
"""

from collections import defaultdict
from collections.abc import Iterable
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from bench.batches import owner_count
from handsight.compiled.compiled_dice import Die
from handsight.compiled.jit import Ints, compiled
from handsight.deals import Deal
from handsight.deals.compiled import hand_count
from handsight.deals.compiled.hand_count import COPY_PLANES, MAX_SLOTS, WORKSPACE_SHAPE

MAX_IDENTITIES = 63


@compiled("void(int8[:, ::1], int64[:, ::1])")
def fill_copy_planes(unseen: NDArray[np.int8], copy_planes: Ints) -> None:
    """Convert the copies left, by hand and identity, into copy planes."""
    for row in range(unseen.shape[0]):
        for plane in range(COPY_PLANES):
            word = 0
            for card in range(unseen.shape[1]):
                word |= (unseen[row, card] > plane) << card
            copy_planes[row, plane] = word


@compiled("void(int64[:, ::1], int64[:, ::1], int64[:, ::1], boolean[::1])", allocates=True)
def narrow_hands(masks: Ints, copy_planes: Ints, possible: Ints, fits: NDArray[np.bool_]) -> None:
    """Narrow each slot of each hand to what it can be; *fits* is False for a contradiction."""
    workspace = np.empty(WORKSPACE_SHAPE, np.int64)
    for row in range(masks.shape[0]):
        fits[row] = hand_count.narrow(masks[row], copy_planes[row], possible[row], workspace)


@compiled("void(int64[:, ::1], int64[:, ::1], int64[:, :, ::1], int64[::1])", allocates=True)
def count_hands(masks: Ints, copy_planes: Ints, counts: Ints, ways: Ints) -> None:
    """Count the fillings of each hand as `hand_count.count` does, by slot and identity and in all."""
    workspace = np.empty(WORKSPACE_SHAPE, np.int64)
    for row in range(masks.shape[0]):
        ways[row] = hand_count.count(masks[row], copy_planes[row], counts[row], workspace)


@compiled("boolean(int64[::1], int64[::1], int64, uint64[::1], int64[:, ::1])", allocates=True)
def sample_hand(masks: Ints, copy_planes: Ints, identities: int, die: Die, out: Ints) -> bool:
    """Sample as many hands as *out* has rows, all equally likely; False if none fits, or too many do."""
    workspace = np.empty(WORKSPACE_SHAPE, np.int64)
    counts = np.empty((masks.size, identities), np.int64)
    left = np.empty(COPY_PLANES, np.int64)
    for row in range(out.shape[0]):
        for plane in range(COPY_PLANES):
            left[plane] = copy_planes[plane]
        if not hand_count.sample(masks, left, die, out[row], counts, workspace):
            return False
    return True


def solve(deals: Iterable[Deal]) -> None:
    """Compute what is possible, and in how many ways, for many deals at once; store the answers in them.

    A deal that is too large for 64 bits, or has no filling, computes its answers itself when asked.
    """
    alike: dict[tuple[int, int], list[Deal]] = defaultdict(list)
    for deal in deals:
        if (
            len(deal.masks) <= MAX_SLOTS
            and len(deal.limits) <= MAX_IDENTITIES
            and max(deal.limits, default=0) <= COPY_PLANES
        ):
            alike[len(deal.masks), len(deal.limits)].append(deal)
        elif (
            len(deal.limits) <= owner_count.OWNERS
            and sum(deal.limits) == len(deal.masks) <= owner_count.MAX_CARDS
        ):
            _solve_owners(deal)
    for batch in alike.values():
        _solve_hands(batch)


def _solve_hands(batch: list[Deal]) -> None:
    """Solve hands of one shape."""
    shape = len(batch[0].masks), len(batch[0].limits)
    masks = np.array([deal.masks for deal in batch], np.int64).reshape(len(batch), shape[0])
    copy_planes = np.empty((len(batch), COPY_PLANES), np.int64)
    fill_copy_planes(
        np.array([deal.limits for deal in batch], np.int8).reshape(len(batch), shape[1]), copy_planes
    )
    possible, fits = np.empty_like(masks), np.empty(len(batch), np.bool_)
    narrow_hands(masks, copy_planes, possible, fits)
    counts, ways = np.empty((len(batch), *shape), np.int64), np.empty(len(batch), np.int64)
    count_hands(masks, copy_planes, counts, ways)
    for at, deal in enumerate(batch):
        if fits[at]:
            vars(deal)["possible"] = tuple(possible[at].tolist())
        if ways[at] > 0:
            vars(deal)["ways"] = int(ways[at])
            vars(deal)["marginals"] = tuple(map(tuple, counts[at].tolist()))


def _solve_owners(deal: Deal) -> None:
    """Solve a deal of cards among a few owners; a way also orders the cards of each hand."""
    sizes = np.array(deal.limits + (0,) * (owner_count.OWNERS - len(deal.limits)), np.int64)
    counts = np.empty((len(deal.masks), owner_count.OWNERS), np.int64)
    deals = int(owner_count.count(np.array(deal.masks, np.int64), sizes, counts))
    if deals > 0:
        places = prod(map(factorial, deal.limits))
        rows = [row[: len(deal.limits)] for row in counts.tolist()]
        vars(deal)["possible"] = tuple(sum(1 << at for at, n in enumerate(row) if n) for row in rows)
        vars(deal)["size"] = deals
        vars(deal)["ways"] = deals * places
        vars(deal)["marginals"] = tuple(tuple(n * places for n in row) for row in rows)
