"""Seat every bot among every other: a matrix of mixed teams.

A cell is the mean of one guest (row) at a table of hosts (column), the guest moving on by a seat with every
game; the diagonal is a bot among its like. All cells play the same deals.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from handsight.cli import arguments as words
from handsight.cli import experiment

EXAMPLE = "  handsight crossplay random careful --players 3 --games 500"


def arguments(parser: ArgumentParser) -> None:
    """Declare the words of this verb."""
    experiment.arguments(parser)


def run(args: Namespace) -> int:
    """Play and print the matrix."""
    from handsight.lab import crossplay
    from handsight.lab.report import report
    from handsight.lab.text_tables import matrix

    with experiment.asked(), experiment.progress(args) as tell:
        found = crossplay(*args.bot, **experiment.options(args, tell))
    caption = found.runs[0][0].caption
    if args.json:
        print(words.json_line(found.row))
    else:
        means = f"at home {found.self_play:.2f}, away {found.cross_play:.2f}"
        print("\n\n".join([f"{caption} a cell", matrix(found).text, f"  {means}"]))
    experiment.pictures(args, found.plot)
    if args.report:
        page = report("Crossplay", caption, [matrix(found)], [found.plot()])
        Path(args.report).write_text(page, encoding="utf-8")
    return 0
