"""Play many matches of Boeren Bridge: mean points, shares of wins, paired differences.

The four games of a deal have the same cards, so a standard error is taken over deals, not over games.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray

from handsight.boeren import DEFAULT_RULES, SEATS, Rules, rule_set
from handsight.bots import BotName
from handsight.bots.boeren.compiled.match_loop import MET, POINTS, TRICKS, Results
from handsight.bots.bot import bot_name
from handsight.game import as_seed
from handsight.lab import statistics as stats
from handsight.lab.boeren.match_plan import BoerenPlan
from handsight.lab.played_games import (
    CONFIDENCE,
    DEFAULT_SEED,
    BoerenOptions,
    Comparison,
    Crossplay,
    Pair,
    PlayedGames,
    check_bots,
    check_names,
    compare_bots,
    mix_bots,
    play_plans,
)
from handsight.lab.result_summary import Summary, TextTable, error_text, finite, p_text
from handsight.notation.boeren import log
from handsight.safe_files import write_file
from handsight.text.counting_from_one import counted

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure

HOST = "greedy"
"""The usual bot in the other three seats of a comparison."""
HEADS = ("", "mean", "± s.e.", "wins", "± s.e.", "tricks", "bids met")
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class BoerenPair(Pair):
    """Two bots on the same deals, with the difference of their shares of wins."""

    form: ClassVar[str] = "+.2f"
    wins: stats.Difference

    def to_json(self) -> dict[str, Any]:
        """Return the pair as `compare --json` prints it."""
        return super().to_json() | {"wins_difference": self.wins.mean, "wins_p": self.wins.p}

    def cells(self) -> tuple[str, ...]:
        """Return its cells in a table, without the names."""
        return *super().cells(), f"{self.wins.mean:+.1%}", p_text(self.wins)


class Standing(NamedTuple):
    """The figures of one of the four bots."""

    name: str
    points: stats.Estimate
    wins: stats.Estimate
    tricks: float
    met: float
    """The share of its bids that it met."""

    def to_json(self) -> dict[str, Any]:
        """Return the figures as JSON has them."""
        return {
            "mean": self.points.mean,
            "stderr": finite(self.points.stderr),
            "wins": self.wins.mean,
            "wins_stderr": finite(self.wins.stderr),
            "tricks": self.tricks,
            "met": self.met,
        }


@dataclass(frozen=True, eq=False)
class Tournament(PlayedGames[BoerenPlan]):
    """The matches of a plan, from number 0 on; `rows`: by match and bot, points, tricks and bids met."""

    counted_in: ClassVar[str] = "points"
    pair_heads: ClassVar[tuple[str, ...]] = ("points", "wins", "p")

    @cached_property
    def wins(self) -> Floats:
        """By match, each bot's share of the win: bots with equal points share it."""
        points = self.rows[:, :, POINTS]
        first = points == points.max(axis=1, keepdims=True)
        shares: Floats = first / first.sum(axis=1, keepdims=True)
        return shares

    @property
    def standings(self) -> list[Standing]:
        """The four bots, in the order in which they were named."""
        rounds = self.plan.rules.schedule.partition("/")[0].count("-") + 1
        return [
            Standing(
                name,
                replace(by_deal(self.rows[:, at, POINTS]), games=self.games),
                replace(by_deal(self.wins[:, at]), games=self.games),
                float(self.rows[:, at, TRICKS].mean()),
                float(self.rows[:, at, MET].mean()) / rounds,
            )
            for at, name in enumerate(self.plan.names)
        ]

    def to_json(self) -> dict[str, Any]:
        """Return what `simulate --game boeren --json` prints."""
        return {
            "agents": [{"name": standing.name, **standing.to_json()} for standing in self.standings],
            **self.conditions(),
            "seconds": self.seconds,
        }

    def summary(self) -> Summary:
        """Return the result in words, figures, JSON and plots."""
        return Summary(
            title=" ".join(dict.fromkeys(self.plan.names)),
            caption=self.caption,
            json=self.to_json(),
            tables=[TextTable(HEADS, [_standing_line(standing) for standing in self.standings])],
            plots=[self.plot],
            after=[f"{counted(self.played, 'game')} played in {self.seconds:.1f} s"],
        )

    def conditions(self) -> dict[str, Any]:
        """Return the conditions of the matches (seed, rules, …), as JSON has them."""
        rules = self.plan.rules
        return {
            "game": "boeren",
            "games": self.games,
            "seed": self.plan.seed,
            "rules": rules.name,
            "switches": {
                name: value for name, value in rules.switches.items() if value != DEFAULT_RULES.switches[name]
            },
            "rounds": rules.schedule,
            "games_per_second": self.games_per_second,
            "version": self.plan.version,
        }

    @property
    def caption(self) -> str:
        """Which matches these are, in a line."""
        rules = self.plan.rules
        table = f"Boeren Bridge, {rules.name} rules, rounds {rules.schedule}"
        games = counted(self.games, "game")
        return f"{table}, {games}, seats rotating over the same deals, seed {self.plan.seed}"

    @property
    def estimate(self) -> stats.Estimate:
        """The mean points of the first bot."""
        return self.standings[0].points

    def figures(self) -> dict[str, Any]:
        """Return the figures of the first bot, as JSON has them."""
        return self.standings[0].to_json()

    def shares(self) -> dict[str, float]:
        """Return further figures of a cell of `crossplay`, by their names in JSON."""
        return {"wins": self.standings[0].wins.mean}

    def pair(self, other: "Tournament", confidence: float) -> BoerenPair:
        """Compare the first bot here with the first bot of *other*, on the same deals, deal by deal."""
        points = by_deal(self.rows[:, 0, POINTS] - other.rows[:, 0, POINTS])
        wins = by_deal(self.wins[:, 0] - other.wins[:, 0])
        found = (stats.from_zero(mean, confidence) for mean in (points, wins))
        return BoerenPair(self.plan.names[0], other.plan.names[0], *found)

    @staticmethod
    def table(runs: "Sequence[Tournament]") -> TextTable:
        """Return a table with the figures of each run's first bot on a line."""
        return TextTable(HEADS, [_standing_line(run.standings[0]) for run in runs])

    def plot(self) -> "Figure":
        """Draw every bot's mean with its interval."""
        from handsight.lab.plots import Span, intervals

        spans = [
            Span(name, points.mean - 1.96 * points.stderr, points.mean, points.mean + 1.96 * points.stderr)
            for name, points, *_ in self.standings
        ]
        return intervals(spans, self.caption, "points a match, 95 % intervals")

    def __repr__(self) -> str:
        means = ", ".join(f"{name} {points.mean:.2f}" for name, points, *_ in self.standings)
        return f"<Tournament of {counted(self.games, 'game')}: {means}>"


