"""The graph of a model, as an SVG picture (boxes, coloured lines and a legend) and for Graphviz.

Worlds are placed on a cube of atoms, a grid of values, or a circle, in the terminal's pictures and on the
page alike. Neighbours are about 1 apart; the program that draws the points chooses the scale.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import cos, hypot, pi, sin
from typing import Any, Final

from handsight.logic.engines.knowledge_structure import Assignment
from handsight.logic.engines.kripke_structure import World
from handsight.logic.engines.model import Model
from handsight.logic.formulas.formula import atom, has_value

_ACTUAL: Final = 'fill="#ffe28a" stroke="#b8860b" stroke-width="3"'
_PLAIN: Final = 'fill="#ffffff" stroke="#444444" stroke-width="1"'
_GAP: Final = 60
_MARGIN: Final = 50
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7f5fc7", "#8c6d31", "#56b4e9", "#5c5c5c")
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
    if all(isinstance(world, Assignment) for world in worlds):
        rank = {name: at for at, name in enumerate(names)}
        return [sorted(world, key=rank.__getitem__) for world in worlds if isinstance(world, Assignment)]
    where = {name: set(model.where(atom(name))) for name in atoms}
    for variable, values in model.values.items():
        where |= {f"{variable}={value}": set(model.where(has_value(variable, value))) for value in values}
    return [[name for name, true_in in where.items() if world in true_in] for world in worlds]


@dataclass(frozen=True, slots=True)
class Node:
    """A world or a class of worlds: lines of text, and whether the actual world is in it."""

    lines: tuple[str, ...]
    actual: bool = False


@dataclass(frozen=True, slots=True)
class Edge:
    """An agent in the source node considers the target node possible; both are indices of nodes.

    *both*: the edge holds in both directions; *every*: in every world of the source, not only in some.
    """

    agent: str
    source: int
    target: int
    both: bool = True
    every: bool = True


@dataclass(frozen=True, slots=True)
class ModelGraph:
    """The graph of a model: agents, nodes, edges, and the points of the nodes (None: on a circle).

    A notebook shows it as a picture.
    """

    agents: tuple[str, ...]
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    points: tuple[Point, ...] | None = None

    def colour(self, agent: str) -> str:
        """Return the colour of an agent's edges."""
        return COLOURS[self.agents.index(agent) % len(COLOURS)]

    def svg(self) -> str:
        """Return the graph as an SVG document; nodes without points are placed on a circle."""
        return _SvgDrawing(self).document()

    def _repr_svg_(self) -> str:
        return self.svg()

    def dot(self) -> str:
        """Return the graph in the DOT language of Graphviz."""
        lines = [
            "digraph model {",
            '  node [shape=box style="rounded,filled" fillcolor=white fontname=sans];',
        ]
        for k, node in enumerate(self.nodes):
            gold = ' fillcolor="#ffe28a" color="#b8860b" penwidth=3' if node.actual else ""
            label = "\\n".join(_quoted(line) for line in node.lines)
            lines.append(f'  n{k} [label="{label}"{gold}];')
        for edge in self.edges:
            style = f'color="{self.colour(edge.agent)}"' + (" dir=none" if edge.both else "")
            dots = "" if edge.every else " style=dotted"
            lines.append(
                f'  n{edge.source} -> n{edge.target} [{style}{dots} tooltip="{_quoted(edge.agent)}"];'
            )
        return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


