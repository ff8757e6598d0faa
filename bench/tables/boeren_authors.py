"""The documentation's tables of the authors' program of LAMAS BoerenBridge, beside our honest bots.

The published figures are those of the authors' later report (100,000 games); the document itself has none.
The program's figures were measured by running it, 5,000 games.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bench.tables.peeking_bots import FULL_PEEKING, GREEDY_PEEKING, MIXED
from bench.tables.table_request import TableRequest
from handsight.boeren import SEATS
from handsight.bots import BotName
from handsight.bots.boeren.compiled.match_loop import POINTS, SEAT_ORDERS, TRICKS, Results
from handsight.bots.bot import bot_name
from handsight.lab.boeren.tournament import Tournament, by_deal, simulate
from handsight.lab.result_summary import TextTable
from handsight.lab.statistics import Estimate
from handsight.version import __version__

KINDS = ("full-kripke", "greedy", "greedy-kripke", "random")
PEEKING = (FULL_PEEKING, "greedy", GREEDY_PEEKING, "random")
THEIRS = {"full-kripke": FULL_PEEKING, "greedy-kripke": GREEDY_PEEKING}
"""By our bot, theirs."""
RULES = "author"
BY_ORDER = (
    "The same peeking bots by their order round the table, which the report does not tell; the program plays "
    "half of its games in an order, and half in its reverse (mean ± s.e.):"
)
GRAPHS_WORTH = (
    "What the two graphs of FullKripke are worth: one bot at the table of the peeking ones, on the same deals"
)
AGAINST_THREE = (
    "One against three of another kind, by the author's rules: the mean of the one, the mean of the three, "
    "and the share of wins of the one:"
)


class Published(NamedTuple):
    """What the report and the program say of one bot at a table with one of each kind."""

    mean: float
    spread: float
    program_mean: float
    program_wins: float
    tricks: float
    """Mean tricks a match where all only try to win."""


PUBLISHED = (
    Published(23.57, 15.50, 23.80, 0.388, 4.99),
    Published(21.04, 15.84, 20.72, 0.308, 4.66),
    Published(20.52, 15.62, 20.36, 0.281, 5.00),
    Published(-3.65, 14.75, -3.67, 0.022, 4.35),
)
"""In the order of KINDS."""


class Duel(NamedTuple):
    """One bot against three of another kind: what the program came to."""

    bot: str
    host: str
    mean: float
    host_mean: float | None
    wins: float


DUELS = (
    Duel("full-kripke", "greedy", 19.84, 17.48, 0.282),
    Duel("greedy-kripke", "greedy", 16.31, 17.62, 0.222),
    Duel("full-kripke", "random", 22.98, None, 0.744),
    Duel("greedy-kripke", "random", 19.82, None, 0.690),
)


def mirrored_orders() -> list[tuple[int, int]]:
    """Return the three orders round the table, each with its reverse, as indices of SEAT_ORDERS."""
    reverse = [SEAT_ORDERS.index((0, *reversed(order[1:]))) for order in SEAT_ORDERS]
    return [(at, other) for at, other in enumerate(reverse) if at < other]


def in_orders(run: Tournament, column: int, orders: Sequence[int]) -> Results:
    """Return a column of the matches that were played in some of the orders round the table."""
    numbers = np.arange(run.games) // SEATS % len(SEAT_ORDERS)
    chosen: Results = run.rows[np.isin(numbers, orders), :, column]
    return chosen


def author(request: TableRequest) -> str:
    """Write all tables: one of each kind, by order round the table, tricks, one against three."""
    peeking = _play(request, PEEKING)
    honest = _play(request, KINDS)
    text = _play(request, KINDS, rules="text")
    said = f"{peeking.games:,} games each, seed {request.seed}, handsight {__version__}"
    return "\n\n".join(
        [
            f"One of each kind ({said}); all by the author's rules except the last column:",
            _one_of_each(peeking, honest, text),
            f"{GRAPHS_WORTH} ({request.slow_games:,} games):",
            _graphs(request),
            BY_ORDER,
            _by_order(peeking),
            "Mean tricks of a match where all only try to win (so FullKripke plays like GreedyKripke):",
            _tricks(request),
            AGAINST_THREE,
            _duels(request),
        ]
    )


def _play(request: TableRequest, bots: Sequence[BotName], rules: str = RULES, games: int = 0) -> Tournament:
    """Play a tournament, once for all tables."""
    key = ("boeren-author", tuple(map(bot_name, bots)), rules, games or request.games, request.seed)
    if key not in request.settings.runs:
        options = request.options() | {"games": games or request.games}
        request.settings.runs[key] = simulate(*bots, rules=rules, **options)
    run: Tournament = request.settings.runs[key]
    return run


def _one_of_each(peeking: Tournament, honest: Tournament, text: Tournament) -> str:
    heads = (
        "bot",
        "published mean (SD)",
        "the program, 5,000 games",
        "peeking: mean ± s.e. (SD), wins",
        "honest: mean ± s.e., wins",
        "honest − peeking (s.e.)",
        "honest, text rules",
    )
    rows = []
    for at, (name, told) in enumerate(zip(KINDS, PUBLISHED, strict=True)):
        ours, other, by_text = (run.standings[at] for run in (peeking, honest, text))
        gap = by_deal(honest.rows[:, at, POINTS] - peeking.rows[:, at, POINTS])
        spread = float(peeking.rows[:, at, POINTS].std())
        rows.append(
            (
                f"`{name}`",
                f"{told.mean:.2f} ({told.spread:.2f})",
                f"{told.program_mean:.2f}, {told.program_wins:.1%}",
                f"{_mean(ours.points)} ({spread:.2f}), {ours.wins.mean:.1%}",
                f"{_mean(other.points)}, {other.wins.mean:.1%}",
                f"{gap.mean:+.2f} ({gap.stderr:.2f})",
                f"{_mean(by_text.points)}, {by_text.wins.mean:.1%}",
            )
        )
    return TextTable(heads, rows).markdown


def _graphs(request: TableRequest) -> str:
    """Write what our graphs bring in the place of theirs, one at a time and both."""
    bots: dict[str, BotName] = {
        "both theirs: `full-kripke-author`": PEEKING[0],
        **{spec.name: spec for spec in MIXED},
        "both ours: `full-kripke`": KINDS[0],
    }
    runs = {
        name: _play(request, (bot, *PEEKING[1:]), games=request.slow_games).rows[:, 0, POINTS]
        for name, bot in bots.items()
    }
    theirs, *_ = runs.values()
    rows = list[tuple[str, ...]]()
    for name, points in runs.items():
        gap = by_deal(points - theirs)
        rows.append((name, _mean(by_deal(points)), f"{gap.mean:+.2f} ± {gap.stderr:.2f}" if rows else ""))
    return TextTable(("graphs", "mean ± s.e.", "difference ± s.e."), rows).markdown


def _by_order(run: Tournament) -> str:
    orders = mirrored_orders()
    heads = ("bot", "published", *(_order_name(one) for one, _ in orders))
    rows = [
        (
            f"`{name}`",
            f"{told.mean:.2f}",
            *(_mean(by_deal(in_orders(run, POINTS, order)[:, at])) for order in orders),
        )
        for at, (name, told) in enumerate(zip(KINDS, PUBLISHED, strict=True))
    ]
    return TextTable(heads, rows).markdown


def _order_name(order: int) -> str:
    return ", ".join(KINDS[bot] for bot in SEAT_ORDERS[order])


def _tricks(request: TableRequest) -> str:
    """Write the tricks of tables where the first bot plays the win graph alone, too."""
    runs = [_play(request, (bots[2], *bots[1:])) for bots in (PEEKING, KINDS)]
    rows = [
        (
            f"`{name}`",
            f"{told.tricks:.2f}",
            *(_mean(by_deal(run.rows[:, at, TRICKS]), 3) for run in runs),
        )
        for at, (name, told) in enumerate(zip(KINDS, PUBLISHED, strict=True))
    ]
    return TextTable(("bot", "published", "peeking", "honest"), rows).markdown


def _duels(request: TableRequest) -> str:
    rows = []
    for duel in DUELS:
        program = [
            f"{duel.mean:.2f}",
            *([f"{duel.host_mean:.2f}"] if duel.host_mean else []),
            f"{duel.wins:.1%}",
        ]
        cells = [", ".join(program)]
        for bot in (THEIRS[duel.bot], duel.bot):
            standings = _play(request, (bot, *[duel.host] * (SEATS - 1))).standings
            rest = float(np.mean([standing.points.mean for standing in standings[1:]]))
            cells.append(f"{_mean(standings[0].points)}, {rest:.2f}, {standings[0].wins.mean:.1%}")
        rows.append((f"`{duel.bot}` among three `{duel.host}`", *cells))
    return TextTable(("", "the program, 5,000 games", "peeking", "honest"), rows).markdown


def _mean(found: Estimate, digits: int = 2) -> str:
    return f"{found.mean:.{digits}f} ± {found.stderr:.{digits}f}"