def by_deal(values: Results | Floats) -> stats.Estimate:
    """Estimate a mean over games from the four of each deal; the last deal may have fewer."""
    parts = [values[at : at + SEATS] for at in range(0, len(values), SEATS)]
    return stats.estimate_by_deal([float(part.sum()) for part in parts], list(map(len, parts)))


def _standing_line(standing: Standing) -> tuple[str, ...]:
    return (
        standing.name,
        f"{standing.points.mean:.2f}",
        error_text(standing.points.stderr, ".2f"),
        f"{standing.wins.mean:.1%}",
        error_text(standing.wins.stderr, ".1%"),
        f"{standing.tricks:.2f}",
        f"{standing.met:.1%}",
    )


def _planner(options: BoerenOptions, experiment: str) -> Callable[..., BoerenPlan]:
    """Return a function that takes four bots and returns their plan, always with the same deals."""
    check_names(options, BoerenOptions, experiment)
    rules, seed = options.get("rules", DEFAULT_RULES), as_seed(options.get("seed", DEFAULT_SEED))
    chosen = rules if isinstance(rules, Rules) else rule_set(rules)
    return lambda *bots: BoerenPlan(bots, chosen, seed)


def simulate(*bots: BotName, **options: Unpack[BoerenOptions]) -> Tournament:
    """Play matches with four bots, or four copies of one, in all seats; see `handsight.lab.simulate`."""
    plan = _planner(options, "simulate")
    check_bots(bots)
    seats = bots * SEATS if len(bots) == 1 else bots
    (run,), _ = play_plans([plan(*seats)], options, Tournament)
    return run


def compare(
    *bots: BotName, host: BotName = HOST, confidence: float = CONFIDENCE, **options: Unpack[BoerenOptions]
) -> Comparison[Tournament]:
    """Let each bot play the same deals alone against three copies of a host; see `handsight.lab.compare`."""
    plan = _planner(options, "compare")
    return compare_bots(
        bots,
        lambda bot: plan(bot, host, host, host),
        options,
        Tournament,
        confidence=confidence,
        host=bot_name(host),
    )


def crossplay(*bots: BotName, **options: Unpack[BoerenOptions]) -> Crossplay[Tournament]:
    """Let every bot play alone against three copies of every bot; see `handsight.lab.crossplay`."""
    plan = _planner(options, "crossplay")
    return mix_bots(bots, lambda bot, other: plan(bot, other, other, other), options, Tournament)


def save_games(run: Tournament, count: int, path: Path) -> None:
    """Write the rounds of the first matches of a tournament as a log."""
    rounds = [part for game in range(min(count, run.games)) for part in run.plan.record_match(game)]
    write_file(path, log.write(*rounds).text)