class _SvgDrawing:
    """The sizes and positions of the boxes, and the SVG elements made from them."""

    def __init__(self, graph: ModelGraph) -> None:
        self.graph = graph
        self.width = 24 + 7 * max((len(line) for node in graph.nodes for line in node.lines), default=4)
        self.height = 14 + 16 * max((len(node.lines) for node in graph.nodes), default=1)
        if graph.points is None:
            centres = circle(len(graph.nodes), self.width + _GAP)
            # the picture is square, with the circle in its middle
            radius = 0.0 if len(centres) < 2 else hypot(*centres[0])
            left = top = -radius
            right = bottom = radius
        else:
            centres = [(x * (self.width + _GAP), y * (self.height + _GAP)) for x, y in graph.points]
            left, right = min(x for x, _ in centres), max(x for x, _ in centres)
            top, bottom = min(y for _, y in centres), max(y for _, y in centres)
        over, down = self.width / 2 + _MARGIN, self.height / 2 + _MARGIN
        self.centres = [(x - left + over, y - top + down) for x, y in centres]
        self.size = (right - left + 2 * over, bottom - top + 2 * down)

    def document(self) -> str:
        """Return the whole document."""
        width, height = self.size[0], self.size[1] + 24 * bool(self.graph.agents)
        size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">',
            *self._arrow_heads(),
            *map(self._edge, self.graph.edges),
            *map(self._node, self.graph.nodes, self.centres),
            *self._legend(height - 12),
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    def _arrow_heads(self) -> Iterator[str]:
        for k, agent in enumerate(self.graph.agents):
            head = f'<path d="M0 0L8 4L0 8z" fill="{self.graph.colour(agent)}"/>'
            size = 'viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"'
            yield f'<marker id="head{k}" {size}>{head}</marker>'

    def _edge(self, edge: Edge) -> str:
        k = self.graph.agents.index(edge.agent)
        path = self._loop(edge, k) if edge.source == edge.target else self._line(edge, k)
        style = f'fill="none" stroke="{self.graph.colour(edge.agent)}" stroke-width="2"'
        dots = "" if edge.every else ' stroke-dasharray="2 5"'
        head = "" if edge.both else f' marker-end="url(#head{k})"'
        return f'<path d="{path}" {style}{dots}{head}><title>{escape(edge.agent)}</title></path>'

    def _loop(self, edge: Edge, k: int) -> str:
        x, y = self.centres[edge.source]
        top, side = y - self.height / 2, 10 + 8 * k
        return f"M{x - side:.1f} {top:.1f}c0 -34 {2 * side} -34 {2 * side} 0"

    def _line(self, edge: Edge, k: int) -> str:
        """Return a line that bends differently for each agent, so that parallel lines do not overlap."""
        source, target = self.centres[edge.source], self.centres[edge.target]
        (x, y), (u, v) = self._border(source, target), self._border(target, source)
        length = hypot(u - x, v - y) or 1.0
        bend = 16 * (k - (len(self.graph.agents) - 1) / 2) + (0 if edge.both else 12)
        over, down = (x + u) / 2 + bend * (y - v) / length, (y + v) / 2 + bend * (u - x) / length
        return f"M{x:.1f} {y:.1f}Q{over:.1f} {down:.1f} {u:.1f} {v:.1f}"

    def _border(self, centre: Point, other: Point) -> Point:
        """Return where the line from the centre of a box to another point leaves the box."""
        over, down = other[0] - centre[0], other[1] - centre[1]
        share = 1 / max(abs(over) / (self.width / 2), abs(down) / (self.height / 2), 1.0)
        return centre[0] + share * over, centre[1] + share * down

    def _node(self, node: Node, centre: Point) -> str:
        x, y = centre
        left, top = x - self.width / 2, y - self.height / 2
        box = f'<rect x="{left:.1f}" y="{top:.1f}" width="{self.width}" height="{self.height}" rx="10"'
        first = y - 8 * (len(node.lines) - 1) + 4
        lines = []
        for row, line in enumerate(node.lines):
            bold = "" if row else ' font-weight="bold"'
            where = f'x="{x:.1f}" y="{first + 16 * row:.1f}" text-anchor="middle"'
            lines.append(f"<text {where}{bold}>{escape(line)}</text>")
        return f"<g>{box} {_ACTUAL if node.actual else _PLAIN}/>{''.join(lines)}</g>"

    def _legend(self, y: float) -> Iterator[str]:
        x = 16
        for agent in self.graph.agents:
            colour = self.graph.colour(agent)
            yield f'<path d="M{x} {y - 4:.0f}h18" stroke="{colour}" stroke-width="3"/>'
            yield f'<text x="{x + 24}" y="{y:.0f}">{escape(agent)}</text>'
            x += 40 + 8 * len(agent)
