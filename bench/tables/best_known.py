"""The strongest known results of other programs, with ours.

*Measured* means that we ran the program and counted its games, *reported* that its own project says so.
"""

from typing import NamedTuple

from bench.tables.hanabi_bots import BEST, SEATED, WIDE, said, shared_run
from bench.tables.table_request import TableRequest
from handsight.lab.hanabi.simulate_games import Run
from handsight.lab.result_summary import TextTable
from handsight.roster.hanabi import find_bot

STACKS, ZERO, LAX = "stacks", "zero", "stacks, may discard at 8 tokens"
"""The score of a game that is struck out, and what else differs from the official rules."""
HANABI_RS, QUUXPLUSONE = "WuTheFWasThat/hanabi.rs", "Quuxplusone/Hanabi"
BOTH, MEASURED, REPORTED = "measured = reported", "measured", "reported"


class KnownResult(NamedTuple):
    """The result of a program, and who says so; *perfect* in percent, None where it is not stated."""

    players: int
    program: str
    mean: float
    perfect: float | None
    games: int | None
    rule: str
    status: str
    source: str
    honest: bool = True


KNOWN_RESULTS = (
    KnownResult(
        2, "SPARTA, joint search on a learned player", 24.61, None, None, ZERO, REPORTED, "Lerer et al. 2020"
    ),
    KnownResult(
        2, "best learned player before SPARTA", 24.08, None, None, ZERO, REPORTED, "Lerer et al. 2020"
    ),
    KnownResult(2, "fireflower", 23.37, 52.6, 25_000, STACKS, REPORTED, "lightvector/fireflower"),
    KnownResult(2, "SmartBot", 23.10, 30.0, 10_000, STACKS, MEASURED, QUUXPLUSONE),
    KnownResult(2, "hanabi.rs info", 22.522, 12.55, 20_000, STACKS, BOTH, HANABI_RS),
    KnownResult(2, "InfoBot", 20.00, 0.34, 10_000, STACKS, MEASURED, QUUXPLUSONE),
    KnownResult(2, "CheatBot", 24.903, 93.97, 50_000, STACKS, MEASURED, QUUXPLUSONE, honest=False),
    KnownResult(3, "hanabi.rs info", 24.795, 84.48, 20_000, STACKS, BOTH, HANABI_RS),
    KnownResult(3, "InfoBot", 24.27, 52.5, 10_000, STACKS, MEASURED, QUUXPLUSONE),
    KnownResult(3, "SmartBot", 23.31, 19.2, 10_000, STACKS, MEASURED, QUUXPLUSONE),
    KnownResult(3, "fireflower", 22.95, 40.2, 1_000, STACKS, REPORTED, "lightvector/fireflower"),
    KnownResult(3, "CheatBot", 24.981, 98.43, 50_000, STACKS, MEASURED, QUUXPLUSONE, honest=False),
    KnownResult(4, "hanabi.rs info", 24.936, 95.05, 20_000, STACKS, BOTH, HANABI_RS),
    KnownResult(4, "hat player", 24.90, 94.3, 1_000, ZERO, MEASURED, "chikinn/hanabi"),
    KnownResult(4, "InfoBot", 24.86, 89.8, 10_000, STACKS, MEASURED, QUUXPLUSONE),
    KnownResult(4, "alphahanabi", 24.67, 76.4, None, LAX, REPORTED, "giove91/hanabi"),
    KnownResult(4, "deltahanabi", 24.57, 72.9, None, LAX, REPORTED, "giove91/hanabi"),
    KnownResult(4, "fireflower", 22.83, 26.5, 1_000, STACKS, REPORTED, "lightvector/fireflower"),
    KnownResult(4, "SmartBot", 22.44, 5.0, 10_000, STACKS, MEASURED, QUUXPLUSONE),
    KnownResult(4, "CheatBot", 24.975, 97.94, 50_000, STACKS, MEASURED, QUUXPLUSONE, honest=False),
    KnownResult(5, "deltahanabi", 24.95, 95.9, None, LAX, REPORTED, "giove91/hanabi"),
    KnownResult(5, "deltahanabi", 24.944, 95.0, 625, LAX, MEASURED, "giove91/hanabi"),
    KnownResult(5, "hanabi.rs info", 24.922, 94.04, 20_000, STACKS, BOTH, HANABI_RS),
    KnownResult(5, "InfoBot", 24.89, 91.1, 10_000, STACKS, MEASURED, QUUXPLUSONE),
    KnownResult(5, "hat player", 24.86, 90.3, 1_000, ZERO, MEASURED, "chikinn/hanabi"),
    KnownResult(5, "alphahanabi", 24.75, 80.5, None, LAX, REPORTED, "giove91/hanabi"),
    KnownResult(5, "information strategy", 24.68, 75.0, None, "not stated", REPORTED, "Cox et al. 2015"),
    KnownResult(5, "SmartBot", 20.68, 0.1, 10_000, STACKS, MEASURED, QUUXPLUSONE),
    KnownResult(5, "hanabi.rs cheat", 24.962, 97.03, 20_000, STACKS, BOTH, HANABI_RS, honest=False),
    KnownResult(6, "InfoBot, 4 cards", 24.65, 71.6, 2_000, STACKS, MEASURED, QUUXPLUSONE),
    KnownResult(6, "hat player, 4 cards", 24.52, 66.2, 500, ZERO, MEASURED, "chikinn/hanabi"),
    KnownResult(6, "CheatBot, 4 cards", 24.85, 88.9, None, STACKS, MEASURED, QUUXPLUSONE, honest=False),
)


def best_known_table(request: TableRequest) -> str:
    """Write our best and the strongest of others, for each number of players, the highest mean first."""
    heads = ("players", "program", "mean", "perfect", "games", "third strike scores", "status", "source")
    rows = []
    for players in SEATED:
        known = [found for found in KNOWN_RESULTS if found.players == players]
        lines = sorted([*known, *_ours(request, players)], key=lambda line: (not line.honest, -line.mean))
        rows += [_row(line) for line in lines]
    note = "A program that sees its own hand only shows how high scores could be; it comes last."
    return f"Ours: {said(request)}. {note}\n\n{TextTable(heads, rows).markdown}"


def _ours(request: TableRequest, players: int) -> list[KnownResult]:
    """Return the results of our best bots of each kind; with six, also of hat with four cards."""
    names = [
        name for name in ("hat", BEST[players], "robot6", "learned") if find_bot(name).plays_with(players)
    ]
    runs = {name: shared_run(request, name, players) for name in names}
    found = [_of(run, f"**`{name}`**") for name, run in runs.items()]
    return (
        found
        if players != WIDE[0]
        else [*found, _of(shared_run(request, "hat", *WIDE), f"**`hat`**, {WIDE[1]} cards")]
    )


def _of(run: Run, name: str) -> KnownResult:
    percent = 100 * run.perfect
    return KnownResult(
        run.plan.terms.players, name, run.mean, percent, run.games, STACKS, MEASURED, "Handsight"
    )


def _row(found: KnownResult) -> tuple[str, ...]:
    return (
        str(found.players),
        found.program if found.honest else f"{found.program} (sees its own hand)",
        _digits(found.mean, 3),
        "–" if found.perfect is None else f"{_digits(found.perfect, 2)}%",
        "not stated" if found.games is None else f"{found.games:,}",
        found.rule,
        found.status,
        found.source,
    )


def _digits(value: float, most: int) -> str:
    """Write a number with as many digits as its source gives: so many, or one fewer."""
    return f"{value:.{most}f}".removesuffix("0")
