"""A graph of rules as data: questions that lead to further questions, and in the end to a card.

A bot walks a graph; explanations and drawings read the same data. A drawing is a tree: one line a node,
each under the question it follows from; on the page the path to the card just played is marked.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any, Generic, NamedTuple, TypeVar

from handsight.boeren import SUIT_NAMES, Card, View
from handsight.text.suggestions import listed

S_contra = TypeVar("S_contra", contravariant=True)
"""What is known where a question is asked: a kind of `Situation`."""
Route = tuple[bool, ...]
"""The answers that lead from the root to a node; it names the node."""
Fact = str | Callable[[S_contra], str]
"""The reason for an answer: a function that returns it, or a template such as "it holds {trumps}".

A name in braces is an attribute of the situation: a card, a suit, or several of them. They are joined by
"and", or as ``{trumps:or}`` says; ``{trumps:are}`` adds the verb.
"""


@dataclass(frozen=True)
class ChoiceNode(Generic[S_contra]):
    """The end of a path: which card to play."""

    text: str
    """The choice in words, as in "play the highest trump"."""
    cards: Callable[[S_contra], Sequence[Card]]
    """Returns the cards to choose from; among several the dice decide."""


@dataclass(frozen=True)
class QuestionNode:
    """A question that is answered by yes or no, in its place in a graph."""

    asked: "GraphQuestion[Any]"
    yes: "Node"
    no: "Node"

    @property
    def text(self) -> str:
        """The question."""
        return self.asked.text


Node = QuestionNode | ChoiceNode[Any]


@dataclass(frozen=True)
class GraphQuestion(Generic[S_contra]):
    """A question that graphs may ask in several places; call it with the nodes for yes and no to place it."""

    text: str
    holds: Callable[[S_contra], object]
    """The answer is yes if this returns something true or not empty."""
    if_yes: Fact[S_contra]
    """The reason for the answer yes, with cards and seats."""
    if_no: Fact[S_contra] | None = None
    """The reason for the answer no; by default *if_yes* serves for both."""

    def __call__(self, yes: Node, no: Node) -> QuestionNode:
        """Return a node that asks this question, with the nodes that follow from its answers."""
        return QuestionNode(self, yes, no)

    def fact(self, situation: S_contra) -> str:
        """Return in words the answer to the question and its reason."""
        said = self.if_yes if self.if_no is None or self.holds(situation) else self.if_no
        return said.format_map(_Told(situation)) if isinstance(said, str) else said(situation)


class _Told(dict[str, "_Words"]):
    """The attributes of a situation as words, for a template."""

    def __init__(self, situation: Any) -> None:
        super().__init__()
        self._situation = situation

    def __missing__(self, name: str) -> "_Words":
        found = getattr(self._situation, name)
        return _Words([found] if isinstance(found, Card | int) else found)


class _Words(list[Any]):
    def __format__(self, how: str) -> str:
        words = listed([symbol_or_suit(one) for one in self], "or" if how == "or" else "and")
        return f"{words} {'is' if len(self) == 1 else 'are'}" if how == "are" else words


def symbol_or_suit(one: Card | int) -> str:
    """Return the symbol of a card, or the name of a suit in lower case."""
    return one.symbol if isinstance(one, Card) else SUIT_NAMES[one].lower()


class NumberedNode(NamedTuple):
    """A node with its number, from 1, in the order of `RuleGraph.nodes`, and the answers that lead to it."""

    number: int
    route: Route
    node: Node


@dataclass(frozen=True)
class RuleGraph:
    """A graph of rules with a name."""

    name: str
    about: str
    situation: Callable[[View], Any]
    """Makes the situation that its questions are about from what a seat sees."""
    root: Node

    @cached_property
    def nodes(self) -> tuple[NumberedNode, ...]:
        """Every node: a question before what follows from it, yes before no."""
        found = enumerate(_below(self.root, ()), start=1)
        return tuple(NumberedNode(number, *place) for number, place in found)

    def number(self, route: Route) -> int:
        """Return the number of the node to which these answers lead."""
        return next(node.number for node in self.nodes if node.route == route)

    def walk(self, view: View) -> "Walk":
        """Answer one question after the other until a card is chosen."""
        situation = self.situation(view)
        node: Node = self.root
        asked, route = list[QuestionNode](), list[bool]()
        while isinstance(node, QuestionNode):
            asked.append(node)
            route.append(bool(node.asked.holds(situation)))
            node = node.yes if route[-1] else node.no
        return Walk(self, situation, tuple(asked), tuple(route), node)


@dataclass(frozen=True)
class Walk:
    """A path through a graph: the questions that were asked, the answers, and the choice at its end."""

    graph: RuleGraph
    situation: Any
    questions: tuple[QuestionNode, ...]
    route: Route
    choice: ChoiceNode[Any]

    @property
    def cards(self) -> Sequence[Card]:
        """The cards that fit the choice."""
        return self.choice.cards(self.situation)

    @property
    def number(self) -> int:
        """The number of the node that was reached."""
        return self.graph.number(self.route)

    @property
    def facts(self) -> list[str]:
        """The reason for each answer, in the order of the questions."""
        return [question.asked.fact(self.situation) for question in self.questions]

    def explain(self, card: Card) -> str:
        """Return the path in a sentence: the reason for each answer, and the card that follows from them."""
        drawn = f" (one of {len(self.cards)} by the dice)" if len(self.cards) > 1 else ""
        reached = f"{self.graph.name} graph, {self.number}"
        return f"{'; '.join(self.facts)} → {self.choice.text}: {card.symbol}{drawn} ({reached})"


def _below(node: Node, route: Route) -> Iterator[tuple[Route, Node]]:
    yield route, node
    if isinstance(node, QuestionNode):
        yield from _below(node.yes, (*route, True))
        yield from _below(node.no, (*route, False))


# Drawings.

INDENT, LINE, BOX, MARGIN = 34, 34, 26, 8
"""How far an answer is indented, the distance of lines, the height of a box, the margin: all in pixels."""
LETTER = 6.7
"""The width of a letter, in pixels."""
COLOURS = {
    "question": 'fill="#eef2f7" stroke="#5b6b82"',
    "choice": 'fill="#fff3cf" stroke="#a97c00"',
    "reached": 'fill="#ffd45c" stroke="#7a4f00" stroke-width="3"',
    "passed": 'fill="#cfe3ff" stroke="#1c4fa1" stroke-width="2"',
}


def graph_svg(graph: RuleGraph, route: Route | None = None) -> str:
    """Return a graph as an SVG picture; *route* marks the path of those answers."""
    nodes = graph.nodes
    width = max(MARGIN * 2 + INDENT * len(node.route) + _box_width(node) for node in nodes)
    height = LINE * len(nodes) + MARGIN
    rows = {node.route: at for at, node in enumerate(nodes)}
    said = f"{graph.name} graph" + ("" if route is None else f", path to node {graph.number(route)}")
    size = f'viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}"'
    font = 'font-family="system-ui, sans-serif" font-size="13"'
    label = f'class="rule-graph" role="img" aria-label="{escape(said)}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {label} {size} {font}>',
        *(
            _edge(node, rows, route)
            for node in sorted(nodes, key=lambda node: _is_on(node.route, route))
            if node.route
        ),
        *(part for node in nodes for part in _box(node, rows, route)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def picture_name(graph: RuleGraph) -> str:
    """Return the name of the file in which a graph is drawn."""
    return f"{graph.name.replace(chr(39), '').replace(' ', '-')}-graph.svg"


def graph_lines(graph: RuleGraph, route: Route | None = None) -> list[str]:
    """Return a graph as lines of text, indented; ``>`` marks the nodes of a path."""
    return [
        f"{'>' if _is_on(node.route, route) else ' '} {node.number:>2} {'   ' * len(node.route)}"
        f"{_answer(node.route)}{node.node.text}"
        for node in graph.nodes
    ]


def _answer(route: Route) -> str:
    return "" if not route else "yes: " if route[-1] else "no: "


def _is_on(node: Route, route: Route | None) -> bool:
    return route is not None and route[: len(node)] == node


def _text(node: NumberedNode) -> str:
    return f"{node.number}  {node.node.text}"


def _box_width(node: NumberedNode) -> float:
    return LETTER * len(_text(node)) + 18


def _corner(route: Route, rows: dict[Route, int]) -> tuple[int, int]:
    """Return the upper left corner of a node's box."""
    return MARGIN + INDENT * len(route), MARGIN + LINE * rows[route]


