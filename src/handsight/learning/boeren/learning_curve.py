"""The learning curve: how well a learner did at its evaluations, and a plot of it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import matplotlib as mpl
from matplotlib.figure import Figure

from handsight.lab.plots import STYLE, save


class Evaluation(NamedTuple):
    """A learner against three `full-kripke`, after so many batches and seconds of training."""

    batch: int
    seconds: float
    mean: float
    rivals: float
    """The mean of the three opponents."""
    wins: float
    loss: float


def draw(curves: Mapping[str, Sequence[Evaluation]], rounds: int, place: Path) -> None:
    """Draw the mean points at every evaluation, a line for each learner, trained in batches of *rounds*."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(7, 3.6), layout="constrained")
        axes = figure.add_subplot()
        for label, curve in curves.items():
            axes.plot(
                [evaluation.batch for evaluation in curve],
                [evaluation.mean for evaluation in curve],
                label=label,
            )
        rivals = [evaluation.rivals for curve in curves.values() for evaluation in curve]
        axes.axhline(
            sum(rivals) / len(rivals), color="0.6", linestyle=":", label="its three opponents, full-kripke"
        )
        axes.set_xlabel(f"batches of {rounds:,} rounds")
        axes.set_ylabel("mean points of a match")
        axes.legend(frameon=False)
    save(figure, place)
