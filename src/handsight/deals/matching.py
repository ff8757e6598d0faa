"""Which things may take which values, by trading places: yes or no, without counting."""

from collections.abc import Iterable, Sequence

from handsight.errors import ContradictionError
from handsight.table.bitmask import members


def narrowed(masks: Sequence[int], limits: Sequence[int]) -> tuple[int, ...]:
    """Keep in each mask the values that some whole filling gives to that thing.

    In any one filling, a thing may take another value exactly when a chain of things moving up
    can start there: it ends at a value with a copy to spare, or at the value the thing leaves behind.
    """
    filling = fill(masks, limits)
    moves = [0] * len(limits)  # where the holders of a value could go instead
    used = [0] * len(limits)
    for thing, value in enumerate(filling):
        moves[value] |= masks[thing]
        used[value] += 1
    spare = sum(1 << value for value, limit in enumerate(limits) if used[value] < limit)
    roomy = _leading_to(spare, moves)
    if all(mask & ~roomy == 0 for mask in masks):
        return tuple(masks)
    swaps = {value: _leading_to(1 << value, moves) for value in set(filling)}
    return tuple(mask & (roomy | swaps[value]) for mask, value in zip(masks, filling, strict=True))


def fill(masks: Sequence[int], limits: Sequence[int]) -> list[int]:
    """Return one filling, thing by thing; raise ContradictionError if there is none."""
    filling: list[int] = []
    holders: list[list[int]] = [[] for _ in limits]
    for thing in range(len(masks)):
        _make_room(thing, masks, limits, filling, holders)
    return filling


def _make_room(
    thing: int,
    masks: Sequence[int],
    limits: Sequence[int],
    filling: list[int],
    holders: list[list[int]],
) -> None:
    """Give the next thing a value, moving earlier things along where that is needed."""
    came_from: dict[int, int] = {}  # value reached: the thing that would move there
    queue = [thing]
    for mover in queue:
        for value in members(masks[mover]):
            if value in came_from:
                continue
            came_from[value] = mover
            if len(holders[value]) < limits[value]:
                _shift(thing, value, came_from, filling, holders)
                return
            queue += holders[value]
    raise _crowded(queue, came_from, limits)


def _crowded(things: Iterable[int], values: Iterable[int], limits: Sequence[int]) -> ContradictionError:
    """Say which things want which values, and that there are too few of these."""
    things, values = tuple(sorted(things)), tuple(sorted(values))
    return ContradictionError(
        f"nothing fits what is known: things {_listed(things)} can only be values {_listed(values)}, "
        f"of which {sum(limits[value] for value in values)} are left; one of the facts given is wrong",
        things,
        values,
    )


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers)) or "(none)"


def _shift(
    thing: int, free: int, came_from: dict[int, int], filling: list[int], holders: list[list[int]]
) -> None:
    """Move every thing on the chain one value on, and the new thing in behind them."""
    while (mover := came_from[free]) != thing:
        left = filling[mover]
        holders[left].remove(mover)
        holders[free].append(mover)
        filling[mover] = free
        free = left
    holders[free].append(thing)
    filling.append(free)


def _leading_to(goal: int, moves: Sequence[int]) -> int:
    """Return the values from which moves lead, in any number of steps, to one of the goal."""
    grown = True
    while grown:
        grown = False
        for value, targets in enumerate(moves):
            if targets & goal and not goal >> value & 1:
                goal |= 1 << value
                grown = True
    return goal
