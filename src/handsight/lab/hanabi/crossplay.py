"""Seat every bot among every other: how far does an understanding carry beyond those who share it?"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from handsight.bots import BotName
from handsight.errors import InputError
from handsight.lab.fingerprint import fingerprint
from handsight.lab.hanabi import options as words
from handsight.lab.hanabi.options import Options
from handsight.lab.hanabi.plan import Plan
from handsight.lab.hanabi.run import Run
from handsight.lab.hanabi.runner import Experiment
from handsight.lab.hanabi.to_json import head, number

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Crossplay:
    """A run for every guest (row) at the table of every host (column): one guest, all other seats the host's.

    The guest moves on by a seat with every game, and all cells play the same deals.
    """

    bots: tuple[str, ...]
    runs: tuple[tuple[Run, ...], ...]
    seconds: float

    @property
    def row(self) -> dict[str, Any]:
        """The shape of `crossplay --json`: matrices whose rows are guests and whose columns are hosts."""
        return {
            "bots": list(self.bots),
            **head(self.runs[0][0]),
            "matrix": [[run.mean for run in guest] for guest in self.runs],
            "stderr": [[number(run.stderr) for run in guest] for guest in self.runs],
            "perfect": [[run.perfect for run in guest] for guest in self.runs],
            "struck_out": [[run.struck_out for run in guest] for guest in self.runs],
            "self_play": self.self_play,
            "cross_play": self.cross_play,
            "seconds": self.seconds,
            "version": fingerprint(),
        }

    @property
    def self_play(self) -> float:
        """The mean of the diagonal: bots among themselves."""
        return sum(self.runs[at][at].mean for at in range(len(self.bots))) / len(self.bots)

    @property
    def cross_play(self) -> float:
        """The mean of all other cells."""
        cells = [run.mean for i, guest in enumerate(self.runs) for j, run in enumerate(guest) if i != j]
        return sum(cells) / len(cells)

    def plot(self) -> "Figure":
        """Draw the matrix."""
        from handsight.lab.plots import matrix  # noqa: PLC0415  as above

        means = [[run.mean for run in guest] for guest in self.runs]
        return matrix(self.bots, means, self.runs[0][0].caption)

    def __repr__(self) -> str:
        return (
            f"<Crossplay of {', '.join(self.bots)}: {self.self_play:.2f} at home, {self.cross_play:.2f} away>"
        )


def crossplay(*bots: BotName, **options: Unpack[Options]) -> Crossplay:
    """Play the same deals with every bot as the only guest at every other's table."""
    if len(bots) < 2:
        raise InputError("name at least two bots to mix")
    agreed = words.terms(options, words.USUAL_PLAYERS)
    seed, hosts = options.get("seed", 1), agreed.players - 1
    plans = [Plan((guest, *(host,) * hosts), agreed, seed, rotate=True) for guest in bots for host in bots]
    experiment = Experiment(plans, words.settings(options))
    runs = experiment.play(words.games(options))
    names = tuple(plans[at * (len(bots) + 1)].names[0] for at in range(len(bots)))
    rows = tuple(tuple(runs[at : at + len(bots)]) for at in range(0, len(runs), len(bots)))
    return Crossplay(names, rows, experiment.seconds)
