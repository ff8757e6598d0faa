"""Play many matches of Boeren Bridge: mean points, shares of wins, paired differences.

The four games of a deal have the same cards, so a standard error is taken over deals, not over games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray

from handsight.boeren import DEFAULT_RULES, SEATS, Rules, rule_set
from handsight.bots import BotName
from handsight.bots.boeren.compiled.match_loop import MET, POINTS, TRICKS, Results
from handsight.bots.spec import bot_name
from handsight.game import as_seed
from handsight.lab import statistics as stats
from handsight.lab.boeren.match_plan import BoerenPlan
from handsight.lab.crossplay_matrix import Crossplay, play_crossplay
from handsight.lab.experiment_options import (
    CONFIDENCE,
    DEFAULT_GAMES,
    DEFAULT_SEED,
    BoerenOptions,
    check_bots,
    check_confidence,
    check_names,
    run_settings,
)
from handsight.lab.played_games import Experiment, PlayedGames
from handsight.lab.result_summary import (
    Summary,
    TextTable,
    error_text,
    finite,
    interval_json,
    interval_text,
    p_text,
)
from handsight.notation.boeren import log
from handsight.safe_files import write_file
from handsight.text.counting_from_one import counted

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure

HOST = "greedy"
"""The usual bot in the other three seats of a comparison."""
HEADS = ("", "mean", "± s.e.", "wins", "± s.e.", "tricks", "bids met")
Floats = NDArray[np.float64]


class Standing(NamedTuple):
    """The figures of one of the four bots."""

    name: str
    points: stats.Estimate
    wins: stats.Estimate
    tricks: float
    met: float
    """The share of its bids that it met."""


@dataclass(frozen=True, eq=False)
class Tournament(PlayedGames[BoerenPlan]):
    """The matches of a plan, from number 0 on; `rows`: by match and bot, points, tricks and bids met."""

    @cached_property
    def wins(self) -> Floats:
        """By match, each bot's share of the win."""
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
                self.estimate(self.rows[:, at, POINTS]),
                self.estimate(self.wins[:, at]),
                float(self.rows[:, at, TRICKS].mean()),
                float(self.rows[:, at, MET].mean()) / rounds,
            )
            for at, name in enumerate(self.plan.names)
        ]

    def estimate(self, values: Results | Floats) -> stats.Estimate:
        """Estimate a mean over games, with its error over deals."""
        deals = by_deal(values)
        return stats.Estimate(deals.mean, deals.stderr, self.games)

    def to_json(self) -> dict[str, Any]:
        """Return what `simulate --game boeren --json` prints."""
        return {
            "agents": [_standing_json(standing) for standing in self.standings],
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
        """Return what the matches depend on, as JSON has it."""
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

    def first_estimate(self) -> stats.Estimate:
        """Return the mean points of the first bot."""
        return self.standings[0].points

    def cell_shares(self) -> dict[str, float]:
        """Return further figures of a cell of `crossplay`, by their names in JSON."""
        return {"wins": self.standings[0].wins.mean}

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


def _standing_json(standing: Standing) -> dict[str, Any]:
    return {
        "name": standing.name,
        "mean": standing.points.mean,
        "stderr": finite(standing.points.stderr),
        "wins": standing.wins.mean,
        "wins_stderr": finite(standing.wins.stderr),
        "tricks": standing.tricks,
        "met": standing.met,
    }


@dataclass(frozen=True)
class Comparison:
    """Bots that each played the same deals alone against three copies of a host."""

    host: str
    runs: list[Tournament]
    seconds: float
    confidence: float = CONFIDENCE

    @property
    def pairs(self) -> list[tuple[str, str, stats.Difference, stats.Difference]]:
        """Every two bots: names, the difference of their points, and of their win shares."""
        return [
            (
                one.plan.names[0],
                other.plan.names[0],
                self._paired(one.rows[:, 0, POINTS], other.rows[:, 0, POINTS]),
                self._paired(one.wins[:, 0], other.wins[:, 0]),
            )
            for one, other in combinations(self.runs, 2)
        ]

    def _paired(self, one: Results | Floats, other: Results | Floats) -> stats.Difference:
        return stats.from_zero(by_deal(one - other), self.confidence)

    def to_json(self) -> dict[str, Any]:
        """Return what `compare --game boeren --json` prints."""
        standings = [_standing_json(run.standings[0]) for run in self.runs]
        return {
            "rows": [{"bot": standing.pop("name"), **standing} for standing in standings],
            "pairs": [
                {
                    "a": a,
                    "b": b,
                    "difference": points.mean,
                    **interval_json(points),
                    "wins_difference": wins.mean,
                    "wins_p": wins.p,
                }
                for a, b, points, wins in self.pairs
            ],
            "host": self.host,
            "confidence": self.confidence,
            **self.runs[0].conditions(),
            "seconds": self.seconds,
        }

    def summary(self) -> Summary:
        """Return the result in words, figures, JSON and plots."""
        return Summary(
            title=" and ".join(run.plan.names[0] for run in self.runs),
            caption=f"{self.runs[0].caption}; each among three {self.host}",
            json=self.to_json(),
            tables=comparison_tables(self),
            plots=[self.plot],
        )

    def plot(self) -> "Figure":
        """Draw every difference with its interval."""
        from handsight.lab.plots import Span, intervals

        spans = [Span(f"{a} − {b}", points.low, points.mean, points.high) for a, b, points, _ in self.pairs]
        return intervals(
            spans,
            self.runs[0].caption,
            f"difference of points on the same deals, {self.confidence:.0%} intervals",
        )


def comparison_tables(comparison: Comparison) -> list[TextTable]:
    """Return the figures of the bots that were compared, and the differences of every two."""
    lines = [_standing_line(run.standings[0]) for run in comparison.runs]
    pairs = [
        (
            f"{a} − {b}",
            f"{points.mean:+.2f}",
            interval_text(points, "+.2f"),
            p_text(points),
            f"{wins.mean:+.1%}",
            p_text(wins),
        )
        for a, b, points, wins in comparison.pairs
    ]
    heads = ("", "points", f"{comparison.confidence:.0%} interval", "p", "wins", "p")
    return [TextTable(HEADS, lines), TextTable(heads, pairs)]


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


def _plans(teams: Sequence[tuple[BotName, ...]], options: BoerenOptions, experiment: str) -> list[BoerenPlan]:
    """Plan the same deals for several teams of four."""
    check_names(options, BoerenOptions, experiment)
    rules, seed = options.get("rules", DEFAULT_RULES), as_seed(options.get("seed", DEFAULT_SEED))
    chosen = rules if isinstance(rules, Rules) else rule_set(rules)
    return [BoerenPlan(team, chosen, seed) for team in teams]


def simulate(*bots: BotName, **options: Unpack[BoerenOptions]) -> Tournament:
    """Play matches with four bots, or four copies of one, in all seats; see `handsight.lab.simulate`."""
    check_bots(bots)
    plans = _plans([bots * SEATS if len(bots) == 1 else bots], options, "simulate")
    games = options.get("games", DEFAULT_GAMES)
    return Experiment(plans, run_settings(options), Tournament).play(games)[0]


def compare(
    *bots: BotName, host: BotName = HOST, confidence: float = CONFIDENCE, **options: Unpack[BoerenOptions]
) -> Comparison:
    """Let each bot play the same deals alone against three copies of a host; see `handsight.lab.compare`."""
    plans = _plans([(bot, host, host, host) for bot in bots], options, "compare")
    check_bots(bots, 2, "compare")
    check_confidence(confidence)
    experiment = Experiment(plans, run_settings(options), Tournament)
    runs = experiment.play(options.get("games", DEFAULT_GAMES))
    return Comparison(bot_name(host), runs, experiment.seconds, confidence)


def crossplay(*bots: BotName, **options: Unpack[BoerenOptions]) -> Crossplay[Tournament]:
    """Let every bot play alone against three copies of every other; see `handsight.lab.crossplay`."""
    options["seed"] = as_seed(options.get("seed", DEFAULT_SEED))

    def plan(bot: BotName, partner: BotName) -> BoerenPlan:
        return _plans([(bot, partner, partner, partner)], options, "crossplay")[0]

    return play_crossplay(bots, plan, options, Tournament)


def save_games(run: Tournament, count: int, path: Path) -> None:
    """Write the rounds of the first matches of a tournament as a log."""
    run.plan.check_repeatable()
    rounds = [part for game in range(min(count, run.games)) for part in run.plan.record_match(game)]
    write_file(path, log.write(*rounds).text)
