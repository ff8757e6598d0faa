"""Positions of worlds in a drawing: on a cube of atoms, on a grid of two variables, or on a circle.

Neighbours are about 1 apart; the drawing scales that.
"""

from collections.abc import Collection, Mapping, Sequence
from math import cos, pi, sin

Position = tuple[float, float]
EDGES: tuple[Position, ...] = ((1.9, 0.0), (0.0, -1.9), (0.85, -0.8), (3.6, 0.35))
"""How far each true atom moves a world: the edges of a cube, and of two cubes side by side."""


def positions(
    truths: Sequence[frozenset[str]], facts: Sequence[str], values: Mapping[str, Collection[str]]
) -> list[Position]:
    """Return a position for every world, by what is true in it."""
    distinct = len(set(truths)) == len(truths)
    if distinct and not values and 1 < len(facts) <= len(EDGES):
        return [_corner(true, facts) for true in truths]
    if distinct and not facts and len(values) == 2:
        return _grid(truths, values)
    return circle(len(truths))


def _corner(true: frozenset[str], facts: Sequence[str]) -> Position:
    moved = [edge for fact, edge in zip(facts, EDGES, strict=False) if fact in true]
    return sum(x for x, _ in moved), sum(y for _, y in moved)


def _grid(truths: Sequence[frozenset[str]], values: Mapping[str, Collection[str]]) -> list[Position]:
    """Return a row for each value of the variable with fewer, and a column for each of the other."""
    (down, rows), (across, columns) = sorted(values.items(), key=lambda item: len(item[1]))
    used_rows = [word for word in rows if any(f"{down}={word}" in true for true in truths)]
    used = [word for word in columns if any(f"{across}={word}" in true for true in truths)]
    return [
        (
            1.05 * next(at for at, word in enumerate(used) if f"{across}={word}" in true),
            1.3 * next(at for at, word in enumerate(used_rows) if f"{down}={word}" in true),
        )
        for true in truths
    ]


def circle(number: int) -> list[Position]:
    """Return positions on a circle, the first at the top; two are side by side."""
    if number < 2:
        return [(0.0, 0.0)] * number
    radius = 1.25 / (2 * sin(pi / number))
    start = pi if number == 2 else -pi / 2
    turns = [start + 2 * pi * at / number for at in range(number)]
    return [(round(radius * cos(turn), 4), round(radius * sin(turn), 4)) for turn in turns]
