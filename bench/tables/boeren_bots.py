"""The documentation's tables of Boeren Bridge."""

from bench.tables.table_request import TableRequest
from handsight.lab.boeren.tournament import Standing, Tournament, compare, simulate
from handsight.lab.played_games import Comparison
from handsight.lab.result_summary import TextTable
from handsight.lab.statistics import Difference
from handsight.roster.boeren import ROSTER
from handsight.version import __version__

KINDS = ("full-kripke", "greedy", "greedy-kripke", "random")
"""The four bots of LAMAS BoerenBridge."""
LEARNERS = tuple(name for name in ROSTER if name.startswith("learner"))
OTHERS = tuple(name for name, spec in ROSTER.items() if spec.honest and name not in LEARNERS)
HEADS = ("mean ± s.e.", "wins ± s.e.", "tricks", "bids met")


def bots(request: TableRequest) -> str:
    """Write the results of the bots of Boeren Bridge: one of each kind, and each alone among three others."""
    options = request.options()
    by_host = {host: compare(*OTHERS, host=host, **options) for host in OTHERS}
    four = simulate(*KINDS, **options)
    said = f"{four.games:,} games, seed {four.plan.seed}, {four.plan.rules.name} rules, rounds "
    return "\n\n".join(
        [
            f"One of each kind ({said}{four.plan.rules.schedule}, handsight {__version__}):",
            TextTable(
                ("bot", *HEADS), [(f"`{found.name}`", *_cells(found)) for found in four.standings]
            ).markdown,
            "Each among three `greedy`, on the same deals; the difference is to the bot in the line above:",
            _among(by_host["greedy"]),
            "Each (line) among three of another kind (column): mean points, share of wins:",
            TextTable(
                ("", *(f"3 × `{host}`" for host in OTHERS)),
                [
                    (f"`{name}`", *(_cell(by_host[host], at) for host in OTHERS))
                    for at, name in enumerate(OTHERS)
                ],
            ).markdown,
        ]
    )


def learners(request: TableRequest) -> str:
    """Write the results of the learners, each among three of another kind, beside the bots to beat."""
    parts = []
    for host in ("full-kripke", "greedy"):
        found = compare(*LEARNERS, "sampler", "full-kripke", "greedy-kripke", host=host, **request.options())
        said = f"{found.runs[0].games:,} games, seed {request.seed}, handsight {__version__}"
        parts += [f"Each among three `{host}`, on the same deals ({said}):", _among(found)]
    return "\n\n".join(parts)


def _cells(found: Standing) -> tuple[str, ...]:
    return (
        f"{found.points.mean:.2f} ± {found.points.stderr:.2f}",
        f"{found.wins.mean:.1%} ± {found.wins.stderr:.1%}",
        f"{found.tricks:.2f}",
        f"{found.met:.1%}",
    )


def _among(found: Comparison[Tournament]) -> str:
    """Write the bots from the best down, each with its paired difference to the one before."""
    best = sorted(range(len(found.runs)), key=lambda at: -found.runs[at].standings[0].points.mean)
    rows = []
    for place, at in enumerate(best):
        run, before = found.runs[at], found.runs[best[place - 1]] if place else None
        gap = "" if before is None else _gap(run.pair(before, 0.95).difference)
        rows.append((f"`{run.plan.names[0]}`", *_cells(run.standings[0]), gap))
    return TextTable(("bot", *HEADS, "difference (95 %)"), rows).markdown


def _gap(points: Difference) -> str:
    return f"{points.mean:+.2f} ({points.low:+.2f} to {points.high:+.2f})"


def _cell(found: Comparison[Tournament], at: int) -> str:
    standing = found.runs[at].standings[0]
    return f"{standing.points.mean:.1f}, {standing.wins.mean:.1%}"
