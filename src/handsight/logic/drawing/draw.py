"""Pictures of models: worlds on a circle, a colour for each agent, the actual world in gold.

A line says that the agent cannot tell the two apart; lines from a world to itself are left out, except for an
agent that may be wrong, whose arrows are all drawn. Larger models are drawn as blocks of worlds with their
numbers; a solid line then holds for every world of the block, a dotted one for some.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from math import cos, hypot, pi, sin
from typing import Any, Final

from handsight.errors import InputError, TooLargeError, UnknownNameError
from handsight.logic.drawing.quotient import Quotient, quotient
from handsight.logic.engines.engine import World
from handsight.logic.engines.model import Model
from handsight.logic.files.session import Query, Sheet, followed
from handsight.logic.formulas.formula import atom

MOST_DRAWN: Final = 60
MOST_FORMULAS: Final = 4
"""By which the worlds of a large model are put together, where a file says and asks many."""
LONGEST_NAME: Final = 60
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7f5fc7", "#8c6d31", "#56b4e9", "#5c5c5c")
_GOLD: Final = 'fill="#ffe28a" stroke="#b8860b" stroke-width="3"'
_PLAIN: Final = 'fill="#ffffff" stroke="#444444" stroke-width="1"'


@dataclass(frozen=True, slots=True)
class Node:
    """A world or a block: lines of text, and whether the actual world is in it."""

    lines: tuple[str, ...]
    actual: bool = False


@dataclass(frozen=True, slots=True)
class Edge:
    """What the agent in one node thinks possible; *both* ways, and in *every* world of the node."""

    agent: str
    source: int
    target: int
    both: bool = True
    every: bool = True


@dataclass(frozen=True, slots=True)
class Picture:
    """Nodes and edges, to be shown as SVG or written for Graphviz."""

    agents: tuple[str, ...]
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

    def colour(self, agent: str) -> str:
        """The agent's colour."""
        return COLOURS[self.agents.index(agent) % len(COLOURS)]

    def svg(self) -> str:
        """The picture as SVG."""
        return _Canvas(self).text()

    def _repr_svg_(self) -> str:
        return self.svg()

    def dot(self) -> str:
        """The picture in Graphviz' language."""
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


def drawn(sheet: Sheet, after: int | None = None) -> Picture:
    """A file's model at its end, or after so many pieces of news: every world, or blocks of many.

    Worlds are in one block where the same is true of what the file itself says and asks.
    """
    model = _after(sheet, after)
    if model.count() == 0:
        raise InputError("no world is left to draw")
    if model.count() <= MOST_DRAWN:
        found = picture(model, sheet.name)
    else:
        found = picture_of(quotient(model, formulas=sheet.telling(model, MOST_FORMULAS)))
    agents = tuple(agent for agent in sheet.knowers if agent in found.agents)
    return Picture(agents, found.nodes, tuple(edge for edge in found.edges if edge.agent in agents))


def _after(sheet: Sheet, news: int | None) -> Model[Any]:
    models = [sheet.model, *(model for step, model in followed(sheet) if not isinstance(step, Query))]
    if news is not None and not 0 <= news < len(models):
        raise UnknownNameError(
            f"there is nothing after {news} pieces of news; the file has {len(models) - 1}"
        )
    return models[-1 if news is None else news]


def picture(
    model: Model[Any] | Sheet, name: Callable[[World], str] = str, *, most: int = MOST_DRAWN
) -> Picture:
    """A model small enough to show every world, called by its name and what is true in it.

    Of a file that was read, the model at its end is drawn, in blocks where it is large.
    """
    if isinstance(model, Sheet):
        return drawn(model)
    if (number := model.count()) > most:
        raise TooLargeError(
            f"{number:,} worlds are too many to draw ({most} is the most); draw a quotient of them"
        )
    worlds = model.where()
    place = {world: k for k, world in enumerate(worlds)}
    facts = {fact: set(model.where(atom(fact))) for fact in model.facts}
    nodes = []
    for world in worlds:
        true = " ".join(fact for fact, where in facts.items() if world in where)
        shown = not isinstance(world, frozenset) and true
        nodes.append(Node((name(world), true) if shown else (name(world),), world == model.actual))
    edges: list[Edge] = []
    for agent in model.agents:
        seen = {
            k: {place[v] for v in model.each(model.considered((agent,), model.at(w)))}
            for w, k in place.items()
        }
        edges += _lines(agent, seen)
    return Picture(tuple(model.agents), tuple(nodes), tuple(edges))


def _lines(agent: str, seen: dict[int, set[int]]) -> Iterator[Edge]:
    """Lines for an agent that is never wrong; arrows, also from a world to itself, for one that may be."""
    truthful = all(
        k in others and all(seen[other] == others for other in others) for k, others in seen.items()
    )
    for k, others in seen.items():
        for other in sorted(others):
            if not truthful:
                yield Edge(agent, k, other, both=False)
            elif k < other:
                yield Edge(agent, k, other)


