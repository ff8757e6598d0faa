"""The graph of a model, as an SVG picture (boxes, coloured lines and a legend) and for Graphviz."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import hypot
from typing import Final

from handsight.logic.drawing.graph_layout import Point, circle

_ACTUAL: Final = 'fill="#ffe28a" stroke="#b8860b" stroke-width="3"'
_PLAIN: Final = 'fill="#ffffff" stroke="#444444" stroke-width="1"'
_GAP: Final = 60
_MARGIN: Final = 50
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7f5fc7", "#8c6d31", "#56b4e9", "#5c5c5c")


@dataclass(frozen=True, slots=True)
class Node:
    """A world or a class of worlds: lines of text, and whether the actual world is in it."""

    lines: tuple[str, ...]
    actual: bool = False


@dataclass(frozen=True, slots=True)
class Edge:
    """In the source an agent considers the target possible; both are indices of nodes.

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
