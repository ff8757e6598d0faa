"""Where the worlds of a model are drawn: on a cube of atoms, a grid of values, or a circle.

Neighbours are about 1 apart; the program that draws the points chooses the scale in each direction. The
terminal's pictures and the page use the same layout.
"""

from collections.abc import Collection, Mapping, Sequence
from math import cos, pi, sin
from typing import Any, Final

from handsight.logic.engines.engine import World
from handsight.logic.engines.knowledge_structure import State
from handsight.logic.engines.model import Model
from handsight.logic.formulas.formula import atom, has_value

Point = tuple[float, float]
CUBE_EDGES: Final[tuple[Point, ...]] = ((1.9, 0.0), (0.0, -1.9), (0.85, -0.8), (3.6, 0.35))
"""How far each true atom moves a world: along the edges of a cube, or of two cubes side by side."""
SPACING: Final = 1.25
"""The distance of neighbours on a circle."""


def layout_points(
    truths: Sequence[Collection[str]], atoms: Sequence[str], values: Mapping[str, Collection[str]]
) -> list[Point]:
    """Return a point for every world; *truths* says what is true in each, atoms and `x=v`."""
    different = len(set(map(frozenset, truths))) == len(truths)
    if different and not values and 1 < len(atoms) <= len(CUBE_EDGES):
        return [_cube_corner(true, atoms) for true in truths]
    if different and not atoms and len(values) == 2:
        return _grid(truths, values)
    return [(round(x, 4), round(y, 4)) for x, y in circle(len(truths))]


def _cube_corner(true: Collection[str], atoms: Sequence[str]) -> Point:
    edges = [edge for atom, edge in zip(atoms, CUBE_EDGES, strict=False) if atom in true]
    return sum(x for x, _ in edges), sum(y for _, y in edges)


def _grid(truths: Sequence[Collection[str]], values: Mapping[str, Collection[str]]) -> list[Point]:
    """Return a grid: a row for each value of the variable with fewer, a column for each of the other."""
    (down, rows), (across, columns) = sorted(values.items(), key=lambda item: len(item[1]))
    used_rows = [value for value in rows if any(f"{down}={value}" in true for true in truths)]
    used_columns = [value for value in columns if any(f"{across}={value}" in true for true in truths)]
    return [
        (
            1.05 * next(at for at, value in enumerate(used_columns) if f"{across}={value}" in true),
            1.3 * next(at for at, value in enumerate(used_rows) if f"{down}={value}" in true),
        )
        for true in truths
    ]


def circle(number: int, spacing: float = SPACING) -> list[Point]:
    """Return points on a circle around 0, *spacing* apart, the first on top; two lie side by side."""
    if number < 2:
        return [(0.0, 0.0)] * number
    radius = spacing / 2 / sin(pi / number)
    start = pi if number == 2 else -pi / 2
    angles = [start + 2 * pi * at / number for at in range(number)]
    return [(radius * cos(angle), radius * sin(angle)) for angle in angles]


def truths_in(model: Model[Any], atoms: Sequence[str], worlds: Sequence[World]) -> list[list[str]]:
    """Return what is true in each world: atoms, and `x=v` for each variable, in the order of the model."""
    names = [
        *atoms,
        *(f"{variable}={value}" for variable in model.values for value in model.values[variable]),
    ]
    if all(isinstance(world, State) for world in worlds):
        rank = {name: at for at, name in enumerate(names)}
        return [sorted(world, key=rank.__getitem__) for world in worlds if isinstance(world, State)]
    where = {name: set(model.where(atom(name))) for name in atoms}
    for variable, values in model.values.items():
        where |= {f"{variable}={value}": set(model.where(has_value(variable, value))) for value in values}
    return [[name for name, true_in in where.items() if world in true_in] for world in worlds]
