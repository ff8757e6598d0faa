"""The graphs of rules by which bots of Boeren Bridge choose a card, as data.

`graph` is what a graph is, and how it is walked; `situations` is what its questions are asked of; the graphs
themselves are in `win_and_lose` and `author`; `drawing` draws them.
"""

from handsight.bots.boeren.rule_graphs.author import AUTHOR_LOSE, AUTHOR_WIN, OpenCards
from handsight.bots.boeren.rule_graphs.drawing import graph_lines, graph_svg, picture_name
from handsight.bots.boeren.rule_graphs.graph import CardChoice, Question, RuleGraph, Walk
from handsight.bots.boeren.rule_graphs.situations import CardByCard, Exact, Situation
from handsight.bots.boeren.rule_graphs.win_and_lose import LIKELY_WIN, LOSE, WIN

GRAPHS = (WIN, LOSE, LIKELY_WIN, AUTHOR_WIN, AUTHOR_LOSE)

__all__ = [
    "AUTHOR_LOSE",
    "AUTHOR_WIN",
    "GRAPHS",
    "LIKELY_WIN",
    "LOSE",
    "WIN",
    "CardByCard",
    "CardChoice",
    "Exact",
    "OpenCards",
    "Question",
    "RuleGraph",
    "Situation",
    "Walk",
    "graph_lines",
    "graph_svg",
    "picture_name",
]
