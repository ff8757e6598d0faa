"""The learning curve of a player of Hanabi: read, drawn, and written as Parquet."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib as mpl
import pyarrow as pa
import pyarrow.parquet as pq
from matplotlib.figure import Figure

from handsight.errors import InputError
from handsight.lab.plots import STYLE, save
from handsight.safe_files import replaced_file


class Point(NamedTuple):
    """How well a learner played after so many steps and seconds."""

    steps: int
    seconds: float
    official: float
    perfect: float


def points_of(rows: Sequence[Mapping[str, Any]]) -> list[Point]:
    """Return the points of a curve from its evaluations."""
    return [Point(row["steps"], row["seconds"], row["official"], row["perfect"]) for row in rows]


def read_curve(path: Path) -> list[dict[str, Any]]:
    """Read the evaluations that training wrote, one a line.

    Raises:
        InputError: There is no such file, or a line is damaged.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    rows = list[dict[str, Any]]()
    for number, line in enumerate(lines, 1):
        try:
            rows.append(json.loads(line))
            points_of(rows[-1:])
        except (ValueError, LookupError, TypeError):
            raise InputError(f"{path}, line {number}: this is no evaluation of a training run") from None
    return rows


def draw(curves: Mapping[str, Sequence[Point]], place: Path) -> None:
    """Draw mean scores and shares of perfect games over the minutes of training, a line for each run."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(7, 3.6), layout="constrained")
        axes = figure.add_subplot()
        shares = axes.twinx()
        for label, curve in curves.items():
            minutes = [point.seconds / 60 for point in curve]
            (line,) = axes.plot(minutes, [point.official for point in curve], label=f"{label}: mean score")
            shares.plot(
                minutes,
                [100 * point.perfect for point in curve],
                color=line.get_color(),
                linestyle=":",
                label=f"{label}: perfect games",
            )
        axes.set_xlabel("minutes of training")
        axes.set_ylabel("mean score, struck out = 0")
        shares.set_ylabel("perfect games, %")
        shares.set_ylim(0, 100)
        lines = [*axes.get_lines(), *shares.get_lines()]
        axes.legend(lines, [str(line.get_label()) for line in lines], frameon=False, loc="lower right")
    save(figure, place)


def write_rows(rows: Sequence[Mapping[str, Any]], place: Path) -> None:
    """Write evaluations as Parquet, a column for each figure; ``pair_official`` is the mean with `pair`."""
    flat = [
        {
            **{name: value for name, value in row.items() if name not in {"training", "partners"}},
            **row.get("training", {}),
            **{
                f"{partner}_{name}": value
                for partner, figures in row.get("partners", {}).items()
                for name, value in figures.items()
            },
        }
        for row in rows
    ]
    with replaced_file(place) as unfinished:
        pq.write_table(pa.Table.from_pylist(flat), unfinished)
