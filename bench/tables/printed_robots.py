"""The documentation's table of Fabrigoule and Guillot's robots: as printed, read otherwise, and repaired."""

from typing import NamedTuple

from bench.tables.hanabi_bots import shared_run
from bench.tables.table_request import TableRequest
from handsight.lab import statistics as stats
from handsight.lab.result_summary import TextTable
from handsight.version import __version__


class PrintedLine(NamedTuple):
    """A bot, the one that it is compared with on the same deals, and the figures of the authors' program."""

    bot: str
    against: str = ""
    program: str = "–"
    """Mean and share of games lost, as we measured them in 1,000 games of the program."""


LINES = (
    PrintedLine("robot1-printed", program="4.78, 4.4%"),
    PrintedLine("robot1", "robot1-printed"),
    PrintedLine("robot2-author", program="14.70, 0.3% and 0.6%"),
    PrintedLine("robot2-printed", "robot2-author", "14.53, 1.7%, without its peeking"),
    PrintedLine("robot2", "robot2-printed"),
    PrintedLine("robot3-printed", program="15.19, 15.2%"),
    PrintedLine("robot3-printed save=text", "robot3-printed"),
    PrintedLine("robot3-printed danger=text", "robot3-printed"),
    PrintedLine("robot3", "robot3-printed"),
    PrintedLine("robot4-printed"),
    PrintedLine("robot4-printed save=code", "robot4-printed", "14.61, 15.9%"),
    PrintedLine("robot4-printed danger=text", "robot4-printed"),
    PrintedLine("robot4", "robot4-printed"),
)
HEADS = ("bot", "mean ± s.e.", "lost", "mean of games not lost", "paired difference", "the authors' program")


def printed(request: TableRequest) -> str:
    """Write the results of every line, two players, official rules."""
    rows = [_row(request, line) for line in LINES]
    games = f"{request.games:,} games each, the same deals for all, seed {request.seed}"
    caption = f"Two players, {games}, `official` rules (a third strike scores 0), handsight {__version__}:"
    return f"{caption}\n\n{TextTable(HEADS, rows).markdown}"


def _row(request: TableRequest, line: PrintedLine) -> tuple[str, ...]:
    run = shared_run(request, line.bot, 2, rules="official")
    difference = "–"
    if line.against:
        other = shared_run(request, line.against, 2, rules="official")
        worth = stats.paired(run.scores, other.scores)
        difference = f"{worth.mean:+.2f} ± {worth.stderr:.2f} to `{line.against}`"
    kept = run.mean / (1 - run.struck_out) if run.struck_out < 1 else 0.0
    return (
        f"`{line.bot}`",
        f"{run.mean:.3f} ± {run.stderr:.3f}",
        f"{run.struck_out:.2%}",
        f"{kept:.2f}",
        difference,
        line.program,
    )
