"""Boxes: a mask for each thing. What one fact leaves is a box; what an *or* leaves is several."""

from collections.abc import Iterable
from functools import reduce

from handsight.errors import CapError

Box = tuple[int, ...]
"""For each thing, the set of its values as a mask."""

BOXES_CAP = 4096


def meet(one: Box, other: Box) -> Box:
    """Return the box of both facts."""
    return tuple(a & b for a, b in zip(one, other, strict=True))


def hull(boxes: Iterable[Box]) -> Box:
    """Return the smallest box around all of them: more than they hold, never less."""
    return reduce(lambda one, other: tuple(a | b for a, b in zip(one, other, strict=True)), boxes)


def minus(box: Box, hole: Box) -> list[Box]:
    """Cut a hole out of a box; return what is left as boxes that don't overlap."""
    if not all(meet(box, hole)):
        return [box]
    left = []
    for at, (mask, gone) in enumerate(zip(box, hole, strict=True)):
        if outside := mask & ~gone:
            left.append((*box[:at], outside, *box[at + 1 :]))
            box = (*box[:at], mask & gone, *box[at + 1 :])
    return left


def apart(boxes: Iterable[Box], cap: int = BOXES_CAP) -> list[Box]:
    """Return boxes that hold the same in all, and no two of which overlap."""
    found: list[Box] = []
    for box in sorted({box for box in boxes if all(box)}, key=_breadth, reverse=True):
        pieces = [box]
        for known in found:
            pieces = [piece for old in pieces for piece in minus(old, known)]
            check_cap(len(found) + len(pieces), cap)
        found += pieces
    return found


def check_cap(count: int, cap: int) -> None:
    """Refuse to go on with more boxes than the cap."""
    if count > cap:
        raise CapError(
            f"telling the alternatives apart takes more than {cap:,} boxes; "
            "raise the cap, or use hull() and say that the answer is an over-approximation"
        )


def _breadth(box: Box) -> tuple[int, Box]:
    return sum(mask.bit_count() for mask in box), box
