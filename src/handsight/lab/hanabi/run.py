"""What came of the games of a plan: a row for each, and the figures they add up to."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from handsight.hanabi import End
from handsight.lab import stats
from handsight.lab.hanabi import result_row
from handsight.lab.hanabi.plan import Plan
from handsight.lab.hanabi.result_row import Results

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure

    from handsight.lab.plots import Series


@dataclass(frozen=True, eq=False)
class Run:
    """The games of a plan, from number 0 on: a row for each, and what they took."""

    plan: Plan
    rows: Results
    seconds: float = 0.0
    """Its share of the time that passed."""
    cpu_seconds: float = 0.0
    played: int = 0
    """How many of the games were played now; the others lay in the folder of results."""

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.rows)

    @property
    def scores(self) -> list[int]:
        """The score of every game."""
        found: list[int] = self.rows[:, result_row.SCORE].tolist()
        return found

    @cached_property
    def histogram(self) -> list[int]:
        """How many games had each score, from 0 up."""
        top = self.plan.terms.variant.max_score
        found: list[int] = np.bincount(self.rows[:, result_row.SCORE], minlength=top + 1).tolist()
        return found

    @cached_property
    def estimate(self) -> stats.Estimate:
        """The mean score with its standard error."""
        return stats.estimate_of(self.histogram)

    @property
    def mean(self) -> float:
        """The mean score."""
        return self.estimate.mean

    @property
    def stderr(self) -> float:
        """The standard error of the mean; nan for a single game."""
        return self.estimate.stderr

    @property
    def perfect_games(self) -> int:
        """How many games had the highest score there is."""
        return self.histogram[-1]

    @property
    def perfect(self) -> float:
        """The share of perfect games."""
        return self.perfect_games / self.games

    @property
    def struck_out(self) -> float:
        """The share of games that ended by the last strike."""
        return self.ends[End.STRIKEOUT.value] / self.games

    @cached_property
    def ends(self) -> dict[str, int]:
        """How many games ended in which way."""
        counts = np.bincount(self.rows[:, result_row.END], minlength=len(result_row.ENDS)).tolist()
        return {end.value: count for end, count in zip(result_row.ENDS, counts, strict=True)}

    @property
    def by_strikeout(self) -> dict[str, stats.Estimate]:
        """The mean of the same games by either rule for a game struck out: zero, or its stacks."""
        ends, points = self.rows[:, result_row.END], self.rows[:, result_row.POINTS].copy()
        points[ends == result_row.ENDS.index(End.TERMINATED)] = 0
        zero = np.where(ends == result_row.ENDS.index(End.STRIKEOUT), 0, points)
        return {"zero": stats.estimate(zero.tolist()), "stacks": stats.estimate(points.tolist())}

    @property
    def percentiles(self) -> dict[str, int]:
        """The scores that 5, 50 and 95 percent of the games do not exceed, as document 002 counts."""
        return {str(percent): stats.percentile(self.histogram, percent) for percent in (5, 50, 95)}

    @property
    def games_per_second(self) -> float:
        """How many games were played in a second of the time that passed."""
        return self.played / self.seconds if self.seconds else 0.0

    def plot(self) -> "Figure":
        """Draw the distribution of the scores."""
        from handsight.lab.plots import distribution  # noqa: PLC0415  as above

        return distribution([self.series], self.caption)

    @property
    def series(self) -> "Series":
        """The distribution of the scores, for a picture."""
        from handsight.lab.plots import Series  # noqa: PLC0415  as above

        label = f"{' '.join(self.plan.names)}: {self.mean:.2f} ± {self.stderr:.2f}"
        return Series(label, [count / self.games for count in self.histogram])

    @property
    def caption(self) -> str:
        """Which games these are, in a line."""
        terms = self.plan.terms
        said = ", ".join(f"{name}={value}" for name, value in self.plan.switches.items())
        rules = f"{terms.rules.name} rules" + (f" ({said})" if terms.rules.name == "custom" else "")
        table = f"{terms.players} players with {terms.hand_size} cards, {terms.variant.name}"
        return f"{table}, {rules}, {self.games:,} games, seed {self.plan.seed}"

    def __repr__(self) -> str:
        return f"<Run of {self.games:,} games: {self.mean:.3f} ± {self.stderr:.3f}>"
