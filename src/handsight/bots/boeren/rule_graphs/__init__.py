"""The graphs of rules by which bots of Boeren Bridge choose a card, as data.

`rule_graph` is what a graph is, and how it is walked; `situations` is what its questions are asked of; the
graphs themselves are in `bot_graphs`; `graph_drawing` draws them.
"""

from handsight.bots.boeren.rule_graphs.bot_graphs import AUTHOR_LOSE, AUTHOR_WIN, LIKELY_WIN, LOSE, WIN
from handsight.bots.boeren.rule_graphs.graph_drawing import graph_lines, graph_svg, picture_name
from handsight.bots.boeren.rule_graphs.rule_graph import ChoiceNode, QuestionNode, RuleGraph, Walk

GRAPHS = (WIN, LOSE, LIKELY_WIN, AUTHOR_WIN, AUTHOR_LOSE)

__all__ = [
    "AUTHOR_LOSE",
    "AUTHOR_WIN",
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
