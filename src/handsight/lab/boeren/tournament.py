"""Play many matches of Boeren Bridge, and say what they brought: means, win shares, paired differences.

The four games of a deal have the same cards, so a standard error is taken over deals, not over games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray

from handsight.boeren import SEATS, TEXT, Rules
from handsight.boeren import rule_set as rules_named
from handsight.errors import InputError
from handsight.kernels.boeren.match_loop import MET, POINTS, TRICKS, Results
from handsight.lab import stats
from handsight.lab.boeren.runner import Options, played
from handsight.lab.boeren.single_match import Table
from handsight.lab.fingerprint import fingerprint
from handsight.lab.hanabi.options import check_confidence
from handsight.lab.hanabi.to_json import number

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure

HOST = "greedy"
Floats = NDArray[np.float64]


class Standing(NamedTuple):
    """What one of the four players came to."""

    name: str
    points: stats.Estimate
    wins: stats.Estimate
    tricks: float
    met: float
    """The share of its bids that it met."""


@dataclass(frozen=True, eq=False)
class Tournament:
    """The matches of a table, from number 0 on: by match and player, points, tricks and bids met."""

    table: Table
    rows: Results
    seconds: float
    played: int
    """How many of them were played now, and not read from a folder."""

    @property
    def games(self) -> int:
        """How many matches there are."""
        return len(self.rows)

    @cached_property
    def wins(self) -> Floats:
        """By match, each player's share of the win."""
        points = self.rows[:, :, POINTS]
        first = points == points.max(axis=1, keepdims=True)
        shares: Floats = first / first.sum(axis=1, keepdims=True)
        return shares

    @property
    def standings(self) -> list[Standing]:
        """The four players, in the order in which they were named."""
        rounds = self.table.rules.schedule.partition("/")[0].count("-") + 1
        return [
            Standing(
                name,
                self.estimate(self.rows[:, at, POINTS]),
                self.estimate(self.wins[:, at]),
                float(self.rows[:, at, TRICKS].mean()),
                float(self.rows[:, at, MET].mean()) / rounds,
            )
            for at, name in enumerate(self.table.names)
        ]

    def estimate(self, values: Results | Floats) -> stats.Estimate:
        """Estimate a mean over games, with its error over deals."""
        deals = by_deal(values)
        return stats.Estimate(deals.mean, deals.stderr, self.games)

    @property
    def row(self) -> dict[str, Any]:
        """The shape of `simulate --game boeren --json`."""
        return {
            "agents": [_row(standing) for standing in self.standings],
            **self.head,
            "seconds": self.seconds,
        }

    @property
    def head(self) -> dict[str, Any]:
        """What the matches depend on."""
        rules = self.table.rules
        return {
            "game": "boeren",
            "games": self.games,
            "seed": self.table.seed,
            "rules": rules.name,
            "switches": {
                name: value for name, value in rules.switches.items() if value != TEXT.switches[name]
            },
            "rounds": rules.schedule,
            "games_per_second": self.played / self.seconds if self.seconds else 0.0,
            "version": fingerprint(),
        }

    @property
    def caption(self) -> str:
        """Which matches these are, in a line."""
        rules = self.table.rules
        table = f"Boeren Bridge, {rules.name} rules, rounds {rules.schedule}"
        return f"{table}, {self.games:,} games, seats rotating over the same deals, seed {self.table.seed}"

    def plot(self) -> "Figure":
        """Draw every player's mean with its interval."""
        from handsight.lab.plots import Span, intervals  # noqa: PLC0415  as above

        spans = [
            Span(name, points.mean - 1.96 * points.stderr, points.mean, points.mean + 1.96 * points.stderr)
            for name, points, *_ in self.standings
        ]
        return intervals(spans, self.caption, "points a match, 95 % intervals")

    def __repr__(self) -> str:
        means = ", ".join(f"{name} {points.mean:.2f}" for name, points, *_ in self.standings)
        return f"<Tournament of {self.games:,} games: {means}>"


