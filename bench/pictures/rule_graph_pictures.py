"""Draw the graphs of rules by which bots of Boeren Bridge decide, for the documentation.

`python -m bench.pictures.rule_graph_pictures` writes them into docs/pictures.
"""

from pathlib import Path

from handsight.bots.boeren.rule_graphs.bot_graphs import LIKELY_WIN, LOSE, WIN
from handsight.bots.boeren.rule_graphs.rule_graph import graph_svg, picture_name

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"

if __name__ == "__main__":
    for graph in (WIN, LOSE, LIKELY_WIN):
        (PICTURES / picture_name(graph)).write_text(graph_svg(graph), encoding="utf-8")
