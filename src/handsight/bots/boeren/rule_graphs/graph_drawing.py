"""Draw a graph of rules as a tree: one line a node, each under the question it follows from.

The documentation and the page have the same drawing; on the page the path to the card just played is marked.
"""

from collections.abc import Iterator
from html import escape

from handsight.bots.boeren.rule_graphs.rule_graph import NumberedNode, QuestionNode, Route, RuleGraph

INDENT, LINE, BOX, MARGIN = 34, 34, 26, 8
"""How far an answer is indented, the distance of lines, the height of a box, the margin: all in pixels."""
LETTER = 6.7
"""The width of a letter."""
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