def by_deal(values: Results | Floats) -> stats.Estimate:
    """Estimate a mean over games from the four of each deal; the last deal may have fewer."""
    parts = [values[at : at + SEATS] for at in range(0, len(values), SEATS)]
    return stats.estimate_by_deal([float(part.sum()) for part in parts], list(map(len, parts)))


def _row(standing: Standing) -> dict[str, Any]:
    return {
        "name": standing.name,
        "mean": standing.points.mean,
        "stderr": number(standing.points.stderr),
        "wins": standing.wins.mean,
        "wins_stderr": number(standing.wins.stderr),
        "tricks": standing.tricks,
        "met": standing.met,
    }


@dataclass(frozen=True)
class Contest:
    """Players who each sat alone among three hosts, on the same deals."""

    host: str
    runs: list[Tournament]
    seconds: float
    confidence: float = 0.95

    @property
    def pairs(self) -> list[tuple[str, str, stats.Difference, stats.Difference]]:
        """Every two players: names, the difference of their points, and of their win shares."""
        return [
            (
                one.table.names[0],
                other.table.names[0],
                self._paired(one.rows[:, 0, POINTS], other.rows[:, 0, POINTS]),
                self._paired(one.wins[:, 0], other.wins[:, 0]),
            )
            for one, other in combinations(self.runs, 2)
        ]

    def _paired(self, one: Results | Floats, other: Results | Floats) -> stats.Difference:
        return stats.from_zero(by_deal(one - other), self.confidence)

    @property
    def row(self) -> dict[str, Any]:
        """The shape of `compare --game boeren --json`."""
        guests = [_row(run.standings[0]) for run in self.runs]
        return {
            "rows": [{"bot": guest.pop("name"), **guest} for guest in guests],
            "pairs": [
                {
                    "a": a,
                    "b": b,
                    "difference": points.mean,
                    "stderr": number(points.stderr),
                    "low": number(points.low),
                    "high": number(points.high),
                    "p": points.p,
                    "wins_difference": wins.mean,
                    "wins_p": wins.p,
                }
                for a, b, points, wins in self.pairs
            ],
            "host": self.host,
            "confidence": self.confidence,
            **self.runs[0].head,
            "seconds": self.seconds,
        }

    def plot(self) -> "Figure":
        """Draw every difference with its interval."""
        from handsight.lab.plots import Span, intervals  # noqa: PLC0415  as above

        spans = [Span(f"{a} − {b}", points.low, points.mean, points.high) for a, b, points, _ in self.pairs]
        return intervals(
            spans,
            self.runs[0].caption,
            f"difference of points on the same deals, {self.confidence:.0%} intervals",
        )


def tournament(*agents: str, **options: Unpack[Options]) -> Tournament:
    """Let four players meet (one name: four of a kind), their seats rotating over the same deals."""
    names = agents * SEATS if len(agents) == 1 else agents
    return _runs([_table(names, options)], options)[0]


def contest(*agents: str, host: str = HOST, confidence: float = 0.95, **options: Unpack[Options]) -> Contest:
    """Let each player sit alone among three hosts, all on the same deals."""
    if len(agents) < 2:
        raise InputError("name at least two players to compare")
    check_confidence(confidence)
    start = perf_counter()
    runs = _runs([_table((name, host, host, host), options) for name in agents], options)
    return Contest(host, runs, perf_counter() - start, confidence)


def _table(names: Sequence[str], options: Options) -> Table:
    rules = options.get("rules", TEXT)
    table = Table(
        tuple(names), rules if isinstance(rules, Rules) else rules_named(rules), options.get("seed", 1)
    )
    assert table.specs  # noqa: S101  whoever is not there is missed before anything is played
    return table


def _runs(tables: Sequence[Table], options: Options) -> list[Tournament]:
    found = zip(tables, played(tables, options), strict=True)
    return [Tournament(table, rows, seconds, now) for table, (rows, now, seconds) in found]
