"""Boxes: a mask for each thing. What one fact leaves is a box; what an *or* leaves is several."""

from collections.abc import Iterable
from functools import reduce

from handsight.errors import TooLargeError

Box = tuple[int, ...]
"""For each thing, the set of its values as a mask."""

BOXES_CAP = 8192


def meet(one: Box, other: Box) -> Box:
    """Return the box of both facts."""
    return tuple(a & b for a, b in zip(one, other, strict=True))


def hull(boxes: Iterable[Box]) -> Box:
    """Return the smallest box around all of them: more than they hold, never less."""
    return reduce(lambda one, other: tuple(a | b for a, b in zip(one, other, strict=True)), boxes)


def union(boxes: Iterable[Box], cap: int = BOXES_CAP) -> dict[Box, int]:
    """Return boxes with weights that count everything in some of the boxes exactly once.

    Overlaps are counted off again (inclusion and exclusion); equal boxes are merged, so that the number of
    terms stays near the number of ways to overlap, not to combine.
    """
    found: dict[Box, int] = {}
    for box in dict.fromkeys(box for box in boxes if all(box)):
        change = {box: 1}
        for known, weight in found.items():
            both = meet(known, box)
            if all(both):
                change[both] = change.get(both, 0) - weight
        merge(found, change)
        check_cap(len(found), cap)
    return found


def merge(found: dict[Box, int], change: dict[Box, int]) -> None:
    """Add weights of boxes to others, dropping what cancels out."""
    for box, weight in change.items():
        total = found.get(box, 0) + weight
        if total:
            found[box] = total
        else:
            found.pop(box, None)


def check_cap(count: int, cap: int) -> None:
    """Refuse to go on with more boxes than the cap."""
    if count > cap:
        raise TooLargeError(
            f"the alternatives overlap in more than {cap:,} ways; "
            "raise the cap, or use hull() and say that the answer is an over-approximation"
        )