def picture_of(blocks: Quotient) -> Picture:
    """A quotient: each block with what its worlds share, how many they are, and one of them."""
    nodes = []
    for block in blocks.blocks:
        number = f"{block.worlds:,} world{'s' * (block.worlds != 1)} · {float(block.share):.3%}"
        nodes.append(
            Node((*map(_short, block.shared), number, f"such as {_short(str(block.witness))}"), block.actual)
        )
    links = {(link.agent, link.source, link.target): link.every for link in blocks.links}
    edges = []
    for (agent, source, target), every in links.items():
        back = links.get((agent, target, source))
        if back == every:
            if source < target:
                edges.append(Edge(agent, source, target, every=every))
        else:
            edges.append(Edge(agent, source, target, both=False, every=every))
    return Picture(tuple(dict.fromkeys(link.agent for link in blocks.links)), tuple(nodes), tuple(edges))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"


class _Canvas:
    """The circle, its boxes and lines, in the numbers of one SVG."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.wide = 24 + 7 * max((len(line) for node in picture.nodes for line in node.lines), default=4)
        self.high = 14 + 16 * max((len(node.lines) for node in picture.nodes), default=1)
        number = len(picture.nodes)
        radius = 0.0 if number < 2 else (self.wide + 60) / 2 / sin(pi / number)
        self.middle = (radius + self.wide / 2 + 50, radius + self.high / 2 + 50)
        start = pi if number == 2 else -pi / 2
        turns = (start + 2 * pi * k / number for k in range(number))
        self.places = [(self.middle[0] + radius * cos(t), self.middle[1] + radius * sin(t)) for t in turns]

    def text(self) -> str:
        """The whole picture."""
        wide, high = 2 * self.middle[0], 2 * self.middle[1] + 24 * bool(self.picture.agents)
        size = f'viewBox="0 0 {wide:.0f} {high:.0f}" width="{wide:.0f}" height="{high:.0f}"'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">',
            *self._heads(),
            *map(self._edge, self.picture.edges),
            *map(self._node, self.picture.nodes, self.places),
            *self._legend(high - 12),
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    def _heads(self) -> Iterator[str]:
        """A head for the arrows of each agent."""
        for k, agent in enumerate(self.picture.agents):
            head = f'<path d="M0 0L8 4L0 8z" fill="{self.picture.colour(agent)}"/>'
            size = 'viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"'
            yield f'<marker id="head{k}" {size}>{head}</marker>'

    def _edge(self, edge: Edge) -> str:
        k = self.picture.agents.index(edge.agent)
        path = self._loop(edge, k) if edge.source == edge.target else self._line(edge, k)
        style = f'fill="none" stroke="{self.picture.colour(edge.agent)}" stroke-width="2"'
        dots = "" if edge.every else ' stroke-dasharray="2 5"'
        head = "" if edge.both else f' marker-end="url(#head{k})"'
        return f'<path d="{path}" {style}{dots}{head}><title>{escape(edge.agent)}</title></path>'

    def _loop(self, edge: Edge, k: int) -> str:
        x, y = self.places[edge.source]
        top, side = y - self.high / 2, 10 + 8 * k
        return f"M{x - side:.1f} {top:.1f}c0 -34 {2 * side} -34 {2 * side} 0"

    def _line(self, edge: Edge, k: int) -> str:
        """A line bent to one side, for each agent otherwise, so that lines side by side are seen apart."""
        source, target = self.places[edge.source], self.places[edge.target]
        (x, y), (u, v) = self._border(source, target), self._border(target, source)
        long = hypot(u - x, v - y) or 1.0
        bend = 16 * (k - (len(self.picture.agents) - 1) / 2) + (0 if edge.both else 12)
        over, down = (x + u) / 2 + bend * (y - v) / long, (y + v) / 2 + bend * (u - x) / long
        return f"M{x:.1f} {y:.1f}Q{over:.1f} {down:.1f} {u:.1f} {v:.1f}"

    def _border(self, box: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
        """Where the line from the middle of a box to another place leaves the box."""
        over, down = other[0] - box[0], other[1] - box[1]
        reach = 1 / max(abs(over) / (self.wide / 2), abs(down) / (self.high / 2), 1.0)
        return box[0] + reach * over, box[1] + reach * down

    def _node(self, node: Node, place: tuple[float, float]) -> str:
        x, y = place
        left, top = x - self.wide / 2, y - self.high / 2
        box = f'<rect x="{left:.1f}" y="{top:.1f}" width="{self.wide}" height="{self.high}" rx="10"'
        first = y - 8 * (len(node.lines) - 1) + 4
        lines = []
        for row, line in enumerate(node.lines):
            bold = "" if row else ' font-weight="bold"'
            where = f'x="{x:.1f}" y="{first + 16 * row:.1f}" text-anchor="middle"'
            lines.append(f"<text {where}{bold}>{escape(line)}</text>")
        return f"<g>{box} {_GOLD if node.actual else _PLAIN}/>{''.join(lines)}</g>"

    def _legend(self, y: float) -> Iterator[str]:
        x = 16
        for agent in self.picture.agents:
            colour = self.picture.colour(agent)
            yield f'<path d="M{x} {y - 4:.0f}h18" stroke="{colour}" stroke-width="3"/>'
            yield f'<text x="{x + 24}" y="{y:.0f}">{escape(agent)}</text>'
            x += 40 + 8 * len(agent)