def _edge(node: NumberedNode, rows: dict[Route, int], route: Route | None) -> str:
    """Draw the line from a question to what follows from an answer, and the answer on it."""
    (x, y), (left, top) = _corner(node.route, rows), _corner(node.route[:-1], rows)
    on = _is_on(node.route, route)
    style = 'stroke="#1c4fa1" stroke-width="3"' if on else 'stroke="#8b97a8" stroke-width="1.2"'
    bend, middle = left + 12, y + BOX / 2
    return (
        f'<g class="answer{" on-path" if on else ""}"><path fill="none" {style} '
        f'd="M{bend} {top + BOX}V{middle:.0f}H{x}"/><text x="{bend + 2}" y="{middle - 3:.0f}" '
        f'font-size="9.5" fill="#4a5568">{"yes" if node.route[-1] else "no"}</text></g>'
    )


def _box(node: NumberedNode, rows: dict[Route, int], route: Route | None) -> Iterator[str]:
    x, y = _corner(node.route, rows)
    kind = "question" if isinstance(node.node, QuestionNode) else "choice"
    on = _is_on(node.route, route)
    colour = COLOURS[kind if not on else "passed" if kind == "question" else "reached"]
    round_corner = 4 if kind == "question" else 13
    yield f'<g class="node {kind}{" on-path" if on else ""}" data-number="{node.number}">'
    yield (
        f'<rect x="{x}" y="{y}" width="{_box_width(node):.0f}" height="{BOX}" rx="{round_corner}" {colour}/>'
        f'<text x="{x + 9}" y="{y + 17}" fill="#1a202c">{escape(_text(node))}</text></g>'
    )
