"""The graphs of rules by which bots of Boeren Bridge choose a card, as data.

`rule_graph` is what a graph is, and how it is walked and drawn; `situations` is what its questions are asked
of; the graphs themselves are in `bot_graphs`.
"""

from handsight.bots.boeren.rule_graphs.bot_graphs import LIKELY_WIN, LOSE, WIN
from handsight.bots.boeren.rule_graphs.rule_graph import (
    ChoiceNode,
    QuestionNode,
    RuleGraph,
    Walk,
    graph_lines,
    graph_svg,
    picture_name,
)

GRAPHS = (WIN, LOSE, LIKELY_WIN)

__all__ = [
    "GRAPHS",
    "LIKELY_WIN",
    "LOSE",
    "WIN",
    "ChoiceNode",
    "QuestionNode",
    "RuleGraph",
    "Walk",
    "graph_lines",
    "graph_svg",
    "picture_name",
]
