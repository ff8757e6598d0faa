"""The documentation's table of how many deals can be won with all cards known."""

from time import process_time

from bench.tables.table_request import TableRequest
from handsight.hanabi import Terms
from handsight.lab.hanabi.winnable_deals import Winnability, dealt, solve_each
from handsight.lab.job_runner import RunSettings
from handsight.lab.result_summary import TextTable

SEATED = (2, 3, 4, 5, 6)
NODES = 6_000_000
"""How many positions are looked at for each score; about a second and a half."""
HEADS = (
    "players",
    "deals",
    "winnable",
    "share",
    "proved not",
    "open",
    "best score not proved",
    "nodes, mean",
    "CPU-ms, mean",
)


def winnable(request: TableRequest) -> str:
    """Write how many deals can be won, by the number of players."""
    rows = []
    for players in SEATED:
        settings = RunSettings(request.settings.workers, progress=request.settings.progress)
        found, nodes, unproved, before = Winnability(), 0, 0, process_time()
        deals = dealt(Terms(players), request.seed)
        for _, solution in solve_each(deals, request.games, settings, NODES):
            found += solution
            nodes += solution.nodes
            unproved += not solution.proved
        seconds = process_time() - before
        share = f"{found.won / found.deals:.2%}"
        counts = found.deals, found.won, share, found.lost, found.open, unproved
        rows.append(
            (
                str(players),
                *(count if isinstance(count, str) else f"{count:,}" for count in counts),
                f"{nodes / found.deals:,.0f}",
                f"{1000 * seconds / found.deals:,.1f}",
            )
        )
    return f"At most {NODES:,} positions for each score:\n\n" + TextTable(HEADS, rows).markdown
