"""Mixed teams of any game: every bot plays alone among copies of every other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from handsight.bots import BotName
from handsight.lab.experiment_options import DEFAULT_GAMES, ExperimentOptions, check_bots, run_settings
from handsight.lab.game_plan import Plan
from handsight.lab.played_games import Experiment
from handsight.lab.result_summary import Summary, TextTable, finite, mean_text
from handsight.lab.statistics import Estimate

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure


class CellRun(Protocol):
    """The games of a cell: the first bot of their plan among copies of a partner."""

    @property
    def plan(self) -> Any:
        """What the games follow from."""

    @property
    def caption(self) -> str:
        """Which games these are, in a line."""

    def conditions(self) -> dict[str, Any]:
        """Return what the games depend on, as JSON has it."""

    def first_estimate(self) -> Estimate:
        """Return the mean of what the first bot, or its team, scores."""

    def cell_shares(self) -> dict[str, float]:
        """Return further figures of a cell, by their names in JSON."""


RunT = TypeVar("RunT", bound=CellRun)


@dataclass(frozen=True)
class Crossplay(Generic[RunT]):
    """A run for every bot (row) and partner (column): the bot has one seat, copies of the partner the others.

    The bot takes every seat in turn, and all cells play the same deals.
    """

    bots: tuple[str, ...]
    runs: tuple[tuple[RunT, ...], ...]
    seconds: float

    @cached_property
    def estimates(self) -> list[list[Estimate]]:
        """The mean of each cell with its standard error, by bot and partner."""
        return [[run.first_estimate() for run in row] for row in self.runs]

    def to_json(self) -> dict[str, Any]:
        """Return what `crossplay --json` prints: matrices with bots as rows and partners as columns."""
        first = self.runs[0][0]
        return {
            "bots": list(self.bots),
            **first.conditions(),
            "matrix": [[found.mean for found in row] for row in self.estimates],
            "stderr": [[finite(found.stderr) for found in row] for row in self.estimates],
            **{
                name: [[run.cell_shares()[name] for run in row] for row in self.runs]
                for name in first.cell_shares()
            },
            "self_play": self.self_play,
            "cross_play": self.cross_play,
            "seconds": self.seconds,
            "version": first.plan.version,
        }

    @property
    def self_play(self) -> float:
        """The mean of the diagonal: each bot among copies of itself."""
        return sum(self.estimates[at][at].mean for at in range(len(self.bots))) / len(self.bots)

    @property
    def cross_play(self) -> float:
        """The mean of all other cells."""
        cells = [found.mean for i, row in enumerate(self.estimates) for j, found in enumerate(row) if i != j]
        return sum(cells) / len(cells)

    def summary(self) -> Summary:
        """Return the result in words, figures, JSON and plots."""
        return Summary(
            title="Crossplay",
            caption=self.runs[0][0].caption,
            json=self.to_json(),
            tables=[matrix_table(self)],
            plots=[self.plot],
            remark=" in each cell",
            after=[f"  self-play {self.self_play:.2f}, mixed teams {self.cross_play:.2f}"],
        )

    def plot(self) -> "Figure":
        """Draw the matrix."""
        from handsight.lab.plots import matrix

        means = [[found.mean for found in row] for row in self.estimates]
        return matrix(self.bots, means, self.runs[0][0].caption)

    def __repr__(self) -> str:
        means = f"self-play {self.self_play:.2f}, mixed teams {self.cross_play:.2f}"
        return f"<Crossplay of {', '.join(self.bots)}: {means}>"


def matrix_table(crossplay: Crossplay[Any]) -> TextTable:
    """Return the mean of every bot (line) among copies of every partner (column)."""
    rows = [
        (bot, *(mean_text(found, ".2f") for found in row))
        for bot, row in zip(crossplay.bots, crossplay.estimates, strict=True)
    ]
    return TextTable(("bot \\ partners", *crossplay.bots), rows)


def play_crossplay(
    bots: Sequence[BotName],
    plan: Callable[[BotName, BotName], Plan],
    options: ExperimentOptions,
    result: type[Any],
) -> Crossplay[Any]:
    """Play the same deals with every bot among copies of every partner, as *plan* seats them."""
    check_bots(bots, 2, "mix")
    plans = [plan(bot, partner) for bot in bots for partner in bots]
    experiment = Experiment[Any](plans, run_settings(options), result)
    runs = experiment.play(options.get("games", DEFAULT_GAMES))
    names = tuple(plan.names[0] for plan in plans[:: len(bots)])
    rows = tuple(tuple(runs[at : at + len(bots)]) for at in range(0, len(runs), len(bots)))
    return Crossplay(names, rows, experiment.seconds)
