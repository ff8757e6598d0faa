"""Which variables can take which values, by bipartite matching: yes or no, without counting."""

from collections.abc import Iterable, Sequence

from handsight.errors import ContradictionError
from handsight.game.bitmask import members


def narrowed(masks: Sequence[int], limits: Sequence[int]) -> tuple[int, ...]:
    """Return each mask with only the values that its variable takes in some complete assignment.

    Given one assignment, a variable can take another value exactly when a chain of variables that each move
    on can start there: it ends at a value with a copy to spare, or at the value that the variable leaves.
    """
    assignment = find_assignment(masks, limits)
    moves = [0] * len(limits)  # where the variables that hold a value could go instead
    used = [0] * len(limits)
    for variable, value in enumerate(assignment):
        moves[value] |= masks[variable]
        used[value] += 1
    spare = sum(1 << value for value, limit in enumerate(limits) if used[value] < limit)
    roomy = _leading_to(spare, moves)
    if all(mask & ~roomy == 0 for mask in masks):
        return tuple(masks)
    swaps = {value: _leading_to(1 << value, moves) for value in set(assignment)}
    return tuple(mask & (roomy | swaps[value]) for mask, value in zip(masks, assignment, strict=True))


def find_assignment(masks: Sequence[int], limits: Sequence[int]) -> list[int]:
    """Return a value for each variable; a ContradictionError names variables with too few values left."""
    assignment: list[int] = []
    holders: list[list[int]] = [[] for _ in limits]
    for variable in range(len(masks)):
        _augment(variable, masks, limits, assignment, holders)
    return assignment


def _augment(
    variable: int,
    masks: Sequence[int],
    limits: Sequence[int],
    assignment: list[int],
    holders: list[list[int]],
) -> None:
    """Give the next variable a value along an augmenting path, moving earlier variables where needed."""
    came_from: dict[int, int] = {}  # value reached: the variable that would move there
    queue = [variable]
    for mover in queue:
        for value in members(masks[mover]):
            if value in came_from:
                continue
            came_from[value] = mover
            if len(holders[value]) < limits[value]:
                _shift(variable, value, came_from, assignment, holders)
                return
            queue += holders[value]
    raise _contradiction(queue, came_from, limits)


def _contradiction(
    variables: Iterable[int], values: Iterable[int], limits: Sequence[int]
) -> ContradictionError:
    """Return the error that says which variables need which values, of which there are too few."""
    variables, values = tuple(sorted(variables)), tuple(sorted(values))
    return ContradictionError(
        f"nothing fits what is known: variables {_listed(variables)} can only be values {_listed(values)}, "
        f"of which {sum(limits[value] for value in values)} are left; one of the facts given is wrong",
        variables,
        values,
    )


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers)) or "(none)"


def _shift(
    variable: int, free: int, came_from: dict[int, int], assignment: list[int], holders: list[list[int]]
) -> None:
    """Move every variable on the path one value on, and the new variable in behind them."""
    while (mover := came_from[free]) != variable:
        left = assignment[mover]
        holders[left].remove(mover)
        holders[free].append(mover)
        assignment[mover] = free
        free = left
    holders[free].append(variable)
    assignment.append(free)


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
