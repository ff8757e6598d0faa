"""How a bot of Boeren Bridge decides, for `handsight bots BOT`: its graphs of rules, told and drawn."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from handsight.bots.boeren.rule_graphs import QuestionNode, RuleGraph, graph_lines, graph_svg, picture_name
from handsight.roster.boeren import rule_graphs as graphs

__all__ = ["draw", "graphs", "lines", "rows"]


def lines(found: Sequence[RuleGraph]) -> Iterator[str]:
    """Tell the graphs, a line a node."""
    for graph in found:
        yield f"\n{graph.name} graph. {graph.about}"
        yield from graph_lines(graph)


def rows(found: Sequence[RuleGraph]) -> list[dict[str, Any]]:
    """Return the graphs as JSON has them: a node has its number, and the answers that lead to it."""
    return [
        {
            "name": graph.name,
            "about": graph.about,
            "nodes": [
                {
                    "number": number,
                    "route": list(route),
                    "question": isinstance(node, QuestionNode),
                    "text": node.text,
                }
                for number, route, node in graph.nodes
            ],
        }
        for graph in found
    ]


def draw(found: Sequence[RuleGraph], folder: Path) -> list[Path]:
    """Write a picture of each graph, and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / picture_name(graph) for graph in found]
    for graph, path in zip(found, paths, strict=True):
        path.write_text(graph_svg(graph), encoding="utf-8")
    return paths
