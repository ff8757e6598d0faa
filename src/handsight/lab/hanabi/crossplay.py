"""Mixed teams: every bot plays alone among copies of every other."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handsight.bots import BotName
from handsight.errors import InputError
from handsight.game import Seed, as_seed
from handsight.hanabi import OFFICIAL, Rules, Variant
from handsight.lab.hanabi.plan import HanabiPlan
from handsight.lab.hanabi.run import Run
from handsight.lab.hanabi.simulate import DEFAULT_PLAYERS, agreed_terms, play_runs
from handsight.lab.plan import fingerprint
from handsight.lab.runner import Progress, RunSettings
from handsight.lab.summary import Summary, finite
from handsight.lab.text_tables import TextTable, mean_text

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Crossplay:
    """A run for every bot (row) and partner (column): the bot has one seat, copies of the partner the others.

    The bot moves on by a seat with every game, and all cells play the same deals.
    """

    bots: tuple[str, ...]
    runs: tuple[tuple[Run, ...], ...]
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Return what `crossplay --json` prints: matrices with bots as rows and partners as columns."""
        return {
            "bots": list(self.bots),
            **self.runs[0][0].conditions(),
            "matrix": [[run.mean for run in row] for row in self.runs],
            "stderr": [[finite(run.stderr) for run in row] for row in self.runs],
            "perfect": [[run.perfect for run in row] for row in self.runs],
            "struck_out": [[run.struck_out for run in row] for row in self.runs],
            "self_play": self.self_play,
            "cross_play": self.cross_play,
            "seconds": self.seconds,
            "version": fingerprint(),
        }

    @property
    def self_play(self) -> float:
        """The mean of the diagonal: each bot among copies of itself."""
        return sum(self.runs[at][at].mean for at in range(len(self.bots))) / len(self.bots)

    @property
    def cross_play(self) -> float:
        """The mean of all other cells."""
        cells = [run.mean for i, row in enumerate(self.runs) for j, run in enumerate(row) if i != j]
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

        means = [[run.mean for run in row] for row in self.runs]
        return matrix(self.bots, means, self.runs[0][0].caption)

    def __repr__(self) -> str:
        means = f"self-play {self.self_play:.2f}, mixed teams {self.cross_play:.2f}"
        return f"<Crossplay of {', '.join(self.bots)}: {means}>"


def matrix_table(crossplay: Crossplay) -> TextTable:
    """Return the mean of every bot (line) among copies of every partner (column)."""
    rows = [
        (bot, *(mean_text(run.estimate, ".2f") for run in runs))
        for bot, runs in zip(crossplay.bots, crossplay.runs, strict=True)
    ]
    return TextTable(("bot \\ partners", *crossplay.bots), rows)


def crossplay(
    *bots: BotName,
    players: int = DEFAULT_PLAYERS,
    games: int = 1_000,
    seed: Seed = 1,
    rules: str | Rules = OFFICIAL,
    variant: str | int | Variant = "No Variant",
    hand: int | None = None,
    workers: int = 1,
    engine: str = "auto",
    scheduler: str | None = None,
    out: str | Path | None = None,
    progress: Progress | None = None,
) -> Crossplay:
    """Play the same deals with every bot alone among copies of every other.

    The other parameters, and the errors that it raises, are those of `simulate`.

    Args:
        bots: Two or more bots, as in `simulate`.
        players: How many seats.
        games: How many games in each cell of the matrix.

    Examples:
        >>> mixed = hs.crossplay("random", "careful", players=3, games=6, rules="stacks")
        >>> mixed
        <Crossplay of random, careful: self-play 9.75, mixed teams 5.42>
        >>> mixed.runs[0][1].plan.names  # random among copies of careful
        ('random', 'careful', 'careful')
    """
    if len(bots) < 2:
        raise InputError("name at least two bots to mix")
    terms = agreed_terms(players, rules, variant, hand)
    seed = as_seed(seed)
    plans = [
        HanabiPlan((bot, *(partner,) * (players - 1)), terms, seed, rotate=True)
        for bot in bots
        for partner in bots
    ]
    runs, seconds = play_runs(plans, RunSettings(workers, engine, scheduler, out, progress), games)
    names = tuple(plan.names[0] for plan in plans[:: len(bots)])
    rows = tuple(tuple(runs[at : at + len(bots)]) for at in range(0, len(runs), len(bots)))
    return Crossplay(names, rows, seconds)
