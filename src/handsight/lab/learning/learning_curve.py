"""How well a learner did at its exams, and a picture of it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import matplotlib as mpl
from matplotlib.figure import Figure

from handsight.lab.plots import STYLE, save


class Moment(NamedTuple):
    """How far a learner is: batches done, seconds taken, and how it does against three `full-kripke`."""

    batch: int
    seconds: float
    mean: float
    rivals: float
    wins: float
    loss: float


def draw(curves: Mapping[str, Sequence[Moment]], rounds: int, place: Path) -> None:
    """Draw the mean points at every exam, a line for each learner taught in batches of so many rounds."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(7, 3.6), layout="constrained")
        axes = figure.add_subplot()
        for label, curve in curves.items():
            axes.plot([moment.batch for moment in curve], [moment.mean for moment in curve], label=label)
        rivals = [moment.rivals for curve in curves.values() for moment in curve]
        axes.axhline(
            sum(rivals) / len(rivals), color="0.6", linestyle=":", label="its three rivals, full-kripke"
        )
        axes.set_xlabel(f"batches of {rounds:,} rounds")
        axes.set_ylabel("mean points of a match")
        axes.legend(frameon=False)
    save(figure, place)
